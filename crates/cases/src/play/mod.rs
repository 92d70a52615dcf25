//! Plays one case.

mod after;
mod ask;
mod now;
mod run;
mod set_up;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sandtable_engine::erased::{AnyRules, AnySession};
use sandtable_engine::{Refused, Seat, SeatSet, SideCard, SubmitError};
use serde_json::Value as Json;
use serde_json::value::RawValue;

use crate::Case;
use crate::case::{Deed, RefusalWanted, SeatName, Step};
use crate::report::Failure;
use crate::script::{Otherwise, Script, Used};

/// Plays a case and gives everything that was not as it says.
pub fn play(case: &Case, games: &[&dyn AnyRules]) -> Vec<Failure> {
    let progress = Progress::new(case);
    let failures = Failures { case, progress: &progress, list: Cell::default() };
    let played = catch_unwind(AssertUnwindSafe(|| {
        if let Some(mut table) = Table::set_up(case, games, &failures) {
            table.play();
        }
    }));
    if let Err(panic) = played {
        failures.add("play goes on", &format!("the program broke down: {}", panic_message(panic.as_ref())));
    }
    failures.list.into_inner()
}

/// What a broken-down piece of the program said.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it did not say why".to_owned())
}

/// How far a case has come.
struct Progress {
    line: Cell<usize>,
    step: Cell<Option<usize>>,
}

impl Progress {
    fn new(case: &Case) -> Self {
        Self { line: Cell::new(case.line), step: Cell::new(None) }
    }
}

/// What was not as the case says, so far.
struct Failures<'a> {
    case: &'a Case,
    progress: &'a Progress,
    list: Cell<Vec<Failure>>,
}

impl Failures<'_> {
    fn add(&self, expected: &str, came: &str) {
        let failure = Failure {
            file: self.case.file.clone(),
            line: self.progress.line.get(),
            title: self.case.title.clone(),
            step: self.progress.step.get(),
            expected: expected.to_owned(),
            came: came.to_owned(),
        };
        let mut list = self.list.take();
        list.push(failure);
        self.list.set(list);
    }
}

/// Whether the rest of a case still makes sense.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    GoOn,
    /// The match is not where the case thinks it is.
    Stop,
}

/// A match in the hands of a case.
struct Table<'a> {
    case: &'a Case,
    failures: &'a Failures<'a>,
    session: Box<dyn AnySession>,
    script: Script,
    sides: Vec<SideCard>,
}

impl Table<'_> {
    fn play(&mut self) {
        for (number, step) in self.case.steps.iter().enumerate() {
            self.failures.progress.step.set(Some(number + 1));
            self.failures.progress.line.set(step.line);
            if self.step(step) == Then::Stop {
                return;
            }
        }
        self.failures.progress.step.set(None);
        self.expect(&self.case.expect);
        if let Some(ending) = &self.case.outcome {
            self.expect_ending(ending);
        }
    }

    fn step(&mut self, step: &Step) -> Then {
        let from = self.session.log_len();
        let then = match &step.deed {
            Deed::Choose { seat, choice, refused } => self.choose(step, seat, choice, refused.as_ref()),
            Deed::Undo { seat, refused } => self.undo(seat, refused.as_ref()),
            Deed::Run(run) => self.run(step, run),
            Deed::Ask { seat, questions } => self.ask(seat.as_ref(), questions),
        };
        if then == Then::Stop {
            return then;
        }
        if let Err(fault) = self.session.audit() {
            self.fail("the position is sound", &fault);
        }
        self.events(&step.events, from);
        self.cites(&step.cites, from);
        if let Some(waits) = &step.waits {
            self.waits(waits);
        }
        self.expect(&step.expect);
        self.failures.progress.line.set(step.line);
        Then::GoOn
    }

    fn fail(&self, expected: &str, came: &str) {
        self.failures.add(expected, came);
    }

    fn choose(
        &mut self,
        step: &Step,
        seat: &SeatName,
        choice: &Json,
        refused: Option<&RefusalWanted>,
    ) -> Then {
        let Some(number) = self.seat(seat) else { return Then::Stop };
        let faces = step.chance.as_deref().unwrap_or_default();
        self.script.lay_out(faces, Otherwise::Fault);
        let result = self.session.submit(number, self.session.question(number), &raw(choice));
        match (result, refused) {
            (Ok(()), None) => self.script_is_used_up(),
            (Ok(()), Some(wanted)) => {
                self.fail(&format!("{choice} of {seat} is refused by rule {}", wanted.rule), "it is allowed");
                Then::Stop
            }
            (Err(SubmitError::Refused(refusal)), Some(wanted)) => {
                self.refusal(&refusal, wanted);
                Then::GoOn
            }
            (Err(error), _) => {
                let came = match error {
                    SubmitError::Refused(refusal) => format!("refused: {refusal}"),
                    other => other.to_string(),
                };
                let expected = if refused.is_some() { "is refused" } else { "is taken" };
                self.fail(
                    &format!("{choice} of {seat} {expected}"),
                    &format!("{came}\n{}", self.asked_now()),
                );
                Then::Stop
            }
        }
    }

    fn undo(&mut self, seat: &SeatName, refused: Option<&RefusalWanted>) -> Then {
        let Some(number) = self.seat(seat) else { return Then::Stop };
        match (self.session.undo(number), refused) {
            (Ok(()), None) => Then::GoOn,
            (Ok(()), Some(wanted)) => {
                self.fail(&format!("{seat} cannot take back (rule {})", wanted.rule), "it was taken back");
                Then::Stop
            }
            (Err(refusal), Some(wanted)) => {
                self.refusal(&refusal, wanted);
                Then::GoOn
            }
            (Err(refusal), None) => {
                self.fail(
                    &format!("{seat} takes back"),
                    &format!("refused: {refusal}\n{}", self.asked_now()),
                );
                Then::Stop
            }
        }
    }

    fn refusal(&self, refusal: &Refused, wanted: &RefusalWanted) {
        if refusal.rule != wanted.rule {
            self.fail(&format!("refused by rule {}", wanted.rule), &format!("refused: {refusal}"));
        }
        if let Some(part) = &wanted.because
            && !refusal.why.contains(part.as_str())
        {
            self.fail(&format!("refused because …{part}…"), &format!("refused: {refusal}"));
        }
        let blockers: Vec<&String> = refusal.pieces.iter().chain(&refusal.spaces).collect();
        for key in wanted.in_the_way.iter().filter(|key| !blockers.contains(key)) {
            self.fail(&format!("refused with `{key}` in the way"), &format!("in the way: {blockers:?}"));
        }
    }

    fn script_is_used_up(&self) -> Then {
        match self.script.used() {
            Used::Up => Then::GoOn,
            Used::Over(left) => {
                self.fail("every face that was laid out is drawn", &left);
                Then::GoOn
            }
            Used::Short(fault) => {
                self.fail("every face that is drawn was laid out", &fault);
                Then::Stop
            }
        }
    }

    /// The seat of a name; a name that is not known is a failure.
    fn seat(&self, name: &SeatName) -> Option<Seat> {
        let number = match name {
            SeatName::Number(number) => Some(*number).filter(|number| *number < self.session.seats()),
            SeatName::Side(id) => {
                let number = self.sides.iter().position(|side| side.id == *id);
                number.and_then(|number| u8::try_from(number).ok())
            }
        };
        if number.is_none() {
            let sides: Vec<&str> = self.sides.iter().map(|side| side.id.as_str()).collect();
            self.fail(&format!("{name} sits at the table"), &format!("the sides are {}", sides.join(", ")));
        }
        number.map(Seat)
    }

    fn seats(&self, names: &[SeatName]) -> Option<SeatSet> {
        names.iter().map(|name| self.seat(name)).collect()
    }

    /// A seat's menu as records write it.
    fn menu(&self, seat: Seat) -> Vec<Json> {
        let menu = self.session.menu(seat);
        menu.iter().map(|item| serde_json::from_str(item.choice.get()).unwrap_or_default()).collect()
    }
}

fn raw(choice: &Json) -> Box<RawValue> {
    RawValue::from_string(choice.to_string()).expect("JSON writes itself as JSON")
}
