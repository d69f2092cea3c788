//! What must hold of all sentences, in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_bundle::FluentResource;
use mohreh_games::show::{Choice, Show};
use mohreh_games::{Kind, with_kind};
use mohreh_laws::{Chance, playout};

use super::{Files, Language, Texts};

/// English alone: the terminal speaks no other language.
const TERMINAL: &str = "en/terminal.ftl";

#[test]
fn every_file_is_fluent() {
    for name in Files::iter() {
        let text = String::from_utf8(Files::get(&name).unwrap().data.to_vec()).unwrap();
        let read = FluentResource::try_new(text);
        assert!(read.is_ok(), "{name}: {:?}", read.err().map(|(_, errors)| errors));
    }
}

/// Each key of a language with the variables that its sentences speak of and whether it explains itself.
fn keys(language: Language, terminal: bool) -> BTreeMap<String, (BTreeSet<String>, bool)> {
    let mut keys = BTreeMap::new();
    let mut current: Option<String> = None;
    let folder = format!("{}/", language.code());
    for name in Files::iter().filter(|name| name.starts_with(&folder)) {
        if !terminal && name == TERMINAL {
            continue;
        }
        let text = String::from_utf8(Files::get(&name).unwrap().data.to_vec()).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((key, _)) = line.split_once(" =").filter(|(key, _)| !key.starts_with(' ')) {
                let fresh = keys.insert(key.to_string(), (BTreeSet::new(), false)).is_none();
                assert!(fresh, "{name}: {key} stands twice");
                current = Some(key.to_string());
            }
            let Some((variables, explains)) = current.as_ref().and_then(|key| keys.get_mut(key))
            else {
                continue;
            };
            *explains |= line.trim_start().starts_with(".about =");
            let parts = line.split('$').skip(1);
            variables.extend(parts.map(|part| {
                part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
            }));
        }
    }
    keys
}

#[test]
fn all_languages_have_the_same_keys_and_speak_of_the_same() {
    let english = keys(Language::English, false);
    let persian = keys(Language::Persian, false);
    let missing = |of: &BTreeMap<_, _>, other: &BTreeMap<String, _>| -> Vec<String> {
        other.keys().filter(|key| !of.contains_key(*key)).cloned().collect()
    };
    assert_eq!(missing(&persian, &english), [""; 0], "these keys have no Persian");
    assert_eq!(missing(&english, &persian), [""; 0], "these keys have no English");
    for (key, english) in &english {
        assert_eq!(&persian[key], english, "{key}: other variables, or no explanation");
    }
}

/// Keys that follow from the list of games.
fn keys_of_games() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for &kind in Kind::ALL {
        let (prompts, notes) = with_kind!(kind, G => (G::PROMPTS, G::NOTES));
        keys.extend(prompts.iter().chain(notes).map(ToString::to_string));
        keys.insert(format!("{kind}-title"));
        for offer in kind.offers() {
            keys.insert(format!("{kind}-offer-{}", offer.name));
            if let Choice::OneOf(ways) = offer.choice {
                keys.extend(
                    ways.iter().map(|way| format!("{kind}-offer-{}-{}", offer.name, way.name)),
                );
            }
        }
    }
    keys
}

#[test]
fn every_key_of_a_game_has_a_sentence() {
    for language in Language::ALL {
        let texts = Texts::new(language);
        for key in keys_of_games() {
            assert!(texts.has(&key), "{key} has no {language:?}");
        }
    }
    let texts = Texts::new(Language::English);
    for kind in Kind::ALL {
        assert!(texts.text(&format!("{kind}-help")).contains("rules in full"), "{kind}");
    }
}

/// All words between quotes in the sources of the parts that speak.
fn quoted() -> BTreeSet<String> {
    fn walk(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.extend(text.split('"').map(ToString::to_string));
            }
        }
    }
    let mut found = BTreeSet::new();
    for krate in ["web", "site"] {
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate).join("src"), &mut found);
    }
    found
}

#[test]
fn no_sentence_is_left_without_use() {
    let (of_games, quoted) = (keys_of_games(), quoted());
    for language in Language::ALL {
        let all: String = super::files(language).collect();
        for key in keys(language, true).keys() {
            let of_terminal = Kind::ALL.iter().any(|kind| *key == format!("{kind}-help"));
            // A game may have names of its own for its pieces, and its buttons have names.
            let own = |kind: &Kind| {
                let rest = key.strip_prefix(kind.name());
                rest.is_some_and(|rest| rest.starts_with("-piece-") || rest.starts_with("-button-"))
            };
            let used = of_games.contains(key)
                || quoted.contains(key)
                || of_terminal
                || Kind::ALL.iter().any(own)
                || all.contains(&format!("{{ {key} }}"));
            assert!(used, "{}: {key} is never said", language.code());
        }
    }
}

#[test]
fn what_the_page_says_exists() {
    let english = keys(Language::English, false);
    for word in quoted() {
        let key = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if key && word.starts_with("say-") {
            assert!(english.contains_key(&word), "{word} has no sentence");
        }
    }
}

#[test]
fn prompts_of_played_games_are_whole_sentences() {
    for language in Language::ALL {
        let texts = Texts::new(language);
        for &kind in Kind::ALL {
            with_kind!(kind, G => {
                for seed in 0..20 {
                    let setup = <G as mohreh_games::Game>::Setup::default();
                    playout::<G>(&setup, &mut Chance::new(seed), 400, |game| {
                        let said = texts.say(&game.prompt());
                        assert!(said.ends_with('.') && !said.contains('{'), "{said}");
                        for button in game.scene().buttons {
                            assert!(texts.has(&format!("{kind}-button-{button}")), "{button}");
                        }
                    });
                }
            });
        }
    }
}

#[test]
fn persian_is_written_in_persian() {
    let texts = Texts::new(Language::Persian);
    assert_eq!(Language::Persian.digits("10:59"), "۱۰:۵۹");
    for &kind in Kind::ALL {
        with_kind!(kind, G => {
            for seed in 0..5 {
                let setup = <G as mohreh_games::Game>::Setup::default();
                playout::<G>(&setup, &mut Chance::new(seed), 400, |game| {
                    let said = texts.say(&game.prompt());
                    // Only names of places stay as they are.
                    let foreign = said.split([' ', '،', '.', ':', '؛', '\u{2066}', '\u{2069}']).find(|word| {
                        let latin = word.chars().any(|c| c.is_ascii_alphanumeric());
                        latin && game.scene().names().all(|name| &*name != *word)
                    });
                    assert_eq!(foreign, None, "{said}");
                });
            }
        });
    }
}

#[test]
fn a_browser_gets_the_language_it_asks_for() {
    for (list, language) in [
        ("fa-IR,fa;q=0.9,en;q=0.8", Language::Persian),
        ("en-GB,en;q=0.9,fa;q=0.8", Language::English),
        ("de, fa;q=0.5", Language::Persian),
        ("de, fr", Language::English),
        ("fa;q=0, en;q=0.1", Language::English),
        ("", Language::English),
        (";;;,q=x,\u{fffd}", Language::English),
    ] {
        assert_eq!(Language::wanted(list), language, "{list}");
    }
}
