//! Scenarios: what the exclusive rules of a battle say (3.0, 4.0 and chapter 9), ready for play.

mod compile;
mod file;
mod limits;
#[cfg(test)]
mod nonsense;
mod reader;
mod ships;
mod specials;

use std::sync::{Arc, LazyLock};

use sandtable_engine::{
    NoteCard, OptionCard, OptionKind, ScenarioCard, ScenarioSource, Seat, Setup, SetupError, SideCard,
};

use crate::data::Ratings;
use crate::ids::{Grid, Heading, Hex, Level, ShipId, ShipSet};

pub use file::{Fate, Opening, Release, SheetEdge, StateOfShip, StoppedWord, Weapon};
pub use reader::toml_problem;

/// A battle, laid out and checked. Never changes during a match.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are named after the parts of the file")]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub date: String,
    /// Minutes after midnight at which the first turn begins.
    pub minutes: u16,
    pub place: String,
    pub introduction: String,
    /// Where the figures come from, and how sure they are.
    pub source: String,
    pub confidence: String,
    /// The special rules in words.
    pub notes: Vec<NoteCard>,
    pub turns: u8,
    pub first_turn: u8,
    pub opens_with: Opening,
    pub first_player: Seat,
    pub sea: Sea,
    /// Hexes that hold a smoke marker at the start.
    pub smoke: Vec<Hex>,
    pub torpedo_range: u8,
    pub torpedo_far_from: u8,
    pub sides: [Fleet; 2],
    pub ships: Vec<Vessel>,
    pub visibility: Vec<Visibility>,
    /// Which line of `visibility` holds for each turn, spotter and target: the first that fits.
    sight_lines: Vec<u8>,
    pub dice: Vec<Dice>,
    pub exits: Vec<Exit>,
    pub victory: Victory,
    pub awards: Vec<Award>,
    pub specials: Specials,
    pub options: Options,
    pub variants: Vec<Variant>,
}

/// The sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sea {
    /// Its hexes.
    pub grid: Grid,
    /// The hexside that is north, from 0 (2.17).
    pub north: u8,
    /// Land, by the grid's index.
    land: Vec<bool>,
    /// Hexes beside land, by the grid's index.
    coast: Vec<bool>,
    /// Whether there is any land.
    pub has_land: bool,
    /// Edges that nothing crosses.
    pub shore: Vec<SheetEdge>,
}

impl Sea {
    /// Whether a hex of the sheet is land.
    #[inline]
    pub fn is_land(&self, hex: Hex) -> bool {
        self.has_land && self.grid.index(hex).is_some_and(|index| self.land[index])
    }

    /// Whether a hex lies beside land.
    #[inline]
    pub fn is_coastal(&self, hex: Hex) -> bool {
        self.has_land && self.grid.index(hex).is_some_and(|index| self.coast[index])
    }

    /// The land hexes in printed order.
    pub fn land(&self) -> impl Iterator<Item = Hex> {
        self.grid.hexes().filter(|hex| self.is_land(*hex))
    }

    /// The hexside that a compass heading points to (2.17).
    #[inline]
    pub fn side(&self, heading: Heading) -> sandtable_maps::Side {
        sandtable_maps::Side::ALL[(usize::from(self.north) + heading as usize) % 6]
    }

    /// The edge by which a hex off the sheet was reached.
    pub fn edge_crossed(&self, hex: Hex) -> Option<SheetEdge> {
        use sandtable_maps::Edge;
        self.grid.leaves_by(hex).map(|edge| match edge {
            Edge::North => SheetEdge::N,
            Edge::East => SheetEdge::E,
            Edge::South => SheetEdge::S,
            Edge::West => SheetEdge::W,
        })
    }
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields speak for themselves")]
pub struct Fleet {
    pub id: String,
    pub name: String,
    pub ships: ShipSet,
}

/// A ship as its counter shows it.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are named after the parts of the file")]
pub struct Vessel {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub side: Seat,
    pub front: Ratings,
    pub back: Option<Ratings>,
    pub value: i16,
    pub berth: Berth,
    /// The level it starts or enters with; none leaves it to the owner (ruling V6).
    pub level: Option<Level>,
    pub starts: StateOfShip,
}

/// Where a ship is at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Berth {
    /// On the sheet.
    At(Hex, Heading),
    /// Comes on later (8.8).
    Enters {
        /// From which turn on.
        turn: u8,
        /// By one of these hexes.
        hexes: Vec<Hex>,
        /// On one of these headings.
        headings: Vec<Heading>,
    },
}

/// The first and the last turn for which something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    first: u8,
    last: u8,
}

impl Span {
    /// Always.
    pub const ALWAYS: Self = Self { first: 0, last: u8::MAX };

    /// Whether it holds on a turn.
    #[inline]
    pub const fn holds(self, turn: u8) -> bool {
        self.first <= turn && turn <= self.last
    }
}

/// The faces of a die with which something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// Whether it happens.
    #[inline]
    pub const fn contains(self, die: u8) -> bool {
        self.0 >> die & 1 != 0
    }

    /// How many faces there are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// How far ships see (9.1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Visibility {
    pub turns: Span,
    pub spotters: ShipSet,
    pub targets: ShipSet,
    pub hexes: u8,
    pub flash: u8,
    pub burning: u8,
    pub near_land: u8,
}

/// Dice for some ships (9.2).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Dice {
    pub ships: ShipSet,
    pub weapon: Weapon,
    pub dice: i8,
    pub turns: Span,
    pub why: String,
}

/// Where a side may leave (8.8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Exit {
    pub side: Seat,
    pub edges: Vec<SheetEdge>,
    pub from_turn: u8,
}

/// The levels of victory (9.21).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Victory {
    pub measured_for: Seat,
    pub decisive: i16,
    pub marginal: i16,
    pub other_marginal: i16,
    pub other_decisive: i16,
}

/// Points at the end (9.21).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Award {
    pub to: Seat,
    pub points: i16,
    pub ships: ShipSet,
    pub any: Vec<Clause>,
    pub per_hit: bool,
    pub why: String,
}

/// What must be true of a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Clause {
    pub status: Option<Fate>,
    pub heavily_damaged: Option<bool>,
    pub slowed: Option<bool>,
    pub stopped: Option<bool>,
    pub hits_at_least: Option<u8>,
    pub no_enemy_within: Option<u8>,
    pub row_at_least: Option<u8>,
    pub edges: Option<Vec<SheetEdge>>,
    pub after_turn: Option<u8>,
}

/// The special rules of chapter 9.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named after the parts of the file")]
pub struct Specials {
    pub flash: ShipSet,
    pub hold_fire: Vec<HoldFire>,
    pub no_evasion: Vec<(ShipSet, Span)>,
    pub speed_caps: Vec<(ShipSet, u8, u8)>,
    pub squadrons: Vec<(ShipSet, ShipId)>,
    pub signals: Vec<Signal>,
    pub mistaken: Vec<MistakenIdentity>,
    pub teething: Vec<(ShipId, Faces, i8)>,
    pub power_failures: Vec<PowerFailure>,
    pub ammunition: Vec<(ShipSet, u8)>,
    pub limit_lines: Vec<(ShipSet, u8)>,
    pub withdrawals: Vec<(ShipId, u8)>,
    pub rudders: Vec<(ShipId, Faces, Faces)>,
    pub thin_hulls: Option<(i8, i8)>,
    pub air_attacks: Option<AirAttacks>,
    pub harassment: Option<(Seat, u8, ShipSet)>,
    pub recall: Option<(u8, ShipSet)>,
}

/// Ships that may not fire yet (9.4).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct HoldFire {
    pub ships: ShipSet,
    pub weapon: Weapon,
    pub turns: Span,
    pub released_by: Option<Release>,
}

/// A misread signal (9.8).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Signal {
    pub flagship: ShipId,
    pub ships: ShipSet,
    pub target: ShipId,
    pub within: u8,
}

/// A target taken for another (9.9).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct MistakenIdentity {
    pub ship: ShipId,
    pub target: ShipId,
    pub instead: ShipId,
    pub turns: Span,
    pub on: Faces,
}

/// A ship without power (9.11).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct PowerFailure {
    pub ship: ShipId,
    pub turn: u8,
    pub on: Faces,
    pub sight: u8,
    pub lasts: Span,
}

/// Attacks from the air (9.17).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct AirAttacks {
    pub side: Seat,
    pub from_turn: u8,
    pub targets: u8,
    pub dice: u8,
    pub weight: i8,
    pub carriers: ShipSet,
    pub beyond: u8,
}

/// A switch of the scenario (9.22).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the file")]
pub struct Variant {
    pub id: String,
    pub title: String,
    pub meaning: String,
}

/// How the areas of 6.4 are cut (ruling S1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SectorModel {
    /// Thirty degrees either side of bow and stern; a target just on the line is broadside.
    #[default]
    Cone,
    /// The same, but a target just on the line is not broadside.
    StrictCone,
    /// Only the straight rows of hexes ahead and astern are not broadside.
    Spine,
    /// Everything forward of the beam counts as the bow.
    Wide,
}

/// The switches of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that the rules name")]
pub struct Options {
    /// 5.3: the sides roll for each pair of moves.
    pub initiative: bool,
    /// 8.4: ships fire at what comes within two hexes.
    pub reaction_fire: bool,
    /// Ruling V8: levels are shown when all are set.
    pub open_speeds: bool,
    /// Ruling S1.
    pub sectors: SectorModel,
    /// Ruling F1: each earlier attack costs a die.
    pub cumulative_concentration: bool,
    /// Ruling K1: smoke may lie in the starting hex too.
    pub smoke_start_hex: bool,
    /// Ruling W2: a stopped ship rolls for repair each turn.
    pub repair_every_turn: bool,
    /// Ruling P1: each torpedo hit costs a point, and a further six adds a critical.
    pub automatic_torpedo_damage: bool,
    /// Ruling R1: every step within two hexes draws fire.
    pub reaction_at_any_step: bool,
}

impl Options {
    /// The switches that every scenario has.
    pub fn cards() -> Vec<OptionCard> {
        let switch = |id: &str, title: &str, rule: &str, meaning: &str| OptionCard {
            id: id.into(),
            title: title.into(),
            meaning: meaning.into(),
            rule: rule.into(),
            kind: OptionKind::Switch { default: false },
        };
        let words = |id: &str, title: &str, rule: &str, words: &[&str], meaning: &str| OptionCard {
            id: id.into(),
            title: title.into(),
            meaning: meaning.into(),
            rule: rule.into(),
            kind: OptionKind::Words { words: words.iter().map(|word| (*word).into()).collect() },
        };
        vec![
            switch(
                "optional-initiative",
                "Rolled initiative",
                "5.3",
                "Before each pair of moves both sides throw a die; the higher one moves a ship first.",
            ),
            switch(
                "reaction-fire",
                "Reaction fire",
                "8.4",
                "A ship that comes within two hexes of an enemy may be fired on at once.",
            ),
            switch(
                "open-speeds",
                "Open speeds",
                "V8",
                "Speed levels are shown as soon as both sides have set them.",
            ),
            words(
                "sector-model",
                "Broadside sectors",
                "S1",
                &["cone30", "cone30-strict", "spine", "wide"],
                "How much of the sea lies in a ship's broadside.",
            ),
            words(
                "concentration",
                "Concentrated fire",
                "F1",
                &["flat", "cumulative"],
                "Whether each earlier attack on a target costs a die, or all of them together one.",
            ),
            switch(
                "smoke-start-hex",
                "Smoke at once",
                "K1",
                "A ship may leave smoke in the hex it starts from.",
            ),
            switch(
                "repair-every-turn",
                "Patient repairs",
                "W2",
                "A stopped ship tries to repair in every turn.",
            ),
            words(
                "torpedo-damage",
                "Torpedo damage",
                "P1",
                &["row-d", "auto"],
                "Whether a torpedo hit is thrown for like a heavy shell, or always costs a point of integrity.",
            ),
            words(
                "reaction-trigger",
                "What draws reaction fire",
                "R1",
                &["enter", "any-step"],
                "Coming within two hexes, or every step within them.",
            ),
        ]
    }

    fn read(setup: &Setup) -> Self {
        Self {
            initiative: setup.is_on("optional-initiative"),
            reaction_fire: setup.is_on("reaction-fire"),
            open_speeds: setup.is_on("open-speeds"),
            sectors: match setup.word("sector-model", "cone30") {
                "cone30-strict" => SectorModel::StrictCone,
                "spine" => SectorModel::Spine,
                "wide" => SectorModel::Wide,
                _ => SectorModel::Cone,
            },
            cumulative_concentration: setup.word("concentration", "flat") == "cumulative",
            smoke_start_hex: setup.is_on("smoke-start-hex"),
            repair_every_turn: setup.is_on("repair-every-turn"),
            automatic_torpedo_damage: setup.word("torpedo-damage", "row-d") == "auto",
            reaction_at_any_step: setup.word("reaction-trigger", "enter") == "any-step",
        }
    }
}

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../data/scenarios/", $id, ".toml")))),*]
    };
}

/// The scenarios of the box, in the order shown to people.
const SHIPPED: &[(&str, &str)] = shipped![
    "denmark-strait-1941",
    "river-plate-1939",
    "coronel-1914",
    "falklands-1914",
    "dogger-bank-1915",
    "jutland-run-south-1916",
    "bismarck-last-1941",
    "second-guadalcanal-1942",
    "north-cape-1943",
    "surigao-strait-1944",
    "samar-1944",
];

/// The shipped scenarios with all switches at their defaults, read once.
static READ: LazyLock<Vec<Arc<Scenario>>> = LazyLock::new(|| {
    let read = |(id, text): &(&str, &str)| {
        Scenario::read(&file_name(id), text, &Setup::shipped(id))
            .expect("a test reads every shipped scenario")
    };
    SHIPPED.iter().map(|file| Arc::new(read(file))).collect()
});

fn file_name(id: &str) -> String {
    format!("{id}.toml")
}

impl Scenario {
    /// The scenarios of the box.
    pub fn shipped() -> Vec<ScenarioCard> {
        READ.iter().map(|scenario| scenario.card()).collect()
    }

    /// A digest of all that a shipped scenario means: its file and the ship list.
    pub fn digest(id: &str) -> String {
        let Some((_, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == id) else {
            return String::new();
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(text.as_bytes());
        hasher.update(crate::data::digest_of_ships().as_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The scenario of a set-up, with its switches.
    pub fn of(setup: &Setup) -> Result<Arc<Self>, SetupError> {
        use sandtable_engine::Problem;
        match &setup.scenario {
            ScenarioSource::Own { file, text } => Self::read(file, text, setup).map(Arc::new),
            ScenarioSource::Shipped { id, digest } => {
                let Some(number) = SHIPPED.iter().position(|(shipped, _)| shipped == id) else {
                    let problem = Problem::new("set-up", "scenario", &format!("there is no scenario `{id}`"));
                    let ids = SHIPPED.iter().map(|(id, _)| (*id).to_owned());
                    return Err(SetupError::one(problem.allowed(ids)));
                };
                if !digest.is_empty() && *digest != Self::digest(id) {
                    let what = format!("the data of `{id}` have changed since this match was begun");
                    return Err(SetupError::one(Problem::new("set-up", "scenario.digest", &what)));
                }
                if setup.options.is_empty() {
                    return Ok(Arc::clone(&READ[number]));
                }
                Self::read(&file_name(id), SHIPPED[number].1, setup).map(Arc::new)
            }
        }
    }

    /// The scenario as people choose it.
    pub fn card(&self) -> ScenarioCard {
        let options = self.variants.iter().map(|variant| OptionCard {
            id: variant.id.clone(),
            title: variant.title.clone(),
            meaning: variant.meaning.clone(),
            rule: "9.22".into(),
            kind: OptionKind::Switch { default: false },
        });
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            date: self.date.clone(),
            introduction: self.introduction.clone(),
            size: format!("{} turns, {} ships", self.turns, self.ships.len()),
            sides: self
                .sides
                .iter()
                .map(|side| SideCard { id: side.id.clone(), name: side.name.clone() })
                .collect(),
            options: options.collect(),
            notes: self.notes.clone(),
            source: format!("Confidence {}. {}", self.confidence, self.source),
        }
    }

    /// The line of visibility for a spotter and a target on a turn (9.1); none leaves sight to the rulebook.
    #[inline]
    pub fn visibility(&self, turn: u8, spotter: ShipId, target: ShipId) -> Option<&Visibility> {
        let ships = self.ships.len();
        let at = (usize::from(turn) * ships + spotter.index()) * ships + target.index();
        self.visibility.get(usize::from(self.sight_lines[at]))
    }

    /// Looks up for every turn, spotter and target which line of visibility comes first.
    fn work_out_sight(&mut self) {
        let mut lines =
            Vec::with_capacity((usize::from(self.turns) + 1) * self.ships.len() * self.ships.len());
        for turn in 0..=self.turns {
            for spotter in self.ids() {
                for target in self.ids() {
                    let first = self.visibility.iter().position(|line| {
                        line.turns.holds(turn)
                            && line.spotters.contains(spotter)
                            && line.targets.contains(target)
                    });
                    lines.push(first.map_or(u8::MAX, |line| line as u8));
                }
            }
        }
        self.sight_lines = lines;
    }

    /// All ships by their numbers.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = ShipId> + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }

    /// A ship's counter.
    #[inline]
    pub fn vessel(&self, ship: ShipId) -> &Vessel {
        &self.ships[ship.index()]
    }

    /// The ships of a side.
    #[inline]
    pub fn fleet(&self, side: Seat) -> ShipSet {
        self.sides[side.index()].ships
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scenario_reads_under_its_own_id() {
        for (id, text) in SHIPPED {
            let scenario = Scenario::read(&file_name(id), text, &Setup::shipped(id)).expect("it is shipped");
            assert_eq!(scenario.id, *id);
            assert_eq!(Scenario::digest(id).len(), 16);
        }
        assert_eq!(SHIPPED.len(), 11);
    }
}
