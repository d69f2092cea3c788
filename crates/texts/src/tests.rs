//! Consistency of all messages across languages, games and sources.

mod speech;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use mohreh_games::edit::{Draft, Thing};
use mohreh_games::record::{RecordError, Tree};
use mohreh_games::show::{Choice, Show};
use mohreh_games::{AnyGame, Kind, Record, Status, with_kind};

use super::{Addressee, Language, Texts, Value, Who};

/// Fluent files of a language: (name, text).
fn files(language: Language, terminal: bool) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../texts").join(language.code());
    let terminal = terminal.then(|| folder.join("terminal"));
    let later = folder.join("later");
    let folders = [folder, later].into_iter().chain(terminal);
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
    // Everything else is a word.
    const NUMBERS: &str = "seat count rolls points rings level turns depth nodes height number face step all percent \
                           line max seats goal first last room pieces found turn need most limit own other die n \
                           failed inaccuracies mistakes blunders problems";
    let keys_of_all = Language::ALL.map(|language| keys(language, true));
    let names: BTreeSet<&String> =
        keys_of_all.iter().flat_map(BTreeMap::values).flat_map(|(names, _)| names).collect();
    let samples: Vec<Vec<(&str, Value)>> = (0..=3u8)
        .map(|n| {
            let value = |name: &str| match name {
                "who" => ["you", "named", "other", "lost"][usize::from(n)].into(),
                "side" => ["A", "B"][usize::from(n % 2)].into(),
                name if NUMBERS.split(' ').any(|number| number == name) => n.into(),
                _ => Value::from("d4"),
            };
            names.iter().map(|name| (name.as_str(), value(name))).collect()
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
    let english = keys(Language::English, true);
    let mut persian = keys(Language::Persian, true);
    // The English help is in the definitions of the arguments.
    persian.retain(|key, _| !key.starts_with("help-"));
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
        let (prompts, replies, notes, refusals) =
            with_kind!(kind, G => (G::PROMPTS, G::REPLIES, G::NOTES, G::REFUSALS));
        keys.extend(refusals.iter().map(|(key, _)| key.to_string()));
        keys.extend(prompts.iter().chain(replies).chain(notes).map(ToString::to_string));
        keys.insert(format!("{kind}-title"));
        let draft = Draft::of(&AnyGame::start(kind, "").unwrap());
        for selector in &draft.layout().selectors {
            if selector.word != "turn" && selector.die.is_none() {
                let key = format!("{kind}-edit-{}", selector.word);
                keys.extend([format!("{key}-is"), key]);
            }
        }
        if draft.layout().brushes.iter().any(|brush| matches!(brush.thing, Thing::Ground(_))) {
            keys.insert(format!("{kind}-edit-ground"));
        }
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

/// All string literals in the sources of these crates.
fn string_literals(crates: &[&str]) -> BTreeSet<String> {
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
    for krate in crates {
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate).join("src"), &mut found);
    }
    found
}

#[test]
fn every_message_is_used() {
    let sources = [
        "web", "site", "games", "protocol", "worker", "mohreh", "server", "draw", "texts",
        "foreign", "puzzles",
    ];
    let (of_games, literals) = (keys_of_games(), string_literals(&sources));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/banks");
    let files_of_banks = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let banks: String = files_of_banks.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let mut unused = Vec::new();
    for language in Language::ALL {
        let all: String = files(language, true).into_iter().map(|(_, text)| text).collect();
        for key in keys(language, true).keys() {
            let of_terminal = Kind::ALL.iter().any(|kind| *key == format!("{kind}-help"));
            // Words of the drawing, of arguments, of the server's refusals and of puzzles have a prefix here.
            let prefixed = ["draw-", "refused-", "puzzle-", "puzzle-asked-", "puzzle-goal-"]
                .iter()
                .any(|prefix| key.strip_prefix(prefix).is_some_and(|word| literals.contains(word)));
            let composed = key.starts_with("draw-alike-") || key.starts_with("help-");
            let idea = key.strip_prefix("puzzle-idea-");
            let of_banks = idea.is_some_and(|idea| banks.contains(&format!(" {idea} | ")));
            // Keys for pieces, buttons and seats are composed at run time.
            let own = |kind: &Kind| {
                let rest = key.strip_prefix(kind.name());
                rest.is_some_and(|rest| {
                    ["-piece-", "-button-", "-look-", "-name", "-edit-wrong-"]
                        .iter()
                        .any(|part| rest.starts_with(part))
                })
            };
            let used = of_games.contains(key)
                || literals.contains(key)
                || of_terminal
                || prefixed
                || composed
                || of_banks
                || Kind::ALL.iter().any(own)
                || all.contains(&format!("{{ {key} }}"));
            if !used {
                unused.push(key.clone());
            }
        }
    }
    assert_eq!(unused, [""; 0], "these are never said");
}

#[test]
fn every_key_in_the_sources_exists() {
    let english = keys(Language::English, true);
    let sources = ["web", "site", "games", "protocol", "worker", "mohreh"];
    for word in string_literals(&sources) {
        let key = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let is_message = ["say-", "wrong-", "cli-"].iter().any(|begin| word.starts_with(begin));
        if key && (is_message || word.contains("-wrong-")) && !word.ends_with('-') {
            assert!(
                english.contains_key(&word) || word.starts_with("help-"),
                "{word} has no sentence"
            );
        }
    }
}

/// What stands between isolates, the only place for notation and text of others in Persian.
fn without_isolates(text: &str) -> String {
    let mut parts = text.split(['\u{2066}', '\u{2069}']);
    let mut out = String::from(parts.next().unwrap_or_default());
    while let (Some(_), after) = (parts.next(), parts.next()) {
        out += after.unwrap_or_default();
    }
    out
}

fn assert_persian(text: &str) {
    let latin = without_isolates(text).chars().find(char::is_ascii_alphanumeric);
    assert_eq!(latin, None, "{text}");
}

/// Every reason for which a text or a step is rejected is known in both languages, and its Persian has no Latin letter
/// outside notation. `wrong.txt` has an example for each.
#[test]
fn every_reason_is_said_in_both_languages() {
    let of_reason = |key: &str| key.starts_with("wrong-") || key.contains("-wrong-");
    let mut open: BTreeSet<String> =
        string_literals(&["games"]).into_iter().filter(|key| of_reason(key)).collect();
    assert!(open.len() > 100, "{}", open.len());
    let (english, persian) = (Texts::new(Language::English), Texts::new(Language::Persian));
    let mut check = |error: RecordError| {
        let key = error.error.reason().key();
        open.remove(key);
        // The English of programs is the same sentence.
        let (plain, said) = (error.error.reason().to_string(), english.wrong(&error));
        let straight = said.replace(['“', '”'], "`");
        assert!(straight.contains(&plain), "{key}: {plain} / {said}");
        assert!(!plain.contains('{') && plain != key, "{key}: {plain}");
        let said = persian.wrong(&error);
        assert!(said.ends_with('.') && !said.contains('{') && !said.contains(key), "{said}");
        assert_persian(&said);
    };
    let mut fine = Vec::new();
    for line in include_str!("tests/wrong.txt").lines().filter(|line| !line.starts_with('#')) {
        let (toy, line) = match line.strip_prefix("toy ") {
            Some(line) => (true, line),
            None => (false, line),
        };
        let (what, text) = line.split_once(' ').unwrap();
        let text = text.replace("\\n", "\n");
        let error: Option<RecordError> = match what {
            _ if toy && !Kind::HAS_TOY => continue,
            "record" => Record::read(&text).err(),
            "line" => Record::from_line(&text).err(),
            "header" => {
                let (key, value) = text.split_once('=').unwrap();
                Record::new(Kind::ALL[0], "").unwrap().set_header(key, value).err()
            }
            "headers" => (0..99).find_map(|n| {
                Record::read(&(0..n).fold(text.clone(), |text, n| format!("{text}\nkey {n}: x")))
                    .err()
            }),
            kind => {
                let kind: Kind = kind.parse().unwrap();
                let (what, text) = text.split_once(' ').unwrap_or((&text, ""));
                match what {
                    "setup" => AnyGame::start(kind, text).err().map(Into::into),
                    "position" => AnyGame::parse(kind, text).err().map(Into::into),
                    "step" => Record::new(kind, "").unwrap().push(text).err(),
                    other => panic!("{other}"),
                }
            }
        };
        match error {
            Some(error) => check(error),
            None => fine.push(line),
        }
    }
    // After the end of a game, and with another result.
    for kind in Kind::ALL {
        let mut record = Record::from_line(kind.demo()).unwrap();
        if let Status::Over(_) = record.game().status() {
            let last = record.steps().last().unwrap().clone();
            check(record.push(&last).unwrap_err());
            check(record.set_header("result", "9").unwrap_err());
        }
    }
    check(marks().unwrap_err());
    let nested = Kind::ALL.iter().find_map(|kind| nested_variations(*kind).err());
    check(nested.expect("a game is long enough"));
    check(variations().unwrap_err());
    // The sources also have those of a game that is not compiled.
    open.retain(|key| {
        key.starts_with("wrong-") || Kind::ALL.iter().any(|kind| key.starts_with(kind.name()))
    });
    assert_eq!(
        (fine, open),
        (Vec::new(), BTreeSet::new()),
        "nothing is wrong; or no example in wrong.txt"
    );
}

/// More marks than a position may have.
fn marks() -> Result<Record, RecordError> {
    let marks: Vec<String> = (0..200).map(|n| format!("!a{n}")).collect();
    Record::from_line(&format!("{}||{}", Kind::ALL[0], marks.join(" ")))
}

/// Variations in variations, until that is refused or the game ends.
fn nested_variations(kind: Kind) -> Result<(), RecordError> {
    let mut record = Record::new(kind, "")?;
    let mut node = Tree::ROOT;
    loop {
        let mut last = node;
        // The second step leads to more of them than the first.
        for step in record.position(node).steps().iter().take(2) {
            last = record.add(node, step)?;
        }
        if last == node {
            return Ok(());
        }
        node = last;
    }
}

/// All replies to all steps, until that is refused.
fn variations() -> Result<(), RecordError> {
    let mut record = Record::new(Kind::ALL[0], "")?;
    let mut nodes = vec![Tree::ROOT];
    for next in 0.. {
        for step in record.position(nodes[next]).steps() {
            nodes.push(record.add(nodes[next], &step)?);
        }
    }
    Ok(())
}

/// The refusals of the server that have a reason of their own, and those of the dice check.
#[test]
fn every_refusal_is_said_in_both_languages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src");
    let mut reasons = BTreeSet::new();
    fn walk(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else {
                let text = std::fs::read_to_string(&path).unwrap();
                let words =
                    text.split(".because(\"").skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(words.map(|word| format!("refused-{word}")));
            }
        }
    }
    walk(&folder, &mut reasons);
    let known: BTreeSet<String> = keys(Language::Persian, false)
        .into_keys()
        .filter(|key| key.starts_with("refused-"))
        .collect();
    assert_eq!(reasons, known);
    let texts = Texts::new(Language::Persian);
    for key in &known {
        let said = texts.with(key, &[("count", 7u8.into())]);
        assert!(said.ends_with('.'), "{said}");
        assert_persian(&said);
    }
}

/// Texts of the page and the terminal have Latin letters only in notation and in names of techniques.
#[test]
fn persian_messages_are_persian() {
    const NAMES: [&str; 7] =
        ["GIF", "SHA", "QR", "SVG", "PNG", "rows = [\"H 3 5 S P1 4\", …]", "256"];
    let texts = Texts::new(Language::Persian);
    let keys = keys(Language::Persian, true);
    let variables: BTreeSet<&String> = keys.values().flat_map(|(variables, _)| variables).collect();
    let isolated = || Value::from("\u{2066}x\u{2069}");
    let args: Vec<(&str, Value)> =
        variables.into_iter().map(|name| (name.as_str(), isolated())).collect();
    let mut foreign = Vec::new();
    for key in keys.keys() {
        let said = texts.with(key, &args);
        let mut said: String = said.split('`').step_by(2).collect();
        for name in NAMES {
            said = said.replace(name, "");
        }
        if without_isolates(&said).contains(|c: char| c.is_ascii_alphanumeric()) {
            foreign.push(said);
        }
    }
    assert_eq!(foreign, [""; 0], "these have Latin letters or digits");
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
