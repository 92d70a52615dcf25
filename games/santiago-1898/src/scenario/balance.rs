//! How even the scenarios are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`. The edges were fitted together with the outlook.
pub const BALANCE: &[(&str, Balance)] = &[
    ("campaign", Balance { games: 1_000, first: 523, edge: 0 }),
    ("las-guasimas", Balance { games: 1_000, first: 501, edge: 340 }),
    ("el-caney-san-juan", Balance { games: 1_000, first: 548, edge: -280 }),
];
