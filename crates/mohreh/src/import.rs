//! `mohreh import` and `mohreh export`: records of other sites, and ours as SGF.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_games::Record;

use crate::failure::{Failure, Result};
use crate::files::{check_new, imported, read_text, write_atomic};
use crate::terminal::{notation, tell, with, wrong};

/// Each FILE is a record of boardspace.net (SGF; ZÈRTZ, TZAAR, YINSH), of Little Golem (TZAAR), a log of Board Game
/// Arena (YINSH, JSON), SGF by `mohreh export`, or a record of ours.
///
/// What cannot be read is named by file, move and reason, and everything else is imported.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files to read.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to write, which must not exist yet; left out, the records are printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Variations, comments and marks are written too; `mohreh import` gives the same record back.
#[derive(clap::Args)]
pub(crate) struct ExportArgs {
    /// Files with records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to write, which must not exist yet; left out, the SGF is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn import(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    convert(&args.files, args.out.as_deref(), "\n", ToString::to_string, out)
}

pub(crate) fn export(args: &ExportArgs, out: &mut impl Write) -> Result<ExitCode> {
    convert(&args.files, args.out.as_deref(), "", mohreh_foreign::to_sgf, out)
}

/// Reads all files, and writes their records in another form.
fn convert(
    files: &[PathBuf],
    to: Option<&Path>,
    between: &str,
    form: impl Fn(&Record) -> String,
    out: &mut impl Write,
) -> Result<ExitCode> {
    if let Some(path) = to {
        check_new(path)?;
    }
    let (mut written, mut failed) = (Vec::new(), 0_u64);
    let report = |line: &str| tell(&mut std::io::stderr(), line);
    for path in files {
        let name = path.display().to_string();
        let text = match read_text(path) {
            Ok(text) => text,
            Err(Failure::Message(why)) => {
                failed += 1;
                report(&why)?;
                continue;
            }
            Err(broken_pipe) => return Err(broken_pipe),
        };
        for (number, game) in (1u32..).zip(imported(&text)) {
            let place = [("name", notation(&name)), ("number", number.into())];
            let place = with("cli-game-number", &place);
            match game {
                Ok(game) => {
                    for left_out in &game.left_out {
                        report(&format!("{place}: {}", wrong(left_out)))?;
                    }
                    written.push(form(&game.record));
                }
                Err(error) => {
                    failed += 1;
                    report(&format!("{place}: {}", wrong(&error)))?;
                }
            }
        }
    }
    let text = written.join(between);
    match to {
        None => out.write_all(text.as_bytes())?,
        Some(path) if !written.is_empty() => {
            write_atomic(path, &text)?;
            let args = [
                ("count", (written.len() as u64).into()),
                ("failed", failed.into()),
                ("name", notation(&path.display().to_string())),
            ];
            tell(out, &with("cli-converted", &args))?;
        }
        Some(_) => {}
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
