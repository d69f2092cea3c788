//! Third-party notices: the licences of all libraries in the binary and in the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

/// Crates that are distributed: the binary, and the wasm modules embedded in it.
const SHIPPED: [&str; 3] = ["mohreh", "mohreh-web", "mohreh-worker"];

/// Prefixes of licence file names, in upper case.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

const OPENING: &str = "\
Mohreh contains the libraries below, the Rust standard library (MIT OR Apache-2.0, by the Rust project), musl
(MIT, Copyright (c) 2005-2020 Rich Felker, et al.), SQLite (in the public domain) and the font Vazirmatn. After
the list stand the texts of their licences, each under the names of those that carry it.
";

/// The whole text. `more` are licences of what is not a crate, by name.
pub(super) fn text(metadata: &Value, more: &[(&str, String)]) -> Result<String, String> {
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in shipped(metadata)? {
        let field = |key: &str| package[key].as_str().unwrap_or_default();
        let name = format!("{} {}", field("name"), field("version"));
        list += &format!("{name}: {}\n", field("license"));
        let folder = Path::new(field("manifest_path")).parent().unwrap_or(Path::new(""));
        for text in licences(folder)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (name, text) in more {
        texts.entry(text.trim().to_string()).or_default().push((*name).to_string());
    }
    let mut all: Vec<_> = texts.iter().map(|(text, names)| (names.join(", "), text)).collect();
    all.sort();
    let line = "─".repeat(80);
    let texts: String =
        all.iter().map(|(names, text)| format!("\n{line}\n{names}\n\n{text}\n")).collect();
    Ok(format!("{OPENING}\n{list}{texts}"))
}

/// Third-party packages that ours link, sorted by name and version.
fn shipped(metadata: &Value) -> Result<Vec<&Value>, String> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let nodes = list(&metadata["resolve"]["nodes"]);
    let needs: BTreeMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, &node["deps"]))).collect();
    let is_ours = |package: &&Value| {
        package["source"].is_null() && SHIPPED.iter().any(|name| package["name"] == *name)
    };
    let mut open: Vec<&str> =
        packages.iter().filter(is_ours).filter_map(|package| package["id"].as_str()).collect();
    if open.len() != SHIPPED.len() {
        return Err(format!("cargo metadata does not list all of {}", SHIPPED.join(", ")));
    }
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let deps = needs.get(id).and_then(|deps| deps.as_array()).into_iter().flatten();
        // What only builds or tests is not in the product; `kind` is null for the rest.
        let linked = deps.filter(|dep| {
            dep["dep_kinds"]
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|k| k["kind"].is_null()))
        });
        open.extend(linked.filter_map(|dep| dep["pkg"].as_str()));
    }
    let mut found: Vec<&Value> = packages
        .iter()
        .filter(|package| !package["source"].is_null())
        .filter(|package| package["id"].as_str().is_some_and(|id| seen.contains(id)))
        .collect();
    found.sort_by_key(|package| (package["name"].as_str(), package["version"].as_str()));
    Ok(found)
}

/// The texts of the licences in the folder of a package.
fn licences(folder: &Path) -> Result<Vec<String>, String> {
    let wrong = |error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|begin| name.starts_with(begin)) {
            files.push(path);
        }
    }
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        Ok(text.trim().to_string())
    };
    files.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{shipped, text};

    fn metadata() -> Value {
        let package = |name: &str, source: Value| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source,
                    "manifest_path": concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml") })
        };
        let dep = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        json!({
            "packages": [
                package("mohreh", Value::Null),
                package("mohreh-web", Value::Null),
                package("mohreh-worker", Value::Null),
                package("below", json!("registry")),
                package("below-that", json!("registry")),
                package("builds", json!("registry")),
                package("tests", json!("registry")),
                package("stranger", json!("registry")),
            ],
            "resolve": { "nodes": [
                { "id": "mohreh", "deps": [
                    dep("below", Value::Null), dep("builds", json!("build")), dep("tests", json!("dev")) ] },
                { "id": "below", "deps": [dep("below-that", Value::Null), dep("mohreh", Value::Null)] },
                { "id": "stranger", "deps": [dep("below", Value::Null)] },
            ] },
        })
    }

    #[test]
    fn only_what_is_linked_is_listed() {
        let metadata = metadata();
        let found = shipped(&metadata).expect("all of ours are there");
        let names: Vec<_> = found.iter().filter_map(|package| package["name"].as_str()).collect();
        assert_eq!(names, ["below", "below-that"]);
        assert!(shipped(&json!({ "packages": [] })).is_err());
    }

    #[test]
    fn the_same_text_stands_once() {
        let more = [("A font", "Its own licence".to_string())];
        let text = text(&metadata(), &more).expect("folders can be read");
        assert!(text.contains("below 1.0.0: MIT\nbelow-that 1.0.0: MIT\n"), "{text}");
        // The packages of this test lie in our own folder, with our licences.
        let names = "below 1.0.0, below-that 1.0.0\n\nMIT License\n";
        assert_eq!(text.matches(names).count(), 1, "{text}");
        assert!(text.contains("A font\n\nIts own licence\n"), "{text}");
    }
}
