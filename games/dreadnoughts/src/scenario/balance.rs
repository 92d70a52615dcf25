//! How even the battles are between captains.

use sandtable_engine::Balance;

/// Four hundred games of each, by `sandtable calibrate`; those with most ships take too long.
pub const BALANCE: &[(&str, Balance)] = &[
    ("denmark-strait-1941", Balance { games: 400, first: 600, edge: -232 }),
    ("river-plate-1939", Balance { games: 400, first: 242, edge: -330 }),
    ("coronel-1914", Balance { games: 400, first: 661, edge: 838 }),
    ("falklands-1914", Balance { games: 400, first: 738, edge: 556 }),
    ("jutland-run-south-1916", Balance { games: 400, first: 450, edge: -325 }),
    ("bismarck-last-1941", Balance { games: 400, first: 360, edge: -1_032 }),
    ("north-cape-1943", Balance { games: 400, first: 875, edge: 1_100 }),
    ("dogger-bank-1915", Balance { games: 400, first: 404, edge: -235 }),
];
