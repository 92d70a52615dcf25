//! What a rule may do besides changing the table: draw, reveal, log.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::chance::Chance;
use crate::{Audience, Ballot, Hidden, RuleRef, Rules, Seat};

/// A line of the log: what happened, by which rule, and who may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line<E> {
    /// The rule that made it happen.
    pub rule: RuleRef,
    /// Who may read it.
    pub seen_by: Audience,
    /// What happened.
    pub event: E,
}

/// The context of a piece of play.
pub struct Cx<'a, G: Rules> {
    chance: &'a mut dyn Chance,
    log: Option<&'a mut Vec<Line<G::Event>>>,
    barrier: bool,
}

impl<'a, G: Rules> Cx<'a, G> {
    /// A context that keeps no log: for search, where a step allocates nothing.
    #[inline]
    pub fn silent(chance: &'a mut dyn Chance) -> Self {
        Self { chance, log: None, barrier: false }
    }

    /// A context that writes its events to a log.
    pub fn logged(chance: &'a mut dyn Chance, log: &'a mut Vec<Line<G::Event>>) -> Self {
        Self { chance, log: Some(log), barrier: false }
    }

    /// A uniform draw from 0 to `sides - 1`, kept in the record. Ends undo.
    #[inline]
    pub fn draw(&mut self, rule: RuleRef, sides: u32) -> u32 {
        self.barrier = true;
        self.chance.draw(rule, sides)
    }

    /// The throw of a six-sided die.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a die has six sides")]
    pub fn die(&mut self, rule: RuleRef) -> u8 {
        self.draw(rule, 6) as u8 + 1
    }

    /// Puts the items in random order (Fisher and Yates, from the back).
    #[expect(clippy::cast_possible_truncation, reason = "no game has four thousand million cards")]
    pub fn shuffle<T>(&mut self, rule: RuleRef, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.draw(rule, last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// Takes one of the items at random; the others close up and keep their order.
    #[expect(clippy::cast_possible_truncation, reason = "no game has four thousand million cards")]
    pub fn take<T>(&mut self, rule: RuleRef, items: &mut Vec<T>) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        let at = self.draw(rule, items.len() as u32) as usize;
        Some(items.remove(at))
    }

    /// Lets more people know a fact. Ends undo.
    #[inline]
    pub fn reveal<T>(&mut self, fact: &mut Hidden<T>, to: Audience) {
        self.barrier = true;
        fact.widen(to);
    }

    /// The sealed answers in the order of the seats, once all are in. Ends undo.
    pub fn open<T: Clone>(&mut self, ballot: &Ballot<T>) -> Option<ArrayVec<(Seat, T), { Seat::MOST }>> {
        let answers = ballot.answers()?;
        self.barrier = true;
        Some(answers)
    }

    /// Writes a line that everyone may read.
    #[inline]
    pub fn log(&mut self, rule: RuleRef, event: impl FnOnce() -> G::Event) {
        self.log_for(Audience::Everyone, rule, event);
    }

    /// Writes a line that only some may read.
    #[inline]
    pub fn log_for(&mut self, seen_by: Audience, rule: RuleRef, event: impl FnOnce() -> G::Event) {
        if let Some(log) = &mut self.log {
            log.push(Line { rule, seen_by, event: event() });
        }
    }

    /// Whether something was drawn or revealed, so that the step cannot be taken back.
    #[inline]
    pub fn barrier(&self) -> bool {
        self.barrier
    }
}
