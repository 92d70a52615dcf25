//! Many games at once: series between bots, and how fast games run.
//!
//! [`simulate`] plays a [`Plan`] and gives a [`Report`]; [`bench`](bench::bench) measures a scenario next to chess.

pub mod bench;
mod interval;
mod report;
mod simulate;
mod tally;

pub use interval::{Mean, Share};
pub use report::{BotResult, Lengths, Pace, Report, SeatResult};
pub use simulate::{Plan, SimulateError, simulate};

/// A count as a real number, for means and rates.
#[expect(clippy::cast_precision_loss, reason = "no count here comes near 2 to the 52nd")]
fn real(count: u64) -> f64 {
    count as f64
}
