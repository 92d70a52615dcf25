//! Matches: made, read, moved from state to state.

use sandtable_wire::Status;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::seats::insert_seat;
use crate::{
    After, Decision, Invitation, Listed, MatchId, MatchRow, NewMatchRow, Origin, PersonId, Store, StoreError,
    StoredMatch,
};

/// The columns of [`MatchRow`], of a table that is called `m`.
macro_rules! columns {
    () => {
        "m.id, m.game, m.rules, m.title, m.scenario, m.options, m.seed_hash, m.status, m.maker, m.private,
         m.invitation, m.clock, m.waiting, m.turn, m.result, m.made, m.touched, m.decisions, m.uploaded, m.hints"
    };
}
pub(crate) use columns;

/// A status as it is stored.
pub(crate) fn status_text(status: Status) -> &'static str {
    match status {
        Status::Gathering => "gathering",
        Status::Playing => "playing",
        Status::Finished => "finished",
    }
}

fn read_status(text: &str) -> Result<Status, StoreError> {
    match text {
        "gathering" => Ok(Status::Gathering),
        "playing" => Ok(Status::Playing),
        "finished" => Ok(Status::Finished),
        other => Err(StoreError::Damaged { what: "status", reason: format!("`{other}`") }),
    }
}

/// Reads the columns of [`columns!`].
pub(crate) fn read_match(row: &SqliteRow) -> Result<MatchRow, StoreError> {
    let clock: Option<String> = row.try_get("clock")?;
    let result: Option<String> = row.try_get("result")?;
    Ok(MatchRow {
        id: MatchId(row.try_get("id")?),
        game: row.try_get("game")?,
        rules: row.try_get("rules")?,
        title: row.try_get("title")?,
        scenario: row.try_get("scenario")?,
        options: serde_json::from_str(row.try_get("options")?).map_err(StoreError::damaged("options"))?,
        seed_hash: row.try_get("seed_hash")?,
        status: read_status(row.try_get("status")?)?,
        maker: PersonId(row.try_get("maker")?),
        private: row.try_get("private")?,
        invitation: Invitation(row.try_get("invitation")?),
        clock: clock
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(StoreError::damaged("clock"))?,
        waiting: row.try_get("waiting")?,
        turn: row.try_get("turn")?,
        result: result
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(StoreError::damaged("result"))?,
        made: row.try_get("made")?,
        touched: row.try_get("touched")?,
        decisions: row.try_get("decisions")?,
        uploaded: row.try_get("uploaded")?,
        hints: row.try_get("hints")?,
    })
}

impl Store {
    /// Keeps a new match, and its decisions if it was played elsewhere.
    pub async fn new_match(&self, new: NewMatchRow) -> Result<(), StoreError> {
        self.writer.write(move |connection| Box::pin(insert_match(connection, new))).await
    }

    /// A match with its seats, without what is large or secret.
    pub async fn listed(&self, id: &MatchId) -> Result<Option<Listed>, StoreError> {
        let found = sqlx::query(concat!("SELECT ", columns!(), " FROM matches AS m WHERE m.id = ?1"))
            .bind(&id.0)
            .fetch_optional(&self.readers)
            .await?;
        let Some(found) = found else { return Ok(None) };
        let row = read_match(&found)?;
        Ok(self.with_seats(vec![row]).await?.pop())
    }

    /// All of a match but its decisions.
    pub async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            columns!(),
            ", m.clocks, s.setup, s.seed FROM matches AS m JOIN setups AS s ON s.match = m.id WHERE m.id = ?1"
        ))
        .bind(&id.0)
        .fetch_optional(&self.readers)
        .await?;
        let Some(found) = found else { return Ok(None) };
        let setup = serde_json::from_str(found.try_get("setup")?).map_err(StoreError::damaged("setup"))?;
        let seed: Vec<u8> = found.try_get("seed")?;
        let seed = seed
            .try_into()
            .map_err(|_| StoreError::Damaged { what: "seed", reason: "it does not have 32 bytes".into() })?;
        let clocks = found.try_get("clocks")?;
        let listed = self.with_seats(vec![read_match(&found)?]).await?.pop();
        Ok(listed.map(|listed| StoredMatch { listed, setup, seed, clocks }))
    }

    /// The decisions of a match in order, each as its line of the record.
    pub async fn entries(&self, id: &MatchId) -> Result<Vec<String>, StoreError> {
        let entries = sqlx::query_scalar("SELECT entry FROM entries WHERE match = ?1 ORDER BY number")
            .bind(&id.0)
            .fetch_all(&self.readers)
            .await?;
        Ok(entries)
    }

    /// Keeps a decision together with where the match stands after it. When this returns, both are on the disk.
    pub async fn append(&self, id: &MatchId, decision: Decision) -> Result<(), StoreError> {
        self.writer.append(id.clone(), decision).await
    }

    /// Says where a match stands without a decision: it begins, somebody resigns, time runs out.
    pub async fn set_state(&self, id: &MatchId, after: After) -> Result<(), StoreError> {
        let id = id.clone();
        self.writer.write(move |connection| Box::pin(update_state(connection, id, after))).await
    }

    /// Matches that must go on by themselves when the server starts: a bot is asked, or a clock runs.
    pub async fn live_matches(&self) -> Result<Vec<MatchId>, StoreError> {
        let ids = sqlx::query_scalar(
            "SELECT m.id FROM matches AS m WHERE m.status = 'playing' AND (m.clock IS NOT NULL OR EXISTS (
                 SELECT 1 FROM seats AS s
                 WHERE s.match = m.id AND s.kind = 'bot' AND (m.waiting >> s.seat) & 1 = 1))",
        )
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    /// How many matches that are not over somebody made.
    pub async fn unfinished_of(&self, maker: &PersonId) -> Result<u32, StoreError> {
        let count =
            sqlx::query_scalar("SELECT COUNT(*) FROM matches WHERE maker = ?1 AND status <> 'finished'")
                .bind(&maker.0)
                .fetch_one(&self.readers)
                .await?;
        Ok(count)
    }

    /// How many matches that are not over were made from an address.
    pub async fn unfinished_from(&self, origin: Origin) -> Result<u32, StoreError> {
        let count =
            sqlx::query_scalar("SELECT COUNT(*) FROM matches WHERE origin = ?1 AND status <> 'finished'")
                .bind(origin.0.as_slice())
                .fetch_one(&self.readers)
                .await?;
        Ok(count)
    }
}

async fn insert_match(connection: &mut SqliteConnection, new: NewMatchRow) -> Result<(), StoreError> {
    let NewMatchRow { row, origin, setup, seed, clocks, seats, entries } = new;
    let json = |value: serde_json::Result<String>| value.expect("our types have JSON");
    sqlx::query(
        "INSERT INTO matches (id, game, rules, title, scenario, options, seed_hash, status, maker, origin, private,
             invitation, clock, clocks, waiting, turn, result, made, touched, decisions, uploaded, hints)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
             ?22)",
    )
    .bind(&row.id.0)
    .bind(&row.game)
    .bind(row.rules)
    .bind(&row.title)
    .bind(&row.scenario)
    .bind(json(serde_json::to_string(&row.options)))
    .bind(&row.seed_hash)
    .bind(status_text(row.status))
    .bind(&row.maker.0)
    .bind(origin.0.as_slice())
    .bind(row.private)
    .bind(&row.invitation.0)
    .bind(row.clock.map(|clock| json(serde_json::to_string(&clock))))
    .bind(clocks)
    .bind(row.waiting)
    .bind(row.turn)
    .bind(row.result.map(|result| json(serde_json::to_string(&result))))
    .bind(row.made)
    .bind(row.touched)
    .bind(entries.len() as i64)
    .bind(row.uploaded)
    .bind(row.hints)
    .execute(&mut *connection)
    .await?;
    sqlx::query("INSERT INTO setups (match, setup, seed) VALUES (?1, ?2, ?3)")
        .bind(&row.id.0)
        .bind(json(serde_json::to_string(&setup)))
        .bind(seed.as_slice())
        .execute(&mut *connection)
        .await?;
    for (number, seat) in seats.into_iter().enumerate() {
        insert_seat(connection, &row.id, number as u8, seat).await?;
    }
    if !entries.is_empty() {
        sqlx::query(
            "INSERT INTO entries (match, number, entry) SELECT ?1, e.key, e.value FROM json_each(?2) AS e",
        )
        .bind(&row.id.0)
        .bind(json(serde_json::to_string(&entries)))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn update_state(
    connection: &mut SqliteConnection,
    id: MatchId,
    after: After,
) -> Result<(), StoreError> {
    let result = after.result.map(|result| serde_json::to_string(&result).expect("our types have JSON"));
    let updated = sqlx::query(
        "UPDATE matches SET waiting = ?2, turn = ?3, clocks = ?4, status = ?5, result = ?6, touched = ?7
         WHERE id = ?1",
    )
    .bind(id.0)
    .bind(after.waiting)
    .bind(after.turn)
    .bind(after.clocks)
    .bind(status_text(after.status))
    .bind(result)
    .bind(after.touched)
    .execute(connection)
    .await?;
    if updated.rows_affected() == 0 { Err(StoreError::Missing { what: "match" }) } else { Ok(()) }
}
