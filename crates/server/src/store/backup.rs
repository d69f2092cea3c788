//! A copy of everything as it was at one moment, in an SQLite file with the same tables, and back.

use std::fs::File;
use std::io;
use std::path::Path;

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use super::place::{self, Place, Role};
use super::rows::Counts;
use super::shape::{ALL, Holds, Shape, Value};
use super::{Store, StoreError, migrate};
use crate::startup;

/// How many rows are held in memory.
const BATCH: usize = 1024;

impl Store {
    /// Copies everything into a new file while people play. One that is there already stays as it is.
    pub async fn backup(&self, to: &Path) -> Result<Counts, StoreError> {
        // The name is taken first and filled last: a copy that was interrupted is empty.
        place::create(to, true).map_err(|why| not_written(to, &why))?;
        let part = to.with_added_extension("part");
        let copied = match self.copy_to(&part).await {
            Ok(counts) => finish(&part, to).await.map(|()| counts),
            Err(why) => Err(why),
        };
        if copied.is_err() {
            // If they cannot be removed, they still cannot be restored.
            let _ = (std::fs::remove_file(&part), std::fs::remove_file(to));
        }
        copied
    }

    async fn copy_to(&self, part: &Path) -> Result<Counts, StoreError> {
        let about = |why: sqlx::Error| StoreError::reading("copying the database", &why);
        // It may be there, from a copy that was interrupted.
        let _ = std::fs::remove_file(part);
        place::create(part, true).map_err(|why| not_written(part, &why))?;
        let (from, to) = (&self.inner.place, Place::file(part, "rw")?);
        if !from.is_file() {
            return copy(from, &to, true).await;
        }
        // From file to file SQLite does the same by itself, forty times as fast.
        let mut source = from.connect(Role::Copy).await.map_err(about)?;
        let full = part.canonicalize().map_err(|why| not_written(part, &why))?;
        let vacuum = sqlx::query("VACUUM INTO $1").bind(full.to_string_lossy().into_owned());
        vacuum.execute(&mut source).await.map_err(about)?;
        let mut target = to.connect(Role::Copy).await.map_err(about)?;
        let mut counts = Counts::default();
        for shape in ALL {
            let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", shape.name));
            let row = sqlx::query(sql).fetch_one(&mut target).await.map_err(about)?;
            let rows: i64 = row.try_get(0).map_err(about)?;
            count(&mut counts, shape, rows.unsigned_abs());
        }
        target.close().await.map_err(about)?;
        Ok(counts)
    }

    /// Copies everything from such a file into a database in which there is nothing yet.
    pub async fn restore(&self, from: &Path) -> Result<Counts, StoreError> {
        copy(&Place::file(from, "ro")?, &self.inner.place, false).await
    }
}

/// Makes a copy durable, and gives it its name.
async fn finish(part: &Path, to: &Path) -> Result<(), StoreError> {
    let (from, into) = (part.to_path_buf(), to.to_path_buf());
    let work = move || {
        File::options().write(true).open(&from)?.sync_all()?;
        std::fs::rename(&from, &into)
    };
    let done = tokio::task::spawn_blocking(work).await.unwrap_or_else(|why| Err(why.into()));
    done.map_err(|why| not_written(to, &why))
}

fn not_written(copy: &Path, why: &io::Error) -> StoreError {
    let instead = "choose another place for the copy";
    StoreError::Unusable(startup::cannot_write(copy, why, instead))
}

/// One transaction on each side: the one sees a single moment, the other keeps all or nothing.
async fn copy(from: &Place, to: &Place, is_new: bool) -> Result<Counts, StoreError> {
    let about = |why: sqlx::Error| StoreError::reading("copying the database", &why);
    let unread = |why: sqlx::Error| StoreError::opening(&from.named, &why);
    let mut source = from.connect(Role::Copy).await.map_err(unread)?;
    let mut source = source.begin_with(from.begin_snapshot()).await.map_err(unread)?;
    let mut target = to.connect(Role::Copy).await.map_err(about)?;
    let mut target = target.begin_with(to.begin()).await.map_err(about)?;
    if is_new {
        migrate::run(to, &mut target).await?;
    }
    let (old, new) =
        (migrate::version(from, &mut *source).await?, migrate::version(to, &mut *target).await?);
    if old != new {
        let why = format!("the copy has version {old} and the database {new}");
        let hint = "restore it with the program that made it, then start the newer one";
        return Err(StoreError::Unavailable(format!("{why}: {hint}")));
    }
    for shape in ALL {
        let sql = AssertSqlSafe(format!("SELECT 1 FROM {} LIMIT 1", shape.name));
        if sqlx::query(sql).fetch_optional(&mut *target).await.map_err(about)?.is_some() {
            let why = format!("there are {} in it already", shape.name);
            return Err(StoreError::Unavailable(format!(
                "only an empty database is filled: {why}"
            )));
        }
    }
    let mut counts = Counts::default();
    for shape in ALL {
        let copied = copy_table(shape, &mut source, &mut target).await;
        let copied = copied.map_err(|why| StoreError::reading(shape.name, &why))?;
        count(&mut counts, shape, copied);
    }
    target.commit().await.map_err(about)?;
    Ok(counts)
}

fn count(counts: &mut Counts, shape: &Shape, rows: u64) {
    match shape.name {
        "people" => counts.people = rows,
        "tokens" => counts.tokens = rows,
        "tables" => counts.tables = rows,
        "plies" => counts.plies = rows,
        "chat" => counts.chat = rows,
        _ => {}
    }
}

async fn copy_table(
    shape: &Shape,
    source: &mut AnyConnection,
    target: &mut AnyConnection,
) -> Result<u64, sqlx::Error> {
    let sql = format!("SELECT {} FROM {}", shape.list(""), shape.name);
    let query = sqlx::query(AssertSqlSafe(sql));
    let mut rows = query.fetch(source);
    let mut batch: Vec<AnyRow> = Vec::with_capacity(BATCH);
    let mut copied = 0;
    loop {
        let row = rows.try_next().await?;
        let is_last = row.is_none();
        batch.extend(row);
        if batch.len() == BATCH || is_last {
            copied += shape.write(target, &batch, |row| cells(shape, row)).await?;
            batch.clear();
        }
        if is_last {
            return Ok(copied);
        }
    }
}

fn cells(shape: &Shape, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
    let cell = |(n, (_, holds)): (usize, &(&str, Holds))| match holds {
        Holds::Text => row.try_get(n).map(Value::Text),
        Holds::Number => row.try_get(n).map(Value::Number),
    };
    shape.columns.iter().enumerate().map(cell).collect()
}
