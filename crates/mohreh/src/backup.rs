//! `mohreh backup` and `mohreh restore`: everything that a server keeps as one file, and back.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_server::{Address, Counts};

use crate::failure::{Failure, Result};
use crate::files::check_new;
use crate::serve::Database;

/// People may play on meanwhile: the copy is everything as it was at one moment.
///
/// It is an SQLite file, whichever database it comes from. Keep it as safe as the database: the seeds of
/// games that go on are in it.
#[derive(clap::Args)]
pub struct BackupArgs {
    #[command(flatten)]
    database: Database,
    /// The copy; there must be no such file yet.
    file: PathBuf,
}

/// The database must have nothing in it yet, and no server may be at work on it.
#[derive(clap::Args)]
pub struct RestoreArgs {
    #[command(flatten)]
    database: Database,
    /// A file that `mohreh backup` has made.
    file: PathBuf,
}

pub fn backup(args: &BackupArgs, out: &mut impl Write) -> Result<ExitCode> {
    let place = args.database.place()?;
    // To open a database that is not there is to make one, and a copy of nothing helps nobody.
    match Address::read(&place).map_err(|why| Failure::new(why.to_string()))? {
        Address::File(file) if !file.exists() => {
            return Err(Failure::new(format!("{}: there is no such database", file.display())));
        }
        Address::Memory => return Err(Failure::new("there is nothing in memory yet")),
        Address::File(_) | Address::Postgres => {}
    }
    check_new(&args.file)?;
    let counts = mohreh_server::backup(&place, &args.file).map_err(Failure::new)?;
    writeln!(out, "{}: {} were copied", args.file.display(), told(&counts))?;
    Ok(ExitCode::SUCCESS)
}

pub fn restore(args: &RestoreArgs, out: &mut impl Write) -> Result<ExitCode> {
    if !args.file.is_file() {
        return Err(Failure::new(format!("{}: there is no such file", args.file.display())));
    }
    let counts =
        mohreh_server::restore(&args.database.place()?, &args.file).map_err(Failure::new)?;
    writeln!(out, "{}: {} were brought back", args.file.display(), told(&counts))?;
    Ok(ExitCode::SUCCESS)
}

fn told(counts: &Counts) -> String {
    let Counts { people, tokens, tables, plies, chat } = counts;
    format!(
        "{people} people, {tokens} tokens, {tables} tables, {plies} entries of their logs and \
         {chat} lines of chat"
    )
}
