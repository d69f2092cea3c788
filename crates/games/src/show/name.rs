//! [`Name`]: identifier of a touchable thing.

use core::fmt::{self, Display};
use core::ops::Deref;

/// Identifier of something that can be touched: a point such as `d4`, a supply, a die, a button.
/// Stored inline, so that it is `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    bytes: [u8; Name::MAX_LEN],
    len: u8,
}

impl Name {
    /// Maximum length in bytes.
    pub const MAX_LEN: usize = 15;

    /// The name with this text; `None` if it is too long.
    #[must_use]
    pub fn new(text: &str) -> Option<Name> {
        let mut bytes = [0; Name::MAX_LEN];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Name { bytes, len: text.len() as u8 })
    }

    /// The name printed from `shown`, for names made by this crate. Truncated if too long, which is
    /// a bug.
    pub(crate) fn of(shown: impl Display) -> Name {
        use core::fmt::Write;
        let mut name = Name { bytes: [0; Name::MAX_LEN], len: 0 };
        let whole = write!(name, "{shown}").is_ok();
        debug_assert!(whole, "names of this crate are short, so nothing is ever cut: {shown}");
        name
    }
}

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let from = usize::from(self.len);
        let to = from + text.len();
        self.bytes.get_mut(from..to).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = to as u8;
        Ok(())
    }
}

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
