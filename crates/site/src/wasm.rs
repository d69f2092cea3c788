//! Runs wasm-bindgen.

use std::path::Path;

use wasm_bindgen_cli_support::{Bindgen, Output};

use crate::Result;

/// A wasm module and its JavaScript glue.
pub(crate) struct Module {
    pub script: Vec<u8>,
    pub wasm: Vec<u8>,
}

/// Runs wasm-bindgen on the compiler's output.
pub(crate) fn bind(built: &Path) -> Result<Module> {
    let mut output = bindgen(built).map_err(|error| format!("{}: {error:#}", built.display()))?;
    Ok(Module { script: output.js().as_bytes().to_vec(), wasm: output.wasm_mut().emit_wasm() })
}

fn bindgen(built: &Path) -> std::result::Result<Output, Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(built)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.web(true)?;
    Ok(bindgen.generate_output()?)
}
