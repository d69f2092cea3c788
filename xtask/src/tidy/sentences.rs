//! Everything that people read on the page is a message with a key: no sentence, word or English error stands in its
//! code.

use super::Finding;
use super::files::File;

const PAGE: &str = "crates/web/src/";
/// File formats are called the same in every language.
const NAMES: [&str; 3] = ["GIF", "PNG", "SVG"];
/// Attributes whose values people read or hear.
const READ_ATTRIBUTES: [&str; 4] = ["aria-label=", "title=", "placeholder=", "alt="];
/// Conversions of errors to English text.
const ENGLISH_ERRORS: [&str; 4] =
    ["error.to_string()", "why.to_string()", "\"{error}\"", "refusal.why"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(PAGE) && file.is_rust()) {
        for (number, line) in file.code().take_while(|(_, line)| !line.contains("#[cfg(test)]")) {
            let mut find = |what: &str| findings.push(format!("{}:{number}: {what}", file.path));
            for (before, literal) in literals(line) {
                if is_read(before, literal) {
                    find(&format!("\"{literal}\" is read by people, and has no key"));
                }
            }
            if ENGLISH_ERRORS.iter().any(|english| line.contains(english)) {
                find("an error is shown in English");
            }
        }
    }
    findings
}

/// String literals of a line, each with what stands before it.
fn literals(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts: Vec<&str> = line.split('"').collect();
    let pairs: Vec<(&str, &str)> =
        parts.chunks(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
    pairs.into_iter()
}

fn is_read(before: &str, literal: &str) -> bool {
    let before = before.trim_end();
    if READ_ATTRIBUTES.iter().any(|attribute| before.ends_with(attribute)) {
        return has_letters(literal);
    }
    // Messages of panics, which are bugs.
    if before.ends_with(".expect(") {
        return false;
    }
    // Other attributes, of markup and of Rust.
    if before.ends_with('=') && (!before.ends_with(" =") || before.ends_with("reason =")) {
        return false;
    }
    let is_child = before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->");
    is_child && has_letters(literal) && !NAMES.contains(&literal) || is_prose(literal)
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// Whether two words of letters follow each other. Selectors have commas or signs between them, formats have braces,
/// and markup is not prose.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    let words: Vec<&str> = text.split(' ').collect();
    !text.contains('<') && words.windows(2).any(|two| is_word(two[0]) && is_word(two[1]))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::files::File;

    fn page(text: &str) -> usize {
        check(&[File { path: "crates/web/src/a.rs".into(), text: text.into() }]).len()
    }

    #[test]
    fn sentences_in_the_code_of_the_page_are_found() {
        for fault in [
            "let text = \"The game is over\";",
            "notify(\"no worker\")",
            "<button>\"Play\"</button>",
            "<button aria-label=\"Close\">{icon}</button>",
            "<img alt=\"A board\" />",
            "format!(\"Round {n} of these rounds\")",
            "Record::read(text).map_err(|error| error.to_string())?",
            "Notice::detail(refusal.why)",
        ] {
            assert_eq!(page(fault), 1, "{fault}");
        }
        for fine in [
            "<p class=\"notice wrong\">{say!(say, \"say-over\")}</p>",
            "dom::closest(&event, \"button, label, input\")",
            "r#\"<svg viewBox=\"{}\" aria-hidden=\"true\">\"#",
            "#[expect(clippy::panic, reason = \"use after disposal is a bug\")]",
            "format!(\"choose {level} {seed} {record}\")",
            "<b>\"SVG\"</b> \" · \"",
            "    .expect(\"a value that is there\")",
            "// \"A sentence in a comment\"",
            "#[cfg(test)]\nmod tests { const TEXT: &str = \"two words\"; }",
        ] {
            assert_eq!(page(fine), 0, "{fine}");
        }
    }
}
