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
    // What the page carries is small before it is fast; the engine is not.
    let flags = if profile == "page" { "--cfg small" } else { "" };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .current_dir(&root)
        .args(["build", "--lib", "--package", package, "--target", TARGET, "--profile", profile])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
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
