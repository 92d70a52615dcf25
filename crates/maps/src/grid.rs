//! The hexes of one sheet.

use crate::{Digits, Edge, Hex, Numbering, Reach, Reached, Rows, Side};
use std::marker::PhantomData;

/// A sheet of hexes, numbered from 0101 to its last column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<N> {
    columns: u8,
    rows: u8,
    numbering: PhantomData<N>,
}

impl<N: Numbering> Grid<N> {
    /// A sheet of so many columns and rows, each from 1 to 99.
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns < 1 || columns > 99 || rows < 1 || rows > 99 {
            return None;
        }
        Some(Self { columns, rows, numbering: PhantomData })
    }

    /// The number of its last column.
    #[inline]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of its last row.
    #[inline]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many hexes the sheet has; never none.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "no sheet is empty")]
    pub const fn len(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether the hex is on the sheet.
    #[inline]
    pub fn contains(self, hex: Hex<N>) -> bool {
        let (column, row) = hex.offset();
        (1..=i16::from(self.columns)).contains(&column) && (1..=i16::from(self.rows)).contains(&row)
    }

    /// All hexes, in the order of their printed numbers.
    pub fn hexes(self) -> impl Iterator<Item = Hex<N>> {
        let (first_numbers, second_numbers) = match N::DIGITS {
            Digits::ColumnRow => (self.columns, self.rows),
            Digits::RowColumn => (self.rows, self.columns),
        };
        (1..=i16::from(first_numbers)).flat_map(move |first| {
            (1..=i16::from(second_numbers)).map(move |second| match N::DIGITS {
                Digits::ColumnRow => Hex::from_offset(first, second),
                Digits::RowColumn => Hex::from_offset(second, first),
            })
        })
    }

    /// The place of the hex among all [`hexes`](Self::hexes), for tables with an entry for each.
    #[inline]
    pub fn index(self, hex: Hex<N>) -> Option<usize> {
        if !self.contains(hex) {
            return None;
        }
        let (column, row) = (usize::from(hex.column() - 1), usize::from(hex.row() - 1));
        Some(match N::DIGITS {
            Digits::ColumnRow => column * usize::from(self.rows) + row,
            Digits::RowColumn => row * usize::from(self.columns) + column,
        })
    }

    /// The edge that was crossed to get to this hex; `None` if it is on the sheet.
    ///
    /// A hex beyond a corner of the sheet counts as off the north or the south edge.
    #[inline]
    pub fn leaves_by(self, hex: Hex<N>) -> Option<Edge> {
        let (first_row_edge, last_row_edge) = match N::ROWS {
            Rows::Down => (Edge::North, Edge::South),
            Rows::Up => (Edge::South, Edge::North),
        };
        match hex.offset() {
            (_, row) if row < 1 => Some(first_row_edge),
            (_, row) if row > i16::from(self.rows) => Some(last_row_edge),
            (column, _) if column < 1 => Some(Edge::West),
            (column, _) if column > i16::from(self.columns) => Some(Edge::East),
            _ => None,
        }
    }

    /// Fills `reach` with every hex of the sheet that can be got to for at most `limit`, and what it costs.
    ///
    /// `cost` says what the step from a hex across a side to its neighbour takes; `None` forbids it. A start that is
    /// not on the sheet reaches nothing.
    pub fn reach(
        self,
        from: Hex<N>,
        cost: impl Fn(Hex<N>, Hex<N>, Side) -> Option<u8>,
        limit: u8,
        reach: &mut Reach<Hex<N>>,
    ) {
        reach.begin(self.len(), limit);
        let Some(start) = self.index(from) else { return };
        reach.find(from, start, 0, 0);
        while let Some(Reached { space: hex, cost: spent }) = reach.settle() {
            for side in Side::ALL {
                let neighbour = hex.step(side);
                let Some(place) = self.index(neighbour) else { continue };
                let Some(step) = cost(hex, neighbour, side) else { continue };
                reach.find(neighbour, place, spent, step);
            }
        }
    }
}
