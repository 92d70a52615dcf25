//! What is kept, as the server reads and writes it.

use std::collections::BTreeMap;

use sandtable_engine::chance::Seed;
use sandtable_engine::{OptionValue, Setup};
use sandtable_wire::{Clock, Result as MatchResult, Status};

use crate::{Invitation, MatchId, PersonId};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Never changes.
    pub id: PersonId,
    /// Shown at the table.
    pub name: String,
    /// Whether there is no account yet.
    pub guest: bool,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person(Person),
    /// A program, by its name.
    Bot(String),
}

/// Who is put on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewSitter {
    /// Nobody.
    Open,
    /// A person.
    Person(PersonId),
    /// A program, by its name.
    Bot(String),
}

/// A seat of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Its number, from 0.
    pub seat: u8,
    /// The side's key.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// Who sits there.
    pub sitter: Sitter,
}

/// A match as lists need it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// Its name.
    pub id: MatchId,
    /// The game's id.
    pub game: String,
    /// The version of the rules that it is played by.
    pub rules: u32,
    /// The scenario's name.
    pub title: String,
    /// The shipped scenario, if it is one.
    pub scenario: Option<String>,
    /// Switches that differ from their defaults.
    pub options: BTreeMap<String, OptionValue>,
    /// The hash of the seed.
    pub seed_hash: String,
    /// Where it stands.
    pub status: Status,
    /// Who made it.
    pub maker: PersonId,
    /// Whether only those with the invitation may see it.
    pub private: bool,
    /// Opens a seat.
    pub invitation: Invitation,
    /// Time to think.
    pub clock: Option<Clock>,
    /// A bit for each seat that is asked for a decision, as of the last one that was stored.
    pub waiting: u8,
    /// The turn, where the game counts turns.
    pub turn: Option<u16>,
    /// How it ended.
    pub result: Option<MatchResult>,
    /// When it was made.
    pub made: i64,
    /// When somebody last decided something.
    pub touched: i64,
    /// How many entries its record has.
    pub decisions: u32,
    /// Whether it is somebody's record of a match that was played elsewhere.
    pub uploaded: bool,
    /// Whether players may ask for hints.
    pub hints: bool,
}

impl MatchRow {
    /// Whether a seat is asked for a decision.
    pub fn asks(&self, seat: u8) -> bool {
        self.status == Status::Playing && seat < 8 && self.waiting & (1 << seat) != 0
    }
}

/// A match with its seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The match.
    pub row: MatchRow,
    /// Its seats in order.
    pub seats: Vec<SeatRow>,
}

/// All of a match but its decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMatch {
    /// The match with its seats.
    pub listed: Listed,
    /// Scenario and options.
    pub setup: Setup,
    /// The seed of its dice: nobody is told before the end.
    pub seed: Seed,
    /// What the clocks show, as the server's rooms write it.
    pub clocks: Option<String>,
}

/// A match to be kept.
#[derive(Clone, Debug)]
pub struct NewMatchRow {
    /// The match.
    pub row: MatchRow,
    /// Where it was made from; see [`Store::origin`](crate::Store::origin).
    pub origin: Origin,
    /// Scenario and options.
    pub setup: Setup,
    /// The seed of its dice.
    pub seed: Seed,
    /// What the clocks show.
    pub clocks: Option<String>,
    /// Its seats in order: side, name, who sits there.
    pub seats: Vec<NewSeat>,
    /// Its decisions, for a record that was played elsewhere.
    pub entries: Vec<String>,
}

/// A seat to be kept.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// The side's key.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// Who sits there.
    pub sitter: NewSitter,
}

/// An address as a keyed hash: enough to count what came from it, not to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(pub(crate) [u8; 16]);

/// A decision to be kept, and where the match stands after it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of its entry in the record, from 0.
    pub number: u32,
    /// Its line of the record.
    pub entry: String,
    /// Where the match stands now.
    pub after: After,
}

/// Where a match stands.
#[derive(Clone, Debug)]
pub struct After {
    /// A bit for each seat that is asked.
    pub waiting: u8,
    /// The turn, where the game counts turns.
    pub turn: Option<u16>,
    /// What the clocks show; replaces what they showed.
    pub clocks: Option<String>,
    /// Played or over.
    pub status: Status,
    /// How it ended.
    pub result: Option<MatchResult>,
    /// When.
    pub touched: i64,
}

/// Something to be said at a table.
#[derive(Clone, Debug)]
pub struct NewChat {
    /// Who says it.
    pub person: PersonId,
    /// The name under which it is said.
    pub name: String,
    /// The speaker's seat.
    pub seat: Option<u8>,
    /// What.
    pub text: String,
    /// When.
    pub at: i64,
}
