//! Reproducible build of the binary for a target.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Plan;
use crate::command::{call, cargo};
use crate::target::{Compiler, TARGETS, Target};

/// Environment variables that would change the output.
const NOT_TAKEN: [&str; 3] = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CFLAGS"];

/// `SOURCE_DATE_EPOCH` of C code (`__TIME__` in mimalloc). Constant: with the time of the last commit, cargo's cached
/// objects would differ from those of a fresh clone.
const COMPILED: &str = "0";

/// Unoptimised, to test the packaging.
const QUICK: [&str; 4] = [
    "profile.dist.lto=\"off\"",
    "profile.dist.opt-level=0",
    "profile.dist.codegen-units=16",
    "profile.dist.package.\"*\".opt-level=0",
];

/// Installs the standard library of a target if it is missing.
pub(super) fn add_library(root: &Path, target: &Target) -> Result<(), String> {
    let triple = target.triple();
    let folder =
        call("rustc", root, &["--print", "target-libdir", "--target", &triple]).output()?;
    if Path::new(folder.trim()).exists() {
        return Ok(());
    }
    println!("adding {triple} …");
    let added = call("rustup", root, &["target", "add", &triple]).run();
    added.map_err(|why| {
        format!("Rust's library for {triple} is missing, and rustup does not add it: {why}")
    })
}

/// `cargo metadata` for the page's target and for Linux.
pub(super) fn metadata(root: &Path) -> Result<Value, String> {
    let linux = TARGETS[0].triple();
    let args = ["metadata", "--format-version", "1", "--locked"];
    let platforms = ["--filter-platform", &linux, "--filter-platform", "wasm32-unknown-unknown"];
    let text = cargo(root, &[&args[..], &platforms].concat()).output()?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

/// Builds the binary; returns its path.
pub(super) fn binary(plan: &Plan, target: &Target, compiler: &Compiler) -> Result<PathBuf, String> {
    let triple = target.triple();
    let places = places(plan.root, &plan.build, &plan.metadata);
    let rust: Vec<String> =
        places.iter().map(|(from, to)| format!("--remap-path-prefix={from}={to}")).collect();
    let c = places.iter().map(|(from, to)| format!("-ffile-prefix-map={from}={to}"));
    let c: Vec<String> = compiler.flags().into_iter().chain(c).map(|flag| quoted(&flag)).collect();
    let folder = plan.build.to_string_lossy();
    let flags = format!("target.{triple}.rustflags={rust:?}");
    // The linker of the toolchain, with the C library of the toolchain.
    let linker = format!("target.{triple}.linker=\"rust-lld\"");
    let mut args = vec!["build", "--locked", "--profile", "dist", "--package", "mohreh"];
    args.extend(["--target", &triple, "--target-dir", &folder]);
    args.extend(["--config", &linker, "--config", &flags]);
    if plan.quick {
        args.extend(QUICK.iter().flat_map(|setting| ["--config", setting]));
    }
    let under = triple.replace('-', "_");
    let build = NOT_TAKEN.iter().fold(cargo(plan.root, &args), |call, key| call.without_env(key));
    build
        .env(&format!("CC_{under}"), &compiler.program)
        .env(&format!("CFLAGS_{under}"), &c.join(" "))
        .env("CC_SHELL_ESCAPED_FLAGS", "1")
        .env("SOURCE_DATE_EPOCH", COMPILED)
        .run()?;
    Ok(plan.build.join(triple).join("dist/mohreh"))
}

/// Quoted for the shell: paths may contain blanks.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Path prefixes of this machine and what they are remapped to in the binary. The last match wins.
fn places(root: &Path, build: &Path, metadata: &Value) -> Vec<(String, &'static str)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    // Libraries lie in one folder for each place that they were fetched from.
    let libraries: BTreeSet<String> = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|package| !package["source"].is_null())
        .filter_map(|package| Path::new(package["manifest_path"].as_str()?).ancestors().nth(2))
        .map(text)
        .collect();
    let mut places: Vec<_> = libraries.into_iter().map(|folder| (folder, "/libraries")).collect();
    places.push((text(root), "/mohreh"));
    places.push((text(build), "/build"));
    places
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::{places, quoted};

    #[test]
    fn a_flag_with_blanks_stays_one_word() {
        assert_eq!(quoted("-I/a folder"), "'-I/a folder'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn no_folder_of_this_machine_is_told() {
        let metadata = json!({ "packages": [
            { "source": "registry", "manifest_path": "/home/me/.cargo/registry/src/one-1/a-1.0/Cargo.toml" },
            { "source": "registry", "manifest_path": "/home/me/.cargo/registry/src/one-1/b-2.0/Cargo.toml" },
            { "source": "mirror", "manifest_path": "/vendored/c/Cargo.toml" },
            { "source": null, "manifest_path": "/home/me/mohreh/crates/games/Cargo.toml" },
        ] });
        let found =
            places(Path::new("/home/me/mohreh"), Path::new("/home/me/mohreh/target/x"), &metadata);
        let expected = [
            ("/home/me/.cargo/registry/src/one-1", "/libraries"),
            ("/vendored", "/libraries"),
            ("/home/me/mohreh", "/mohreh"),
            // After the folder that it lies in, since the last that fits counts.
            ("/home/me/mohreh/target/x", "/build"),
        ];
        assert_eq!(found, expected.map(|(from, to)| (from.to_string(), to)));
    }
}
