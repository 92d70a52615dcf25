//! Games on offer, tables and their seats, clocks, chat.

use std::collections::BTreeMap;

use sandtable_engine::{OptionCard, OptionValue, ScenarioCard, ScenarioSource};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Person;
use crate::view::Result;

/// A bot as people choose it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotInfo {
    /// Its name in messages.
    pub id: String,
    /// How it plays.
    pub description: String,
}

/// A game as people choose it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCard {
    /// Its name in messages and addresses.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What it is, in a line or two.
    pub summary: String,
    /// How to play it, in a minute: paragraphs parted by blank lines.
    pub introduction: String,
    /// The fewest seats that a scenario has.
    pub fewest_seats: u8,
    /// The most seats that a scenario has.
    pub most_seats: u8,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its scenarios, the one for newcomers first.
    pub scenarios: Vec<ScenarioCard>,
    /// Switches of every scenario.
    pub options: Vec<OptionCard>,
    /// Bots that play it, the weakest first.
    pub bots: Vec<BotInfo>,
}

/// What happens to a seat whose time has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Expiry {
    /// It has lost.
    Loses,
    /// A bot plays on in its place.
    Bot,
}

/// Time to think: a bank for each seat, and something added to it with each decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clock {
    /// Seconds that each seat begins with: 30 to 2,592,000 (thirty days).
    pub bank: u32,
    /// Seconds added when a seat has answered all that it was asked: 0 to 604,800 (a week).
    pub increment: u32,
    /// What happens when they run out.
    pub expiry: Expiry,
}

/// Who shall sit on a seat of a new match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SeatPlan {
    /// Whoever makes the match; on all seats: hot-seat.
    Me,
    /// Whoever joins.
    Open,
    /// A program.
    Bot {
        /// Its name.
        bot: String,
    },
}

/// A match to be made.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewMatch {
    /// The game.
    pub game: String,
    /// The scenario: `{"shipped":{"id":"…"}}`, or one's own with its text.
    pub scenario: ScenarioSource,
    /// Switches that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// One for each side, in the order of the scenario.
    pub seats: Vec<SeatPlan>,
    /// No clock: time does not matter.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Whether only those with the invitation can join and watch; otherwise the lobby shows it.
    #[serde(default)]
    pub private: bool,
    /// Whether players may ask for hints; unless said they may where no seat is open, against bots and among
    /// themselves at one screen.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub hints: Option<bool>,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Status {
    /// Seats are open.
    Gathering,
    /// It is played.
    Playing,
    /// It is over.
    Finished,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// Who.
        person: Person,
    },
    /// A program.
    Bot {
        /// Its name.
        bot: String,
    },
}

/// A seat of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatCard {
    /// Its number, from 0.
    pub seat: u8,
    /// The side's key, as pieces name it.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether it is the caller's.
    pub yours: bool,
}

/// A match as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct MatchCard {
    /// Its name in messages and addresses; cannot be guessed.
    pub id: String,
    /// The game.
    pub game: String,
    /// The game's name.
    pub game_title: String,
    /// The scenario's name.
    pub title: String,
    /// The shipped scenario, if it is one.
    pub scenario: Option<String>,
    /// Switches that differ from their defaults.
    pub options: BTreeMap<String, OptionValue>,
    /// Where it stands.
    pub status: Status,
    /// The seats in order.
    pub seats: Vec<SeatCard>,
    /// Whether only those with the invitation can join.
    pub private: bool,
    /// Whether the caller made it.
    pub yours: bool,
    /// For those who sit there: opens a seat, as the end of an address (`/join/ID/CODE`).
    pub invitation: Option<String>,
    /// Time to think.
    pub clock: Option<Clock>,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Seats that are asked for a decision.
    pub waiting: Vec<u8>,
    /// Whether one of the caller's seats is among them.
    pub your_turn: bool,
    /// The turn, where the game counts turns.
    pub turn: Option<u16>,
    /// How it ended.
    pub result: Option<Result>,
    /// The hash of the seed of its dice, published before the first throw.
    pub seed_hash: String,
    /// When it was made, in seconds since 1970.
    pub made: i64,
    /// When somebody last decided something, in seconds since 1970.
    pub touched: i64,
}

/// Which matches are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ListKind {
    /// Public ones with an open seat.
    Open,
    /// The caller's that are not over; those where the caller is asked come first.
    Mine,
    /// Public ones that are being played.
    Playing,
    /// The caller's that are over.
    Finished,
}

/// A page of matches.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchList {
    /// At most 50.
    pub matches: Vec<MatchCard>,
    /// Asks for the next page, if there is one.
    pub next: Option<String>,
}

/// How somebody joins a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Join {
    /// Which seat; any open one unless named.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The invitation; needed for a private match.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// Gives an open seat to a bot, by whoever made the match.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GiveSeat {
    /// Which seat.
    pub seat: u8,
    /// The bot.
    pub bot: String,
}

/// Something to say at the table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Say {
    /// 1 to 500 characters.
    pub text: String,
}

/// Something said at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    /// Counts up within a match.
    pub number: u32,
    /// Who said it.
    pub name: String,
    /// The seat of the speaker; none for somebody who looks on.
    pub seat: Option<u8>,
    /// What was said.
    pub text: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// Time left, as of now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clocks {
    /// Milliseconds left by seat.
    pub left: Vec<i64>,
    /// Seats whose time runs.
    pub running: Vec<u8>,
}
