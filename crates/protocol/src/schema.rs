//! JSON Schema of the types that travel as JSON, derived from their declarations: doc comments are descriptions,
//! attributes of serde decide what is required, and limits come from [`limits`].

use crate::json::Json;
use crate::limits;
use crate::wire::Wire;

/// Definitions by name, referred to as `#/components/schemas/NAME`.
#[derive(Default)]
pub struct Schemas(Vec<(String, Json)>);

impl Schemas {
    /// A reference to the definition of this name, which is made unless there is one.
    pub fn define(&mut self, name: &str, make: impl FnOnce(&mut Schemas) -> Json) -> Json {
        if self.get(name).is_none() {
            // Reserves the name, so that definitions are in the order of their use.
            let at = self.0.len();
            self.0.push((name.to_string(), Json::Null));
            let schema = make(self);
            self.0[at].1 = schema;
        }
        Json::from([("$ref", format!("#/components/schemas/{name}").into())])
    }

    /// A definition.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, schema)| schema)
    }

    /// A list of a type, of up to this length.
    pub fn list_of<T: Wire>(&mut self, most: u32) -> Json {
        let mut list = Vec::<T>::schema(self);
        list.set("maxItems", most.into());
        list
    }

    /// A reference to the variant of a tagged enum that this word names.
    pub fn variant_of<T: Wire>(&mut self, word: &str) -> Option<Json> {
        let reference = T::schema(self);
        let variant = self.resolve(&reference)?.get("discriminator")?.get("mapping")?.get(word)?;
        Some(Json::from([("$ref", variant.clone())]))
    }

    /// The definition that a reference refers to.
    pub fn resolve(&self, reference: &Json) -> Option<&Json> {
        self.get(reference.get("$ref")?.as_text()?.rsplit('/').next()?)
    }

    /// All definitions, as one object.
    pub fn into_json(self) -> Json {
        Json::Object(self.0)
    }
}

/// A property of an object.
pub struct Property {
    /// Schema of the type.
    pub schema: Json,
    /// Description.
    pub about: &'static str,
    /// Whether it is always there.
    pub required: bool,
    /// Value of a missing property.
    pub default: Option<Json>,
    /// More keywords.
    pub keywords: Vec<(&'static str, Json)>,
    /// More keywords for the elements of a list.
    pub items: Vec<(&'static str, Json)>,
}

/// Builder of the schema of an object.
pub struct ObjectSchema {
    about: &'static str,
    /// Whether properties that are not listed are refused.
    closed: bool,
    properties: Json,
    required: Vec<Json>,
}

impl ObjectSchema {
    /// An object without properties.
    pub fn new(about: &'static str, closed: bool) -> ObjectSchema {
        ObjectSchema { about, closed, properties: Json::object(), required: Vec::new() }
    }

    /// Adds a property that has the same value in every object.
    pub fn constant(&mut self, name: &str, value: &str) {
        self.properties.set(name, Json::from([("const", value.into())]));
        self.required.push(name.into());
    }

    /// Adds a property.
    pub fn property(&mut self, name: &str, property: Property) {
        let Property { mut schema, about, required, default, keywords, items } = property;
        for (keyword, value) in keywords {
            schema.set(keyword, value);
        }
        if !items.is_empty() {
            let mut element = schema.get("items").cloned().unwrap_or(Json::object());
            for (keyword, value) in items {
                element.set(keyword, value);
            }
            schema.set("items", element);
        }
        schema.set("description", about.into());
        if let Some(default) = default {
            schema.set("default", default);
        }
        self.properties.set(name, schema);
        if required {
            self.required.push(name.into());
        }
    }

    /// Adds the properties of another object.
    pub fn flatten(&mut self, schemas: &Schemas, reference: &Json) {
        let Some(inner) = schemas.resolve(reference) else { return };
        if let Some(properties) = inner.get("properties") {
            self.properties.extend(properties.clone());
        }
        if let Some(Json::List(required)) = inner.get("required") {
            self.required.extend(required.iter().cloned());
        }
    }
}

impl From<ObjectSchema> for Json {
    fn from(object: ObjectSchema) -> Json {
        let mut schema =
            Json::from([("type", "object".into()), ("description", object.about.into())]);
        schema.set("properties", object.properties);
        if !object.required.is_empty() {
            schema.set("required", Json::List(object.required));
        }
        if object.closed {
            schema.set("additionalProperties", false.into());
        }
        schema
    }
}

/// Schema of an internally tagged enum, from references to its variants.
pub(crate) fn one_of(about: &str, tag: &str, variants: &[(&str, Json)]) -> Json {
    let mut mapping = Json::object();
    for (word, variant) in variants {
        mapping.set(word, variant.get("$ref").cloned().unwrap_or(Json::Null));
    }
    let all: Vec<Json> = variants.iter().map(|(_, variant)| variant.clone()).collect();
    Json::from([
        ("description", about.into()),
        ("oneOf", Json::List(all)),
        ("discriminator", Json::from([("propertyName", tag.into()), ("mapping", mapping)])),
    ])
}

/// Schema of an enum of words, each with its description.
pub(crate) fn words(about: &str, words: &[(&str, &str)]) -> Json {
    let mut text = about.to_string();
    for (word, meaning) in words {
        text += &format!("\n- `{word}`: {meaning}");
    }
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    Json::from([("type", "string".into()), ("enum", words.into()), ("description", text.into())])
}

/// The same schema, or `null`.
pub(crate) fn nullable(mut schema: Json) -> Json {
    match schema.get("type").cloned() {
        Some(kind) => {
            schema.set("type", vec![kind, "null".into()].into());
            schema
        }
        None => {
            let null = Json::from([("type", "null".into())]);
            Json::from([("anyOf", vec![schema, null].into())])
        }
    }
}

/// Short names of all games.
pub(crate) fn kinds() -> Json {
    let names: Vec<&str> = mohreh_games::Kind::ALL.iter().map(|kind| kind.name()).collect();
    names.into()
}

/// Pattern of a random id of this length.
pub(crate) fn id(chars: usize) -> String {
    format!("^{}$", id_part(chars))
}

/// Pattern of the secret of a token.
pub(crate) fn token() -> String {
    format!("^{}{}$", limits::TOKEN_PREFIX, id_part(limits::SECRET_CHARS))
}

fn id_part(chars: usize) -> String {
    format!("[{}]{{{chars}}}", limits::ID_LETTERS)
}

/// Pattern of a dice nonce.
pub(crate) fn nonce() -> String {
    format!("^[A-Za-z0-9_-]{{0,{}}}$", limits::NONCE_BYTES)
}

/// Pattern of a SHA-256 or a seed in hexadecimal.
pub(crate) const HEX: &str = "^[0-9a-f]{64}$";

/// Pattern of the termination of a game.
pub(crate) fn end() -> String {
    let seat = format!("[1-{}]", mohreh_games::Seat::MOST);
    format!("^(rules|draw agreed|resigned {seat}|out of time {seat}|gone {seat}|aborted)$")
}

/// Pattern of an archive cursor, or of the id of a table.
pub(crate) const CURSOR: &str = "^([0-9]{1,19}-[A-Za-z0-9]*|[A-Za-z0-9]+)$";
