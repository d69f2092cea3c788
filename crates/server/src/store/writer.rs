//! Writer task: owns a connection, drains its queue and commits it in groups.

use std::collections::VecDeque;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::StoreError;
use super::database::{Database, Role};
use super::group_commit::{GroupError, commit_group};
use super::rows::{ExploredGame, WriteSet};
use super::sql::Value;

/// Number of rows affected, or the error.
pub(super) type WriteResult = Result<u64, StoreError>;

/// Operation of a group.
pub(super) enum WriteOp {
    /// Checked for conflicts.
    Commit(Box<WriteSet>),
    /// Counts the turns of finished games, each game once.
    Explore(Vec<ExploredGame>),
    /// SQL statement with its values.
    Execute(&'static str, Vec<Value>),
    /// Finishes the queue and stops.
    Shutdown,
}

/// Operation with the channel for its result.
pub(super) struct WriteRequest {
    pub op: WriteOp,
    pub reply: oneshot::Sender<WriteResult>,
}

impl WriteRequest {
    fn respond(self, result: WriteResult) {
        // The caller has timed out.
        let _ = self.reply.send(result);
    }
}

/// Maximum size of a group.
const MAX_GROUP: usize = 256;
/// Capacity of a writer's queue.
const QUEUE_CAPACITY: usize = 4096;

/// Timeout of a group; shorter than the callers' own.
const GROUP_TIMEOUT: Duration = Duration::from_secs(4);

/// Interval at which a writer tries again while the disk is full.
const FULL_RETRY: Duration = Duration::from_millis(500);

/// Retries of a single request that keeps losing races.
const MAX_RETRIES: usize = 5;

/// Spawns a writer; it stops when all senders are dropped.
pub(super) fn start(database: Database) -> mpsc::Sender<WriteRequest> {
    let (sender, queue) = mpsc::channel(QUEUE_CAPACITY);
    tokio::spawn(Writer { database, queue, connection: None, full: None }.run());
    sender
}

struct Writer {
    database: Database,
    queue: mpsc::Receiver<WriteRequest>,
    connection: Option<AnyConnection>,
    /// Set while the disk is full: the error, and when to try again.
    full: Option<(StoreError, Instant)>,
}

impl Writer {
    async fn run(mut self) {
        let mut requests = Vec::with_capacity(MAX_GROUP);
        let mut shutdowns = Vec::new();
        while self.queue.recv_many(&mut requests, MAX_GROUP).await > 0 {
            let mut group = VecDeque::with_capacity(requests.len());
            for request in requests.drain(..).filter(|request| !request.reply.is_closed()) {
                match request.op {
                    WriteOp::Shutdown => shutdowns.push(request),
                    _ => group.push_back(request),
                }
            }
            if !shutdowns.is_empty() {
                self.queue.close();
            }
            if !group.is_empty() {
                self.commit_or_fail(group).await;
            }
        }
        if let Some(connection) = self.connection.take() {
            // All data is durable; a failed disconnect does not matter.
            let _ = timeout(GROUP_TIMEOUT, connection.close()).await;
        }
        for shutdown in shutdowns {
            shutdown.respond(Ok(0));
        }
    }

    /// Commits a group; on error all requests left in it fail with it.
    async fn commit_or_fail(&mut self, mut group: VecDeque<WriteRequest>) {
        let commit = async {
            self.make_room().await?;
            self.commit_all(&mut group).await
        };
        let why = match timeout(GROUP_TIMEOUT, commit).await {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(_) => StoreError::Unavailable("no answer in time".to_string()),
        };
        if matches!(why, StoreError::DiskFull(_)) && self.full.is_none() {
            self.full = Some((why.clone(), Instant::now() + FULL_RETRY));
        }
        for request in group {
            request.respond(Err(why.clone()));
        }
    }

    /// After the disk was full, checkpoints before anything else is appended: the write-ahead log would take all the
    /// room that has been freed, and leave none for its own checkpoint.
    async fn make_room(&mut self) -> Result<(), StoreError> {
        let Some((why, retry_at)) = self.full.take() else { return Ok(()) };
        if Instant::now() < retry_at {
            self.full = Some((why.clone(), retry_at));
            return Err(why);
        }
        // The error of a failed commit is that of its connection.
        let mut connection =
            self.database.connect(Role::Write).await.map_err(|why| StoreError::writing(&why))?;
        let checkpoint = self.database.checkpoint(&mut connection).await;
        checkpoint.map_err(|why| StoreError::writing(&why))?;
        self.connection = Some(connection);
        Ok(())
    }

    /// Commits a group as a whole or, after a race or a rejection, one request at a time. Answered requests are
    /// removed from it. An error concerns the database, and thus all requests that are left.
    async fn commit_all(&mut self, group: &mut VecDeque<WriteRequest>) -> Result<(), StoreError> {
        let ops: Vec<&WriteOp> = group.iter().map(|request| &request.op).collect();
        match self.try_commit(&ops).await {
            Ok(results) => {
                for (request, result) in group.drain(..).zip(results) {
                    request.respond(result);
                }
            }
            Err(GroupError::Raced | GroupError::Rejected(_)) => {
                while let Some(request) = group.front() {
                    let result = self.commit_one(&request.op).await?;
                    if let Some(request) = group.pop_front() {
                        request.respond(result);
                    }
                }
            }
            Err(GroupError::NotBegun(why) | GroupError::Unavailable(why)) => return Err(why),
        }
        Ok(())
    }

    async fn commit_one(&mut self, op: &WriteOp) -> Result<WriteResult, StoreError> {
        for _ in 0..MAX_RETRIES {
            match self.try_commit(&[op]).await {
                Ok(results) => return Ok(results.into_iter().next().unwrap_or(Ok(0))),
                Err(GroupError::Raced) => {}
                Err(GroupError::Rejected(why)) => return Ok(Err(StoreError::Broken(why))),
                Err(GroupError::NotBegun(why) | GroupError::Unavailable(why)) => return Err(why),
            }
        }
        Ok(Err(StoreError::Unavailable("others kept coming first".to_string())))
    }

    /// Runs one transaction. The connection is kept only if it is known to be healthy; a timeout drops it too.
    async fn try_commit(&mut self, ops: &[&WriteOp]) -> Result<Vec<WriteResult>, GroupError> {
        loop {
            let (mut connection, is_new) = match self.connection.take() {
                Some(connection) => (connection, false),
                None => {
                    let new = self.database.connect(Role::Write).await;
                    (new.map_err(|why| GroupError::Unavailable(StoreError::writing(&why)))?, true)
                }
            };
            let results = commit_group(&mut connection, self.database.begin(), ops).await;
            match results {
                // The idle connection was lost before `BEGIN`; retry on a new one.
                Err(GroupError::NotBegun(_)) if !is_new => continue,
                Ok(_) | Err(GroupError::Raced) => self.connection = Some(connection),
                Err(_) => {}
            }
            return results;
        }
    }
}
