//! `cargo xtask test`: everything that must hold before a change lands, one after the other, with a
//! summary at the end.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::command::{call, cargo};
use crate::services::{self, Services};
use crate::{openapi, tidy, web};

const WASM: &str = "wasm32-unknown-unknown";
const BROWSER: &str = "/usr/bin/chromium";
/// The crates that the page carries. Those without the standard library say so themselves.
const CARRIED: [&str; 12] = [
    "--package",
    "mohreh-games",
    "--package",
    "mohreh-draw",
    "--package",
    "mohreh-engine",
    "--package",
    "mohreh-texts",
    "--package",
    "mohreh-web",
    "--package",
    "mohreh-worker",
];

type Work = fn(&Path) -> Result<(), String>;

const STAGES: [(&str, Work); 13] = [
    ("set-up", set_up),
    ("format", format),
    ("tidy", tidy::run),
    ("the page builds, and is weighed", web::build),
    ("clippy", clippy),
    ("clippy for wasm", clippy_wasm),
    ("documentation", documentation),
    ("fuzz targets compile", fuzz),
    ("speed tests run", benches),
    ("doc tests", doc_tests),
    ("tests", tests),
    ("the interface is as it is described", openapi::run),
    ("tests in a browser", browser_tests),
];

pub fn run(root: &Path) -> Result<(), String> {
    let mut results = Vec::new();
    for (number, (name, work)) in (1..).zip(STAGES) {
        println!("\n── {number} of {}: {name}", STAGES.len());
        let (done, took) = timed(|| work(root));
        if let Err(why) = &done {
            println!("failed: {why}");
        }
        results.push((name, done, took));
    }
    println!("\n── summary");
    for (name, done, took) in &results {
        let mark = if done.is_ok() { "passed" } else { "FAILED" };
        println!("{mark}  {name:32} {:6.1} s", took.as_secs_f64());
    }
    let failed = results.iter().filter(|(_, done, _)| done.is_err()).count();
    let total: Duration = results.iter().map(|(_, _, took)| *took).sum();
    println!("{:.0} s in all; stages:", total.as_secs_f64());
    println!("{} passed, {failed} failed", STAGES.len() - failed);
    match failed {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} stages failed; look above for each", STAGES.len())),
    }
}

#[expect(clippy::disallowed_methods, reason = "the summary tells how long each stage took")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// What the tests need beyond the toolchain: the wasm target, which rustup adds by itself where it
/// reads `rust-toolchain.toml`, a browser, a database and NATS.
fn set_up(root: &Path) -> Result<(), String> {
    let probe = ["--print", "target-libdir", "--target", WASM];
    let folder = call("rustc", root, &probe).output()?;
    if Path::new(folder.trim()).exists() {
        println!("{WASM} is there");
    } else {
        println!("adding {WASM} …");
        call("rustup", root, &["target", "add", WASM]).run()?;
    }
    services::install(root, "chromium", || Path::new(BROWSER).exists())?;
    services::set_up(root)
}

fn format(root: &Path) -> Result<(), String> {
    cargo(root, &["fmt", "--all", "--check"]).run()?;
    cargo(root, &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]).run()
}

fn clippy(root: &Path) -> Result<(), String> {
    cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).run()
}

fn clippy_wasm(root: &Path) -> Result<(), String> {
    let mut args = vec!["clippy", "--lib", "--no-default-features", "--target", WASM];
    args.extend(CARRIED);
    args.extend(["--", "-D", "warnings"]);
    cargo(root, &args).run()
}

/// With a PostgreSQL and a NATS of their own.
fn tests(root: &Path) -> Result<(), String> {
    let services = Services::start(root)?;
    let args: &[&str] = if cargo(root, &["nextest", "--version"]).works() {
        &["nextest", "run", "--workspace", "--no-fail-fast"]
    } else {
        &["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]
    };
    cargo(root, args)
        .env("MOHREH_TEST_POSTGRES", &services.postgres)
        .env("MOHREH_TEST_NATS", &services.nats)
        .run()
}

/// The page, played in a real browser.
fn browser_tests(root: &Path) -> Result<(), String> {
    let args = ["run", "--quiet", "--package", "mohreh-trial", "--", "--pages", web::DIST];
    cargo(root, &args).run()
}

fn doc_tests(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--workspace", "--doc"]).run()
}

fn documentation(root: &Path) -> Result<(), String> {
    let args = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    cargo(root, &args).env("RUSTDOCFLAGS", "-D warnings").run()
}

/// Only whether they compile: fuzzing itself has no end, and needs a nightly compiler.
fn fuzz(root: &Path) -> Result<(), String> {
    let args = ["check", "--manifest-path", "fuzz/Cargo.toml", "--no-default-features"];
    cargo(root, &args).env("RUSTFLAGS", "-D warnings").run()
}

/// Once each, without measuring, so that they do not rot.
fn benches(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--package", "mohreh-games", "--benches"]).run()
}
