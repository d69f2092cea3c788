//! `mohreh backup` and `mohreh restore`: copies the whole database into one file, and back.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_server::{Counts, DatabaseUrl};

use crate::failure::{Failure, Result};
use crate::files::check_new;
use crate::serve::Database;

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
    let counts = mohreh_server::backup(&location, &args.file).map_err(Failure::new)?;
    writeln!(out, "{}: {} were copied", args.file.display(), summary(&counts))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether there is a database at a location, as far as can be seen without opening it.
pub(crate) fn check_exists(location: &str) -> Result<()> {
    match DatabaseUrl::parse(location).map_err(|why| Failure::new(why.to_string()))? {
        DatabaseUrl::File(file) if !file.exists() => {
            Err(Failure::new(format!("{}: there is no such database", file.display())))
        }
        DatabaseUrl::Memory => Err(Failure::new("there is nothing in memory yet")),
        DatabaseUrl::File(_) | DatabaseUrl::Postgres => Ok(()),
    }
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut impl Write) -> Result<ExitCode> {
    if !args.file.is_file() {
        return Err(Failure::new(format!("{}: there is no such file", args.file.display())));
    }
    let counts =
        mohreh_server::restore(&args.database.location()?, &args.file).map_err(Failure::new)?;
    writeln!(out, "{}: {} were brought back", args.file.display(), summary(&counts))?;
    Ok(ExitCode::SUCCESS)
}

fn summary(counts: &Counts) -> String {
    let Counts { people, tokens, tables, plies, chat } = counts;
    format!(
        "{people} people, {tokens} tokens, {tables} tables, {plies} entries of their logs and \
         {chat} lines of chat"
    )
}
