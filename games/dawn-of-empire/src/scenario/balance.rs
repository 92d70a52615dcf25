//! How even the scenarios are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`.
pub const BALANCE: &[(&str, Balance)] = &[
    ("campaign", Balance { games: 1_000, first: 785, edge: 197 }),
    ("santiago-sortie", Balance { games: 1_000, first: 772, edge: -951 }),
    ("free-deployment", Balance { games: 1_000, first: 800, edge: 131 }),
];
