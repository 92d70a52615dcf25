//! The loops that are timed, without a clock: whoever calls them holds the watch.

use std::hint::black_box;

use sandtable_bots::{Player, Question, Search, SearchEffort, Terms, pick};
use sandtable_engine::chance::{Draw, Fast, Noted, Replayed};
use sandtable_engine::{Cx, Rules, Seat, Session, Setup, SetupError, State};

/// A random game longer than this is broken off.
const LONGEST: u32 = 100_000;

/// The seed of the game that is played again and again.
const SCRIPT_SEED: u64 = 1898;

/// Trees that grow beside each other in a timed search.
const SEARCH_LANES: usize = 8;

/// Which choices random play lists and picks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal one.
    Legal,
    /// Those that search looks at: none that only repeats another in a different order.
    Search,
}

/// What random play came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Whole games.
    pub games: u64,
    /// Decisions with two or more choices.
    pub decisions: u64,
    /// Decisions with a single choice, which the box did not take by itself.
    pub forced: u64,
    /// Choices offered in decisions with two or more.
    pub offered: u64,
}

/// The loops that are timed on one scenario.
pub trait Workload: Send + Sync {
    /// The size of a position.
    fn position_bytes(&self) -> usize;
    /// Decisions in the game that is played again and again, those with a single choice included.
    fn script_len(&self) -> usize;
    /// Sets the scenario up.
    fn set_up(&self);
    /// Plays at random, whole games from the same start, until `go_on` says no; it is asked after each game.
    fn random_play(&self, seed: u64, listing: Listing, go_on: &mut dyn FnMut() -> bool) -> Tally;
    /// Copies the position in the middle of the game so many times.
    fn copy(&self, times: u64);
    /// Plays at random from the middle of the game to its end so many times.
    fn playouts(&self, times: u64);
    /// Searches the position in the middle of the game with so many playouts, more or less: secrets dealt anew for each, random to
    /// the end of the game. Says how many they were. Uses the threads that it is called on.
    fn search(&self, playouts: u32) -> u64;
    /// Lists the menu in the middle of the game so many times; says how many choices it has.
    fn menu(&self, times: u64) -> usize;
    /// Takes the decision in the middle of the game so many times, each time on a new copy.
    fn step(&self, times: u64);
    /// Applies the whole game again so many times, checking every decision and every draw.
    fn replay(&self, times: u64);
    /// Gets ready to play the game through a session whose record is already about `earlier` entries long.
    /// `None` if the game has no decision that can be taken back, which is how the record is made long.
    fn rehearse(&self, earlier: usize) -> Option<Box<dyn Rehearsal>>;
}

/// A match that is ready to be played on.
pub trait Rehearsal {
    /// Plays to the end; says how many decisions that took.
    fn play(self: Box<Self>) -> u64;
}

/// One decision of the game that is played again and again.
struct Line<C> {
    seat: Seat,
    choice: C,
    draws: Vec<Draw>,
}

/// A scenario with a random game on it.
pub(crate) struct Prepared<G: Rules> {
    setup: Setup,
    start: State<G>,
    script: Vec<Line<G::Choice>>,
    /// The position before the decision `middle` of the script.
    halfway: State<G>,
    middle: usize,
}

impl<G: Rules> Prepared<G> {
    pub(crate) fn new(setup: &Setup) -> Result<Self, SetupError> {
        let mut dice = Fast::new(SCRIPT_SEED);
        let start: State<G> = State::begin(setup, &mut Cx::silent(&mut dice))?;
        let script = improvise(&start, &mut dice);
        let middle = middle(&start, &script);
        let mut halfway = start.clone();
        for line in &script[..middle] {
            halfway.take(line.seat, line.choice.clone(), &mut Cx::silent(&mut Replayed::new(&line.draws)));
        }
        Ok(Self { setup: setup.clone(), start, script, halfway, middle })
    }

    fn take_again(state: &mut State<G>, line: &Line<G::Choice>) {
        let mut draws = Replayed::new(&line.draws);
        let taken = state.submit(line.seat, line.choice.clone(), &mut Cx::silent(&mut draws));
        taken.expect("it was legal the first time");
        draws.finish().expect("it drew the same the first time");
    }
}

/// The first decision from the middle of a game on that has several choices.
fn middle<G: Rules>(start: &State<G>, script: &[Line<G::Choice>]) -> usize {
    let mut state = start.clone();
    let mut menu = Vec::new();
    for (number, line) in script.iter().enumerate() {
        menu.clear();
        state.search_menu(line.seat, &mut menu);
        if number >= script.len() / 2 && menu.len() > 1 {
            return number;
        }
        state.take(line.seat, line.choice.clone(), &mut Cx::silent(&mut Replayed::new(&line.draws)));
    }
    script.len() / 2
}

/// Plays a random game from a position and writes it down.
fn improvise<G: Rules>(start: &State<G>, dice: &mut Fast) -> Vec<Line<G::Choice>> {
    let mut state = start.clone();
    let mut whim = Fast::new(SCRIPT_SEED + 1);
    let (mut menu, mut script) = (Vec::new(), Vec::new());
    while script.len() < LONGEST as usize
        && let Some(seat) = state.waiting().lowest()
    {
        menu.clear();
        state.menu(seat, &mut menu);
        let choice = menu.swap_remove(pick(&mut whim, menu.len()));
        let mut noted = Noted { source: dice, draws: Vec::new() };
        state.take(seat, choice.clone(), &mut Cx::silent(&mut noted));
        script.push(Line { seat, choice, draws: noted.draws });
    }
    script
}

impl<G: Rules> Workload for Prepared<G> {
    fn position_bytes(&self) -> usize {
        size_of::<State<G>>()
    }

    fn script_len(&self) -> usize {
        self.script.len()
    }

    fn set_up(&self) {
        let mut dice = Fast::new(SCRIPT_SEED);
        let state = State::<G>::begin(&self.setup, &mut Cx::silent(&mut dice));
        black_box(&state).as_ref().expect("it was set up before");
    }

    fn random_play(&self, seed: u64, listing: Listing, go_on: &mut dyn FnMut() -> bool) -> Tally {
        let mut whim = Fast::new(seed);
        let mut dice = Fast::new(whim.word());
        let mut menu = Vec::new();
        let mut tally = Tally::default();
        loop {
            let mut state = self.start.clone();
            for _ in 0..LONGEST {
                let Some(seat) = state.waiting().lowest() else { break };
                menu.clear();
                match listing {
                    Listing::Legal => state.menu(seat, &mut menu),
                    Listing::Search => state.search_menu(seat, &mut menu),
                }
                if menu.len() > 1 {
                    tally.decisions += 1;
                    tally.offered += menu.len() as u64;
                } else {
                    tally.forced += 1;
                }
                let choice = menu.swap_remove(pick(&mut whim, menu.len()));
                state.take(seat, choice, &mut Cx::silent(&mut dice));
            }
            black_box(&state);
            tally.games += 1;
            if !go_on() {
                return tally;
            }
        }
    }

    fn copy(&self, times: u64) {
        for _ in 0..times {
            // By reference: a black box that takes the position would copy it once more.
            let copy = black_box(&self.halfway).clone();
            black_box(&copy);
        }
    }

    fn playouts(&self, times: u64) {
        let mut whim = Fast::new(SCRIPT_SEED);
        let mut dice = Fast::new(whim.word());
        let mut menu = Vec::new();
        for _ in 0..times {
            let mut state = black_box(&self.halfway).clone();
            while let Some(seat) = state.waiting().lowest() {
                menu.clear();
                state.search_menu(seat, &mut menu);
                let choice = menu.swap_remove(pick(&mut whim, menu.len()));
                state.take(seat, choice, &mut Cx::silent(&mut dice));
            }
            black_box(&state);
        }
    }

    fn search(&self, playouts: u32) -> u64 {
        let effort = SearchEffort {
            playouts,
            width: usize::MAX,
            captain: None,
            doubt: 1.0,
            // Nothing is too little to think about: the whole budget is spent.
            little: 0.0,
            tries: 1,
            throws: 0,
            rounds: u16::MAX,
            horizon: u32::MAX,
            lanes: SEARCH_LANES,
        };
        let mut menu = Vec::new();
        let seat = self.script[self.middle].seat;
        let question = Question::put(&self.halfway, seat, &mut menu).expect("the script goes on from here");
        let thought = Search::new(effort).think(&question, &Terms::untimed(SCRIPT_SEED));
        black_box(&thought).weighed.iter().map(|one| u64::from(one.playouts)).sum()
    }

    fn menu(&self, times: u64) -> usize {
        let mut menu = Vec::new();
        for _ in 0..times {
            menu.clear();
            black_box(&self.halfway).menu(self.script[self.middle].seat, &mut menu);
            black_box(&menu);
        }
        menu.len()
    }

    fn step(&self, times: u64) {
        for _ in 0..times {
            let mut state = black_box(&self.halfway).clone();
            Self::take_again(&mut state, &self.script[self.middle]);
            black_box(&state);
        }
    }

    fn replay(&self, times: u64) {
        for _ in 0..times {
            let mut state = self.start.clone();
            self.script.iter().for_each(|line| Self::take_again(&mut state, line));
            black_box(&state);
        }
    }

    fn rehearse(&self, earlier: usize) -> Option<Box<dyn Rehearsal>> {
        let dice = Box::new(Fast::new(SCRIPT_SEED));
        let mut session = Session::<G>::begin(self.setup.clone(), dice).expect("it was set up before");
        let mut lines = self.script.iter();
        for line in lines.by_ref() {
            submit(&mut session, line);
            if session.can_undo(line.seat) {
                while session.step() < earlier {
                    session.undo(line.seat).expect("it can be taken back");
                    submit(&mut session, line);
                }
                break;
            }
        }
        let rest: Vec<(Seat, G::Choice)> = lines.map(|line| (line.seat, line.choice.clone())).collect();
        if rest.is_empty() { None } else { Some(Box::new(Ready { session, rest })) }
    }
}

fn submit<G: Rules>(session: &mut Session<G>, line: &Line<G::Choice>) {
    session.submit(line.seat, line.choice.clone()).expect("it was legal the first time");
}

struct Ready<G: Rules> {
    session: Session<G>,
    rest: Vec<(Seat, G::Choice)>,
}

impl<G: Rules> Rehearsal for Ready<G> {
    fn play(mut self: Box<Self>) -> u64 {
        let decisions = self.rest.len() as u64;
        for (seat, choice) in self.rest.drain(..) {
            self.session.submit(seat, choice).expect("it was legal the first time");
        }
        black_box(self.session.state());
        decisions
    }
}
