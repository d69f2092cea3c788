//! Builds what the server hands out, into a folder: the page as wasm, the rules as plain pages, fonts,
//! icons, and the worker that keeps all of it for times without a network.
//!
//! `mohreh-site OUT [--quick]`; `--quick` is for those who work on the page: no compression, and code
//! that is quick to build instead of small.

mod files;
mod pages;
mod rules;
mod shell;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use files::Files;

/// What a step of the build could not do.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let mut out: Option<PathBuf> = None;
    let mut quick = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--quick" => quick = true,
            _ => out = Some(arg.into()),
        }
    }
    let Some(out) = out else {
        eprintln!("usage: mohreh-site OUT [--quick]");
        return ExitCode::from(2);
    };
    match build(&out, quick) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

fn build(out: &Path, quick: bool) -> Result<()> {
    let mut files = Files::default();
    let page = wasm::build("mohreh-web", if quick { "page-dev" } else { "page" })?;
    let worker = wasm::build("mohreh-worker", "worker")?;
    let links = pages::assets(&mut files, &page, &worker)?;
    pages::add(&mut files, &links)?;
    rules::add(&mut files, &links)?;
    pages::service_worker(&mut files)?;
    files.write(out, quick)?;
    if quick { Ok(()) } else { files.weigh(&links) }
}
