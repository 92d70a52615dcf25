//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A thousand games of each: what side A took of them.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 1_000, first: 656, edge: 0 }),
    ("kadesh", Balance { games: 1_000, first: 562, edge: 0 }),
    ("marathon", Balance { games: 1_000, first: 633, edge: 0 }),
    ("gaugamela", Balance { games: 1_000, first: 680, edge: 0 }),
    ("hydaspes", Balance { games: 1_000, first: 556, edge: 0 }),
    ("cannae", Balance { games: 1_000, first: 395, edge: 0 }),
    ("zama", Balance { games: 1_000, first: 696, edge: 0 }),
    ("carrhae", Balance { games: 1_000, first: 571, edge: 0 }),
    ("hastings", Balance { games: 1_000, first: 385, edge: 0 }),
    ("bannockburn", Balance { games: 1_000, first: 516, edge: 0 }),
    ("agincourt", Balance { games: 1_000, first: 146, edge: 0 }),
    ("kutna-hora", Balance { games: 1_000, first: 366, edge: 0 }),
    ("cerignola", Balance { games: 1_000, first: 174, edge: 0 }),
    ("raphia", Balance { games: 1_000, first: 678, edge: 0 }),
    ("meeting", Balance { games: 1_000, first: 280, edge: 0 }),
    ("assault", Balance { games: 1_000, first: 510, edge: 0 }),
];
