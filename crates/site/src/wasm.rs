//! A crate of the workspace as wasm, with the script that browsers need to load it.

use std::path::PathBuf;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::{Result, root};

const TARGET: &str = "wasm32-unknown-unknown";

/// A wasm module and its script.
pub struct Module {
    pub script: Vec<u8>,
    pub wasm: Vec<u8>,
}

pub fn build(package: &str, profile: &str) -> Result<Module> {
    println!("building {package} …");
    let root = root();
    // What the page carries is small before it is fast; the engine is not. Where our parts came from on
    // this machine is nobody's business.
    let mut flags = Vec::new();
    if profile == "page" {
        flags.push("--cfg=small".to_string());
    }
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={}=", home.join("registry/src").display()));
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .current_dir(&root)
        .args(["build", "--lib", "--package", package, "--target", TARGET, "--profile", profile])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !done.success() {
        return Err(format!("{package} does not build"));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let name = package.replace('-', "_");
    let built = root.join(target).join(TARGET).join(profile).join(format!("{name}.wasm"));
    let mut output = bindgen(&built).map_err(|error| format!("{}: {error:#}", built.display()))?;
    Ok(Module { script: output.js().as_bytes().to_vec(), wasm: output.wasm_mut().emit_wasm() })
}

/// Where cargo keeps what it fetches.
fn cargo_home() -> Option<PathBuf> {
    let folder = |key: &str| std::env::var_os(key).map(PathBuf::from);
    folder("CARGO_HOME").or_else(|| Some(folder("HOME")?.join(".cargo")))
}

fn bindgen(
    built: &std::path::Path,
) -> std::result::Result<wasm_bindgen_cli_support::Output, Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(built)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.web(true)?;
    Ok(bindgen.generate_output()?)
}
