//! One area of an area map.

use serde::{Deserialize, Serialize};

/// An area, by its place in the list from which its map was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AreaId(pub u8);

impl AreaId {
    /// The place of the area in tables with an entry for each.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An area as seen from one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Which area it is.
    pub area: AreaId,
    /// The kind of the border between the two; what it means is the game's affair.
    pub kind: u8,
}
