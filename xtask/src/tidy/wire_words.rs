//! The words of the protocol (types, fields, codes, acts …) stand in its declarations alone: the page reads and writes
//! messages as types, so none of its code names a word of the wire.

use std::collections::BTreeSet;

use super::Finding;
use super::files::File;

/// Declarations, each with `derive(Wire)`.
const PROTOCOL: &str = "crates/protocol/src/";
/// Code that must not repeat them.
const PAGE: &str = "crates/web/src/";
/// Names in code that reads or writes messages. Records and settings, which have words of their own, are elsewhere.
const MESSAGES: [&str; 3] = ["Wire", "ClientMessage", "ServerMessage"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let words: BTreeSet<String> = files
        .iter()
        .filter(|file| file.path.starts_with(PROTOCOL))
        .flat_map(|file| declared(&file.text))
        .collect();
    let mut findings = Vec::new();
    if words.is_empty() {
        findings.push(format!("{PROTOCOL}: no declaration has `derive(Wire)`"));
    }
    for file in files.iter().filter(|file| file.path.starts_with(PAGE) && file.is_rust()) {
        let handles_messages =
            file.path.contains("/online") || file.code().any(|(_, line)| names(line, &MESSAGES));
        for (number, line) in file.code() {
            if names(line, &["Json", "JSON"]) || line.contains("\\\":") {
                findings.push(format!("{}:{number}: JSON is read or written by hand", file.path));
            }
            let named = literals(line).filter(|word| handles_messages && words.contains(*word));
            findings.extend(
                named.map(|word| {
                    format!("{}:{number}: `{word}` is a word of the protocol", file.path)
                }),
            );
        }
    }
    findings
}

/// Whether one of these names stands in a line.
fn names(line: &str, names: &[&str]) -> bool {
    line.split(|c: char| !c.is_alphanumeric()).any(|word| names.contains(&word))
}

/// Tags, fields and variants of the types that derive `Wire`.
fn declared(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut wire, mut inside) = (false, false);
    for line in text.lines() {
        if line.starts_with("#[derive(") {
            wire = line.contains("Wire)]");
        } else if wire && line.starts_with("#[serde(") {
            let tag = line.split("tag = \"").nth(1).and_then(|rest| rest.split('"').next());
            words.extend(tag.map(ToString::to_string));
        } else if line.starts_with("pub struct ") || line.starts_with("pub enum ") {
            inside = wire;
        } else if line.starts_with('}') {
            (wire, inside) = (false, false);
        } else if inside {
            words.extend(member(line.trim()));
        }
    }
    words
}

/// The word of a field or variant.
fn member(line: &str) -> Option<String> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = line.split_at(end);
    let is_field = name.starts_with(char::is_lowercase) && rest.starts_with(": ");
    let is_variant = name.starts_with(char::is_uppercase) && rest.starts_with([',', '(', ' ']);
    if is_field {
        return Some(name.to_string());
    }
    is_variant.then(|| {
        let mut word = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.extend(letter.to_lowercase());
        }
        word
    })
}

/// String literals of a line, without attributes of markup (`name="line"`) and names of message arguments
/// (`&[("name", …), ("count", …)]`), which have words of their own.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let parts: Vec<&str> = line.split('"').collect();
    let pairs: Vec<(&str, &str)> =
        parts.chunks(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
    pairs.into_iter().filter_map(|(before, literal)| {
        let is_attribute = before.ends_with('=');
        let is_argument = before.ends_with("&[(") || before.ends_with("), (");
        (!is_attribute && !is_argument).then_some(literal)
    })
}

#[cfg(test)]
mod tests {
    use super::{check, declared};
    use crate::tidy::files::File;

    const DECLARED: &str = "\
/// A message.
#[derive(Clone, Wire)]
#[cfg_attr(feature = \"json\", derive(Serialize, Deserialize))]
#[serde(tag = \"type\", rename_all = \"kebab-case\")]
pub enum Message {
    /// With fields.
    OfferDraw {
        /// Table id.
        table: String,
    },
    Head(Box<Head>),
    Open,
}

#[derive(Wire)]
pub struct Head {
    pub seats: Vec<u8>,
}

#[derive(Clone)]
pub struct Other {
    pub unrelated: u8,
}

impl Head {
    fn helper(argument: u8) {}
}
";

    #[test]
    fn declarations_give_the_words() {
        assert_eq!(declared(DECLARED), ["type", "offer-draw", "table", "head", "open", "seats"]);
    }

    #[test]
    fn words_are_found_in_code_that_handles_messages() {
        let page = |text: &str| {
            let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
            let text = format!("use mohreh_protocol::Wire;\n{text}");
            check(&[
                file("crates/protocol/src/message.rs", DECLARED),
                file("crates/web/src/a.rs", &text),
            ])
        };
        for fault in [
            "send(\"offer-draw\")",
            "\"head\" => {}",
            "if kind == \"open\" {}",
            "[(\"say-draw\", \"offer-draw\")]",
            "(\"open\", Icon::Close)",
            "let json = Json::parse(text);",
            "js_sys::JSON::parse(text)",
            "[\"{\\\"table\\\":\", id].concat()",
        ] {
            assert_eq!(page(fault).len(), 1, "{fault}");
        }
        for fine in [
            "<input name=\"seats\" type=\"text\" />",
            "say.with(\"say-x\", &[(\"table\", 1.into()), (\"seats\", 2.into())])",
            "say.text(\"say-open\")",
            "// \"open\"",
        ] {
            assert_eq!(page(fine), [""; 0], "{fine}");
        }
    }
}
