//! Tools that train and test the engine; not shipped.
//!
//! Sparring partners speak the engine protocol, so that `mohreh match` and other match runners can play
//! them against the engine.

mod greedy;
mod learn;
mod pace;
mod puzzles;
mod ratings;
mod rotas;
mod selfplay;
mod splitmix;
mod tactics;
mod tune;
mod uct;

use std::io::{self, BufWriter, ErrorKind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mohreh_games::Kind;

/// Tools that train and test Mohreh's engine.
#[derive(Parser)]
#[command(name = "mohreh-train", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve a sparring partner for every game: UCT with random play-outs.
    Uct(uct::Uct),
    /// Serve a sparring partner for rotas: one turn, greedy, with optimal re-rolls.
    Greedy(greedy::Greedy),
    /// Find the weights of an evaluation by self-play.
    Tune(tune::Args),
    /// Play games of the engine against itself, for training.
    Selfplay(selfplay::Args),
    /// Train a network on games of the engine against itself.
    Learn(learn::Args),
    /// Train the network of rotas by self-play.
    Rotas(rotas::Args),
    /// Rate players by the records of matches.
    Ratings(ratings::Args),
    /// Find puzzles in games of the engine, prove and measure them.
    Puzzles(puzzles::Args),
    /// Make the bank of a game from the puzzles that were found.
    Bank(puzzles::bank::Args),
    /// Count the puzzles of the banks by game, theme and difficulty.
    BankTable(puzzles::table::Args),
    /// Find positions with a proven best turn.
    Tactics {
        /// Which game.
        kind: Kind,
        /// How many positions.
        #[arg(long, default_value_t = 80)]
        count: usize,
        /// Another seed finds others.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match Cli::parse().command {
        Command::Uct(uct) => mohreh_engine_protocol::serve(uct, &mut out),
        Command::Greedy(greedy) => mohreh_engine_protocol::serve(greedy, &mut out),
        Command::Tune(args) => tune::run(&args, &mut out),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Learn(args) => learn::run(&args, &mut out),
        Command::Rotas(args) => rotas::run(&args, &mut out),
        Command::Ratings(args) => ratings::run(&args, &mut out),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Bank(args) => puzzles::bank::run(&args),
        Command::BankTable(args) => puzzles::table::run(&args, &mut out),
        Command::Tactics { kind, count, seed } => tactics::run(kind, count, seed, &mut out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
