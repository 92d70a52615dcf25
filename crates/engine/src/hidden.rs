//! Facts that not everyone knows.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Audience, Seat, SeatSet, Viewer};

/// Something that a viewer may not know and that a copy of the position can forget.
pub trait Secret {
    /// Wipes the fact unless the viewer knows it.
    fn forget(&mut self, viewer: Viewer);
}

/// A fact with those who know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Hidden<T> {
    value: Option<T>,
    known_to: Audience,
}

impl<T> Hidden<T> {
    /// A fact that only these know.
    #[inline]
    pub const fn known_to(value: T, audience: Audience) -> Self {
        Self { value: Some(value), known_to: audience }
    }

    /// A fact that everyone knows.
    #[inline]
    pub const fn open(value: T) -> Self {
        Self::known_to(value, Audience::Everyone)
    }

    /// The fact itself, for rules; a copy that has forgotten it cannot say.
    #[inline]
    pub const fn truth(&self) -> &T {
        self.value.as_ref().expect("a rule read a fact that this seat does not know")
    }

    /// The fact itself, for rules that change it; those who know it know the change.
    #[inline]
    pub const fn truth_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("a rule changed a fact that this seat does not know")
    }

    /// The fact, if the viewer knows it.
    #[inline]
    pub fn seen_by(&self, viewer: Viewer) -> Option<&T> {
        if self.known_to.admits(viewer) { self.value.as_ref() } else { None }
    }

    /// Who knows it.
    #[inline]
    pub const fn audience(&self) -> Audience {
        self.known_to
    }

    /// Whether this copy has forgotten the fact.
    #[inline]
    pub const fn is_forgotten(&self) -> bool {
        self.value.is_none()
    }

    /// Puts a dealt value in place of a forgotten one.
    #[inline]
    pub fn settle(&mut self, value: T) {
        self.value = Some(value);
    }

    /// Lets more people know. Rules call [`Cx::reveal`](crate::Cx::reveal), which also ends undo.
    #[inline]
    pub(crate) fn widen(&mut self, to: Audience) {
        self.known_to = self.known_to.and(to);
    }
}

impl<T> Secret for Hidden<T> {
    fn forget(&mut self, viewer: Viewer) {
        if !self.known_to.admits(viewer) {
            self.value = None;
        }
    }
}

/// Answers that several seats give in secret and that are opened together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ballot<T> {
    asked: SeatSet,
    answers: ArrayVec<(Seat, Hidden<T>), { Seat::MOST }>,
}

impl<T> Ballot<T> {
    /// A ballot that waits for these seats.
    pub fn new(asked: SeatSet) -> Self {
        Self { asked, answers: ArrayVec::new() }
    }

    /// Those who have not answered yet.
    pub fn waiting(&self) -> SeatSet {
        self.answers.iter().fold(self.asked, |left, (seat, _)| left.without(*seat))
    }

    /// Takes a seat's answer; only that seat knows it until the ballot is opened.
    pub fn seal(&mut self, seat: Seat, answer: T) {
        self.answers.push((seat, Hidden::known_to(answer, Audience::one(seat))));
    }

    /// The sealed answers as secrets.
    pub fn secrets(&mut self) -> impl Iterator<Item = &mut Hidden<T>> {
        self.answers.iter_mut().map(|(_, answer)| answer)
    }

    /// The answers in the order of the seats, once all are in. Rules call [`Cx::open`](crate::Cx::open).
    pub(crate) fn answers(&self) -> Option<ArrayVec<(Seat, T), { Seat::MOST }>>
    where
        T: Clone,
    {
        if !self.waiting().is_empty() {
            return None;
        }
        let mut answers: ArrayVec<_, { Seat::MOST }> =
            self.answers.iter().map(|(seat, answer)| (*seat, answer.truth().clone())).collect();
        answers.sort_by_key(|(seat, _)| *seat);
        Some(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgetting_spares_those_who_know() {
        let mut fact = Hidden::known_to(5, Audience::one(Seat(0)));
        fact.forget(Viewer::Seat(Seat(0)));
        assert_eq!(fact.seen_by(Viewer::Seat(Seat(0))), Some(&5));
        assert_eq!(fact.seen_by(Viewer::Seat(Seat(1))), None);
        *fact.truth_mut() += 1;
        assert_eq!(fact.truth(), &6);
        fact.forget(Viewer::Seat(Seat(1)));
        assert!(fact.is_forgotten());
    }

    #[test]
    fn a_ballot_opens_when_all_have_answered() {
        let mut ballot = Ballot::new(SeatSet::first(2));
        ballot.seal(Seat(1), 'b');
        assert_eq!(ballot.answers(), None);
        assert_eq!(ballot.waiting(), SeatSet::one(Seat(0)));
        ballot.seal(Seat(0), 'a');
        assert_eq!(ballot.answers().expect("both are in").as_slice(), [(Seat(0), 'a'), (Seat(1), 'b')]);
    }
}
