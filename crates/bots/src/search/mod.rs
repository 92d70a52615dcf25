//! The player that searches: Monte Carlo tree search over the worlds that its seat can imagine.
//!
//! A captain puts the menu in order. The foremost choices are then played on in imagined worlds: first along trees, one for each
//! seat, that remember what has been tried ([`tree`]), then by a quick player, up to a horizon, where the judge says how likely
//! each seat is to win ([`lane`]). Worlds, dice and whims are the same for all choices that are compared, what the dice gave
//! against expectation on the way is taken off again, and the worse half of those that challenge the captain's choice is dropped
//! again and again ([`contest`]), so that the effort goes to where the decision is close.

mod contest;
mod lane;
mod tree;

use rayon::prelude::*;
use sandtable_engine::chance::Fast;
use sandtable_engine::{Cx, Knowledge, Rules, Seat, State, Viewer};

use crate::worth::{Dealer, chances, slope};
use crate::{Captain, CaptainEffort, Player, Question, Terms, Thought};
use contest::{Candidate, Contest, Course};
use lane::Lane;

/// How hard a search player thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchEffort {
    /// Continuations that are played in all.
    pub playouts: u32,
    /// Choices that are played on at most, with a captain to say which.
    pub width: usize,
    /// How the menu is put in order at first: by a captain who thinks so hard, or not at all.
    pub captain: Option<CaptainEffort>,
    /// How far the captain may be wrong about a choice, as a multiple of what is usual in the game.
    pub doubt: f64,
    /// Where knowing everything would be expected to bring less than this, in chances of victory, it thinks no more.
    pub little: f64,
    /// Choices that the quick player of a playout judges before it takes the best of them; with one it takes any.
    pub tries: usize,
    /// How often each throw on the way is thrown again, to tell luck from merit; 0 where that is not wanted.
    pub throws: u32,
    /// Rounds of turns after which a playout is cut and judged: where the turn begins that is so many ahead.
    pub rounds: u16,
    /// Decisions after which it is cut in any case.
    pub horizon: u32,
    /// Trees that grow beside each other, each in worlds of its own; as many threads are of use.
    pub lanes: usize,
}

/// In so many batches at most are the worlds of a halving played: lanes wait for each other after each.
const BATCHES: u32 = 16;

/// Searches before it chooses.
pub struct Search<G: Rules> {
    effort: SearchEffort,
    captain: Option<Captain>,
    lanes: Vec<Lane<G>>,
    /// What its seat would know after its last answer, if nothing happens in between: then the trees are of use again.
    expected: Option<State<G>>,
}

impl<G: Rules> Search<G> {
    /// A player who searches as hard as told.
    pub fn new(effort: SearchEffort) -> Self {
        let lanes = (0..effort.lanes.max(1)).map(|_| Lane::default()).collect();
        Self { effort, captain: effort.captain.map(Captain::new), lanes, expected: None }
    }

    /// The choices that are played on: those that the captain likes best, or all of them.
    fn contest(&mut self, question: &Question<G>, knowledge: &Knowledge<G>, whim: &mut Fast) -> Contest {
        let SearchEffort { width, doubt, little, .. } = self.effort;
        let doubt = doubt * f64::from(G::DOUBT) / 1_000.0;
        let Some(captain) = &mut self.captain else {
            let candidates = (0..question.menu().len()).map(|number| Candidate::new(number, 0.0));
            return Contest::new(candidates, doubt, little);
        };
        let ranking = captain.rank(question, whim);
        let now = chances(&knowledge.imagine(&mut Fast::new(whim.word())))[knowledge.seat().index()];
        let slope = slope::<G>(&knowledge.known().table, now);
        let favourite = ranking[0].mean();
        let candidates = ranking.iter().take(width.max(1)).map(|trial| {
            let behind = (favourite - trial.mean()).max(0.0);
            Candidate::new(trial.number, (-slope * behind).max(-now))
        });
        Contest::new(candidates, doubt, little)
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

    /// Plays some more worlds in each lane on from each choice that is left.
    fn batch(
        &mut self,
        knowledge: &Knowledge<G>,
        menu: &[G::Choice],
        contest: &mut Contest,
        worlds: u32,
        seed: u64,
    ) {
        let effort = self.effort;
        let live = contest.live();
        // One by one: whoever is through with his takes over another, so that nobody waits for long.
        let lanes = self.lanes.par_iter_mut().enumerate().with_max_len(1);
        let results: Vec<Vec<Course>> = lanes
            .map(|(number, lane)| {
                let mut whim = Fast::new(seed.wrapping_add(number as u64));
                let mut courses = Vec::with_capacity(worlds as usize * live.len());
                for _ in 0..worlds {
                    let (deal, seed) = (whim.word(), whim.word());
                    courses.extend(live.iter().map(|candidate| {
                        let world = knowledge.imagine(&mut Fast::new(deal));
                        lane.playout(world, knowledge.seat(), &menu[candidate.number], seed, &effort)
                    }));
                }
                courses
            })
            .collect();
        let left = live.len();
        for courses in results.iter().flat_map(|courses| courses.chunks(left)) {
            contest.note(courses);
        }
    }

    /// Plays on until the budget is spent, the watch says stop or the best choice is plain; says how many batches that took.
    fn play_on(
        &mut self,
        knowledge: &Knowledge<G>,
        menu: &[G::Choice],
        contest: &mut Contest,
        terms: &Terms,
        whim: &mut Fast,
    ) -> u32 {
        let halvings = contest.live().len().next_power_of_two().trailing_zeros().max(1);
        let share = self.effort.playouts / halvings;
        let mut done = 0;
        for halving in 0..halvings {
            // Not after the last batch: who is left then is compared, and an answer that was cut short there is the same.
            if halving > 0 {
                contest.halve();
            }
            let worlds = share.div_ceil(contest.live().len() as u32).div_ceil(self.lanes.len() as u32);
            let at_once = worlds.div_ceil(BATCHES).max(1);
            for _ in 0..worlds.div_ceil(at_once) {
                if contest.settled() || !(terms.go_on)(done) {
                    return done;
                }
                self.batch(knowledge, menu, contest, at_once, whim.word());
                done += 1;
            }
        }
        done
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
        let mut contest = self.contest(question, &knowledge, &mut whim);
        let rounds = self.play_on(&knowledge, menu, &mut contest, terms, &mut whim);
        let standings = contest.standings();
        let choice = menu[standings[0].choice].clone();
        let tried = standings.into_iter().filter(|one| one.playouts > 0);
        let weighed = tried.map(|one| one.map(|number| menu[number].clone()));
        let thought = Thought { choice, rounds, carried, weighed: weighed.collect() };
        self.foresee(&knowledge, &thought.choice);
        thought
    }

    fn forget(&mut self) {
        self.expected = None;
    }
}

/// The seats of a position.
fn seats<G: Rules>(state: &State<G>) -> impl Iterator<Item = Seat> {
    (0..G::seats(&state.table)).map(Seat)
}
