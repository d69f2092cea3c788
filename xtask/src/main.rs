//! What a person types: `cargo xtask run`, `cargo xtask test`, `cargo xtask tidy`, `cargo xtask bench`.

mod bench;
mod check;
mod command;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask run [ARGS]   builds the product and starts it (for now `mohreh play` in this terminal);
                         ARGS are handed on, such as: cargo xtask run yinsh --setup blitz
cargo xtask test         installs what the tests need and runs all of them
cargo xtask bench        times the engine: natively, as wasm (needs node), and in two threads
cargo xtask tidy         checks what no compiler sees: a test for every rule, walls between the
                         crates, licences, links";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.collect();
    let done = match command.as_deref() {
        Some("run") => run(&rest),
        Some(_) if rest.iter().any(|arg| arg == "--help" || arg == "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some(command) if !rest.is_empty() => {
            Err(format!("`{command}` takes no arguments\n\n{HELP}"))
        }
        Some("test") => check::run(&root()),
        Some("bench") => bench::run(&root()),
        Some("tidy") => tidy::run(&root()),
        Some("help" | "--help" | "-h") | None => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => Err(format!("unknown command `{other}`\n\n{HELP}")),
    };
    match done {
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
    here.parent().unwrap_or(here).to_path_buf()
}

fn run(args: &[String]) -> Result<(), String> {
    println!("building (the first time takes a few minutes) …");
    let manifest = root().join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    let package = ["--manifest-path", &*manifest, "--release", "--package", "mohreh"];
    let here = Path::new(".");
    command::cargo(here, &[&["build"], &package[..]].concat()).run()?;
    // From here on the product speaks for itself, in the folder of the person who called.
    let mut play = [&["run", "--quiet"], &package[..], &["--", "play"]].concat();
    play.extend(args.iter().map(String::as_str));
    match command::cargo(here, &play).code()? {
        0 => Ok(()),
        code => std::process::exit(code),
    }
}
