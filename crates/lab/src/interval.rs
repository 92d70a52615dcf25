//! Shares of victories and means of scores, with the interval in which the truth lies.

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
pub(crate) const WIDTH: f64 = 1.959_964;

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

    /// How wide the interval is.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |value: f64| 100.0 * value;
        write!(f, "{:.1} % ({:.1} to {:.1})", percent(self.value), percent(self.low), percent(self.high))
    }
}

/// A mean with its interval: what was seen, and where the truth is 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// What was seen.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Mean {
    /// The mean of `count` figures by their sum and the sum of their squares. One figure alone tells nothing of its spread.
    pub fn of(sum: f64, squares: f64, count: f64) -> Self {
        if count < 1.0 {
            return Self { value: 0.0, low: 0.0, high: 0.0 };
        }
        let value = sum / count;
        let deviation = ((squares - sum * value) / (count - 1.0).max(1.0)).max(0.0).sqrt();
        let spread = WIDTH * deviation / count.sqrt();
        Self { value, low: value - spread, high: value + spread }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ({:.2} to {:.2})", self.value, self.low, self.high)
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

    #[test]
    fn the_mean_of_few_figures_is_that_of_the_textbook() {
        // 2, 4, 6: mean 4, deviation 2, so 1.96 x 2 / sqrt 3 to each side.
        let mean = Mean::of(12.0, 56.0, 3.0);
        near(mean.value, 4.0);
        near(mean.low, 1.7368);
        near(mean.high, 6.2632);
        assert_eq!(mean.to_string(), "4.00 (1.74 to 6.26)");
    }

    #[test]
    fn figures_that_never_differ_have_no_spread() {
        assert_eq!(Mean::of(-15.0, 45.0, 5.0), Mean { value: -3.0, low: -3.0, high: -3.0 });
        assert_eq!(Mean::of(0.0, 0.0, 0.0), Mean { value: 0.0, low: 0.0, high: 0.0 });
    }
}
