//! `LoadError`: why a game of a load test did not go as it must.

use crate::failure::english;

pub(super) type LoadResult<T> = Result<T, LoadError>;

/// Both are sentences in the language of the terminal.
#[derive(Debug)]
pub(super) enum LoadError {
    /// The server has not kept what it acknowledged.
    Lost(String),
    Fault(String),
}

impl LoadError {
    pub(super) fn is_loss(&self) -> bool {
        matches!(self, LoadError::Lost(_))
    }

    pub(super) fn into_sentence(self) -> String {
        match self {
            LoadError::Lost(why) | LoadError::Fault(why) => why,
        }
    }
}

/// What the client says, which knows English only.
impl From<String> for LoadError {
    fn from(why: String) -> LoadError {
        LoadError::Fault(english(why))
    }
}
