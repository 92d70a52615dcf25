//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`; the edges are those of the first 120.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 1_000, first: 656, edge: 0 }),
    ("kadesh", Balance { games: 1_000, first: 562, edge: -672 }),
    ("marathon", Balance { games: 1_000, first: 633, edge: 288 }),
    ("gaugamela", Balance { games: 1_000, first: 680, edge: 751 }),
    ("hydaspes", Balance { games: 1_000, first: 556, edge: 235 }),
    ("cannae", Balance { games: 1_000, first: 395, edge: -245 }),
    ("zama", Balance { games: 1_000, first: 696, edge: 116 }),
    ("carrhae", Balance { games: 1_000, first: 571, edge: -87 }),
    ("hastings", Balance { games: 1_000, first: 385, edge: -85 }),
    ("bannockburn", Balance { games: 1_000, first: 516, edge: -90 }),
    ("agincourt", Balance { games: 1_000, first: 146, edge: -556 }),
    ("kutna-hora", Balance { games: 1_000, first: 366, edge: -881 }),
    ("cerignola", Balance { games: 1_000, first: 174, edge: -424 }),
    ("raphia", Balance { games: 1_000, first: 678, edge: 52 }),
    ("meeting", Balance { games: 1_000, first: 280, edge: -506 }),
    ("assault", Balance { games: 1_000, first: 510, edge: -581 }),
];
