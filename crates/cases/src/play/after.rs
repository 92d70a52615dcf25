//! What must hold after a step, and in the end.

use sandtable_engine::Viewer;
use serde_json::Value as Json;

use super::Table;
use crate::case::{Ending, SeatName};
use crate::expectation::{Expectation, Looks};
use crate::pattern::{fits, short};

impl Table<'_> {
    /// Every pattern occurs among the events since `from`, in order.
    pub(super) fn events(&self, patterns: &[Json], from: usize) {
        if patterns.is_empty() {
            return;
        }
        let lines = self.session.log(Viewer::Umpire, from);
        let mut left = lines.iter();
        for pattern in patterns {
            if !left.any(|line| fits(pattern, &line.event)) {
                let events: Vec<String> = lines
                    .iter()
                    .map(|line| format!("{}  (rule {})", short(&line.event), line.rule))
                    .collect();
                let came = if events.is_empty() { "nothing happened".to_owned() } else { events.join("\n") };
                return self.fail(&format!("the event {pattern}, in the order listed"), &came);
            }
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
