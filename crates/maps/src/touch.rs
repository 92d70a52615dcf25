//! Whether a straight line meets a hex.

use crate::{Cube, Hex, Numbering};

/// How a straight line from centre to centre meets a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Not at all, or in a single corner.
    No,
    /// It runs along one of the sides.
    Along,
    /// It passes through the inside.
    In,
}

/// How the line from the centre of `from` to the centre of `to` meets `hex`. The end hexes are always met inside.
#[inline]
pub fn touch<N: Numbering>(from: Hex<N>, to: Hex<N>, hex: Hex<N>) -> Touch {
    touch_of_way(from.difference(to), from.difference(hex))
}

/// How the line that goes the given way meets the hex that lies at `hex` from its start.
///
/// A corner of a hex is a third of the way to each of the two neighbours it lies between, taken together. So the
/// corners stray from the line by a third of the differences of the way's coordinates (x - y, y - z, z - x) more or
/// less than the centre does; multiplied by three, all are integers. Tops flat or pointy make no difference: cube
/// coordinates turn with the sheet.
#[inline]
pub(crate) fn touch_of_way(way: Cube, hex: Cube) -> Touch {
    if hex == Cube::default() || hex == way {
        return Touch::In;
    }
    // No centre but those of the end hexes is so near an end that this could err about the rest of the hex.
    let forward = hex.along(way);
    if forward <= 0 || forward >= way.along(way) {
        return Touch::No;
    }
    let Cube { x, y, z } = way;
    let farthest_corner = i32::from((x - y).abs().max((y - z).abs()).max((z - x).abs()));
    let centre = 3 * hex.aside(way).abs();
    let parallel_to_a_side = x == y || y == z || z == x;
    if centre < farthest_corner {
        Touch::In
    } else if centre == farthest_corner && parallel_to_a_side {
        Touch::Along
    } else {
        Touch::No
    }
}
