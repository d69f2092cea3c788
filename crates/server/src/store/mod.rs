//! Storage in SQLite or PostgreSQL, with the same queries: persons, tables with their logs, chat.
//!
//! Reads use a connection pool. Writes go through writer tasks with group commit: each drains its queue, checks for
//! conflicts and commits once, so that concurrent steps share an fsync. SQLite has one writer, PostgreSQL four; a
//! table is always hashed to the same one. Other nodes may write to the same database: its primary keys decide every
//! race.

mod accounts;
mod backup;
mod database;
mod decode;
mod error;
mod group_commit;
mod heads;
mod heartbeat;
mod migrate;
mod queries;
mod rows;
#[cfg(test)]
pub(crate) mod simulated;
mod sql;
mod write_set;
mod writer;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Connection};
use tokio::sync::{RwLock, mpsc, oneshot};
use tokio::time::{sleep, timeout};

use crate::startup;
use database::{Backend, Database, Role};
use sql::Value;
use writer::{WriteOp, WriteRequest};

pub use database::{DatabaseUrl, lock_database};
pub use error::StoreError;
pub use heartbeat::{HEARTBEAT_GAP_MS, Heartbeat, KEPT_HEARTBEATS};
pub use rows::{ChatRow, Counts, PersonRow, PlyRow, Search, TableRow, TokenRow, WriteSet};

/// Timeout of every operation.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Timeout of the first connection.
const OPEN_TIMEOUT: Duration = Duration::from_secs(20);

/// Interval at which a store opened on a full disk tries to reopen the database.
const FULL_DISK_RETRY: Duration = Duration::from_secs(2);

/// Handle to the database; clones share it.
#[derive(Clone)]
pub struct Store {
    backing: Backing,
}

#[derive(Clone)]
enum Backing {
    Database(Arc<Inner>),
    #[cfg(test)]
    Simulated(Arc<simulated::Link>),
}

/// In a simulation, answers a method of [`Store`] without SQL.
macro_rules! simulate {
    ($store:expr, $link:ident => $answer:expr) => {
        #[cfg(test)]
        if let crate::store::Backing::Simulated($link) = &$store.backing {
            return $answer;
        }
    };
}
use simulate;

struct Inner {
    database: Database,
    readers: RwLock<AnyPool>,
    writers: Vec<mpsc::Sender<WriteRequest>>,
    /// Set while the store is read-only, because the disk was full when the database was opened.
    full: Mutex<Option<StoreError>>,
}

impl Inner {
    fn full(&self) -> std::sync::MutexGuard<'_, Option<StoreError>> {
        self.full.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs migrations and opens the reader pool.
async fn open(database: &Database) -> Result<AnyPool, StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&database.name, &why);
    let timed_out =
        || startup::cannot_use(&database.name, &startup::Cause::Timeout, "no answer in time");
    let first = timeout(OPEN_TIMEOUT, database.connect(Role::Write)).await;
    let mut first = first.map_err(|_| StoreError::Unusable(timed_out()))?.map_err(about)?;
    migrate::migrate(database, &mut first).await?;
    let readers = database.reader_pool(Role::Read).await.map_err(about)?;
    // Closed last: an in-memory database lives only while a connection is open.
    first.close().await.map_err(about)?;
    Ok(readers)
}

/// Opens the exclusive reader for a full disk; needs a schema that is up to date.
async fn open_read_only(database: &Database) -> Result<AnyPool, StoreError> {
    let reader = database.reader_pool(Role::SoleReader).await;
    let reader = reader.map_err(|why| StoreError::opening(&database.name, &why))?;
    if migrate::version(database, &reader).await? == migrate::VERSION {
        return Ok(reader);
    }
    reader.close().await;
    Err(StoreError::DiskFull(startup::disk_full(&database.name)))
}

/// Leaves read-only mode: reopens the database until that succeeds.
async fn reopen_when_space(store: Weak<Inner>) {
    loop {
        sleep(FULL_DISK_RETRY).await;
        let Some(store) = store.upgrade() else { return };
        let mut readers = store.readers.write().await;
        if store.writers.iter().any(mpsc::Sender::is_closed) {
            return;
        }
        // The exclusive reader would block every other connection.
        readers.close().await;
        if let Ok(opened) = open(&store.database).await {
            *readers = opened;
            *store.full() = None;
            tracing::info!("there is space on the disk again; writes are accepted");
            return;
        }
        match open_read_only(&store.database).await {
            Ok(opened) => *readers = opened,
            Err(error) => tracing::warn!(%error, "the database cannot be read either"),
        }
    }
}

impl Store {
    /// Opens `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`, and migrates the schema. Creates a
    /// missing file with its folder. On a full disk an existing database is opened read-only until space is free.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let database = Database::from_url(url)?;
        let (readers, full) = match open(&database).await {
            Ok(readers) => (readers, None),
            Err(error @ StoreError::DiskFull(_)) if database.is_file() => {
                (open_read_only(&database).await.map_err(|_| error.clone())?, Some(error))
            }
            Err(error) => return Err(error),
        };
        let writers = match database.backend {
            Backend::Sqlite => 1,
            Backend::Postgres => 4,
        };
        let writers = (0..writers).map(|_| writer::start(database.clone())).collect();
        let is_full = full.is_some();
        let (readers, full) = (RwLock::new(readers), Mutex::new(full));
        let inner = Arc::new(Inner { database, readers, writers, full });
        if is_full {
            tokio::spawn(reopen_when_space(Arc::downgrade(&inner)));
        }
        Ok(Store { backing: Backing::Database(inner) })
    }

    /// Store of a simulated node.
    #[cfg(test)]
    pub fn simulated(link: Arc<simulated::Link>) -> Store {
        Store { backing: Backing::Simulated(link) }
    }

    fn inner(&self) -> &Inner {
        match &self.backing {
            Backing::Database(inner) => inner,
            #[cfg(test)]
            Backing::Simulated(_) => unreachable!("a simulated store has no SQL"),
        }
    }

    /// Commits a write set atomically and durably.
    ///
    /// After [`StoreError::Unavailable`] the outcome is unknown, as the response to `COMMIT` may be lost; read again
    /// to find out.
    pub async fn commit(&self, write_set: WriteSet) -> Result<(), StoreError> {
        write_set.validate()?;
        simulate!(self, link => link.commit(write_set).await);
        let Some(table) = write_set.table_id().map(str::to_string) else { return Ok(()) };
        self.write(&table, WriteOp::Commit(Box::new(write_set))).await.map(drop)
    }

    /// Drains the writers and closes all connections. Other handles get [`StoreError::Unavailable`] from then on.
    pub async fn close(self) {
        for writer in &self.inner().writers {
            let (reply, result) = oneshot::channel();
            if writer.send(WriteRequest { op: WriteOp::Shutdown, reply }).await.is_ok() {
                // An error means that the writer has already ended.
                let _ = result.await;
            }
        }
        self.inner().readers.read().await.close().await;
    }

    /// Executes a write statement; returns the rows affected. Statements with the same `about` use the same writer, in
    /// order.
    async fn execute(
        &self,
        about: &str,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        if values.iter().any(Value::has_nul) {
            return Err(StoreError::nul_byte(about));
        }
        self.write(about, WriteOp::Execute(sql, values)).await
    }

    async fn write(&self, about: &str, op: WriteOp) -> Result<u64, StoreError> {
        let mut hasher = DefaultHasher::new();
        about.hash(&mut hasher);
        let writers = &self.inner().writers;
        let writer = &writers[hasher.finish() as usize % writers.len()];
        if let Some(error) = self.inner().full().clone() {
            return Err(error);
        }
        let closed = || StoreError::Unavailable("the database has been closed".to_string());
        let (reply, result) = oneshot::channel();
        let response = async {
            writer.send(WriteRequest { op, reply }).await.map_err(|_| closed())?;
            result.await.map_err(|_| closed())?
        };
        // The writer skips requests whose caller has timed out.
        timeout(TIMEOUT, response).await.unwrap_or_else(|_| Err(StoreError::timed_out(about)))
    }

    /// Runs a query. A value with a NUL byte cannot be stored, so it matches nothing.
    async fn fetch(
        &self,
        about: &str,
        sql: impl Into<String>,
        values: Vec<Value>,
    ) -> Result<Vec<AnyRow>, StoreError> {
        if values.iter().any(Value::has_nul) {
            return Ok(Vec::new());
        }
        let arguments = sql::bind_values(values).map_err(|why| StoreError::reading(about, &why))?;
        let query = sqlx::query_with(AssertSqlSafe(sql.into()), arguments);
        let response = async {
            let readers = self.inner().readers.read().await.clone();
            query.fetch_all(&readers).await
        };
        let rows = timeout(TIMEOUT, response).await;
        let rows = rows.map_err(|_| StoreError::timed_out(about))?;
        rows.map_err(|why| StoreError::reading(about, &why))
    }
}
