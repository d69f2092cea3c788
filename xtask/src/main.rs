//! Developer commands: `cargo xtask run`, `test` and so on.

mod bench;
mod cluster;
mod command;
mod dist;
mod product;
mod progress;
mod serve;
mod services;
mod setup;
mod target;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask run [ARGS]   builds the product and serves it at http://127.0.0.1:7373;
                         ARGS are handed on, such as: cargo xtask run --address 0.0.0.0:80
cargo xtask test [WHAT]  installs what the tests need and runs all of them, or stages and tests named by WHAT,
                         such as: cargo xtask test clippy, or: cargo xtask test z20 online_chat
cargo xtask dev [ARGS]   serves the page, and builds it anew whenever its sources change
cargo xtask page         builds the page alone
cargo xtask pictures     takes the reference pictures of the browser tests anew
cargo xtask cluster      three nodes on this machine, with one PostgreSQL and one NATS
cargo xtask bench        times the engine: natively, as wasm (needs node), and in two threads
cargo xtask dist         builds what people install, into target/dist; --check builds it twice
cargo xtask tidy         checks what no compiler sees: a test for every rule, walls between the
                         crates, licences, links";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.collect();
    let wants_help = rest.iter().any(|arg| arg == "--help" || arg == "-h");
    let done = match command.as_deref() {
        Some("run") => serve::run(&root(), &rest),
        Some("dev") => serve::dev(&root(), &rest),
        Some("dist") => dist::run(&root(), &rest),
        Some("test") if !wants_help => test::run(&root(), &rest),
        Some("help" | "--help" | "-h") | None => help(),
        Some(_) if wants_help => help(),
        Some(command) if !rest.is_empty() => {
            Err(format!("`{command}` takes no arguments\n\n{HELP}"))
        }
        Some("page") => serve::page(&root()),
        Some("pictures") => test::pictures(&root()),
        Some("cluster") => cluster::run(&root()),
        Some("bench") => bench::run(&root()),
        Some("tidy") => tidy::run(&root()),
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

fn help() -> Result<(), String> {
    println!("{HELP}\n\nstages of `test`:\n{}", test::list());
    Ok(())
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
