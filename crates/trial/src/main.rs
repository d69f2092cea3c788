//! Plays the page in a real browser as people would: with a finger, a mouse and a keyboard. It names games
//! freely: it is about what the product does, and no part of it.

mod access;
mod broken;
mod browser;
mod budgets;
mod complaints;
mod failure;
mod guests;
mod hands;
mod keyboard;
mod lasting;
mod looks;
mod online;
mod pages;
mod records;
mod runner;
mod same;
mod server;
mod shots;
mod special;
mod stage;
mod table;
mod touch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use crate::browser::Chromium;
use crate::failure::{Result, While};
use crate::runner::Runner;
use crate::stage::{Stage, Test};

#[derive(Parser)]
#[command(about = "Tests the page in chromium")]
struct Args {
    /// The built page
    #[arg(long, value_name = "FOLDER", default_value = "crates/server/dist")]
    pages: PathBuf,
    /// Only tests whose name contains this; may be given several times
    #[arg(long, value_name = "SUBSTRING")]
    only: Vec<String>,
    /// How many tests run at the same time; without it, as many as the machine has cores and one more
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..))]
    lanes: Option<u8>,
    /// Take pictures of every page instead
    #[arg(long, value_name = "FOLDER")]
    shots: Option<PathBuf>,
    /// List the tests
    #[arg(long)]
    list: bool,
}

/// Every test, in the order in which they begin.
fn tests() -> Vec<Test> {
    // The long ones first, so that no one is left to run for long when all the others are done.
    let groups = [
        online::tests(),
        looks::tests(),
        touch::tests(),
        same::tests(),
        keyboard::tests(),
        lasting::tests(),
        access::tests(),
        special::tests(),
        table::tests(),
        broken::tests(),
        budgets::tests(),
    ];
    groups.into_iter().flatten().collect()
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut tests = tests();
    // Pictures have other names than tests.
    if args.shots.is_none() {
        let unknown =
            args.only.iter().find(|part| !tests.iter().any(|test| test.name.contains(*part)));
        if let Some(part) = unknown {
            eprintln!("error: no test has «{part}» in its name; --list names them all");
            return ExitCode::FAILURE;
        }
        tests.retain(|test| is_wanted(&args.only, &test.name));
    }
    if args.list {
        for test in &tests {
            println!("{}", test.name);
        }
        return ExitCode::SUCCESS;
    }
    match run(args, &tests) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether a name has one of some parts; all have if there are none.
fn is_wanted(parts: &[String], name: &str) -> bool {
    parts.is_empty() || parts.iter().any(|part| name.contains(part))
}

/// Whether all went well.
fn run(args: Args, tests: &[Test]) -> Result<bool> {
    server::check(&args.pages)?;
    // For the browser. Each thread that runs tests has one of its own, and so has each server.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .during("starting")?;
    let chromium = Arc::new(runtime.block_on(Chromium::start())?);
    let good = match args.shots {
        Some(folder) => runtime.block_on(async {
            let stage = Stage::set(chromium.clone(), args.pages).await?;
            let taken = shots::take(&stage, &folder, &args.only).await?;
            println!("{taken} pictures in {}", folder.display());
            Ok(true)
        }),
        None => {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let lanes = args.lanes.map_or(cores + 1, usize::from);
            let runner = Runner { chromium: chromium.clone(), pages: args.pages, lanes };
            runner.run(tests)
        }
    };
    // All who used it are gone.
    if let Some(chromium) = Arc::into_inner(chromium) {
        runtime.block_on(chromium.end());
    }
    good
}
