//! What is said on the socket of a match.

use sandtable_engine::advice::Hint;
use sandtable_engine::odds::Forecast;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{ChatLine, Clocks, Fault, MatchCard, News, Refusals, View};

/// What a client says. Each `id` is the client's own and comes back with the answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", try_from = "Fields")]
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
    /// What a search would choose; answered with `hint` or `fault`. It takes seconds.
    Hint {
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

/// The fields of all messages: raw choices cannot be read through a tagged enum.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Fields {
    #[serde(rename = "type")]
    kind: String,
    id: u32,
    seat: Option<u8>,
    question: Option<u32>,
    #[serde(rename = "do")]
    choice: Option<Box<RawValue>>,
    text: Option<String>,
}

impl TryFrom<Fields> for FromClient {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let Fields { kind, id, seat, question, choice, text } = fields;
        let message = match (kind.as_str(), seat, question, choice, text) {
            ("decide", Some(seat), Some(question), Some(choice), None) => {
                Self::Decide { id, seat, question, choice }
            }
            ("undo", Some(seat), Some(question), None, None) => Self::Undo { id, seat, question },
            ("resign", Some(seat), None, None, None) => Self::Resign { id, seat },
            ("odds", Some(seat), Some(question), Some(choice), None) => {
                Self::Odds { id, seat, question, choice }
            }
            ("whyNot", Some(seat), Some(question), None, None) => Self::WhyNot { id, seat, question },
            ("hint", Some(seat), Some(question), None, None) => Self::Hint { id, seat, question },
            ("say", None, None, None, Some(text)) => Self::Say { id, text },
            ("ping", None, None, None, None) => Self::Ping { id },
            _ => return Err(fields_of(&kind)),
        };
        Ok(message)
    }
}

/// What a message of a type must have.
fn fields_of(kind: &str) -> String {
    let fields = match kind {
        "decide" | "odds" => "`id`, `seat`, `question` and `do`",
        "undo" | "whyNot" | "hint" => "`id`, `seat` and `question`",
        "resign" => "`id` and `seat`",
        "say" => "`id` and `text`",
        "ping" => "`id`",
        _ => return "`type` is decide, undo, resign, odds, whyNot, hint, say or ping".into(),
    };
    format!("a message of type `{kind}` has {fields}, and nothing else")
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
    /// What a search would choose.
    Hint {
        /// The client's own number.
        id: u32,
        /// The choices that it thinks best of.
        hint: Hint,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_were_written() {
        let text = r#"{"type":"decide","id":3,"seat":0,"question":7,"do":{"Orders":{"give":[1,  2]}}}"#;
        let message: FromClient = serde_json::from_str(text).expect("it is one");
        let FromClient::Decide { id: 3, seat: 0, question: 7, choice } = message else {
            panic!("{message:?}")
        };
        assert_eq!(choice.get(), r#"{"Orders":{"give":[1,  2]}}"#);
    }

    #[test]
    fn a_message_has_its_own_fields_and_no_others() {
        for (text, wanted) in [
            (r#"{"type":"ping","id":1,"seat":0}"#, "`id`, and nothing else"),
            (r#"{"type":"say","id":1}"#, "`id` and `text`"),
            (r#"{"type":"destroy","id":1}"#, "`type` is decide"),
            (r#"{"type":"ping"}"#, "missing field `id`"),
            (r#"{"type":"ping","id":1,"admin":true}"#, "unknown field `admin`"),
        ] {
            let error = serde_json::from_str::<FromClient>(text).expect_err(text).to_string();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }
}
