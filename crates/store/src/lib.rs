//! What the server keeps: people, matches, decisions, chat, reviews.
//!
//! All SQL of the project is in this crate, and nothing that it hands out says which database is behind it. Reads run on
//! a small pool; every write goes through the one writer, which brings whatever is queued to the disk with
//! one commit and answers after it. A position is never stored: a match is its decisions, played again.
//!
//! | file | what is in it |
//! |---|---|
//! | `writer` | the queue and its group commits |
//! | `matches` | matches: made, read, moved from state to state |
//! | `seats` | who sits where |
//! | `lists` | the pages of the lobby |
//! | `people` | guests, accounts, sessions, tokens |
//! | `chat` | what was said |
//! | `reviews` | what decided matches that are over |
//! | `rows`, `ids`, `error` | the types of all that |

mod chat;
mod error;
mod ids;
mod lists;
mod matches;
mod people;
mod reviews;
mod rows;
mod seats;
mod writer;

use std::fs::{File, OpenOptions, TryLockError};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, SqlSafeStr as _};
use tokio::task::AbortHandle;

pub use error::StoreError;
pub use ids::{Invitation, MatchId, PersonId, Secret, SecretHash, TokenId};
pub use lists::{Cursor, List, Page};
pub use people::{Account, SessionRow, TokenRow};
pub use rows::{
    After, Decision, Listed, MatchRow, NewChat, NewMatchRow, NewSeat, NewSitter, Origin, Person, SeatRow,
    Sitter, StoredMatch,
};
use writer::Writer;

/// The steps that made the tables what they are, in order. A step that has been published never changes.
const STEPS: &[(i64, &str, &str)] = &[
    (1, "first tables", include_str!("../migrations/sqlite/0001_first_tables.sql")),
    (2, "hints", include_str!("../migrations/sqlite/0002_hints.sql")),
    (3, "reviews", include_str!("../migrations/sqlite/0003_reviews.sql")),
];

fn migrations() -> Migrator {
    let step = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(STEPS.iter().map(step).collect())
}

/// Connections that read; each has a thread of its own.
const READERS: u32 = 4;

/// How often the log of writes is folded into the data file, beside the writer and without stopping it.
const FOLD_EVERY: Duration = Duration::from_secs(1);

/// The house of all that is kept. Copies share it.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    writer: Writer,
    key: Arc<[u8; 32]>,
    folding: AbortHandle,
    lock: Arc<File>,
}

impl Store {
    /// Opens a data file, makes it if there is none, and brings its tables up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::try_open(path).await.map_err(|error| match error {
            StoreError::Open { .. } => error,
            other => StoreError::Open { path: path.into(), reason: other.to_string() },
        })
    }

    async fn try_open(path: &Path) -> Result<Self, StoreError> {
        let lock = Arc::new(lock(path)?);
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk before anybody hears of it.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .optimize_on_close(true, 400)
            .disable_statement_logging();
        let writing = options.clone().create_if_missing(true).pragma("wal_autocheckpoint", "4000");
        let mut connection = writing.connect().await?;
        migrations()
            .run(&mut connection)
            .await
            .map_err(|error| StoreError::Open { path: path.into(), reason: error.to_string() })?;
        let key = people::own_key(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().pragma("query_only", "on"))
            .await?;
        let folding = tokio::spawn(fold(options)).abort_handle();
        Ok(Self { readers, writer: Writer::start(connection), key: Arc::new(key), folding, lock })
    }

    /// Whether the database answers.
    pub async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1 FROM keys").fetch_optional(&self.readers).await?;
        Ok(())
    }

    /// An address, so that what comes from it can be counted without its being kept.
    pub fn origin(&self, address: IpAddr) -> Origin {
        let text = address.to_string();
        let hash = blake3::keyed_hash(&self.key, text.as_bytes());
        Origin(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
    }

    /// Writes what is queued and closes the file.
    pub async fn close(&self) {
        self.folding.abort();
        self.readers.close().await;
        self.writer.close().await;
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "the data file stays locked until the program ends");
        }
    }
}

/// Makes sure that no other process uses the data file: two would not know of each other's live matches.
/// The system lets go of the lock when the process ends, however it ends.
fn lock(path: &Path) -> Result<File, StoreError> {
    let failed = |reason: String| StoreError::Open { path: path.into(), reason };
    // Hashes of passwords and seeds of dice are for nobody else on this machine.
    drop(private(path).map_err(|error| failed(error.to_string()))?);
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = private(Path::new(&name)).map_err(|error| failed(error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(failed("another server uses it; stop that one, or name another file with --data".into()))
        }
        Err(TryLockError::Error(error)) => Err(failed(error.to_string())),
    }
}

/// Opens a file to write, and makes it for its owner alone if it is not there.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Folds the log of writes into the data file again and again, so that no decision has to wait for it.
async fn fold(options: SqliteConnectOptions) {
    let mut connection = match options.connect().await {
        Ok(connection) => connection,
        Err(error) => {
            tracing::warn!(%error, "the log of writes is folded by the writer itself");
            return;
        }
    };
    loop {
        tokio::time::sleep(FOLD_EVERY).await;
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await {
            tracing::warn!(%error, "the log of writes could not be folded into the data file");
        }
    }
}
