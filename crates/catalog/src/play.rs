//! A whole match between bots.

use sandtable_bots::{EDITION, Player, Question, Terms, UnknownBot, luck, player};
use sandtable_engine::chance::{Draw, Fast, Noted, Seed, Seeded};
use sandtable_engine::record::Record;
use sandtable_engine::{
    BotNote, Cx, Knowledge, Outcome, Rules, Seat, Session, Setup, SetupError, State, Viewer,
};

use crate::whim::whim;

/// A match to be played: everything that decides how it goes.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// Scenario and options.
    pub setup: &'a Setup,
    /// The names of the bots in the order of the seats.
    pub bots: &'a [&'a str],
    /// Decides all dice, and the whims of the bots.
    pub seed: Seed,
    /// After so many decisions the match is broken off.
    pub most_decisions: u32,
    /// What is wanted of it besides the outcome.
    pub keep: Keep,
}

/// What is kept of a match. It goes the same way in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing but the outcome: then it plays fastest.
    Nothing,
    /// What the dice gave each seat.
    Luck,
    /// The record.
    Record,
}

/// How a match went.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// Decisions that bots were asked for.
    pub decisions: u32,
    /// The turn in which it ended, where the game counts turns.
    pub turn: Option<u16>,
    /// The record, if it was wanted.
    pub record: Option<Record>,
    /// What the dice gave each seat against expectation, in victories, if it was wanted: over many matches it comes to nothing, whoever
    /// plays.
    pub luck: Option<Vec<f64>>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot does not exist.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// There are more or fewer bots than seats.
    #[error("the scenario has {seats} seats, but {bots} bots are named")]
    Seats {
        /// How many bots.
        bots: usize,
        /// How many seats.
        seats: u8,
    },
}

/// Somebody who looks on while bots think, with a watch of their own: there is no clock here.
pub trait Watcher {
    /// The bot of a seat is asked to choose one of so many.
    fn asked(&mut self, seat: Seat, choices: usize);
    /// It has chosen.
    fn answered(&mut self, seat: Seat);
}

/// Nobody looks on.
impl Watcher for () {
    fn asked(&mut self, _: Seat, _: usize) {}
    fn answered(&mut self, _: Seat) {}
}

pub(crate) fn play_out<G: Rules>(plan: &Match, watcher: &mut dyn Watcher) -> Result<Played, PlayError> {
    let mut board = Board::<G>::begin(plan)?;
    let seats = G::seats(&board.state().table);
    if plan.bots.len() != usize::from(seats) {
        return Err(PlayError::Seats { bots: plan.bots.len(), seats });
    }
    let mut whims: Vec<Fast> = (0..plan.bots.len()).map(|seat| whim(&plan.seed, seat)).collect();
    let mut players: Vec<Box<dyn Player<G>>> =
        plan.bots.iter().map(|bot| player(bot)).collect::<Result<_, _>>()?;
    let mut decisions = 0;
    let mut menu = Vec::new();
    while decisions < plan.most_decisions
        && let Some(seat) = board.state().waiting().lowest()
    {
        let question =
            Question::put(board.state(), seat, &mut menu).expect("a seat that is asked has a choice");
        let terms = Terms::untimed(whims[seat.index()].word());
        watcher.asked(seat, question.menu().len());
        let thought = players[seat.index()].think(&question, &terms);
        watcher.answered(seat);
        let note = |knowledge: Knowledge<G>| BotNote {
            name: plan.bots[seat.index()].into(),
            edition: EDITION,
            seed: terms.seed,
            rounds: thought.rounds,
            carried: thought.carried,
            saw: knowledge.digest(),
        };
        board.take(seat, thought.choice, note);
        decisions += 1;
    }
    let turn = G::scene(board.state(), Viewer::Umpire).turn.map(|turn| turn.number);
    let outcome = board.state().outcome().copied();
    let (record, luck) = board.kept();
    Ok(Played { outcome, decisions, turn, record, luck })
}

/// A match with what is kept of it.
enum Board<G: Rules> {
    Bare { state: State<G>, dice: Seeded },
    Weighed { state: State<G>, dice: Seeded, fortune: Fortune },
    Recorded(Session<G>),
}

impl<G: Rules> Board<G> {
    fn begin(plan: &Match) -> Result<Self, SetupError> {
        if plan.keep == Keep::Record {
            return Ok(Self::Recorded(Session::seeded(plan.setup.clone(), plan.seed)?));
        }
        let mut dice = Seeded::new(plan.seed);
        let state = State::begin(plan.setup, &mut Cx::silent(&mut dice))?;
        Ok(match plan.keep {
            Keep::Luck => Self::Weighed { state, dice, fortune: Fortune::new(plan) },
            Keep::Nothing | Keep::Record => Self::Bare { state, dice },
        })
    }

    fn state(&self) -> &State<G> {
        match self {
            Self::Bare { state, .. } | Self::Weighed { state, .. } => state,
            Self::Recorded(session) => session.state(),
        }
    }

    /// Takes a bot's decision. What it thought with is noted from what its seat knows, where a record is kept.
    fn take(&mut self, seat: Seat, choice: G::Choice, note: impl FnOnce(Knowledge<G>) -> BotNote) {
        let taken = match self {
            Self::Bare { state, dice } => state.submit(seat, choice, &mut Cx::silent(dice)),
            Self::Weighed { state, dice, fortune } => {
                let before = state.clone();
                let mut noted = Noted { source: dice, draws: Vec::new() };
                let taken = state.submit(seat, choice.clone(), &mut Cx::silent(&mut noted));
                taken.map(|()| fortune.weigh(&before, seat, &choice, &noted.draws))
            }
            Self::Recorded(session) => {
                let note = note(Knowledge::of(seat, session.state()));
                session.submit(seat, choice).map(|()| session.sign(note))
            }
        };
        taken.expect("bots choose from the menu");
    }

    fn kept(self) -> (Option<Record>, Option<Vec<f64>>) {
        match self {
            Self::Bare { .. } => (None, None),
            Self::Weighed { fortune, .. } => (None, Some(fortune.sums)),
            Self::Recorded(session) => (Some(session.record()), None),
        }
    }
}

/// What the dice have given each seat so far.
struct Fortune {
    sums: Vec<f64>,
    /// Says which throws are tried where there are too many to try all.
    whim: Fast,
}

impl Fortune {
    fn new(plan: &Match) -> Self {
        // A seat that no match has: bots think the same whether luck is weighed or not.
        Self { sums: vec![0.0; plan.bots.len()], whim: whim(&plan.seed, Seat::MOST) }
    }

    fn weigh<G: Rules>(&mut self, before: &State<G>, seat: Seat, choice: &G::Choice, draws: &[Draw]) {
        if draws.is_empty() {
            return;
        }
        let gave = luck(before, seat, choice, draws, self.whim.word());
        self.sums.iter_mut().zip(gave).for_each(|(sum, gave)| *sum += gave);
    }
}
