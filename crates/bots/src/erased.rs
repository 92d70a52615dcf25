//! Players without their types.

use std::any::Any;

use sandtable_engine::erased::AnySession;
use sandtable_engine::{Rules, Seat, Session};
use serde_json::value::RawValue;

use crate::{Player, Question, Terms, Thought};

/// A player without the type of its game.
pub trait AnyPlayer: Send {
    /// What it thinks, with choices as records write them; `None` where the seat has nothing to decide.
    ///
    /// Panics if the match is of another game than the player.
    fn think(
        &mut self,
        session: &dyn AnySession,
        seat: Seat,
        terms: &Terms,
    ) -> Option<Thought<Box<RawValue>>>;

    /// See [`Player::forget`].
    fn forget(&mut self);
}

/// A match with its type.
///
/// Panics if it is of another game.
pub fn typed<G: Rules>(session: &dyn AnySession) -> &Session<G> {
    let session: &dyn Any = session;
    session.downcast_ref().expect("matches are handed to those who know their game")
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
    fn think(
        &mut self,
        session: &dyn AnySession,
        seat: Seat,
        terms: &Terms,
    ) -> Option<Thought<Box<RawValue>>> {
        let session = typed::<G>(session);
        let question = Question::put(session.state(), seat, &mut self.menu)?;
        let thought = self.player.think(&question, terms);
        let weighed = thought.weighed.into_iter().map(|one| one.map(|choice| session.write_choice(&choice)));
        Some(Thought {
            choice: session.write_choice(&thought.choice),
            rounds: thought.rounds,
            carried: thought.carried,
            weighed: weighed.collect(),
        })
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}
