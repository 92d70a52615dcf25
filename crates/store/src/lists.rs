//! The pages of the lobby.

use std::fmt;

use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use crate::matches::{columns, read_match};
use crate::{Listed, MatchId, PersonId, Store, StoreError};

/// Which matches are listed.
#[derive(Clone, Copy, Debug)]
pub enum List<'a> {
    /// Public ones with an open seat, the newest first.
    Open,
    /// Public ones that are being played, the newest first.
    Playing,
    /// Somebody's that are not over; where they are asked first, then the last touched.
    Mine(&'a PersonId),
    /// Somebody's that are over, the last touched first.
    Finished(&'a PersonId),
}

/// Where a page ended, and so where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    asked: bool,
    at: i64,
    id: MatchId,
}

impl Cursor {
    /// Before everything.
    fn start() -> Self {
        Self { asked: true, at: i64::MAX, id: MatchId("~".into()) }
    }

    /// One that somebody sent; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let asked = match parts.next()? {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        let at = parts.next()?.parse().ok()?;
        Some(Self { asked, at, id: MatchId::parse(parts.next()?)? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", u8::from(self.asked), self.at, self.id)
    }
}

/// A page of matches.
#[derive(Clone, Debug)]
pub struct Page {
    /// The matches.
    pub matches: Vec<Listed>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
}

const OPEN: &str = concat!(
    "SELECT ",
    columns!(),
    ", 0 AS asked, m.made AS at FROM matches AS m WHERE m.status = 'gathering' AND m.private = 0
     AND (m.made, m.id) < (?1, ?2) ORDER BY m.made DESC, m.id DESC LIMIT ?3"
);
const PLAYING: &str = concat!(
    "SELECT ",
    columns!(),
    ", 0 AS asked, m.made AS at FROM matches AS m WHERE m.status = 'playing' AND m.private = 0
     AND (m.made, m.id) < (?1, ?2) ORDER BY m.made DESC, m.id DESC LIMIT ?3"
);
const MINE: &str = concat!(
    "SELECT * FROM (SELECT ",
    columns!(),
    ", m.status = 'playing' AND EXISTS (SELECT 1 FROM seats AS s WHERE s.match = m.id AND s.person = ?4
           AND (m.waiting >> s.seat) & 1 = 1) AS asked, m.touched AS at
     FROM matches AS m WHERE m.status <> 'finished'
     AND m.id IN (SELECT match FROM seats WHERE person = ?4 UNION SELECT id FROM matches WHERE maker = ?4))
     WHERE (asked, at, id) < (?5, ?1, ?2) ORDER BY asked DESC, at DESC, id DESC LIMIT ?3"
);
const FINISHED: &str = concat!(
    "SELECT ",
    columns!(),
    ", 0 AS asked, m.touched AS at FROM matches AS m WHERE m.status = 'finished'
     AND m.id IN (SELECT match FROM seats WHERE person = ?4 UNION SELECT id FROM matches WHERE maker = ?4)
     AND (m.touched, m.id) < (?1, ?2) ORDER BY m.touched DESC, m.id DESC LIMIT ?3"
);

impl Store {
    /// A page of matches that begins after the cursor.
    pub async fn list(
        &self,
        list: List<'_>,
        after: Option<&Cursor>,
        most: usize,
    ) -> Result<Page, StoreError> {
        let start = Cursor::start();
        let Cursor { asked, at, id } = after.unwrap_or(&start);
        let (sql, person) = match list {
            List::Open => (OPEN, None),
            List::Playing => (PLAYING, None),
            List::Mine(person) => (MINE, Some(person)),
            List::Finished(person) => (FINISHED, Some(person)),
        };
        // One more than wanted tells whether there is another page.
        let query = sqlx::query(sql).bind(at).bind(&id.0).bind(most as i64 + 1);
        let query = match (list, person) {
            (List::Mine(_), Some(person)) => query.bind(&person.0).bind(asked),
            (_, Some(person)) => query.bind(&person.0),
            _ => query,
        };
        let mut rows = query.fetch_all(&self.readers).await?;
        let more = rows.len() > most;
        rows.truncate(most);
        let next = rows.last().filter(|_| more).map(read_cursor).transpose()?;
        let matches = rows.iter().map(read_match).collect::<Result<_, _>>()?;
        Ok(Page { matches: self.with_seats(matches).await?, next })
    }
}

fn read_cursor(row: &SqliteRow) -> Result<Cursor, StoreError> {
    Ok(Cursor { asked: row.try_get("asked")?, at: row.try_get("at")?, id: MatchId(row.try_get("id")?) })
}
