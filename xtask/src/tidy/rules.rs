//! Every rule id of `docs/rules/*.md` has a test named after it and is named by the rules pages of every language, and
//! neither tests nor pages name an unknown rule.

use std::collections::BTreeSet;

use super::Finding;
use super::files::File;

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let rules = files.iter().filter(|file| file.path.starts_with("docs/rules/"));
    let ids: BTreeSet<String> = rules.clone().flat_map(|file| ids(&file.text)).collect();
    let tests = files.iter().filter(|f| TESTS.iter().any(|folder| f.path.starts_with(folder)));
    let tests = tests.filter(|file| file.is_rust());
    let named: BTreeSet<String> = tests.flat_map(|file| names(&file.text)).collect();
    let mut findings: Vec<Finding> = ids
        .iter()
        .filter(|id| !named.contains(&prefix(id)))
        .map(|id| format!("{id} has no test: expected a name that begins with `{}_`", prefix(id)))
        .collect();
    let known: BTreeSet<String> = ids.iter().map(|id| prefix(id)).collect();
    let unknown = named.difference(&known);
    findings.extend(
        unknown.map(|name| format!("a test is named `{name}_…`, but there is no such rule")),
    );
    findings.extend(rules.flat_map(|file| untold(file, files)));
    if ids.is_empty() {
        findings.push("no rules found in docs/rules".to_string());
    }
    findings
}

/// Folders with tests of the rules, and of what is only told to players.
const TESTS: [&str; 2] = ["crates/games/tests/", "crates/texts/tests/"];

/// Differences between the ids of a game and those that its rules pages, `texts/LANGUAGE/rules/GAME.md`, name.
fn untold(rules: &File, files: &[File]) -> Vec<Finding> {
    let ids: BTreeSet<String> = ids(&rules.text).collect();
    let Some((_, name)) = rules.path.rsplit_once('/').filter(|_| !ids.is_empty()) else {
        return Vec::new();
    };
    let end = format!("/rules/{name}");
    let pages =
        files.iter().filter(|file| file.path.starts_with("texts/") && file.path.ends_with(&end));
    let mut findings = Vec::new();
    let mut languages = 0;
    for page in pages {
        languages += 1;
        let told = told(&page.text);
        let missing = ids.difference(&told).map(|id| format!("{} does not tell {id}", page.path));
        let unknown = told.difference(&ids).map(|id| format!("{}: no rule {id}", page.path));
        findings.extend(missing.chain(unknown));
    }
    if languages < 2 {
        findings
            .push(format!("{} has {languages} rules pages: expected one per language", rules.path));
    }
    findings
}

/// The ids that a rules page names, in braces: `… {Z5 Z6}`.
fn told(page: &str) -> BTreeSet<String> {
    let braces = page.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let words = braces.flat_map(|(inside, _)| inside.split_whitespace());
    words.filter(|word| is_id(word)).map(str::to_string).collect()
}

pub(super) fn ids(rules: &str) -> impl Iterator<Item = String> + '_ {
    rules.lines().filter_map(id)
}

/// The id of a line such as `- Z24a If …`.
fn id(line: &str) -> Option<String> {
    let word = line.strip_prefix("- ")?.split_whitespace().next()?;
    is_id(word).then(|| word.to_string())
}

/// A capital letter, a number, and perhaps a small letter.
fn is_id(word: &str) -> bool {
    let rest = word.strip_prefix(|c: char| c.is_ascii_uppercase());
    let number = rest.map(|rest| rest.trim_end_matches(|c: char| c.is_ascii_lowercase()));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// How names of tests begin: `Z6b` is `z06b`.
fn prefix(id: &str) -> String {
    let (letter, rest) = id.split_at(1);
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let (letter, more) = (letter.to_lowercase(), &rest[digits.len()..]);
    format!("{letter}{digits:0>2}{more}")
}

/// The ids that functions marked as tests are named after.
fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            is_test = true;
        } else if let Some(name) = line.strip_prefix("fn ") {
            let first = name.split('_').next().unwrap_or_default();
            let shape: String = first.chars().take(1).flat_map(char::to_uppercase).collect();
            let id = format!("{shape}{}", first.get(1..).unwrap_or_default());
            if is_test && is_id(&id) {
                names.push(first.to_string());
            }
            is_test = false;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{check, id, names, prefix};
    use crate::tidy::files::File;

    #[test]
    fn ids_and_names_are_found() {
        assert_eq!(id("- Z24a For (a) any"), Some("Z24a".to_string()));
        assert_eq!(id("- R3  The real grid"), Some("R3".to_string()));
        assert_eq!(id("- Ring: none"), None);
        assert_eq!(prefix("Z6b"), "z06b");
        assert_eq!(prefix("R15c"), "r15c");
        let text = "#[test]\nfn z06b_out() {}\nfn z07_helper() {}\n#[test]\nfn reads_text() {}";
        assert_eq!(names(text), ["z06b"]);
    }

    #[test]
    fn a_rule_without_a_test_is_found_and_a_test_without_a_rule() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [
            file("docs/rules/zertz.md", "- Z1  Marbles\n- Z2 Boards\n"),
            file(
                "crates/games/tests/zertz.rs",
                "#[test]\nfn z01_marbles() {}\n#[test]\nfn z99_no() {}",
            ),
        ];
        let findings = check(&files);
        assert_eq!(findings.len(), 3, "{findings:?}");
        assert!(findings[0].starts_with("Z2 has no test"));
        assert!(findings[1].contains("z99"));
        assert!(findings[2].contains("0 rules pages"));
    }

    #[test]
    fn a_page_that_omits_or_invents_a_rule_is_found() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [
            file("docs/rules/README.md", "One file for each game.\n"),
            file("docs/rules/zertz.md", "- Z1  Marbles\n- Z2 Boards\n"),
            file("texts/en/rules/zertz.md", "Marbles. {Z1}\n\nBoards. {Z2}\n"),
            file("texts/fa/rules/zertz.md", "Marbles and a {word}. {Z1 Z3}\n"),
            file("crates/games/tests/zertz.rs", "#[test]\nfn z01_marbles() {}"),
            file("crates/texts/tests/rules.rs", "#[test]\nfn z02_boards() {}"),
        ];
        assert_eq!(
            check(&files),
            ["texts/fa/rules/zertz.md does not tell Z2", "texts/fa/rules/zertz.md: no rule Z3"]
        );
    }
}
