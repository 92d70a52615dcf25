//! The choices that are played on, and what their playouts say of them.
//!
//! The captain's choice is the favourite, and every other has to show that it is better. All are played in the same
//! worlds, so that what counts is the difference to the favourite in each: it varies much less than the chances themselves. Of
//! what is left most is luck that fell after the choice; it is known how much the dice gave on the way, and that is taken off (a
//! control variate, as in the rollouts of backgammon). What the captain says of a difference and what playouts say are weighed by
//! how sure either is; and playouts lead a little astray however many there are.

use crate::Weighed;

/// How a playout went for the seat that is asked.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Its chance to win where the playout was cut.
    pub chance: f64,
    /// What the dice gave it on the way against expectation, in chances of victory.
    pub luck: f64,
}

/// Figures of playouts, and the luck that came with each.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    count: f64,
    sum: f64,
    squares: f64,
    luck: f64,
    luck_squares: f64,
    products: f64,
}

impl Tally {
    fn add(&mut self, figure: f64, luck: f64) {
        self.count += 1.0;
        self.sum += figure;
        self.squares += figure * figure;
        self.luck += luck;
        self.luck_squares += luck * luck;
        self.products += figure * luck;
    }

    /// How many could differ from their mean.
    fn freedom(&self) -> f64 {
        (self.count - 1.0).max(0.0)
    }

    /// The mean without a share of the luck.
    fn mean(&self, share: f64) -> f64 {
        if self.count > 0.0 { (self.sum - share * self.luck) / self.count } else { 0.0 }
    }

    /// The squares of the distances from that mean, all together.
    fn scatter(&self, share: f64) -> f64 {
        let figures = self.about_means(self.squares, self.sum, self.sum);
        (figures - 2.0 * share * self.in_step() + share * share * self.chanciness()).max(0.0)
    }

    /// How luck varies.
    fn chanciness(&self) -> f64 {
        self.about_means(self.luck_squares, self.luck, self.luck)
    }

    /// How luck and the figures vary together.
    fn in_step(&self) -> f64 {
        self.about_means(self.products, self.luck, self.sum)
    }

    /// Products of two figures, taken about the means of both.
    fn about_means(&self, products: f64, one: f64, other: f64) -> f64 {
        products - one * other / self.count.max(1.0)
    }
}

/// A choice that is played on.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its number in the menu.
    pub number: usize,
    /// By how much the captain expects it to be better than the favourite: 0 for that, less for the others.
    prior: f64,
    /// The chances after it.
    chances: Tally,
    /// Their differences to the favourite's.
    margins: Tally,
}

impl Candidate {
    /// A choice of which the captain has this opinion.
    pub fn new(number: usize, prior: f64) -> Self {
        Self { number, prior, chances: Tally::default(), margins: Tally::default() }
    }

    fn add(&mut self, course: Course, favourite: Course) {
        self.chances.add(course.chance, course.luck);
        self.margins.add(course.chance - favourite.chance, course.luck - favourite.luck);
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
    /// The part of the variance that more playouts would take away.
    open: f64,
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
        let yardstick = self.yardstick();
        let favourite = &self.candidates[0].chances;
        let chance = favourite.mean(yardstick.luck);
        let variance = favourite.scatter(yardstick.luck) / (favourite.count * favourite.freedom().max(1.0));
        let mut beliefs: Vec<(&Candidate, Belief)> =
            self.candidates.iter().map(|candidate| (candidate, self.belief(candidate, yardstick))).collect();
        beliefs.sort_by(|(_, a), (_, b)| b.mean.total_cmp(&a.mean));
        let standing = |(candidate, belief): (&Candidate, Belief)| Weighed {
            choice: candidate.number,
            chance: (chance + belief.mean).clamp(0.0, 1.0),
            error: (variance + belief.variance + ASTRAY * ASTRAY).sqrt(),
            apart: belief.variance.sqrt(),
            playouts: candidate.chances.count as u32,
        };
        beliefs.into_iter().map(standing).collect()
    }

    /// Notes how it went after each that is left, in one world.
    pub fn note(&mut self, courses: &[Course]) {
        let favourite = courses[0];
        for (candidate, course) in self.candidates.iter_mut().zip(courses) {
            candidate.add(*course, favourite);
        }
    }

    /// Drops the worse half of the challengers.
    pub fn halve(&mut self) {
        let (doubt, yardstick) = (self.doubt, self.yardstick());
        let challengers = &mut self.candidates[1..self.live];
        let hope = |candidate: &Candidate| belief(candidate, doubt, yardstick).mean;
        challengers.sort_by(|a, b| hope(b).total_cmp(&hope(a)));
        self.live = 1 + challengers.len() / 2;
    }

    /// Whether it is plain already which one is the best, or makes no difference that is worth more thought.
    pub fn settled(&self) -> bool {
        if self.live < 2 {
            return true;
        }
        if self.candidates[0].chances.count < FEWEST {
            return false;
        }
        let yardstick = self.yardstick();
        let beliefs = self.live().iter().map(|candidate| self.belief(candidate, yardstick));
        let mut beliefs: Vec<Belief> = beliefs.collect();
        beliefs.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let (best, others) = beliefs.split_first().expect("somebody is left");
        others.iter().all(|other| other.hope_beyond(best) < self.little)
    }

    /// By what playouts are measured, from the differences of all challengers to the favourite.
    fn yardstick(&self) -> Yardstick {
        let margins = || self.candidates[1..].iter().map(|candidate| &candidate.margins);
        let freedom: f64 = margins().map(Tally::freedom).sum();
        let chanciness: f64 = margins().map(Tally::chanciness).sum();
        let in_step: f64 = margins().map(Tally::in_step).sum();
        let luck = (in_step + ALL_OF_IT * TAKEN_FOR_GRANTED) / (chanciness + TAKEN_FOR_GRANTED);
        let scatter: f64 = margins().map(|tally| tally.scatter(luck)).sum();
        // Differences that have not been seen to vary yet may still do so.
        Yardstick { luck, noise: (scatter + LEAST_NOISE) / (freedom + 1.0) }
    }

    fn belief(&self, candidate: &Candidate, yardstick: Yardstick) -> Belief {
        if std::ptr::eq(candidate, &raw const self.candidates[0]) {
            return Belief { mean: 0.0, variance: 0.0, open: 0.0 };
        }
        belief(candidate, self.doubt, yardstick)
    }
}

impl Belief {
    /// By how much this is expected to turn out better than another that is ahead, counting only the cases where it does: what
    /// could be gained by playing both on for ever.
    fn hope_beyond(self, ahead: &Self) -> f64 {
        let spread = (self.open + ahead.open).sqrt();
        let behind = (ahead.mean - self.mean) / spread;
        // The loss function of the normal distribution, near enough within three standard errors.
        spread * (-0.92 - 1.19 * behind - 0.37 * behind * behind).exp()
    }
}

/// By what playouts are measured.
#[derive(Clone, Copy, Debug)]
struct Yardstick {
    /// The share of the luck on the way that is still there where a playout is cut.
    luck: f64,
    /// How much a difference to the favourite varies from world to world without it: the variance.
    noise: f64,
}

/// The variance that differences are taken to have before any was seen.
const LEAST_NOISE: f64 = 0.01;
/// The share of the luck on the way that is taken to last before it was seen.
const ALL_OF_IT: f64 = 1.0;
/// Luck that varies so much in all would have to speak against that to count for as much.
const TAKEN_FOR_GRANTED: f64 = 0.005;

/// The standard deviation of what is wrong with any number of playouts: they take everybody for a captain, and where they are cut the judge
/// speaks for the rest of the game. Found where the same choices were played on for several rounds more.
const ASTRAY: f64 = 0.015;

/// What captain and playouts together say of a challenger's lead over the favourite.
fn belief(candidate: &Candidate, doubt: f64, yardstick: Yardstick) -> Belief {
    let margins = &candidate.margins;
    let (opinion, astray) = (doubt * doubt, ASTRAY * ASTRAY);
    let playouts = yardstick.noise / margins.count + astray;
    let variance = of_both(opinion, playouts);
    let mean = variance * (candidate.prior / opinion + margins.mean(yardstick.luck) / playouts);
    Belief { mean, variance, open: variance - of_both(opinion, astray) }
}

/// The variance of two estimates together, from those of either.
fn of_both(one: f64, other: f64) -> f64 {
    1.0 / (1.0 / one + 1.0 / other)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three choices that the captain likes equally, after so many worlds.
    fn after(worlds: u32, chances: impl Fn(u32) -> [f64; 3]) -> Contest {
        let mut contest = Contest::new((0..3).map(|number| Candidate::new(number, 0.0)), 0.03, 0.002);
        let course = |chance| Course { chance, luck: 0.0 };
        (0..worlds).for_each(|world| contest.note(&chances(world).map(course)));
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
    fn playouts_are_not_believed_altogether_however_many() {
        let standings = |worlds| after(worlds, |_| [0.5, 0.52, 0.4]).standings();
        let (many, more) = (standings(400), standings(40_000));
        let lead = |standings: &[Weighed<usize>]| standings[0].chance - standings[1].chance;
        // The captain, who is off by 0.03, saw no difference: four fifths of the two in a hundred are believed.
        assert!((lead(&more) - 0.016).abs() < 0.000_1, "{more:?}");
        assert!((lead(&many) - lead(&more)).abs() < 0.000_1, "{many:?}");
        assert!(more[0].apart > 0.013, "{more:?}");
    }

    #[test]
    fn thinking_ends_when_more_playouts_would_tell_nothing_new() {
        let swing = |world: u32| if world.is_multiple_of(2) { 0.056 } else { -0.056 };
        let contest = |worlds| after(worlds, |world| [0.5, 0.5 + swing(world), 0.1]);
        // If playouts were right in the end, it would take more than 60.
        assert!(!contest(40).settled() && contest(50).settled());
    }

    #[test]
    fn hope_is_the_loss_function_of_the_normal_distribution() {
        let ahead = Belief { mean: 0.0, variance: 0.0, open: 0.0 };
        for (behind, loss) in [(0.0, 0.39894), (0.5, 0.19780), (1.0, 0.08332), (2.0, 0.00849), (3.0, 0.00038)]
        {
            let hope = Belief { mean: -behind, variance: 1.0, open: 1.0 }.hope_beyond(&ahead);
            assert!((hope - loss).abs() < 0.003, "{behind} behind: {hope}, not {loss}");
        }
    }

    /// A challenger that is better by two in a hundred, in so many worlds with very different luck, of which some is still there at the end.
    fn after_luck(worlds: u32, told: bool) -> Contest {
        let mut contest = Contest::new((0..2).map(|number| Candidate::new(number, 0.0)), 0.03, 0.002);
        for world in 0..worlds {
            let swing = f64::from(world * 7 % 11) / 10.0 - 0.5;
            let courses = [(0.5, 0.0), (0.52 + 0.6 * swing, swing)];
            contest
                .note(&courses.map(|(chance, luck)| Course { chance, luck: if told { luck } else { 0.0 } }));
        }
        contest
    }

    #[test]
    fn luck_that_is_told_is_taken_off() {
        let [told, silent] = [true, false].map(|told| after_luck(11, told));
        let noise = |contest: &Contest| contest.yardstick().noise;
        assert!(noise(&told) < noise(&silent) / 16.0, "{} {}", noise(&told), noise(&silent));
        let told = told.standings();
        assert_eq!(told[0].choice, 1);
        let lead = told[0].chance - told[1].chance;
        assert!((0.01..0.025).contains(&lead), "{lead}");
    }

    #[test]
    fn luck_that_does_not_last_is_left_alone() {
        let mut contest = Contest::new((0..2).map(|number| Candidate::new(number, 0.0)), 0.03, 0.002);
        for world in 0..40 {
            let luck = f64::from(world % 4) - 1.5;
            contest.note(&[Course { chance: 0.5, luck: 0.0 }, Course { chance: 0.53, luck }]);
        }
        assert!(contest.yardstick().luck.abs() < 0.1, "{:?}", contest.yardstick());
        assert_eq!(contest.standings()[0].choice, 1);
    }

    #[test]
    fn luck_that_hardly_varies_is_taken_as_it_is() {
        let mut contest = Contest::new((0..2).map(|number| Candidate::new(number, 0.0)), 0.03, 0.002);
        for world in 0..40 {
            let luck = if world % 2 == 0 { 1e-9 } else { -1e-9 };
            let challenger = Course { chance: 0.5 + 1e8 * luck, luck };
            contest.note(&[Course { chance: 0.5, luck: 0.0 }, challenger]);
        }
        let share = contest.yardstick().luck;
        assert!((share - 1.0).abs() < 0.01, "{share}");
    }
}
