//! The one list of games, each with its bots and with what the lab runs on it.
//!
//! [`find`] gives a game by its id; [`Game`] is what can be done with it without its types.

mod counsel;
mod play;
mod whim;
mod workload;

use sandtable_bots::{AnyPlayer, ErasedPlayer, UnknownBot, player};
use sandtable_dawn_of_battle::DawnOfBattle;
use sandtable_dawn_of_empire::DawnOfEmpire;
use sandtable_dreadnoughts::Dreadnoughts;
use sandtable_engine::erased::{AnyRules, Erased};
use sandtable_engine::{Rules, Setup, SetupError};
use sandtable_santiago_1898::Santiago;
use sandtable_struggle_of_empires::StruggleOfEmpires;

pub use counsel::Counsel;
pub use play::{Keep, Match, PlayError, Played, Watcher};
pub use whim::{bot_whim, hint_whim, whim};
pub use workload::{Listing, Rehearsal, Tally, Workload};

/// All games, in the order shown to people.
pub static GAMES: &[&dyn Game] = &[
    &Erased::<Dreadnoughts>::NEW,
    &Erased::<DawnOfEmpire>::NEW,
    &Erased::<StruggleOfEmpires>::NEW,
    &Erased::<Santiago>::NEW,
    &Erased::<DawnOfBattle>::NEW,
];

/// A game without its types: its rules, its bots, and what the lab runs on it.
pub trait Game: AnyRules + Counsel {
    /// The bot of a name.
    fn player(&self, bot: &str) -> Result<Box<dyn AnyPlayer>, UnknownBot>;
    /// Plays a whole match between bots, while somebody looks on.
    fn play_out_watched(&self, plan: &Match, watcher: &mut dyn Watcher) -> Result<Played, PlayError>;
    /// Plays a whole match between bots.
    fn play_out(&self, plan: &Match) -> Result<Played, PlayError> {
        self.play_out_watched(plan, &mut ())
    }
    /// The loops that are timed on a scenario.
    fn workload(&self, setup: &Setup) -> Result<Box<dyn Workload>, SetupError>;
}

impl<G: Rules> Game for Erased<G> {
    fn player(&self, bot: &str) -> Result<Box<dyn AnyPlayer>, UnknownBot> {
        Ok(Box::new(ErasedPlayer::<G>::new(player(bot)?)))
    }

    fn play_out_watched(&self, plan: &Match, watcher: &mut dyn Watcher) -> Result<Played, PlayError> {
        play::play_out::<G>(plan, watcher)
    }

    fn workload(&self, setup: &Setup) -> Result<Box<dyn Workload>, SetupError> {
        Ok(Box::new(workload::Prepared::<G>::new(setup)?))
    }
}

/// There is no game of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{id}`; the games are: {}", ids().join(", "))]
pub struct UnknownGame {
    /// What was asked for.
    pub id: String,
}

fn ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.info().id).collect()
}

/// The game of an id.
pub fn find(id: &str) -> Result<&'static dyn Game, UnknownGame> {
    let found = GAMES.iter().find(|game| game.info().id == id);
    found.copied().ok_or_else(|| UnknownGame { id: id.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_own_id_and_no_two_share_one() {
        let mut seen = ids();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), GAMES.len());
        for id in seen {
            assert_eq!(find(id).ok().map(|game| game.info().id), Some(id));
        }
    }

    #[test]
    fn an_unknown_id_is_answered_with_the_known_ones() {
        let Err(error) = find("chess") else { panic!("chess is not here") };
        assert!(error.to_string().contains(GAMES[0].info().id), "{error}");
    }
}
