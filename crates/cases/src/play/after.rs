//! What must hold after a step, and in the end.

use std::fmt::Display;

use sandtable_engine::{LogLine, Viewer};
use serde_json::Value as Json;

use super::Table;
use crate::case::{Ending, SeatName};
use crate::expectation::{Expectation, Looks};
use crate::pattern::{fits, short};

impl Table<'_> {
    /// Every pattern occurs among the events since `from`, in order.
    pub(super) fn events(&self, patterns: &[Json], from: usize) {
        self.told(patterns, from, "the event", |pattern, line| fits(pattern, &line.event));
    }

    /// Every rule is named by the log since `from`, in order.
    pub(super) fn cites(&self, rules: &[String], from: usize) {
        self.told(rules, from, "a line by rule", |rule, line| line.rule == *rule);
    }

    /// All that is wanted is found among the lines of the log since `from`, in order.
    fn told<T: Display>(&self, wanted: &[T], from: usize, what: &str, found: impl Fn(&T, &LogLine) -> bool) {
        if wanted.is_empty() {
            return;
        }
        let lines = self.session.log(Viewer::Umpire, from);
        let mut left = lines.iter();
        if let Some(missed) = wanted.iter().find(|wanted| !left.any(|line| found(wanted, line))) {
            let lines = lines.iter().map(|line| format!("{}  (rule {})", short(&line.event), line.rule));
            let lines: Vec<String> = lines.collect();
            let came = if lines.is_empty() { "nothing happened".to_owned() } else { lines.join("\n") };
            self.fail(&format!("{what} {missed}, in the order listed"), &came);
        }
    }

    pub(super) fn waits(&self, wanted: &[SeatName]) {
        let Some(seats) = self.seats(wanted) else { return };
        if self.session.waiting() != seats {
            self.fail(&format!("asked now: {}", self.names(seats)), &self.asked_now());
        }
    }

    pub(super) fn expect(&self, expectations: &[Expectation]) {
        if expectations.is_empty() {
            return;
        }
        let position = self.session.position();
        for expectation in expectations {
            self.failures.progress.line.set(expectation.line);
            let scene;
            let whole = match &expectation.looks {
                Looks::Position => &position,
                Looks::Spectator => {
                    scene = self.scene(Viewer::Spectator);
                    &scene
                }
                Looks::Seat(seat) => {
                    let Some(seat) = self.seat(seat) else { continue };
                    scene = self.scene(Viewer::Seat(seat));
                    &scene
                }
            };
            for (expected, came) in expectation.faults(whole) {
                self.fail(&expected, &came);
            }
        }
    }

    fn scene(&self, viewer: Viewer) -> Json {
        serde_json::to_value(self.session.scene(viewer)).unwrap_or_default()
    }

    pub(super) fn expect_ending(&self, ending: &Ending) {
        self.failures.progress.line.set(ending.line);
        let Some(outcome) = self.session.outcome() else {
            return self.fail("the match is over", &self.asked_now());
        };
        if let Some(winners) = ending.winners.as_ref().and_then(|names| self.seats(names))
            && winners != outcome.winners
        {
            self.fail(&format!("won by: {}", self.names(winners)), &self.names(outcome.winners));
        }
        if let Some(grade) = ending.grade
            && grade != outcome.grade
        {
            self.fail(&format!("the victory is {grade:?}"), &format!("it is {:?}", outcome.grade));
        }
        for (name, wanted) in &ending.scores {
            let Some(seat) = self.seat(name) else { continue };
            let score = i64::from(outcome.scores[seat.index()]);
            if score != *wanted {
                self.fail(&format!("{name} has {wanted} points"), &format!("{score} points"));
            }
        }
    }
}
