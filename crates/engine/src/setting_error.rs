//! [`SettingError`]: what is wrong with the text of a level, a feature or an evaluation file. English, for developers.

use std::fmt;

use mohreh_games::ParseError;

/// A text that is no level, feature or evaluation file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingError(String);

impl SettingError {
    /// An error about `found`, which is quoted unless it is empty.
    pub(crate) fn new(found: &str, why: impl fmt::Display) -> SettingError {
        SettingError(match found {
            "" => why.to_string(),
            found => format!("`{found}`: {why}"),
        })
    }
}

impl From<ParseError> for SettingError {
    fn from(error: ParseError) -> SettingError {
        SettingError(error.to_string())
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}
