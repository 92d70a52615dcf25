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
    /// How long a round of thought took the last time.
    round: Duration,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { left: STRETCH, round: Duration::ZERO }
    }
}

impl Allowance {
    /// How long a bot may think about its next decision: as long as its level says, and a share of what is left at most.
    pub fn for_one(&self, bot: &str) -> Patience {
        let card = BOTS.iter().find(|card| card.id == bot);
        let level = Duration::from_secs(card.map_or(0, |card| card.seconds).into());
        Patience { time: level.min(self.left / SHARE), round: self.round }
    }

    /// A bot has thought so long, in so many rounds.
    pub fn spend(&mut self, spent: Duration, rounds: u32) {
        self.left = self.left.saturating_sub(spent);
        if rounds > 0 {
            self.round = spent / rounds;
        }
    }

    /// A new stretch begins. Rounds may be shorter by now, and one that was too long is tried again some time.
    pub fn renew(&mut self) {
        *self = Self { left: STRETCH, round: self.round / 2 };
    }
}

/// How long somebody waits for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    time: Duration,
    /// How long the first round of thought is expected to take.
    round: Duration,
}

impl Patience {
    /// So long, when nothing is known of rounds.
    pub const fn of(time: Duration) -> Self {
        Self { time, round: Duration::ZERO }
    }

    /// What each of several bots has of it that think at the same time.
    #[must_use]
    pub fn shared_by(self, bots: u32) -> Self {
        Self { time: self.time / bots.max(1), ..self }
    }

    /// Whether there is time for one more round of thought, if it takes as long as those that were done did on average.
    pub fn lasts(&self, done: u32, spent: Duration) -> bool {
        let round = if done == 0 { self.round.max(spent) } else { spent / done };
        spent + round <= self.time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_would_not_end_in_time_is_not_begun() {
        let seconds = Duration::from_secs;
        let patience = Patience::of(seconds(5));
        assert!(patience.lasts(0, seconds(1)), "the first one is tried");
        assert!(patience.lasts(4, seconds(4)));
        assert!(!patience.lasts(2, seconds(4)), "it would take two seconds more");
        assert!(!patience.shared_by(2).lasts(2, seconds(2)));
        assert!(!Patience::of(Duration::ZERO).lasts(0, Duration::from_nanos(1)), "there is no time at all");
    }

    #[test]
    fn a_first_round_is_expected_to_take_as_long_as_the_last_one_did() {
        let (mut allowance, seconds) = (Allowance::default(), Duration::from_secs);
        allowance.spend(seconds(16), 2);
        assert!(
            !allowance.for_one("grand-admiral").lasts(0, Duration::ZERO),
            "eight seconds of a third of fourteen"
        );
        allowance.spend(Duration::ZERO, 0);
        assert!(!allowance.for_one("grand-admiral").lasts(0, Duration::ZERO), "nothing new is known");
        allowance.renew();
        assert!(allowance.for_one("grand-admiral").lasts(0, Duration::ZERO));
    }

    #[test]
    fn a_stretch_of_many_decisions_takes_no_longer_than_its_allowance() {
        let mut allowance = Allowance::default();
        let mut spent = Duration::ZERO;
        for _ in 0..200 {
            let one = allowance.for_one("grand-admiral").time;
            allowance.spend(one, 1);
            spent += one;
        }
        assert!(spent <= STRETCH, "{spent:?}");
        assert!(allowance.for_one("grand-admiral").time < Duration::from_millis(10));
        allowance.renew();
        assert_eq!(allowance.left, STRETCH);
    }

    #[test]
    fn a_level_thinks_no_longer_than_it_says() {
        for card in BOTS {
            let longest = Duration::from_secs(card.seconds.into());
            assert!(Allowance::default().for_one(card.id).time <= longest, "{}", card.id);
        }
        assert_eq!(Allowance::default().for_one("nobody"), Patience::of(Duration::ZERO));
    }
}
