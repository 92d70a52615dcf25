//! What was said at the tables.

use sandtable_wire::ChatLine;
use sqlx::Row as _;

use crate::{MatchId, NewChat, Store, StoreError};

impl Store {
    /// Keeps what somebody said and gives it its number.
    pub async fn say(&self, id: &MatchId, new: NewChat) -> Result<ChatLine, StoreError> {
        let id = id.clone();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let NewChat { person, name, seat, text, at } = new;
                    let number: u32 = sqlx::query_scalar(
                        "INSERT INTO chat (match, number, person, name, seat, text, at)
                         SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM chat WHERE match = ?1
                         RETURNING number",
                    )
                    .bind(&id.0)
                    .bind(&person.0)
                    .bind(&name)
                    .bind(seat)
                    .bind(&text)
                    .bind(at)
                    .fetch_one(connection)
                    .await
                    .map_err(StoreError::beside_match)?;
                    Ok(ChatLine { number, name, seat, text, at })
                })
            })
            .await
    }

    /// The last lines of a match's chat, the oldest of them first.
    pub async fn chat(&self, id: &MatchId, most: u32) -> Result<Vec<ChatLine>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, name, seat, text, at FROM chat WHERE match = ?1 ORDER BY number DESC LIMIT ?2",
        )
        .bind(&id.0)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .rev()
            .map(|row| {
                Ok(ChatLine {
                    number: row.try_get("number")?,
                    name: row.try_get("name")?,
                    seat: row.try_get("seat")?,
                    text: row.try_get("text")?,
                    at: row.try_get("at")?,
                })
            })
            .collect()
    }
}
