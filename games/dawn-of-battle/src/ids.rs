//! Sides, hexes, units, leaders, and sets of them.
//!
//! A side is a seat: side A sits in seat 0, side B in seat 1 (16.3), unless they have changed armies (15.2).

use std::fmt;

use sandtable_engine::{Seat, piece_id, piece_set};
use sandtable_maps::Corner;
use serde::de::Error as _;
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::field::Hex;

/// Both sides, A first.
pub const SIDES: [Seat; 2] = [Seat(0), Seat(1)];

/// The key of a side in scenes and files.
pub const fn side_key(side: Seat) -> &'static str {
    if side.0 == 0 { "a" } else { "b" }
}

/// The side of a key.
pub fn read_side(key: &str) -> Option<Seat> {
    SIDES.into_iter().find(|side| side_key(*side) == key)
}

/// The vertex that a unit faces (7.3): 1 to 6, from the top of the map clockwise.
pub type Facing = Corner;

/// A facing by its printed number.
pub const fn facing(number: u8) -> Option<Facing> {
    if number == 0 { None } else { Corner::new(number - 1) }
}

/// Columns of the largest field (2.1).
pub const COLUMNS: u16 = 32;
/// Rows of every field (2.1).
pub const ROWS: u16 = 15;
/// Hexes of the largest field.
pub const HEXES: usize = (COLUMNS * ROWS) as usize;

/// A hex of the field: `A1` to `P15`, on an epic field to `AF15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId(pub u16);

impl Default for HexId {
    fn default() -> Self {
        Self::NOWHERE
    }
}

impl HexId {
    /// Off the map.
    pub const NOWHERE: Self = Self(u16::MAX);

    /// The hex of a column and a row, counted from 0.
    #[inline]
    pub const fn new(column: u16, row: u16) -> Option<Self> {
        if column < COLUMNS && row < ROWS { Some(Self(column + COLUMNS * row)) } else { None }
    }

    /// Whether it is a hex of the largest field.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < HEXES
    }

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0.
    #[inline]
    pub const fn column(self) -> u16 {
        self.0 % COLUMNS
    }

    /// The row, from 0.
    #[inline]
    pub const fn row(self) -> u16 {
        self.0 / COLUMNS
    }

    /// The hex as geometry knows it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a field has 32 columns and 15 rows")]
    pub const fn hex(self) -> Hex {
        Hex::at(self.column() as u8 + 1, self.row() as u8 + 1)
            .expect("every hex of a field has numbers from 1")
    }

    /// The hex of the field, if geometry's lies on the largest one.
    #[inline]
    pub fn of(hex: Hex) -> Option<Self> {
        let (column, row) = hex.offset();
        Self::new(u16::try_from(column - 1).ok()?, u16::try_from(row - 1).ok()?)
    }

    /// How far the hex lies across and down the sheet, on axes on which no step changes either by more than one.
    #[inline]
    pub const fn axes(self) -> (i16, i16) {
        // Cube coordinates of a sheet with pointed tops whose even rows are shoved right.
        let row = self.row() as i16;
        (self.column() as i16 - row / 2, row)
    }

    /// How many hexes lie between two, the second included.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let ((x1, z1), (x2, z2)) = (self.axes(), other.axes());
        let (dx, dz) = (x2 - x1, z2 - z1);
        ((dx.abs() + dz.abs() + (dx + dz).abs()) / 2) as u8
    }

    /// All hexes of the largest field.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..COLUMNS * ROWS).map(Self)
    }

    /// A hex by its name.
    pub fn read(name: &str) -> Option<Self> {
        let letters = name.find(|letter: char| !letter.is_ascii_uppercase())?;
        let row: u16 = name[letters..].parse().ok()?;
        let mut column = 0u16;
        for letter in name[..letters].bytes() {
            column = column.checked_mul(26)?.checked_add(u16::from(letter - b'A') + 1)?;
        }
        Self::new(column.checked_sub(1)?, row.checked_sub(1)?)
    }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.exists() {
            return f.write_str("nowhere");
        }
        let column = self.column();
        if column >= 26 {
            write!(f, "{}", char::from(b'A' - 1 + (column / 26) as u8))?;
        }
        write!(f, "{}{}", char::from(b'A' + (column % 26) as u8), self.row() + 1)
    }
}

impl Serialize for HexId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for HexId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u16::deserialize(deserializer).map(Self);
        }
        let name = String::deserialize(deserializer)?;
        if name == "nowhere" {
            return Ok(Self::NOWHERE);
        }
        Self::read(&name)
            .ok_or_else(|| D::Error::custom(format_args!("there is no hex `{name}`: expected A1 to AF15")))
    }
}

/// Some hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexSet([u64; HexSet::WORDS]);

impl HexSet {
    const WORDS: usize = HEXES.div_ceil(64);
    /// None of them.
    pub const NONE: Self = Self([0; Self::WORDS]);

    /// One alone.
    pub fn one(hex: HexId) -> Self {
        [hex].into_iter().collect()
    }

    /// Puts one in; nothing happens with one that is nowhere.
    #[inline]
    pub fn insert(&mut self, hex: HexId) {
        if hex.exists() {
            self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
        }
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, hex: HexId) {
        if hex.exists() {
            self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
    }

    /// Whether it is among them.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        hex.exists() && self.0[hex.index() / 64] >> (hex.index() % 64) & 1 != 0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// All of them, in the order of the rows.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        HexId::all().filter(|hex| self.contains(*hex))
    }
}

impl Serialize for HexSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut hexes = serializer.serialize_seq(Some(self.iter().count()))?;
        for hex in self.iter() {
            hexes.serialize_element(&hex)?;
        }
        hexes.end()
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = Self::NONE;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

/// Units that a scenario can give a side.
pub const MOST_LISTED: usize = 40;
/// Units that a side can have: its own, and guns that it takes.
pub const MOST_UNITS: usize = MOST_LISTED + 8;
/// Units of both sides; side B's come after side A's.
pub const UNITS: usize = 2 * MOST_UNITS;
/// Leaders that a side can have, a dummy included.
pub const MOST_LEADERS: usize = 8;
/// Leaders of both sides; side B's come after side A's.
pub const LEADERS: usize = 2 * MOST_LEADERS;

piece_id!(
    /// A combat unit (2.6).
    UnitId(u8)
);

piece_set!(
    /// Some units.
    UnitSet(UnitId): u128
);

impl UnitId {
    /// Whether there can be such a unit.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < UNITS
    }

    /// The unit of a side by its place in the army's list.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than a hundred")]
    pub const fn of(side: Seat, place: usize) -> Self {
        Self((side.index() * MOST_UNITS + place) as u8)
    }

    /// Whose it is (2.6.10).
    #[inline]
    pub const fn side(self) -> Seat {
        Seat((self.0 as usize >= MOST_UNITS) as u8)
    }

    /// Its place in its army's list.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize % MOST_UNITS
    }

    /// All that there can be.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..UNITS as u8).map(Self)
    }
}

impl UnitSet {
    /// All units of a side.
    #[inline]
    pub const fn of(side: Seat) -> Self {
        let from = side.index() * MOST_UNITS;
        Self::range(from, from + MOST_UNITS)
    }
}

piece_id!(
    /// A leader (2.5). His number goes on after those of the units, so that one roll names all.
    LeaderId(u8)
);

impl LeaderId {
    /// The leader of a side by his place in the army's list.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are few")]
    pub const fn of(side: Seat, place: usize) -> Self {
        Self((UNITS + side.index() * MOST_LEADERS + place) as u8)
    }

    /// Whether there can be such a leader.
    #[inline]
    pub const fn exists(self) -> bool {
        self.0 as usize >= UNITS && (self.0 as usize) < UNITS + LEADERS
    }

    /// His place among all leaders.
    #[inline]
    pub const fn slot(self) -> usize {
        self.0 as usize - UNITS
    }

    /// His place in his army's list.
    #[inline]
    pub const fn place(self) -> usize {
        self.slot() % MOST_LEADERS
    }

    /// Whose he is.
    #[inline]
    pub const fn side(self) -> Seat {
        Seat((self.slot() >= MOST_LEADERS) as u8)
    }

    /// All leaders that a side can have.
    pub fn all_of(side: Seat) -> impl Iterator<Item = Self> + Clone {
        (0..MOST_LEADERS).map(move |place| Self::of(side, place))
    }

    /// All that there can be.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        SIDES.into_iter().flat_map(Self::all_of)
    }
}

/// A leader's counter on the map, whoever lies under it: the owner's posts are numbered in the order in which they were placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PostId(pub u8);

impl PostId {
    /// Whether there can be such a counter.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < LEADERS
    }

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Seat {
        Seat((self.0 as usize >= MOST_LEADERS) as u8)
    }

    /// All counters of a side.
    pub fn all_of(side: Seat) -> impl Iterator<Item = Self> + Clone {
        let from = (side.index() * MOST_LEADERS) as u8;
        (from..from + MOST_LEADERS as u8).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_have_their_names() {
        for (name, column, row) in [("A1", 0, 0), ("P15", 15, 14), ("Z3", 25, 2), ("AF15", 31, 14)] {
            let hex = HexId::new(column, row).expect("it is on the field");
            assert_eq!((HexId::read(name), hex.to_string().as_str()), (Some(hex), name));
            assert_eq!(HexId::of(hex.hex()), Some(hex));
        }
        for wrong in ["", "A", "7", "A0", "A16", "AG1", "a1", "AAAAAAAA1"] {
            assert_eq!(HexId::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn distances_are_those_of_geometry() {
        let pairs = [("A1", "P15", 22), ("H8", "H5", 3), ("C4", "G9", 6)];
        for (one, other, distance) in pairs {
            let (one, other) = (HexId::read(one).expect("a hex"), HexId::read(other).expect("a hex"));
            assert_eq!((one.distance(other), one.hex().distance(other.hex())), (distance, distance));
        }
        for one in HexId::all().step_by(7) {
            for other in HexId::all() {
                assert_eq!(one.distance(other), one.hex().distance(other.hex()), "{one} {other}");
            }
        }
    }
}
