//! Formats patterns compiled by the build script; build.rs documents their encoding.

use crate::Language;

/// Argument of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Inserted as is.
    Text(String),
    /// Inserted in the digits of the language; also selects plural variants.
    Number(u64),
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

macro_rules! numbers {
    ($($Number:ty),*) => {$(
        impl From<$Number> for Value {
            fn from(number: $Number) -> Value {
                Value::Number(number.into())
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64);

impl Value {
    fn write(&self, language: Language, out: &mut String) {
        match self {
            Value::Text(text) => out.push_str(text),
            Value::Number(number) => out.push_str(&language.digits(&number.to_string())),
        }
    }

    /// Whether the value selects a variant, by equality or plural category.
    fn is(&self, language: Language, key: &str) -> bool {
        match self {
            Value::Text(text) => text == key,
            Value::Number(number) => {
                let one = *number == 1 || language == Language::Persian && *number == 0;
                key == "one" && one || key.parse() == Ok(*number)
            }
        }
    }
}

/// Formats a pattern; `None` if an argument is missing.
pub(crate) fn format(pattern: &str, language: Language, args: &[(&str, Value)]) -> Option<String> {
    let mut out = String::new();
    write(pattern, language, args, &mut out)?;
    Some(out)
}

fn write(
    pattern: &str,
    language: Language,
    args: &[(&str, Value)],
    out: &mut String,
) -> Option<()> {
    let value = |name: &str| args.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
    let mut rest = pattern;
    while let Some(at) = rest.find(['\u{1}', '\u{3}']) {
        out.push_str(&rest[..at]);
        let inner = &rest[at + 1..];
        if rest[at..].starts_with('\u{1}') {
            let (name, after) = inner.split_once('\u{2}')?;
            value(name)?.write(language, out);
            rest = after;
        } else {
            let end = end_of_select(inner)?;
            let (name, variants) = inner[..end].split_once('\u{4}')?;
            let value = value(name)?;
            let chosen = variants_of(variants);
            let fits = chosen.iter().find(|(key, _)| value.is(language, key)).or(chosen.last());
            write(fits?.1, language, args, out)?;
            rest = &inner[end + 1..];
        }
    }
    out.push_str(rest);
    Some(())
}

/// End of the select expression whose start marker precedes `text`. Select expressions may be nested.
fn end_of_select(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '\u{3}' => depth += 1,
            '\u{6}' if depth == 0 => return Some(at),
            '\u{6}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// (key, pattern) of each variant of a select expression.
fn variants_of(text: &str) -> Vec<(&str, &str)> {
    let mut starts = vec![0];
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '\u{3}' => depth += 1,
            '\u{6}' => depth -= 1,
            '\u{4}' if depth == 0 => starts.push(at + 1),
            _ => {}
        }
    }
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(from, to)| &text[*from..to]);
    parts.filter_map(|part| part.split_once('\u{5}')).collect()
}
