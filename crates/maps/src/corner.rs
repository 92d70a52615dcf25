//! The six corners of a hex.

use crate::{Numbering, Side, Top, sixth};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A corner of a hex, for games whose pieces face corners; written as its printed number, 1 to 6.
///
/// The corners go round clockwise. With flat tops the first is the upper right one, between sides 0 and 1; with
/// pointy tops it is the top one, between sides 5 and 0. Whatever joins corners to sides therefore needs to know
/// the numbering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner(u8);

impl Corner {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The corner with the given index, 0 to 5.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 6 { Some(Self(index)) } else { None }
    }

    /// The corner that two neighbouring sides share, in whichever order they are given.
    #[inline]
    pub fn from_sides<N: Numbering>(one: Side, other: Side) -> Option<Self> {
        Self::ALL.into_iter().find(|corner| {
            let [left, right] = corner.front::<N>();
            (left, right) == (one, other) || (left, right) == (other, one)
        })
    }

    /// 0 to 5; one less than the printed number.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The two sides that meet here, left one first, seen from the middle of the hex: where the front hexes lie.
    #[inline]
    pub const fn front<N: Numbering>(self) -> [Side; 2] {
        let same_number = Side::ALL[self.0 as usize];
        match N::TOP {
            Top::Flat => [same_number, same_number.turn(1)],
            Top::Pointy => [same_number.turn(-1), same_number],
        }
    }

    /// The corner some sixths of a turn away, positive clockwise.
    #[inline]
    #[must_use]
    pub const fn turn(self, by: i8) -> Self {
        Self(sixth::turned(self.0, by))
    }

    /// The corner across the hex.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turn(3)
    }
}

impl Serialize for Corner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sixth::serialize(self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Corner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        sixth::deserialize("corner", deserializer).map(Self)
    }
}
