//! Where a match stands, for somebody who writes a case and thought it stood elsewhere.

use std::fmt::Write as _;

use sandtable_engine::{Seat, SeatSet};

use super::Table;

/// How much of a menu is shown.
const MOST: usize = 12;

impl Table<'_> {
    /// Who is asked what, and what there is to choose from.
    pub(super) fn asked_now(&self) -> String {
        if let Some(outcome) = self.session.outcome() {
            return format!(
                "the match is over, {:?}; won by: {}",
                outcome.grade,
                self.names(outcome.winners)
            );
        }
        let seats = self.session.waiting();
        if seats.is_empty() {
            return "nobody is asked anything".to_owned();
        }
        let questions: Vec<String> = seats.iter().map(|seat| self.question(seat)).collect();
        questions.join("\n")
    }

    fn question(&self, seat: Seat) -> String {
        let prompt = self.session.prompt(seat).unwrap_or_default();
        let menu = self.session.menu(seat);
        let mut text = format!("asked now: {}: {} (rule {})", self.name(seat), prompt.ask, prompt.rule);
        for item in menu.iter().take(MOST) {
            let _ = write!(text, "\n  {}  {}", item.choice.get(), item.offer.label);
        }
        if menu.len() > MOST {
            let _ = write!(text, "\n  … and {} more", menu.len() - MOST);
        }
        text
    }

    /// What a case calls a seat.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.sides.get(seat.index()).map_or_else(|| seat.to_string(), |side| side.id.clone())
    }

    pub(super) fn names(&self, seats: SeatSet) -> String {
        if seats.is_empty() {
            return "nobody".to_owned();
        }
        let names: Vec<String> = seats.iter().map(|seat| self.name(seat)).collect();
        names.join(", ")
    }
}
