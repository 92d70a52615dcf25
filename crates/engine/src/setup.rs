//! Scenarios and options: how a match is set up, and what is wrong with a file that does not work.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The value of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(i64),
    /// One of several words.
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// What values a switch has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum OptionKind {
    /// On or off.
    Switch {
        /// Which it is unless set.
        default: bool,
    },
    /// One of several words; the first is the default.
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// A whole number.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
        /// What it is unless set.
        default: i64,
    },
}

impl OptionKind {
    /// What the switch is unless set.
    pub fn default(&self) -> OptionValue {
        match self {
            Self::Switch { default } => OptionValue::Switch(*default),
            Self::Words { words } => OptionValue::Word(words[0].clone()),
            Self::Number { default, .. } => OptionValue::Number(*default),
        }
    }

    fn allows(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::Switch { .. }, OptionValue::Switch(_)) => true,
            (Self::Words { words }, OptionValue::Word(word)) => words.contains(word),
            (Self::Number { least, most, .. }, OptionValue::Number(number)) => {
                (least..=most).contains(&number)
            }
            _ => false,
        }
    }

    /// The values in words.
    pub fn allowed(&self) -> Vec<String> {
        match self {
            Self::Switch { .. } => vec!["true".into(), "false".into()],
            Self::Words { words } => words.clone(),
            Self::Number { least, most, .. } => vec![format!("{least} to {most}")],
        }
    }
}

/// A switch that may be set before the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionCard {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it changes.
    pub meaning: String,
    /// The rule it belongs to.
    pub rule: String,
    /// Its values.
    pub kind: OptionKind,
}

/// One side of a scenario; the first one has seat 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideCard {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub name: String,
}

/// A scenario as people choose it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScenarioCard {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// When it happened.
    pub date: String,
    /// What it is about.
    pub introduction: String,
    /// How long it is: `8 turns, 6 ships`.
    pub size: String,
    /// The sides in the order of their seats.
    pub sides: Vec<SideCard>,
    /// Switches of this scenario alone.
    pub options: Vec<OptionCard>,
    /// Its special rules in words.
    pub notes: Vec<NoteCard>,
    /// Where its figures come from.
    pub source: String,
    /// How even it is, where that was measured.
    pub balance: Option<Balance>,
}

/// How games of two sides ended that captains played against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Balance {
    /// How many games.
    pub games: u32,
    /// What share of them the first side took, in thousandths; a draw counts half for both.
    pub first: u16,
    /// By how much the first side stands better than the game's judge sees, on the whole: in thousandths of the logarithm of its odds.
    #[serde(skip)]
    pub edge: i16,
}

/// A special rule of a scenario in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NoteCard {
    /// The rule it belongs to.
    pub rule: String,
    /// What it says.
    pub text: String,
}

/// Which scenario is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ScenarioSource {
    /// One that comes with the game. The digest of its data keeps old records honest; empty when not yet known.
    Shipped {
        /// Its name.
        id: String,
        /// The digest of its data.
        #[serde(default)]
        digest: String,
    },
    /// Somebody's own file, kept whole so that the record stands alone.
    Own {
        /// What the file was called.
        file: String,
        /// All of it.
        text: String,
    },
}

/// How a match is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// The scenario.
    pub scenario: ScenarioSource,
    /// Switches that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
}

impl Setup {
    /// A shipped scenario with all switches at their defaults.
    pub fn shipped(id: &str) -> Self {
        let scenario = ScenarioSource::Shipped { id: id.into(), digest: String::new() };
        Self { scenario, options: BTreeMap::new() }
    }

    /// Somebody's own scenario file.
    pub fn own(file: &str, text: &str) -> Self {
        let scenario = ScenarioSource::Own { file: file.into(), text: text.into() };
        Self { scenario, options: BTreeMap::new() }
    }

    /// The same with a switch set.
    #[must_use]
    pub fn with(mut self, option: &str, value: OptionValue) -> Self {
        self.options.insert(option.into(), value);
        self
    }

    /// Checks the switches against those that there are.
    pub fn check_options(&self, cards: &[OptionCard]) -> Result<(), SetupError> {
        let mut problems = Vec::new();
        for (id, value) in &self.options {
            let field = format!("options.{id}");
            match cards.iter().find(|card| card.id == *id) {
                None => problems.push(
                    Problem::new("options", &field, "there is no such option")
                        .allowed(cards.iter().map(|card| card.id.clone())),
                ),
                Some(card) if !card.kind.allows(value) => problems.push(
                    Problem::new("options", &field, &format!("`{value}` is not a value of this option"))
                        .allowed(card.kind.allowed()),
                ),
                Some(_) => {}
            }
        }
        SetupError::unless_empty(problems)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, id: &str) -> bool {
        matches!(self.options.get(id), Some(OptionValue::Switch(true)))
    }

    /// The number a switch is set to, or the given default.
    pub fn number(&self, id: &str, default: i64) -> i64 {
        match self.options.get(id) {
            Some(OptionValue::Number(number)) => *number,
            _ => default,
        }
    }

    /// The word a switch is set to, or the given default.
    pub fn word<'a>(&'a self, id: &str, default: &'a str) -> &'a str {
        match self.options.get(id) {
            Some(OptionValue::Word(word)) => word,
            _ => default,
        }
    }
}

/// One thing that is wrong with a file: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// The field.
    pub field: String,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub allowed: Vec<String>,
}

impl Problem {
    /// A problem in a field of a file.
    pub fn new(file: &str, field: &str, what: &str) -> Self {
        Self { file: file.into(), line: None, field: field.into(), what: what.into(), allowed: Vec::new() }
    }

    /// The same at a line.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The same with the values that are allowed.
    #[must_use]
    pub fn allowed(mut self, values: impl IntoIterator<Item = String>) -> Self {
        self.allowed = values.into_iter().collect();
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.field.is_empty() {
            write!(f, ": `{}`", self.field)?;
        }
        write!(f, ": {}", self.what)?;
        if !self.allowed.is_empty() {
            write!(f, "; allowed: {}", self.allowed.join(", "))?;
        }
        Ok(())
    }
}

/// Why a match cannot be set up: everything that is wrong, at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetupError {
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
}

impl SetupError {
    /// An error with one problem.
    pub fn one(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }

    /// No error if there is no problem.
    pub fn unless_empty(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { problems }) }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}
