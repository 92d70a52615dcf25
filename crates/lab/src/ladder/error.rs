//! Why a ladder cannot be played.

use std::io;
use std::path::PathBuf;

use sandtable_bots::UnknownBot;
use sandtable_catalog::PlayError;

/// Why a ladder cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum LadderError {
    /// A game cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A bot does not exist.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// Nobody to play against.
    #[error("a ladder needs at least two different bots")]
    TooFew,
    /// A game is to be played on two grounds.
    #[error("a ladder has one scenario of each game, and {game} has two")]
    Twice {
        /// Which.
        game: String,
    },
    /// The rules or a bot failed in a game.
    #[error("game {number} of {higher} over {lower} in {game} failed: {why}")]
    Broken {
        /// The game's id.
        game: String,
        /// The stronger bot.
        higher: String,
        /// The weaker bot.
        lower: String,
        /// Which, from 0.
        number: u32,
        /// What it died of.
        why: String,
    },
    /// The file cannot be read or written.
    #[error("cannot keep the ladder in {}: {error}", path.display())]
    Keep {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another ladder is using the file.
    #[error("{} is in use by another ladder", path.display())]
    Busy {
        /// Which file.
        path: PathBuf,
    },
    /// The file cannot be understood.
    #[error("{}:{line}: {why}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        why: String,
    },
    /// The file has games of another ladder.
    #[error("{} is of another ladder: `{field}` is {found} there and {wanted} here; take another file", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What the file has.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}
