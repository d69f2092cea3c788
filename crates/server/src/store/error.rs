//! What can go wrong, told so that the caller knows what to do, and the log what happened.

use std::fmt;

use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

use crate::startup::{self, Cause, Named};

/// Why something was not kept, or could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Somebody else came first. Nothing was done.
    Conflict,
    /// The database does not answer, or cannot write: try later. Why, for the log.
    Unavailable(String),
    /// There is no room on the disk: what is there can be read. A sentence that says so.
    Full(String),
    /// The database cannot be opened as it is: a sentence for whoever starts the program.
    Unusable(String),
    /// A row that cannot be read, or that no database would take: which, and why.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else came first"),
            StoreError::Unavailable(why) => write!(f, "the database is not available: {why}"),
            StoreError::Full(why) | StoreError::Unusable(why) => f.write_str(why),
            StoreError::Broken(why) => write!(f, "a row of the database is broken: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// What an error means to one who reads.
    pub(super) fn reading(about: &str, error: &sqlx::Error) -> StoreError {
        use sqlx::Error::{ColumnDecode, ColumnNotFound, Decode, RowNotFound};
        let why = format!("{about}: {error}");
        match error {
            ColumnDecode { .. } | ColumnNotFound(_) | Decode(_) | RowNotFound => {
                StoreError::Broken(why)
            }
            _ if is_full(error) => StoreError::Full(format!("the disk is full: {why}")),
            _ => StoreError::Unavailable(why),
        }
    }

    /// What an error means to all who write. It is one of the database, and not of what they write.
    pub(super) fn writing(error: &sqlx::Error) -> StoreError {
        if is_full(error) {
            return StoreError::Full(format!("the disk with the database is full: {error}"));
        }
        StoreError::Unavailable(error.to_string())
    }

    /// What an error means to one who opens a database.
    pub(super) fn opening(named: &Named, error: &sqlx::Error) -> StoreError {
        if is_full(error) {
            return StoreError::Full(startup::full(named));
        }
        let (cause, why) = match error {
            sqlx::Error::Io(why) => (Cause::Io(why.kind()), why.to_string()),
            // Whoever asked for a connection of a pool was kept waiting.
            sqlx::Error::PoolTimedOut => (Cause::Late, error.to_string()),
            _ => match error.as_database_error() {
                Some(database) => (cause(database), database.message().to_string()),
                None => (Cause::Other, error.to_string()),
            },
        };
        StoreError::Unusable(startup::cannot_use(named, &cause, &why))
    }

    pub(super) fn late(about: &str) -> StoreError {
        StoreError::Unavailable(format!("{about}: no answer in time"))
    }

    pub(super) fn unfit(about: &str) -> StoreError {
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

/// Whether there is no room: the disk is full, or whoever runs the server may not have more of it.
fn is_full(error: &sqlx::Error) -> bool {
    match error.as_database_error().map(cause) {
        // SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE.
        Some(Cause::Sqlite(code)) => matches!(code, 13 | 778 | 4874),
        Some(Cause::Postgres(code)) => code == "53100",
        _ => false,
    }
}
