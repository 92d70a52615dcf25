//! Who sits where.

use sandtable_wire::{Ending, Result as MatchResult};
use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;

use crate::{
    Listed, MatchId, MatchRow, NewSeat, NewSitter, Person, PersonId, SeatRow, Sitter, Store, StoreError,
};

/// What came of a change of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gathered {
    /// A seat is open.
    Waiting,
    /// The last seat was taken: the match begins.
    Begins,
}

impl Store {
    /// Puts somebody on an open seat of a match that gathers players: the one that is named, or the first.
    /// Two who reach for the same seat do not both get it. When the last seat is taken, the match is played.
    pub async fn take_seat(
        &self,
        id: &MatchId,
        seat: Option<u8>,
        sitter: NewSitter,
        now: i64,
    ) -> Result<u8, StoreError> {
        let id = id.clone();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let (kind, person, bot) = columns(&sitter);
                    let taken: Option<u8> = sqlx::query_scalar(
                        "UPDATE seats SET kind = ?3, person = ?4, bot = ?5
                         WHERE match = ?1 AND kind = 'open' AND seat = (
                             SELECT MIN(seat) FROM seats
                             WHERE match = ?1 AND kind = 'open' AND seat = COALESCE(?2, seat))
                         AND (SELECT status FROM matches WHERE id = ?1) = 'gathering'
                         RETURNING seat",
                    )
                    .bind(&id.0)
                    .bind(seat)
                    .bind(kind)
                    .bind(person)
                    .bind(bot)
                    .fetch_optional(&mut *connection)
                    .await?;
                    let Some(taken) = taken else { return Err(StoreError::SeatTaken) };
                    if begin_if_full(connection, &id, now).await? == Gathered::Begins {
                        tracing::info!(%id, "a match begins");
                    }
                    Ok(taken)
                })
            })
            .await
    }

    /// Gets somebody up from all their seats of a match that gathers players.
    pub async fn leave_seats(&self, id: &MatchId, person: &PersonId) -> Result<(), StoreError> {
        let (id, person) = (id.clone(), person.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let left = sqlx::query(
                        "UPDATE seats SET kind = 'open', person = NULL WHERE match = ?1 AND person = ?2
                         AND (SELECT status FROM matches WHERE id = ?1) = 'gathering'",
                    )
                    .bind(&id.0)
                    .bind(&person.0)
                    .execute(&mut *connection)
                    .await?;
                    if left.rows_affected() == 0 {
                        return Err(StoreError::Missing { what: "seat" });
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Puts somebody on a seat, whoever sits there: a bot takes over.
    pub async fn set_seat(&self, id: &MatchId, seat: u8, sitter: NewSitter) -> Result<(), StoreError> {
        let id = id.clone();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let (kind, person, bot) = columns(&sitter);
                    let moved = sqlx::query(
                        "UPDATE seats SET kind = ?3, person = ?4, bot = ?5 WHERE match = ?1 AND seat = ?2",
                    )
                    .bind(&id.0)
                    .bind(seat)
                    .bind(kind)
                    .bind(person)
                    .bind(bot)
                    .execute(&mut *connection)
                    .await?;
                    if moved.rows_affected() == 0 {
                        return Err(StoreError::Missing { what: "seat" });
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Calls off a match that still gathers players.
    pub async fn call_off(&self, id: &MatchId, now: i64) -> Result<(), StoreError> {
        let id = id.clone();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let called = sqlx::query(
                        "UPDATE matches SET status = 'finished', waiting = 0, result = ?2, touched = ?3
                         WHERE id = ?1 AND status = 'gathering'",
                    )
                    .bind(&id.0)
                    .bind(abandoned())
                    .bind(now)
                    .execute(connection)
                    .await?;
                    if called.rows_affected() == 0 {
                        return Err(StoreError::Missing { what: "match" });
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Calls off all public matches that were made before a time and still gather players; says which.
    pub async fn call_off_older(&self, made_before: i64, now: i64) -> Result<Vec<MatchId>, StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let called: Vec<String> = sqlx::query_scalar(
                        "UPDATE matches SET status = 'finished', waiting = 0, result = ?2, touched = ?3
                         WHERE status = 'gathering' AND private = 0 AND made < ?1 RETURNING id",
                    )
                    .bind(made_before)
                    .bind(abandoned())
                    .bind(now)
                    .fetch_all(connection)
                    .await?;
                    Ok(called.into_iter().map(MatchId).collect())
                })
            })
            .await
    }

    /// The matches with their seats, in the same order.
    pub(crate) async fn with_seats(&self, rows: Vec<MatchRow>) -> Result<Vec<Listed>, StoreError> {
        let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        let ids = serde_json::to_string(&ids).expect("texts have JSON");
        let seats = sqlx::query(
            "SELECT s.match, s.seat, s.side, s.name, s.kind, s.bot, s.person, p.name AS called, p.name_key IS NULL AS guest
             FROM seats AS s LEFT JOIN people AS p ON p.id = s.person
             WHERE s.match IN (SELECT value FROM json_each(?1)) ORDER BY s.match, s.seat",
        )
        .bind(ids)
        .fetch_all(&self.readers)
        .await?;
        let mut listed: Vec<Listed> = rows.into_iter().map(|row| Listed { row, seats: Vec::new() }).collect();
        for found in seats {
            let id: &str = found.try_get("match")?;
            let sitter = match found.try_get("kind")? {
                "person" => Sitter::Person(Person {
                    id: PersonId(found.try_get("person")?),
                    name: found.try_get("called")?,
                    guest: found.try_get("guest")?,
                }),
                "bot" => Sitter::Bot(found.try_get("bot")?),
                _ => Sitter::Open,
            };
            let seat = SeatRow {
                seat: found.try_get("seat")?,
                side: found.try_get("side")?,
                name: found.try_get("name")?,
                sitter,
            };
            if let Some(place) = listed.iter_mut().find(|listed| listed.row.id.as_str() == id) {
                place.seats.push(seat);
            }
        }
        Ok(listed)
    }
}

/// How a match ends that never began.
fn abandoned() -> String {
    let result = MatchResult {
        ending: Ending::Abandoned,
        winners: Vec::new(),
        grade: sandtable_engine::Grade::Draw,
        scores: Vec::new(),
    };
    serde_json::to_string(&result).expect("our types have JSON")
}

async fn begin_if_full(
    connection: &mut SqliteConnection,
    id: &MatchId,
    now: i64,
) -> Result<Gathered, StoreError> {
    let begun = sqlx::query(
        "UPDATE matches SET status = 'playing', touched = ?2 WHERE id = ?1 AND status = 'gathering'
         AND NOT EXISTS (SELECT 1 FROM seats WHERE match = ?1 AND kind = 'open')",
    )
    .bind(&id.0)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(if begun.rows_affected() == 0 { Gathered::Waiting } else { Gathered::Begins })
}

/// Kind, person and bot of a seat.
fn columns(sitter: &NewSitter) -> (&'static str, Option<String>, Option<String>) {
    match sitter {
        NewSitter::Open => ("open", None, None),
        NewSitter::Person(person) => ("person", Some(person.0.clone()), None),
        NewSitter::Bot(bot) => ("bot", None, Some(bot.clone())),
    }
}

pub(crate) async fn insert_seat(
    connection: &mut SqliteConnection,
    id: &MatchId,
    number: u8,
    seat: NewSeat,
) -> Result<(), StoreError> {
    let (kind, person, bot) = columns(&seat.sitter);
    sqlx::query(
        "INSERT INTO seats (match, seat, side, name, kind, person, bot) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )
    .bind(&id.0)
    .bind(number)
    .bind(seat.side)
    .bind(seat.name)
    .bind(kind)
    .bind(person)
    .bind(bot)
    .execute(connection)
    .await?;
    Ok(())
}
