//! Reads and checks the data of the box once: map, counters, charts.
//!
//! The figures of all counters (1.3b), the objectives (4.1c, R3), the fire table (F0 to F8: F0, F1, F2, F3, F4, F5, F6, F7, F8), the
//! shock table of the card (R1; S1, S2, S3, S4, S5, S6), the surrender table (R2; V1, V2, V3, V4, V5, V6, V7, V8) and the withdrawal
//! table (W1, W4, W5, W6) stand in `data/`, each with its source. The counters 1/PRR and 19 T are named as on the card (R25).

mod map_file;
mod results;

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::ids::{CU_UNITS, ES_UNITS, FIRST_CU, FIRST_ES, Force, HexId, HexSet, PIECES, US_UNITS, UnitId};
use crate::map::Map;

pub use map_file::{
    BridgeFile, LandingFile, LineFile, MapFile, ObjectivesFile, RiverFile, SourcesFile, WorksFile,
};
pub use results::{Blow, FireResult, ShockResult};

const MAP: &str = include_str!("../data/map.toml");
const UNITS: &str = include_str!("../data/units.toml");
const TABLES: &str = include_str!("../data/tables.toml");

/// What kind of unit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Kind {
    Infantry,
    Cavalry,
    Artillery,
    Machinegun,
    Engineer,
    Signals,
    Garrison,
    Guerrilla,
    Leader,
}

impl Kind {
    /// Its word in scenes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
            Self::Machinegun => "machinegun",
            Self::Engineer => "engineer",
            Self::Signals => "signals",
            Self::Garrison => "garrison",
            Self::Guerrilla => "guerrilla",
            Self::Leader => "leader",
        }
    }
}

/// How a piece comes into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comes {
    /// Set up before the first turn (3.2, 3.3a to 3.3c).
    SetUp,
    /// From the first list of the fleet (3.4a).
    First,
    /// From the second list of the fleet (3.4b).
    Second,
    /// By land on a turn (3.3d).
    Turn,
    /// By sea on a turn (3.3e).
    Sea,
    /// With Escario (7.1).
    Escario,
    /// The turn after Escario (3.3f).
    AfterEscario,
    /// By an event (H6).
    Event,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    id: String,
    name: String,
    title: String,
    kind: Kind,
    size: String,
    steps: u8,
    full: [u8; 3],
    reduced: Option<[u8; 3]>,
    range: Option<u8>,
    #[serde(default)]
    light: bool,
    comes: Comes,
    #[serde(default)]
    turn: u8,
    #[serde(default)]
    places: Vec<String>,
    home: Option<HexId>,
    source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderFile {
    id: String,
    name: String,
    title: String,
    force: Force,
    bonus: u8,
    #[serde(rename = "move")]
    movement: u8,
    comes: Comes,
    #[serde(default)]
    turn: u8,
    #[serde(default)]
    places: Vec<String>,
    home: Option<HexId>,
    #[serde(default)]
    optional: bool,
    source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    unit: Vec<UnitFile>,
    leader: Vec<LeaderFile>,
}

/// Fire, shock and movement as printed on a side of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Figures {
    pub fire: u8,
    pub shock: u8,
    pub movement: u8,
}

impl From<[u8; 3]> for Figures {
    fn from([fire, shock, movement]: [u8; 3]) -> Self {
        Self { fire, shock, movement }
    }
}

/// A counter.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Card {
    pub id: String,
    pub name: String,
    pub title: String,
    pub kind: Kind,
    pub size: String,
    /// 1 for a leader, who has none to lose.
    pub steps: u8,
    /// The figures by the steps that are left (1.3a).
    pub figures: [Figures; 3],
    /// How far it fires (6.4).
    pub range: u8,
    /// Light troops (O3).
    pub light: bool,
    pub comes: Comes,
    /// The turn for [`Comes::Turn`] and [`Comes::Sea`].
    pub turn: u8,
    /// Where it may be set up or come in.
    pub places: HexSet,
    /// Where history had it; nowhere for one that comes later.
    pub home: HexId,
    /// A leader's bonus; 0 for a unit.
    pub bonus: u8,
    /// Whether only option O2 brings him in.
    pub optional: bool,
    pub source: String,
}

/// What rules ask most of a counter, close together.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Traits {
    pub kind: Kind,
    pub comes: Comes,
    pub range: u8,
    pub turn: u8,
    pub light: bool,
}

/// What the check for surrender brings (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surrender {
    /// Nothing.
    #[serde(rename = "-")]
    Nothing,
    /// The fleet leaves (4.2d).
    #[serde(rename = "ALJ")]
    FleetLeaves,
    /// Santiago capitulates (4.2f).
    #[serde(rename = "R")]
    Capitulation,
}

/// What happens by a historic event (7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// Event 1 (H1).
    Heroic,
    /// Event 2 (H2).
    Delayed,
    /// Event 3 (H3).
    Weather,
    /// Events 4 and 5 (H4).
    Released,
    /// Event 6 (H6).
    MachineGuns,
}

/// Costs of movement (8.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct Costs {
    pub clear: u8,
    pub jungle: u8,
    pub beach: u8,
    pub town: u8,
    pub city: u8,
    pub hill: u8,
    pub way: u8,
    pub river: u8,
    pub bad_clear: u8,
    pub bad_jungle: u8,
    pub light: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct FireFile {
    columns: [u8; 6],
    rows: Vec<[String; 6]>,
    hill: i8,
    battery: i8,
    entrenchment: i8,
    jungle: i8,
    redoubt: i8,
    balloon: i8,
    leader: i8,
    gun_range: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShockFile {
    rows: Vec<[String; 6]>,
    leader: i8,
    ground: i8,
    river: i8,
    redoubt: i8,
    heroic: i8,
}

/// The limits of landings (3.4).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct LandingTable {
    pub steps: u8,
    pub second_list: u8,
    pub first_list_until: u8,
}

/// Naval guns (6.2, 6.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct NavalTable {
    pub us_factors: u8,
    pub us_reach: u8,
    pub es_factors: u8,
    pub es_reach: u8,
}

/// The surrender table (4.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct SurrenderTable {
    pub columns: [u8; 3],
    pub rows: [[Surrender; 3]; 8],
    pub el_caney: u8,
    pub fleet_left: u8,
}

/// The withdrawal table (4.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct WithdrawalTable {
    pub columns: [u8; 3],
    pub wins_from: [u8; 3],
}

/// The fever (10.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct FeverTable {
    pub from_turn: u8,
    pub worse_from_turn: u8,
    pub worse: u8,
    pub steps: [u8; 7],
}

/// Escario's column (7.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct EscarioTable {
    pub turn: u8,
    pub delayed: u8,
    pub historical: u8,
    pub entry: HexId,
}

/// Historic events (7.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct EventTable {
    pub from_turn: u8,
    pub faces: [Happening; 6],
}

/// Supply (10.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct SupplyTable {
    pub off_road: u8,
    pub escario_turns: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TablesFile {
    turns: u8,
    first_day: u8,
    stacking: u8,
    costs: Costs,
    landing: LandingTable,
    fire: FireFile,
    shock: ShockFile,
    naval: NavalTable,
    surrender: SurrenderTable,
    withdrawal: WithdrawalTable,
    fever: FeverTable,
    escario: EscarioTable,
    events: EventTable,
    supply: SupplyTable,
}

/// The fire table with its modifiers (9.1).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct FireTable {
    /// The least factors of each column.
    pub columns: [u8; 6],
    /// By modified die from 0, then by column.
    pub rows: [[FireResult; 6]; 9],
    pub hill: i8,
    pub battery: i8,
    pub entrenchment: i8,
    pub jungle: i8,
    pub redoubt: i8,
    pub balloon: i8,
    pub leader: i8,
    pub gun_range: u8,
}

impl FireTable {
    /// The column of a sum of factors, which is at least 1 (9.1h).
    #[inline]
    pub fn column(&self, factors: u8) -> usize {
        self.columns.iter().rposition(|least| factors >= *least).unwrap_or(0)
    }

    /// What a modified die brings in a column.
    #[inline]
    pub fn result(&self, die: i8, column: usize) -> FireResult {
        self.rows[die.clamp(0, 8) as usize][column]
    }

    /// What a column is called: `7 to 10`.
    pub fn column_name(&self, column: usize) -> String {
        match self.columns.get(column + 1) {
            Some(next) => format!("{} to {}", self.columns[column], next - 1),
            None => format!("{} and more", self.columns[column]),
        }
    }
}

/// The shock table with its shifts (9.3).
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct ShockTable {
    /// By die from 1, then by column from 1:2 to 5:1.
    pub rows: [[ShockResult; 6]; 6],
    pub leader: i8,
    pub ground: i8,
    pub river: i8,
    pub redoubt: i8,
    pub heroic: i8,
}

/// The heads of the shock table.
pub const ODDS: [&str; 6] = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1"];

/// All charts.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the file explains each")]
pub struct Tables {
    pub turns: u8,
    pub first_day: u8,
    pub stacking: u8,
    pub landing: LandingTable,
    pub fire: FireTable,
    pub shock: ShockTable,
    pub naval: NavalTable,
    pub surrender: SurrenderTable,
    pub withdrawal: WithdrawalTable,
    pub fever: FeverTable,
    pub escario: EscarioTable,
    pub events: EventTable,
    pub supply: SupplyTable,
}

struct Data {
    map: Map,
    tables: Tables,
    cards: Vec<Card>,
    figures: Box<[[Figures; 3]; PIECES]>,
    traits: Box<[Traits; PIECES]>,
}

static DATA: OnceLock<Data> = OnceLock::new();

#[inline]
fn data() -> &'static Data {
    DATA.get_or_init(|| read().unwrap_or_else(|fault| panic!("the data of the box do not read: {fault}")))
}

/// The map.
#[inline]
pub fn map() -> &'static Map {
    &data().map
}

/// The charts.
#[inline]
pub fn tables() -> &'static Tables {
    &data().tables
}

/// A counter.
#[inline]
pub fn card(unit: UnitId) -> &'static Card {
    &data().cards[unit.index()]
}

/// The figures of a counter with so many steps left (1.3a).
#[inline]
pub fn figures(unit: UnitId, steps: u8) -> Figures {
    data().figures[unit.index()][steps as usize]
}

/// What rules ask most of a counter.
#[inline]
pub fn traits(unit: UnitId) -> Traits {
    data().traits[unit.index()]
}

/// All units and leaders.
pub fn pieces() -> impl Iterator<Item = UnitId> + Clone {
    (0..PIECES as u8).map(UnitId)
}

/// The piece of an id.
pub fn piece_of(id: &str) -> Option<UnitId> {
    pieces().find(|unit| card(*unit).id == id)
}

/// A digest of everything in the box that a scenario draws upon.
pub fn digest() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in [MAP, UNITS, TABLES] {
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error| format!("{file}: {error}"))
}

fn read() -> Result<Data, String> {
    let file: TablesFile = parse("tables.toml", TABLES)?;
    let map_file: MapFile = parse("map.toml", MAP)?;
    let reaches = [file.naval.us_reach, file.naval.es_reach, file.fire.gun_range];
    let map = Map::new(&map_file, &file.costs, reaches, file.escario.entry)?;
    let cards = read_cards(&map, file.fire.gun_range)?;
    let figures = std::array::from_fn(|at| cards[at].figures);
    let traits = std::array::from_fn(|at| {
        let Card { kind, comes, range, turn, light, .. } = cards[at];
        Traits { kind, comes, range, turn, light }
    });
    let tables = Tables {
        turns: file.turns,
        first_day: file.first_day,
        stacking: file.stacking,
        landing: file.landing,
        fire: read_fire(&file.fire)?,
        shock: read_shock(&file.shock)?,
        naval: file.naval,
        surrender: file.surrender,
        withdrawal: file.withdrawal,
        fever: file.fever,
        escario: file.escario,
        events: file.events,
        supply: file.supply,
    };
    Ok(Data { map, tables, cards, figures: Box::new(figures), traits: Box::new(traits) })
}

fn read_fire(file: &FireFile) -> Result<FireTable, String> {
    let mut rows = [[FireResult::default(); 6]; 9];
    if file.rows.len() != rows.len() {
        return Err("the fire table has nine rows".into());
    }
    for (row, cells) in rows.iter_mut().zip(&file.rows) {
        for (result, cell) in row.iter_mut().zip(cells) {
            *result = FireResult::read(cell)?;
        }
    }
    Ok(FireTable {
        columns: file.columns,
        rows,
        hill: file.hill,
        battery: file.battery,
        entrenchment: file.entrenchment,
        jungle: file.jungle,
        redoubt: file.redoubt,
        balloon: file.balloon,
        leader: file.leader,
        gun_range: file.gun_range,
    })
}

fn read_shock(file: &ShockFile) -> Result<ShockTable, String> {
    let mut rows = [[ShockResult::default(); 6]; 6];
    if file.rows.len() != rows.len() {
        return Err("the shock table has six rows".into());
    }
    for (row, cells) in rows.iter_mut().zip(&file.rows) {
        for (result, cell) in row.iter_mut().zip(cells) {
            *result = ShockResult::read(cell)?;
        }
    }
    Ok(ShockTable {
        rows,
        leader: file.leader,
        ground: file.ground,
        river: file.river,
        redoubt: file.redoubt,
        heroic: file.heroic,
    })
}

/// Hexes by number; with a + the land beside too.
fn read_places(map: &Map, places: &[String]) -> Result<HexSet, String> {
    let mut set = HexSet::NONE;
    for place in places {
        let (number, beside) = match place.strip_suffix('+') {
            Some(number) => (number, true),
            None => (place.as_str(), false),
        };
        let hex = HexId::read(number).ok_or_else(|| format!("there is no hex {number}"))?;
        set.insert(hex);
        if beside {
            map.beside(hex).filter(|hex| map.is_land(*hex)).for_each(|hex| set.insert(hex));
        }
    }
    Ok(set)
}

fn read_cards(map: &Map, gun_range: u8) -> Result<Vec<Card>, String> {
    let file: UnitsFile = parse("units.toml", UNITS)?;
    if file.unit.len() != US_UNITS + CU_UNITS + ES_UNITS || file.leader.len() != 5 {
        return Err("units.toml has not as many units and leaders as the box".into());
    }
    let mut units = file.unit.into_iter();
    let mut cards = Vec::with_capacity(PIECES);
    for (force, count) in [(Force::Us, US_UNITS), (Force::Cu, CU_UNITS), (Force::Es, ES_UNITS)] {
        for unit in units.by_ref().take(count) {
            cards.push(unit_card(map, unit, gun_range)?);
        }
        for leader in file.leader.iter().filter(|leader| leader.force == force) {
            cards.push(leader_card(map, leader)?);
        }
    }
    // The places of the forces in the list are what every set of units is built upon.
    let at = |index: usize, id: &str| cards.get(index).is_some_and(|card| card.id == id);
    if cards.len() != PIECES || !at(FIRST_CU - 1, "roosevelt") || !at(FIRST_ES - 1, "garcia") {
        return Err("units.toml has its leaders in other places than the program thinks".into());
    }
    Ok(cards)
}

fn unit_card(map: &Map, unit: UnitFile, gun_range: u8) -> Result<Card, String> {
    let full = Figures::from(unit.full);
    let reduced = unit.reduced.map_or(full, Figures::from);
    if !(1..=2).contains(&unit.steps) || (unit.steps == 2) != unit.reduced.is_some() {
        return Err(format!("{}: a unit of two steps, and only one, has a reduced side", unit.id));
    }
    let range = unit.range.unwrap_or(1);
    if (range == gun_range) != (unit.kind == Kind::Artillery) {
        return Err(format!("{}: artillery, and only artillery, fires {gun_range} hexes far", unit.id));
    }
    Ok(Card {
        places: read_places(map, &unit.places)?,
        figures: [Figures::default(), if unit.steps == 2 { reduced } else { full }, full],
        id: unit.id,
        name: unit.name,
        title: unit.title,
        kind: unit.kind,
        size: unit.size,
        steps: unit.steps,
        range,
        light: unit.light,
        comes: unit.comes,
        turn: unit.turn,
        home: unit.home.unwrap_or_default(),
        bonus: 0,
        optional: false,
        source: unit.source,
    })
}

fn leader_card(map: &Map, leader: &LeaderFile) -> Result<Card, String> {
    let figures = Figures { fire: 0, shock: 0, movement: leader.movement };
    Ok(Card {
        id: leader.id.clone(),
        name: leader.name.clone(),
        title: leader.title.clone(),
        kind: Kind::Leader,
        size: String::new(),
        steps: 1,
        figures: [Figures::default(), figures, figures],
        range: 0,
        light: false,
        comes: leader.comes,
        turn: leader.turn,
        places: read_places(map, &leader.places)?,
        home: leader.home.unwrap_or_default(),
        bonus: leader.bonus,
        optional: leader.optional,
        source: leader.source.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_read_and_ids_differ() {
        let mut ids: Vec<&str> = pieces().map(|unit| card(unit).id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), PIECES);
        assert!(pieces().all(|unit| {
            ["card", "booklet", "history", "reconstruction"].contains(&card(unit).source.as_str())
        }));
    }

    #[test]
    fn sixty_one_steps_are_afloat_28_of_them_in_the_first_list() {
        let steps = |comes: Comes| -> u8 {
            let list = Force::Us.units().iter().filter(|unit| card(*unit).comes == comes);
            list.map(|unit| card(unit).steps).sum()
        };
        assert_eq!((steps(Comes::First), steps(Comes::Second)), (28, 33));
    }

    #[test]
    fn homes_are_among_the_places() {
        for unit in pieces().filter(|unit| card(*unit).comes == Comes::SetUp) {
            let card = card(unit);
            assert!(card.places.contains(card.home), "{}", card.id);
            assert!(card.places.iter().all(|hex| map().is_land(hex)), "{}", card.id);
        }
    }

    #[test]
    fn columns_are_found_by_factors() {
        let fire = &tables().fire;
        let columns: Vec<usize> =
            [1, 3, 4, 6, 7, 10, 11, 15, 16, 20, 21, 99].map(|factors| fire.column(factors)).into();
        assert_eq!(columns, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(fire.result(12, 5).word(), "2+DIS");
        assert_eq!(fire.result(-3, 5).word(), "–");
    }
}
