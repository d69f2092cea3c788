//! `mohreh check`: verifies everything that a server has kept.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::ProgressBar;
use mohreh_server::CheckEvent;

use crate::backup::check_exists;
use crate::failure::{Failure, Result};
use crate::serve::Database;
use crate::terminal::{notation, progress_style, tell, tell_now, with};

/// Every log is played through the rules, the dice must follow from the seeds, the heads and seats must
/// agree with the logs, and there must be nothing that belongs to no game.
///
/// Nothing is changed, and people may play on meanwhile. What is wrong is printed, a line each. The exit
/// code is 0 if all is well, 1 if anything is wrong, 2 if the database cannot be read; Ctrl+C ends the
/// check early.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    database: Database,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let location = args.database.location()?;
    check_exists(&location)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    // Fails if a handler is already installed; then Ctrl+C ends the process.
    let _ = ctrlc::set_handler(move || {
        // The second one ends a query that takes long.
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
    let bar = ProgressBar::new(0).with_style(progress_style(
        "{wide_bar} {human_pos}/{human_len} tables, {eta} left",
        "{wide_bar} {human_pos}/{human_len} {eta}",
    ));
    let (mut checked, mut problems) = (0, 0_u64);
    let mut written = Ok(());
    let mut report = |event: CheckEvent| {
        match event {
            CheckEvent::Progress { done, total } => {
                checked = done;
                bar.set_length(total.max(done));
                bar.set_position(done);
            }
            CheckEvent::Problem(what) => {
                problems += 1;
                let what = with("cli-check-problem", &[("what", notation(&what))]);
                written = bar.suspend(|| tell_now(out, &what));
            }
        }
        written.is_ok() && !interrupted.load(Relaxed)
    };
    let done = mohreh_server::check(&location, &mut report);
    bar.finish_and_clear();
    written?;
    done.map_err(Failure::english)?;
    let key = if interrupted.load(Relaxed) { "cli-check-interrupted" } else { "cli-checked" };
    tell(out, &with(key, &[("tables", checked.into()), ("problems", problems.into())]))?;
    Ok(if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
