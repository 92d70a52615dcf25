//! Why something could not be kept or found.

use std::path::PathBuf;

/// Why something could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened or made.
    #[error("the data file {} cannot be opened: {reason}", path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A decision of that number is stored already: somebody else writes the same match.
    #[error("decision {number} of the match is stored already")]
    Duplicate {
        /// Its number.
        number: u32,
    },
    /// There is no such person or match, or not in the state that was asked for.
    #[error("there is no such {what}")]
    Missing {
        /// What was looked for.
        what: &'static str,
    },
    /// Somebody has that name.
    #[error("somebody has that name")]
    NameTaken,
    /// The seat is not open, or the match does not gather players.
    #[error("the seat is taken")]
    SeatTaken,
    /// What was stored cannot be read.
    #[error("the stored {what} cannot be read: {reason}")]
    Damaged {
        /// What.
        what: &'static str,
        /// Why.
        reason: String,
    },
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
    /// The group of writes to which this one belonged could not be committed.
    #[error("the data file could not be written: {0}")]
    Commit(String),
    /// Anything else that the database says.
    #[error("the database says: {0}")]
    Database(#[from] sqlx::Error),
}

impl StoreError {
    /// Why something could not be kept beside a match: there is no such match, or whatever the database says.
    pub(crate) fn beside_match(error: sqlx::Error) -> Self {
        if is_foreign_key_violation(&error) { Self::Missing { what: "match" } } else { error.into() }
    }

    pub(crate) fn damaged(what: &'static str) -> impl FnOnce(serde_json::Error) -> Self {
        move |error| Self::Damaged { what, reason: error.to_string() }
    }
}

/// Whether a write failed because what must be unique was there already.
pub(crate) fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// Whether a write failed because what it belongs to does not exist.
fn is_foreign_key_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
}
