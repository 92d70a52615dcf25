//! Scenario files as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::table::Phase;

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

/// What decides a short scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalFile {
    /// The hexes.
    pub hexes: Vec<Word>,
    /// How many of them.
    pub needed: Spanned<u8>,
}

/// Hexes by the side that holds them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlFile {
    /// Those of the American player; all others are Spain's.
    #[serde(default)]
    pub us: Vec<Word>,
}

/// A whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that the file tells")]
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
    #[serde(default = "one")]
    pub first_turn: u8,
    pub turns: Spanned<u8>,
    pub begins: Option<Spanned<Phase>>,
    /// Whether Spain and the Cubans set up freely (3.1), and everybody else waits for his day.
    #[serde(default)]
    pub set_up: bool,
    /// Pieces by hex.
    #[serde(default)]
    pub at: BTreeMap<String, Vec<Word>>,
    #[serde(default)]
    pub reduced: Vec<Word>,
    #[serde(default)]
    pub disorganised: Vec<Word>,
    /// American units and leaders that have not landed.
    #[serde(default)]
    pub afloat: Vec<Word>,
    /// Others still to come, on their day or by their event.
    #[serde(default)]
    pub due: Vec<Word>,
    pub base: Option<Word>,
    /// The turn of Escario's column, where it differs from rule 7.1.
    pub escario: Option<Spanned<u8>>,
    #[serde(default)]
    pub control: ControlFile,
    /// American steps lost so far.
    #[serde(default)]
    pub lost: u8,
    #[serde(default)]
    pub fleet_left: bool,
    #[serde(default)]
    pub released: bool,
    #[serde(default)]
    pub delayed: bool,
    #[serde(default)]
    pub heroic: bool,
    #[serde(default)]
    pub bad_weather: bool,
    pub goal: Option<GoalFile>,
}

fn one() -> u8 {
    1
}
