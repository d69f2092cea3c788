//! [`Wire`]: types that travel as JSON, read and written without serde.
//!
//! The implementations agree with those of serde by construction of the macro and by the laws in `laws.rs`. They are
//! for clients: unknown fields are ignored, and an error has no message.

use crate::json::Json;
#[cfg(feature = "json")]
use crate::schema::Schemas;

/// A type that travels as JSON. Derived for messages.
pub trait Wire: Sized {
    /// Reads a value; `None` if it does not have the form of this type.
    fn from_json(json: &Json) -> Option<Self>;

    /// The value as JSON.
    fn to_json(&self) -> Json;

    /// The JSON Schema of the type: inline, or a reference to a definition in `schemas`.
    #[cfg(feature = "json")]
    fn schema(schemas: &mut Schemas) -> Json;

    /// An arbitrary value.
    #[cfg(test)]
    fn sample(source: &mut Source) -> Self;

    /// Reads a text.
    fn from_text(text: &str) -> Option<Self> {
        Self::from_json(&Json::parse(text)?)
    }

    /// The value as text.
    fn to_text(&self) -> String {
        self.to_json().to_string()
    }
}

/// Reads a field of an object; a missing one reads as `null`.
pub(crate) fn field<T: Wire>(json: &Json, name: &str) -> Option<T> {
    T::from_json(json.get(name).unwrap_or(&Json::Null))
}

/// Entropy for arbitrary values; zeros once it is used up, so that every value is finite.
#[cfg(test)]
pub struct Source<'a>(pub &'a [u8]);

#[cfg(test)]
impl Source<'_> {
    fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((byte, rest)) => {
                self.0 = rest;
                *byte
            }
            None => 0,
        }
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// Numbers of all magnitudes.
    fn number(&mut self) -> u64 {
        let bytes = std::array::from_fn(|_| self.byte());
        u64::from_le_bytes(bytes) >> (8 * self.below(8))
    }
}

impl Wire for bool {
    fn from_json(json: &Json) -> Option<bool> {
        match json {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn to_json(&self) -> Json {
        (*self).into()
    }

    #[cfg(feature = "json")]
    fn schema(_: &mut Schemas) -> Json {
        Json::from([("type", "boolean".into())])
    }

    #[cfg(test)]
    fn sample(source: &mut Source) -> bool {
        source.below(2) == 1
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Wire for $integer {
            fn from_json(json: &Json) -> Option<$integer> {
                json.as_u64()?.try_into().ok()
            }

            fn to_json(&self) -> Json {
                (*self).into()
            }

            #[cfg(feature = "json")]
            fn schema(_: &mut Schemas) -> Json {
                Json::from([
                    ("type", "integer".into()),
                    ("minimum", 0u64.into()),
                    ("maximum", <$integer>::MAX.into()),
                ])
            }

            #[cfg(test)]
            fn sample(source: &mut Source) -> $integer {
                source.number() as $integer
            }
        }
    )*};
}

integers!(u8, u32, u64);

impl Wire for String {
    fn from_json(json: &Json) -> Option<String> {
        json.as_text().map(ToString::to_string)
    }

    fn to_json(&self) -> Json {
        self.as_str().into()
    }

    #[cfg(feature = "json")]
    fn schema(_: &mut Schemas) -> Json {
        Json::from([("type", "string".into())])
    }

    #[cfg(test)]
    fn sample(source: &mut Source) -> String {
        const LETTERS: [char; 12] =
            ['a', '7', ' ', '!', '"', '\\', '/', '\n', '\u{1}', '\u{200c}', 'م', '𝄞'];
        (0..source.below(6)).map(|_| LETTERS[source.below(LETTERS.len())]).collect()
    }
}

impl<T: Wire> Wire for Box<T> {
    fn from_json(json: &Json) -> Option<Box<T>> {
        T::from_json(json).map(Box::new)
    }

    fn to_json(&self) -> Json {
        (**self).to_json()
    }

    #[cfg(feature = "json")]
    fn schema(schemas: &mut Schemas) -> Json {
        T::schema(schemas)
    }

    #[cfg(test)]
    fn sample(source: &mut Source) -> Box<T> {
        Box::new(T::sample(source))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn from_json(json: &Json) -> Option<Option<T>> {
        match json {
            Json::Null => Some(None),
            json => T::from_json(json).map(Some),
        }
    }

    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::Null, Wire::to_json)
    }

    #[cfg(feature = "json")]
    fn schema(schemas: &mut Schemas) -> Json {
        crate::schema::nullable(T::schema(schemas))
    }

    #[cfg(test)]
    fn sample(source: &mut Source) -> Option<T> {
        (source.below(3) > 0).then(|| T::sample(source))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn from_json(json: &Json) -> Option<Vec<T>> {
        match json {
            Json::List(list) => list.iter().map(T::from_json).collect(),
            _ => None,
        }
    }

    fn to_json(&self) -> Json {
        Json::List(self.iter().map(Wire::to_json).collect())
    }

    #[cfg(feature = "json")]
    fn schema(schemas: &mut Schemas) -> Json {
        Json::from([("type", "array".into()), ("items", T::schema(schemas))])
    }

    #[cfg(test)]
    fn sample(source: &mut Source) -> Vec<T> {
        (0..source.below(4)).map(|_| T::sample(source)).collect()
    }
}
