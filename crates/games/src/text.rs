//! Reading text from outside: errors that say what is wrong, numbers, point names, and the
//! `word key=value` lines that setups and positions are written in.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;

use crate::game::Seat;

/// Text that could not be read: which part of it, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    found: String,
    why: String,
}

impl ParseError {
    /// Refuses `found`, of which at most 60 characters are kept.
    #[must_use]
    pub fn new(found: &str, why: impl Into<String>) -> ParseError {
        let kept: String = found.chars().take(60).flat_map(char::escape_debug).collect();
        let more = if found.chars().nth(60).is_some() { "…" } else { "" };
        ParseError { found: format!("{kept}{more}"), why: why.into() }
    }

    /// The part of the text that was refused.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    /// Why it was refused.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found.as_str() {
            "" => f.write_str(&self.why),
            found => write!(f, "`{found}`: {}", self.why),
        }
    }
}

impl core::error::Error for ParseError {}

/// Reads a part of a text; an error quotes the whole.
pub(crate) fn part<T: FromStr<Err = ParseError>>(whole: &str, part: &str) -> Result<T, ParseError> {
    if part.is_empty() {
        return Err(ParseError::new(whole, "a place is missing here"));
    }
    part.parse().map_err(|error: ParseError| ParseError::new(whole, error.to_string()))
}

/// A word that stands in a text only if it is meant.
pub(crate) const fn flag(on: bool, word: &str) -> &str {
    if on { word } else { "" }
}

/// A whole number without sign or leading zero, at most `most`.
pub(crate) fn number(text: &str, most: u32) -> Result<u32, ParseError> {
    let wrong = || ParseError::new(text, format!("expected a whole number from 0 to {most}"));
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if !plain {
        return Err(wrong());
    }
    text.parse().ok().filter(|n| *n <= most).ok_or_else(wrong)
}

/// Exactly `N` numbers between separators, such as `6,8,10`.
pub(crate) fn numbers<const N: usize>(
    text: &str,
    separator: char,
    most: u32,
) -> Result<[u32; N], ParseError> {
    let mut out = [0; N];
    let mut parts = text.split(separator);
    for slot in &mut out {
        let part = parts.next().ok_or_else(|| {
            ParseError::new(text, format!("expected {N} numbers separated by `{separator}`"))
        })?;
        *slot = number(part, most)?;
    }
    match parts.next() {
        None => Ok(out),
        Some(_) => Err(ParseError::new(
            text,
            format!("expected only {N} numbers separated by `{separator}`"),
        )),
    }
}

/// A column letter and a row number, such as `d4`, as (column, row), both counted from 0.
pub(crate) fn column_and_row(text: &str) -> Option<(u8, u8)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let row = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [b'1', ones @ b'0'..=b'9'] => 10 + ones - b'0',
        _ => return None,
    };
    letter.is_ascii_lowercase().then(|| (letter - b'a', row - 1))
}

/// Writes what [`column_and_row`] reads.
pub(crate) fn write_point(f: &mut fmt::Formatter<'_>, column: u8, row: u8) -> fmt::Result {
    write!(f, "{}{}", char::from(b'a' + column), row + 1)
}

/// The words of a setup or position: bare words and `key=value`, in any order, none twice.
pub(crate) struct Words<'a> {
    words: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Words<'a> {
    /// Reads the words of a text; any that is not among the known ones is refused.
    pub(crate) fn read(text: &'a str, known: &[&str]) -> Result<Words<'a>, ParseError> {
        let mut words: Vec<(&str, Option<&str>)> = Vec::new();
        for word in text.split_ascii_whitespace() {
            let (key, value) = match word.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (word, None),
            };
            if !known.contains(&key) {
                let why = format!("unknown word; known are: {}", known.join(", "));
                return Err(ParseError::new(key, why));
            }
            if words.iter().any(|(earlier, _)| *earlier == key) {
                return Err(ParseError::new(word, "this word is given twice"));
            }
            words.push((key, value));
        }
        Ok(Words { words })
    }

    fn remove(&mut self, key: &str) -> Option<Option<&'a str>> {
        let at = self.words.iter().position(|(word, _)| *word == key)?;
        Some(self.words.remove(at).1)
    }

    /// Takes a word that stands alone.
    pub(crate) fn flag(&mut self, word: &str) -> Result<bool, ParseError> {
        match self.remove(word) {
            None => Ok(false),
            Some(None) => Ok(true),
            Some(Some(value)) => Err(ParseError::new(
                &format!("{word}={value}"),
                format!("`{word}` stands alone, without a value"),
            )),
        }
    }

    /// Takes the value of a key that may be left out.
    pub(crate) fn value(&mut self, key: &str) -> Result<Option<&'a str>, ParseError> {
        match self.remove(key) {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => Err(ParseError::new(key, format!("expected a value: `{key}=…`"))),
        }
    }

    /// Takes the value of a key that must be there.
    pub(crate) fn needed(&mut self, key: &str) -> Result<&'a str, ParseError> {
        self.value(key)?.ok_or_else(|| ParseError::new("", format!("`{key}=…` is missing")))
    }
}

/// Joins words with blanks, leaving out what is empty.
pub(crate) fn join(f: &mut fmt::Formatter<'_>, words: &[&dyn Display]) -> fmt::Result {
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

/// Exactly `count` parts between separators, such as the columns of a board.
pub(crate) fn split<'a>(
    text: &'a str,
    count: usize,
    what: &str,
    separator: char,
) -> Result<Vec<&'a str>, ParseError> {
    let parts: Vec<&str> = text.split(separator).take(count + 1).collect();
    if parts.len() == count {
        Ok(parts)
    } else {
        Err(ParseError::new(text, format!("expected {count} {what} separated by `{separator}`")))
    }
}

/// The one-letter places of a column that has `height` of them, from the lowest up.
pub(crate) fn letters(column: &str, height: usize) -> Result<&[u8], ParseError> {
    if column.len() == height {
        Ok(column.as_bytes())
    } else {
        Err(ParseError::new(column, format!("expected a column of {height} places")))
    }
}

/// Whose turn it is, among `seats`.
pub(crate) fn turn(words: &mut Words<'_>, seats: usize) -> Result<Seat, ParseError> {
    let text = words.needed("turn")?;
    match number(text, seats as u32) {
        Ok(seat @ 1..) => Ok(Seat::new(seat as usize - 1)),
        _ => Err(ParseError::new(text, format!("expected a seat from 1 to {seats}"))),
    }
}
