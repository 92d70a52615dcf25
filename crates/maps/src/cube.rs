//! The difference between two hexes.

use crate::Side;

/// A way from one hex to another, in three coordinates that sum to zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    /// Grows to the right: northeast and southeast with flat tops, northeast and east with pointy ones.
    pub x: i16,
    /// Grows to the upper left: north and northwest with flat tops, west and northwest with pointy ones.
    pub y: i16,
    /// Grows downward: south and southwest with flat tops, southeast and southwest with pointy ones.
    pub z: i16,
}

impl Cube {
    /// The six ways of one hex, clockwise; the first goes straight up on a flat-topped sheet.
    pub(crate) const STEPS: [Self; 6] = [
        Self::new(0, -1),
        Self::new(1, -1),
        Self::new(1, 0),
        Self::new(0, 1),
        Self::new(-1, 1),
        Self::new(-1, 0),
    ];

    /// The way with the given first and last coordinate.
    #[inline]
    pub(crate) const fn new(x: i16, z: i16) -> Self {
        Self { x, y: -x - z, z }
    }

    /// How many hexes long the way is; 255 stands for anything longer.
    #[inline]
    pub fn length(self) -> u8 {
        let length = self.x.abs().max(self.y.abs()).max(self.z.abs());
        u8::try_from(length).unwrap_or(u8::MAX)
    }

    /// The same way seen with `heading` as side 0: what lay towards that side now lies towards side 0.
    #[inline]
    #[must_use]
    pub fn turned_back(self, heading: Side) -> Self {
        let Self { x, y, z } = self;
        match heading.index() {
            0 => self,
            1 => Self { x: -y, y: -z, z: -x },
            2 => Self { x: z, y: x, z: y },
            3 => Self { x: -x, y: -y, z: -z },
            4 => Self { x: y, y: z, z: x },
            _ => Self { x: -z, y: -x, z: -y },
        }
    }

    /// This way and then the other.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }

    /// How far this way goes along the other: positive for forward, negative for back.
    #[inline]
    pub(crate) fn along(self, other: Self) -> i32 {
        let product = |one: i16, two: i16| i32::from(one) * i32::from(two);
        product(self.x, other.x) + product(self.y, other.y) + product(self.z, other.z)
    }

    /// How far this way strays from the other: positive to one side of it, negative to the other.
    #[inline]
    pub(crate) fn aside(self, other: Self) -> i32 {
        i32::from(self.x) * i32::from(other.z) - i32::from(self.z) * i32::from(other.x)
    }
}
