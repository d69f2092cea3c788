//! The envelope of SGF: nodes of properties in a tree. Iterative, so that nesting costs no stack.

use mohreh_games::record::RecordError;
use mohreh_games::{ParseError, Reason};

/// A node: its properties in order, a property for each value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Node {
    pub(crate) properties: Vec<(String, String)>,
    /// Index of the node before it; `None` of the root.
    pub(crate) parent: Option<usize>,
}

impl Node {
    /// The first value of a property.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.properties.iter().filter(move |(other, _)| other == name);
        named.map(|(_, value)| value.as_str())
    }
}

/// Parses the first tree of a text, in the order of writing, the root first; returns what follows it too.
pub(crate) fn parse(text: &str) -> Result<(Vec<Node>, &str), RecordError> {
    let mut nodes: Vec<Node> = Vec::new();
    // Where each open parenthesis returns to.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut last: Option<usize> = None;
    let mut rest = text;
    let mut name = "";
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match c {
            '(' => open.push(last),
            ')' => {
                last = open.pop().ok_or_else(|| wrong(text, rest))?;
                if open.is_empty() {
                    return Ok((nodes, after));
                }
            }
            ';' => {
                nodes.push(Node { parent: last, ..Node::default() });
                last = Some(nodes.len() - 1);
                name = "";
            }
            '[' => {
                let (value, end) = value(after).ok_or_else(|| wrong(text, rest))?;
                // A value belongs to the node that was begun last.
                let node = nodes.last_mut().filter(|_| !name.is_empty());
                let node = node.ok_or_else(|| wrong(text, rest))?;
                node.properties.push((name.to_string(), value));
                rest = &after[end..];
                continue;
            }
            c if c.is_ascii_alphanumeric() => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                name = word;
                rest = after;
                continue;
            }
            c if c.is_whitespace() => {}
            _ => return Err(wrong(text, rest)),
        }
        rest = after;
    }
    Err(wrong(text, ""))
}

/// A value without its escapes, and where it ends; `None` if it does not.
fn value(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ']' => return Some((value, at + 1)),
            '\\' => value.push(chars.next()?.1),
            c => value.push(c),
        }
    }
    None
}

/// An error at the rest of a text, with its line.
fn wrong(text: &str, rest: &str) -> RecordError {
    let line = text[..text.len() - rest.len()].matches('\n').count() + 1;
    let found: String = rest.chars().take(20).collect();
    let error = RecordError::from(ParseError::new(&found, Reason::new("wrong-foreign-sgf")));
    RecordError { line: Some(line), ..error }
}
