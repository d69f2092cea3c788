//! Parsing helpers: [`ParseError`], numbers, point names, and the `word key=value` grammar of
//! setups and positions.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;

use crate::game::Seat;
use crate::reason::Reason;

/// Error of all parsers: the offending part of the text, and the reason. One pointer, because almost every function
/// here returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(Box<Parts>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    /// The offending part, after the parts that contain it.
    found: Vec<String>,
    reason: Reason,
}

impl ParseError {
    /// An error about `found`, which is escaped and truncated to 60 characters. Nothing is quoted if it is empty.
    #[must_use]
    // Out of line: it is called in more than a hundred places, and the page has to be small.
    #[cold]
    #[inline(never)]
    pub fn new(found: &str, reason: impl Into<Reason>) -> ParseError {
        let quoted = Some(quote(found)).filter(|found| !found.is_empty());
        ParseError(Box::new(Parts { found: quoted.into_iter().collect(), reason: reason.into() }))
    }

    /// The same error, as part of a larger text.
    #[cold]
    fn within(mut self, whole: &str) -> ParseError {
        self.0.found.insert(0, quote(whole));
        self
    }

    /// The offending part of the text, after the parts that contain it, the largest first.
    #[must_use]
    pub fn found(&self) -> &[String] {
        &self.0.found
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.0.reason
    }
}

/// In English.
impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.found.iter().try_for_each(|found| write!(f, "`{found}`: "))?;
        Display::fmt(&self.0.reason, f)
    }
}

impl core::error::Error for ParseError {}

/// Text of others in an error: escaped, and truncated to 60 characters.
pub(crate) fn quote(text: &str) -> String {
    let kept: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(60).is_some() { "…" } else { "" };
    format!("{kept}{more}")
}

/// Parses a part of a text; an error quotes the whole text.
pub(crate) fn read_part<T: FromStr<Err = ParseError>>(
    whole: &str,
    part: &str,
) -> Result<T, ParseError> {
    if part.is_empty() {
        return Err(ParseError::new(whole, "wrong-place-missing"));
    }
    part.parse().map_err(|error: ParseError| error.within(whole))
}

/// The word if `on`, else the empty text.
pub(crate) const fn flag(on: bool, word: &str) -> &str {
    if on { word } else { "" }
}

/// Parses a decimal number up to `max`, without sign or leading zeros.
pub(crate) fn read_number(text: &str, max: u32) -> Result<u32, ParseError> {
    let wrong = || ParseError::new(text, Reason::new("wrong-number").with("max", max));
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if !plain {
        return Err(wrong());
    }
    text.parse().ok().filter(|n| *n <= max).ok_or_else(wrong)
}

/// Parses exactly `N` numbers between separators, such as `6,8,10`.
pub(crate) fn read_numbers<const N: usize>(
    text: &str,
    separator: char,
    max: u32,
) -> Result<[u32; N], ParseError> {
    let mut out = [0; N];
    let mut parts = text.split(separator);
    for slot in &mut out {
        let part =
            parts.next().ok_or_else(|| ParseError::new(text, numbers_reason(N, separator)))?;
        *slot = read_number(part, max)?;
    }
    match parts.next() {
        None => Ok(out),
        Some(_) => Err(ParseError::new(text, numbers_reason(N, separator))),
    }
}

fn numbers_reason(count: usize, separator: char) -> Reason {
    Reason::new("wrong-numbers").with("count", count).with("separator", separator.to_string())
}

/// Parses a point name such as `d4` into column and row, both zero-based.
pub(crate) fn column_and_row(text: &str) -> Option<(u8, u8)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let row = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [b'1', ones @ b'0'..=b'9'] => 10 + ones - b'0',
        _ => return None,
    };
    letter.is_ascii_lowercase().then(|| (letter - b'a', row - 1))
}

/// Inverse of [`column_and_row`].
pub(crate) fn write_point(f: &mut fmt::Formatter<'_>, column: u8, row: u8) -> fmt::Result {
    write!(f, "{}{}", char::from(b'a' + column), row + 1)
}

/// Tokens of a setup or position: bare words and `key=value`, in any order, without duplicates.
pub(crate) struct Words<'a> {
    words: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Words<'a> {
    /// Tokenises a text; unknown words and duplicates are errors.
    pub(crate) fn read(text: &'a str, known: &[&str]) -> Result<Words<'a>, ParseError> {
        let mut words: Vec<(&str, Option<&str>)> = Vec::new();
        for word in text.split_ascii_whitespace() {
            let (key, value) = match word.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (word, None),
            };
            if !known.contains(&key) {
                let why = Reason::new("wrong-word").with("known", known.join(", "));
                return Err(ParseError::new(key, why));
            }
            if words.iter().any(|(earlier, _)| *earlier == key) {
                return Err(ParseError::new(word, "wrong-word-twice"));
            }
            words.push((key, value));
        }
        Ok(Words { words })
    }

    fn remove(&mut self, key: &str) -> Option<Option<&'a str>> {
        let at = self.words.iter().position(|(word, _)| *word == key)?;
        Some(self.words.remove(at).1)
    }

    /// Removes a bare word; whether it was there.
    pub(crate) fn flag(&mut self, word: &str) -> Result<bool, ParseError> {
        match self.remove(word) {
            None => Ok(false),
            Some(None) => Ok(true),
            Some(Some(value)) => Err(ParseError::new(
                &format!("{word}={value}"),
                Reason::new("wrong-flag").with("word", word),
            )),
        }
    }

    /// Removes an optional key and returns its value.
    pub(crate) fn value(&mut self, key: &str) -> Result<Option<&'a str>, ParseError> {
        match self.remove(key) {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => {
                Err(ParseError::new(key, Reason::new("wrong-no-value").with("word", key)))
            }
        }
    }

    /// Removes a mandatory key and returns its value.
    pub(crate) fn required(&mut self, key: &str) -> Result<&'a str, ParseError> {
        self.value(key)?
            .ok_or_else(|| ParseError::new("", Reason::new("wrong-missing").with("word", key)))
    }
}

/// Writes the non-empty words, separated by spaces.
pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, words: &[&dyn Display]) -> fmt::Result {
    let mut first = true;
    for word in words {
        let word = word.to_string();
        if !word.is_empty() {
            write!(f, "{}{word}", if first { "" } else { " " })?;
            first = false;
        }
    }
    Ok(())
}

/// Splits into exactly `count` parts, such as the columns of a board; `reason` is the key of the error.
pub(crate) fn split_exact<'a>(
    text: &'a str,
    count: usize,
    reason: &'static str,
    separator: char,
) -> Result<Vec<&'a str>, ParseError> {
    let parts: Vec<&str> = text.split(separator).take(count + 1).collect();
    if parts.len() == count {
        Ok(parts)
    } else {
        Err(ParseError::new(text, Reason::new(reason).with("count", count)))
    }
}

/// The letters of a column, one for each of its `height` points, lowest first.
pub(crate) fn column_letters(column: &str, height: usize) -> Result<&[u8], ParseError> {
    if column.len() == height {
        Ok(column.as_bytes())
    } else {
        Err(ParseError::new(column, Reason::new("wrong-column").with("count", height)))
    }
}

/// Parses the seat to move, `turn=…`.
pub(crate) fn read_turn(words: &mut Words<'_>, seats: usize) -> Result<Seat, ParseError> {
    let text = words.required("turn")?;
    match read_number(text, seats as u32) {
        Ok(seat @ 1..) => Ok(Seat::new(seat as usize - 1)),
        _ => Err(ParseError::new(text, Reason::new("wrong-seat").with("seats", seats))),
    }
}
