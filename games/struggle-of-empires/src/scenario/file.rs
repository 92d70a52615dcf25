//! Scenario files as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::ids::{Area, Power, Tile};
use crate::sequence::Opening;

/// A word with its place in the file.
pub type Word = Spanned<String>;

/// A special rule in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The rule it belongs to.
    pub rule: String,
    /// What it says.
    pub text: String,
}

/// What a power has at the start, where that differs from the rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EmpireFile {
    pub gold: Option<Spanned<i16>>,
    pub population: Option<Spanned<u8>>,
    pub unrest: Option<Spanned<i16>>,
    pub points: Option<Spanned<i16>>,
    /// Tokens by area.
    #[serde(default)]
    pub tokens: BTreeMap<Area, Spanned<u8>>,
    /// Units by space: an area or `home`.
    #[serde(default)]
    pub armies: BTreeMap<String, Spanned<u8>>,
    #[serde(default)]
    pub navies: BTreeMap<String, Spanned<u8>>,
    #[serde(default)]
    pub forts: BTreeMap<String, Spanned<u8>>,
    /// Tiles in hand.
    #[serde(default)]
    pub tiles: Vec<Spanned<Tile>>,
    /// Those of them that have been used in this war.
    #[serde(default)]
    pub used: Vec<Spanned<Tile>>,
}

/// A Blockade on the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CordonFile {
    /// Whose it is.
    pub power: Spanned<Power>,
    /// Where it lies.
    pub area: Area,
}

/// A whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenarioFile {
    pub format: u32,
    pub id: String,
    pub title: String,
    #[serde(default)]
    pub date: String,
    pub introduction: String,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub note: Vec<Note>,
    pub powers: Spanned<Vec<Spanned<Power>>>,
    pub wars: Option<Spanned<u8>>,
    pub rounds: Option<Spanned<u8>>,
    pub war: Option<Spanned<u8>>,
    pub round: Option<Spanned<u8>>,
    #[serde(default)]
    pub opens_with: Opening,
    /// How many units each power places, where play begins with placing.
    pub units: Option<Spanned<u8>>,
    pub first: Option<Spanned<Power>>,
    pub turn: Option<Spanned<Power>>,
    pub actions: Option<Spanned<u8>>,
    #[serde(default)]
    pub first_alliance: Vec<Spanned<Power>>,
    #[serde(default)]
    pub second_alliance: Vec<Spanned<Power>>,
    /// Counters that lie on the map.
    #[serde(default)]
    pub counters: Vec<Word>,
    /// Counters in the bag; all others if nothing is said.
    pub bag: Option<Vec<Word>>,
    /// Areas where Pirates lie like a counter.
    #[serde(default)]
    pub pirates: Vec<Spanned<Area>>,
    /// The area where a Slave Revolt lies like a counter.
    pub revolt: Option<Spanned<Area>>,
    pub blockade: Option<CordonFile>,
    /// What the powers have.
    #[serde(default)]
    pub empire: BTreeMap<Power, EmpireFile>,
}
