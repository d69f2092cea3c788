//! JSON values: a parser and a printer without dependencies.
//!
//! The page reads and writes its messages with them, because serde adds 30 kB to its wasm; the schemas of the OpenAPI
//! document are such values too. Servers and programs use serde.

use std::fmt;

/// Nesting beyond which a text is rejected, so that hostile input cannot overflow the stack.
const MAX_DEPTH: usize = 64;

/// A JSON value. Objects keep the order of their fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written: integers stay exact, and nothing here needs the others.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses a text; `None` if it is not JSON.
    pub fn parse(text: &str) -> Option<Json> {
        let mut parser = Parser { rest: text };
        let value = parser.value(MAX_DEPTH)?;
        parser.skip_blanks();
        parser.rest.is_empty().then_some(value)
    }

    /// An object without fields.
    pub fn object() -> Json {
        Json::Object(Vec::new())
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Json::Object(_))
    }

    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => Some(&fields.iter().find(|(other, _)| other == name)?.1),
            _ => None,
        }
    }

    /// The string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is written as an unsigned integer.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Json::Number(number) => number.parse().ok(),
            _ => None,
        }
    }

    /// Sets a field of an object, in place if it exists; other values have none.
    pub fn set(&mut self, name: &str, value: Json) {
        if let Json::Object(fields) = self {
            match fields.iter_mut().find(|(other, _)| other == name) {
                Some((_, old)) => *old = value,
                None => fields.push((name.to_string(), value)),
            }
        }
    }

    /// Appends the fields of another object.
    pub fn extend(&mut self, other: Json) {
        if let (Json::Object(fields), Json::Object(more)) = (self, other) {
            fields.extend(more);
        }
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(number: u64) -> Json {
        Json::Number(number.to_string())
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Json {
        u64::from(number).into()
    }
}

impl From<u8> for Json {
    fn from(number: u8) -> Json {
        u64::from(number).into()
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Json {
        (number as u64).into()
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        text.to_string().into()
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(list: Vec<T>) -> Json {
        Json::List(list.into_iter().map(Into::into).collect())
    }
}

impl<const N: usize> From<[(&str, Json); N]> for Json {
    fn from(fields: [(&str, Json); N]) -> Json {
        Json::Object(fields.map(|(name, value)| (name.to_string(), value)).into())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(true) => f.write_str("true"),
            Json::Bool(false) => f.write_str("false"),
            Json::Number(number) => f.write_str(number),
            Json::Text(text) => write_text(f, text),
            Json::List(list) => {
                let mut separator = "[";
                for value in list {
                    f.write_str(separator)?;
                    value.fmt(f)?;
                    separator = ",";
                }
                f.write_str(if list.is_empty() { "[]" } else { "]" })
            }
            Json::Object(fields) => {
                let mut separator = "{";
                for (name, value) in fields {
                    f.write_str(separator)?;
                    write_text(f, name)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                    separator = ",";
                }
                f.write_str(if fields.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    use fmt::Write;
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                f.write_char('\\')?;
                f.write_char(c)?;
            }
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Recursive descent over the rest of a text.
struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Skips blanks and takes this token, if it is next.
    fn takes(&mut self, token: &str) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        let depth = depth.checked_sub(1)?;
        if self.takes("{") {
            let mut fields = Vec::new();
            if self.takes("}") {
                return Some(Json::Object(fields));
            }
            loop {
                self.takes("\"").then_some(())?;
                let name = self.text()?;
                self.takes(":").then_some(())?;
                fields.push((name, self.value(depth)?));
                if !self.takes(",") {
                    return self.takes("}").then_some(Json::Object(fields));
                }
            }
        }
        if self.takes("[") {
            let mut list = Vec::new();
            if self.takes("]") {
                return Some(Json::List(list));
            }
            loop {
                list.push(self.value(depth)?);
                if !self.takes(",") {
                    return self.takes("]").then_some(Json::List(list));
                }
            }
        }
        if self.takes("\"") {
            return self.text().map(Json::Text);
        }
        if self.takes("null") {
            return Some(Json::Null);
        }
        if self.takes("true") {
            return Some(Json::Bool(true));
        }
        if self.takes("false") {
            return Some(Json::Bool(false));
        }
        self.number()
    }

    /// The rest of a string, after its opening quote.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.char()? {
                '"' => return Some(text),
                '\\' => text.push(match self.char()? {
                    c @ ('"' | '\\' | '/') => c,
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => self.escaped()?,
                    _ => return None,
                }),
                c if c < ' ' => return None,
                c => text.push(c),
            }
        }
    }

    fn char(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next();
        self.rest = chars.as_str();
        c
    }

    /// The character of `\uXXXX`, or of a surrogate pair of these.
    fn escaped(&mut self) -> Option<char> {
        let unit = self.unit()?;
        if !(0xd800..0xdc00).contains(&unit) {
            return char::from_u32(unit);
        }
        self.rest = self.rest.strip_prefix("\\u")?;
        let low = self.unit()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low)
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | self.char()?.to_digit(16)?;
        }
        Some(unit)
    }

    fn number(&mut self) -> Option<Json> {
        let before = self.rest;
        let skip =
            |rest: &mut &str, signs: &[char]| *rest = rest.strip_prefix(signs).unwrap_or(rest);
        // Whether there was a digit, and all after it are skipped.
        let digits = |rest: &mut &str| {
            let more = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let some = more.len() < rest.len();
            *rest = more;
            some
        };
        skip(&mut self.rest, &['-']);
        match self.rest.strip_prefix('0') {
            Some(rest) => self.rest = rest,
            None => digits(&mut self.rest).then_some(())?,
        }
        if let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            digits(&mut self.rest).then_some(())?;
        }
        if let Some(rest) = self.rest.strip_prefix(['e', 'E']) {
            self.rest = rest;
            skip(&mut self.rest, &['+', '-']);
            digits(&mut self.rest).then_some(())?;
        }
        let number = before.strip_suffix(self.rest)?;
        Some(Json::Number(number.to_string()))
    }
}
