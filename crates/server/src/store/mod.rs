//! Storage in SQLite or PostgreSQL, with the same queries: persons, tables with their logs, chat.
//!
//! Reads use a connection pool. Writes go through writer tasks with group commit: each drains its queue, checks for
//! conflicts and commits once, so that concurrent steps share an fsync. SQLite has one writer, PostgreSQL four; a
//! table is always hashed to the same one. Background work, the counts of the explorer, has a fifth writer there, as it may
//! wait for rows that other nodes have locked. Other nodes may write to the same database: its primary keys decide every
//! race.

mod accounts;
mod archive;
mod backup;
mod check;
mod database;
mod decode;
mod error;
mod explorer;
mod group_commit;
mod heads;
mod heartbeat;
mod migrate;
mod queries;
mod reviews;
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

pub use check::{Checker, StoredTable};
pub use database::{DatabaseUrl, lock_database};
pub use error::StoreError;
pub use heartbeat::{HEARTBEAT_GAP_MS, Heartbeat, KEPT_HEARTBEATS};
pub use rows::{
    ChatRow, Counts, Explored, ExploredGame, Found, PersonRow, PlyRow, ReviewRow, Search, TableRow,
    TokenRow, WriteSet,
};

/// Writers of tables in PostgreSQL.
const TABLE_WRITERS: usize = 4;

/// Timeout of every operation.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Timeout of the first connection.
const OPEN_TIMEOUT: Duration = Duration::from_secs(20);

/// Interval at which a store that was opened read-only tries to reopen the database.
const REOPEN_INTERVAL: Duration = Duration::from_secs(2);

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
    pools: RwLock<Pools>,
    /// The last one is that of background work.
    writers: Vec<mpsc::Sender<WriteRequest>>,
    /// Set while the store is read-only, because the database could not be written when it was opened.
    read_only: Mutex<Option<StoreError>>,
}

impl Inner {
    fn read_only(&self) -> std::sync::MutexGuard<'_, Option<StoreError>> {
        self.read_only.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Connections for queries.
struct Pools {
    readers: AnyPool,
    /// Few, and only for the archive: searches wait for each other and for nobody else.
    searchers: AnyPool,
}

impl Pools {
    async fn close(&self) {
        self.searchers.close().await;
        self.readers.close().await;
    }
}

/// Runs migrations and opens the reader pools.
async fn open(database: &Database) -> Result<Pools, StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&database.name, &why);
    let timed_out =
        || startup::cannot_use(&database.name, &startup::Cause::Timeout, "no answer in time");
    let first = timeout(OPEN_TIMEOUT, database.connect(Role::Write)).await;
    let mut first = first.map_err(|_| StoreError::Unusable(timed_out()))?.map_err(about)?;
    migrate::migrate(database, &mut first).await?;
    let readers = database.reader_pool(Role::Read).await.map_err(about)?;
    let searchers = database.reader_pool(Role::Search).await.map_err(about)?;
    // Closed last: an in-memory database lives only while a connection is open.
    first.close().await.map_err(about)?;
    Ok(Pools { readers, searchers })
}

/// Opens a database that cannot be written; needs a schema that is up to date.
async fn open_read_only(database: &Database, why: &StoreError) -> Result<Pools, StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&database.name, &why);
    let pools = match database.backend {
        Backend::Sqlite => {
            let reader = database.reader_pool(Role::SoleReader).await.map_err(about)?;
            Pools { searchers: reader.clone(), readers: reader }
        }
        Backend::Postgres => Pools {
            readers: database.reader_pool(Role::Read).await.map_err(about)?,
            searchers: database.reader_pool(Role::Search).await.map_err(about)?,
        },
    };
    if matches!(migrate::version(database, &pools.readers).await, Ok(migrate::VERSION)) {
        return Ok(pools);
    }
    pools.close().await;
    Err(why.clone())
}

/// Leaves read-only mode: reopens the database until that succeeds.
async fn reopen_when_writable(store: Weak<Inner>) {
    loop {
        sleep(REOPEN_INTERVAL).await;
        let Some(store) = store.upgrade() else { return };
        if store.writers.iter().any(mpsc::Sender::is_closed) {
            return;
        }
        let is_exclusive = store.database.backend == Backend::Sqlite;
        let mut exclusive = None;
        if is_exclusive {
            // The exclusive reader would block every other connection.
            let pools = store.pools.write().await;
            pools.close().await;
            exclusive = Some(pools);
        }
        let opened = match open(&store.database).await {
            Ok(opened) => {
                *store.read_only() = None;
                tracing::info!("the database can be written again; writes are accepted");
                Ok(opened)
            }
            Err(error) if is_exclusive => open_read_only(&store.database, &error).await,
            // The pools stay as they are.
            Err(_) => continue,
        };
        let is_writable = store.read_only().is_none();
        match opened {
            Ok(opened) => match &mut exclusive {
                Some(pools) => **pools = opened,
                None => *store.pools.write().await = opened,
            },
            Err(error) => tracing::warn!(%error, "the database cannot be read either"),
        }
        if is_writable {
            return;
        }
    }
}

impl Store {
    /// Opens `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`, and migrates the schema. Creates a
    /// missing file with its folder. An existing database that cannot be written, as the disk is full or PostgreSQL is a
    /// standby, is opened read-only until it can be.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let database = Database::from_url(url)?;
        let (pools, read_only) = match open(&database).await {
            Ok(pools) => (pools, None),
            Err(error @ StoreError::DiskFull(_)) if database.is_file() => {
                (open_read_only(&database, &error).await.map_err(|_| error.clone())?, Some(error))
            }
            Err(error @ StoreError::ReadOnly(_)) => {
                (open_read_only(&database, &error).await?, Some(error))
            }
            Err(error) => return Err(error),
        };
        let writers = match database.backend {
            Backend::Sqlite => 1,
            Backend::Postgres => TABLE_WRITERS + 1,
        };
        let writers = (0..writers).map(|_| writer::start(database.clone())).collect();
        let is_read_only = read_only.is_some();
        let (pools, read_only) = (RwLock::new(pools), Mutex::new(read_only));
        let inner = Arc::new(Inner { database, pools, writers, read_only });
        if is_read_only {
            tokio::spawn(reopen_when_writable(Arc::downgrade(&inner)));
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
        self.inner().pools.read().await.close().await;
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
        let writer = match op {
            WriteOp::Explore(_) => writers.len() - 1,
            _ => hasher.finish() as usize % writers.len().min(TABLE_WRITERS),
        };
        let writer = &writers[writer];
        if let Some(error) = self.inner().read_only().clone() {
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

    /// Runs a query on the reader pool.
    async fn fetch(
        &self,
        about: &str,
        sql: impl Into<String>,
        values: Vec<Value>,
    ) -> Result<Vec<AnyRow>, StoreError> {
        self.fetch_from(Role::Read, about, sql, values).await
    }

    /// Runs a query on the pool of a role. A value with a NUL byte cannot be stored, so it matches nothing.
    async fn fetch_from(
        &self,
        role: Role,
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
            let pools = self.inner().pools.read().await;
            let pool = match role {
                Role::Search => pools.searchers.clone(),
                _ => pools.readers.clone(),
            };
            drop(pools);
            query.fetch_all(&pool).await
        };
        match (timeout(TIMEOUT, response).await, role) {
            (Ok(Ok(rows)), _) => Ok(rows),
            (Ok(Err(why)), Role::Search) if error::is_timeout(&why) => Err(StoreError::Busy),
            (Ok(Err(why)), _) => Err(StoreError::reading(about, &why)),
            (Err(_), Role::Search) => Err(StoreError::Busy),
            (Err(_), _) => Err(StoreError::timed_out(about)),
        }
    }
}
