//! Sides, ships, leaders, spaces and orders, and sets of ships.

use sandtable_engine::{piece_id, piece_set};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::data;

/// How many ships the United States have; theirs come first.
pub const US_SHIPS: usize = 33;
/// How many ships there are in the box.
pub const SHIPS: usize = 58;
/// How many leaders there are in the box; the four Americans come first.
pub const LEADERS: usize = 8;
/// How many leaders a side has.
pub const SIDE_LEADERS: usize = 4;
/// The most ships of one side, and so the most stacks that it can have.
pub const MOST: usize = US_SHIPS;
/// How many sea areas there are (3.5); they are the first spaces.
pub const AREAS: usize = 17;
/// How many ports there are.
pub const PORTS: usize = 14;

/// A side. Germans sail with Spain (11.L).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The United States.
    #[default]
    Us,
    /// Spain.
    Es,
}

impl Side {
    /// Both, in the order in which points are counted (9.2).
    pub const BOTH: [Self; 2] = [Self::Us, Self::Es];

    /// The side as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Us => Self::Es,
            Self::Es => Self::Us,
        }
    }

    /// Its key in scenes and files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Us => "us",
            Self::Es => "es",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Us => "United States",
            Self::Es => "Spain",
        }
    }

    /// What belongs to it: `American`.
    pub const fn adjective(self) -> &'static str {
        match self {
            Self::Us => "American",
            Self::Es => "Spanish",
        }
    }

    /// The number of its first ship.
    #[inline]
    pub const fn first_ship(self) -> usize {
        match self {
            Self::Us => 0,
            Self::Es => US_SHIPS,
        }
    }

    /// How many ships it has in the box.
    #[inline]
    pub const fn ships(self) -> usize {
        match self {
            Self::Us => US_SHIPS,
            Self::Es => SHIPS - US_SHIPS,
        }
    }

    /// All its ships in the box.
    #[inline]
    pub const fn fleet(self) -> ShipSet {
        ShipSet::range(self.first_ship(), self.first_ship() + self.ships())
    }

    /// All its leaders in the box.
    pub fn leaders(self) -> impl Iterator<Item = LeaderId> {
        let first = SHIPS + self.index() * SIDE_LEADERS;
        (first..first + SIDE_LEADERS).map(|number| LeaderId(number as u8))
    }
}

piece_id!(
    /// A ship of the box.
    ShipId(u8)
);

impl ShipId {
    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < US_SHIPS { Side::Us } else { Side::Es }
    }

    /// Its number among the ships of its side.
    #[inline]
    pub const fn local(self) -> usize {
        self.0 as usize - self.side().first_ship()
    }

    /// Whether there is such a ship.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < SHIPS
    }

    /// Whether there is such a ship of this side.
    #[inline]
    pub const fn belongs_to(self, side: Side) -> bool {
        self.exists() && self.side() as u8 == side as u8
    }
}

piece_id!(
    /// A leader; the numbers follow those of the ships.
    LeaderId(u8)
);

impl LeaderId {
    /// Whose he is.
    #[inline]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < SHIPS + SIDE_LEADERS { Side::Us } else { Side::Es }
    }

    /// His number among the leaders of his side.
    #[inline]
    pub const fn local(self) -> usize {
        self.0 as usize - SHIPS - self.side() as usize * SIDE_LEADERS
    }

    /// His number among all leaders.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize - SHIPS
    }

    /// Whether there is such a leader of this side.
    #[inline]
    pub const fn belongs_to(self, side: Side) -> bool {
        self.0 as usize >= SHIPS && (self.0 as usize) < SHIPS + LEADERS && self.side() as u8 == side as u8
    }
}

piece_set!(
    /// Some of the ships.
    ShipSet(ShipId)
);

/// A sea area or a port: the areas come first, in the order of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(pub u8);

impl Space {
    /// Off the chart.
    pub const NOWHERE: Self = Self(u8::MAX);

    /// All areas.
    pub fn areas() -> impl Iterator<Item = Self> {
        (0..AREAS as u8).map(Self)
    }

    /// All ports.
    pub fn ports() -> impl Iterator<Item = Self> {
        (AREAS as u8..(AREAS + PORTS) as u8).map(Self)
    }

    /// All areas and ports.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..(AREAS + PORTS) as u8).map(Self)
    }

    /// The space as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it lies on the chart.
    #[inline]
    pub const fn exists(self) -> bool {
        (self.0 as usize) < AREAS + PORTS
    }

    /// Whether it is a sea area.
    #[inline]
    pub const fn is_area(self) -> bool {
        (self.0 as usize) < AREAS
    }

    /// Whether it is a port.
    #[inline]
    pub const fn is_port(self) -> bool {
        (self.0 as usize) >= AREAS && self.exists()
    }

    /// The port's number among the ports.
    #[inline]
    pub const fn port(self) -> usize {
        self.0 as usize - AREAS
    }
}

impl Default for Space {
    fn default() -> Self {
        Self::NOWHERE
    }
}

impl Serialize for Space {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(data::chart().code(*self))
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        data::chart().space(&code).ok_or_else(|| D::Error::custom(format_args!("the chart has no `{code}`")))
    }
}

/// The seven orders (5.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the rules explain each, 5.1 to 5.7")]
pub enum OrderKind {
    #[default]
    Anchor,
    Blockade,
    Coal,
    Patrol,
    Raid,
    Sortie,
    Transit,
}

impl OrderKind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Anchor, Self::Blockade, Self::Coal, Self::Patrol, Self::Raid, Self::Sortie, Self::Transit];

    /// The order as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Anchor => "Anchor",
            Self::Blockade => "Blockade",
            Self::Coal => "Coal",
            Self::Patrol => "Patrol",
            Self::Raid => "Raid",
            Self::Sortie => "Sortie",
            Self::Transit => "Transit",
        }
    }

    /// Its name in keys.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Anchor => "anchor",
            Self::Blockade => "blockade",
            Self::Coal => "coal",
            Self::Patrol => "patrol",
            Self::Raid => "raid",
            Self::Sortie => "sortie",
            Self::Transit => "transit",
        }
    }

    /// Whether it is aimed at a port (5.2, 5.5).
    #[inline]
    pub const fn has_target(self) -> bool {
        matches!(self, Self::Blockade | Self::Raid)
    }

    /// Whether it stops enemy squadrons that come by (6.1a).
    #[inline]
    pub const fn watches(self) -> bool {
        matches!(self, Self::Blockade | Self::Patrol)
    }
}

/// An order with the port that it is aimed at, which is fixed when it is written (7.5, ruling R7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Order {
    /// What to do.
    pub kind: OrderKind,
    /// The port that is raided or blockaded; nowhere for other orders.
    pub target: Space,
}

impl Order {
    /// An order without a target.
    #[inline]
    pub const fn plain(kind: OrderKind) -> Self {
        Self { kind, target: Space::NOWHERE }
    }
}
