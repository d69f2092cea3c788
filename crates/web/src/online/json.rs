//! JSON, parsed by the browser and written by hand; serde would add 30 kB of wasm.

use std::fmt::Write;

use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A parsed value. Missing fields read as `None` or empty.
#[derive(Clone)]
pub struct Json(JsValue);

impl Json {
    pub fn read(text: &str) -> Option<Json> {
        JSON::parse(text).ok().map(Json)
    }

    pub fn at(&self, name: &str) -> Json {
        Json(Reflect::get(&self.0, &name.into()).unwrap_or(JsValue::UNDEFINED))
    }

    pub fn text(&self, name: &str) -> Option<String> {
        self.at(name).0.as_string()
    }

    pub fn text_or_empty(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.at(name).as_number()
    }

    pub fn list(&self, name: &str) -> Vec<Json> {
        self.at(name).items()
    }

    /// The elements, if the value is an array.
    pub fn items(&self) -> Vec<Json> {
        match self.0.dyn_ref::<Array>() {
            Some(list) => list.iter().map(Json).collect(),
            None => Vec::new(),
        }
    }

    pub fn stringify(&self) -> String {
        JSON::stringify(&self.0).map(String::from).unwrap_or_default()
    }

    pub fn as_number(&self) -> Option<u64> {
        self.0.as_f64().map(|number| number as u64)
    }

    pub fn is_true(&self) -> bool {
        self.0.as_bool() == Some(true)
    }
}

/// Builder of a JSON object.
pub struct Message(String);

impl Message {
    pub fn new() -> Message {
        Message(String::new())
    }

    /// A socket message, which has a `type`.
    pub fn typed(message_type: &str) -> Message {
        Message::new().text("type", message_type)
    }

    /// Adds a field whose value is JSON already.
    pub fn json(mut self, name: &str, value: &str) -> Message {
        let separator = if self.0.is_empty() { '{' } else { ',' };
        // Writing to a `String` cannot fail.
        let _ = write!(self.0, "{separator}\"{name}\":{value}");
        self
    }

    pub fn text(self, name: &str, text: &str) -> Message {
        self.json(name, &quoted(text))
    }

    pub fn number(self, name: &str, number: u32) -> Message {
        self.json(name, &number.to_string())
    }

    pub fn done(self) -> String {
        if self.0.is_empty() { "{}".to_string() } else { self.0 + "}" }
    }
}

/// A JSON string literal.
pub fn quoted(text: &str) -> String {
    JSON::stringify(&text.into()).map(String::from).unwrap_or_default()
}
