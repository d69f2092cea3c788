//! Plays the page in a real browser, one test after the other, as people would: with a finger, a mouse
//! and a keyboard. It names games freely: it is about what the product does, and no part of it.

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
mod same;
mod server;
mod shots;
mod special;
mod stage;
mod table;
mod touch;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::failure::{Result, While};
use crate::stage::{Stage, Test};

#[derive(Parser)]
#[command(about = "Tests the page in chromium")]
struct Args {
    /// The built page; without it, the one in this binary
    #[arg(long, value_name = "FOLDER")]
    pages: Option<PathBuf>,
    /// Only tests whose name contains this
    #[arg(long, value_name = "SUBSTRING", default_value = "")]
    only: String,
    /// Take pictures of every page instead
    #[arg(long, value_name = "FOLDER")]
    shots: Option<PathBuf>,
    /// List the tests
    #[arg(long)]
    list: bool,
}

/// Every test, in the order in which they run.
fn tests() -> Vec<Test> {
    let groups = [
        touch::tests(),
        keyboard::tests(),
        special::tests(),
        table::tests(),
        lasting::tests(),
        online::tests(),
        broken::tests(),
        same::tests(),
        looks::tests(),
        access::tests(),
        budgets::tests(),
    ];
    groups.into_iter().flatten().collect()
}

fn main() -> ExitCode {
    let args = Args::parse();
    let tests: Vec<Test> =
        tests().into_iter().filter(|test| test.name.contains(&args.only)).collect();
    if args.list {
        for test in &tests {
            println!("{}", test.name);
        }
        return ExitCode::SUCCESS;
    }
    if tests.is_empty() && args.shots.is_none() {
        eprintln!("error: no test has «{}» in its name", args.only);
        return ExitCode::FAILURE;
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

/// Whether all went well.
fn run(args: Args, tests: &[Test]) -> Result<bool> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .during("starting")?;
    runtime.block_on(async {
        let mut stage = Stage::set(args.pages).await?;
        let good = match args.shots {
            Some(folder) => shots::take(&stage, &folder, &args.only).await.map(|taken| {
                println!("{taken} pictures in {}", folder.display());
                true
            }),
            None => stage.run(tests).await,
        };
        stage.end().await;
        good
    })
}
