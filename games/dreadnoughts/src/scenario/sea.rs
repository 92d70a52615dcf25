//! The sheet on which a battle is fought.

use sandtable_maps::Side;

use super::SheetEdge;
use crate::ids::{Grid, Heading, Hex};

/// The sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sea {
    /// Its hexes.
    pub grid: Grid,
    /// The hexside of each heading, north first (2.17).
    pub(super) compass: [Side; 6],
    /// Land, by the grid's index.
    pub(super) land: Vec<bool>,
    /// Hexes beside land, by the grid's index.
    pub(super) coast: Vec<bool>,
    /// Whether there is any land.
    pub has_land: bool,
    /// Edges that nothing crosses.
    pub shore: Vec<SheetEdge>,
}

impl Sea {
    /// Whether a hex of the sheet is land.
    #[inline]
    pub fn is_land(&self, hex: Hex) -> bool {
        self.has_land && self.grid.index(hex).is_some_and(|index| self.land[index])
    }

    /// Whether a hex lies beside land.
    #[inline]
    pub fn is_coastal(&self, hex: Hex) -> bool {
        self.has_land && self.grid.index(hex).is_some_and(|index| self.coast[index])
    }

    /// The land hexes in printed order.
    pub fn land(&self) -> impl Iterator<Item = Hex> {
        self.grid.hexes().filter(|hex| self.is_land(*hex))
    }

    /// The hexside that a compass heading points to (2.17).
    #[inline]
    pub fn side(&self, heading: Heading) -> Side {
        self.compass[heading as usize]
    }

    /// The edges by which a hex off the sheet was reached: two beyond a corner, N or S before E or W.
    pub fn edges_crossed(&self, hex: Hex) -> impl Iterator<Item = SheetEdge> + Clone {
        let (column, row) = hex.offset();
        let (columns, rows) = (i16::from(self.grid.columns()), i16::from(self.grid.rows()));
        [
            (row < 1, SheetEdge::N),
            (row > rows, SheetEdge::S),
            (column < 1, SheetEdge::W),
            (column > columns, SheetEdge::E),
        ]
        .into_iter()
        .filter_map(|(crossed, edge)| crossed.then_some(edge))
    }
}
