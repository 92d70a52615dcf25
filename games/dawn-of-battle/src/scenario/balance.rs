//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 1_000, first: 800, edge: 806 }),
    ("kadesh", Balance { games: 1_000, first: 369, edge: -505 }),
    ("marathon", Balance { games: 1_000, first: 316, edge: -595 }),
    ("gaugamela", Balance { games: 1_000, first: 545, edge: 310 }),
    ("hydaspes", Balance { games: 1_000, first: 648, edge: 431 }),
    ("cannae", Balance { games: 1_000, first: 326, edge: -239 }),
    ("zama", Balance { games: 1_000, first: 627, edge: 14 }),
    ("carrhae", Balance { games: 1_000, first: 489, edge: 15 }),
    ("hastings", Balance { games: 1_000, first: 605, edge: 634 }),
    ("bannockburn", Balance { games: 1_000, first: 366, edge: -310 }),
    ("agincourt", Balance { games: 1_000, first: 143, edge: -1_287 }),
    ("kutna-hora", Balance { games: 1_000, first: 639, edge: 543 }),
    ("cerignola", Balance { games: 1_000, first: 599, edge: 240 }),
    ("raphia", Balance { games: 1_000, first: 675, edge: 320 }),
    ("meeting", Balance { games: 1_000, first: 298, edge: -756 }),
    ("assault", Balance { games: 1_000, first: 665, edge: 176 }),
];
