//! How even the battles are between captains.

use sandtable_engine::Balance;

/// A thousand games of each, by `sandtable calibrate`.
pub const BALANCE: &[(&str, Balance)] = &[
    ("fornham", Balance { games: 1_000, first: 777, edge: 1_724 }),
    ("kadesh", Balance { games: 1_000, first: 357, edge: -662 }),
    ("marathon", Balance { games: 1_000, first: 340, edge: -808 }),
    ("gaugamela", Balance { games: 1_000, first: 530, edge: 294 }),
    ("hydaspes", Balance { games: 1_000, first: 678, edge: 421 }),
    ("cannae", Balance { games: 1_000, first: 320, edge: -68 }),
    ("zama", Balance { games: 1_000, first: 629, edge: -32 }),
    ("carrhae", Balance { games: 1_000, first: 423, edge: -410 }),
    ("hastings", Balance { games: 1_000, first: 589, edge: 1_580 }),
    ("bannockburn", Balance { games: 1_000, first: 349, edge: -704 }),
    ("agincourt", Balance { games: 1_000, first: 58, edge: -1_926 }),
    ("kutna-hora", Balance { games: 1_000, first: 650, edge: 748 }),
    ("cerignola", Balance { games: 1_000, first: 572, edge: 295 }),
    ("raphia", Balance { games: 1_000, first: 714, edge: 460 }),
    ("meeting", Balance { games: 1_000, first: 270, edge: -972 }),
    ("assault", Balance { games: 1_000, first: 671, edge: 77 }),
];
