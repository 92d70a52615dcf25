//! The share of a bot without the luck of the dice.
//!
//! What dice give against expectation comes to nothing in the long run, whoever plays. Taken off each game, as much of it as is seen to
//! decide games, it favours nobody, and what is left varies less: the same games say more surely who is better (a control variate).

use crate::Share;
use crate::interval::WIDTH;

/// Of fewer games nobody can say how luck and victory go together.
const FEWEST: f64 = 20.0;
/// Luck that varies so much in all would have to speak against that to be taken off in full.
const TAKEN_FOR_GRANTED: f64 = 0.5;

/// Sums over games: shares of victory, and what the dice gave.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Merit {
    games: f64,
    share: f64,
    luck: f64,
    share_squares: f64,
    luck_squares: f64,
    products: f64,
}

impl Merit {
    /// Adds a game.
    pub fn add(&mut self, share: f64, luck: f64) {
        self.games += 1.0;
        self.share += share;
        self.luck += luck;
        self.share_squares += share * share;
        self.luck_squares += luck * luck;
        self.products += share * luck;
    }

    /// The share without luck; `None` after few games, or where no dice were thrown.
    pub fn share(&self) -> Option<Share> {
        let about_means = |products: f64, one: f64, other: f64| products - one * other / self.games;
        let chanciness = about_means(self.luck_squares, self.luck, self.luck);
        if self.games < FEWEST || chanciness <= 0.0 {
            return None;
        }
        let in_step = about_means(self.products, self.share, self.luck);
        let decides = (in_step + TAKEN_FOR_GRANTED) / (chanciness + TAKEN_FOR_GRANTED);
        let value = (self.share - decides * self.luck) / self.games;
        let shares = about_means(self.share_squares, self.share, self.share);
        let scatter = (shares - 2.0 * decides * in_step + decides * decides * chanciness).max(0.0);
        let spread = WIDTH * (scatter / (self.games - 2.0) / self.games).sqrt();
        let within = |share: f64| share.clamp(0.0, 1.0);
        Some(Share { value: within(value), low: within(value - spread), high: within(value + spread) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many games in which a bot would win three of five, and dice that swing them one way and the other.
    fn after(games: u32, swing: f64) -> Merit {
        let mut merit = Merit::default();
        for game in 0..games {
            let luck = if game % 2 == 0 { swing } else { -swing };
            let earned = if game % 5 < 3 { 0.7 } else { 0.45 };
            merit.add(earned + luck, luck);
        }
        merit
    }

    #[test]
    fn luck_is_taken_off() {
        let told = after(200, 0.3).share().expect("they are enough");
        assert!((told.value - 0.6).abs() < 0.01, "{told}");
        assert!(told.high - told.low < 0.05, "{told}");
    }

    #[test]
    fn luck_that_decides_nothing_is_left_alone() {
        let mut merit = Merit::default();
        for game in 0..400 {
            merit.add(if game % 4 < 3 { 1.0 } else { 0.0 }, if game % 2 == 0 { 1.0 } else { -0.9 });
        }
        let told = merit.share().expect("they are enough");
        let plain = Share::wilson(300.0, 400.0);
        assert!((told.value - plain.value).abs() < 0.02, "{told}");
        assert!((told.high - told.low) < 1.05 * (plain.high - plain.low), "{told}");
    }

    #[test]
    fn few_games_and_games_without_dice_tell_nothing() {
        assert_eq!(after(19, 0.3).share(), None);
        assert_eq!(after(50, 0.0).share(), None);
    }
}
