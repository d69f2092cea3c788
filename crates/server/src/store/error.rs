//! Store errors, classified by what the caller can do about them.

use std::fmt;

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

use super::rows::PlyRow;
use crate::startup::{self, Cause, DatabaseName};

/// read_only_sql_transaction.
const READ_ONLY_SQLSTATE: &str = "25006";

/// Why a read or a write failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// A concurrent write won. Nothing was written.
    Conflict,
    /// The database is unreachable or cannot write; retry later. The reason is for the log.
    Unavailable(String),
    /// Others search the archive already, as many as can at once; retry later.
    Busy,
    /// The disk is full; reads still work. A message for people.
    DiskFull(String),
    /// The database can only be read: PostgreSQL is a standby, or was set so. A message for the operator.
    ReadOnly(String),
    /// The database cannot be opened as it is. A message for the operator.
    Unusable(String),
    /// A stored row is corrupt, or a value cannot be stored.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else came first"),
            StoreError::Busy => f.write_str("too many searches of the archive at once"),
            StoreError::Unavailable(why) => write!(f, "the database is not available: {why}"),
            StoreError::DiskFull(why) | StoreError::ReadOnly(why) | StoreError::Unusable(why) => {
                f.write_str(why)
            }
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
            _ if is_damaged(error) => StoreError::Broken(why),
            _ if is_disk_full(error) => StoreError::DiskFull(format!("the disk is full: {why}")),
            _ => StoreError::Unavailable(why),
        }
    }

    /// Classifies an error of the database that fails a whole group, independent of the values written.
    pub(super) fn writing(error: &sqlx::Error) -> StoreError {
        if is_disk_full(error) {
            return StoreError::DiskFull(format!("the disk with the database is full: {error}"));
        }
        match error.as_database_error().map(cause) {
            // read_only_sql_transaction; SQLITE_READONLY.
            Some(Cause::Postgres(code)) if code == READ_ONLY_SQLSTATE => {}
            Some(Cause::Sqlite(code)) if code & 0xff == 8 => {}
            _ => return StoreError::Unavailable(error.to_string()),
        }
        StoreError::ReadOnly(format!("the database can only be read: {error}"))
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
        let message = startup::cannot_use(name, &cause, &why);
        match cause {
            Cause::Postgres(code) if code == READ_ONLY_SQLSTATE => StoreError::ReadOnly(message),
            _ => StoreError::Unusable(message),
        }
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

/// A damaged page or index.
fn is_damaged(error: &sqlx::Error) -> bool {
    match error.as_database_error().map(cause) {
        // SQLITE_CORRUPT.
        Some(Cause::Sqlite(code)) => code & 0xff == 11,
        // data_corrupted, index_corrupted.
        Some(Cause::Postgres(code)) => matches!(code.as_str(), "XX001" | "XX002"),
        _ => false,
    }
}

/// No connection became free, or the statement took too long.
pub(super) fn is_timeout(error: &sqlx::Error) -> bool {
    let is_cancelled =
        |error: &dyn DatabaseError| cause(error) == Cause::Postgres("57014".to_string());
    matches!(error, sqlx::Error::PoolTimedOut)
        || error.as_database_error().is_some_and(is_cancelled)
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
