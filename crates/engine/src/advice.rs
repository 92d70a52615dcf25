//! What a player may be told of choices: a hint at the table, a review after the match. Types alone; bots find the figures.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Offer;
use crate::odds::Forecast;

/// What a search would choose for a seat, from what the seat knows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The best choices, three at most, the best first.
    pub suggestions: Vec<Suggestion>,
    /// In how many imagined continuations choices were tried.
    pub playouts: u32,
}

/// A choice that a search thinks well of.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Suggestion {
    /// As records write it; the same as in the menu.
    #[serde(rename = "do")]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub choice: Box<RawValue>,
    /// As people see it.
    pub offer: Offer,
    /// The chance of victory after it, from 0 to 1.
    pub chance: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// The standard error of its difference to the first suggestion's chance, which is known better than the chances themselves.
    pub apart: f64,
    /// What it leads to at once, with the sum behind it where there is one.
    pub forecast: Forecast,
    /// Why, in sentences: what it most likely brings, the likely reply, how it compares with the others.
    pub why: Vec<String>,
}

/// A match looked at afterwards: who stood how well when, what the decisions cost, what the dice gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// The scenario's name.
    pub title: String,
    /// The seats in order.
    pub seats: Vec<SeatReview>,
    /// How the chances went: one for each decision that was weighed, and the end.
    pub moments: Vec<Moment>,
    /// The decisions that cost most, five at most, the worst first.
    pub mistakes: Vec<Mistake>,
    /// The throws that changed most, five at most, the greatest first.
    pub throws: Vec<Fortune>,
    /// How many decisions were weighed: those with more than one choice.
    pub decisions: u32,
    /// How many more there was no time for: those that a captain has least against.
    pub passed: u32,
    /// In how many imagined continuations choices were tried.
    pub playouts: u32,
}

/// What a match came to for a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatReview {
    /// Its number.
    pub seat: u8,
    /// The side's key.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// The side's colour, by name.
    pub colour: String,
    /// How many of its decisions were weighed.
    pub decisions: u32,
    /// The chance of victory that its decisions cost, added up.
    pub lost: f64,
    /// The standard error of that sum.
    pub error: f64,
    /// The chance of victory that dice and cards gave it, added up; below 0: took from it.
    pub luck: f64,
}

/// How likely each seat was to win at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// How many entries of the record stand before it.
    pub step: u32,
    /// The turn, where the game counts turns.
    pub turn: Option<u16>,
    /// Who was to decide, and with whose knowledge the chances were weighed; nobody at the end.
    pub seat: Option<u8>,
    /// The chances by seat; they add up to 1.
    pub chances: Vec<f64>,
}

/// A decision that cost something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mistake {
    /// How many entries of the record stand before it.
    pub step: u32,
    /// The turn, where the game counts turns.
    pub turn: Option<u16>,
    /// Who decided.
    pub seat: u8,
    /// What was asked.
    pub ask: String,
    /// What was chosen.
    pub chosen: String,
    /// What the search would have chosen.
    pub better: String,
    /// The seat's chance of victory with the better choice.
    pub before: f64,
    /// With what was chosen.
    pub after: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// Why, in sentences.
    pub why: Vec<String>,
}

/// A throw that gave or took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fortune {
    /// How many entries of the record stand before it.
    pub step: u32,
    /// The turn, where the game counts turns.
    pub turn: Option<u16>,
    /// Whose decision was followed by the throw.
    pub seat: u8,
    /// What was chosen.
    pub chosen: String,
    /// What happened, line by line.
    pub what: Vec<String>,
    /// What it gave that seat in chance of victory; below 0: took from it.
    pub luck: f64,
}
