//! A ladder of bots: every pair in every game, and how strong that makes each of them.
//!
//! [`ladder`] plays a [`LadderPlan`] and gives a [`LadderReport`], which shows itself as text, JSON or a page. Results are
//! the same whatever the number of jobs, and whether the games were played in one go or in several.

mod bars;
mod book;
mod clock;
mod error;
mod grounds;
mod merit;
mod page;
mod plan;
mod rating;
mod report;
mod run;
mod text;

pub use bars::Bar;
pub use clock::Pondering;
pub use error::LadderError;
pub use grounds::{UsualGround, usual_ground};
pub use page::page;
pub use plan::{Ground, LadderPlan, Meetings};
pub use rating::Rating;
pub use report::{GroundResult, LadderPace, LadderReport, PairResult, Standing};
pub use run::{Progress, ladder};
