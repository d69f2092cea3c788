//! ARCHITECTURE.md against `cargo metadata`: the crate map and the dependency table must be complete and true.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Finding;
use super::files::File;

const DOCUMENT: &str = "ARCHITECTURE.md";
/// The row above the dependency table.
const TABLE: &str = "| crate | used by | why |";

/// Names by name, such as crates and what each depends on.
type Graph = BTreeMap<String, BTreeSet<String>>;

pub(super) fn check(files: &[File], metadata: &Value) -> Vec<Finding> {
    let Some(document) = files.iter().find(|file| file.path == DOCUMENT) else {
        return vec![format!("{DOCUMENT} is missing")];
    };
    let (own, foreign) = dependencies(metadata);
    let mut findings = differences("crate map", &crate_map(&document.text), &own);
    findings.extend(differences("dependency table", &table(&document.text), &foreign));
    findings
}

/// The members of the workspace with the members that each depends on, and the crates of others with the members
/// that use them. Dev-dependencies on members do not count.
fn dependencies(metadata: &Value) -> (Graph, Graph) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_string();
    let short = |name: &str| name.strip_prefix("mohreh-").unwrap_or(name).to_string();
    let members: BTreeSet<String> = list(&metadata["workspace_members"])
        .iter()
        .filter_map(|id| Some(id.as_str()?.to_string()))
        .collect();
    let packages = list(&metadata["packages"]);
    let packages: Vec<&Value> = packages
        .iter()
        .filter(|package| package["id"].as_str().is_some_and(|id| members.contains(id)))
        .collect();
    let names: BTreeSet<String> = packages.iter().map(|package| name(package)).collect();
    let (mut own, mut foreign) = (Graph::new(), Graph::new());
    for package in packages {
        let user = short(&name(package));
        let uses = own.entry(user.clone()).or_default();
        for dependency in list(&package["dependencies"]) {
            let used = name(&dependency);
            if !names.contains(&used) {
                foreign.entry(used).or_default().insert(user.clone());
            } else if dependency["kind"] != "dev" {
                uses.insert(short(&used));
            }
        }
    }
    (own, foreign)
}

/// Reads lines such as `crates/draw   scenes as SVG   -> games` of the first code block.
fn crate_map(document: &str) -> Graph {
    let block = document.split("```").nth(1).unwrap_or_default();
    let entry = |line: &str| {
        let path = line.split_whitespace().next()?;
        let name = path.strip_prefix("crates/").or((path == "xtask").then_some(path))?;
        Some((name.to_string(), names(line.split_once("->").map_or("", |(_, uses)| uses))))
    };
    block.lines().filter_map(entry).collect()
}

/// Reads rows such as `| clap | mohreh, train | arguments |`.
fn table(document: &str) -> Graph {
    let rows = document.lines().skip_while(|line| *line != TABLE).skip(2);
    let entry = |row: &str| {
        let mut cells = row.strip_prefix('|')?.split('|').map(str::trim);
        Some((cells.next()?.to_string(), names(cells.next()?)))
    };
    rows.map_while(entry).collect()
}

/// The first word of each part between commas.
fn names(list: &str) -> BTreeSet<String> {
    list.split(',').filter_map(|part| part.split_whitespace().next()).map(String::from).collect()
}

fn differences(what: &str, said: &Graph, actual: &Graph) -> Vec<Finding> {
    let joined = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
    let mut findings = Vec::new();
    for (name, uses) in actual {
        match said.get(name) {
            None => {
                let uses = joined(uses);
                findings.push(format!("{DOCUMENT}, {what}: `{name}` ({uses}) is missing"));
            }
            Some(said) if said != uses => findings.push(format!(
                "{DOCUMENT}, {what}: `{name}` has `{}`, but cargo says `{}`",
                joined(said),
                joined(uses)
            )),
            Some(_) => {}
        }
    }
    let gone = said.keys().filter(|name| !actual.contains_key(*name));
    findings.extend(gone.map(|name| format!("{DOCUMENT}, {what}: there is no `{name}`")));
    findings
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::check;
    use crate::tidy::files::File;

    const TRUE: &str = "# Architecture\n```\ncrates/games    rules\ncrates/draw     pictures    -> games\nfuzz   laws\n```\n\
        ## Dependencies\n\n| crate | used by | why |\n|---|---|---|\n| clap | draw | arguments |\n| proptest | games (tests) | garbage |\n\nEnd.";

    fn metadata() -> Value {
        json!({
            "workspace_members": ["1", "2"],
            "packages": [
                {"id": "1", "name": "mohreh-games", "dependencies": [
                    {"name": "proptest", "kind": "dev"}, {"name": "mohreh-draw", "kind": "dev"}]},
                {"id": "2", "name": "mohreh-draw", "dependencies": [
                    {"name": "mohreh-games", "kind": null}, {"name": "clap", "kind": null}]},
                {"id": "3", "name": "clap", "dependencies": [{"name": "anstyle", "kind": null}]},
            ],
        })
    }

    fn findings(text: &str) -> usize {
        check(&[File { path: "ARCHITECTURE.md".into(), text: text.into() }], &metadata()).len()
    }

    #[test]
    fn a_true_document_has_no_findings() {
        assert_eq!(findings(TRUE), 0);
    }

    #[test]
    fn missing_wrong_and_superfluous_entries_are_found() {
        assert_eq!(findings(&TRUE.replace("    -> games", "")), 1);
        assert_eq!(findings(&TRUE.replace("crates/draw ", "crates/paint ")), 2);
        assert_eq!(findings(&TRUE.replace("| clap | draw", "| clap | games")), 1);
        assert_eq!(findings(&TRUE.replace("| clap | draw | arguments |\n", "")), 1);
        assert_eq!(findings(&TRUE.replace("\n\nEnd", "\n| serde | draw | JSON |\n\nEnd")), 1);
    }
}
