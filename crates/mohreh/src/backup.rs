//! `mohreh backup` and `mohreh restore`: copies the whole database into one file, and back.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_server::{Counts, DatabaseUrl};

use crate::failure::{Failure, Result};
use crate::files::check_new;
use crate::serve::Database;
use crate::terminal::{notation, tell, text, with};

/// People may play on meanwhile: the copy is everything as it was at one moment.
///
/// It is an SQLite file, whichever database it comes from. Keep it as safe as the database: the seeds of
/// games that go on are in it.
#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    database: Database,
    /// The copy; there must be no such file yet.
    file: PathBuf,
}

/// The database must have nothing in it yet, and no server may be at work on it.
#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    database: Database,
    /// A file that `mohreh backup` has made.
    file: PathBuf,
}

pub(crate) fn backup(args: &BackupArgs, out: &mut impl Write) -> Result<ExitCode> {
    let location = args.database.location()?;
    // Opening a missing database would create an empty one and back that up.
    check_exists(&location)?;
    check_new(&args.file)?;
    let counts = mohreh_server::backup(&location, &args.file).map_err(Failure::english)?;
    report("cli-backup-done", &args.file, &counts, out)
}

/// Whether there is a database at a location, as far as can be seen without opening it.
pub(crate) fn check_exists(location: &str) -> Result<()> {
    match DatabaseUrl::parse(location).map_err(Failure::english)? {
        DatabaseUrl::File(file) if !file.exists() => {
            Err(Failure::new(text("cli-no-database")).context(&file.display().to_string()))
        }
        DatabaseUrl::Memory => Err(Failure::new(text("cli-memory-empty"))),
        DatabaseUrl::File(_) | DatabaseUrl::Postgres => Ok(()),
    }
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut impl Write) -> Result<ExitCode> {
    if !args.file.is_file() {
        return Err(Failure::new(text("cli-no-file")).context(&args.file.display().to_string()));
    }
    let counts =
        mohreh_server::restore(&args.database.location()?, &args.file).map_err(Failure::english)?;
    report("cli-restore-done", &args.file, &counts, out)
}

fn report(key: &str, file: &Path, counts: &Counts, out: &mut impl Write) -> Result<ExitCode> {
    let Counts { people, tokens, tables, plies, chat } = *counts;
    let counts = with(
        "cli-counts",
        &[
            ("people", people.into()),
            ("tokens", tokens.into()),
            ("tables", tables.into()),
            ("plies", plies.into()),
            ("chat", chat.into()),
        ],
    );
    let path = notation(&file.display().to_string());
    tell(out, &with(key, &[("path", path), ("counts", counts.into())]))?;
    Ok(ExitCode::SUCCESS)
}
