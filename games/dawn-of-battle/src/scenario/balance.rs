//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A hundred games of each, by `sandtable calibrate`.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 100, first: 785, edge: 668 }),
    ("kadesh", Balance { games: 100, first: 315, edge: -960 }),
    ("marathon", Balance { games: 100, first: 330, edge: -465 }),
    ("gaugamela", Balance { games: 100, first: 585, edge: 521 }),
    ("hydaspes", Balance { games: 100, first: 650, edge: 344 }),
    ("cannae", Balance { games: 100, first: 330, edge: -122 }),
    ("zama", Balance { games: 100, first: 615, edge: 176 }),
    ("carrhae", Balance { games: 100, first: 515, edge: -26 }),
    ("hastings", Balance { games: 100, first: 590, edge: 426 }),
    ("bannockburn", Balance { games: 100, first: 360, edge: -440 }),
    ("agincourt", Balance { games: 100, first: 120, edge: -1_554 }),
    ("kutna-hora", Balance { games: 100, first: 610, edge: 260 }),
    ("cerignola", Balance { games: 100, first: 615, edge: 459 }),
    ("raphia", Balance { games: 100, first: 665, edge: 285 }),
    ("meeting", Balance { games: 100, first: 245, edge: -916 }),
    ("assault", Balance { games: 100, first: 720, edge: 430 }),
];
