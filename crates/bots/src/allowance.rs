//! How long bots may think at a table where people wait. Arithmetic alone: whoever asks them holds the watch.

use std::time::Duration;

use crate::BOTS;

/// What bots may think in all until a person has decided, or a new turn begins.
const STRETCH: Duration = Duration::from_secs(30);

/// One decision takes so much of what is left at most: the first ones of a stretch get the most, and the last ones something.
const SHARE: u32 = 3;

/// What is left of the time for a stretch of decisions by bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    left: Duration,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { left: STRETCH }
    }
}

impl Allowance {
    /// How long a bot may think about its next decision: as long as its level says, and a share of what is left at most.
    pub fn for_one(&self, bot: &str) -> Duration {
        let card = BOTS.iter().find(|card| card.id == bot);
        let level = Duration::from_secs(card.map_or(0, |card| card.seconds).into());
        level.min(self.left / SHARE)
    }

    /// A bot has thought so long.
    pub fn spend(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(spent);
    }

    /// A new stretch begins.
    pub fn renew(&mut self) {
        *self = Self::default();
    }
}

/// Whether there is time for one more round of thought, if it takes as long as those that were done did on average.
pub fn time_for_more(done: u32, spent: Duration, time: Duration) -> bool {
    spent + spent / done.max(1) <= time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_would_not_end_in_time_is_not_begun() {
        let seconds = Duration::from_secs;
        assert!(time_for_more(0, seconds(1), seconds(5)), "the first one is tried");
        assert!(time_for_more(4, seconds(4), seconds(5)));
        assert!(!time_for_more(2, seconds(4), seconds(5)), "it would take two seconds more");
        assert!(!time_for_more(0, Duration::from_nanos(1), Duration::ZERO), "there is none at all");
    }

    #[test]
    fn a_stretch_of_many_decisions_takes_no_longer_than_its_allowance() {
        let mut allowance = Allowance::default();
        let mut spent = Duration::ZERO;
        for _ in 0..200 {
            let one = allowance.for_one("grand-admiral");
            allowance.spend(one);
            spent += one;
        }
        assert!(spent <= STRETCH, "{spent:?}");
        assert!(allowance.for_one("grand-admiral") < Duration::from_millis(10));
        allowance.renew();
        assert_eq!(allowance, Allowance::default());
    }

    #[test]
    fn a_level_thinks_no_longer_than_it_says() {
        for card in BOTS {
            let longest = Duration::from_secs(card.seconds.into());
            assert!(Allowance::default().for_one(card.id) <= longest, "{}", card.id);
        }
        assert_eq!(Allowance::default().for_one("nobody"), Duration::ZERO);
    }
}
