//! Ids of ships, sets of them, and headings.

use std::fmt;

use sandtable_engine::{piece_id, piece_set};
use sandtable_maps::FlatEvenLow;
use serde::{Deserialize, Serialize};

/// A hex of the sheet: four digits, even columns half a hex lower (2.2).
pub type Hex = sandtable_maps::Hex<FlatEvenLow>;
/// A sheet of hexes.
pub type Grid = sandtable_maps::Grid<FlatEvenLow>;

/// The most ships that a scenario may have.
pub const MOST_SHIPS: usize = 48;

piece_id!(
    /// A ship of the scenario; those of the first side come first.
    ShipId(u8)
);

piece_set!(
    /// Some of the ships.
    ShipSet(ShipId)
);

/// The six headings (2.16a), by the compass. Each is a hexside, so that no bow points at a corner (2.16b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "the six points speak for themselves")]
pub enum Heading {
    #[default]
    N,
    Ne,
    Se,
    S,
    Sw,
    Nw,
}

impl Heading {
    /// All six, clockwise from north.
    pub const ALL: [Self; 6] = [Self::N, Self::Ne, Self::Se, Self::S, Self::Sw, Self::Nw];

    /// The heading after so many hexsides to starboard; negative to port. Once around at most.
    #[inline]
    #[must_use]
    pub const fn turned(self, hexsides: i8) -> Self {
        let to = self as i8 + hexsides;
        // A remainder would have to be divided for, and a list looked up, in the middle of every leg.
        let to = if to < 0 {
            to + 6
        } else if to < 6 {
            to
        } else {
            to - 6
        };
        match to {
            0 => Self::N,
            1 => Self::Ne,
            2 => Self::Se,
            3 => Self::S,
            4 => Self::Sw,
            _ => Self::Nw,
        }
    }

    /// Its abbreviation.
    pub const fn word(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The three speed levels (2.13c, 8.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Exactly one hex (8.1b).
    Cruise,
    /// Between the two (8.1a).
    #[default]
    Standard,
    /// As fast as it goes (8.1c).
    Flank,
}

impl Level {
    /// All three, slowest first.
    pub const ALL: [Self; 3] = [Self::Cruise, Self::Standard, Self::Flank];

    /// Its name.
    pub const fn word(self) -> &'static str {
        ["cruise", "standard", "flank"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_turn_round() {
        assert_eq!(Heading::N.turned(-1), Heading::Nw);
        assert_eq!(Heading::Sw.turned(2), Heading::N);
    }
}
