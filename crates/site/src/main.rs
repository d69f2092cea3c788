//! Builds the static site: wasm with its JavaScript glue, the rules as HTML, fonts, icons, and the service worker that
//! precaches them for offline use.
//!
//! `mohreh-site OUT PAGE.wasm ENGINE.wasm [--quick]`; `cargo xtask` builds the modules and calls it. `--quick` is for
//! development: no compression, no size budgets.

mod app_shell;
mod compat;
mod files;
mod lessons;
mod pages;
mod rules;
mod shell;
mod stamp;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use files::Files;

/// The error is a message for the user.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let (flags, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let quick = match flags.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--quick"] => true,
        _ => return usage(),
    };
    let [out, page, engine] = &paths[..] else { return usage() };
    match build(Path::new(out), Path::new(page), Path::new(engine), quick) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: mohreh-site OUT PAGE.wasm ENGINE.wasm [--quick]");
    ExitCode::from(2)
}

/// Root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

fn build(out: &Path, page: &Path, engine: &Path, quick: bool) -> Result<()> {
    let inputs = stamp::of_inputs(&[page, engine], quick)?;
    if stamp::is_current(out, &inputs) {
        return Ok(());
    }
    let mut files = Files::default();
    let (page, engine) = in_parallel(|| wasm::bind_split(page), || wasm::bind(engine))?;
    let links = pages::assets(&mut files, &page, &engine)?;
    pages::add(&mut files, &links)?;
    rules::add(&mut files, &links)?;
    pages::service_worker(&mut files)?;
    let files = files.compress(quick);
    if !quick {
        files.check_budgets(&links)?;
    }
    files.write(out)?;
    stamp::write(out, &inputs)
}

/// Runs two jobs in parallel.
fn in_parallel<T: Send>(
    first: impl FnOnce() -> Result<T> + Send,
    second: impl FnOnce() -> Result<T>,
) -> Result<(T, T)> {
    std::thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        let first = first.join().map_err(|_| "a thread panicked".to_string())?;
        Ok((first?, second?))
    })
}
