//! Verdicts on finished games.

use super::rows::ReviewRow;
use super::{Store, StoreError};

impl Store {
    /// The verdicts on a game, if there are any.
    pub async fn review(&self, game: &str) -> Result<Option<ReviewRow>, StoreError> {
        let sql = "SELECT nodes, judged, at FROM reviews WHERE game = $1";
        let rows = self
            .fetch_as(&format!("the review of table {game}"), sql, vec![game.into()], |cells| {
                Ok(ReviewRow {
                    nodes: cells.number("nodes")?,
                    judged: cells.text("judged")?,
                    at: cells.number("at")?,
                })
            })
            .await?;
        Ok(rows.into_iter().next())
    }

    /// Keeps the verdicts on a game. Those with more nodes stay.
    pub async fn keep_review(&self, game: &str, review: &ReviewRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO reviews (game, nodes, judged, at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (game) DO UPDATE SET nodes = excluded.nodes, judged = excluded.judged, \
                   at = excluded.at WHERE excluded.nodes > reviews.nodes";
        let ReviewRow { nodes, judged, at } = review;
        let values = vec![game.into(), (*nodes).into(), judged.as_str().into(), (*at).into()];
        self.execute(game, sql, values).await.map(drop)
    }
}
