//! Rows of heartbeats and outages, and the database's own clock.

use super::database::Backend;
use super::decode::Cells;
use super::{Store, StoreError, simulate};

/// Gap between heartbeats after which downtime is not charged to any clock.
pub const HEARTBEAT_GAP_MS: u64 = 6_000;

/// Heartbeats that are kept. By number, not by age: a clock that is wrong would make all of them old.
pub const KEPT_HEARTBEATS: u64 = 100;

/// Latest heartbeat of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heartbeat {
    /// Node id; every start of a server has a new one.
    pub node: String,
    /// The node's time.
    pub at: u64,
    /// The reference clock at that moment; 0 if the node has ended, or did not write it.
    pub wall: u64,
}

impl Store {
    /// Whether other nodes may use the same database.
    pub fn is_shared(&self) -> bool {
        simulate!(self, link => link.is_shared());
        self.inner().database.backend == Backend::Postgres
    }

    /// The database's wall clock, which all nodes share, in Unix milliseconds; `None` if the database has none of its
    /// own.
    pub async fn wall_clock(&self) -> Result<Option<u64>, StoreError> {
        simulate!(self, link => link.wall_clock().await);
        if !self.is_shared() {
            return Ok(None);
        }
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS at";
        let times = self.fetch_as("clock", sql, vec![], |cells| cells.number("at")).await?;
        Ok(times.into_iter().next())
    }

    /// Records a heartbeat of a node, unless a later one is there: a request that was held up may come after the next.
    pub async fn add_heartbeat(&self, heartbeat: &Heartbeat) -> Result<(), StoreError> {
        simulate!(self, link => link.add_heartbeat(heartbeat.clone()).await);
        let Heartbeat { node, at, wall } = heartbeat;
        let sql = "INSERT INTO beats (node, at, wall) VALUES ($1, $2, $3) \
                   ON CONFLICT (node) DO UPDATE SET at = excluded.at, wall = excluded.wall \
                   WHERE excluded.at >= beats.at";
        let values = vec![node.as_str().into(), (*at).into(), (*wall).into()];
        self.execute(node, sql, values).await.map(drop)
    }

    /// Latest heartbeat of every node.
    pub async fn heartbeats(&self) -> Result<Vec<Heartbeat>, StoreError> {
        simulate!(self, link => link.heartbeats().await);
        let heartbeat = |cells: &Cells<'_>| {
            let (node, at) = (cells.text("node")?, cells.number("at")?);
            Ok(Heartbeat { node, at, wall: cells.number("wall")? })
        };
        self.fetch_as("beats", "SELECT node, at, wall FROM beats", vec![], heartbeat).await
    }

    /// Deletes a heartbeat, unless its node has written another one.
    pub async fn delete_heartbeat(&self, heartbeat: &Heartbeat) -> Result<(), StoreError> {
        simulate!(self, link => link.delete_heartbeat(heartbeat.clone()).await);
        let Heartbeat { node, at, .. } = heartbeat;
        let sql = "DELETE FROM beats WHERE node = $1 AND at = $2";
        self.execute(node, sql, vec![node.as_str().into(), (*at).into()]).await.map(drop)
    }

    /// Deletes all heartbeats but the latest [`KEPT_HEARTBEATS`].
    pub async fn prune_heartbeats(&self) -> Result<(), StoreError> {
        simulate!(self, link => link.prune_heartbeats().await);
        let sql = "DELETE FROM beats WHERE at < \
                   (SELECT MIN(at) FROM (SELECT at FROM beats ORDER BY at DESC LIMIT $1) AS latest)";
        self.execute("beats", sql, vec![KEPT_HEARTBEATS.into()]).await.map(drop)
    }

    /// Records an outage. Idempotent.
    pub async fn add_outage(&self, from: u64, to: u64) -> Result<(), StoreError> {
        simulate!(self, link => link.add_outage(from, to).await);
        let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.execute("outages", sql, vec![from.into(), to.into()]).await.map(drop)
    }

    /// Deletes an outage.
    pub async fn delete_outage(&self, from: u64, to: u64) -> Result<(), StoreError> {
        simulate!(self, link => link.delete_outage(from, to).await);
        let sql = "DELETE FROM outages WHERE since = $1 AND until = $2";
        self.execute("outages", sql, vec![from.into(), to.into()]).await.map(drop)
    }

    /// All outages as start and end, in chronological order.
    pub async fn outages(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        simulate!(self, link => link.outages().await);
        let sql = "SELECT since, until FROM outages ORDER BY since, until";
        let span = |cells: &Cells<'_>| Ok((cells.number("since")?, cells.number("until")?));
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
