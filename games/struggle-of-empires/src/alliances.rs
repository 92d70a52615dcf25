//! Who is allied with whom, and who moves when.
//!
//! Play goes by the boxes of the display: first box of the top row, first of the bottom row, second of the top row, and so on
//! (5.8). Those of one row are allies, those of the other row enemies (5.9).

use sandtable_engine::{Seat, SeatSet};

use crate::table::Table;

/// An empty box of the display.
pub const EMPTY: u8 = u8::MAX;

impl Table {
    /// The row of a power: 0 on top, 1 at the bottom.
    #[inline]
    pub fn row_of(&self, seat: Seat) -> Option<usize> {
        (0..2).find(|row| self.alliances[*row].contains(seat))
    }

    /// Whether two powers are in different alliances (5.9).
    #[inline]
    pub fn are_enemies(&self, one: Seat, other: Seat) -> bool {
        (self.alliances[0].contains(one) && self.alliances[1].contains(other))
            || (self.alliances[1].contains(one) && self.alliances[0].contains(other))
    }

    /// The other powers of the same alliance.
    #[inline]
    pub fn allies_of(&self, seat: Seat) -> SeatSet {
        self.row_of(seat).map_or(SeatSet::NONE, |row| self.alliances[row].without(seat))
    }

    /// The powers of the other alliance.
    #[inline]
    pub fn enemies_of(&self, seat: Seat) -> SeatSet {
        self.row_of(seat).map_or(SeatSet::NONE, |row| self.alliances[1 - row])
    }

    /// The powers in play order, by the boxes of the display (5.8).
    #[inline]
    pub fn order(&self) -> impl Iterator<Item = Seat> {
        (0..8).map(|at| self.rows[at % 2][at / 2]).filter(|seat| *seat != EMPTY).map(Seat)
    }

    /// The power at a number of the play order.
    #[inline]
    pub fn in_order(&self, number: u8) -> Option<Seat> {
        self.order().nth(number.into())
    }

    /// Powers without an alliance.
    #[inline]
    pub fn unallied(&self) -> SeatSet {
        self.all().filter(|seat| self.row_of(*seat).is_none()).collect()
    }

    /// Puts a power into the first empty box of a row (5.5b).
    pub fn join(&mut self, seat: Seat, row: usize) {
        if let Some(free) = self.rows[row].iter_mut().find(|held| **held == EMPTY) {
            *free = seat.0;
            self.alliances[row] = self.alliances[row].with(seat);
        }
    }

    /// Clears the display (14.1c).
    pub fn dissolve(&mut self) {
        self.rows = [[EMPTY; 4]; 2];
        self.alliances = [SeatSet::NONE; 2];
    }
}
