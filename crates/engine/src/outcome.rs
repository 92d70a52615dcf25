//! How a match ended.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

/// How clear a victory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Grade {
    /// Nobody has won.
    Draw,
    /// Won by a little.
    Marginal,
    /// Won; the game knows no finer grades.
    Plain,
    /// Won by far.
    Decisive,
}

/// The end of a match: who won, how clearly, and the points of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winners; several share a victory, nobody means a draw.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schema(value_type = u8))]
    pub winners: SeatSet,
    /// How clear it is.
    pub grade: Grade,
    /// Points by seat; seats that the match does not have are 0.
    pub scores: [i16; Seat::MOST],
}

impl Outcome {
    /// What the outcome is worth to a seat: 1 for a victory, 0 for a defeat, and a draw is split among all.
    pub fn share(&self, seat: Seat, seats: u8) -> f64 {
        match self.winners.len() {
            0 => 1.0 / f64::from(seats),
            winners if self.winners.contains(seat) => 1.0 / f64::from(winners),
            _ => 0.0,
        }
    }
}
