//! Persian is written in one way everywhere: messages, rules pages, README.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::path::{Path, PathBuf};

/// Spellings that are not used, each with the one that is.
const ONE_SPELLING: [(&str, &str); 17] = [
    ("ي", "ی"),
    ("ك", "ک"),
    ("هر کس", "هرکس"),
    ("هر چه ", "هرچه "),
    ("هر کدام", "هرکدام"),
    ("همان جا", "همان‌جا"),
    ("این‌جا", "اینجا"),
    ("آن وقت", "آن‌وقت"),
    ("دو نفره", "دونفره"),
    ("چند نفره", "چندنفره"),
    ("در نمی‌آ", "درنمی‌آ"),
    ("معنا", "معنی"),
    ("نشان‌دار", "علامت‌دار"),
    ("قانون‌ها", "قوانین"),
    ("بازیکن‌ها", "بازیکنان"),
    ("\u{200c}\u{200c}", "\u{200c}"),
    ("\u{200c} ", " "),
];

/// All Persian texts that people read.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.fa.md")];
    let mut folders = vec![root.join("texts/fa")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

#[test]
fn persian_has_one_spelling_for_each_word() {
    for path in files() {
        for (number, line) in (1..).zip(std::fs::read_to_string(&path).unwrap().lines()) {
            let place = format!("{}:{number}", path.display());
            for (wrong, right) in ONE_SPELLING {
                assert!(!line.contains(wrong), "{place}: «{wrong}» is written «{right}»: {line}");
            }
            let dots = line.match_indices(" …").map(|(at, _)| line[..at].chars().last());
            let after_word = |last: Option<char>| last.is_some_and(char::is_alphabetic);
            assert!(!dots.into_iter().any(after_word), "{place}: a blank before «…»: {line}");
        }
    }
}

#[test]
fn persian_prose_has_persian_digits() {
    let is_prose = |path: &&PathBuf| {
        path.parent().is_some_and(|at| at.ends_with("rules") || at.ends_with("lessons"))
    };
    for path in files().iter().filter(is_prose) {
        for (number, line) in (1..).zip(std::fs::read_to_string(path).unwrap().lines()) {
            let prose = line.trim_start_matches(['>', ' ']);
            let list = prose.split_once(". ").filter(|(n, _)| n.parse::<u8>().is_ok());
            let text = list.map_or(prose, |(_, rest)| rest);
            let data =
                ["position:", "record:", "mark:", "arrow:"].iter().any(|k| text.starts_with(k));
            // Notation stands in backticks, rule ids in braces.
            let outside: String = text.split('`').step_by(2).collect();
            let outside = outside.rsplit_once('{').map_or(outside.as_str(), |(before, _)| before);
            let latin = !data && outside.contains(|c: char| c.is_ascii_digit());
            assert!(!latin, "{}:{number}: {line}", path.display());
        }
    }
}
