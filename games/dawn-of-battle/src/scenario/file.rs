//! Scenario files as they are written.

use std::collections::BTreeMap;

use sandtable_engine::Seat;
use serde::Deserialize;
use toml::Spanned;

use super::Begins;
use crate::data::{LeaderValues, Terrain};
use crate::table::Marker;

/// A word with its place in the file.
pub type Word = Spanned<String>;

/// A side as files name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideName {
    A,
    B,
}

impl SideName {
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

/// A special rule in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The rule it belongs to.
    pub rule: String,
    /// What it says.
    pub text: String,
}

/// Units of one type in one state, one in each hex of `at`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    pub r#type: Word,
    #[serde(default)]
    pub at: Vec<Word>,
    pub facing: Option<Spanned<u8>>,
    #[serde(default)]
    pub name: String,
    pub firepower: Option<Spanned<u8>>,
    #[serde(default)]
    pub disrupted: bool,
    #[serde(default)]
    pub limbered: bool,
    pub marker: Option<Spanned<Marker>>,
    /// The turn on which they come in by the edge (7.8).
    pub enters: Option<Spanned<u8>>,
    /// The turn on which they are placed on the field (S6).
    pub placed: Option<Spanned<u8>>,
}

/// A leader.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderFile {
    pub name: Word,
    pub values: Spanned<LeaderValues>,
    pub at: Option<Word>,
    /// The turn on which he is back.
    pub returns: Option<Spanned<u8>>,
    /// The turn on which he comes with reinforcements.
    pub enters: Option<Spanned<u8>>,
    #[serde(default)]
    pub dead: bool,
    /// Whether his values have been seen.
    #[serde(default)]
    pub shown: bool,
}

/// The army that a preset proposes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsualFile {
    pub name: String,
    /// How many of each type.
    pub units: BTreeMap<String, u8>,
    /// Firepower of its cannon.
    #[serde(default)]
    pub firepower: u8,
    #[serde(default)]
    pub leaders: Vec<LeaderValues>,
}

/// One side.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SideFile {
    pub name: String,
    pub panic: Option<Spanned<u16>>,
    #[serde(default)]
    pub victory_points: u8,
    #[serde(default)]
    pub leaders: Vec<LeaderFile>,
    #[serde(default)]
    pub units: Vec<UnitFile>,
    pub usual: Option<UsualFile>,
    #[serde(default)]
    pub losses: u16,
    #[serde(default)]
    pub fatigue: u8,
    #[serde(default)]
    pub panicked: bool,
    #[serde(default)]
    pub camp_lost: bool,
    pub points: Option<Spanned<u8>>,
    pub chits: Option<Spanned<u8>>,
    #[serde(default)]
    pub banked: u16,
    /// Numbers of the cards in hand; drawn by lot where it is not said (14.1).
    pub hand: Option<Vec<Spanned<u8>>>,
    #[serde(default)]
    pub discards: Vec<Spanned<u8>>,
    #[serde(default)]
    pub heads: u16,
}

/// A special rule (16.5).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    pub kind: Spanned<RuleKind>,
    pub side: Option<SideName>,
    #[serde(default)]
    pub types: Vec<Word>,
    #[serde(default)]
    pub hexes: Vec<Word>,
    pub terrain: Option<Terrain>,
    pub points: Option<u8>,
    pub through: Option<u8>,
    pub shots: Option<u8>,
    pub text: String,
}

/// The kinds of special rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleKind {
    /// 15.4.
    Barbarian,
    /// 15.5.
    Impetuous,
    /// 15.6.
    Disciplined,
    /// 8.6.
    RapidFire,
    /// S1.
    NoEntry,
    /// S2.
    NoCrossing,
    /// S3.
    Movement,
    /// S4.
    Stakes,
    /// S5.
    ShieldWall,
    /// S7.
    Ground,
}

/// Design your own (17).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildFile {
    pub kind: super::BattleKind,
    /// Build points of the defender, or of both in a meeting engagement.
    pub points: Spanned<u16>,
}

/// Where play begins.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct StartFile {
    pub turn: Option<Spanned<u8>>,
    pub begins: Begins,
    pub initiative: SideName,
    pub held: u8,
    pub acts: Option<SideName>,
}

impl Default for StartFile {
    fn default() -> Self {
        Self { turn: None, begins: Begins::Turn, initiative: SideName::A, held: 0, acts: None }
    }
}

/// A whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenarioFile {
    pub format: u32,
    pub id: String,
    pub title: String,
    pub date: String,
    pub introduction: String,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub note: Vec<Note>,
    #[serde(default)]
    pub epic: bool,
    /// Hexes by their ground.
    #[serde(default)]
    pub terrain: BTreeMap<Terrain, Vec<Word>>,
    /// Names of hexes.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    pub a: SideFile,
    pub b: SideFile,
    #[serde(default)]
    pub rule: Vec<RuleFile>,
    /// Supplementary rules that the scenario switches on.
    #[serde(default)]
    pub switches: BTreeMap<String, Spanned<toml::Value>>,
    pub build: Option<BuildFile>,
    #[serde(default)]
    pub start: StartFile,
}
