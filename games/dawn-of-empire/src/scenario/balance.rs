//! How even the scenarios are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`. The edges were fitted together with the calendar.
pub const BALANCE: &[(&str, Balance)] = &[
    ("campaign", Balance { games: 1_000, first: 785, edge: 0 }),
    ("santiago-sortie", Balance { games: 1_000, first: 772, edge: -1_350 }),
    ("free-deployment", Balance { games: 1_000, first: 800, edge: -70 }),
];
