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
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Connection};
use tokio::sync::{RwLock, mpsc, oneshot};
use tokio::time::{sleep, timeout};

use crate::startup;
use place::{Backend, Place, Role};
use shape::Value;
use writer::{Job, Work};

pub use error::StoreError;
pub use place::{Address, claim};
pub use rows::{Change, ChatRow, Counts, PersonRow, PlyRow, Search, TableRow, TokenRow};

/// Nobody waits for longer than this.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a database may take to answer at all when it is opened: nobody plays yet.
const OPENING: Duration = Duration::from_secs(20);

/// How often a store that began without room on the disk looks for some.
const ROOM: Duration = Duration::from_secs(2);

/// The database, for as many users as like: a clone is another handle to the same.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    place: Place,
    readers: RwLock<AnyPool>,
    writers: Vec<mpsc::Sender<Job>>,
    /// Why nothing is written yet: there was no room when the database was opened.
    full: Mutex<Option<StoreError>>,
}

impl Inner {
    fn full(&self) -> std::sync::MutexGuard<'_, Option<StoreError>> {
        self.full.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Brings the database up to date, and connects those who read.
async fn open(place: &Place) -> Result<AnyPool, StoreError> {
    let about = |why: sqlx::Error| StoreError::opening(&place.named, &why);
    let late = || startup::cannot_use(&place.named, &startup::Cause::Late, "no answer in time");
    let first = timeout(OPENING, place.connect(Role::Write)).await;
    let mut first = first.map_err(|_| StoreError::Unusable(late()))?.map_err(about)?;
    migrate::migrate(place, &mut first).await?;
    let readers = place.readers(Role::Read).await.map_err(about)?;
    // What is in memory is kept by the readers from here on.
    first.close().await.map_err(about)?;
    Ok(readers)
}

/// Connects the only one who reads while there is no room for anything else.
async fn open_full(place: &Place) -> Result<AnyPool, StoreError> {
    let reader = place.readers(Role::OnlyRead).await;
    let reader = reader.map_err(|why| StoreError::opening(&place.named, &why))?;
    if migrate::version(place, &reader).await? == migrate::VERSION {
        return Ok(reader);
    }
    reader.close().await;
    Err(StoreError::Full(startup::full(&place.named)))
}

/// Opens the database anew until there is room for it.
async fn look_for_room(store: Weak<Inner>) {
    loop {
        sleep(ROOM).await;
        let Some(store) = store.upgrade() else { return };
        let mut readers = store.readers.write().await;
        if store.writers.iter().any(mpsc::Sender::is_closed) {
            return;
        }
        // As long as this one is there, nobody else may come.
        readers.close().await;
        if let Ok(opened) = open(&store.place).await {
            *readers = opened;
            *store.full() = None;
            tracing::info!("there is room on the disk again");
            return;
        }
        match open_full(&store.place).await {
            Ok(opened) => *readers = opened,
            Err(error) => tracing::warn!(%error, "the database cannot even be read"),
        }
    }
}

impl Store {
    /// Opens `sqlite:PATH`, a plain path, `sqlite::memory:` or `postgres://…`, and brings its tables up to
    /// date. A file is created with its folder where there is none. Where the disk is full, what is there
    /// already can be read, and everything else is refused until there is room.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let place = Place::open(url)?;
        let (readers, full) = match open(&place).await {
            Ok(readers) => (readers, None),
            Err(error @ StoreError::Full(_)) if place.is_file() => {
                (open_full(&place).await.map_err(|_| error.clone())?, Some(error))
            }
            Err(error) => return Err(error),
        };
        let writers = match place.backend {
            Backend::Sqlite => 1,
            Backend::Postgres => 4,
        };
        let writers = (0..writers).map(|_| writer::start(place.clone())).collect();
        let is_full = full.is_some();
        let (readers, full) = (RwLock::new(readers), Mutex::new(full));
        let inner = Arc::new(Inner { place, readers, writers, full });
        if is_full {
            tokio::spawn(look_for_room(Arc::downgrade(&inner)));
        }
        Ok(Store { inner })
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
        self.inner.readers.read().await.close().await;
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
        if let Some(error) = self.inner.full().clone() {
            return Err(error);
        }
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
        let answered = async {
            let readers = self.inner.readers.read().await.clone();
            query.fetch_all(&readers).await
        };
        let rows = timeout(PATIENCE, answered).await;
        let rows = rows.map_err(|_| StoreError::late(about))?;
        rows.map_err(|why| StoreError::reading(about, &why))
    }
}
