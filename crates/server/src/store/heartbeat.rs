//! Heartbeats of nodes, and outages: clocks stop while no node can write.

use super::{Store, StoreError};

/// Gap between heartbeats after which downtime is not charged to any clock.
pub const HEARTBEAT_GAP_MS: u64 = 6_000;

impl Store {
    /// Records a heartbeat of a node.
    pub async fn add_heartbeat(&self, node: &str, now: u64) -> Result<(), StoreError> {
        let sql = "INSERT INTO beats (node, at) VALUES ($1, $2) \
                   ON CONFLICT (node) DO UPDATE SET at = excluded.at";
        self.execute(node, sql, vec![node.into(), now.into()]).await.map(drop)
    }

    /// Latest heartbeat of any node.
    pub async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT MAX(at) AS at FROM beats";
        let heartbeats =
            self.fetch_as("beats", sql, vec![], |cells| cells.nullable_number("at")).await?;
        Ok(heartbeats.into_iter().next().flatten())
    }

    /// Records an outage. Idempotent.
    pub async fn add_outage(&self, from: u64, to: u64) -> Result<(), StoreError> {
        let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.execute("outages", sql, vec![from.into(), to.into()]).await.map(drop)
    }

    /// All outages as start and end, in chronological order.
    pub async fn outages(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        let sql = "SELECT since, until FROM outages ORDER BY since, until";
        let span =
            |cells: &super::decode::Cells<'_>| Ok((cells.number("since")?, cells.number("until")?));
        self.fetch_as("outages", sql, vec![], span).await
    }

    /// Readiness check: a no-op update through the same writer as steps.
    pub async fn check_writable(&self) -> Result<(), StoreError> {
        let sql = "UPDATE migrations SET version = version WHERE version = 1";
        match self.execute("check", sql, vec![]).await? {
            1 => Ok(()),
            _ => Err(StoreError::Broken("migrations: the first is missing".to_string())),
        }
    }
}
