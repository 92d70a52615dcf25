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

    /// The edge by which a hex off the sheet was reached.
    pub fn edge_crossed(&self, hex: Hex) -> Option<SheetEdge> {
        use sandtable_maps::Edge;
        self.grid.leaves_by(hex).map(|edge| match edge {
            Edge::North => SheetEdge::N,
            Edge::East => SheetEdge::E,
            Edge::South => SheetEdge::S,
            Edge::West => SheetEdge::W,
        })
    }
}
