//! What a decision cost and what the dice gave, looked at afterwards.

use sandtable_engine::chance::{Chance, Draw, Fast, Odometer, Replayed};
use sandtable_engine::{Cx, Knowledge, Rules, Seat, State};

use crate::levels::COUNSEL;
use crate::worth::Dealer;
use crate::{Captain, CaptainEffort, Player, Question, Search, Terms, Weighed, chances};

/// Worlds over which the chances of all seats are averaged.
const WORLDS: u32 = 8;

/// Up to so many outcomes of a throw are all looked at: three dice have as many.
const OUTCOMES: u32 = 216;

/// Of more, so many are thrown.
const THROWS: u32 = 64;

/// What a decision was worth to whoever took it, from what the seat knew.
#[derive(Clone, Debug)]
pub struct Appraisal<C> {
    /// The chances by seat, if the better choice is taken.
    pub chances: Vec<f64>,
    /// What the search would have chosen.
    pub better: C,
    /// The seat's chance of victory with that.
    pub before: f64,
    /// With what was chosen.
    pub after: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// In how many imagined continuations choices were tried.
    pub playouts: u32,
}

/// Weighs a decision; `None` where there was nothing to choose.
///
/// First a search over the whole menu, which the terms limit. What it thinks best and what was chosen are then played on in the same
/// worlds, others than those of the search: a choice that only looked best by luck has no advantage there.
pub fn appraise<G: Rules>(
    state: &State<G>,
    seat: Seat,
    chosen: &G::Choice,
    terms: &Terms,
) -> Option<Appraisal<G::Choice>> {
    let mut menu = Vec::new();
    let question = alternatives(state, seat, &mut menu)?;
    let thought = Search::new(COUNSEL).think(&question, terms);
    let playouts = |weighed: &[Weighed<G::Choice>]| weighed.iter().map(|one| one.playouts).sum::<u32>();
    let mut tried = playouts(&thought.weighed);
    let better = thought.choice;
    let (mut all, judged_error) = outlook(&question.knowledge(), seat);
    let (before, after, error) = if better == *chosen || decides_nothing_yet(state, seat, chosen) {
        let best = thought.weighed.first().map_or(all[seat.index()], |best| best.chance);
        (best, best, 0.0)
    } else {
        let pair = [better.clone(), chosen.clone()];
        // Two choices cost about half of what the search had on average.
        let go_on = |done| done < 2 * thought.rounds.max(1);
        let again = Terms { seed: !terms.seed, go_on: &go_on };
        let weighed = Search::new(COUNSEL).think(&Question::among(state, seat, &pair), &again).weighed;
        tried += playouts(&weighed);
        let of = |choice: &G::Choice| weighed.iter().find(|one| one.choice == *choice);
        match (of(&better), of(chosen)) {
            (Some(one), Some(other)) => (one.chance, other.chance, one.apart_from(other)),
            _ => (all[seat.index()], all[seat.index()], judged_error),
        }
    };
    spread(&mut all, seat, before);
    Some(Appraisal { chances: all, better, before, after, error, playouts: tried })
}

/// Whether a choice is only made in another order than searches do, and the seat is asked again at once: what it passed over may still be
/// decided. Continuations would not, since they keep to their order, and so would find it worse than it is.
fn decides_nothing_yet<G: Rules>(state: &State<G>, seat: Seat, chosen: &G::Choice) -> bool {
    let mut after = Knowledge::of(seat, state).imagine(&mut Fast::new(0));
    if after.canonical(seat, chosen) {
        return false;
    }
    let mut dice = Dealer::new(0);
    after.take(seat, chosen.clone(), &mut Cx::silent(&mut dice));
    !dice.dealt && after.waiting().contains(seat)
}

/// What a captain holds against a decision, by the game's judge: the more, the likelier a search finds something better.
///
/// `None` where there was nothing to choose. What no menu offers is doubted most.
pub fn doubt<G: Rules>(state: &State<G>, seat: Seat, chosen: &G::Choice) -> Option<f64> {
    let mut menu = Vec::new();
    let question = alternatives(state, seat, &mut menu)?;
    let ranking = Captain::new(CaptainEffort::FULL).rank(&question, &mut Fast::new(0));
    let taken = ranking.iter().find(|trial| question.menu()[trial.number] == *chosen);
    Some(taken.map_or(f64::MAX, |taken| ranking[0].mean() - taken.mean()))
}

/// The question that a seat had to answer, if there was anything to choose.
fn alternatives<'a, G: Rules>(
    state: &'a State<G>,
    seat: Seat,
    menu: &'a mut Vec<G::Choice>,
) -> Option<Question<'a, G>> {
    state.menu(seat, menu);
    if menu.len() < 2 { None } else { Question::put(state, seat, menu) }
}

/// The chances of all seats as the game's judge sees them from what one seat knows, and the standard error of its own.
pub(crate) fn outlook<G: Rules>(knowledge: &Knowledge<G>, seat: Seat) -> (Vec<f64>, f64) {
    let seats = usize::from(G::seats(&knowledge.known().table));
    let mut sums = vec![0.0; seats];
    let mut squares = 0.0;
    for deal in 0..WORLDS {
        let there = chances(&knowledge.imagine(&mut Fast::new(deal.into())));
        sums.iter_mut().zip(there).for_each(|(sum, chance)| *sum += chance);
        squares += there[seat.index()] * there[seat.index()];
    }
    let worlds = f64::from(WORLDS);
    for sum in &mut sums {
        *sum /= worlds;
    }
    let variance = (squares / worlds - sums[seat.index()] * sums[seat.index()]).max(0.0);
    (sums, (variance / (worlds - 1.0)).sqrt())
}

/// Sets the chance of a seat; the others share the rest as before.
fn spread(chances: &mut [f64], seat: Seat, chance: f64) {
    let rest = 1.0 - chances[seat.index()];
    let others = f64::from(chances.len() as u8) - 1.0;
    for (number, one) in chances.iter_mut().enumerate() {
        let share = if rest > 0.0 { *one / rest } else { 1.0 / others };
        *one = if number == seat.index() { chance } else { (1.0 - chance) * share };
    }
}

/// What the draws after a choice gave each seat: the chances after those that fell, less the mean over all that might have.
///
/// Both are the judge's, of the true position: what was hidden is not luck. Where there are too many outcomes to look at all of them, the
/// seed says which. It has to be another for each decision of a match: the same throws would be off to the same side every time.
pub fn luck<G: Rules>(
    state: &State<G>,
    seat: Seat,
    choice: &G::Choice,
    draws: &[Draw],
    seed: u64,
) -> Vec<f64> {
    let there = |chance: &mut dyn Chance| {
        let mut after = state.clone();
        after.take(seat, choice.clone(), &mut Cx::silent(chance));
        chances(&after)
    };
    let fell = there(&mut Replayed::new(draws));
    let expected = mean_of_all(there).unwrap_or_else(|| mean_of_some(there, seed));
    let seats = usize::from(G::seats(&state.table));
    fell.iter().zip(expected).map(|(fell, expected)| fell - expected).take(seats).collect()
}

/// The mean over all outcomes, each counted for as likely as it is; `None` where they are too many.
fn mean_of_all(mut play: impl FnMut(&mut dyn Chance) -> [f64; Seat::MOST]) -> Option<[f64; Seat::MOST]> {
    let mut odometer = Odometer::new();
    let mut mean = [0.0; Seat::MOST];
    for _ in 0..OUTCOMES {
        let there = play(&mut odometer);
        let weight = odometer.weight();
        mean.iter_mut().zip(there).for_each(|(mean, chance)| *mean += weight * chance);
        if !odometer.advance() {
            return Some(mean);
        }
    }
    None
}

/// The mean over some throws.
fn mean_of_some(mut play: impl FnMut(&mut dyn Chance) -> [f64; Seat::MOST], seed: u64) -> [f64; Seat::MOST] {
    let mut dice = Fast::new(seed);
    let mut mean = [0.0; Seat::MOST];
    for _ in 0..THROWS {
        let there = play(&mut dice);
        mean.iter_mut().zip(there).for_each(|(mean, chance)| *mean += chance / f64::from(THROWS));
    }
    mean
}
