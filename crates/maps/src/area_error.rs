//! What can be wrong with an area map.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as Written};

/// Why a list of areas and borders is not a map, or a name not an area of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AreaError {
    /// More areas than a map can have.
    TooMany {
        /// How many there were.
        areas: usize,
        /// How many there may be.
        most: u8,
    },
    /// Two areas with one name.
    NamedTwice {
        /// The name.
        name: String,
    },
    /// A name that is not in the list.
    Unknown {
        /// The name.
        name: String,
        /// The names in the list.
        allowed: Vec<String>,
    },
    /// A border between an area and itself.
    BordersItself {
        /// The area.
        name: String,
    },
    /// Two borders between the same two areas.
    BorderedTwice {
        /// One of the areas, as the second border names it.
        one: String,
        /// The other.
        other: String,
    },
}

impl Display for AreaError {
    fn fmt(&self, f: &mut Formatter) -> Written {
        match self {
            Self::TooMany { areas, most } => write!(f, "a map has at most {most} areas, not {areas}"),
            Self::NamedTwice { name } => write!(f, "two areas are named \"{name}\""),
            Self::Unknown { name, allowed } => {
                write!(f, "there is no area \"{name}\": expected one of {}", allowed.join(", "))
            }
            Self::BordersItself { name } => write!(f, "the area \"{name}\" cannot border itself"),
            Self::BorderedTwice { one, other } => {
                write!(f, "the border between \"{one}\" and \"{other}\" is given twice")
            }
        }
    }
}

impl Error for AreaError {}
