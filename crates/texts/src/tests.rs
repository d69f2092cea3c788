//! Consistency of all messages across languages, games and sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use mohreh_games::show::{Choice, Show};
use mohreh_games::{Kind, with_kind};
use mohreh_laws::{Rng, playout};

use super::{Language, Texts, Value};

/// Fluent files of a language: (name, text). The terminal's messages exist only in English.
fn files(language: Language, terminal: bool) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../texts").join(language.code());
    let terminal = (terminal && language == Language::English).then(|| folder.join("terminal"));
    let folders = std::iter::once(folder).chain(terminal);
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "ftl"));
    let texts = files.map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).unwrap())
    });
    texts.filter(|(_, text)| cfg!(feature = "toy") || !text.starts_with("# toy\n")).collect()
}

/// Our formatter agrees with `fluent-bundle` for every message.
#[test]
fn messages_format_like_fluent_bundle() {
    let samples: Vec<Vec<(&str, Value)>> = (0..=3u8)
        .map(|n| {
            let names =
                ["seat", "count", "rolls", "points", "rings", "level", "turns", "depth", "nodes"];
            let more = ["height", "number", "face", "step", "all", "percent"];
            let words = ["spot", "piece", "from", "to", "steps", "name", "date"];
            let numbers = names.into_iter().chain(more).map(|name| (name, Value::from(n)));
            numbers.chain(words.map(|name| (name, Value::from("d4")))).collect()
        })
        .collect();
    for language in Language::ALL {
        let texts = Texts::new(language);
        let mut bundle = FluentBundle::new(vec![language.code().parse().unwrap()]);
        bundle.set_use_isolating(false);
        for (name, text) in files(language, true) {
            let resource = FluentResource::try_new(text);
            let resource = resource.unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
            bundle.add_resource(resource).unwrap();
        }
        for key in keys(language, true).keys() {
            for args in &samples {
                let fluent: FluentArgs<'_> = args
                    .iter()
                    .map(|(name, value)| match value {
                        Value::Text(text) => (*name, FluentValue::from(text.as_str())),
                        Value::Number(number) => (*name, FluentValue::from(*number)),
                    })
                    .collect();
                let message = bundle.get_message(key).unwrap();
                let mut errors = Vec::new();
                let said =
                    bundle.format_pattern(message.value().unwrap(), Some(&fluent), &mut errors);
                assert!(errors.is_empty(), "{key}: {errors:?}");
                // Compare with ASCII digits: only our formatter localises arguments.
                let ours = texts.with(key, args);
                let plain = |text: &str| -> String {
                    text.chars()
                        .map(|c| match c {
                            '۰'..='۹' => char::from(b'0' + (c as u32 - '۰' as u32) as u8),
                            c => c,
                        })
                        .collect()
                };
                assert_eq!(plain(&ours), plain(&said), "{key}");
            }
        }
    }
}

/// Each key of a language with its variables and whether it has an `.about` attribute.
fn keys(language: Language, terminal: bool) -> BTreeMap<String, (BTreeSet<String>, bool)> {
    let mut keys = BTreeMap::new();
    let mut current: Option<String> = None;
    for (name, text) in files(language, terminal) {
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
fn all_languages_have_the_same_keys_and_variables() {
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

/// Keys derived from the list of games.
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
fn every_key_of_a_game_has_a_message() {
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

/// All string literals in the sources of `web` and `site`.
fn string_literals() -> BTreeSet<String> {
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
fn every_message_is_used() {
    let (of_games, literals) = (keys_of_games(), string_literals());
    for language in Language::ALL {
        let all: String = files(language, true).into_iter().map(|(_, text)| text).collect();
        for key in keys(language, true).keys() {
            let of_terminal = Kind::ALL.iter().any(|kind| *key == format!("{kind}-help"));
            // Keys for pieces and buttons are composed at run time.
            let own = |kind: &Kind| {
                let rest = key.strip_prefix(kind.name());
                rest.is_some_and(|rest| rest.starts_with("-piece-") || rest.starts_with("-button-"))
            };
            let used = of_games.contains(key)
                || literals.contains(key)
                || of_terminal
                || Kind::ALL.iter().any(own)
                || all.contains(&format!("{{ {key} }}"));
            assert!(used, "{}: {key} is never said", language.code());
        }
    }
}

#[test]
fn every_key_in_the_sources_exists() {
    let english = keys(Language::English, false);
    for word in string_literals() {
        let key = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if key && word.starts_with("say-") {
            assert!(english.contains_key(&word), "{word} has no sentence");
        }
    }
}

#[test]
fn prompts_of_random_games_are_whole_sentences() {
    for language in Language::ALL {
        let texts = Texts::new(language);
        for &kind in Kind::ALL {
            with_kind!(kind, G => {
                for seed in 0..20 {
                    let setup = <G as mohreh_games::Game>::Setup::default();
                    playout::<G>(&setup, &mut Rng::new(seed), 400, |game| {
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
                playout::<G>(&setup, &mut Rng::new(seed), 400, |game| {
                    let said = texts.say(&game.prompt());
                    // Only names of spots are Latin.
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

/// Ezafe is written after a final vowel, and heard by those who listen: «حلقه‌ی سفید», «تزارای مشکی».
#[test]
fn persian_nouns_of_pieces_have_their_ezafe() {
    let texts = Texts::new(Language::Persian);
    let forms = ["say-marble", "say-ring", "say-marker", "say-disc"].map(str::to_string);
    let keys = keys(Language::Persian, false);
    let own = keys.iter().filter(|(key, (variables, _))| {
        variables.is_empty()
            && Kind::ALL.iter().any(|kind| key.starts_with(&format!("{kind}-piece-")))
    });
    for key in own.map(|(key, _)| key).chain(&forms) {
        let noun = texts.text(key);
        let ezafe = match noun.chars().last() {
            Some('ه') => "\u{200c}ی",
            Some('ا' | 'و') => "ی",
            _ => "",
        };
        assert_eq!(texts.noun(key), noun.clone() + ezafe, "{key}");
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
        assert_eq!(Language::from_accept_language(list), language, "{list}");
    }
}

#[test]
fn packs_round_trip() {
    for language in Language::ALL {
        let texts = Texts::new(language);
        let unpacked = Texts::unpack(language, texts.pack());
        assert_eq!(unpacked.messages, texts.messages);
    }
    for garbage in ["", "\u{e}", "\u{f}\u{f}", "a", "a\u{e}b\u{f}c"] {
        let texts = Texts::unpack(Language::English, garbage.to_string());
        assert_eq!(texts.text("missing"), "missing");
    }
}
