//! Store errors, classified by what the caller can do about them.

use std::fmt;

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

use super::rows::PlyRow;
use crate::startup::{self, Cause, DatabaseName};

/// Why a read or a write failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// A concurrent write won. Nothing was written.
    Conflict,
    /// The database is unreachable or cannot write; retry later. The reason is for the log.
    Unavailable(String),
    /// The disk is full; reads still work. A message for people.
    DiskFull(String),
    /// The database cannot be opened as it is. A message for the operator.
    Unusable(String),
    /// A stored row is corrupt, or a value cannot be stored.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else came first"),
            StoreError::Unavailable(why) => write!(f, "the database is not available: {why}"),
            StoreError::DiskFull(why) | StoreError::Unusable(why) => f.write_str(why),
            StoreError::Broken(why) => write!(f, "a row of the database is broken: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// Classifies an error of a query.
    pub(super) fn reading(about: &str, error: &sqlx::Error) -> StoreError {
        use sqlx::Error::{ColumnDecode, ColumnNotFound, Decode, RowNotFound};
        let why = format!("{about}: {error}");
        match error {
            ColumnDecode { .. } | ColumnNotFound(_) | Decode(_) | RowNotFound => {
                StoreError::Broken(why)
            }
            _ if is_disk_full(error) => StoreError::DiskFull(format!("the disk is full: {why}")),
            _ => StoreError::Unavailable(why),
        }
    }

    /// Classifies an error of the database that fails a whole group, independent of the values written.
    pub(super) fn writing(error: &sqlx::Error) -> StoreError {
        if is_disk_full(error) {
            return StoreError::DiskFull(format!("the disk with the database is full: {error}"));
        }
        StoreError::Unavailable(error.to_string())
    }

    /// Classifies an error of opening a database.
    pub(super) fn opening(name: &DatabaseName, error: &sqlx::Error) -> StoreError {
        if is_disk_full(error) {
            return StoreError::DiskFull(startup::disk_full(name));
        }
        let (cause, why) = match error {
            sqlx::Error::Io(why) => (Cause::Io(why.kind()), why.to_string()),
            // No connection became free in time.
            sqlx::Error::PoolTimedOut => (Cause::Timeout, error.to_string()),
            _ => match error.as_database_error() {
                Some(database) => (cause(database), database.message().to_string()),
                None => (Cause::Other, error.to_string()),
            },
        };
        StoreError::Unusable(startup::cannot_use(name, &cause, &why))
    }

    /// A corrupt entry of a table's log.
    pub(crate) fn in_log(table: &str, row: &PlyRow, what: &str) -> StoreError {
        StoreError::Broken(format!("table {table}, ply {}: {what}", row.ply))
    }

    pub(super) fn timed_out(about: &str) -> StoreError {
        StoreError::Unavailable(format!("{about}: no answer in time"))
    }

    pub(super) fn nul_byte(about: &str) -> StoreError {
        StoreError::Broken(format!("{about}: a text with the character 0 cannot be kept"))
    }
}

fn cause(error: &dyn DatabaseError) -> Cause {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        return Cause::Postgres(code.into_owned());
    }
    code.parse().map_or(Cause::Other, Cause::Sqlite)
}

/// Disk full, or quota exceeded.
fn is_disk_full(error: &sqlx::Error) -> bool {
    match error.as_database_error().map(cause) {
        // SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE.
        Some(Cause::Sqlite(code)) => matches!(code, 13 | 778 | 4874),
        Some(Cause::Postgres(code)) => code == "53100",
        _ => false,
    }
}
