//! The six sides of a hex.

use crate::sixth;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A side of a hex, and so a neighbour or a heading; written as its printed number, 1 to 6.
///
/// The sides go round clockwise. With flat tops they are north (the side above the printed number), northeast,
/// southeast, south, southwest and northwest; with pointy tops northeast, east, southeast, southwest, west and
/// northwest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The side with the given index, 0 to 5.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 6 { Some(Self(index)) } else { None }
    }

    /// 0 to 5; one less than the printed number.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The side some sixths of a turn away, positive clockwise.
    #[inline]
    #[must_use]
    pub const fn turn(self, by: i8) -> Self {
        Self(sixth::turned(self.0, by))
    }

    /// The side across the hex.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turn(3)
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sixth::serialize(self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        sixth::deserialize("side", deserializer).map(Self)
    }
}
