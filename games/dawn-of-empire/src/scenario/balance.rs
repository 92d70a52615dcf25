//! How even the scenarios are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`. The edges are what the outlook leaves of 2,500 games or more.
pub const BALANCE: &[(&str, Balance)] = &[
    ("campaign", Balance { games: 1_000, first: 818, edge: 160 }),
    ("santiago-sortie", Balance { games: 1_000, first: 775, edge: -320 }),
    ("free-deployment", Balance { games: 1_000, first: 808, edge: -20 }),
];
