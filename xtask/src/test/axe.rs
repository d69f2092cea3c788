//! axe-core, which checks pages for accessibility: fetched as a part of a Python package, and run by the browser tests.

use std::path::{Path, PathBuf};

use crate::command::{call, target_dir};

const PACKAGE: &str = "axe-playwright-python==0.1.8";
const FILE: &str = "axe_playwright_python/axe.min.js";

/// Path of `axe.min.js`, fetched if it is missing.
pub(super) fn script(root: &Path) -> Result<PathBuf, String> {
    let folder = target_dir(root).join("axe");
    let file = folder.join(FILE);
    if !file.exists() {
        println!("fetching {PACKAGE} …");
        let venv = folder.join("venv");
        let (folder, venv) = (folder.to_string_lossy(), venv.to_string_lossy());
        call("python3", root, &["-m", "venv", &venv]).run()?;
        let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", &folder, PACKAGE];
        call(&format!("{venv}/bin/python"), root, &pip).run()?;
    }
    Ok(file)
}
