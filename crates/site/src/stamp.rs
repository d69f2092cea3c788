//! Build stamp: a hash of all inputs, which skips the build when nothing has changed.
//!
//! The stamp is a file next to the output folder, because everything inside is served.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{Result, root};

/// Hash of all inputs: wasm modules, this executable, and the files it reads.
pub(crate) fn of_inputs(modules: &[&Path], quick: bool) -> Result<String> {
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let mut hash = Sha256::new();
    hash.update([u8::from(quick)]);
    for file in modules.iter().copied().chain([program.as_path()]) {
        add(file, &mut hash)?;
    }
    for folder in ["crates/site/assets", "crates/puzzles/banks", "texts"] {
        add(&root().join(folder), &mut hash)?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Hashes a file, or all files of a folder, with their paths.
fn add(path: &Path, hash: &mut Sha256) -> Result<()> {
    let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(wrong)?;
        let mut paths = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<std::io::Result<Vec<PathBuf>>>()
            .map_err(wrong)?;
        paths.sort();
        return paths.iter().try_for_each(|path| add(path, hash));
    }
    let bytes = std::fs::read(path).map_err(wrong)?;
    hash.update(path.to_string_lossy().as_bytes());
    hash.update(bytes.len().to_le_bytes());
    hash.update(bytes);
    Ok(())
}

fn stamp_path(out: &Path) -> PathBuf {
    out.with_extension("stamp")
}

pub(crate) fn is_current(out: &Path, inputs: &str) -> bool {
    out.is_dir() && std::fs::read_to_string(stamp_path(out)).is_ok_and(|text| text == inputs)
}

pub(crate) fn write(out: &Path, inputs: &str) -> Result<()> {
    let path = stamp_path(out);
    std::fs::write(&path, inputs).map_err(|error| format!("{}: {error}", path.display()))
}
