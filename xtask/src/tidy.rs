//! `cargo xtask tidy`: checks that no compiler does.

mod architecture;
mod deny;
mod files;
mod lessons;
mod modules;
mod rules;
mod sentences;
mod walls;
mod wire_words;

use std::path::Path;

use serde_json::Value;

use crate::command::cargo;

/// A violation, with its place.
type Finding = String;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = files::all(root)?;
    let workspace = metadata(root, "Cargo.toml")?;
    let fuzz = metadata(root, "fuzz/Cargo.toml")?;
    let checks: [(&str, Vec<Finding>); 10] = [
        ("every rule has a test named after it, and is on every rules page", rules::check(&files)),
        ("every rule is taught by a step of a lesson", lessons::check(&files)),
        ("the walls between the crates stand", walls::check(&files)),
        ("modules have no cycles", modules::check(&files)),
        ("the page repeats no word of the protocol", wire_words::check(&files)),
        ("everything that the page says has a key", sentences::check(&files)),
        (
            "ARCHITECTURE.md names every crate and dependency",
            architecture::check(&files, &workspace),
        ),
        ("nothing is left open", files::left_open(&files)),
        ("links lead somewhere", files::links(root, &files)),
        ("licences and duplicates", deny::check(root, &files, &workspace, &fuzz)),
    ];
    let mut count = 0;
    for (name, findings) in checks {
        println!("{}  {name}", if findings.is_empty() { "ok " } else { "NOT" });
        for finding in &findings {
            println!("     {finding}");
        }
        count += findings.len();
    }
    match count {
        0 => Ok(()),
        count => Err(format!("tidy has {count} findings")),
    }
}

/// `cargo metadata`: all packages with their dependencies.
fn metadata(root: &Path, manifest: &str) -> Result<Value, String> {
    let args = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
    let text = cargo(root, &args).output()?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}
