//! The choices that are played on, and what their playouts say of them.
//!
//! The captain's choice is the favourite, and every other has to show that it is better. All are played in the same
//! worlds, so that what counts is the difference to the favourite in each: it varies much less than the chances themselves. What
//! the captain says of a difference and what playouts say are weighed by how sure either is.

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
}

/// Where a choice stands in the end.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Its number in the menu.
    pub number: usize,
    /// How often it was played on.
    pub playouts: u32,
    /// The chance after it, as captain and playouts together see it; nothing is known without playouts.
    pub chance: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// The standard error of its distance to the favourite, which is known better than the chances themselves.
    pub apart: f64,
}

/// An estimate with the square of its standard error.
#[derive(Clone, Copy, Debug)]
struct Belief {
    mean: f64,
    variance: f64,
}

/// So many standard errors ahead, a choice is taken to be the best.
const SURE: f64 = 2.5;

/// Playouts of each choice before anything is taken for sure.
const FEWEST: f64 = 8.0;

impl Contest {
    /// The choices in the order of the captain's liking.
    pub fn new(candidates: impl Iterator<Item = Candidate>, doubt: f64) -> Self {
        let candidates: Vec<Candidate> = candidates.collect();
        Self { live: candidates.len(), candidates, doubt }
    }

    /// Those that are left.
    pub fn live(&self) -> &[Candidate] {
        &self.candidates[..self.live]
    }

    /// All that took part, the best first.
    pub fn standings(&self) -> Vec<Standing> {
        let noise = self.noise();
        let favourite = &self.candidates[0];
        let mut beliefs: Vec<(&Candidate, Belief)> =
            self.candidates.iter().map(|candidate| (candidate, self.belief(candidate, noise))).collect();
        beliefs.sort_by(|(_, a), (_, b)| b.mean.total_cmp(&a.mean));
        let standing = |(candidate, belief): (&Candidate, Belief)| Standing {
            number: candidate.number,
            playouts: candidate.playouts as u32,
            chance: (favourite.chance() + belief.mean).clamp(0.0, 1.0),
            error: (favourite.error().powi(2) + belief.variance).sqrt(),
            apart: belief.variance.sqrt(),
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

    /// Whether it is plain already which one is the best.
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
        others.iter().all(|other| {
            let spread = (best.variance + other.variance).sqrt();
            best.mean - other.mean >= SURE * spread
        })
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

/// The variance that differences are taken to have before any was seen.
const LEAST_NOISE: f64 = 0.01;

/// What captain and playouts together say of a challenger's lead over the favourite.
fn belief(candidate: &Candidate, doubt: f64, noise: f64) -> Belief {
    let (opinion, playouts) = (1.0 / (doubt * doubt), candidate.playouts / noise);
    let mean = if candidate.playouts > 0.0 { candidate.margin / candidate.playouts } else { 0.0 };
    let weight = opinion + playouts;
    Belief { mean: (candidate.prior * opinion + mean * playouts) / weight, variance: 1.0 / weight }
}
