//! Games and matches without their types: what a server, a program or another language holds on to.

use std::any::Any;
use std::marker::PhantomData;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::chance::{Chance, Fast, Seed};
use crate::odds::{Effort, Forecast, forecast};
use crate::record::{Entry, Record, RecordError};
use crate::scene::Scene;
use crate::{
    BotNote, GameInfo, Knowledge, LogLine, Offer, OptionCard, Outcome, Prompt, Reckoning, Refused, Replay,
    Rules, ScenarioCard, Seat, SeatSet, Session, Setup, SetupError, SubmitError, Viewer,
};

/// A legal choice: as records write it, and as people see it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choosable {
    /// As records write it.
    #[serde(rename = "do")]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub choice: Box<RawValue>,
    /// As people see it.
    pub offer: Offer,
    /// Whether search looks at it.
    #[serde(skip)]
    pub canonical: bool,
}

/// A match that may have been read only in part, and why.
pub type Loaded = Result<Box<dyn AnySession>, (RecordError, Option<Box<dyn AnySession>>)>;

/// The rules of a game without its types.
pub trait AnyRules: Send + Sync {
    /// Name, seats, version.
    fn info(&self) -> &'static GameInfo;
    /// Switches of every scenario.
    fn options(&self) -> Vec<OptionCard>;
    /// The scenarios that come with the game.
    fn scenarios(&self) -> Vec<ScenarioCard>;
    /// Reads a scenario file and says what is wrong with it.
    fn read_scenario(&self, file: &str, text: &str) -> Result<ScenarioCard, SetupError>;
    /// A new match with draws from anywhere.
    fn begin(&self, setup: Setup, chance: Box<dyn Chance>) -> Result<Box<dyn AnySession>, SetupError>;
    /// A new match whose draws come from a seed.
    fn begin_seeded(&self, setup: Setup, seed: Seed) -> Result<Box<dyn AnySession>, SetupError>;
    /// Plays a record again and goes on with draws from `chance`.
    fn replay(&self, record: &Record, chance: Box<dyn Chance>) -> Loaded;
    /// Plays a record again; `watch` sees the match before each entry.
    fn replay_watched(&self, record: &Record, watch: &mut dyn FnMut(&dyn AnySession, &Entry)) -> Loaded;
    /// Plays a record again, checking its draws against their seed, and goes on with draws from the seed.
    fn replay_seeded(&self, record: &Record, seed: Seed) -> Loaded;
}

/// A match without its types. Choices are JSON as records write them.
pub trait AnySession: Any + Send {
    /// Name, seats, version.
    fn info(&self) -> &'static GameInfo;
    /// How many entries the record has.
    fn step(&self) -> usize;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// Who may decide now.
    fn waiting(&self) -> SeatSet;
    /// How the match ended, if it has.
    fn outcome(&self) -> Option<&Outcome>;
    /// What a seat is asked.
    fn prompt(&self, seat: Seat) -> Option<Prompt>;
    /// Every legal choice of a seat.
    fn menu(&self, seat: Seat) -> Vec<Choosable>;
    /// What may not be done, and why.
    fn refused(&self, seat: Seat) -> Vec<(Offer, Refused)>;
    /// The sum behind a choice.
    fn reckoning(&self, seat: Seat, choice: &RawValue) -> Result<Option<Reckoning>, serde_json::Error>;
    /// The odds of a legal choice.
    fn odds(&self, seat: Seat, choice: &RawValue, effort: Effort) -> Result<Forecast, SubmitError>;
    /// What a viewer sees.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// Lines of the log that a viewer may read, from number `from` of the whole log on.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine>;
    /// How many lines the whole log has. Not for the eyes of a player: it counts what is secret too.
    fn log_len(&self) -> usize;
    /// How many lines of the log a viewer may read.
    fn log_count(&self, viewer: Viewer) -> usize;
    /// The whole position with all its secrets.
    fn position(&self) -> serde_json::Value;
    /// The digest of the position.
    fn hash(&self) -> String;
    /// The whole record, secrets included.
    fn record(&self) -> Record;
    /// The whole record of a match that goes no further, played to its end or not: the seed is told.
    fn closed_record(&self) -> Record;
    /// The entry of a number, from 0, as records have it.
    fn entry_at(&self, number: usize) -> Option<Entry>;
    /// The number of the question that a seat is asked; what others decide in secret meanwhile does not change it.
    fn question(&self, seat: Seat) -> u32;
    /// Takes a decision that answers a question, or refuses it and changes nothing.
    fn submit(&mut self, seat: Seat, question: u32, choice: &RawValue) -> Result<(), SubmitError>;
    /// Notes with what the bot thought whose decision was the last entry.
    fn sign(&mut self, bot: BotNote);
    /// The digest of all that a seat knows and may choose.
    fn sight(&self, seat: Seat) -> String;
    /// Takes back the seat's last decision.
    fn undo(&mut self, seat: Seat) -> Result<(), Refused>;
    /// Whether the seat can take its last decision back.
    fn can_undo(&self, seat: Seat) -> bool;
    /// The same position without its past: for a bot that thinks elsewhere while the match is kept here.
    fn aside(&self) -> Box<dyn AnySession>;
    /// What the match ends with when a check of the position fails; for tests.
    fn audit(&self) -> Result<(), String>;
}

/// The rules of a game with the type put away.
#[derive(Debug)]
pub struct Erased<G: Rules>(PhantomData<G>);

impl<G: Rules> Erased<G> {
    /// The only value there is.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: Rules> AnyRules for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn options(&self) -> Vec<OptionCard> {
        G::options()
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        G::scenarios()
    }

    fn read_scenario(&self, file: &str, text: &str) -> Result<ScenarioCard, SetupError> {
        G::read_scenario(file, text)
    }

    fn begin(&self, setup: Setup, chance: Box<dyn Chance>) -> Result<Box<dyn AnySession>, SetupError> {
        Ok(Box::new(Session::<G>::begin(setup, chance)?))
    }

    fn begin_seeded(&self, setup: Setup, seed: Seed) -> Result<Box<dyn AnySession>, SetupError> {
        Ok(Box::new(Session::<G>::seeded(setup, seed)?))
    }

    fn replay(&self, record: &Record, chance: Box<dyn Chance>) -> Loaded {
        erase(Session::<G>::replay(record, chance))
    }

    fn replay_watched(&self, record: &Record, watch: &mut dyn FnMut(&dyn AnySession, &Entry)) -> Loaded {
        let unused = Box::new(Fast::new(0));
        erase(Session::<G>::replay_watched(record, unused, |session, entry| watch(session, entry)))
    }

    fn replay_seeded(&self, record: &Record, seed: Seed) -> Loaded {
        erase(Session::<G>::replay_seeded(record, seed))
    }
}

fn erase<G: Rules>(replay: Replay<G>) -> Loaded {
    match replay {
        Ok(session) => Ok(Box::new(session)),
        Err((error, part)) => Err((error, part.map(|session| session as Box<dyn AnySession>))),
    }
}

impl<G: Rules> AnySession for Session<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn step(&self) -> usize {
        Session::step(self)
    }

    fn seats(&self) -> u8 {
        G::seats(&self.state().table)
    }

    fn waiting(&self) -> SeatSet {
        self.state().waiting()
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.state().outcome()
    }

    fn prompt(&self, seat: Seat) -> Option<Prompt> {
        self.state().prompt(seat)
    }

    fn menu(&self, seat: Seat) -> Vec<Choosable> {
        let mut menu = Vec::new();
        self.state().menu(seat, &mut menu);
        menu.iter()
            .map(|choice| Choosable {
                choice: self.write_choice(choice),
                offer: G::offer(self.state(), seat, choice),
                canonical: self.state().canonical(seat, choice),
            })
            .collect()
    }

    fn refused(&self, seat: Seat) -> Vec<(Offer, Refused)> {
        let mut refused = Vec::new();
        self.state().sift(seat, |choice, verdict| {
            if let Err(refusal) = verdict {
                refused.push((G::offer(self.state(), seat, &choice), Session::refused(self, &refusal)));
            }
        });
        refused
    }

    fn reckoning(&self, seat: Seat, choice: &RawValue) -> Result<Option<Reckoning>, serde_json::Error> {
        let choice = self.read_choice(choice)?;
        Ok(G::reckoning(self.state(), seat, &choice))
    }

    fn odds(&self, seat: Seat, choice: &RawValue, effort: Effort) -> Result<Forecast, SubmitError> {
        let choice = self.read_choice(choice)?;
        self.state()
            .check(seat, &choice)
            .map_err(|refusal| SubmitError::Refused(Session::refused(self, &refusal)))?;
        Ok(forecast(self.state(), seat, &choice, effort))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(self.state(), viewer)
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        self.log_for(viewer, from)
    }

    fn log_len(&self) -> usize {
        Session::log(self).len()
    }

    fn log_count(&self, viewer: Viewer) -> usize {
        Session::log(self).iter().filter(|line| line.seen_by.admits(viewer)).count()
    }

    fn position(&self) -> serde_json::Value {
        Session::position(self)
    }

    fn hash(&self) -> String {
        self.state().hash()
    }

    fn record(&self) -> Record {
        Session::record(self)
    }

    fn closed_record(&self) -> Record {
        Session::closed_record(self)
    }

    fn entry_at(&self, number: usize) -> Option<Entry> {
        Session::entry_at(self, number)
    }

    fn question(&self, seat: Seat) -> u32 {
        Session::question(self, seat)
    }

    fn submit(&mut self, seat: Seat, question: u32, choice: &RawValue) -> Result<(), SubmitError> {
        let now = Session::question(self, seat);
        if question != now {
            return Err(SubmitError::Stale { now });
        }
        let choice = self.read_choice(choice)?;
        Session::submit(self, seat, choice)
            .map_err(|refusal| SubmitError::Refused(Session::refused(self, &refusal)))
    }

    fn sign(&mut self, bot: BotNote) {
        Session::sign(self, bot);
    }

    fn sight(&self, seat: Seat) -> String {
        Knowledge::of(seat, self.state()).digest()
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refused> {
        Session::undo(self, seat).map_err(|refusal| Session::refused(self, &refusal))
    }

    fn can_undo(&self, seat: Seat) -> bool {
        Session::can_undo(self, seat)
    }

    fn aside(&self) -> Box<dyn AnySession> {
        Box::new(Session::aside(self))
    }

    fn audit(&self) -> Result<(), String> {
        G::audit(self.state())
    }
}
