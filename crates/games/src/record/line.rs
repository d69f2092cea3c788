//! The one-line format: with [`Record::to_line`] the main line, with [`Record::to_tree_line`] the whole tree.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::build::Builder;
use super::tree::Tree;
use super::walk::{Order, Visit};
use super::{Record, RecordError, line_parts};
use crate::playthrough::Playthrough;
use crate::text::ParseError;

/// Characters that comments do not hold as they are: the delimiter, the escape itself, and those that links use.
const ESCAPED: &str = "'!_~&#|";

impl Record {
    /// Parses the one-line format.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// assert_eq!(Record::from_line("yinsh||e5 f6")?.steps(), ["e5", "f6"]);
    /// let error = Record::from_line("yinsh||e5 e5").unwrap_err();
    /// assert_eq!(error.step, Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_line(line: &str) -> Result<Record, RecordError> {
        let (kind, setup, steps) = line_parts(line)?;
        let mut builder = Builder::new(&Playthrough::starting(kind, setup)?);
        let mut rest = steps.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '(' | ')' => 1,
                '\'' => {
                    let text = rest.get(1..).unwrap_or_default();
                    let open = || ParseError::new(rest, "wrong-comment-open");
                    let len = text.find('\'').ok_or_else(open)?;
                    builder.comment(&unescape(text.get(..len).unwrap_or_default()))?;
                    rest = text.get(len + 1..).unwrap_or_default().trim_start();
                    continue;
                }
                _ => {
                    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | '\'');
                    rest.find(ends).unwrap_or(rest.len())
                }
            };
            let (word, after) = rest.split_at(end);
            builder.word(word, 0)?;
            rest = after.trim_start();
        }
        builder.finish(Vec::new(), 0)
    }

    /// The one-line format of the main line, without comments and highlights.
    #[must_use]
    pub fn to_line(&self) -> String {
        format!("{}|{}|{}", self.kind(), self.setup(), self.steps().join(" "))
    }

    /// The one-line format with variations, comments and highlights, for links. The same as [`Record::to_line`] if
    /// there are none. Comments hold none of `_`, `~`, `&`, `#` and `|`, so that a link can use these.
    ///
    /// ```
    /// use mohreh_games::Record;
    ///
    /// let line = "yinsh||e5 !e5/red f6 'close by' (g7 'far!21') d4";
    /// let record = Record::from_line(line)?;
    /// assert_eq!(record.to_tree_line(), line);
    /// assert_eq!(record.to_line(), "yinsh||e5 f6 d4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_tree_line(&self) -> String {
        let mut line = format!("{}|{}|", self.kind(), self.setup());
        let start = line.len();
        let mut write = |word: &str| {
            let opened = line.len() == start || line.ends_with('(');
            if !opened && word != ")" {
                line.push(' ');
            }
            line.push_str(word);
        };
        self.tree().walk(Order::AfterStep, |visit| match visit {
            Visit::Open => write("("),
            Visit::Close => write(")"),
            Visit::Node(node) => {
                let tree = self.tree();
                if node != Tree::ROOT {
                    write(tree.step(node));
                }
                for highlight in tree.highlights(node) {
                    write(&highlight.to_string());
                }
                for comment in tree.comments(node) {
                    write(&format!("'{}'", escape(comment)));
                }
            }
        });
        line
    }
}

fn escape(comment: &str) -> String {
    let mut escaped = String::with_capacity(comment.len());
    for c in comment.chars() {
        if ESCAPED.contains(c) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "!{:02x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split('!');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let code = part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                plain.push(char::from(code));
                plain.push_str(part.get(2..).unwrap_or_default());
            }
            None => {
                plain.push('!');
                plain.push_str(part);
            }
        }
    }
    plain
}
