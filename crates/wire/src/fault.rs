//! What went wrong, and what to do about it.

use sandtable_engine::{Problem, Refused};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of thing went wrong; a page has a screen or a sentence for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FaultKind {
    /// The message cannot be read, or a field has a value that it may not have.
    Malformed,
    /// Nobody has said who they are.
    SignInFirst,
    /// Name or password is wrong.
    WrongCredentials,
    /// Somebody has that name.
    NameTaken,
    /// This person may not do that.
    NotYours,
    /// There is no such thing, or it is not for this person to know that there is.
    NotFound,
    /// All seats are taken.
    Full,
    /// The rules forbid it.
    Refused,
    /// The question has been answered or has gone; look again.
    Stale,
    /// The match is over.
    Over,
    /// The match has not begun.
    NotBegun,
    /// The match is not over yet.
    TooSoon,
    /// A scenario or its options are wrong; see the problems.
    Setup,
    /// A record cannot be read or does not follow the rules.
    Record,
    /// More bytes than are allowed.
    TooLarge,
    /// Too many requests, matches or sockets; see the message for when to come back.
    TooMany,
    /// The server cannot do it now; nothing that was acknowledged is lost.
    Unavailable,
}

/// What went wrong. Every answer of the API that is not a success is one.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// A sentence for a person: what is wrong and what would be right.
    pub message: String,
    /// The field that is wrong, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Why the rules forbid it, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    /// What is wrong with a scenario or its options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}
