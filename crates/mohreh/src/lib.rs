//! The command-line interface: everything in the binary except the embedded page. That is in `main.rs`, so
//! that a rebuilt page recompiles one small file.
//!
//! Each command has a file of its own and writes to the `Write` it is given. The system clock and the system RNG
//! are read only in `clock` and `chance` (and, for latencies, `load::report`).

mod args;
mod backup;
mod bench;
mod bot;
mod chance;
mod check;
mod clock;
mod contest;
mod engine;
mod failure;
mod files;
mod load;
mod manual;
mod perft;
mod play;
mod printable;
mod random;
mod replay;
mod serve;
mod show;
mod steps;
mod think;
mod verify;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use mohreh_server::Pages;

use crate::failure::{Failure, Result};

/// ZÈRTZ, TZAAR, YINSH and RO-TAS: play them, look at positions, check records.
///
/// Unofficial. ZÈRTZ, TZAAR and YINSH are games by Kris Burm.
#[derive(Parser)]
#[command(name = "mohreh", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:\n  \
  mohreh serve                              the page, at http://127.0.0.1:7373\n  \
  mohreh play yinsh                         two people, one terminal\n  \
  mohreh show zertz --played \"Wd4 -a1\"      the position after a turn\n  \
  mohreh steps tzaar                        what White may open with\n  \
  mohreh replay game.txt                    check a record\n  \
  mohreh verify-dice game.txt               check the dice of a game played at a server\n\n\
`mohreh help COMMAND` explains a command.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the page, where people play in a browser.
    Serve(serve::Args),
    /// Play at the tables of a server, with the engine or with any program that speaks its protocol.
    Bot(Box<bot::Args>),
    /// Copy everything that a server keeps into a file, while people play.
    Backup(backup::BackupArgs),
    /// Bring such a copy back.
    Restore(backup::RestoreArgs),
    /// Verify everything that a server has kept, while people play.
    Check(check::Args),
    /// Check that the dice of games that were played at a server fell as their seeds say.
    VerifyDice(verify::Args),
    /// Play many games at once at a server, and tell how fast it is and whether it loses anything.
    Load(load::Args),
    /// Play a game in the terminal, two to four people taking turns.
    Play(play::Args),
    /// Draw a position, with its text, status and what is asked.
    Show(show::Args),
    /// List the legal steps of a position, one a line.
    Steps(steps::Args),
    /// Check records and print how the games ended.
    Replay(replay::Args),
    /// Play random games, and report how fast, how long and who won.
    Random(random::Args),
    /// Let the engine think about a position, and watch it.
    Think(think::Args),
    /// Serve the engine to another program, line by line.
    Engine(engine::Args),
    /// Time the engine; the count of nodes is the same on every machine.
    Bench(bench::Args),
    /// Let two players play many games, and measure who is stronger.
    Match(Box<contest::Args>),
    /// Count the sequences of legal steps, to test and time the rules.
    Perft(perft::Args),
    /// Print what makes a shell complete the commands and options of this program.
    Completions(manual::CompletionsArgs),
    /// Write the manual pages of this program into a folder.
    Man(manual::ManArgs),
}

/// Parses the process arguments and runs the command; `embedded` is the page that `serve` serves.
#[must_use]
pub fn main(embedded: Pages) -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(cli.command, embedded, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        // As in `mohreh steps zertz | head`.
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Message(why)) => {
            // Flush first, so that the output precedes the error.
            let _ = out.flush();
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command, embedded: Pages, out: &mut impl Write) -> Result<ExitCode> {
    match command {
        Command::Serve(args) => serve::run(args, embedded, out),
        Command::Bot(args) => bot::run(&args, out),
        Command::Backup(args) => backup::backup(&args, out),
        Command::Restore(args) => backup::restore(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::VerifyDice(args) => verify::run(&args, out),
        Command::Load(args) => load::run(args),
        Command::Play(args) => play::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Steps(args) => steps::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Random(args) => random::run(&args, out),
        Command::Think(args) => think::run(&args, out),
        Command::Engine(args) => engine::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Match(args) => contest::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Completions(args) => manual::completions(&args, Cli::command(), out),
        Command::Man(args) => manual::man(&args, Cli::command(), out),
    }
}
