//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A thousand games of each: what side A took of them.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 1_000, first: 656 }),
    ("kadesh", Balance { games: 1_000, first: 562 }),
    ("marathon", Balance { games: 1_000, first: 633 }),
    ("gaugamela", Balance { games: 1_000, first: 680 }),
    ("hydaspes", Balance { games: 1_000, first: 556 }),
    ("cannae", Balance { games: 1_000, first: 395 }),
    ("zama", Balance { games: 1_000, first: 696 }),
    ("carrhae", Balance { games: 1_000, first: 571 }),
    ("hastings", Balance { games: 1_000, first: 385 }),
    ("bannockburn", Balance { games: 1_000, first: 516 }),
    ("agincourt", Balance { games: 1_000, first: 146 }),
    ("kutna-hora", Balance { games: 1_000, first: 366 }),
    ("cerignola", Balance { games: 1_000, first: 174 }),
    ("raphia", Balance { games: 1_000, first: 678 }),
    ("meeting", Balance { games: 1_000, first: 280 }),
    ("assault", Balance { games: 1_000, first: 510 }),
];
