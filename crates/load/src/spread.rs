//! Middle and tail of many times.

use std::time::Duration;

use serde::Serialize;

/// Many times, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Spread {
    /// How many.
    pub count: usize,
    /// Half of them are shorter.
    pub p50_ms: f64,
    /// Nine of ten are shorter.
    pub p90_ms: f64,
    /// Ninety-nine of a hundred are shorter.
    pub p99_ms: f64,
    /// The longest.
    pub longest_ms: f64,
}

impl Spread {
    /// Of these times; all are 0 if there is none.
    pub fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            let time = times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default();
            time.as_secs_f64() * 1000.0
        };
        Self { count: times.len(), p50_ms: at(0.5), p90_ms: at(0.9), p99_ms: at(0.99), longest_ms: at(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_the_tail() {
        let spread = Spread::of((1..=100).map(Duration::from_millis).collect());
        assert!((spread.p50_ms - 51.0).abs() < 0.01 && (spread.p99_ms - 100.0).abs() < 0.01, "{spread:?}");
        assert!(Spread::of(Vec::new()).p99_ms.abs() < 0.01);
    }
}
