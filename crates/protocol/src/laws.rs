//! Laws of the wire types: reading and writing without serde is the same as with it, and both are as the schema says.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

use crate::wire::Source;
use crate::*;

/// Calls a function for each type that travels as JSON.
macro_rules! for_each_type {
    ($function:ident($argument:expr) in [$($name:ident),* $(,)?]) => {
        $($function::<$name>(stringify!($name), $argument)?;)*
    };
    ($function:ident($argument:expr)) => {
        for_each_type!($function($argument) in [
            Act, ActBody, ArchivePage, ArchiveQuery, Chat, ChatBody, Chatters, ClientMessage, Clock, ClockState, Code,
            CreatedToken, Entry, ExplorerPage, ExplorerQuery, ExplorerTurn, First, Identity, Invitation, Join, JudgedPosition, LabelBody, LobbyLists, NameBody, NewTable, OwnTable,
            Person, Phase, PlayBody, PublicHead, Refusal, ReviewPhase, ReviewState, ServerMessage, Sitter, Snapshot, TableQuery, Token,
        ])
    };
}

trait Message: Wire + Serialize + DeserializeOwned + PartialEq + Debug {}
impl<T: Wire + Serialize + DeserializeOwned + PartialEq + Debug> Message for T {}

type Checked = Result<(), TestCaseError>;

fn agrees_with_serde<T: Message>(_: &str, bytes: &[u8]) -> Checked {
    let value = T::sample(&mut Source(bytes));
    let by_serde = serde_json::to_string(&value).unwrap();
    let written: Value = serde_json::from_str(&value.to_text()).unwrap();
    prop_assert_eq!(&written, &serde_json::to_value(&value).unwrap());
    prop_assert_eq!(&serde_json::from_str::<T>(&value.to_text()).unwrap(), &value);
    prop_assert_eq!(T::from_text(&by_serde), Some(value), "{}", by_serde);
    Ok(())
}

fn ignores_unknown_fields<T: Message>(_: &str, bytes: &[u8]) -> Checked {
    let value = T::sample(&mut Source(bytes));
    let mut json = value.to_json();
    // Words are not objects: they stay as they are.
    json.set("added later", Json::from(vec![Json::Null, Json::object()]));
    prop_assert_eq!(T::from_json(&json), Some(value));
    Ok(())
}

/// Every value that arrives in place of another is refused, unless it means something itself.
fn reads_garbage_as_none<T: Message>(_: &str, json: &Json) -> Checked {
    if let Some(value) = T::from_json(json) {
        prop_assert_eq!(T::from_text(&value.to_text()), Some(value));
    }
    Ok(())
}

fn conforms_to_its_schema<T: Message>(_: &str, bytes: &[u8]) -> Checked {
    let mut schemas = Schemas::default();
    let schema = T::schema(&mut schemas);
    let value = T::sample(&mut Source(bytes)).to_json();
    prop_assert!(conforms(&value, &schema, &schemas), "{} {}", value, schemas.into_json());
    Ok(())
}

/// Whether a value has the form that a schema describes. Patterns and limits are not checked: samples ignore them.
fn conforms(value: &Json, schema: &Json, schemas: &Schemas) -> bool {
    let list = |name: &str| match schema.get(name) {
        Some(Json::List(list)) => list.as_slice(),
        _ => &[],
    };
    if let Some(reference) = schema.get("$ref").and_then(Json::as_text) {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        return conforms(value, schemas.get(name).unwrap(), schemas);
    }
    if let Some(constant) = schema.get("const") {
        return value == constant;
    }
    for union in ["anyOf", "oneOf"] {
        if schema.get(union).is_some() {
            return list(union).iter().filter(|one| conforms(value, one, schemas)).count() == 1;
        }
    }
    let fits = |kind: &Json| match (kind.as_text().unwrap(), value) {
        ("null", Json::Null) | ("boolean", Json::Bool(_)) => true,
        ("integer", Json::Number(_)) => value.as_u64().is_some(),
        // The names of games are a limit, not a form.
        ("string", Json::Text(text)) => {
            let words = list("enum");
            words.is_empty()
                || schema.get("description").is_some()
                || words.contains(&text.as_str().into())
        }
        ("array", Json::List(values)) => {
            let items = schema.get("items").unwrap();
            values.iter().all(|value| conforms(value, items, schemas))
        }
        ("object", Json::Object(fields)) => {
            let properties = schema.get("properties").unwrap();
            let described = |(name, value): &(String, Json)| {
                properties.get(name).is_some_and(|schema| conforms(value, schema, schemas))
            };
            let required = |name: &Json| value.get(name.as_text().unwrap()).is_some();
            fields.iter().all(described) && list("required").iter().all(required)
        }
        _ => false,
    };
    match schema.get("type").unwrap() {
        Json::List(kinds) => kinds.iter().any(fits),
        kind => fits(kind),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_and_writing_agree_with_serde(bytes in vec(any::<u8>(), 0..400)) {
        for_each_type!(agrees_with_serde(&bytes));
    }

    #[test]
    fn unknown_fields_are_ignored(bytes in vec(any::<u8>(), 0..200)) {
        for_each_type!(ignores_unknown_fields(&bytes));
    }

    #[test]
    fn values_have_the_form_that_the_schema_describes(bytes in vec(any::<u8>(), 0..400)) {
        for_each_type!(conforms_to_its_schema(&bytes));
    }

    #[test]
    fn values_of_other_types_are_no_panic(bytes in vec(any::<u8>(), 0..200)) {
        let message = ServerMessage::sample(&mut Source(&bytes)).to_json();
        for_each_type!(reads_garbage_as_none(&message));
    }

    /// Texts that are nearly JSON: the parser accepts exactly what serde's accepts.
    #[test]
    fn the_parser_accepts_what_serde_accepts(text in "[\\[\\]{}:,\"a0-2.eE+\\- \n\\\\n]{0,12}|(-?[0-2]{1,2}([.][0-2]{0,2})?([eE][+-]?[0-2]{0,2})?)") {
        let accepted = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        prop_assert_eq!(Json::parse(&text).is_some(), accepted, "{}", text);
    }

    #[test]
    fn damaged_texts_are_accepted_if_serde_accepts_them(bytes in vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(), to in any::<char>()) {
        let mut chars: Vec<char> = ServerMessage::sample(&mut Source(&bytes)).to_text().chars().collect();
        let at = at.index(chars.len());
        chars[at] = to;
        let text: String = chars.iter().collect();
        let by_serde = serde_json::from_str::<IgnoredAny>(&text);
        prop_assert_eq!(Json::parse(&text).is_some(), by_serde.is_ok(), "{}", text);
        let _ = ServerMessage::from_text(&text);
    }
}

#[test]
fn every_declared_type_is_checked() {
    let mut checked = Vec::new();
    fn note<T: Message>(name: &str, names: &mut Vec<String>) -> Checked {
        names.push(name.to_string());
        Ok(())
    }
    let mut note_all = || -> Checked {
        for_each_type!(note(&mut checked));
        Ok(())
    };
    note_all().unwrap();
    let sources = [
        include_str!("analysis.rs"),
        include_str!("message.rs"),
        include_str!("request.rs"),
        include_str!("state.rs"),
    ];
    let sources = sources.concat();
    let declared = sources.lines().filter_map(|line| {
        let rest = line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum "))?;
        rest.split(' ').next()
    });
    let mut declared: Vec<&str> = declared.collect();
    declared.sort_unstable();
    assert_eq!(checked, declared);
}

#[test]
fn escapes_are_read_and_written() {
    for (text, value) in [
        (r#""\u0041\/\b\f\n\r\t""#, Some("A/\u{8}\u{c}\n\r\t")),
        (r#""\ud834\udd1e""#, Some("𝄞")),
        (r#""\ud834""#, None),
        (r#""\udd1e""#, None),
        (r#""\ud834\u0041""#, None),
        (r#""\x""#, None),
        (r#""\u00g1""#, None),
        ("\"\u{1}\"", None),
        ("\"a", None),
    ] {
        assert_eq!(Json::parse(text), value.map(Json::from), "{text}");
        assert_eq!(serde_json::from_str::<String>(text).ok().as_deref(), value, "{text}");
    }
    assert_eq!(Json::from("\"\\\n").to_string(), r#""\"\\\u000a""#);
}

#[test]
fn deep_nesting_is_refused() {
    assert!(Json::parse(&["[".repeat(60), "]".repeat(60)].concat()).is_some());
    assert_eq!(Json::parse(&"[".repeat(1_000_000)), None);
    assert_eq!(Json::parse(&"{\"a\":".repeat(1_000_000)), None);
}

#[test]
fn numbers_are_exact_and_in_range() {
    let max = Json::from(u64::MAX);
    assert_eq!(u64::from_json(&max), Some(u64::MAX));
    assert_eq!(u32::from_json(&max), None);
    for text in ["-1", "1.0", "1e2", "\"1\"", "null", "18446744073709551616"] {
        assert_eq!(u64::from_text(text), None, "{text}");
    }
}

#[test]
fn words_are_those_of_serde() {
    for code in Code::ALL {
        assert_eq!(serde_json::to_string(&code).unwrap(), format!("\"{}\"", code.word()));
        assert!(!code.about().is_empty());
    }
    assert_eq!(Act::OfferDraw.word(), "offer-draw");
}
