//! The choices that are played on, and what their playouts say of them.
//!
//! The captain's choice is the favourite, and every other has to show that it is better. All are played in the same
//! worlds, so that what counts is the difference to the favourite in each: it varies much less than the chances themselves. What
//! the captain says of a difference and what playouts say are weighed by how sure either is.

use crate::Weighed;

/// A choice that is played on.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its number in the menu.
    pub number: usize,
    /// By how much the captain expects it to be better than the favourite: 0 for that, less for the others.
    prior: f64,
    playouts: f64,
    /// The sum of the chances after it.
    total: f64,
    /// The same of their squares.
    squares: f64,
    /// The sum of the differences to the favourite.
    margin: f64,
    /// The same of their squares.
    margin_squares: f64,
}

impl Candidate {
    /// A choice of which the captain has this opinion.
    pub const fn new(number: usize, prior: f64) -> Self {
        Self { number, prior, playouts: 0.0, total: 0.0, squares: 0.0, margin: 0.0, margin_squares: 0.0 }
    }

    /// The mean chance after it.
    fn chance(&self) -> f64 {
        self.total / self.playouts
    }

    /// The standard error of the mean chance.
    fn error(&self) -> f64 {
        let mean = self.chance();
        let variance = (self.squares / self.playouts - mean * mean).max(0.0);
        (variance / (self.playouts - 1.0).max(1.0)).sqrt()
    }

    fn add(&mut self, chance: f64, favourite: f64) {
        let margin = chance - favourite;
        self.playouts += 1.0;
        self.total += chance;
        self.squares += chance * chance;
        self.margin += margin;
        self.margin_squares += margin * margin;
    }
}

/// The favourite and those that challenge it.
#[derive(Debug)]
pub struct Contest {
    /// The favourite, then the challengers that are left, then those that were dropped.
    candidates: Vec<Candidate>,
    /// How many are left.
    live: usize,
    /// The standard deviation of the captain's errors.
    doubt: f64,
    /// What is not worth more thought, in chances of victory.
    little: f64,
}

/// An estimate with the square of its standard error.
#[derive(Clone, Copy, Debug)]
struct Belief {
    mean: f64,
    variance: f64,
}

/// Playouts of each choice before anything is taken for plain.
const FEWEST: f64 = 4.0;

impl Contest {
    /// The choices in the order of the captain's liking.
    pub fn new(candidates: impl Iterator<Item = Candidate>, doubt: f64, little: f64) -> Self {
        let candidates: Vec<Candidate> = candidates.collect();
        Self { live: candidates.len(), candidates, doubt, little }
    }

    /// Those that are left.
    pub fn live(&self) -> &[Candidate] {
        &self.candidates[..self.live]
    }

    /// All that took part, the best first, by their numbers in the menu. Nothing is known of those that were never played on.
    pub fn standings(&self) -> Vec<Weighed<usize>> {
        let noise = self.noise();
        let favourite = &self.candidates[0];
        let mut beliefs: Vec<(&Candidate, Belief)> =
            self.candidates.iter().map(|candidate| (candidate, self.belief(candidate, noise))).collect();
        beliefs.sort_by(|(_, a), (_, b)| b.mean.total_cmp(&a.mean));
        let standing = |(candidate, belief): (&Candidate, Belief)| Weighed {
            choice: candidate.number,
            chance: (favourite.chance() + belief.mean).clamp(0.0, 1.0),
            error: (favourite.error().powi(2) + belief.variance).sqrt(),
            apart: belief.variance.sqrt(),
            playouts: candidate.playouts as u32,
        };
        beliefs.into_iter().map(standing).collect()
    }

    /// Notes the chances after each that is left, in one world.
    pub fn note(&mut self, chances: &[f64]) {
        let favourite = chances[0];
        for (candidate, chance) in self.candidates.iter_mut().zip(chances) {
            candidate.add(*chance, favourite);
        }
    }

    /// Drops the worse half of the challengers.
    pub fn halve(&mut self) {
        let noise = self.noise();
        let doubt = self.doubt;
        let challengers = &mut self.candidates[1..self.live];
        challengers.sort_by(|a, b| belief(b, doubt, noise).mean.total_cmp(&belief(a, doubt, noise).mean));
        self.live = 1 + challengers.len() / 2;
    }

    /// Whether it is plain already which one is the best, or makes no difference that is worth more thought.
    pub fn settled(&self) -> bool {
        if self.live < 2 {
            return true;
        }
        if self.candidates[0].playouts < FEWEST {
            return false;
        }
        let noise = self.noise();
        let beliefs = self.live().iter().map(|candidate| self.belief(candidate, noise));
        let mut beliefs: Vec<Belief> = beliefs.collect();
        beliefs.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let (best, others) = beliefs.split_first().expect("somebody is left");
        others.iter().all(|other| other.hope_beyond(best) < self.little)
    }

    /// How much a difference to the favourite varies from world to world: its variance, over all challengers.
    fn noise(&self) -> f64 {
        let challengers = &self.candidates[1..];
        let mut squares = 0.0;
        let mut freedom = 0.0;
        for one in challengers.iter().filter(|one| one.playouts > 1.0) {
            squares += one.margin_squares - one.margin * one.margin / one.playouts;
            freedom += one.playouts - 1.0;
        }
        // Differences that have not been seen to vary yet may still do so.
        (squares + LEAST_NOISE) / (freedom + 1.0)
    }

    fn belief(&self, candidate: &Candidate, noise: f64) -> Belief {
        if std::ptr::eq(candidate, &raw const self.candidates[0]) {
            return Belief { mean: 0.0, variance: 0.0 };
        }
        belief(candidate, self.doubt, noise)
    }
}

impl Belief {
    /// By how much this is expected to turn out better than another that is ahead, counting only the cases where it does: what
    /// could be gained by knowing both for certain.
    fn hope_beyond(self, ahead: &Self) -> f64 {
        let spread = (self.variance + ahead.variance).sqrt();
        let behind = (ahead.mean - self.mean) / spread;
        // The loss function of the normal distribution, near enough within three standard errors.
        spread * (-0.92 - 1.19 * behind - 0.37 * behind * behind).exp()
    }
}

/// The variance that differences are taken to have before any was seen.
const LEAST_NOISE: f64 = 0.01;

/// What captain and playouts together say of a challenger's lead over the favourite.
fn belief(candidate: &Candidate, doubt: f64, noise: f64) -> Belief {
    let (opinion, playouts) = (1.0 / (doubt * doubt), candidate.playouts / noise);
    let mean = if candidate.playouts > 0.0 { candidate.margin / candidate.playouts } else { 0.0 };
    let weight = opinion + playouts;
    Belief { mean: (candidate.prior * opinion + mean * playouts) / weight, variance: 1.0 / weight }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three choices that the captain likes equally, after so many worlds.
    fn after(worlds: u32, chances: impl Fn(u32) -> [f64; 3]) -> Contest {
        let mut contest = Contest::new((0..3).map(|number| Candidate::new(number, 0.0)), 0.03, 0.002);
        (0..worlds).for_each(|world| contest.note(&chances(world)));
        contest
    }

    #[test]
    fn nothing_is_plain_before_it_was_tried() {
        assert!(!after(3, |_| [0.9, 0.1, 0.1]).settled());
    }

    #[test]
    fn a_clear_lead_is_plain_soon() {
        let contest = after(4, |world| [0.6, 0.3, if world % 2 == 0 { 0.31 } else { 0.29 }]);
        assert!(contest.settled());
        assert_eq!(contest.standings()[0].choice, 0);
    }

    #[test]
    fn what_makes_no_difference_is_not_thought_about_for_long() {
        assert!(after(24, |world| [0.5 + 0.01 * f64::from(world % 4); 3]).settled());
    }

    #[test]
    fn a_close_race_goes_on() {
        let swing = |world: u32| if world.is_multiple_of(2) { 0.2 } else { -0.2 };
        assert!(!after(24, |world| [0.5, 0.5 + swing(world), 0.5 - swing(world)]).settled());
    }

    #[test]
    fn hope_is_the_loss_function_of_the_normal_distribution() {
        let ahead = Belief { mean: 0.0, variance: 0.0 };
        for (behind, loss) in [(0.0, 0.39894), (0.5, 0.19780), (1.0, 0.08332), (2.0, 0.00849), (3.0, 0.00038)]
        {
            let hope = Belief { mean: -behind, variance: 1.0 }.hope_beyond(&ahead);
            assert!((hope - loss).abs() < 0.003, "{behind} behind: {hope}, not {loss}");
        }
    }
}
