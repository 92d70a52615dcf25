//! How far a bot must be above another for the ladder to have rungs.

use serde::Serialize;

use crate::Share;

/// What a level promises over the one below it with two seats.
const RUNG: f64 = 0.65;

/// What a level promises alone against three of the level below it.
const RUNG_AGAINST_THREE: f64 = 0.45;

/// Two bots with a bar of their own, with two seats.
const FURTHER: (&str, &str, f64) = ("grand-admiral", "captain", 0.75);

/// What a pair was to show, and whether it did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// The least share of wins, with or without the luck of the dice.
    pub least: f64,
    /// Whether the share is at least that.
    pub passed: bool,
    /// Whether the whole interval is on the same side of the bar.
    pub sure: bool,
}

impl Bar {
    /// The bar of a pair, if it has one. `levels` are all bots there are, the weakest first.
    pub(super) fn of(
        levels: &[&str],
        (higher, lower): (&str, &str),
        seats: u8,
        share: Share,
    ) -> Option<Self> {
        let level = |bot: &str| levels.iter().position(|level| *level == bot);
        let neighbours = level(higher)? == level(lower)? + 1;
        let least = match seats {
            2 if neighbours => RUNG,
            4 if neighbours => RUNG_AGAINST_THREE,
            2 if (higher, lower) == (FURTHER.0, FURTHER.1) => FURTHER.2,
            _ => return None,
        };
        let passed = share.value >= least;
        let sure = if passed { share.low >= least } else { share.high < least };
        Some(Self { least, passed, sure })
    }

    /// Whether it was passed, in words.
    pub fn verdict(&self) -> &'static str {
        match (self.passed, self.sure) {
            (true, true) => "passed",
            (true, false) => "passed, unsure",
            (false, true) => "missed",
            (false, false) => "missed, unsure",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: [&str; 5] = ["random", "ensign", "captain", "admiral", "grand-admiral"];

    fn least(pair: (&str, &str), seats: u8) -> Option<f64> {
        Bar::of(&LEVELS, pair, seats, Share::wilson(1.0, 2.0)).map(|bar| bar.least)
    }

    #[test]
    fn neighbours_have_a_bar_and_so_has_the_highest_over_the_captain() {
        assert_eq!(least(("admiral", "captain"), 2), Some(0.65));
        assert_eq!(least(("admiral", "captain"), 4), Some(0.45));
        assert_eq!(least(("grand-admiral", "captain"), 2), Some(0.75));
        assert_eq!(least(("grand-admiral", "captain"), 4), None);
        assert_eq!(least(("captain", "random"), 2), None);
        assert_eq!(least(("admiral", "captain"), 3), None);
    }

    #[test]
    fn a_short_series_is_not_sure() {
        let verdict = |won, played| {
            let bar = Bar::of(&LEVELS, ("admiral", "captain"), 2, Share::wilson(won, played));
            bar.map(|bar| bar.verdict())
        };
        assert_eq!(verdict(7.0, 10.0), Some("passed, unsure"));
        assert_eq!(verdict(300.0, 400.0), Some("passed"));
        assert_eq!(verdict(6.0, 10.0), Some("missed, unsure"));
        assert_eq!(verdict(200.0, 400.0), Some("missed"));
    }
}
