//! How even the battles are between captains.

use sandtable_engine::Balance;

/// Games between captains, by `sandtable calibrate`; those with most ships take longest.
pub const BALANCE: &[(&str, Balance)] = &[
    ("denmark-strait-1941", Balance { games: 400, first: 605, edge: -12 }),
    ("river-plate-1939", Balance { games: 400, first: 541, edge: 836 }),
    ("coronel-1914", Balance { games: 400, first: 122, edge: -764 }),
    ("falklands-1914", Balance { games: 400, first: 429, edge: 1_063 }),
    ("jutland-run-south-1916", Balance { games: 400, first: 490, edge: 11 }),
    ("bismarck-last-1941", Balance { games: 400, first: 315, edge: -479 }),
    ("north-cape-1943", Balance { games: 400, first: 750, edge: -534 }),
    ("dogger-bank-1915", Balance { games: 200, first: 405, edge: 443 }),
    ("second-guadalcanal-1942", Balance { games: 200, first: 380, edge: -750 }),
    ("surigao-strait-1944", Balance { games: 60, first: 167, edge: 504 }),
    ("samar-1944", Balance { games: 60, first: 775, edge: 2_703 }),
];
