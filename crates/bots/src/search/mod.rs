//! The player that searches: Monte Carlo tree search over the worlds that its seat can imagine.
//!
//! A glance with the game's judge puts the menu in order. The foremost choices are then played on in imagined worlds: first
//! along trees, one for each seat, that remember what has been tried ([`tree`]), then by a quick player, up to a horizon, where the
//! judge says how likely each seat is to win ([`lane`]). Worlds, dice and whims are the same for all choices that are compared.
//! The worse half of them is dropped again and again (sequential halving), so that the effort goes to where the decision is close.

mod lane;
mod tree;

use rayon::prelude::*;
use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Knowledge, Rules, Seat, State, Viewer};

use crate::glance::Glance;
use crate::worth::{Dealer, chances};
use crate::{Player, Question, Terms, Thought, Weighed};
use lane::Lane;

/// How hard a search player thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchEffort {
    /// Continuations that are played in all.
    pub playouts: u32,
    /// Choices that are played on; the glance drops the others.
    pub width: usize,
    /// Worlds in which the glance judges every choice of the menu. With none the menu stays in its own order.
    pub glances: u32,
    /// How many playouts the glance's opinion counts for.
    pub faith: f64,
    /// Choices that the quick player of a playout judges before it takes the best of them; with one it takes any.
    pub tries: usize,
    /// Where playouts are cut and judged.
    pub horizon: Horizon,
    /// Trees that grow beside each other, each in worlds of its own; as many threads are of use.
    pub lanes: usize,
}

/// Where a playout is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// After so many decisions.
    pub decisions: u32,
    /// Or when another seat has come to decide so many times.
    pub changes: u32,
}

impl Horizon {
    /// Playouts go on to the end of the game.
    pub const NONE: Self = Self { decisions: u32::MAX, changes: u32::MAX };
}

/// Searches before it chooses.
pub struct Search<G: Rules> {
    effort: SearchEffort,
    glance: Glance,
    lanes: Vec<Lane<G>>,
    /// What its seat would know after its last answer, if nothing happens in between: then the trees are of use again.
    expected: Option<State<G>>,
}

/// A choice that is played on.
struct Candidate {
    /// Its number in the menu.
    number: usize,
    /// The chance of victory after it by the glance.
    prior: f64,
    playouts: f64,
    total: f64,
    squares: f64,
}

impl Candidate {
    fn score(&self, faith: f64) -> f64 {
        (faith * self.prior + self.total) / (faith + self.playouts)
    }

    fn add(&mut self, chance: f64) {
        self.playouts += 1.0;
        self.total += chance;
        self.squares += chance * chance;
    }

    /// The standard error of the mean chance.
    fn error(&self) -> f64 {
        let mean = self.total / self.playouts;
        let variance = (self.squares / self.playouts - mean * mean).max(0.0);
        (variance / (self.playouts - 1.0).max(1.0)).sqrt()
    }
}

impl<G: Rules> Search<G> {
    /// A player who searches as hard as told.
    pub fn new(effort: SearchEffort) -> Self {
        let lanes = (0..effort.lanes.max(1)).map(|_| Lane::default()).collect();
        Self { effort, glance: Glance::default(), lanes, expected: None }
    }

    /// The foremost choices of the menu, the most promising first.
    fn candidates(
        &mut self,
        knowledge: &Knowledge<G>,
        menu: &[G::Choice],
        whim: &mut Fast,
    ) -> Vec<Candidate> {
        let SearchEffort { width, glances, .. } = self.effort;
        self.glance.begin(0..menu.len());
        self.glance.explore(knowledge, menu, glances, whim);
        self.glance.sort();
        let mut dealer = Fast::new(whim.word());
        let now = chances(&knowledge.imagine(&mut dealer))[knowledge.seat().index()];
        let best = self.glance.trials.first().map_or(0, |trial| trial.total);
        // A lead of one seat is mostly the loss of the others.
        let seats = f64::from(G::seats(&knowledge.known().table));
        let slope = now * (1.0 - now) * seats / (seats - 1.0).max(1.0) / f64::from(G::LEAD);
        let foremost = self.glance.trials.iter().take(width.max(1));
        let candidates = foremost.map(|trial| {
            let behind = i32::try_from(best - trial.total).unwrap_or(i32::MAX);
            let behind = f64::from(behind) / f64::from(glances.max(1));
            let prior = (now - slope * behind).max(0.0);
            Candidate { number: trial.number, prior, playouts: 0.0, total: 0.0, squares: 0.0 }
        });
        candidates.collect()
    }

    /// Goes on from the trees where the question is the one that was foreseen, and otherwise starts anew.
    fn carry(&mut self, knowledge: &Knowledge<G>) -> bool {
        let foreseen = self.expected.take().is_some_and(|expected| expected == *knowledge.known());
        if !foreseen {
            let seats = usize::from(G::seats(&knowledge.known().table));
            self.lanes.iter_mut().for_each(|lane| lane.clear(seats));
        }
        foreseen
    }

    /// Plays one more world in each lane on from each candidate.
    fn batch(&mut self, knowledge: &Knowledge<G>, menu: &[G::Choice], live: &mut [Candidate], seed: u64) {
        let effort = self.effort;
        let lanes = self.lanes.par_iter_mut().enumerate();
        let results: Vec<Vec<f64>> = lanes
            .map(|(number, lane)| {
                let mut whim = Fast::new(seed.wrapping_add(number as u64));
                let world = knowledge.imagine(&mut Fast::new(whim.word()));
                let seed = whim.word();
                let play = |candidate: &Candidate| {
                    lane.playout(&world, knowledge.seat(), &menu[candidate.number], seed, &effort)
                };
                live.iter().map(play).collect()
            })
            .collect();
        for lane in results {
            live.iter_mut().zip(lane).for_each(|(candidate, chance)| candidate.add(chance));
        }
    }

    /// Foresees what the seat will know if it is asked again at once.
    fn foresee(&mut self, knowledge: &Knowledge<G>, choice: &G::Choice) {
        let seat = knowledge.seat();
        let mut after = knowledge.imagine(&mut Fast::new(0));
        let mut dice = Dealer::new(0);
        after.take(seat, choice.clone(), &mut Cx::silent(&mut dice));
        if !dice.dealt && after.waiting().contains(seat) {
            self.expected = Some(after.forgotten_by(Viewer::Seat(seat)));
            self.lanes.iter_mut().for_each(|lane| lane.advance(seat, choice));
        }
    }
}

impl<G: Rules> Player<G> for Search<G> {
    fn think(&mut self, question: &Question<G>, terms: &Terms) -> Thought<G::Choice> {
        let menu = question.menu();
        if let [only] = menu {
            return Thought::quick(only.clone());
        }
        let knowledge = question.knowledge();
        let mut whim = Fast::new(terms.seed);
        let carried = self.carry(&knowledge);
        let mut candidates = self.candidates(&knowledge, menu, &mut whim);
        if carried {
            for candidate in &mut candidates {
                for lane in &self.lanes {
                    let (playouts, total) = lane.remembered(knowledge.seat(), &menu[candidate.number]);
                    candidate.playouts += playouts;
                    candidate.total += total;
                    candidate.squares += if playouts > 0.0 { total * total / playouts } else { 0.0 };
                }
            }
        }
        let faith = self.effort.faith;
        let mut live = candidates.len();
        let halvings = live.next_power_of_two().trailing_zeros().max(1);
        let mut done = 0;
        'thinking: while live > 1 {
            let each = (self.effort.playouts / halvings).div_ceil(live as u32);
            for _ in 0..each.div_ceil(self.lanes.len() as u32) {
                self.batch(&knowledge, menu, &mut candidates[..live], whim.word());
                done += 1;
                if !(terms.go_on)(done) {
                    break 'thinking;
                }
            }
            candidates[..live].sort_by(|a, b| b.score(faith).total_cmp(&a.score(faith)));
            live = live.div_ceil(2);
        }
        candidates[..live].sort_by(|a, b| b.score(faith).total_cmp(&a.score(faith)));
        let choice = menu[candidates[0].number].clone();
        self.foresee(&knowledge, &choice);
        let weighed = candidates.iter().filter(|candidate| candidate.playouts > 0.0);
        let weighed = weighed.map(|candidate| Weighed {
            choice: menu[candidate.number].clone(),
            chance: candidate.total / candidate.playouts,
            error: candidate.error(),
            playouts: candidate.playouts as u32,
        });
        Thought { choice, rounds: done, carried, weighed: weighed.collect() }
    }

    fn forget(&mut self) {
        self.expected = None;
    }
}

/// The seats of a position.
fn seats<G: Rules>(state: &State<G>) -> impl Iterator<Item = Seat> {
    (0..G::seats(&state.table)).map(Seat)
}
