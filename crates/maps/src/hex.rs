//! One hex of a sheet.

use crate::{Cube, Digits, Numbering, Rows, Side, Top};
use std::cmp::Ordering;
use std::marker::PhantomData;

/// A hex, in two bytes of axial coordinates; it knows its printed number.
///
/// Printed numbers run from 01 to 99. A step may leave them: hexes off the sheet are hexes like any other, as far as
/// two dozen steps beyond the largest sheet, where the coordinates wrap round. Whether a hex is on the map is for the
/// [`Grid`](crate::Grid) to say.
///
/// Hexes are ordered by their printed numbers. The default hex is `0000`, which is on no sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hex<N> {
    q: i8,
    r: i8,
    numbering: PhantomData<N>,
}

impl<N: Numbering> Hex<N> {
    /// The ways to the neighbours, in the order of the sides.
    const STEPS: [Cube; 6] = {
        let [up, upper_right, lower_right, down, lower_left, upper_left] = Cube::STEPS;
        match N::TOP {
            Top::Flat => [up, upper_right, lower_right, down, lower_left, upper_left],
            // A pointy sheet is a flat one turned back by a twelfth: "up" has become northwest, side 5.
            Top::Pointy => [upper_right, lower_right, down, lower_left, upper_left, up],
        }
    };

    /// The hex with the given printed numbers, each from 1 to 99.
    #[inline]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 1 || column > 99 || row < 1 || row > 99 {
            return None;
        }
        Some(Self::from_offset(column as i16, row as i16))
    }

    /// The printed column; off the sheet, 0 stands for every column to the left of 1.
    #[inline]
    pub fn column(self) -> u8 {
        printed(self.offset().0)
    }

    /// The printed row; off the sheet, 0 stands for every row before 1.
    #[inline]
    pub fn row(self) -> u8 {
        printed(self.offset().1)
    }

    /// Column and row as if the numbers went on off the sheet: zero and less before 1, more after 99.
    #[inline]
    pub const fn offset(self) -> (i16, i16) {
        let (q, r) = (self.q as i16, self.r as i16);
        let (column, down) = match N::TOP {
            Top::Flat => (q, r + N::SHOVED.astray(q)),
            Top::Pointy => (q + N::SHOVED.astray(r), r),
        };
        (column, Self::flipped(down))
    }

    /// The hex with the given column and row, on the sheet or near it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "numbers 0 to 99 lie at -50 to 100")]
    pub(crate) const fn from_offset(column: i16, row: i16) -> Self {
        let down = Self::flipped(row);
        let (q, r) = match N::TOP {
            Top::Flat => (column, down - N::SHOVED.astray(column)),
            Top::Pointy => (column - N::SHOVED.astray(down), down),
        };
        Self { q: q as i8, r: r as i8, numbering: PhantomData }
    }

    /// Turns a row number into one that grows down the sheet, and back; odd and even stay so.
    #[inline]
    const fn flipped(row: i16) -> i16 {
        match N::ROWS {
            Rows::Down => row,
            Rows::Up => 100 - row,
        }
    }

    /// The axial coordinates.
    #[inline]
    pub(crate) const fn axial(self) -> (i8, i8) {
        (self.q, self.r)
    }

    /// The hex with the given axial coordinates.
    #[inline]
    pub(crate) const fn from_axial(q: i8, r: i8) -> Self {
        Self { q, r, numbering: PhantomData }
    }

    /// How many steps it takes to get to the other hex.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        self.difference(other).length()
    }

    /// Whether the other hex is one of the six neighbours.
    #[inline]
    pub const fn is_beside(self, other: Self) -> bool {
        let (x, z) = (other.q.wrapping_sub(self.q), other.r.wrapping_sub(self.r));
        // Of the eight ways one step off in both coordinates, two lead past a corner to a hex farther off.
        matches!((x, z), (0, -1 | 1) | (1, -1 | 0) | (-1, 0 | 1))
    }

    /// The neighbour across the given side.
    #[inline]
    #[must_use]
    pub const fn step(self, side: Side) -> Self {
        self.after(Self::STEPS[side.index() as usize])
    }

    /// The six neighbours, in the order of the sides.
    #[inline]
    pub fn neighbours(self) -> [Self; 6] {
        Self::STEPS.map(|step| self.after(step))
    }

    /// The side shared with the given hex, if it is a neighbour.
    #[inline]
    pub fn side_towards(self, neighbour: Self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.step(side) == neighbour)
    }

    /// The cube coordinates x, y and z, which sum to zero.
    #[inline]
    pub const fn cube(self) -> (i16, i16, i16) {
        let Cube { x, y, z } = Cube::new(self.q as i16, self.r as i16);
        (x, y, z)
    }

    /// The way from here to the given hex.
    #[inline]
    pub const fn difference(self, to: Self) -> Cube {
        Cube::new(to.q as i16 - self.q as i16, to.r as i16 - self.r as i16)
    }

    /// Where the given way leads from here.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "far off every sheet the coordinates wrap round")]
    pub(crate) const fn after(self, way: Cube) -> Self {
        Self::from_axial(self.q.wrapping_add(way.x as i8), self.r.wrapping_add(way.z as i8))
    }

    /// The two numbers in the order in which they are printed.
    #[inline]
    pub(crate) const fn as_printed(self) -> (i16, i16) {
        let (column, row) = self.offset();
        match N::DIGITS {
            Digits::ColumnRow => (column, row),
            Digits::RowColumn => (row, column),
        }
    }
}

impl<N: Numbering> Default for Hex<N> {
    fn default() -> Self {
        Self::from_offset(0, 0)
    }
}

impl<N: Numbering> Ord for Hex<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_printed().cmp(&other.as_printed())
    }
}

impl<N: Numbering> PartialOrd for Hex<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number as printed, where there is one.
#[inline]
fn printed(number: i16) -> u8 {
    u8::try_from(number.max(0)).unwrap_or(u8::MAX)
}
