//! Whether the server lives, and when it did not: clocks stand still while nobody could play.

use super::{Store, StoreError};

impl Store {
    /// A node lives now.
    pub async fn beat(&self, node: &str, now: u64) -> Result<(), StoreError> {
        let sql = "INSERT INTO beats (node, at) VALUES ($1, $2) \
                   ON CONFLICT (node) DO UPDATE SET at = excluded.at";
        self.run(node, sql, vec![node.into(), now.into()]).await.map(drop)
    }

    /// When some node was last known to live.
    pub async fn last_beat(&self) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT MAX(at) AS at FROM beats";
        let beats = self.all("beats", sql, vec![], |cells| cells.maybe_number("at")).await?;
        Ok(beats.into_iter().next().flatten())
    }

    /// Nobody could play from then to then. To say it twice changes nothing.
    pub async fn add_outage(&self, from: u64, to: u64) -> Result<(), StoreError> {
        let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.run("outages", sql, vec![from.into(), to.into()]).await.map(drop)
    }

    /// All times at which nobody could play, the first first.
    pub async fn outages(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        let sql = "SELECT since, until FROM outages ORDER BY since, until";
        let span =
            |cells: &super::read::Cells<'_>| Ok((cells.number("since")?, cells.number("until")?));
        self.all("outages", sql, vec![], span).await
    }

    /// Writes something that changes nothing, on the same way as a step.
    pub async fn check(&self) -> Result<(), StoreError> {
        let sql = "UPDATE migrations SET version = version WHERE version = 1";
        match self.run("check", sql, vec![]).await? {
            1 => Ok(()),
            _ => Err(StoreError::Broken("migrations: the first is missing".to_string())),
        }
    }
}
