//! The bots that people choose from, each with a declared handicap.

use sandtable_engine::Rules;
use serde::Serialize;

use crate::search::{Search, SearchEffort};
use crate::{Captain, CaptainEffort, Player, Random};

/// A bot as people choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BotCard {
    /// Its name on the command line and in records.
    pub id: &'static str,
    /// How it plays.
    pub description: &'static str,
    /// The longest that it thinks about one decision at the table.
    pub seconds: u32,
}

impl BotCard {
    /// What somebody who may play against it should know: how it plays, what it sees, how long it thinks.
    pub fn introduction(&self) -> String {
        let seconds = if self.seconds == 1 { "a second".into() } else { format!("{} seconds", self.seconds) };
        format!("{}; sees only what its seat may see, and thinks for {seconds} at most", self.description)
    }
}

/// All bots, the weakest first.
pub const BOTS: &[BotCard] = &[
    BotCard { id: "random", description: "takes any legal choice, each as likely", seconds: 1 },
    BotCard {
        id: "ensign",
        description: "looks one choice ahead, and overlooks about half of what it could choose",
        seconds: 1,
    },
    BotCard {
        id: "captain",
        description: "looks one choice ahead: of all that it could choose it takes what leaves it best placed on average, however dice fall and whatever is hidden",
        seconds: 2,
    },
    BotCard {
        id: "admiral",
        description: "plays its best choices on to the next turn in its mind, some ten or twenty times",
        seconds: 5,
    },
    BotCard {
        id: "grand-admiral",
        description: "plays more of its choices on to the next turn or farther in its mind, some two hundred and fifty times",
        seconds: 15,
    },
];

/// How the bots think, as a number that grows whenever one of them would choose otherwise from the same sight: by its effort, by its search,
/// or by a game's judge. Records keep it, so that nobody is accused who thought as bots did in his time.
pub const EDITION: u32 = 7;

/// There is no bot of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot `{name}`; the bots are: {}", BOTS.iter().map(|bot| bot.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownBot {
    /// What was asked for.
    pub name: String,
}

const ENSIGN: CaptainEffort = CaptainEffort { worlds: 1, positions: 30, overlooks: 2 };

/// Decisions after which a continuation ends even in the midst of a turn: those of the largest battles are longer than anybody waits for.
const LONGEST: u32 = 400;

/// A search that plays on as captains would, to the beginning of a turn: a few such continuations say more than many hasty ones. Going
/// farther takes everybody for a captain for longer, and pays only where [`Rules::FAR`] says so.
const fn search(playouts: u32, width: usize, throws: u32, little: f64) -> SearchEffort {
    let captain = Some(CaptainEffort::FULL);
    SearchEffort {
        playouts,
        width,
        captain,
        doubt: 1.0,
        little,
        tries: usize::MAX,
        throws,
        rounds: 1,
        horizon: LONGEST,
        lanes: 4,
    }
}

/// Theirs who advise people and go through their games.
pub(crate) const COUNSEL: SearchEffort = search(64, 4, 8, 0.002);

/// The bot of a name for a game.
pub fn player<G: Rules>(name: &str) -> Result<Box<dyn Player<G>>, UnknownBot> {
    Ok(match name {
        "random" => Box::new(Random),
        "ensign" => Box::new(Captain::new(ENSIGN)),
        "captain" => Box::new(Captain::new(CaptainEffort::FULL)),
        "admiral" => {
            let (playouts, width) = if G::FEW_SUFFICE { (4, 2) } else { (16, 4) };
            Box::new(Search::new(search(playouts, width, 2, 0.002)))
        }
        "grand-admiral" => {
            Box::new(Search::new(SearchEffort { rounds: G::FAR, ..search(256, 8, 8, 0.0005) }))
        }
        _ => return Err(UnknownBot { name: name.into() }),
    })
}
