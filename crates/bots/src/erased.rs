//! Players without their types, and the list of them.

use std::any::Any;

use sandtable_engine::erased::AnySession;
use sandtable_engine::{Rules, Seat, Session};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{Captain, Player, Question, Random};

/// A bot as people choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BotCard {
    /// Its name on the command line and in records of series.
    pub id: &'static str,
    /// How it plays.
    pub description: &'static str,
}

/// All bots, the weakest first.
pub const BOTS: &[BotCard] = &[
    BotCard { id: "random", description: "takes any legal choice, each as likely" },
    BotCard {
        id: "captain",
        description: "looks one choice ahead with the game's own judge, averaged over hidden facts and dice",
    },
];

/// There is no bot of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot `{name}`; the bots are: {}", BOTS.iter().map(|bot| bot.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownBot {
    /// What was asked for.
    pub name: String,
}

/// The bot of a name for a game.
pub fn player<G: Rules>(name: &str, seed: u64) -> Result<Box<dyn Player<G>>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(Random::new(seed))),
        "captain" => Ok(Box::new(Captain::new(seed))),
        _ => Err(UnknownBot { name: name.into() }),
    }
}

/// A player without the type of its game.
pub trait AnyPlayer: Send {
    /// A choice as records write it; `None` where the seat has nothing to decide.
    ///
    /// Panics if the match is of another game than the player.
    fn choose(&mut self, session: &dyn AnySession, seat: Seat) -> Option<Box<RawValue>>;
}

/// A player with the type of its game put away.
pub struct ErasedPlayer<G: Rules> {
    player: Box<dyn Player<G>>,
    menu: Vec<G::Choice>,
}

impl<G: Rules> ErasedPlayer<G> {
    /// Puts the type of a player away.
    pub fn new(player: Box<dyn Player<G>>) -> Self {
        Self { player, menu: Vec::new() }
    }
}

impl<G: Rules> AnyPlayer for ErasedPlayer<G> {
    fn choose(&mut self, session: &dyn AnySession, seat: Seat) -> Option<Box<RawValue>> {
        let session: &dyn Any = session;
        let session: &Session<G> =
            session.downcast_ref().expect("a player is handed matches of its own game");
        let question = Question::put(session.state(), seat, &mut self.menu)?;
        Some(session.write_choice(&self.player.choose(&question)))
    }
}
