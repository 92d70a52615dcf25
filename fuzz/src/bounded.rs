//! A game whose matches give up after some work, so that a case that plays for ever does not look like a fault.

use std::cell::Cell;

use sandtable_engine::chance::{Chance, Seed};
use sandtable_engine::erased::{AnyRules, AnySession, Choosable, Loaded};
use sandtable_engine::odds::{Effort, Forecast};
use sandtable_engine::record::{Entry, Record};
use sandtable_engine::scene::Scene;
use sandtable_engine::{
    BotNote, LogLine, GameInfo, Offer, OptionCard, Outcome, Prompt, Reckoning, Refused, ScenarioCard, Seat, SeatSet, Setup,
    SetupError, SubmitError, Viewer,
};
use serde_json::value::RawValue;

/// Decisions and looks at a position that a match puts up with.
const WORK: u32 = 400;

/// A game of matches that give up.
pub struct Bounded<'a>(pub &'a dyn AnyRules);

/// A match that refuses decisions once the work is done.
struct Tired {
    inner: Box<dyn AnySession>,
    left: Cell<u32>,
}

impl Tired {
    /// Whether there is strength for one more.
    fn works(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }
}

impl AnyRules for Bounded<'_> {
    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    fn options(&self) -> Vec<OptionCard> {
        self.0.options()
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        self.0.scenarios()
    }

    fn read_scenario(&self, file: &str, text: &str) -> Result<ScenarioCard, SetupError> {
        self.0.read_scenario(file, text)
    }

    fn begin(&self, setup: Setup, chance: Box<dyn Chance>) -> Result<Box<dyn AnySession>, SetupError> {
        let inner = self.0.begin(setup, chance)?;
        Ok(Box::new(Tired { inner, left: Cell::new(WORK) }))
    }

    fn begin_seeded(&self, setup: Setup, seed: Seed) -> Result<Box<dyn AnySession>, SetupError> {
        self.0.begin_seeded(setup, seed)
    }

    fn replay(&self, record: &Record, chance: Box<dyn Chance>) -> Loaded {
        self.0.replay(record, chance)
    }

    fn replay_seeded(&self, record: &Record, seed: Seed) -> Loaded {
        self.0.replay_seeded(record, seed)
    }

    fn replay_watched(&self, record: &Record, watch: &mut dyn FnMut(&dyn AnySession, &Entry)) -> Loaded {
        self.0.replay_watched(record, watch)
    }
}

impl AnySession for Tired {
    fn info(&self) -> &'static GameInfo {
        self.inner.info()
    }

    fn step(&self) -> usize {
        self.inner.step()
    }

    fn seats(&self) -> u8 {
        self.inner.seats()
    }

    fn waiting(&self) -> SeatSet {
        self.inner.waiting()
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.inner.outcome()
    }

    fn prompt(&self, seat: Seat) -> Option<Prompt> {
        self.inner.prompt(seat)
    }

    fn sign(&mut self, note: BotNote) {
        self.inner.sign(note);
    }

    fn sight(&self, seat: Seat) -> String {
        self.inner.sight(seat)
    }

    fn menu(&self, seat: Seat) -> Vec<Choosable> {
        if self.works() { self.inner.menu(seat) } else { Vec::new() }
    }

    fn refused(&self, seat: Seat) -> Vec<(Offer, Refused)> {
        self.inner.refused(seat)
    }

    fn reckoning(&self, seat: Seat, choice: &RawValue) -> Result<Option<Reckoning>, serde_json::Error> {
        self.inner.reckoning(seat, choice)
    }

    fn odds(&self, seat: Seat, choice: &RawValue, _: Effort) -> Result<Forecast, SubmitError> {
        if !self.works() {
            return Err(SubmitError::Stale { now: self.question(seat) });
        }
        self.inner.odds(seat, choice, Effort { outcomes: 50, samples: 5 })
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        if self.works() { self.inner.scene(viewer) } else { Scene::default() }
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        self.inner.log(viewer, from)
    }

    fn log_len(&self) -> usize {
        self.inner.log_len()
    }

    fn log_count(&self, viewer: Viewer) -> usize {
        self.inner.log_count(viewer)
    }

    fn position(&self) -> serde_json::Value {
        if self.works() { self.inner.position() } else { serde_json::Value::Null }
    }

    fn hash(&self) -> String {
        self.inner.hash()
    }

    fn record(&self) -> Record {
        self.inner.record()
    }

    fn closed_record(&self) -> Record {
        self.inner.closed_record()
    }

    fn entry_at(&self, number: usize) -> Option<Entry> {
        self.inner.entry_at(number)
    }

    fn question(&self, seat: Seat) -> u32 {
        self.inner.question(seat)
    }

    fn submit(&mut self, seat: Seat, question: u32, choice: &RawValue) -> Result<(), SubmitError> {
        if !self.works() {
            return Err(SubmitError::Stale { now: question });
        }
        self.inner.submit(seat, question, choice)
    }

    fn aside(&self) -> Box<dyn AnySession> {
        self.inner.aside()
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refused> {
        self.inner.undo(seat)
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.inner.can_undo(seat)
    }

    fn audit(&self) -> Result<(), String> {
        self.inner.audit()
    }
}
