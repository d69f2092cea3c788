//! Names that cannot be mistaken for another at the same table.

use std::collections::HashSet;
use std::sync::LazyLock;

use mohreh_protocol::{Person, limits, name_key};
use mohreh_texts::{Language, Texts};

/// Characters of the id in a mark.
const MARK_CHARS: usize = 4;

/// The person with a name unlike those of `others` and of bots. A name that looks like one of those is marked with the
/// last characters of the id.
pub(crate) fn marked_name<'a>(
    person: &Person,
    others: impl IntoIterator<Item = &'a Person>,
) -> Person {
    let key = name_key(&person.name);
    let is_taken = |other: &Person| other.id != person.id && name_key(&other.name) == key;
    if !is_name_of_bot(&key) && !others.into_iter().any(is_taken) {
        return person.clone();
    }
    let mark_at = person.id.len().saturating_sub(MARK_CHARS);
    let mark = person.id.get(mark_at..).unwrap_or_default();
    Person { id: person.id.clone(), name: format!("{} ({mark})", person.name) }
}

/// Whether a key of a name is that of a bot, in any language, apart from punctuation.
fn is_name_of_bot(key: &str) -> bool {
    static KEYS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let level = |level: u8| {
            let of = move |language| {
                Texts::new(language).with("say-computer-level", &[("level", level.into())])
            };
            let names = Language::ALL.into_iter().map(of);
            names.chain([format!("computer {level}")])
        };
        let names = limits::LEVELS.flat_map(level).chain(["computer".to_string()]);
        names.map(|name| letters(&name_key(&name))).collect()
    });
    KEYS.contains(&letters(key))
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, name: &str) -> Person {
        Person { id: id.to_string(), name: name.to_string() }
    }

    #[test]
    fn only_names_that_look_like_others_are_marked() {
        let sara = person("abcdefghij", "Sara");
        for (name, marked) in [
            ("Sara", "Sara (wxyz)"),
            ("S A R A", "S A R A (wxyz)"),
            ("Ѕаrа", "Ѕаrа (wxyz)"),
            ("Sarah", "Sarah"),
            ("Computer, level 3", "Computer, level 3 (wxyz)"),
            ("computer level 8", "computer level 8 (wxyz)"),
            ("Computer 3", "Computer 3 (wxyz)"),
            ("COMPUTER", "COMPUTER (wxyz)"),
            ("Computer 99", "Computer 99"),
        ] {
            let other = person("stuvuvwxyz", name);
            assert_eq!(marked_name(&other, [&sara]).name, marked);
        }
        assert_eq!(marked_name(&sara, [&sara]), sara, "one is not taken for oneself");
        let long = person("stuvuvwxyz", &"W".repeat(limits::NAME_CHARS));
        let marked = marked_name(&long, [&person("abcdefghij", &long.name)]);
        assert!(marked.name.chars().count() <= limits::MARKED_NAME_CHARS);
    }

    #[test]
    fn names_of_bots_are_known_in_every_language() {
        for language in Language::ALL {
            let text = Texts::new(language).with("say-computer-level", &[("level", 5u8.into())]);
            assert_ne!(marked_name(&person("stuvuvwxyz", &text), []).name, text);
        }
    }
}
