//! The share of a bot without the luck of the dice.
//!
//! What dice give against expectation comes to nothing in the long run, whoever plays. Taken off each game, as much of it as is seen to
//! decide games, it favours nobody, and what is left varies less: the same games say more surely who is better (a control variate).

use crate::Share;

/// Of fewer games nobody can say how luck and victory go together.
const FEWEST: f64 = 20.0;
/// Luck that varies so much in all would have to speak against that to be taken off in full.
const TAKEN_FOR_GRANTED: f64 = 0.5;
/// Shares of games without luck that are added before it is asked how much luck explains, as Agresti and Coull add them: two won, two
/// lost. However many seats there are, a share is as uncertain as far as it is from both ends, so parity does not come in.
const ADDED: [f64; 4] = [1.0, 1.0, 0.0, 0.0];

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
    ///
    /// The value is what was seen. The interval is that of Wilson for a series with luck that says as much, which behaves at 0 and 1: a
    /// bot that won all of twenty games may well lose the next, however little the twenty differed when luck was taken off.
    pub fn share(&self) -> Option<Share> {
        if self.games < FEWEST || self.chanciness() <= 0.0 {
            return None;
        }
        let value = (self.share - self.decides() * self.luck) / self.games;
        let length = self.games * self.gain();
        Some(Share::wilson(value.clamp(0.0, 1.0) * length, length))
    }

    /// How many times as long a series with luck must be to say as much: the variance of games that are won or lost, over that of
    /// games without luck. The games that are added keep this near 1 where hardly one was lost, and nobody knows what decides it. They
    /// count nowhere else: in the middle of the interval they would pull it towards even by more than games without luck leave unsure.
    fn gain(&self) -> f64 {
        let mut sums = *self;
        for share in ADDED {
            sums.add(share, 0.0);
        }
        let mean = sums.share / sums.games;
        mean * (1.0 - mean) * (sums.games - 2.0) / sums.scatter()
    }

    /// How much of the luck is seen to decide games.
    fn decides(&self) -> f64 {
        (self.in_step() + TAKEN_FOR_GRANTED) / (self.chanciness() + TAKEN_FOR_GRANTED)
    }

    /// How much games differ without luck: the sum of squares about their mean.
    fn scatter(&self) -> f64 {
        let (shares, decides) =
            (self.about_means(self.share_squares, self.share, self.share), self.decides());
        shares - 2.0 * decides * self.in_step() + decides * decides * self.chanciness()
    }

    fn chanciness(&self) -> f64 {
        self.about_means(self.luck_squares, self.luck, self.luck)
    }

    fn in_step(&self) -> f64 {
        self.about_means(self.products, self.share, self.luck)
    }

    fn about_means(&self, products: f64, one: f64, other: f64) -> f64 {
        products - one * other / self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_engine::chance::Fast;

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

    #[test]
    fn a_series_without_a_defeat_is_no_proof() {
        let mut merit = Merit::default();
        for game in 0..20 {
            merit.add(1.0, if game % 2 == 0 { 0.02 } else { -0.02 });
        }
        let told = merit.share().expect("they are enough");
        assert!(told.value > 0.999 && (0.8..0.9).contains(&told.low), "{told}");
    }

    /// What a throw can make of a chance: two others, and how often it is the first.
    type Throw = fn(f64) -> (f64, f64, f64);

    /// As far up as down, to the nearer end.
    const SWING: Throw = |chance| {
        let most = chance.min(1.0 - chance);
        (chance + most, chance - most, 0.5)
    };

    /// It settles the game for the favourite, and seldom leaves it even.
    const UPSET: Throw =
        |chance| if chance > 0.5 { (1.0, 0.5, 2.0 * chance - 1.0) } else { (0.0, 0.5, 1.0 - 2.0 * chance) };

    /// In how many of so many series the interval holds the chance with which each game began.
    fn held(throw: Throw, chance: f64, games: u32, series: u32) -> u32 {
        let mut whim = Fast::new(17);
        let mut happens = |often: f64| f64::from(whim.below(1 << 20)) < often * f64::from(1 << 20);
        let (one, other, often) = throw(chance);
        let mut held = 0;
        for _ in 0..series {
            let mut merit = Merit::default();
            for _ in 0..games {
                let thrown = if happens(often) { one } else { other };
                merit.add(f64::from(happens(thrown)), thrown - chance);
            }
            // Where the throw always fell the same there was no luck to take off.
            let told = merit.share().unwrap_or_else(|| Share::wilson(merit.share, merit.games));
            held += u32::from(told.low <= chance && chance <= told.high);
        }
        held
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        for throw in [SWING, UPSET] {
            for games in [20, 40, 100, 400] {
                for chance in [0.02, 0.1, 0.25, 0.65, 0.9, 0.98] {
                    let held = held(throw, chance, games, 1000);
                    // A series of twenty has few shares that it can come to: as with Wilson's interval, some lie a little badly.
                    assert!(held >= 925, "{held} in 1000, at {chance} in {games} games");
                }
            }
        }
    }
}
