//! End-to-end browser tests: drives the page in Chromium over CDP with touch, mouse and keyboard input, and its main
//! paths in Firefox and WebKit.

mod accessibility;
mod analysis;
mod axe;
mod browser;
mod budgets;
mod editor;
mod engine_parity;
mod explorer;
mod failure;
mod fixture;
mod guests;
mod input;
mod invalid_input;
mod keyboard;
mod layout;
mod lessons;
mod navigation;
mod online;
mod other_browsers;
mod own_pages;
mod page_errors;
mod pages;
mod persistence;
mod pictures;
mod puzzles;
mod rare_steps;
mod records;
mod references;
mod runner;
mod screenshots;
mod server;
mod small_screens;
mod speed;
mod table_actions;
mod table_talk;
mod tabs_and_storage;
mod touch;
mod webdriver;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use crate::browser::Chromium;
use crate::failure::{Context, Result};
use crate::fixture::{Fixture, Test};
use crate::runner::Runner;
use crate::webdriver::Engine;

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
    /// Run the tests in firefox or webkit instead
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
    /// Take pictures of every page instead
    #[arg(long, value_name = "FOLDER")]
    shots: Option<PathBuf>,
    /// Take the reference pictures anew instead
    #[arg(long, conflicts_with = "shots")]
    renew: bool,
    /// Where tests write pictures: of failures, and of other browsers
    #[arg(long, value_name = "FOLDER", default_value = "target/pictures")]
    pictures: PathBuf,
    /// List the tests
    #[arg(long)]
    list: bool,
}

/// All tests in the order in which they are scheduled.
fn tests() -> Vec<Test> {
    // Longest first, to keep all workers busy until the end.
    let groups = [
        online::tests(),
        layout::tests(),
        touch::tests(),
        engine_parity::tests(),
        analysis::tests(),
        editor::tests(),
        puzzles::tests(),
        explorer::tests(),
        keyboard::tests(),
        lessons::tests(),
        persistence::tests(),
        accessibility::tests(),
        axe::tests(),
        small_screens::tests(),
        navigation::tests(),
        tabs_and_storage::tests(),
        own_pages::tests(),
        rare_steps::tests(),
        table_actions::tests(),
        table_talk::tests(),
        invalid_input::tests(),
        references::tests(),
        budgets::tests(),
        speed::tests(),
    ];
    groups.into_iter().flatten().collect()
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut tests = args.engine.map_or_else(tests, other_browsers::tests);
    // With `--shots` and `--renew`, `--only` filters pictures instead of tests.
    if args.shots.is_none() && !args.renew {
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

/// Whether a name contains any of the substrings; true without any.
fn is_wanted(parts: &[String], name: &str) -> bool {
    parts.is_empty() || parts.iter().any(|part| name.contains(part))
}

/// Runs the tests or takes the screenshots; returns whether all passed.
fn run(args: Args, tests: &[Test]) -> Result<bool> {
    server::check(&args.pages)?;
    // Runtime of the browser connection; each test thread and each server has its own.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .during("starting")?;
    let chromium = Arc::new(runtime.block_on(Chromium::start())?);
    let fixture = Fixture::new(chromium.clone(), args.pages.clone(), args.pictures.clone());
    let good = match args.shots {
        Some(folder) => runtime.block_on(async {
            let taken = screenshots::take(&fixture.await?, &folder, &args.only).await?;
            println!("{taken} pictures in {}", folder.display());
            Ok(true)
        }),
        None if args.renew => runtime.block_on(async {
            let taken = references::renew(&fixture.await?, &args.only).await?;
            println!("{taken} reference pictures taken");
            Ok(true)
        }),
        None => {
            drop(fixture);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let lanes = args.lanes.map_or(cores + 1, usize::from);
            let runner = Runner {
                chromium: chromium.clone(),
                pages: args.pages,
                pictures: args.pictures,
                lanes,
            };
            runner.run(tests)
        }
    };
    // All clones have been dropped by now.
    if let Some(chromium) = Arc::into_inner(chromium) {
        runtime.block_on(chromium.end());
    }
    good
}
