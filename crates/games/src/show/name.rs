//! Names of what can be touched.

use core::fmt::{self, Display};
use core::ops::Deref;

/// The name of something that can be touched: a point such as `d4`, a supply, a die, a button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    bytes: [u8; Name::LONGEST],
    len: u8,
}

impl Name {
    /// No name is longer, in bytes.
    pub const LONGEST: usize = 15;

    /// The name with this text; none if it is too long to be a name.
    #[must_use]
    pub fn new(text: &str) -> Option<Name> {
        let mut bytes = [0; Name::LONGEST];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Name { bytes, len: text.len() as u8 })
    }

    /// The name made by printing `shown`, cut off where names end; for names that this crate makes.
    pub(crate) fn of(shown: impl Display) -> Name {
        use core::fmt::Write;
        let mut name = Name { bytes: [0; Name::LONGEST], len: 0 };
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
