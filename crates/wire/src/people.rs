//! Who somebody is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody who plays: a guest, or somebody with an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Person {
    /// Never changes and tells nothing.
    pub id: String,
    /// Shown at the table: the account's name, or one that the server gave a guest.
    pub name: String,
    /// Whether there is no account yet; a guest who makes one keeps all matches.
    pub guest: bool,
}

/// Who the caller is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// Nobody yet, if there is neither a session nor a token.
    pub person: Option<Person>,
}

/// A name and a password, to make an account or to sign in.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Credentials {
    /// 2 to 24 letters, digits, spaces, `-`, `_`, `.` or `'`; upper and lower case are the same name.
    pub name: String,
    /// 8 to 256 characters.
    pub password: String,
}

/// What a new token is called.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewToken {
    /// For its owner to tell tokens apart: 1 to 40 characters.
    pub label: String,
}

/// A new token. Its secret is shown this once.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenMade {
    /// To name it when it is taken back.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// Goes into the header `Authorization: Bearer …`.
    pub token: String,
}

/// A token as its owner sees it later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenCard {
    /// To name it when it is taken back.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// When it was made, in seconds since 1970.
    pub made: i64,
}

/// All tokens of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenList {
    /// The newest first.
    pub tokens: Vec<TokenCard>,
}
