//! Seats at the table, and who may know what.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0 in the order in which the scenario lists the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats that any game has.
    pub const MOST: usize = 8;

    /// The seat as an index into arrays that hold something for each seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a game for two.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self(1 - self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Some of the eight seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Just one seat.
    #[inline]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The first `count` seats.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight ones fit into a byte")]
    pub const fn first(count: u8) -> Self {
        Self(((1u16 << count) - 1) as u8)
    }

    /// Whether the seat is among them.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 & (1 << seat.0) != 0
    }

    /// These and one more.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// These without one.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether nobody is among them.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest of them.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a byte has at most eight zeros")]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The one seat, if there is just one.
    #[inline]
    pub const fn only(self) -> Option<Seat> {
        if self.0.is_power_of_two() { self.lowest() } else { None }
    }

    /// All of them in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Whose eyes a position is seen with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Anybody who looks on: sees what is public.
    Spectator,
    /// Sees everything: the record after the game, tests, the lab.
    Umpire,
}

/// Who may know a fact or a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    /// Players and spectators.
    Everyone,
    /// Only these seats.
    Only(SeatSet),
}

impl Audience {
    /// Just one seat.
    #[inline]
    pub const fn one(seat: Seat) -> Self {
        Self::Only(SeatSet::one(seat))
    }

    /// Whether the viewer is among them.
    #[inline]
    pub const fn admits(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Self::Everyone, _) | (_, Viewer::Umpire) => true,
            (Self::Only(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Self::Only(_), Viewer::Spectator) => false,
        }
    }

    /// Those of either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Only(a), Self::Only(b)) => Self::Only(SeatSet(a.0 | b.0)),
            _ => Self::Everyone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_is_put_in() {
        let set = SeatSet::one(Seat(1)).with(Seat(7));
        assert!(set.contains(Seat(7)) && !set.contains(Seat(0)));
        assert_eq!(set.without(Seat(1)).only(), Some(Seat(7)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(1), Seat(7)]);
        assert_eq!(SeatSet::first(8).len(), 8);
        assert!(!set.contains(Seat(200)));
    }

    #[test]
    fn a_spectator_sees_only_what_everyone_may_see() {
        assert!(Audience::Everyone.admits(Viewer::Spectator));
        assert!(!Audience::one(Seat(0)).admits(Viewer::Spectator));
        assert!(!Audience::one(Seat(0)).admits(Viewer::Seat(Seat(1))));
        assert!(Audience::one(Seat(0)).admits(Viewer::Umpire));
    }
}
