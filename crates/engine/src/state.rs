//! A position: the table, and the point reached in the sequence of play.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::frames::Frame;
use crate::{Cx, Next, Outcome, Prompt, Refusal, Rules, Seat, SeatSet, Setup, SetupError, Viewer, rule};

/// How deep boxes of a sequence of play may be nested.
const DEPTH: usize = 12;

/// The table, and the point reached in the sequence of play.
#[derive(Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct State<G: Rules> {
    /// What lies on the table.
    pub table: G::Table,
    stack: ArrayVec<G::Frame, DEPTH>,
    outcome: Option<Outcome>,
}

impl<G: Rules> Clone for State<G> {
    /// The table is by far the largest part: it is put where it stays before anything else is done.
    #[inline]
    fn clone(&self) -> Self {
        let stack = self.stack.iter().cloned().collect();
        Self { table: self.table.clone(), stack, outcome: self.outcome }
    }
}

impl<G: Rules> State<G> {
    /// Lays out the table and plays up to the first question.
    pub fn begin(setup: &Setup, cx: &mut Cx<G>) -> Result<Self, SetupError> {
        let (table, first) = G::set_up(setup, cx)?;
        let mut state = Self { table, stack: ArrayVec::new(), outcome: None };
        state.run(Next::Become(first), cx);
        Ok(state)
    }

    /// The box that asks, if the match goes on.
    #[inline]
    pub fn frame(&self) -> Option<&G::Frame> {
        self.stack.last()
    }

    /// All boxes from the outermost to the one that asks.
    pub fn frames(&self) -> &[G::Frame] {
        &self.stack
    }

    /// How the match ended, if it has.
    #[inline]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Who may decide now.
    #[inline]
    pub fn waiting(&self) -> SeatSet {
        self.frame().map_or(SeatSet::NONE, |frame| frame.waiting(&self.table))
    }

    /// Whether all may be taken to see what is decided now: one seat decides, in a box whose very question is no secret.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.frame().is_some_and(|frame| frame.automatic() && frame.waiting(&self.table).only().is_some())
    }

    /// What a seat is asked.
    pub fn prompt(&self, seat: Seat) -> Option<Prompt> {
        let frame = self.asked(seat)?;
        Some(frame.prompt(&self.table, seat))
    }

    fn asked(&self, seat: Seat) -> Option<&G::Frame> {
        self.frame().filter(|frame| frame.waiting(&self.table).contains(seat))
    }

    /// Every legal choice of a seat, in a fixed order, appended to the caller's buffer.
    #[inline]
    pub fn menu(&self, seat: Seat, menu: &mut Vec<G::Choice>) {
        if let Some(frame) = self.asked(seat) {
            frame.legal(&self.table, seat, &mut |choice| menu.push(choice));
        }
    }

    /// The legal choices without those that only repeat another in a different order.
    #[inline]
    pub fn search_menu(&self, seat: Seat, menu: &mut Vec<G::Choice>) {
        if let Some(frame) = self.asked(seat) {
            frame.canonical_legal(&self.table, seat, &mut |choice| menu.push(choice));
        }
    }

    /// Every choice worth a look with what `check` says of it: answers "why not?".
    pub fn sift(&self, seat: Seat, mut each: impl FnMut(G::Choice, Result<(), Refusal>)) {
        if let Some(frame) = self.asked(seat) {
            frame.candidates(&self.table, seat, &mut |choice| {
                let verdict = frame.check(&self.table, seat, &choice);
                each(choice, verdict);
            });
        }
    }

    /// Whether a seat may make a choice now.
    #[inline]
    pub fn check(&self, seat: Seat, choice: &G::Choice) -> Result<(), Refusal> {
        let Some(frame) = self.frame() else {
            return Err(Refusal::new(rule!("0"), "the match is over"));
        };
        if !frame.waiting(&self.table).contains(seat) {
            return Err(Refusal::new(rule!("0"), "it is not your turn to decide"));
        }
        frame.check(&self.table, seat, choice)
    }

    /// Whether search should look at a legal choice.
    pub fn canonical(&self, seat: Seat, choice: &G::Choice) -> bool {
        self.frame().is_some_and(|frame| frame.canonical(&self.table, seat, choice))
    }

    /// Refuses and changes nothing, or carries the choice out and plays on to the next question.
    #[inline]
    pub fn submit(&mut self, seat: Seat, choice: G::Choice, cx: &mut Cx<G>) -> Result<(), Refusal> {
        self.check(seat, &choice)?;
        self.take(seat, choice, cx);
        Ok(())
    }

    /// Carries out a choice that comes from this position's own menu. Property tests hold menus to `check`.
    #[inline]
    pub fn take(&mut self, seat: Seat, choice: G::Choice, cx: &mut Cx<G>) {
        let frame = self.stack.pop().expect("a choice is taken only where one is asked");
        match frame.choose(&mut self.table, seat, choice, cx) {
            // Most choices lead to a question straight away.
            Next::Ask(frame) if self.must_wait(&frame) => self.stack.push(frame),
            next => self.run(next, cx),
        }
    }

    /// Goes from box to box until one asks and has to wait for the answer.
    fn run(&mut self, mut next: Next<G>, cx: &mut Cx<G>) {
        loop {
            next = match next {
                // Looked at where it lies: to move a box that was written a moment ago, field by field, takes longer.
                Next::Ask(frame) if self.must_wait(&frame) => return self.stack.push(frame),
                Next::Ask(frame) => match self.only_choice(&frame) {
                    Some((seat, choice)) => frame.choose(&mut self.table, seat, choice, cx),
                    None => return self.stack.push(frame),
                },
                Next::Call { parent, child } => {
                    self.stack.push(parent);
                    child.enter(&mut self.table, cx)
                }
                Next::Become(frame) => frame.enter(&mut self.table, cx),
                Next::Return(child) => {
                    let parent = self.stack.pop().expect("the outermost box ends with an outcome");
                    parent.resume(child, &mut self.table, cx)
                }
                Next::Over(outcome) => {
                    self.outcome = Some(outcome);
                    return self.stack.clear();
                }
            }
        }
    }

    /// Whether a box may not take a choice by itself, or knows that it has several: most do, or find two quickly.
    #[inline]
    fn must_wait(&self, frame: &G::Frame) -> bool {
        !frame.automatic()
            || frame.waiting(&self.table).only().is_none_or(|seat| frame.has_several(&self.table, seat))
    }

    /// The only choice of the only seat, if it has no other. Not inlined: few boxes come to it, and all would pay for it.
    #[inline(never)]
    fn only_choice(&self, frame: &G::Frame) -> Option<(Seat, G::Choice)> {
        let seat = frame.waiting(&self.table).only()?;
        let mut only = None;
        let mut several = false;
        frame.legal(&self.table, seat, &mut |choice| {
            several |= only.is_some();
            only = Some(choice);
        });
        if several { None } else { only.map(|choice| (seat, choice)) }
    }

    /// A copy that has forgotten what the viewer does not know.
    #[must_use]
    pub fn forgotten_by(&self, viewer: Viewer) -> Self {
        let mut copy = self.clone();
        G::secrets(&mut copy.table, &mut |secret| secret.forget(viewer));
        for frame in &mut copy.stack {
            frame.secrets(&mut |secret| secret.forget(viewer));
        }
        copy
    }

    /// The boxes, so that a game can deal secrets that they hold.
    pub fn frames_mut(&mut self) -> &mut [G::Frame] {
        &mut self.stack
    }

    /// A digest of the whole position, the same on every machine.
    pub fn hash(&self) -> String {
        let bytes = postcard::to_stdvec(self).expect("positions are plain values");
        blake3::hash(&bytes).to_hex()[..32].to_owned()
    }
}
