//! The boxes of the sequence of play, a file a chapter.

pub mod actions;
pub mod activation;
pub mod entry;
pub mod initiative;
pub mod march;
pub mod panic;
pub mod placement;
pub mod points;
pub mod rally;
pub mod restraint;
pub mod score;
pub mod storm;
pub mod turn_end;
