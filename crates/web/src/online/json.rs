//! JSON, read by the browser itself and written by hand: the page carries no reader of its own.

use std::fmt::Write;

use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Something that was read. Whatever is asked for and is not there is nothing.
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

    /// The same where nothing is an empty text.
    pub fn word(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.at(name).as_number()
    }

    pub fn list(&self, name: &str) -> Vec<Json> {
        self.at(name).parts()
    }

    /// The parts of a list that is the whole.
    pub fn parts(&self) -> Vec<Json> {
        match self.0.dyn_ref::<Array>() {
            Some(list) => list.iter().map(Json).collect(),
            None => Vec::new(),
        }
    }

    /// As it came.
    pub fn written(&self) -> String {
        JSON::stringify(&self.0).map(String::from).unwrap_or_default()
    }

    pub fn as_number(&self) -> Option<u64> {
        self.0.as_f64().map(|number| number as u64)
    }

    pub fn is_true(&self) -> bool {
        self.0.as_bool() == Some(true)
    }
}

/// A message that is being written.
pub struct Message(String);

impl Message {
    pub fn new() -> Message {
        Message(String::new())
    }

    /// One of those that go over the socket.
    pub fn of(kind: &str) -> Message {
        Message::new().text("type", kind)
    }

    /// A value that is JSON already.
    pub fn json(mut self, name: &str, value: &str) -> Message {
        let before = if self.0.is_empty() { '{' } else { ',' };
        // Writing into memory does not fail.
        let _ = write!(self.0, "{before}\"{name}\":{value}");
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

/// A text as JSON writes it.
pub fn quoted(text: &str) -> String {
    JSON::stringify(&text.into()).map(String::from).unwrap_or_default()
}
