//! `deny.toml`: accepted licences, and crates that may be in the lock file twice. Checked here, and by cargo-deny where
//! it is installed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::Finding;
use super::files::File;
use crate::command::{cargo, find_program};

const FILE: &str = "deny.toml";

pub(super) fn check(root: &Path, files: &[File], workspace: &Value, fuzz: &Value) -> Vec<Finding> {
    let text = files.iter().find(|file| file.path == FILE).map_or("", |file| &file.text);
    let (workspace, fuzz) = (foreign(workspace), foreign(fuzz));
    let allowed = list(text, "allow");
    let mut findings = licences(&workspace, &allowed);
    findings.extend(licences(&fuzz, &allowed));
    findings.extend(duplicates(&workspace, &skipped(text)));
    // Advisories have to be fetched, so they are left to whoever runs `cargo deny check` by hand.
    let checks = ["deny", "--offline", "check", "bans", "licenses", "sources"];
    if find_program(&["cargo-deny"]).is_some() && cargo(root, &checks).run().is_err() {
        findings.push("cargo deny has findings; they are above".to_string());
    }
    findings
}

/// Third-party packages.
fn foreign(metadata: &Value) -> Vec<Value> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages.filter(|package| !package["source"].is_null()).cloned().collect()
}

/// The strings of a list, such as `allow = ["MIT", "ISC"]`.
fn list<'a>(toml: &'a str, key: &str) -> BTreeSet<&'a str> {
    let start = format!("\n{key} = [");
    let items = toml
        .split_once(&start)
        .map_or("", |(_, rest)| rest.split("\n]").next().unwrap_or_default());
    items.split('"').skip(1).step_by(2).collect()
}

/// The crates of `skip`, as `name@version`.
fn skipped(toml: &str) -> BTreeSet<&str> {
    list(toml, "skip").into_iter().filter(|item| item.contains('@')).collect()
}

fn field<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

fn licences(packages: &[Value], allowed: &BTreeSet<&str>) -> Vec<Finding> {
    let unwelcome = |package: &&Value| !is_allowed(field(package, "license"), allowed);
    let tell = |package: &Value| {
        let [name, version, licence] =
            ["name", "version", "license"].map(|key| field(package, key));
        format!("{name} {version}: licence `{licence}` is not in {FILE}")
    };
    packages.iter().filter(unwelcome).map(tell).collect()
}

/// Every part joined by AND has an allowed choice among those joined by OR.
fn is_allowed(licence: &str, allowed: &BTreeSet<&str>) -> bool {
    licence.split(" AND ").all(|part| {
        let choices = part.trim_matches(['(', ')']).split(" OR ").flat_map(|part| part.split('/'));
        choices.map(|choice| choice.trim_matches(['(', ')', ' '])).any(|one| allowed.contains(one))
    })
}

/// All versions of a crate but the newest must be in the list, and the list must name nothing else.
fn duplicates(packages: &[Value], skipped: &BTreeSet<&str>) -> Vec<Finding> {
    let mut versions: BTreeMap<&str, BTreeSet<(Vec<u64>, &str)>> = BTreeMap::new();
    for package in packages {
        let version = field(package, "version");
        let numbers =
            version.split(['.', '-', '+']).map_while(|number| number.parse().ok()).collect();
        versions.entry(field(package, "name")).or_default().insert((numbers, version));
    }
    let older = |(name, versions): (&&str, &BTreeSet<(Vec<u64>, &str)>)| {
        let all = versions.iter().map(|(_, version)| format!("{name}@{version}"));
        all.take(versions.len() - 1).collect::<Vec<_>>()
    };
    let older: BTreeSet<String> = versions.iter().flat_map(older).collect();
    let new = older.iter().filter(|one| !skipped.contains(one.as_str()));
    let gone = skipped.iter().filter(|one| !older.contains(**one));
    new.map(|one| {
        format!("{one} is in the lock file beside a newer version; {FILE} gives no reason")
    })
    .chain(gone.map(|one| format!("{FILE} skips {one}, which is not there twice")))
    .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{duplicates, is_allowed, licences, list, skipped};

    const TOML: &str = "[licenses]\nallow = [\n    \"MIT\",\n    \"Apache-2.0\", \"Unicode-3.0\",\n]\n[bans]\nskip = [\n    \
        { crate = \"syn@2.0.1\", reason = \"old macros\" },\n]\n";

    fn packages(all: &[(&str, &str, &str)]) -> Vec<Value> {
        all.iter()
            .map(|(name, version, license)| json!({"name": name, "version": version, "license": license}))
            .collect()
    }

    #[test]
    fn licences_are_judged_part_by_part() {
        let allowed = list(TOML, "allow");
        for licence in [
            "MIT OR Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
        ] {
            assert!(is_allowed(licence, &allowed), "{licence}");
        }
        for licence in ["MIT AND GPL-3.0", "", "GPL-3.0"] {
            assert!(!is_allowed(licence, &allowed), "{licence}");
        }
        let findings = licences(&packages(&[("a", "1.0.0", "MIT"), ("b", "1.0.0", "")]), &allowed);
        assert_eq!(findings.len(), 1);
    }

    #[test]
    fn duplicates_need_a_reason_and_reasons_need_a_duplicate() {
        let skipped = skipped(TOML);
        let twice =
            packages(&[("syn", "2.0.1", "MIT"), ("syn", "10.0.0", "MIT"), ("a", "1.0.0", "MIT")]);
        assert_eq!(duplicates(&twice, &skipped), [""; 0]);
        assert_eq!(duplicates(&twice[1..], &skipped).len(), 1);
        assert_eq!(duplicates(&twice, &Default::default()).len(), 1);
        let thrice = packages(&[("syn", "2.0.1", ""), ("syn", "3.0.0", ""), ("syn", "10.0.0", "")]);
        assert_eq!(duplicates(&thrice, &skipped).len(), 1);
    }
}
