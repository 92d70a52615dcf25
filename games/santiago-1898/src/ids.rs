//! Forces, units, hexes, and sets of both.

use sandtable_engine::{Seat, piece_id};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many American units there are; they come first, their leader after them.
pub const US_UNITS: usize = 34;
/// The first Cuban.
pub const FIRST_CU: usize = US_UNITS + 1;
/// How many Cuban units there are; their leader comes after them.
pub const CU_UNITS: usize = 8;
/// The first Spaniard.
pub const FIRST_ES: usize = FIRST_CU + CU_UNITS + 1;
/// How many Spanish units there are; their leaders come after them.
pub const ES_UNITS: usize = 28;
/// Units and leaders.
pub const PIECES: usize = FIRST_ES + ES_UNITS + 3;
/// The base as a piece of the scene: the number after all others.
pub const BASE: u16 = PIECES as u16;

/// The southern row of the frame.
pub const FIRST_ROW: u8 = 5;
/// Rows of the frame.
pub const ROWS: usize = 13;
/// Columns of the frame.
pub const COLUMNS: usize = 23;
/// Hexes of the frame, water included.
pub const HEXES: usize = ROWS * COLUMNS;

/// Who a piece fights for. Cubans have phases of their own (2.1c, 2.1d).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Force {
    /// The United States.
    #[default]
    Us,
    /// The Cubans.
    Cu,
    /// Spain.
    Es,
}

impl Force {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Us, Self::Cu, Self::Es];

    /// The force as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Who commands it.
    #[inline]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Us | Self::Cu => US,
            Self::Es => ES,
        }
    }

    /// Whether two forces fight each other.
    #[inline]
    pub const fn fights(self, other: Self) -> bool {
        self.seat().0 != other.seat().0
    }

    /// Its key in scenes and files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Us => "us",
            Self::Cu => "cu",
            Self::Es => "es",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Us => "United States",
            Self::Cu => "Cuba",
            Self::Es => "Spain",
        }
    }

    /// What belongs to it: `American`.
    pub const fn adjective(self) -> &'static str {
        match self {
            Self::Us => "American",
            Self::Cu => "Cuban",
            Self::Es => "Spanish",
        }
    }

    /// Its people: `Americans`.
    pub const fn people(self) -> &'static str {
        match self {
            Self::Us => "Americans",
            Self::Cu => "Cubans",
            Self::Es => "Spaniards",
        }
    }

    /// Its units, without leaders.
    #[inline]
    pub const fn units(self) -> UnitSet {
        match self {
            Self::Us => UnitSet::range(0, US_UNITS),
            Self::Cu => UnitSet::range(FIRST_CU, FIRST_CU + CU_UNITS),
            Self::Es => UnitSet::range(FIRST_ES, FIRST_ES + ES_UNITS),
        }
    }

    /// Its units and leaders.
    #[inline]
    pub const fn pieces(self) -> UnitSet {
        match self {
            Self::Us => UnitSet::range(0, FIRST_CU),
            Self::Cu => UnitSet::range(FIRST_CU, FIRST_ES),
            Self::Es => UnitSet::range(FIRST_ES, PIECES),
        }
    }

    /// Its leaders.
    #[inline]
    pub const fn leaders(self) -> UnitSet {
        self.pieces().minus(self.units())
    }

    /// The units of all that fight it.
    #[inline]
    pub const fn enemy_units(self) -> UnitSet {
        match self {
            Self::Us | Self::Cu => Self::Es.units(),
            Self::Es => Self::Us.units().or(Self::Cu.units()),
        }
    }

    /// The leaders of all that fight it.
    #[inline]
    pub const fn enemy_leaders(self) -> UnitSet {
        match self {
            Self::Us | Self::Cu => Self::Es.leaders(),
            Self::Es => Self::Us.leaders().or(Self::Cu.leaders()),
        }
    }
}

/// The seat of the United States.
pub const US: Seat = Seat(0);
/// The seat of Spain.
pub const ES: Seat = Seat(1);

piece_id!(
    /// A unit or a leader.
    UnitId(u8)
);

impl UnitId {
    /// Whether there is such a piece.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < PIECES
    }

    /// Whom it fights for.
    #[inline]
    pub const fn force(self) -> Force {
        if (self.0 as usize) < FIRST_CU {
            Force::Us
        } else if (self.0 as usize) < FIRST_ES {
            Force::Cu
        } else {
            Force::Es
        }
    }

    /// Whether it is a leader.
    #[inline]
    pub const fn is_leader(self) -> bool {
        LEADERS.contains(self)
    }

    /// Whether it exists and is of the force.
    #[inline]
    pub const fn belongs_to(self, force: Force) -> bool {
        self.exists() && self.force() as u8 == force as u8
    }
}

/// All leaders.
pub const LEADERS: UnitSet = Force::Us.leaders().or(Force::Cu.leaders()).or(Force::Es.leaders());

/// Some units and leaders: one bit for each. People read it as a list of names.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(pub u128);

impl UnitSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Just one.
    #[inline]
    pub const fn one(unit: UnitId) -> Self {
        Self(1 << unit.0)
    }

    /// Those from one number up to, but not including, another.
    #[inline]
    pub const fn range(from: usize, to: usize) -> Self {
        Self(((1 << to) - 1) & !((1 << from) - 1))
    }

    /// Whether it is among them. A number from outside may be too large for any set.
    #[inline]
    pub const fn contains(self, unit: UnitId) -> bool {
        unit.0 < 128 && self.0 >> unit.0 & 1 != 0
    }

    /// Puts one in.
    #[inline]
    pub const fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes one out.
    #[inline]
    pub const fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
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
    pub const fn first(self) -> Option<UnitId> {
        if self.0 == 0 { None } else { Some(UnitId(self.0.trailing_zeros() as u8)) }
    }

    /// All of them, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> + Clone {
        let mut halves = [self.0 as u64, (self.0 >> 64) as u64];
        std::iter::from_fn(move || {
            let (half, base) = if halves[0] != 0 { (&mut halves[0], 0) } else { (&mut halves[1], 64) };
            if *half == 0 {
                return None;
            }
            let unit = UnitId(base + half.trailing_zeros() as u8);
            *half &= *half - 1;
            Some(unit)
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = Self::NONE;
        units.into_iter().for_each(|unit| set.insert(unit));
        set
    }
}

impl std::fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|unit| unit.0)).finish()
    }
}

impl Serialize for UnitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            serializer.serialize_u128(self.0)
        }
    }
}

/// A hex of the frame, water included, in the order of the printed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId(pub u16);

impl HexId {
    /// Off the map.
    pub const NOWHERE: Self = Self(u16::MAX);

    /// All hexes of the frame.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..HEXES as u16).map(Self)
    }

    /// The hex in a row and a column as printed.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < FIRST_ROW
            || row as usize >= FIRST_ROW as usize + ROWS
            || column < 1
            || column as usize > COLUMNS
        {
            return None;
        }
        Some(Self((row - FIRST_ROW) as u16 * COLUMNS as u16 + column as u16 - 1))
    }

    /// The hex of a printed number.
    pub fn read(number: &str) -> Option<Self> {
        let bytes = number.as_bytes();
        if bytes.len() != 4 || !bytes.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let two = |at: usize| (bytes[at] - b'0') * 10 + bytes[at + 1] - b'0';
        Self::at(two(0), two(2))
    }

    /// Whether it lies in the frame.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < HEXES
    }

    /// The hex as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The printed row.
    pub const fn row(self) -> u8 {
        FIRST_ROW + (self.0 as usize / COLUMNS) as u8
    }

    /// The printed column.
    pub const fn column(self) -> u8 {
        (self.0 as usize % COLUMNS) as u8 + 1
    }
}

impl Default for HexId {
    fn default() -> Self {
        Self::NOWHERE
    }
}

impl std::fmt::Display for HexId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.exists() {
            write!(f, "{:02}{:02}", self.row(), self.column())
        } else {
            f.write_str("off the map")
        }
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
        let number = String::deserialize(deserializer)?;
        Self::read(&number).ok_or_else(|| {
            D::Error::custom(format_args!(
                "the map has no hex `{number}`: rows 05 to 17, then columns 01 to 23"
            ))
        })
    }
}

/// Some hexes: one bit for each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HexSet(pub [u64; 5]);

impl HexSet {
    /// None.
    pub const NONE: Self = Self([0; 5]);

    /// Whether a hex is among them.
    #[inline]
    pub const fn contains(&self, hex: HexId) -> bool {
        (hex.0 as usize) < HEXES && self.0[hex.0 as usize >> 6] >> (hex.0 & 63) & 1 != 0
    }

    /// Puts one in.
    #[inline]
    pub const fn insert(&mut self, hex: HexId) {
        self.0[hex.0 as usize >> 6] |= 1 << (hex.0 & 63);
    }

    /// Takes one out.
    #[inline]
    pub const fn remove(&mut self, hex: HexId) {
        self.0[hex.0 as usize >> 6] &= !(1 << (hex.0 & 63));
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 5]
    }

    /// How many.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Those in either.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        self
    }

    /// The lowest of them.
    #[inline]
    pub fn first(&self) -> Option<HexId> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(HexId((at as u16) << 6 | self.0[at].trailing_zeros() as u16))
    }

    /// All of them, in the order of their numbers.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = HexId> + use<> {
        let words = self.0;
        (0..5).flat_map(move |at| {
            let mut word = words[at];
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let hex = HexId((at as u16) << 6 | word.trailing_zeros() as u16);
                word &= word - 1;
                Some(hex)
            })
        })
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> Self {
        let mut set = Self::NONE;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}

impl std::fmt::Debug for HexSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|hex| hex.to_string())).finish()
    }
}

impl Serialize for HexSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            self.0.serialize(serializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_read_and_print_their_numbers() {
        for hex in HexId::all() {
            assert_eq!(HexId::read(&hex.to_string()), Some(hex));
        }
        for wrong in ["0401", "1824", "0524", "0500", "121", "12a0", ""] {
            assert_eq!(HexId::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_piece_has_one_force() {
        let all = Force::ALL.iter().fold(UnitSet::NONE, |all, force| all.or(force.pieces()));
        assert_eq!(all, UnitSet::range(0, PIECES));
        for force in Force::ALL {
            assert!(force.pieces().iter().all(|unit| unit.force() == force));
        }
        assert_eq!(LEADERS.len(), 5);
    }

    #[test]
    fn sets_are_walked_in_order() {
        let set: UnitSet = [UnitId(70), UnitId(0), UnitId(63), UnitId(64)].into_iter().collect();
        assert_eq!(set.iter().map(|unit| unit.0).collect::<Vec<_>>(), [0, 63, 64, 70]);
        let hexes: HexSet = [HexId(298), HexId(64), HexId(1)].into_iter().collect();
        assert_eq!(hexes.iter().map(|hex| hex.0).collect::<Vec<_>>(), [1, 64, 298]);
        assert!(!hexes.contains(HexId::NOWHERE));
    }
}
