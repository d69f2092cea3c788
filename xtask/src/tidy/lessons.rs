//! Every rule id of `docs/rules/*.md` is taught by a step of `texts/lessons/*.txt`, or stands in `exempt.txt` there with
//! the reason.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::files::File;
use super::rules::ids;

const FOLDER: &str = "texts/lessons/";
const EXEMPT: &str = "texts/lessons/exempt.txt";

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let rules = files.iter().filter(|file| file.path.starts_with("docs/rules/"));
    let known: BTreeSet<String> = rules.flat_map(|file| ids(&file.text)).collect();
    let courses = files.iter().filter(|file| file.path.starts_with(FOLDER) && file.path != EXEMPT);
    let taught: BTreeMap<String, String> = courses.flat_map(taught).collect();
    let exempt = files.iter().filter(|file| file.path == EXEMPT).flat_map(exempt);
    let exempt: BTreeMap<String, String> = exempt.collect();
    let mut findings = Vec::new();
    for id in &known {
        match (taught.get(id), exempt.get(id)) {
            (None, None) => findings.push(format!("{id} is neither taught nor in {EXEMPT}")),
            (Some(step), Some(_)) => {
                findings.push(format!("{id} is in {EXEMPT}, but {step} teaches it"));
            }
            (None, Some(reason)) if reason.is_empty() => {
                findings.push(format!("{EXEMPT}: {id} has no reason"));
            }
            _ => {}
        }
    }
    let named = taught.iter().map(|(id, step)| (id, step.as_str()));
    for (id, place) in named.chain(exempt.keys().map(|id| (id, EXEMPT))) {
        if !known.contains(id) {
            findings.push(format!("{place}: there is no rule {id}"));
        }
    }
    findings
}

/// The ids that a course teaches, each with a step that does.
fn taught(course: &File) -> Vec<(String, String)> {
    let (mut lesson, mut step, mut all) = ("", "", Vec::new());
    for line in course.text.lines() {
        if let Some(id) = line.strip_prefix("## ") {
            step = id;
        } else if let Some(id) = line.strip_prefix("# ") {
            lesson = id;
        } else if let Some(ids) = line.strip_prefix("teaches:") {
            let place = format!("{} {lesson} {step}", course.path);
            all.extend(ids.split_whitespace().map(|id| (id.to_string(), place.clone())));
        }
    }
    all
}

/// Lines `ID: reason`.
fn exempt(file: &File) -> Vec<(String, String)> {
    let lines = file.text.lines().filter(|line| !line.starts_with(';'));
    let entries = lines.filter_map(|line| line.split_once(':'));
    entries.map(|(id, reason)| (id.trim().to_string(), reason.trim().to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::files::File;

    #[test]
    fn rules_that_no_step_teaches_are_found() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let rules = "- Z1  Marbles\n- Z2 Boards\n- Z3 Lots\n- Z4 Rings\n";
        let course = "# first\n## place\nteaches: Z1 Z9\n## remove\nteaches: Z4\n";
        let files = [
            file("docs/rules/zertz.md", rules),
            file("texts/lessons/zertz.txt", course),
            file("texts/lessons/exempt.txt", "; why\nZ3:\nZ4: no\nZ8: no\n"),
        ];
        assert_eq!(
            check(&files),
            [
                "Z2 is neither taught nor in texts/lessons/exempt.txt",
                "texts/lessons/exempt.txt: Z3 has no reason",
                "Z4 is in texts/lessons/exempt.txt, but texts/lessons/zertz.txt first remove teaches it",
                "texts/lessons/zertz.txt first place: there is no rule Z9",
                "texts/lessons/exempt.txt: there is no rule Z8",
            ]
        );
    }
}
