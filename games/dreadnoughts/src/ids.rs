//! Ids of ships, sets of them, and headings.

use std::fmt;

use sandtable_engine::piece_id;
use sandtable_maps::FlatEvenLow;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

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

/// Some of the ships.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ShipSet(pub u64);

impl ShipSet {
    /// No ship.
    pub const NONE: Self = Self(0);

    /// Just one.
    #[inline]
    pub const fn one(ship: ShipId) -> Self {
        Self(1 << ship.0)
    }

    /// Those from one number up to, but not including, another.
    #[inline]
    pub const fn range(from: usize, to: usize) -> Self {
        Self(((1 << to) - 1) & !((1 << from) - 1))
    }

    /// Whether the ship is among them.
    #[inline]
    pub const fn contains(self, ship: ShipId) -> bool {
        self.0 >> ship.0 & 1 != 0
    }

    /// Puts a ship in.
    #[inline]
    pub const fn insert(&mut self, ship: ShipId) {
        self.0 |= 1 << ship.0;
    }

    /// Takes a ship out.
    #[inline]
    pub const fn remove(&mut self, ship: ShipId) {
        self.0 &= !(1 << ship.0);
    }

    /// Those in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest of them.
    #[inline]
    pub const fn first(self) -> Option<ShipId> {
        if self.0 == 0 { None } else { Some(ShipId(self.0.trailing_zeros() as u8)) }
    }

    /// All of them, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = ShipId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let ship = ShipSet(left).first()?;
            left &= left - 1;
            Some(ship)
        })
    }
}

impl FromIterator<ShipId> for ShipSet {
    fn from_iter<I: IntoIterator<Item = ShipId>>(ships: I) -> Self {
        let mut set = Self::NONE;
        ships.into_iter().for_each(|ship| set.insert(ship));
        set
    }
}

impl fmt::Debug for ShipSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|ship| ship.0)).finish()
    }
}

impl Serialize for ShipSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_u64(self.0);
        }
        let mut list = serializer.serialize_seq(Some(self.len() as usize))?;
        for ship in self.iter() {
            list.serialize_element(&ship)?;
        }
        list.end()
    }
}

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

    /// The heading after so many hexsides to starboard; negative to port.
    #[inline]
    #[must_use]
    pub const fn turned(self, hexsides: i8) -> Self {
        Self::ALL[(self as i8 + hexsides).rem_euclid(6) as usize]
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
    fn sets_are_walked_lowest_first() {
        let set: ShipSet = [ShipId(5), ShipId(0), ShipId(47)].into_iter().collect();
        assert_eq!(set.iter().map(|ship| ship.0).collect::<Vec<_>>(), [0, 5, 47]);
        assert_eq!(ShipSet::range(1, 3).iter().map(|ship| ship.0).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn headings_turn_round() {
        assert_eq!(Heading::N.turned(-1), Heading::Nw);
        assert_eq!(Heading::Sw.turned(2), Heading::N);
    }
}
