//! Tools that train and test the engine; no part of the product.
//!
//! Sparring partners speak the engine's protocol, so that whatever lets two programs play each other
//! can let them play the engine.

mod greedy;
mod protocol;
mod uct;

use std::io::{self, BufWriter, ErrorKind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tools that train and test Mohreh's engine.
#[derive(Parser)]
#[command(name = "mohreh-train", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve a sparring partner for zertz, tzaar and yinsh: UCT with random play-outs.
    Uct(uct::Uct),
    /// Serve a sparring partner for rotas: one turn, greedy, with optimal re-rolls.
    Greedy(greedy::Greedy),
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match Cli::parse().command {
        Command::Uct(uct) => protocol::serve(&uct, &mut out),
        Command::Greedy(greedy) => protocol::serve(&greedy, &mut out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has gone.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
