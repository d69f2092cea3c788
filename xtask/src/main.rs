//! What a person types: `cargo xtask run`, `dev`, `cluster`, `test`, `tidy`, `bench`.

mod bench;
mod check;
mod cluster;
mod command;
mod openapi;
mod services;
mod tidy;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask run [ARGS]   builds the product and serves it at http://127.0.0.1:7373;
                         ARGS are handed on, such as: cargo xtask run --address 0.0.0.0:80
cargo xtask dev [ARGS]   serves the page, and builds it anew whenever its sources change
cargo xtask cluster      three nodes on this machine, with one PostgreSQL and one NATS
cargo xtask test         installs what the tests need and runs all of them
cargo xtask bench        times the engine: natively, as wasm (needs node), and in two threads
cargo xtask tidy         checks what no compiler sees: a test for every rule, walls between the
                         crates, licences, links";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.collect();
    let done = match command.as_deref() {
        Some("run") => web::run(&root(), &rest),
        Some("dev") => web::dev(&root(), &rest),
        Some(_) if rest.iter().any(|arg| arg == "--help" || arg == "-h") => {
            println!("{HELP}");
            Ok(())
        }
        Some(command) if !rest.is_empty() => {
            Err(format!("`{command}` takes no arguments\n\n{HELP}"))
        }
        Some("test") => check::run(&root()),
        Some("cluster") => cluster::run(&root()),
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
