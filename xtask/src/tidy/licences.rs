//! Licences of everything that is built in: each must be one that goes with ours.

use std::path::Path;

use serde_json::Value;

use super::Finding;
use crate::command::cargo;

const WELCOME: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "NCSA",
    "Unicode-3.0",
    "Zlib",
];

pub fn check(root: &Path) -> Result<Vec<Finding>, String> {
    let mut packages = Vec::new();
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let args = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
        let text = cargo(root, &args).output()?;
        let metadata: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let listed = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
        packages.extend(listed.iter().filter(|package| !package["source"].is_null()).cloned());
    }
    let unwelcome = |package: &Value| {
        let licence = package["license"].as_str().unwrap_or("none");
        let name = package["name"].as_str().unwrap_or_default();
        let version = package["version"].as_str().unwrap_or_default();
        (!is_welcome(licence)).then(|| format!("{name} {version}: licence {licence}"))
    };
    Ok(packages.iter().filter_map(unwelcome).collect())
}

/// Every part joined by AND has a welcome choice among those joined by OR.
fn is_welcome(licence: &str) -> bool {
    licence.split(" AND ").all(|part| {
        let choices = part.trim_matches(['(', ')']).split(" OR ").flat_map(|part| part.split('/'));
        choices.map(|choice| choice.trim_matches(['(', ')', ' '])).any(|one| WELCOME.contains(&one))
    })
}

#[cfg(test)]
mod tests {
    use super::is_welcome;

    #[test]
    fn licences_are_judged_part_by_part() {
        assert!(is_welcome("MIT OR Apache-2.0"));
        assert!(is_welcome("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(is_welcome("MIT/Apache-2.0"));
        assert!(is_welcome("GPL-3.0 OR MIT"));
        assert!(!is_welcome("MIT AND GPL-3.0"));
        assert!(!is_welcome("none"));
    }
}
