//! Runs wasm-bindgen, and splits the page: what only later pages use goes to a part of its own.

use std::path::Path;

use wasm_bindgen_cli_support::{Bindgen, Output};
use wasm_split_cli_support::Options;

use crate::Result;

/// A wasm module and its JavaScript glue.
pub(crate) struct Module {
    pub script: Vec<u8>,
    pub wasm: Vec<u8>,
    /// Parts that the script fetches by their names when they are first needed.
    pub parts: Vec<Part>,
}

/// A part of a module that is loaded later.
pub(crate) struct Part {
    /// How the script refers to it: `./NAME.wasm`.
    pub url: String,
    pub wasm: Vec<u8>,
}

/// Runs wasm-bindgen on the compiler's output.
pub(crate) fn bind(built: &Path) -> Result<Module> {
    let wasm = read(built)?;
    let (script, wasm) = bindgen(built, wasm)?;
    Ok(Module { script: script.into_bytes(), wasm, parts: Vec::new() })
}

/// Name of the script between the parts, which becomes a part of the module's script.
const LINK: &str = "./__wasm_split.js";

/// Splits the compiler's output, which has relocations, at the functions that are marked with `wasm_split`, and runs
/// wasm-bindgen on the first part. The others use its memory, its table and what it imports.
pub(crate) fn bind_split(built: &Path) -> Result<Module> {
    let whole = read(built)?;
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", built.display());
    let folder = built.with_extension("parts");
    // The names of the parts depend on their contents.
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| wrong(&error))?;
    }
    let main = folder.join("main.wasm");
    let mut options = Options::new(&whole);
    options.output_dir = &folder;
    options.main_out_path = &main;
    options.link_name = LINK;
    let split = wasm_split_cli_support::transform(options).map_err(|error| wrong(&error))?;
    let mut parts = Vec::new();
    for path in &split.split_modules {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        parts.push(Part {
            url: format!("./{}", name.unwrap_or_default()),
            wasm: without_names(&read(path)?).ok_or_else(|| wrong(&"not a wasm module"))?,
        });
    }
    let (script, wasm) = bindgen(built, read(&main)?)?;
    let link = folder.join(LINK);
    let link = std::fs::read_to_string(&link).map_err(|error| wrong(&error))?;
    let script = inline_link(&script, &link).map_err(|what| wrong(&what))?;
    Ok(Module { script: script.into_bytes(), wasm, parts })
}

/// Puts the link script into the glue that imports it: two files that import each other could not be named after their
/// contents.
fn inline_link(script: &str, link: &str) -> Result<String> {
    let from = format!(" from \"{LINK}\"");
    let import = script.lines().find(|line| line.contains(&from));
    let import = import.ok_or("the glue does not import the parts")?;
    let name = import.trim_start_matches("import * as ").split(' ').next().unwrap_or_default();
    let mut inlined = String::new();
    let mut exports = Vec::new();
    for line in link.lines() {
        // `initSync`, which is in the same file now.
        if line.starts_with("import ") {
            continue;
        }
        match line.strip_prefix("export const ") {
            Some(rest) => {
                exports.push(rest.split(' ').next().unwrap_or_default());
                inlined += "const ";
                inlined += rest;
            }
            None => inlined += line,
        }
        inlined += "\n";
    }
    inlined += &format!("const {name} = {{ {} }};", exports.join(", "));
    Ok(script.replacen(import, &inlined, 1))
}

/// A module without its custom sections, such as the names of functions.
fn without_names(module: &[u8]) -> Option<Vec<u8>> {
    const HEADER_BYTES: usize = 8;
    let (header, mut rest) = module.split_at_checked(HEADER_BYTES)?;
    let mut kept = header.to_vec();
    while let Some((id, after)) = rest.split_first() {
        // The length of a section is in LEB128.
        let (mut len, mut digits) = (0, 0);
        loop {
            let byte = *after.get(digits)?;
            len |= usize::from(byte & 0x7f).checked_shl(7 * digits as u32)?;
            digits += 1;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (section, next) = rest.split_at_checked(1 + digits + len)?;
        if *id != 0 {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    Some(kept)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn bindgen(built: &Path, wasm: Vec<u8>) -> Result<(String, Vec<u8>)> {
    let mut output =
        run_bindgen(built, wasm).map_err(|error| format!("{}: {error:#}", built.display()))?;
    Ok((output.js().to_string(), output.wasm_mut().emit_wasm()))
}

fn run_bindgen(
    built: &Path,
    wasm: Vec<u8>,
) -> std::result::Result<Output, Box<dyn std::error::Error>> {
    let name = built.file_stem().unwrap_or_default().to_string_lossy();
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(&name, wasm)
        .typescript(false)
        // The parts use the memory and the table of functions.
        .keep_lld_exports(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.web(true)?;
    Ok(bindgen.generate_output()?)
}
