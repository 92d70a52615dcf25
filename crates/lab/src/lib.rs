//! Many games at once: series between bots, and how fast games run; and one match looked at closely afterwards.
//!
//! [`simulate`] plays a [`Plan`] and gives a [`Report`]; [`ladder`](ladder::ladder) says how strong bots are;
//! [`bench`](bench::bench) measures a scenario next to chess; [`review`](review::review) says what decided a match, [`audit`] whether its bots
//! decided as they say, and [`calibrate`] whether chances mean what they say.

mod audit;
pub mod bench;
mod calibrate;
mod caught;
mod interval;
pub mod ladder;
mod report;
pub mod review;
mod simulate;
mod tally;

pub use audit::{Audit, AuditError, Audited, Finding, audit};
pub use calibrate::{Band, Calibration, CalibrationPlan, Ground, calibrate};
pub use interval::{Mean, Share};
pub use report::{BotResult, Lengths, Pace, Report, SeatResult};
pub use simulate::{Plan, SimulateError, simulate};

/// A game with more decisions than this is broken off.
const MOST_DECISIONS: u32 = 100_000;

/// A count as a real number, for means and rates.
#[expect(clippy::cast_precision_loss, reason = "no count here comes near 2 to the 52nd")]
fn real(count: u64) -> f64 {
    count as f64
}
