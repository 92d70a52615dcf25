//! What a game is: boxes of the sequence of play, choices, chance, secrets, records, undo, odds, scenes.
//!
//! A game implements [`Rules`] and one [`Step`] for each box of its sequence of play; everything else here works
//! for any game. The crate does no input or output, has no clock and starts no threads.
//!
//! | to | see |
//! |---|---|
//! | write a game | [`Rules`], [`Step`], [`Next`], [`frames!`], [`require!`], [`piece_id!`], [`piece_set!`], [`Shelf`] |
//! | know a position | [`State`]: who is asked, what is allowed, why not |
//! | play a match | [`Session`], which keeps the [record] and can go back |
//! | draw | [`Cx`] for rules, [`chance`] for where draws come from |
//! | keep a secret | [`Hidden`], [`Ballot`]; [`Knowledge`] for what a seat knows |
//! | tell the odds | [`odds::forecast`] |
//! | show it | [`scene::Scene`], [`Prompt`], [`Offer`], [`text::render`] |
//! | do without the types | [`erased`] |
//!
//! Start reading at [`Rules`], then [`State`], then [`Session`].

pub mod advice;
pub mod chance;
mod context;
pub mod erased;
mod faults;
mod frames;
mod game;
mod hidden;
mod knowledge;
mod log;
mod note;
pub mod odds;
mod offer;
mod outcome;
pub mod record;
mod refusal;
mod roll;
mod rule;
pub mod scene;
mod seat;
mod session;
mod set;
mod setup;
mod shelf;
mod state;
pub mod text;

pub use context::{Cx, Line};
pub use faults::Faults;
pub use frames::{Frame, Never};
pub use game::{Foresight, GameInfo, Next, Rules, Step};
pub use hidden::{Ballot, Hidden, Secret};
pub use knowledge::Knowledge;
pub use log::{Annotation, Die, LogLine, Stride, Worth};
pub use note::BotNote;
pub use offer::{Offer, Prompt, Reckoning, Sum, Target, Thing};
pub use outcome::{Grade, Outcome};
pub use refusal::{Refusal, Refused};
pub use roll::Roll;
pub use rule::RuleRef;
pub use seat::{Audience, Seat, SeatSet, Viewer};
pub use session::{Replay, Session, SubmitError};
pub use setup::{
    Balance, NoteCard, OptionCard, OptionKind, OptionValue, Problem, ScenarioCard, ScenarioSource, Setup,
    SetupError, SideCard,
};
pub use shelf::{ReadScenario, Shelf};
pub use state::State;

/// What the macros of this crate need at the place where they are used.
#[doc(hidden)]
pub mod macros {
    pub use crate::roll::{read as read_id, write as write_id};
    pub use serde;
}
