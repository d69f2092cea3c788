//! What is kept: people, tables with their logs, chat. In one SQLite file, or in PostgreSQL; the queries
//! are the same.
//!
//! Reading goes through a pool of connections. Everything that is written goes to a writer, which takes
//! all that waits, checks it, and makes it durable at once: a step then costs a small part of a write to
//! the disk. SQLite has one writer, PostgreSQL a few, and a table always goes to the same one. Other
//! processes may write to the same database; its primary keys decide every race.

mod backup;
mod change;
mod error;
mod group;
mod heads;
mod life;
mod migrate;
mod people;
mod place;
mod read;
mod rows;
mod shape;
mod tables;
mod writer;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use place::{Backend, Place, Role};
use shape::Value;
use writer::{Job, Work};

pub use error::StoreError;
pub use rows::{Change, ChatRow, Counts, PersonRow, PlyRow, Search, TableRow, TokenRow};

/// Nobody waits for longer than this.
const PATIENCE: Duration = Duration::from_secs(5);

/// The database, for as many users as like: a clone is another handle to the same.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    place: Place,
    readers: AnyPool,
    writers: Vec<mpsc::Sender<Job>>,
}

impl Store {
    /// Opens `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`, and brings its tables up to
    /// date. A file is created with its folder where there is none.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let place = Place::open(url)?;
        let about = |why: sqlx::Error| StoreError::reading("the database", &why);
        let first = timeout(PATIENCE, place.connect(Role::Write)).await;
        let mut first = first.map_err(|_| StoreError::late("the database"))?.map_err(about)?;
        migrate::migrate(&place, &mut first).await?;
        let (readers, writers) = match place.backend {
            Backend::Sqlite => (4, 1),
            Backend::Postgres => (8, 4),
        };
        let readers = place.readers(readers).await.map_err(about)?;
        let writers = (0..writers).map(|_| writer::start(place.clone())).collect();
        // What is in memory is kept by the readers from here on.
        first.close().await.map_err(about)?;
        Ok(Store { inner: Arc::new(Inner { place, readers, writers }) })
    }

    /// Keeps a change as a whole, or not at all; returns when it is on the disk.
    ///
    /// After [`StoreError::Unavailable`] the change may have been kept if the answer of the database was
    /// lost on the way: whoever has to know reads again.
    pub async fn commit(&self, change: Change) -> Result<(), StoreError> {
        change.check()?;
        let Some(table) = change.about().map(str::to_string) else { return Ok(()) };
        self.write(&table, Work::Change(Box::new(change))).await.map(drop)
    }

    /// Finishes what was accepted. Other handles are answered with [`StoreError::Unavailable`] from then on.
    pub async fn close(self) {
        for writer in &self.inner.writers {
            let (reply, answer) = oneshot::channel();
            if writer.send(Job { work: Work::End, reply }).await.is_ok() {
                // A writer that has ended already has nothing to finish.
                let _ = answer.await;
            }
        }
        self.inner.readers.close().await;
    }

    /// Runs one statement that writes; tells how many rows it changed. Statements about the same thing go
    /// to the same writer.
    async fn run(
        &self,
        about: &str,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        if values.iter().any(Value::is_unfit) {
            return Err(StoreError::unfit(about));
        }
        self.write(about, Work::Run(sql, values)).await
    }

    async fn write(&self, about: &str, work: Work) -> Result<u64, StoreError> {
        let mut hasher = DefaultHasher::new();
        about.hash(&mut hasher);
        let writers = &self.inner.writers;
        let writer = &writers[hasher.finish() as usize % writers.len()];
        let closed = || StoreError::Unavailable("the database has been closed".to_string());
        let (reply, answer) = oneshot::channel();
        let answered = async {
            writer.send(Job { work, reply }).await.map_err(|_| closed())?;
            answer.await.map_err(|_| closed())?
        };
        // The writer passes over those who no longer wait.
        timeout(PATIENCE, answered).await.unwrap_or_else(|_| Err(StoreError::late(about)))
    }

    /// The rows that answer a question. Where it speaks of something that cannot be kept there are none.
    async fn rows(
        &self,
        about: &str,
        sql: impl Into<String>,
        values: Vec<Value>,
    ) -> Result<Vec<AnyRow>, StoreError> {
        if values.iter().any(Value::is_unfit) {
            return Ok(Vec::new());
        }
        let arguments = shape::arguments(values).map_err(|why| StoreError::reading(about, &why))?;
        let query = sqlx::query_with(AssertSqlSafe(sql.into()), arguments);
        let rows = timeout(PATIENCE, query.fetch_all(&self.inner.readers)).await;
        let rows = rows.map_err(|_| StoreError::late(about))?;
        rows.map_err(|why| StoreError::reading(about, &why))
    }
}
