//! A case as it was read: a match to be set up, steps to be taken, things to be found in the end.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_engine::{Grade, OptionValue};
use serde_json::Value as Json;

use crate::expectation::Expectation;

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file it stands in.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// What it shows.
    pub title: String,
    /// The numbers of the rules it covers.
    pub rules: Vec<String>,
    /// The game's id, where the case names one.
    pub game: Option<String>,
    pub(crate) scenario: Scenario,
    pub(crate) options: BTreeMap<String, OptionValue>,
    pub(crate) setup_chance: Vec<u32>,
    pub(crate) steps: Vec<Step>,
    pub(crate) expect: Vec<Expectation>,
    pub(crate) outcome: Option<Ending>,
}

/// Where the scenario is.
#[derive(Clone, Debug)]
pub(crate) enum Scenario {
    /// It comes with the game.
    Shipped { id: String, line: usize },
    /// A file, by its path from the case's folder.
    File { path: String, line: usize },
    /// It stands in the case file itself; here written out as a file of its own.
    Inline { text: String, line: usize },
}

/// A seat as a case names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatName {
    Side(String),
    Number(u8),
}

impl fmt::Display for SeatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(id) => f.write_str(id),
            Self::Number(number) => write!(f, "seat {number}"),
        }
    }
}

/// One step of a case: a deed, and what must hold after it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub line: usize,
    pub deed: Deed,
    /// Faces from 1; `None` where the step does not say.
    pub chance: Option<Vec<u32>>,
    pub events: Vec<Json>,
    /// Rules that the log must name.
    pub cites: Vec<String>,
    pub waits: Option<Vec<SeatName>>,
    pub expect: Vec<Expectation>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// A decision.
    Choose { seat: SeatName, choice: Json, refused: Option<RefusalWanted> },
    /// Takes the last decision back.
    Undo { seat: SeatName, refused: Option<RefusalWanted> },
    /// Lets programs decide for everyone, up to a point.
    Run(Run),
    /// Changes nothing.
    Ask { seat: Option<SeatName>, questions: Questions },
}

/// What a refusal must say.
#[derive(Clone, Debug)]
pub(crate) struct RefusalWanted {
    pub rule: String,
    /// A part of its sentence.
    pub because: Option<String>,
    /// Keys of pieces and spaces that it must name.
    pub in_the_way: Vec<String>,
}

/// How a case lets the match run on by itself.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub manner: Manner,
    pub until: Until,
    /// More decisions than these are a failure.
    pub most: u32,
}

/// How decisions are made while the match runs by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// The choice that ends something, if there is one; else the first of the menu.
    Closing,
    /// The first of the menu.
    First,
    /// Any of the menu.
    Random { seed: u64 },
}

/// Where a match that runs by itself stops: where all that is named holds. Nothing named means the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Until {
    pub waits: Option<Vec<SeatName>>,
    pub offers: Option<Json>,
    pub box_name: Option<String>,
    pub holds: Option<Expectation>,
}

impl Until {
    pub fn is_the_end(&self) -> bool {
        self.waits.is_none() && self.offers.is_none() && self.box_name.is_none() && self.holds.is_none()
    }
}

/// What is asked of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Questions {
    /// The whole menu.
    pub legal: Option<Vec<Json>>,
    /// What is in the menu.
    pub offers: Vec<Json>,
    /// What is not in the menu.
    pub lacks: Vec<Json>,
    /// The rule that the seat is asked by, and a part of the question or its hint.
    pub asks: Option<String>,
    pub says: Option<String>,
    pub reckons: Option<Reckons>,
    pub odds: Option<Odds>,
}

/// What the sum behind a choice must be.
#[derive(Clone, Debug)]
pub(crate) struct Reckons {
    pub of: Json,
    pub total: Option<i64>,
    /// By number of rule.
    pub terms: BTreeMap<String, i64>,
}

/// What the odds of a choice must be.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    pub of: Json,
    pub chances: Vec<(String, f64)>,
}

/// How the match must have ended.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub line: usize,
    pub winners: Option<Vec<SeatName>>,
    pub grade: Option<Grade>,
    pub scores: Vec<(SeatName, i64)>,
}
