//! Backup to an SQLite file as a consistent snapshot, and restore from it.

use std::fs::File;
use std::io;
use std::path::Path;

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use super::database::{self, Database, Role};
use super::rows::Counts;
use super::sql::{ALL, ColumnType, SqlTable, Value};
use super::{Store, StoreError, migrate};
use crate::startup;

/// Rows held in memory while copying.
const BATCH_ROWS: usize = 1024;

impl Store {
    /// Writes a consistent snapshot to a new file, without blocking writers. An existing file is an error.
    pub async fn backup(&self, to: &Path) -> Result<Counts, StoreError> {
        // The target is reserved first and renamed over last, so an interrupted backup leaves an empty file.
        database::create_file(to, true).map_err(|why| cannot_write(to, &why))?;
        let part = to.with_added_extension("part");
        let copied = match self.copy_to(&part).await {
            Ok(counts) => finish(&part, to).await.map(|()| counts),
            Err(why) => Err(why),
        };
        if copied.is_err() {
            // Leftovers are harmless: neither file can be restored.
            let _ = (std::fs::remove_file(&part), std::fs::remove_file(to));
        }
        copied
    }

    async fn copy_to(&self, part: &Path) -> Result<Counts, StoreError> {
        let about = |why: sqlx::Error| StoreError::reading("copying the database", &why);
        // Left over from an interrupted backup.
        let _ = std::fs::remove_file(part);
        database::create_file(part, true).map_err(|why| cannot_write(part, &why))?;
        let (from, to) = (&self.inner().database, Database::file(part, "rw")?);
        if !from.is_file() {
            return copy(from, &to, true).await;
        }
        // Between files `VACUUM INTO` gives the same snapshot forty times as fast.
        let mut source = from.connect(Role::Copy).await.map_err(about)?;
        let full = part.canonicalize().map_err(|why| cannot_write(part, &why))?;
        let vacuum = sqlx::query("VACUUM INTO $1").bind(full.to_string_lossy().into_owned());
        vacuum.execute(&mut source).await.map_err(about)?;
        let mut target = to.connect(Role::Copy).await.map_err(about)?;
        let mut counts = Counts::default();
        for table in ALL {
            let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.name));
            let row = sqlx::query(sql).fetch_one(&mut target).await.map_err(about)?;
            let rows: i64 = row.try_get(0).map_err(about)?;
            add_count(&mut counts, table, rows.unsigned_abs());
        }
        target.close().await.map_err(about)?;
        Ok(counts)
    }

    /// Restores a backup into an empty database.
    pub async fn restore(&self, from: &Path) -> Result<Counts, StoreError> {
        copy(&Database::file(from, "ro")?, &self.inner().database, false).await
    }
}

/// Syncs the copy to disk and renames it to its final name.
async fn finish(part: &Path, to: &Path) -> Result<(), StoreError> {
    let (from, into) = (part.to_path_buf(), to.to_path_buf());
    let work = move || {
        File::options().write(true).open(&from)?.sync_all()?;
        std::fs::rename(&from, &into)
    };
    let done = tokio::task::spawn_blocking(work).await.unwrap_or_else(|why| Err(why.into()));
    done.map_err(|why| cannot_write(to, &why))
}

fn cannot_write(copy: &Path, why: &io::Error) -> StoreError {
    let instead = "choose another place for the copy";
    StoreError::Unusable(startup::cannot_write(copy, why, instead))
}

/// Copies all tables: a snapshot transaction on the source, one atomic transaction on the target.
async fn copy(from: &Database, to: &Database, is_new: bool) -> Result<Counts, StoreError> {
    let about = |why: sqlx::Error| StoreError::reading("copying the database", &why);
    let bad_source = |why: sqlx::Error| StoreError::opening(&from.name, &why);
    let mut source = from.connect(Role::Copy).await.map_err(bad_source)?;
    let mut source = source.begin_with(from.begin_snapshot()).await.map_err(bad_source)?;
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
        return Err(StoreError::Unusable(format!("{why}: {hint}")));
    }
    for table in ALL {
        let sql = AssertSqlSafe(format!("SELECT 1 FROM {} LIMIT 1", table.name));
        if sqlx::query(sql).fetch_optional(&mut *target).await.map_err(about)?.is_some() {
            let why = format!("there are {} in it already", table.name);
            return Err(StoreError::Unusable(format!("only an empty database is filled: {why}")));
        }
    }
    let mut counts = Counts::default();
    for table in ALL {
        let copied = copy_table(table, &mut source, &mut target).await;
        let copied = copied.map_err(|why| StoreError::reading(table.name, &why))?;
        add_count(&mut counts, table, copied);
    }
    target.commit().await.map_err(about)?;
    Ok(counts)
}

fn add_count(counts: &mut Counts, table: &SqlTable, rows: u64) {
    match table.name {
        "people" => counts.people = rows,
        "tokens" => counts.tokens = rows,
        "tables" => counts.tables = rows,
        "plies" => counts.plies = rows,
        "chat" => counts.chat = rows,
        _ => {}
    }
}

async fn copy_table(
    table: &SqlTable,
    source: &mut AnyConnection,
    target: &mut AnyConnection,
) -> Result<u64, sqlx::Error> {
    let sql = format!("SELECT {} FROM {}", table.column_list(""), table.name);
    let query = sqlx::query(AssertSqlSafe(sql));
    let mut rows = query.fetch(source);
    let mut batch: Vec<AnyRow> = Vec::with_capacity(BATCH_ROWS);
    let mut copied = 0;
    loop {
        let row = rows.try_next().await?;
        let is_last = row.is_none();
        batch.extend(row);
        if batch.len() == BATCH_ROWS || is_last {
            copied += table.insert(target, &batch, |row| cells(table, row)).await?;
            batch.clear();
        }
        if is_last {
            return Ok(copied);
        }
    }
}

fn cells(table: &SqlTable, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
    let cell = |(n, (_, column_type)): (usize, &(&str, ColumnType))| match column_type {
        ColumnType::Text => row.try_get(n).map(Value::Text),
        ColumnType::Number => row.try_get(n).map(Value::Number),
    };
    table.columns.iter().enumerate().map(cell).collect()
}
