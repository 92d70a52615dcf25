//! How even the battles are between captains.

use sandtable_engine::Balance;

/// Games between captains, by `sandtable calibrate`; those with most ships take longest.
pub const BALANCE: &[(&str, Balance)] = &[
    ("denmark-strait-1941", Balance { games: 400, first: 644, edge: 49 }),
    ("river-plate-1939", Balance { games: 400, first: 517, edge: 371 }),
    ("coronel-1914", Balance { games: 400, first: 100, edge: -1_394 }),
    ("falklands-1914", Balance { games: 400, first: 418, edge: 725 }),
    ("jutland-run-south-1916", Balance { games: 400, first: 489, edge: -224 }),
    ("bismarck-last-1941", Balance { games: 400, first: 312, edge: -485 }),
    ("north-cape-1943", Balance { games: 400, first: 752, edge: -187 }),
    ("dogger-bank-1915", Balance { games: 200, first: 405, edge: 167 }),
    ("second-guadalcanal-1942", Balance { games: 200, first: 380, edge: -879 }),
    ("surigao-strait-1944", Balance { games: 60, first: 167, edge: -767 }),
    ("samar-1944", Balance { games: 60, first: 775, edge: 1_513 }),
];
