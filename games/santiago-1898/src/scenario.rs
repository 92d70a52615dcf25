//! Scenarios: what a file means once it is read. A scenario may begin in the middle of the campaign (3.5).

mod balance;
mod file;
#[cfg(test)]
mod nonsense;
mod options;
mod read;
mod shipped;

use crate::ids::{HexId, HexSet, UnitId, UnitSet};
use crate::table::Phase;

pub use options::Options;
pub use shipped::SHELF;

/// What decides a short scenario when its last turn is over (3.5): so many of these hexes in American hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The hexes.
    pub hexes: HexSet,
    /// How many of them.
    pub needed: u8,
}

/// A scenario with its switches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that the file tells")]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    pub introduction: String,
    pub source: String,
    pub notes: Vec<(String, String)>,
    pub first_turn: u8,
    /// The last turn.
    pub turns: u8,
    pub begins: Phase,
    /// Whether Spain and the Cubans set up freely (3.1).
    pub set_up: bool,
    pub options: Options,
    pub at: Vec<(UnitId, HexId)>,
    pub reduced: UnitSet,
    pub disorganised: UnitSet,
    /// Pieces still to come: afloat, on the march, waiting for their event.
    pub due: UnitSet,
    pub base: HexId,
    /// The turn of Escario's column, where it differs from rule 7.1.
    pub escario: Option<u8>,
    pub control: HexSet,
    pub lost: u8,
    pub fleet_left: bool,
    pub released: bool,
    pub delayed: bool,
    pub heroic: bool,
    pub bad_weather: bool,
    pub goal: Option<Goal>,
}
