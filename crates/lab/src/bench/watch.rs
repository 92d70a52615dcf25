//! The watch: rates and durations, the best of several rounds.

use std::time::{Duration, Instant};

use sandtable_catalog::{Rehearsal, Tally};

use crate::real;

/// What random play came to, and how fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    pub tally: Tally,
    pub seconds: f64,
    /// Decisions with two or more choices a second.
    pub per_second: f64,
}

impl Rate {
    /// Slower than anything.
    pub const NONE: Self = Self {
        tally: Tally { games: 0, decisions: 0, forced: 0, offered: 0 },
        seconds: 0.0,
        per_second: 0.0,
    };

    /// The faster of two.
    pub fn or(self, other: Self) -> Self {
        if other.per_second > self.per_second { other } else { self }
    }
}

/// Plays for about as long as told.
pub(super) fn rate(length: Duration, play: impl FnOnce(&mut dyn FnMut() -> bool) -> Tally) -> Rate {
    let start = Instant::now();
    let tally = play(&mut || start.elapsed() < length);
    let seconds = start.elapsed().as_secs_f64();
    Rate { tally, seconds, per_second: real(tally.decisions) / seconds }
}

/// What one repetition costs: `work` is told how many to do, and is given about `length` in each round.
pub(super) fn nanoseconds(rounds: u32, length: Duration, mut work: impl FnMut(u64)) -> f64 {
    let mut measure = |count: u64| {
        let start = Instant::now();
        work(count);
        start.elapsed()
    };
    let mut times = 1_u64;
    // Finds out how many fill a tenth of the time.
    while measure(times) < length / 10 && times < 1 << 28 {
        times *= 2;
    }
    let best = (0..rounds).map(|_| measure(times * 8)).min().unwrap_or_default();
    best.as_secs_f64() * 1e9 / real(times * 8)
}

/// What a decision of a rehearsal costs, in nanoseconds.
pub(super) fn rehearsal(ready: Box<dyn Rehearsal>) -> f64 {
    let start = Instant::now();
    let decisions = ready.play();
    start.elapsed().as_secs_f64() * 1e9 / real(decisions)
}
