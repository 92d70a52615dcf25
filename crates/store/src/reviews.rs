//! Reviews of matches that are over.

use sandtable_engine::advice::Review;

use crate::{MatchId, Store, StoreError};

impl Store {
    /// Keeps the review of a match; a later one takes its place.
    pub async fn keep_review(&self, id: &MatchId, review: &Review) -> Result<(), StoreError> {
        let id = id.clone();
        let text = serde_json::to_string(review).map_err(StoreError::damaged("review"))?;
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT OR REPLACE INTO reviews (match, review) VALUES (?1, ?2)")
                        .bind(&id.0)
                        .bind(&text)
                        .execute(connection)
                        .await
                        .map_err(StoreError::beside_match)?;
                    Ok(())
                })
            })
            .await
    }

    /// The review of a match, if one was kept.
    pub async fn review(&self, id: &MatchId) -> Result<Option<Review>, StoreError> {
        let found: Option<String> = sqlx::query_scalar("SELECT review FROM reviews WHERE match = ?1")
            .bind(&id.0)
            .fetch_optional(&self.readers)
            .await?;
        found.map(|text| serde_json::from_str(&text).map_err(StoreError::damaged("review"))).transpose()
    }
}
