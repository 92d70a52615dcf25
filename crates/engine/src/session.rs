//! A match as it is played: the position, its record, its log, and undo.

use serde_json::value::RawValue;

use crate::chance::{Chance, Draw, Noted, Replayed, Seed, Seeded};
use crate::record::{End, Entry, FORMAT, Head, Record, RecordError};
use crate::{
    BotNote, Cx, Line, LogLine, Refusal, Refused, Rules, ScenarioSource, Seat, SeatSet, Setup, SetupError,
    State, Thing, Viewer, rule,
};

/// Why a decision was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// It cannot be read.
    #[error("the choice cannot be read: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is not allowed.
    #[error("{0}")]
    Refused(Refused),
    /// It answers an older question.
    #[error("the seat is asked question {now} by now")]
    Stale {
        /// The number of the question that the seat is asked now.
        now: u32,
    },
}

/// A match that was played again; an error comes with the match as far as it could be played.
pub type Replay<G> = Result<Session<G>, (RecordError, Option<Box<Session<G>>>)>;

/// A decision of a typed match.
#[derive(Clone, Debug)]
enum Taken<C> {
    Choice { seat: Seat, choice: C, draws: Vec<Draw>, note: Option<Box<BotNote>> },
    Undo { seat: Seat },
}

/// The point that undo can go back to, and what the seat has chosen since: nothing was drawn in between, so that
/// playing it again gives the same position. One copy is kept, however much can be taken back.
struct Anchor<G: Rules> {
    seat: Seat,
    state: State<G>,
    log: usize,
    since: Vec<G::Choice>,
}

/// Who is asked, and where in the sequence of play.
struct Asked<G: Rules> {
    waiting: SeatSet,
    place: (usize, Option<std::mem::Discriminant<G::Frame>>),
}

impl<G: Rules> Asked<G> {
    fn of(state: &State<G>) -> Self {
        let place = (state.frames().len(), state.frame().map(std::mem::discriminant));
        Self { waiting: state.waiting(), place }
    }
}

/// A match: the only writer of its position.
pub struct Session<G: Rules> {
    setup: Setup,
    setup_draws: Vec<Draw>,
    /// Published from the beginning; empty where the draws come from elsewhere.
    seed_hash: String,
    /// Published at the end.
    seed: Option<Seed>,
    chance: Box<dyn Chance>,
    state: State<G>,
    taken: Vec<Taken<G::Choice>>,
    log: Vec<Line<G::Event>>,
    anchor: Option<Anchor<G>>,
    /// How many questions each seat has been asked; what others decide in secret meanwhile asks nothing new.
    questions: [u32; Seat::MOST],
}

impl<G: Rules> Session<G> {
    /// A new match whose draws come from a seed; the record publishes its hash now and the seed at the end.
    pub fn seeded(setup: Setup, seed: Seed) -> Result<Self, SetupError> {
        let mut session = Self::begin(setup, Box::new(Seeded::new(seed)))?;
        session.seed_hash = Seeded::commitment(&seed);
        session.seed = Some(seed);
        Ok(session)
    }

    /// A new match with draws from anywhere.
    pub fn begin(setup: Setup, mut chance: Box<dyn Chance>) -> Result<Self, SetupError> {
        let mut log = Vec::new();
        let mut noted = Noted { source: chance.as_mut(), draws: Vec::new() };
        let state = State::begin(&setup, &mut Cx::logged(&mut noted, &mut log))?;
        let setup_draws = noted.draws;
        let setup = with_digest::<G>(setup);
        Ok(Self {
            setup,
            setup_draws,
            seed_hash: String::new(),
            seed: None,
            chance,
            state,
            taken: Vec::new(),
            log,
            anchor: None,
            questions: [0; Seat::MOST],
        })
    }

    /// Plays a record again, checking every decision and every draw, and goes on with draws from `chance`.
    pub fn replay(record: &Record, chance: Box<dyn Chance>) -> Replay<G> {
        Self::replay_watched(record, chance, |_, _| {})
    }

    /// Plays a record again as [`replay`](Self::replay) does; `watch` sees the match before each entry.
    pub fn replay_watched(
        record: &Record,
        chance: Box<dyn Chance>,
        mut watch: impl FnMut(&Self, &Entry),
    ) -> Replay<G> {
        let mut session = Self::replay_setup(record, chance).map_err(|error| (error, None))?;
        for (number, entry) in record.decisions.iter().enumerate() {
            watch(&session, entry);
            if let Err(error) = session.replay_entry(number + 1, entry) {
                return Err((error, Some(Box::new(session))));
            }
        }
        if let Some(end) = &record.end {
            let found = session.state.hash();
            if found != end.hash {
                let wanted = end.hash.clone();
                return Err((RecordError::Hash { found, wanted }, Some(Box::new(session))));
            }
        }
        Ok(session)
    }

    /// Plays a record again, checking every draw against its seed, and goes on with draws from the seed.
    pub fn replay_seeded(record: &Record, seed: Seed) -> Replay<G> {
        let stream = record.stream(seed).map_err(|error| (error, None))?;
        let mut session = Self::replay(record, Box::new(stream))?;
        session.seed = Some(seed);
        Ok(session)
    }

    fn replay_setup(record: &Record, chance: Box<dyn Chance>) -> Result<Self, RecordError> {
        let head = &record.head;
        if head.game != G::INFO.id {
            return Err(RecordError::Game { found: head.game.clone(), wanted: G::INFO.id.into() });
        }
        if head.rules != G::INFO.rules_version {
            return Err(RecordError::Version { found: head.rules, now: G::INFO.rules_version });
        }
        if let ScenarioSource::Shipped { id, digest } = &head.setup.scenario
            && !digest.is_empty()
            && *digest != G::scenario_digest(id)
        {
            return Err(RecordError::Scenario { id: id.clone() });
        }
        let mut log = Vec::new();
        let mut replayed = Replayed::new(&head.draws);
        let state = State::begin(&head.setup, &mut Cx::logged(&mut replayed, &mut log))?;
        replayed.finish().map_err(|divergence| RecordError::Diverged { decision: 0, divergence })?;
        Ok(Self {
            setup: head.setup.clone(),
            setup_draws: head.draws.clone(),
            seed_hash: head.seed_hash.clone(),
            seed: record.seed(),
            chance,
            state,
            taken: Vec::new(),
            log,
            anchor: None,
            questions: [0; Seat::MOST],
        })
    }

    fn replay_entry(&mut self, decision: usize, entry: &Entry) -> Result<(), RecordError> {
        match entry {
            Entry::Undo { undo } => self
                .undo(*undo)
                .map_err(|refusal| RecordError::Refused { decision, refused: self.refused(&refusal) }),
            Entry::Choice { seat, choice, draws, note } => {
                let choice = self
                    .read_choice(choice)
                    .map_err(|error| RecordError::Malformed { decision, reason: error.to_string() })?;
                if let Err(refusal) = self.state.check(*seat, &choice) {
                    return Err(RecordError::Refused { decision, refused: self.refused(&refusal) });
                }
                // A decision that goes differently must not leave its traces behind.
                let before = self.state.clone();
                let (log, mut replayed) = (self.log.len(), Replayed::new(draws));
                self.carry_out(*seat, choice.clone(), &mut replayed);
                if let Err(divergence) = replayed.finish() {
                    self.state = before;
                    self.log.truncate(log);
                    self.anchor = None;
                    return Err(RecordError::Diverged { decision, divergence });
                }
                let (draws, note) = (draws.clone(), note.clone());
                self.taken.push(Taken::Choice { seat: *seat, choice, draws, note });
                Ok(())
            }
        }
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position.
    pub fn state(&self) -> &State<G> {
        &self.state
    }

    /// How many entries the record has; undo counts too.
    pub fn step(&self) -> usize {
        self.taken.len()
    }

    /// The log from the beginning.
    pub fn log(&self) -> &[Line<G::Event>] {
        &self.log
    }

    /// Takes a decision, or refuses it and changes nothing.
    pub fn submit(&mut self, seat: Seat, choice: G::Choice) -> Result<(), Refusal> {
        self.state.check(seat, &choice)?;
        // The source is taken out for the time of the step, so that the rest of the session can be written to.
        let mut source = std::mem::replace(&mut self.chance, Box::new(crate::chance::Fast::new(0)));
        let mut noted = Noted { source: source.as_mut(), draws: Vec::new() };
        self.carry_out(seat, choice.clone(), &mut noted);
        let draws = noted.draws;
        self.chance = source;
        self.taken.push(Taken::Choice { seat, choice, draws, note: None });
        Ok(())
    }

    /// Notes with what the bot thought whose decision was the last entry.
    pub fn sign(&mut self, bot: BotNote) {
        let Some(Taken::Choice { note, .. }) = self.taken.last_mut() else {
            unreachable!("a bot signs what it has just decided")
        };
        *note = Some(Box::new(bot));
    }

    /// Carries out a legal choice and keeps or drops what undo could go back to.
    fn carry_out(&mut self, seat: Seat, choice: G::Choice, chance: &mut dyn Chance) {
        let before = Asked::of(&self.state);
        let alone = before.waiting.only() == Some(seat);
        let anchor = match self.anchor.take() {
            Some(anchor) if anchor.seat == seat => Some(anchor),
            _ => alone.then(|| Anchor {
                seat,
                state: self.state.clone(),
                log: self.log.len(),
                since: Vec::new(),
            }),
        };
        let mut cx = Cx::logged(chance, &mut self.log);
        self.state.take(seat, choice.clone(), &mut cx);
        let barrier = cx.barrier();
        if !barrier && self.state.waiting().only() == Some(seat) {
            self.anchor = anchor;
        }
        if let Some(anchor) = &mut self.anchor {
            anchor.since.push(choice);
        }
        self.count_questions(seat, &before);
    }

    /// Counts the new questions after a seat has decided something.
    fn count_questions(&mut self, decided: Seat, before: &Asked<G>) {
        let now = Asked::of(&self.state);
        for (number, count) in self.questions.iter_mut().enumerate() {
            let seat = Seat(number as u8);
            let goes_on = before.waiting.contains(seat) && before.place == now.place;
            if seat == decided || now.waiting.contains(seat) && !goes_on {
                *count += 1;
            }
        }
    }

    /// The number of the question that a seat is asked; it stays the same while others decide in secret.
    pub fn question(&self, seat: Seat) -> u32 {
        self.questions.get(seat.index()).copied().unwrap_or_default()
    }

    /// Takes back the seat's last decision, unless dice fell, something hidden showed or another seat decided.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        let before = Asked::of(&self.state);
        let Some(mut anchor) = self.anchor.take_if(|anchor| anchor.seat == seat) else {
            return Err(Refusal::new(
                rule!("0"),
                "nothing can be taken back past a throw, a reveal or another player's decision",
            ));
        };
        anchor.since.pop();
        self.state = anchor.state.clone();
        self.log.truncate(anchor.log);
        for choice in &anchor.since {
            // What could be taken back drew nothing, so that any source will do.
            let mut unused = crate::chance::Fast::new(0);
            self.state.take(seat, choice.clone(), &mut Cx::logged(&mut unused, &mut self.log));
        }
        self.anchor = (!anchor.since.is_empty()).then_some(anchor);
        self.taken.push(Taken::Undo { seat });
        self.count_questions(seat, &before);
        Ok(())
    }

    /// Whether the seat can take its last decision back.
    pub fn can_undo(&self, seat: Seat) -> bool {
        self.anchor.as_ref().is_some_and(|anchor| anchor.seat == seat)
    }

    /// The same position without its past: for a bot that thinks elsewhere while the match is kept here.
    #[must_use]
    pub fn aside(&self) -> Self {
        Self {
            setup: self.setup.clone(),
            setup_draws: Vec::new(),
            seed_hash: String::new(),
            seed: None,
            chance: Box::new(crate::chance::Fast::new(0)),
            state: self.state.clone(),
            taken: Vec::new(),
            log: Vec::new(),
            anchor: None,
            questions: self.questions,
        }
    }

    /// A refusal with keys in place of numbers.
    pub fn refused(&self, refusal: &Refusal) -> Refused {
        let keys = |wanted: fn(&Thing) -> bool| {
            let things = refusal.in_the_way.into_iter().flatten().filter(wanted);
            things.map(|thing| G::key(&self.state.table, thing)).collect()
        };
        Refused {
            rule: refusal.rule.to_string(),
            why: refusal.sentence(),
            pieces: keys(|thing| matches!(thing, Thing::Piece(_))),
            spaces: keys(|thing| matches!(thing, Thing::Space(_))),
        }
    }

    /// Reads a choice as records write it.
    pub fn read_choice(&self, text: &RawValue) -> Result<G::Choice, serde_json::Error> {
        G::roll(&self.state.table).read(|| serde_json::from_str(text.get()))
    }

    /// Writes a choice as records have it.
    pub fn write_choice(&self, choice: &G::Choice) -> Box<RawValue> {
        G::roll(&self.state.table)
            .read(|| serde_json::value::to_raw_value(choice))
            .expect("choices are plain values")
    }

    /// The whole position with all its secrets.
    pub fn position(&self) -> serde_json::Value {
        G::roll(&self.state.table)
            .read(|| serde_json::to_value(&self.state))
            .expect("positions are plain values")
    }

    /// Lines of the log that a viewer may read, from number `from` of the whole log on.
    pub fn log_for(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let table = &self.state.table;
        let lines = self.log.iter().skip(from).filter(|line| line.seen_by.admits(viewer));
        G::roll(table).read(|| {
            lines
                .map(|line| LogLine {
                    rule: line.rule.to_string(),
                    event: serde_json::to_value(&line.event).expect("events are plain values"),
                    text: G::narrate(table, &line.event),
                    notes: G::annotate(table, &line.event),
                })
                .collect()
        })
    }

    /// The whole record, secrets included. The seed is told when the match is over.
    pub fn record(&self) -> Record {
        self.write_record(self.state.outcome().is_some())
    }

    /// The whole record of a match that goes no further, played to its end or not: the seed is told.
    pub fn closed_record(&self) -> Record {
        self.write_record(true)
    }

    /// The entry of a number, from 0, as records have it.
    pub fn entry_at(&self, number: usize) -> Option<Entry> {
        self.taken.get(number).map(|taken| self.entry(taken))
    }

    fn write_record(&self, over: bool) -> Record {
        let head = Head {
            format: FORMAT,
            game: G::INFO.id.into(),
            rules: G::INFO.rules_version,
            setup: self.setup.clone(),
            seed_hash: self.seed_hash.clone(),
            draws: self.setup_draws.clone(),
        };
        let decisions = self.taken.iter().map(|taken| self.entry(taken)).collect();
        let end = over.then(|| End {
            hash: self.state.hash(),
            outcome: self.state.outcome().copied(),
            seed: self.seed.as_ref().map(hex).unwrap_or_default(),
        });
        Record { head, decisions, end }
    }

    fn entry(&self, taken: &Taken<G::Choice>) -> Entry {
        match taken {
            Taken::Undo { seat } => Entry::Undo { undo: *seat },
            Taken::Choice { seat, choice, draws, note } => Entry::Choice {
                seat: *seat,
                choice: self.write_choice(choice),
                draws: draws.clone(),
                note: note.clone(),
            },
        }
    }
}

/// A shipped scenario with the digest of its data, so that a record of it stays honest.
fn with_digest<G: Rules>(mut setup: Setup) -> Setup {
    if let ScenarioSource::Shipped { id, digest } = &mut setup.scenario {
        *digest = G::scenario_digest(id);
    }
    setup
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &Seed) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}
