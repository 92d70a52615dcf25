//! The slow, plain way to tell how a line meets a hex: clip it by the six sides, with fractions.

use sandtable_maps::{Hex, Numbering, Shoved, Top, Touch};

/// A point on a plane that is scaled so that centres and corners have integer coordinates.
type Point = (i64, i64);

/// A place on the line, as numerator and positive denominator: 0 at its start, 1 at its end.
type Fraction = (i64, i64);

pub fn clipped<N: Numbering>(from: Hex<N>, to: Hex<N>, hex: Hex<N>) -> Touch {
    let (start, end) = (centre(from), centre(to));
    let corners = corners(hex);
    let (mut first, mut last): (Fraction, Fraction) = ((0, 1), (1, 1));
    let mut on_a_side = false;
    for (index, &corner) in corners.iter().enumerate() {
        let next_corner = corners[(index + 1) % 6];
        // Positive inside, for corners that go round clockwise on a plane whose second axis points down.
        let (at_start, at_end) = (cross(corner, next_corner, start), cross(corner, next_corner, end));
        match at_end - at_start {
            0 if at_start < 0 => return Touch::No,
            0 => on_a_side |= at_start == 0,
            rise if rise > 0 => first = larger(first, (-at_start, rise)),
            fall => last = smaller(last, (at_start, -fall)),
        }
    }
    if from == to && hex == from {
        return Touch::In;
    }
    match less(first, last) {
        true if on_a_side => Touch::Along,
        true if from != to => Touch::In,
        _ => Touch::No,
    }
}

fn centre<N: Numbering>(hex: Hex<N>) -> Point {
    let (column, row) = hex.offset();
    let (column, row) = (i64::from(column), i64::from(row));
    let shoved = |line: i64| match N::SHOVED {
        Shoved::Even => i64::from(line % 2 == 0),
        Shoved::Odd => i64::from(line % 2 != 0),
    };
    match N::TOP {
        Top::Flat => (3 * column, 2 * row + shoved(column)),
        Top::Pointy => (2 * column + shoved(row), 3 * row),
    }
}

/// The corners, clockwise.
fn corners<N: Numbering>(hex: Hex<N>) -> [Point; 6] {
    let (x, y) = centre(hex);
    let around = match N::TOP {
        Top::Flat => [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)],
        Top::Pointy => [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)],
    };
    around.map(|(across, down)| (x + across, y + down))
}

fn cross(one: Point, two: Point, three: Point) -> i64 {
    (two.0 - one.0) * (three.1 - one.1) - (two.1 - one.1) * (three.0 - one.0)
}

fn less(one: Fraction, other: Fraction) -> bool {
    one.0 * other.1 < other.0 * one.1
}

fn larger(one: Fraction, other: Fraction) -> Fraction {
    if less(one, other) { other } else { one }
}

fn smaller(one: Fraction, other: Fraction) -> Fraction {
    if less(other, one) { other } else { one }
}
