//! Promises that every game must keep, whatever is played.
//!
//! Random games look for a position in which one is broken. Every game's tests call [`keep`] with each of its
//! scenarios; the single promises are there to look closer at one that fails. All of it is decided by the seed.

mod endings;
mod menus;
mod odds;
mod records;
mod rulebook;
mod secrets;
mod silence;
mod twins;
mod walk;

use std::fmt;

use sandtable_engine::{Rules, Setup};

pub use endings::endings;
pub use menus::menus;
pub use odds::odds;
pub use records::records;
pub use secrets::secrets;
pub use silence::{silence, silence_from};
pub use twins::twins;

/// How far the promises are put to the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Decides all that is random.
    pub seed: u64,
    /// How many games are played for each promise.
    pub games: u32,
    /// How many decisions a game may have; longer ones break a promise.
    pub decisions: u32,
}

impl Default for Trial {
    fn default() -> Self {
        Self { seed: 1898, games: 10, decisions: 20_000 }
    }
}

/// A promise that was kept, and how hard it was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Games that were played.
    pub games: u32,
    /// Decisions in them.
    pub decisions: u64,
}

/// A promise that was not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub promise: &'static str,
    /// The seed of the trial.
    pub seed: u64,
    /// The game, from 0.
    pub game: u32,
    /// How many decisions had been made.
    pub decision: u32,
    /// What was found.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { promise, seed, game, decision, what } = self;
        write!(f, "not kept: {promise} (seed {seed}, game {game}, after {decision} decisions): {what}")
    }
}

impl std::error::Error for Broken {}

/// Holds a game to all its promises in one scenario.
pub fn keep<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let promises = [endings::<G>, menus::<G>, records::<G>, twins::<G>, secrets::<G>, odds::<G>];
    let mut kept = Kept::default();
    for promise in promises {
        let Kept { games, decisions } = promise(setup, trial)?;
        kept.games += games;
        kept.decisions += decisions;
    }
    Ok(kept)
}
