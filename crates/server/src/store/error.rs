//! What can go wrong, told so that the caller knows what to do, and the log what happened.

use std::fmt;

/// Why something was not kept, or could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Somebody else came first. Nothing was done.
    Conflict,
    /// The database does not answer, or cannot write: try later. Why, for the log.
    Unavailable(String),
    /// A row that cannot be read, or that no database would take: which, and why.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else came first"),
            StoreError::Unavailable(why) => write!(f, "the database is not available: {why}"),
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
            _ => StoreError::Unavailable(why),
        }
    }

    pub(super) fn late(about: &str) -> StoreError {
        StoreError::Unavailable(format!("{about}: no answer in time"))
    }

    pub(super) fn unfit(about: &str) -> StoreError {
        StoreError::Broken(format!("{about}: a text with the character 0 cannot be kept"))
    }
}
