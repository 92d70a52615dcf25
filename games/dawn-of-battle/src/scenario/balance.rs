//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 1_000, first: 795, edge: 751 }),
    ("kadesh", Balance { games: 1_000, first: 369, edge: -505 }),
    ("marathon", Balance { games: 1_000, first: 316, edge: -595 }),
    ("gaugamela", Balance { games: 1_000, first: 545, edge: 310 }),
    ("hydaspes", Balance { games: 1_000, first: 658, edge: 490 }),
    ("cannae", Balance { games: 1_000, first: 326, edge: -239 }),
    ("zama", Balance { games: 1_000, first: 635, edge: 93 }),
    ("carrhae", Balance { games: 1_000, first: 489, edge: 15 }),
    ("hastings", Balance { games: 1_000, first: 602, edge: 664 }),
    ("bannockburn", Balance { games: 1_000, first: 325, edge: -389 }),
    ("agincourt", Balance { games: 1_000, first: 48, edge: -2_160 }),
    ("kutna-hora", Balance { games: 1_000, first: 673, edge: 581 }),
    ("cerignola", Balance { games: 1_000, first: 602, edge: 286 }),
    ("raphia", Balance { games: 1_000, first: 675, edge: 320 }),
    ("meeting", Balance { games: 1_000, first: 298, edge: -756 }),
    ("assault", Balance { games: 1_000, first: 665, edge: 176 }),
];
