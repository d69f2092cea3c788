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
mod explore;
mod failure;
mod files;
mod help;
mod import;
mod load;
mod manual;
mod perft;
mod play;
mod printable;
mod random;
mod replay;
mod review;
mod rules;
mod serve;
mod show;
mod steps;
mod terminal;
mod think;
mod verify;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use mohreh_server::Pages;
use mohreh_texts::Language;

use crate::failure::{Failure, Result};
use crate::terminal::Bidi;

/// ZÈRTZ, TZAAR, YINSH and RO-TAS: play them, look at positions, check records.
///
/// Unofficial. ZÈRTZ, TZAAR and YINSH are games by Kris Burm.
#[derive(Parser)]
#[command(name = "mohreh", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:\n  \
  mohreh serve                              the page, at http://127.0.0.1:7373\n  \
  mohreh play yinsh                         two people, one terminal\n  \
  mohreh rules yinsh                        the complete rules\n  \
  mohreh show zertz --played \"Wd4 -a1\"      the position after a turn\n  \
  mohreh steps tzaar                        what White may open with\n  \
  mohreh replay game.txt                    check a record\n  \
  mohreh verify-dice game.txt               check the dice of a game played at a server\n\n\
`mohreh help COMMAND` explains a command.")]
struct Cli {
    /// The language, fa or en; left out, that of the locale (LC_ALL, LC_MESSAGES, LANG).
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = ["fa", "en"], hide_possible_values = true)]
    lang: Option<String>,
    /// Order of right-to-left letters: logical for terminals that reorder them, visual for those that do not.
    #[arg(
        long,
        global = true,
        value_name = "ORDER",
        default_value = "auto",
        hide_default_value = true
    )]
    bidi: Bidi,
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
    /// Print the complete rules of a game.
    Rules(rules::Args),
    /// Draw a position, with its text, status and what is asked.
    Show(show::Args),
    /// List the legal steps of a position, one a line.
    Steps(steps::Args),
    /// Check records and print how the games ended.
    Replay(replay::Args),
    /// Judge every turn of a game by the engine, and write it with comments and a graph.
    Review(review::Args),
    /// Tell which turns were played from a position, in files of records.
    Explore(explore::Args),
    /// Read records of other sites, and write them as ours.
    Import(import::Args),
    /// Write records as SGF, for programs that read it.
    Export(import::ExportArgs),
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
    let arguments: Vec<String> =
        std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let language = option(&arguments, "--lang").and_then(Language::from_code);
    let variable = |name: &str| std::env::var(name).ok();
    let language = language.unwrap_or_else(|| terminal::language_of_locale(&variable));
    let bidi = option(&arguments, "--bidi").and_then(|order| Bidi::from_str(order, true).ok());
    terminal::set_up(language, bidi.unwrap_or(Bidi::Auto));
    let matches = help::translated(Cli::command()).try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if language == Language::English => error.exit(),
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            let text = help::rendered(&error);
            // A reader that is gone is no error, as in `mohreh help serve | head -1`.
            let _ = match error.use_stderr() {
                true => writeln!(io::stderr(), "{text}"),
                false => writeln!(io::stdout(), "{text}"),
            };
            return ExitCode::from(code);
        }
    };
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
            terminal::warn(&terminal::with("cli-error", &[("why", why.into())]));
            ExitCode::from(2)
        }
    }
}

/// The value of an option, which decides in which language the others are explained, before they are parsed.
fn option<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let at = arguments.iter().position(|arg| {
        arg.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    })?;
    match arguments[at].split_once('=') {
        Some((_, value)) => Some(value),
        None => arguments.get(at + 1).map(String::as_str),
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
        Command::Load(args) => load::run(args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Steps(args) => steps::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Review(args) => review::run(&args, out),
        Command::Explore(args) => explore::run(&args, out),
        Command::Import(args) => import::import(&args, out),
        Command::Export(args) => import::export(&args, out),
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
