//! How the hexes of a sheet are laid out and numbered.

use std::fmt::Debug;
use std::hash::Hash;

/// The numbering of a sheet, as a type, so that hexes of different sheets cannot be mixed up.
pub trait Numbering: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// Whether the hexes have a side or a corner at the top.
    const TOP: Top;
    /// Which columns lie half a hex lower (flat tops), or which rows half a hex farther right (pointy tops).
    const SHOVED: Shoved;
    /// Which number is printed first.
    const DIGITS: Digits = Digits::ColumnRow;
    /// Whether the row numbers grow down or up the sheet. Column numbers always grow to the right.
    const ROWS: Rows = Rows::Down;
}

/// What a hex has at its top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A side: columns are straight.
    Flat,
    /// A corner: rows are straight.
    Pointy,
}

/// Which columns or rows are shoved by half a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shoved {
    /// Those with even numbers.
    Even,
    /// Those with odd numbers.
    Odd,
}

impl Shoved {
    /// How many whole hexes the zigzag of a straight axial line has gone astray at this column or row.
    #[inline]
    pub(crate) const fn astray(self, line: i16) -> i16 {
        match self {
            Self::Even => (line + 1) >> 1,
            Self::Odd => line >> 1,
        }
    }
}

/// The order of the two numbers in a printed hex number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `0911` is column 9, row 11.
    ColumnRow,
    /// `0911` is row 9, column 11.
    RowColumn,
}

/// The way in which row numbers grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Row 1 is at the top of the sheet.
    Down,
    /// Row 1 is at the bottom of the sheet.
    Up,
}

/// Flat tops, even columns half a hex lower, column before row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlatEvenLow;

impl Numbering for FlatEvenLow {
    const TOP: Top = Top::Flat;
    const SHOVED: Shoved = Shoved::Even;
}

/// Flat tops, odd columns half a hex lower, column before row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlatOddLow;

impl Numbering for FlatOddLow {
    const TOP: Top = Top::Flat;
    const SHOVED: Shoved = Shoved::Odd;
}

/// Pointy tops, even rows half a hex farther right, column before row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointyEvenRight;

impl Numbering for PointyEvenRight {
    const TOP: Top = Top::Pointy;
    const SHOVED: Shoved = Shoved::Even;
}

/// Pointy tops, odd rows half a hex farther right, column before row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointyOddRight;

impl Numbering for PointyOddRight {
    const TOP: Top = Top::Pointy;
    const SHOVED: Shoved = Shoved::Odd;
}
