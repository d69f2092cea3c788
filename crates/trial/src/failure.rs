//! `Failure`: the error type of tests, a message for the report.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure(String);

pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    pub(crate) fn new(why: impl Into<String>) -> Failure {
        Failure(why.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Adds context to an error: what was being done.
pub(crate) trait Context<T> {
    fn during(self, what: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn during(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|error| Failure(format!("{what}: {error}")))
    }
}

impl<T> Context<T> for Option<T> {
    fn during(self, what: impl fmt::Display) -> Result<T> {
        self.ok_or_else(|| Failure(format!("{what}: nothing")))
    }
}

/// Fails the test with a formatted message unless the condition holds.
macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        let holds: bool = $holds;
        if !holds {
            return Err($crate::failure::Failure::new(format!($($why)+)));
        }
    };
}
pub(crate) use ensure;
