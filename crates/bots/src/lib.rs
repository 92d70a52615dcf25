//! Players that are programs, for any game.
//!
//! A [`Player`] answers a [`Question`], which shows only what its seat may know. [`Random`] takes any choice,
//! [`Captain`] looks one choice ahead, [`Search`] plays its best choices on in imagined worlds. Players have no clock and no
//! chance of their own: the same question on the same [`Terms`] is answered alike on every machine.

mod advice;
mod allowance;
mod appraisal;
mod captain;
mod erased;
mod glance;
mod levels;
mod player;
mod random;
mod search;
mod worth;

pub use advice::{explain, hint};
pub use allowance::{Allowance, Patience};
pub use appraisal::{Appraisal, appraise, doubt, luck};
pub use captain::{Captain, CaptainEffort};
pub use erased::{AnyPlayer, ErasedPlayer, typed};
pub use levels::{BOTS, BotCard, EDITION, UnknownBot, player};
pub use player::{Player, Question, Terms, Thought, Weighed};
pub use random::{Random, pick};
pub use search::{Search, SearchEffort};
pub use worth::chances;
