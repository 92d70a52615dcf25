//! What one viewer sees of a match, and what changed since.

use sandtable_engine::advice::Review;
use sandtable_engine::erased::Choosable;
use sandtable_engine::scene::{
    Battle, Board, Fact, Group, Hand, Marker, Phase, Piece, Scene, Shape, Side, Stroke, Table, Track, Turn,
};
use sandtable_engine::{Grade, LogLine, Offer, Prompt, Refused};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::{Clocks, MatchCard};

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Ending {
    /// It was played to its end.
    Played,
    /// A seat gave up.
    Resigned {
        /// Which.
        seat: u8,
    },
    /// The time of a seat ran out.
    Expired {
        /// Which.
        seat: u8,
    },
    /// Nobody plays it any more: its rules have changed since, or its maker called it off.
    Abandoned,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Result {
    /// Why it is over.
    pub ending: Ending,
    /// The seats that won; nobody means a draw.
    pub winners: Vec<u8>,
    /// How clear it is.
    pub grade: Grade,
    /// Points by seat.
    pub scores: Vec<i16>,
}

/// A question to one of the viewer's seats.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ask {
    /// The seat that is asked.
    pub seat: u8,
    /// The question's number, to be sent with the answer, so that a late click is noticed.
    pub question: u32,
    /// What is asked.
    pub prompt: Prompt,
    /// What may be chosen.
    pub menu: Vec<Choosable>,
    /// Whether the seat can take its last decision back.
    pub can_undo: bool,
}

/// All that a viewer sees. Sent first on every connection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// The match: seats, status, options.
    #[serde(rename = "match")]
    pub card: MatchCard,
    /// Counts what this viewer has seen happen; the next news has the next number.
    pub moment: u32,
    /// The table. While seats are open: as it will be set up.
    pub scene: Scene,
    /// The log that this viewer may read.
    pub log: Vec<LogLine>,
    /// Seats that are asked for a decision.
    pub waiting: Vec<u8>,
    /// What the viewer's own seats are asked.
    pub asks: Vec<Ask>,
    /// Time left.
    pub clocks: Option<Clocks>,
    /// How it ended.
    pub result: Option<Result>,
}

/// Lines of the log that are new. All from line `from` on are replaced: undo takes lines back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogNews {
    /// How many of the viewer's lines stand.
    pub from: u32,
    /// What follows them.
    pub lines: Vec<LogLine>,
}

/// What changed in a scene: every part that differs, whole; of the pieces those that differ.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[expect(missing_docs, reason = "each field is the scene's field of that name")]
pub struct ScenePatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases: Option<Vec<Phase>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<Fact>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<Side>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<Board>>,
    /// Pieces that are new or differ, by their keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<Piece>>,
    /// The keys of pieces that the viewer no longer sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<Group>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<Vec<Marker>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Stroke>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<Shape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Track>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<Vec<Hand>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battles: Option<Vec<Battle>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<Table>>,
}

/// What one viewer has seen happen. What a viewer cannot see makes no news.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct News {
    /// One more than before.
    pub moment: u32,
    /// The seat that decided, if the viewer may know.
    pub by: Option<u8>,
    /// What changed on the table.
    pub scene: ScenePatch,
    /// What changed in the log.
    pub log: Option<LogNews>,
    /// Seats that are asked for a decision.
    pub waiting: Vec<u8>,
    /// What the viewer's own seats are asked; empty in films.
    pub asks: Vec<Ask>,
    /// Time left.
    pub clocks: Option<Clocks>,
    /// How it ended.
    pub result: Option<Result>,
}

/// A whole match as one viewer has seen it: the first view, and all news since.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Film {
    /// How it began.
    pub first: View,
    /// What happened, moment by moment.
    pub news: Vec<News>,
    /// How many entries the record had at each moment, the first one included: some change nothing that can be seen. A resignation or
    /// an expired clock is no entry.
    pub entries: Vec<u32>,
}

/// The review of a match that is over, or how far it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReviewState {
    /// It is being worked out; ask again in a second or two.
    Working {
        /// Decisions that have been weighed.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// Here it is.
    Ready {
        /// The review.
        review: Box<Review>,
    },
}

/// A decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Decide {
    /// For which seat; it must be the caller's.
    pub seat: u8,
    /// The number of the question that it answers.
    pub question: u32,
    /// One of the choices of the menu, as the menu wrote it.
    #[serde(rename = "do")]
    #[cfg_attr(test, ts(type = "unknown"))]
    #[schema(value_type = Object)]
    pub choice: Box<RawValue>,
}

/// Takes back the last decision of a seat.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakeBack {
    /// Which seat; it must be the caller's.
    pub seat: u8,
    /// The number of the question that it is asked now.
    pub question: u32,
}

/// A question to a seat, by its number.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// Which seat; it must be the caller's.
    pub seat: u8,
    /// The number of the question.
    pub question: u32,
}

/// Something that may not be chosen now, and why.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Unavailable {
    /// What it would be.
    pub offer: Offer,
    /// Why not.
    pub refused: Refused,
}

/// All that may not be chosen now, and why.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refusals {
    /// The question's number.
    pub question: u32,
    /// Each with its reason.
    pub refusals: Vec<Unavailable>,
}
