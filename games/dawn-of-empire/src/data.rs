//! Chart, ships and tables of the box, read and checked once.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::ids::{AREAS, LEADERS, LeaderId, OrderKind, PORTS, SHIPS, ShipId, Side, Space};

const CHART: &str = include_str!("../data/chart.toml");
const BOX: &str = include_str!("../data/ships.toml");
const TABLES: &str = include_str!("../data/tables.toml");

/// How many spaces the chart has.
pub const SPACES: usize = AREAS + PORTS;

/// A digest of all data, which are part of what a scenario means.
pub fn digest() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in [CHART, BOX, TABLES] {
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

/// A sea area (3.5, 9.2).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "chart.toml explains them")]
pub struct Area {
    pub code: String,
    pub name: String,
    pub cost: u8,
    pub us: i16,
    pub es: i16,
    /// Whether it washes the coast of the United States (11.K).
    #[serde(default)]
    pub coast: bool,
    pub source: String,
}

impl Area {
    /// What control is worth to a side in a turn (9.2).
    #[inline]
    pub const fn points(&self, side: Side) -> i16 {
        match side {
            Side::Us => self.us,
            Side::Es => self.es,
        }
    }
}

/// A port (3.5); neutral ones have no values (6.1b).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "chart.toml explains them")]
pub struct Port {
    pub code: String,
    pub name: String,
    #[serde(default)]
    pub owner: Option<Side>,
    pub areas: Vec<String>,
    #[serde(default)]
    pub repair: u8,
    #[serde(default)]
    pub mine: u8,
    #[serde(default)]
    pub attack: u8,
    #[serde(default)]
    pub defence: u8,
    /// What it repairs for German ships (11.L).
    #[serde(default)]
    pub german_repair: u8,
    pub source: String,
}

/// A set of spaces.
pub type Spaces = u32;

/// The chart: areas, ports, neighbours, distances.
#[derive(Debug)]
pub struct Chart {
    /// The sea areas.
    pub areas: Vec<Area>,
    /// The ports.
    pub ports: Vec<Port>,
    /// The neighbours of each space.
    neighbours: [Spaces; SPACES],
    /// The points that it costs to enter each space.
    costs: [u8; SPACES],
    /// The cheapest way from each space to each other.
    distances: [[u8; SPACES]; SPACES],
    /// The cheapest way from each space to the waters off each port.
    approaches: [[u8; SPACES]; SPACES],
    /// What it costs to leave each space.
    ways_out: [u8; SPACES],
    /// Pairs of neighbours, as the file has them.
    pub borders: Vec<(Space, Space)>,
    /// All ports of each side, and the neutral ones.
    harbours: [Spaces; 3],
}

impl Chart {
    /// The area; ports have none.
    #[inline]
    pub fn area(&self, space: Space) -> &Area {
        &self.areas[space.index()]
    }

    /// The port of a space.
    #[inline]
    pub fn port(&self, space: Space) -> &Port {
        &self.ports[space.port()]
    }

    /// The short name of a space.
    pub fn code(&self, space: Space) -> &str {
        match space {
            space if space.is_area() => &self.area(space).code,
            space if space.is_port() => &self.port(space).code,
            _ => "",
        }
    }

    /// The name of a space.
    pub fn name(&self, space: Space) -> &str {
        match space {
            space if space.is_area() => &self.area(space).name,
            space if space.is_port() => &self.port(space).name,
            _ => "nowhere",
        }
    }

    /// The space of a short name.
    pub fn space(&self, code: &str) -> Option<Space> {
        Space::all().find(|space| self.code(*space) == code)
    }

    /// Whether one can sail from one space straight to the other (3.2, 6.1a).
    #[inline]
    pub fn touches(&self, from: Space, to: Space) -> bool {
        from.exists() && to.exists() && self.neighbours[from.index()] >> to.0 & 1 != 0
    }

    /// The neighbours of a space.
    #[inline]
    pub fn around(&self, space: Space) -> Spaces {
        self.neighbours[space.index()]
    }

    /// What it costs to enter a space (6.1a): areas as printed, ports one point.
    #[inline]
    pub fn cost(&self, space: Space) -> u8 {
        self.costs[space.index()]
    }

    /// The cheapest way through areas, ignoring enemies and stops (7.32, ruling R21).
    #[inline]
    pub fn distance(&self, from: Space, to: Space) -> u8 {
        self.distances[from.index()][to.index()]
    }

    /// The cheapest way to an area off a port.
    #[inline]
    pub fn approach(&self, from: Space, port: Space) -> u8 {
        self.approaches[from.index()][port.index()]
    }

    /// The cheapest step out of a space.
    #[inline]
    pub fn way_out(&self, from: Space) -> u8 {
        self.ways_out[from.index()]
    }

    /// Who owns a port; areas and neutral ports belong to nobody.
    #[inline]
    pub fn owner(&self, space: Space) -> Option<Side> {
        if !space.exists() {
            return None;
        }
        Side::BOTH.into_iter().find(|side| self.harbours[side.index()] >> space.0 & 1 != 0)
    }

    /// The ports of a side.
    #[inline]
    pub fn harbours(&self, side: Side) -> Spaces {
        self.harbours[side.index()]
    }

    /// The neutral ports (6.1b).
    #[inline]
    pub fn neutral_ports(&self) -> Spaces {
        self.harbours[2]
    }

    /// Whether a port is neutral.
    #[inline]
    pub fn is_neutral(&self, space: Space) -> bool {
        space.exists() && self.neutral_ports() >> space.0 & 1 != 0
    }
}

/// The spaces of a set, lowest first.
#[inline]
pub fn each_space(set: Spaces) -> impl Iterator<Item = Space> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let space = Space(left.trailing_zeros() as u8);
        left &= left - 1;
        Some(space)
    })
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

    /// How many counters of an order a side has (5.0).
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Border {
    between: [String; 2],
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartFile {
    area: Vec<Area>,
    port: Vec<Port>,
    border: Vec<Border>,
}

static CHART_READ: LazyLock<Chart> = LazyLock::new(|| {
    let file: ChartFile = toml::from_str(CHART).expect("chart.toml is checked by a test");
    draw(file)
});

static BOX_READ: LazyLock<BoxFile> =
    LazyLock::new(|| toml::from_str(BOX).expect("ships.toml is checked by a test"));

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

/// Works out neighbours and distances.
fn draw(file: ChartFile) -> Chart {
    let mut chart = Chart {
        areas: file.area,
        ports: file.port,
        neighbours: [0; SPACES],
        costs: [1; SPACES],
        distances: [[u8::MAX; SPACES]; SPACES],
        approaches: [[u8::MAX; SPACES]; SPACES],
        ways_out: [u8::MAX; SPACES],
        borders: Vec::new(),
        harbours: [0; 3],
    };
    let find = |chart: &Chart, code: &str| chart.space(code).expect("chart.toml names its own spaces");
    for border in &file.border {
        let pair = (find(&chart, &border.between[0]), find(&chart, &border.between[1]));
        chart.borders.push(pair);
    }
    for port in Space::ports() {
        for area in chart.port(port).areas.clone() {
            let pair = (port, find(&chart, &area));
            chart.borders.push(pair);
        }
        let kind = chart.port(port).owner.map_or(2, Side::index);
        chart.harbours[kind] |= 1 << port.0;
    }
    for (a, b) in chart.borders.clone() {
        chart.neighbours[a.index()] |= 1 << b.0;
        chart.neighbours[b.index()] |= 1 << a.0;
    }
    for area in Space::areas() {
        chart.costs[area.index()] = chart.area(area).cost;
    }
    for from in Space::all() {
        distances_from(&mut chart, from);
    }
    for from in Space::all() {
        for port in Space::ports() {
            let off = each_space(chart.around(port)).map(|area| chart.distance(from, area));
            chart.approaches[from.index()][port.index()] = off.min().unwrap_or(u8::MAX);
        }
        let out = each_space(chart.around(from)).map(|next| chart.cost(next));
        chart.ways_out[from.index()] = out.min().unwrap_or(u8::MAX);
    }
    chart
}

/// Fills in a row of the distances: areas can be passed, ports only be ends.
fn distances_from(chart: &mut Chart, from: Space) {
    let mut row = [u8::MAX; SPACES];
    row[from.index()] = 0;
    // A pass for each space is enough for the longest way.
    for _ in 0..SPACES {
        for space in Space::all().filter(|space| space.is_area() || *space == from) {
            let so_far = row[space.index()];
            if so_far == u8::MAX {
                continue;
            }
            for next in each_space(chart.around(space)) {
                row[next.index()] = row[next.index()].min(so_far + chart.cost(next));
            }
        }
    }
    chart.distances[from.index()] = row;
}

/// The chart.
#[inline]
pub fn chart() -> &'static Chart {
    &CHART_READ
}

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

    fn at(code: &str) -> Space {
        chart().space(code).expect("it is on the chart")
    }

    #[test]
    fn r6_1a_three_oceans_cost_three_and_four_straits_two() {
        let count = |cost| chart().areas.iter().filter(|area| area.cost == cost).count();
        assert_eq!((count(3), count(2), count(1)), (3, 4, 10));
        assert_eq!((chart().areas.len(), chart().ports.len(), chart().borders.len()), (17, 14, 28 + 16));
    }

    #[test]
    fn every_space_can_be_reached_and_key_west_is_as_near_as_hampton_roads() {
        for from in Space::all() {
            assert!(Space::all().all(|to| chart().distance(from, to) < 40), "{}", chart().name(from));
        }
        assert_eq!(chart().distance(at("prp"), at("kw")), 5);
        assert_eq!(chart().distance(at("prp"), at("hr")), 5);
        assert_eq!(chart().distance(at("prp"), at("sj")), 2);
        assert_eq!(chart().distance(at("cz"), at("eco")), 4);
    }

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
        assert!(OrderKind::ALL
            .iter()
            .all(|order| tables().search(OrderKind::Anchor, *order) == Search::Nothing));
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
