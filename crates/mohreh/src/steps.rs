//! `mohreh steps`: the legal steps of a position.

use std::io::Write;
use std::process::ExitCode;

use mohreh_games::{Game, with_kind};

use crate::args::PositionArgs;
use crate::failure::Result;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.position.game.kind, G => list(&args.position.position::<G>()?, out))?;
    Ok(ExitCode::SUCCESS)
}

fn list<G: Game>(game: &G, out: &mut impl Write) -> Result<()> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    for step in steps {
        writeln!(out, "{step}")?;
    }
    Ok(())
}
