//! Whether one hex can be seen from another.

use crate::{Hex, Line, LineCell, Numbering};

/// Whether a line of sight is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing is in the way.
    Clear,
    /// Something is.
    Blocked,
}

/// Whether the hexes at the two ends of a line of sight can block it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// They never do.
    Exempt,
    /// They do, like any other hex.
    Counted,
}

/// The common rule: sight is blocked when the line passes through a blocking hex, or between two of them.
#[inline]
pub fn sight<N: Numbering>(from: Hex<N>, to: Hex<N>, ends: Ends, blocks: impl Fn(Hex<N>) -> bool) -> Sight {
    let exempt = |hex| ends == Ends::Exempt && (hex == from || hex == to);
    let blocked = Line::new(from, to).any(|cell| match cell {
        LineCell::Through(hex) => !exempt(hex) && blocks(hex),
        LineCell::Between(left, right) => blocks(left) && blocks(right),
    });
    if blocked { Sight::Blocked } else { Sight::Clear }
}
