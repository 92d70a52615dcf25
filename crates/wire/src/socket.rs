//! What is said on the socket of a match.

use sandtable_engine::odds::Forecast;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{ChatLine, Clocks, Fault, MatchCard, News, Refusals, View};

/// What a client says. Each `id` is the client's own and comes back with the answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FromClient {
    /// A decision; answered with `done` once it is stored, or with `fault`.
    Decide {
        /// Comes back with the answer.
        id: u32,
        /// Which seat.
        seat: u8,
        /// The number of the question.
        question: u32,
        /// A choice of the menu.
        #[serde(rename = "do")]
        #[cfg_attr(test, ts(type = "unknown"))]
        choice: Box<RawValue>,
    },
    /// Takes the last decision of a seat back; answered with `done` or `fault`.
    Undo {
        /// Comes back with the answer.
        id: u32,
        /// Which seat.
        seat: u8,
        /// The number of the question that is asked now.
        question: u32,
    },
    /// Gives up; answered with `done` or `fault`.
    Resign {
        /// Comes back with the answer.
        id: u32,
        /// Which seat.
        seat: u8,
    },
    /// What a choice may lead to; answered with `odds` or `fault`.
    Odds {
        /// Comes back with the answer.
        id: u32,
        /// Which seat.
        seat: u8,
        /// The number of the question.
        question: u32,
        /// A choice of the menu.
        #[serde(rename = "do")]
        #[cfg_attr(test, ts(type = "unknown"))]
        choice: Box<RawValue>,
    },
    /// What may not be chosen, and why; answered with `refusals` or `fault`.
    WhyNot {
        /// Comes back with the answer.
        id: u32,
        /// Which seat.
        seat: u8,
        /// The number of the question.
        question: u32,
    },
    /// Something to say; answered with `done` or `fault`, and a `chat` line to everybody.
    Say {
        /// Comes back with the answer.
        id: u32,
        /// 1 to 500 characters.
        text: String,
    },
    /// Is anybody there? Answered with `done`.
    Ping {
        /// Comes back with the answer.
        id: u32,
    },
}

/// What the server says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FromServer {
    /// Comes first, and whenever everything is told anew.
    View {
        /// All that the viewer sees.
        view: Box<View>,
        /// The last lines of the chat.
        chat: Vec<ChatLine>,
        /// Names of those who look at the table now.
        present: Vec<String>,
    },
    /// Something happened.
    News {
        /// What.
        news: Box<News>,
    },
    /// Somebody sat down or got up; the match began.
    Seats {
        /// The match as it is now.
        #[serde(rename = "match")]
        card: Box<MatchCard>,
    },
    /// Time left, sent when it changes otherwise than by running.
    Clocks {
        /// The clocks.
        clocks: Clocks,
    },
    /// Somebody said something.
    Chat {
        /// What.
        line: ChatLine,
    },
    /// Somebody came or went.
    Present {
        /// Names of those who look at the table now.
        names: Vec<String>,
    },
    /// It is done, and stored.
    Done {
        /// The client's own number.
        id: u32,
    },
    /// It is not done; nothing changed.
    Fault {
        /// The client's own number; none if it could not be read.
        id: Option<u32>,
        /// What went wrong.
        fault: Fault,
    },
    /// What a choice may lead to.
    Odds {
        /// The client's own number.
        id: u32,
        /// The odds.
        forecast: Forecast,
    },
    /// What may not be chosen, and why.
    Refusals {
        /// The client's own number.
        id: u32,
        /// The reasons.
        refusals: Refusals,
    },
}
