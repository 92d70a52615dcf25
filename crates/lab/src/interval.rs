//! Shares of victories, with the interval in which the true share lies.

use std::fmt;

use serde::Serialize;

/// A share with its interval: what was seen, and where the truth is 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// What was seen, from 0 to 1.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Standard deviations that hold 95 % of a normal distribution.
const WIDTH: f64 = 1.959_964;

impl Share {
    /// The share of `won` in `played` with the interval of Wilson, which behaves at 0 and 1 and for short series.
    /// A draw is a part of a victory, so `won` need not be whole.
    pub fn wilson(won: f64, played: f64) -> Self {
        if played <= 0.0 {
            return Self { value: 0.0, low: 0.0, high: 1.0 };
        }
        let value = won / played;
        let square = WIDTH * WIDTH;
        let spread = WIDTH * (value * (1.0 - value) / played + square / (4.0 * played * played)).sqrt();
        let (centre, scale) = (value + square / (2.0 * played), 1.0 + square / played);
        let low = ((centre - spread) / scale).clamp(0.0, 1.0);
        let high = ((centre + spread) / scale).clamp(0.0, 1.0);
        Self { value, low, high }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |value: f64| 100.0 * value;
        write!(f, "{:.1} % ({:.1} to {:.1})", percent(self.value), percent(self.low), percent(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 5e-5, "{found} is not {wanted}");
    }

    #[test]
    fn the_interval_is_that_of_the_textbook() {
        let share = Share::wilson(40.0, 100.0);
        near(share.low, 0.3094);
        near(share.high, 0.4980);
    }

    #[test]
    fn a_series_without_a_victory_still_has_an_upper_end() {
        let share = Share::wilson(0.0, 10.0);
        near(share.low, 0.0);
        near(share.high, 0.2775);
    }

    #[test]
    fn an_empty_series_says_nothing() {
        assert_eq!(Share::wilson(0.0, 0.0), Share { value: 0.0, low: 0.0, high: 1.0 });
    }
}
