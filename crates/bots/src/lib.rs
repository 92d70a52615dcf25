//! Players that are programs, for any game.
//!
//! A [`Player`] answers a [`Question`], which shows only what its seat may know. [`Random`] takes any choice,
//! [`Captain`] looks one choice ahead. Players have no clock: the same seed plays the same game on every machine.

mod captain;
mod erased;
mod player;
mod random;

pub use captain::{Captain, CaptainEffort};
pub use erased::{AnyPlayer, BOTS, BotCard, ErasedPlayer, UnknownBot, player};
pub use player::{Player, Question};
pub use random::{Random, pick};
