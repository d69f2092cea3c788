//! Consistency of all messages across languages, games and sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use mohreh_games::show::{Arg, Choice, Name, Picked, Prompt, Scene, Show, pick};
use mohreh_games::{Game, Kind, Seat, Status, with_kind};
use mohreh_laws::{Rng, playout};

use super::{Addressee, Language, Texts, Value, Who};

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
            let more = ["height", "number", "face", "step", "all", "percent", "goal"];
            let words = ["spot", "piece", "from", "to", "steps", "name", "date", "rival"];
            let who = ["you", "named", "other", "lost"][usize::from(n)];
            let numbers = names.into_iter().chain(more).map(|name| (name, Value::from(n)));
            let words = words.map(|name| (name, Value::from("d4")));
            numbers.chain(words).chain([("who", Value::from(who))]).collect()
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
        let (prompts, replies, notes) = with_kind!(kind, G => (G::PROMPTS, G::REPLIES, G::NOTES));
        keys.extend(prompts.iter().chain(replies).chain(notes).map(ToString::to_string));
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
            // Keys for pieces, buttons and seats are composed at run time.
            let own = |kind: &Kind| {
                let rest = key.strip_prefix(kind.name());
                let ways = ["-piece-", "-button-", "-name"];
                rest.is_some_and(|rest| ways.iter().any(|way| rest.starts_with(way)))
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

/// The names of the players in the laws.
fn player(language: Language, seat: Seat) -> &'static str {
    let all = match language {
        Language::English => ["Sara", "Reza", "Mina", "Omid"],
        Language::Persian => ["سارا", "رضا", "مینا", "امید"],
    };
    all[seat.index()]
}

/// Formats a prompt as people hear it, and checks that it is a sentence of this language.
fn spoken(texts: &Texts, prompt: &Prompt, who: Who, scene: &Scene) -> String {
    let language = texts.language();
    let said = texts.say_to(prompt, &|seat| Addressee {
        who,
        name: seat.map(|seat| player(language, seat).to_string()).unwrap_or_default(),
    });
    assert!(said.ends_with(['.', '؟']) && !said.contains(['{', '$']), "{}: {said}", prompt.key);
    let game = prompt.key.split('-').next().unwrap();
    assert!(!said.contains(&format!("{game}-")), "a raw key: {said}");
    if language == Language::Persian {
        // Only names of spots are Latin.
        let ends = [' ', '،', '.', ':', '؛', '؟', '(', ')', '\u{2066}', '\u{2069}'];
        let foreign = said.split(ends).find(|word| {
            let latin = word.chars().any(|c| c.is_ascii_alphanumeric());
            latin && scene.names().all(|name| &*name != *word)
        });
        assert_eq!(foreign, None, "{said}");
    }
    said
}

/// Whether a sentence is in the second person.
fn is_to_you(language: Language, said: &str) -> bool {
    match language {
        Language::English => said.to_lowercase().split(' ').any(|word| word.starts_with("you")),
        Language::Persian => said.split([' ', ':', '.', '،']).any(|word| {
            word == "شما" || word == "شماست" || word.ends_with("ید") || word.ends_with("تان")
        }),
    }
}

/// Whom a prompt speaks to: the person, by "you"; one of several, or somebody else, by name.
fn names_whom_it_speaks_to(texts: &Texts, prompt: &Prompt, over: bool, scene: &Scene) {
    let language = texts.language();
    let seat = prompt.args.iter().find_map(|(name, arg)| match arg {
        Arg::Seat(seat) if *name == "seat" => Some(*seat),
        _ => None,
    });
    assert!(over || seat.is_some(), "{} speaks to nobody", prompt.key);
    let Some(seat) = seat else {
        spoken(texts, prompt, Who::Named, scene);
        return;
    };
    let forms =
        if over { [Who::You, Who::Lost, Who::Named] } else { [Who::You, Who::Other, Who::Named] };
    for who in forms {
        let said = spoken(texts, prompt, who, scene);
        match who {
            Who::You => assert!(is_to_you(language, &said), "{}: {said}", prompt.key),
            Who::Lost => {
                let lost = ["You lost", "باختید"].iter().any(|lost| said.contains(lost));
                assert!(lost && is_to_you(language, &said), "{}: {said}", prompt.key);
            }
            Who::Named | Who::Other => {
                assert!(said.contains(player(language, seat)), "{}: {said}", prompt.key);
            }
        }
        if over {
            let won = ["You won", "You share", "شما", "شریک"].iter().any(|won| said.contains(won));
            assert!(who != Who::You || won, "{}: {said}", prompt.key);
        }
    }
}

/// Checks what is asked, after every first touch too, and how every touch that leads nowhere is refused.
fn check_speech<G: Show>(texts: &Texts, game: &G, met: &mut BTreeSet<&'static str>) {
    let scene = game.scene();
    let over = matches!(game.status(), Status::Over(_));
    let mut ask = |prompt: Prompt| {
        met.insert(prompt.key);
        met.extend(prompt.parts);
        assert!(prompt.part < prompt.parts.len().max(1), "{}", prompt.key);
        for part in prompt.parts {
            assert!(texts.has(part), "{part}");
        }
        names_whom_it_speaks_to(texts, &prompt, over, &scene);
    };
    ask(game.prompt());
    let Picked::More(first) = pick(game, &[]) else { return };
    let mut selections = vec![Vec::new()];
    for name in first {
        if let Picked::More(_) = pick(game, &[name]) {
            ask(game.prompt_after(&[name]));
            selections.push(vec![name]);
        }
    }
    // Without a selection, with the first and with the last: often a piece of the supply, and one on the board.
    let last = selections.len() - 1;
    for (_, picked) in selections.iter().enumerate().filter(|(n, _)| *n < 2 || *n == last) {
        for name in scene.names() {
            let longer: Vec<Name> = picked.iter().copied().chain([name]).collect();
            let refused =
                [&longer[..], &[name]].iter().all(|path| pick(game, path) == Picked::Nothing);
            if refused && !picked.contains(&name) {
                let why = game.refusal(picked, name);
                met.insert(why.key);
                spoken(texts, &why, Who::Named, &scene);
            }
        }
    }
}

/// After every step of random games, in every variant and both languages, what is said names whom it speaks to, is a
/// whole sentence of its language, and contains no key.
#[test]
fn everything_said_at_a_table_names_whom_it_speaks_to() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => {
            let mut met = BTreeSet::new();
            for (seed, setup) in (0..2u64).flat_map(|seed| G::SAMPLES.iter().map(move |setup| (seed, setup))) {
                let setup = setup.parse().unwrap();
                let mut ply = seed;
                playout::<G>(&setup, &mut Rng::new(seed + 1), 400, |game| {
                    ply += 1;
                    for language in Language::ALL {
                        let texts = Texts::new(language);
                        names_whom_it_speaks_to(
                            &texts,
                            &game.prompt(),
                            matches!(game.status(), Status::Over(_)),
                            &game.scene(),
                        );
                        if ply % 5 == 0 {
                            check_speech(&texts, game, &mut met);
                        }
                        for button in game.scene().buttons {
                            assert!(texts.has(&format!("{kind}-button-{button}")), "{button}");
                        }
                    }
                });
            }
            for key in met {
                assert!(G::PROMPTS.contains(&key) || G::REPLIES.contains(&key), "{key} is not listed");
            }
        });
    }
}

#[test]
fn persian_digits_are_persian() {
    assert_eq!(Language::Persian.digits("10:59"), "۱۰:۵۹");
}

#[test]
fn a_name_begins_a_sentence_with_a_capital_letter() {
    let texts = Texts::new(Language::English);
    let computer = |who| Addressee { who, name: texts.text("say-the-computer") };
    assert_eq!(texts.sentence("say-has-won", &computer(Who::Lost).args()), "The computer won.");
    assert_eq!(texts.sentence("say-has-won", &computer(Who::You).args()), "You won.");
    let named = Addressee { who: Who::Named, name: "\u{2068}sara\u{2069}".into() };
    let said = texts.sentence("say-has-won", &named.args());
    assert_eq!(said, "\u{2068}sara\u{2069} won.", "a person's name is as they write it");
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
