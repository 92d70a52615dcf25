//! Ships and tables of the box, read and checked once. The chart is in `chart.rs`.

use std::sync::LazyLock;

use serde::Deserialize;

pub use crate::chart::{SPACES, Spaces, chart, each_space};
use crate::ids::{LEADERS, LeaderId, OrderKind, SHIPS, ShipId, Side};

const BOX: &str = include_str!("../data/ships.toml");
const TABLES: &str = include_str!("../data/tables.toml");

/// A digest of all data, which are part of what a scenario means.
pub fn digest() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in [crate::chart::TEXT, BOX, TABLES] {
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

/// A nation of the counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are nations")]
pub enum Nation {
    Us,
    Es,
    De,
}

/// The type of a ship (3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "3.3 explains each")]
pub enum Type {
    Bb,
    Mo,
    Ca,
    Cp,
    Cu,
    Gb,
}

impl Type {
    /// As it is printed.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Bb => "BB",
            Self::Mo => "MO",
            Self::Ca => "CA",
            Self::Cp => "CP",
            Self::Cu => "CU",
            Self::Gb => "GB",
        }
    }

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bb => "battleship",
            Self::Mo => "monitor",
            Self::Ca => "armoured cruiser",
            Self::Cp => "protected cruiser",
            Self::Cu => "unprotected cruiser",
            Self::Gb => "gunboat",
        }
    }
}

/// A ship's counter (3.41).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the head of ships.toml explains them")]
pub struct ShipCard {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    #[serde(rename = "type")]
    pub kind: Type,
    pub attack: u8,
    pub defence: u8,
    pub movement: u8,
    pub start: String,
    #[serde(default)]
    pub turn: u8,
    #[serde(default)]
    pub extra: bool,
    pub source: String,
}

/// A leader's counter (3.45).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the head of ships.toml explains them")]
pub struct LeaderCard {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub stars: u8,
    pub squadron: String,
    pub start: String,
    pub source: String,
}

/// Something for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Each {
    us: u8,
    es: u8,
}

impl Each {
    /// What a side has.
    #[inline]
    pub const fn of(self, side: Side) -> u8 {
        match side {
            Side::Us => self.us,
            Side::Es => self.es,
        }
    }
}

/// 4.0E and 11.A.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct Turns {
    pub standard: u8,
    pub most: u8,
}

/// 6.5 and 5.3.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct Coaling {
    pub at_sea: Each,
    pub neutral_port: u8,
    pub slowed: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PatrolFile {
    areas: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TransitFile {
    most_turns: u8,
}

/// 7.32, 7.33, 7.4, 7.5, 11.H.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct Gunnery {
    pub hit: u8,
    pub disabled: u8,
    pub least_attack: u8,
    pub least_movement: u8,
    pub least_movement_restricted: u8,
    pub leader_killed: u8,
    pub blockade_step: u8,
    pub raid_step: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
struct Halves {
    bb: u8,
    ca: u8,
    mo: u8,
    cp: u8,
    cu: u8,
    gb: u8,
}

/// 9.3, 9.4, 9.5, 11.G.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct Points {
    pub port: i16,
    pub blockade_of_coal: i16,
    halves: Halves,
    pub victory: i16,
    pub automatic: i16,
}

impl Points {
    /// Half points for a sunk ship (9.3).
    #[inline]
    pub const fn halves(&self, kind: Type) -> u8 {
        match kind {
            Type::Bb => self.halves.bb,
            Type::Ca => self.halves.ca,
            Type::Mo => self.halves.mo,
            Type::Cp => self.halves.cp,
            Type::Cu => self.halves.cu,
            Type::Gb => self.halves.gb,
        }
    }
}

/// 11.K.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml gives the rule of each")]
pub struct Deployment {
    pub units_at_sea: u8,
    pub leaders_at_sea: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BiddingFile {
    most: u8,
}

/// A line of 11.C.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "tables.toml explains them")]
pub struct Maintenance {
    pub side: Side,
    pub turns: [u8; 2],
    pub points: u8,
    pub types: Vec<Type>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OrderCard {
    kind: OrderKind,
    next: Vec<OrderKind>,
    counters: Each,
    second: Option<Each>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SearchFile {
    anchor: [u8; 7],
    blockade: [u8; 7],
    coal: [u8; 7],
    patrol: [u8; 7],
    raid: [u8; 7],
    sortie: [u8; 7],
    transit: [u8; 7],
}

/// What the search matrix says (7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Nothing happens (7.21).
    Nothing,
    /// Points for the side with the initiative, and no battle (7.22).
    Points,
    /// A battle on a die up to this (7.23).
    UpTo(u8),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesFile {
    turns: Turns,
    coaling: Coaling,
    patrol: PatrolFile,
    transit: TransitFile,
    gunnery: Gunnery,
    points: Points,
    deployment: Deployment,
    bidding: BiddingFile,
    maintenance: Vec<Maintenance>,
    order: Vec<OrderCard>,
    search: SearchFile,
}

/// All tables and constants.
#[derive(Debug)]
pub struct Tables {
    /// How long the game is.
    pub turns: Turns,
    /// Limits of coaling.
    pub coaling: Coaling,
    /// How many areas a patrol may enter (5.4).
    pub patrol_areas: u8,
    /// How many turns of transit may follow each other (5.7).
    pub transit_turns: u8,
    /// Fire and damage.
    pub gunnery: Gunnery,
    /// Victory points.
    pub points: Points,
    /// Free deployment.
    pub deployment: Deployment,
    /// The highest bid.
    pub highest_bid: u8,
    /// Maintenance.
    pub maintenance: Vec<Maintenance>,
    follows: [u8; 7],
    counters: [Each; 7],
    second_transit: Each,
    search: [[u8; 7]; 7],
}

impl Tables {
    /// Whether an order may follow another (5.1 to 5.7).
    #[inline]
    pub const fn follows(&self, before: OrderKind, now: OrderKind) -> bool {
        self.follows[before.index()] >> now.index() & 1 != 0
    }

    /// All orders that may follow one, a bit each.
    #[inline]
    pub const fn following(&self, before: OrderKind) -> u8 {
        self.follows[before.index()]
    }

    /// How many counters of an order a side has (5.0, ruling R68).
    #[inline]
    pub const fn counters(&self, side: Side, order: OrderKind) -> u8 {
        self.counters[order.index()].of(side)
    }

    /// How many counters for a second transit a side has (5.7).
    #[inline]
    pub const fn second_transits(&self, side: Side) -> u8 {
        self.second_transit.of(side)
    }

    /// The cell of the search matrix: the order with the initiative, and the one without (7.2).
    #[inline]
    pub const fn search(&self, with: OrderKind, without: OrderKind) -> Search {
        match self.search[without.index()][with.index()] {
            0 => Search::Nothing,
            9 => Search::Points,
            upto => Search::UpTo(upto),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxFile {
    ship: Vec<ShipCard>,
    leader: Vec<LeaderCard>,
}

static BOX_READ: LazyLock<BoxFile> =
    LazyLock::new(|| toml::from_str(BOX).expect("ships.toml is checked by a test"));

static MOVEMENTS_READ: LazyLock<[u8; SHIPS]> =
    LazyLock::new(|| std::array::from_fn(|number| BOX_READ.ship[number].movement));

static TABLES_READ: LazyLock<Tables> = LazyLock::new(|| {
    let file: TablesFile = toml::from_str(TABLES).expect("tables.toml is checked by a test");
    let order = |kind: OrderKind| {
        file.order.iter().find(|card| card.kind == kind).expect("tables.toml has all orders")
    };
    let follows = |kind| order(kind).next.iter().fold(0, |set, next| set | 1u8 << next.index());
    let search = &file.search;
    Tables {
        follows: OrderKind::ALL.map(follows),
        counters: OrderKind::ALL.map(|kind| order(kind).counters),
        second_transit: order(OrderKind::Transit).second.expect("tables.toml has second transits"),
        search: [
            search.anchor,
            search.blockade,
            search.coal,
            search.patrol,
            search.raid,
            search.sortie,
            search.transit,
        ],
        turns: file.turns,
        coaling: file.coaling,
        patrol_areas: file.patrol.areas,
        transit_turns: file.transit.most_turns,
        gunnery: file.gunnery,
        points: file.points,
        deployment: file.deployment,
        highest_bid: file.bidding.most,
        maintenance: file.maintenance,
    }
});

/// The tables.
#[inline]
pub fn tables() -> &'static Tables {
    &TABLES_READ
}

/// The counter of a ship.
#[inline]
pub fn ship(ship: ShipId) -> &'static ShipCard {
    &BOX_READ.ship[ship.index()]
}

/// The movement that is printed on the counter of each ship (3.41).
#[inline]
pub fn printed_movements() -> &'static [u8; SHIPS] {
    &MOVEMENTS_READ
}

/// The counter of a leader.
#[inline]
pub fn leader(leader: LeaderId) -> &'static LeaderCard {
    &BOX_READ.leader[leader.number()]
}

/// A ship by its name in files.
pub fn ship_of(id: &str) -> Option<ShipId> {
    BOX_READ.ship.iter().position(|ship| ship.id == id).map(|number| ShipId(number as u8))
}

/// A leader by his name in files.
pub fn leader_of(id: &str) -> Option<LeaderId> {
    let number = BOX_READ.leader.iter().position(|leader| leader.id == id)?;
    Some(LeaderId((SHIPS + number) as u8))
}

/// All ships.
pub fn ships() -> impl Iterator<Item = ShipId> {
    (0..SHIPS as u8).map(ShipId)
}

/// All leaders.
pub fn leaders() -> impl Iterator<Item = LeaderId> {
    (0..LEADERS).map(|number| LeaderId((SHIPS + number) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_has_all_ships_and_leaders_in_the_order_of_the_sides() {
        assert_eq!(BOX_READ.ship.len(), SHIPS);
        assert_eq!(BOX_READ.leader.len(), LEADERS);
        for id in ships() {
            assert_eq!(ship(id).nation == Nation::Us, id.side() == Side::Us, "{}", ship(id).id);
            assert!(chart().space(&ship(id).start).is_some(), "{}", ship(id).id);
        }
        for id in leaders() {
            assert_eq!(leader(id).nation == Nation::Us, id.side() == Side::Us, "{}", leader(id).id);
        }
    }

    #[test]
    fn r7_2_the_matrix_has_the_cells_of_the_example() {
        use OrderKind::{Blockade, Coal, Patrol, Raid, Sortie, Transit};
        assert_eq!(tables().search(Raid, Transit), Search::UpTo(2));
        assert_eq!(tables().search(Patrol, Transit), Search::UpTo(3));
        assert_eq!(tables().search(Transit, Patrol), Search::UpTo(3));
        assert_eq!(tables().search(Coal, Sortie), Search::UpTo(2));
        assert_eq!(tables().search(Blockade, Coal), Search::Points);
        assert!(
            OrderKind::ALL.iter().all(|order| tables().search(OrderKind::Anchor, *order) == Search::Nothing)
        );
    }

    #[test]
    fn r5_0_what_may_follow_what() {
        use OrderKind::{Anchor, Blockade, Coal, Patrol, Raid, Sortie, Transit};
        assert!(tables().follows(Blockade, Coal) && !tables().follows(Blockade, Anchor));
        assert!(tables().follows(Raid, Transit) && !tables().follows(Raid, Coal));
        assert!(tables().follows(Sortie, Raid) && !tables().follows(Sortie, Coal));
        assert!(tables().follows(Patrol, Anchor) && !tables().follows(Patrol, Patrol));
    }
}
