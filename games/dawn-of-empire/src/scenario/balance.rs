//! How even the scenarios are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`. The edges were fitted together with the calendar.
pub const BALANCE: &[(&str, Balance)] = &[
    ("campaign", Balance { games: 1_000, first: 818, edge: 60 }),
    ("santiago-sortie", Balance { games: 1_000, first: 775, edge: -1_230 }),
    ("free-deployment", Balance { games: 1_000, first: 808, edge: -150 }),
];
