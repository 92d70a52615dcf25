//! Cases: what the rules of a game must do, written as TOML; and the promises that every game must keep.
//!
//! [`run`] reads and runs case files of any game, [`coverage`] says which rules have cases, [`citations`]
//! whether the source names them where it should, and [`promises`] plays random games and checks what no case can spell
//! out. The format of case files is in this crate's README.

mod book;
mod case;
mod citations;
mod coverage;
mod expectation;
mod fields;
mod pattern;
mod play;
pub mod promises;
mod read;
mod report;
mod rule_list;
mod run;
mod script;

pub use case::Case;
pub use citations::citations;
pub use coverage::{Coverage, Covered, Stranger, coverage};
pub use read::{read, read_text};
pub use report::{Failure, Ran, Report};
pub use run::{collect, run, run_cases};

/// What the macros of this crate need at the place where they are used.
#[doc(hidden)]
pub mod macros {
    pub use sandtable_engine::erased::Erased;
}
