//! Scenario files as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::ids::{OrderKind, Side};

/// A word with its place in the file.
pub type Word = Spanned<String>;

/// Where play begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// With new forces and orders (4.0A).
    #[default]
    Orders,
    /// With movement, under the orders that the file gives (4.0B).
    Movement,
    /// With combat, under the orders that the file gives (4.0C).
    Combat,
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

/// Ships in one place with one history.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ForceFile {
    /// The space.
    pub at: Word,
    /// Ships from the front.
    pub ships: Vec<Word>,
    /// Leaders with them.
    #[serde(default)]
    pub leaders: Vec<Word>,
    /// The order of the turn before.
    #[serde(default)]
    pub last: OrderKind,
    /// Turns of transit behind them.
    #[serde(default)]
    pub transits: u8,
    /// The turn in which they came into a neutral port.
    #[serde(default)]
    pub since: u8,
    /// The order of this turn, where play begins after orders are given.
    pub order: Option<OrderKind>,
    /// The port that the order is aimed at.
    pub target: Option<Word>,
}

/// A ship that comes later.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DueFile {
    /// The ship.
    pub ship: Word,
    /// The turn.
    pub turn: u8,
    /// The port.
    pub at: Word,
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
    pub turns: Spanned<u8>,
    #[serde(default = "one")]
    pub first_turn: u8,
    #[serde(default)]
    pub begins: Begins,
    #[serde(default)]
    pub points: i16,
    /// Whether all counters start where they are printed (9.6).
    #[serde(default)]
    pub printed: bool,
    /// Whether both sides place their ships first (11.K).
    #[serde(default)]
    pub free_deployment: bool,
    #[serde(default)]
    pub force: Vec<ForceFile>,
    #[serde(default)]
    pub due: Vec<DueFile>,
    #[serde(default)]
    pub damage: BTreeMap<String, Spanned<u8>>,
    #[serde(default)]
    pub control: BTreeMap<String, Spanned<Side>>,
    #[serde(default)]
    pub port_damage: BTreeMap<String, Spanned<u8>>,
}

fn one() -> u8 {
    1
}
