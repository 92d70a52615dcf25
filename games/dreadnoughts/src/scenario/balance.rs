//! How even the battles are between captains.

use sandtable_engine::Balance;

/// Four hundred games of each, by `sandtable calibrate`; those with most ships take too long.
pub const BALANCE: &[(&str, Balance)] = &[
    ("denmark-strait-1941", Balance { games: 400, first: 591, edge: 59 }),
    ("river-plate-1939", Balance { games: 400, first: 430, edge: 988 }),
    ("coronel-1914", Balance { games: 400, first: 684, edge: 770 }),
    ("falklands-1914", Balance { games: 400, first: 716, edge: 505 }),
    ("jutland-run-south-1916", Balance { games: 400, first: 470, edge: 21 }),
    ("bismarck-last-1941", Balance { games: 400, first: 302, edge: -22 }),
    ("north-cape-1943", Balance { games: 400, first: 804, edge: -620 }),
    ("dogger-bank-1915", Balance { games: 400, first: 431, edge: -107 }),
];
