//! How long bots think.

use std::fmt;
use std::time::{Duration, Instant};

use sandtable_catalog::Watcher;
use sandtable_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::real;

/// How long a bot thinks over a decision, by the clock on the wall. Decisions with a single choice need no thought and are
/// left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pondering {
    /// How many decisions.
    pub decisions: u64,
    /// Seconds on average.
    pub mean: f64,
    /// Seconds of the longest.
    pub longest: f64,
}

/// How long decisions took, in whole numbers that can be kept and added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct ThinkingTime {
    /// How many decisions.
    pub decisions: u64,
    /// All of them together, in microseconds.
    pub micros: u64,
    /// The longest, in microseconds.
    pub longest_micros: u64,
}

impl ThinkingTime {
    /// The same in seconds; `None` if nothing was decided.
    pub fn pondering(&self) -> Option<Pondering> {
        let seconds = |micros: u64| real(micros) / 1e6;
        (self.decisions > 0).then(|| Pondering {
            decisions: self.decisions,
            mean: seconds(self.micros) / real(self.decisions),
            longest: seconds(self.longest_micros),
        })
    }

    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.micros += other.micros;
        self.longest_micros = self.longest_micros.max(other.longest_micros);
    }

    fn one(time: Duration) -> Self {
        let micros = time.as_micros() as u64;
        Self { decisions: 1, micros, longest_micros: micros }
    }
}

/// A time in the unit in which people would say it.
pub(super) struct Seconds(pub f64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            time if time < 0.001 => write!(f, "{:.0}\u{202f}µs", 1e6 * time),
            time if time < 0.01 => write!(f, "{:.1}\u{202f}ms", 1e3 * time),
            time if time < 1.0 => write!(f, "{:.0}\u{202f}ms", 1e3 * time),
            time => write!(f, "{time:.2}\u{202f}s"),
        }
    }
}

/// A watch for a game of one bot against others.
pub(super) struct Watch {
    lone: Seat,
    asked: Option<Instant>,
    /// Of the bot that sits alone.
    pub higher: ThinkingTime,
    /// Of all others.
    pub lower: ThinkingTime,
}

impl Watch {
    pub fn new(lone: Seat) -> Self {
        Self { lone, asked: None, higher: ThinkingTime::default(), lower: ThinkingTime::default() }
    }
}

impl Watcher for Watch {
    fn asked(&mut self, _: Seat, choices: usize) {
        self.asked = (choices > 1).then(Instant::now);
    }

    fn answered(&mut self, seat: Seat) {
        let Some(asked) = self.asked.take() else { return };
        let whose = if seat == self.lone { &mut self.higher } else { &mut self.lower };
        whose.add(&ThinkingTime::one(asked.elapsed()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_their_unit() {
        assert_eq!(Seconds(0.000_25).to_string(), "250\u{202f}µs");
        assert_eq!(Seconds(0.002_5).to_string(), "2.5\u{202f}ms");
        assert_eq!(Seconds(0.25).to_string(), "250\u{202f}ms");
        assert_eq!(Seconds(2.5).to_string(), "2.50\u{202f}s");
    }

    #[test]
    fn only_choices_are_timed_and_each_bot_has_its_own_time() {
        let mut watch = Watch::new(Seat(1));
        for (seat, choices) in [(Seat(0), 3), (Seat(1), 1), (Seat(1), 2), (Seat(2), 2)] {
            watch.asked(seat, choices);
            watch.answered(seat);
        }
        assert_eq!((watch.higher.decisions, watch.lower.decisions), (1, 2));
    }

    #[test]
    fn times_add_up_and_the_longest_stays() {
        let mut time = ThinkingTime::one(Duration::from_millis(30));
        time.add(&ThinkingTime::one(Duration::from_millis(10)));
        let pondering = time.pondering();
        assert_eq!(pondering, Some(Pondering { decisions: 2, mean: 0.02, longest: 0.03 }));
        assert_eq!(ThinkingTime::default().pondering(), None);
    }
}
