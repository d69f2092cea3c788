//! `mohreh explore`: which turns were played from a position, in files of records.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_games::explorer::Explorer;
use mohreh_games::{AnyGame, Seat, with_kind};

use crate::args::PositionArgs;
use crate::failure::Result;
use crate::files::{read_text, records};
use crate::terminal::{notation, tell, text, with, wrong};

/// Turns that are the same up to a symmetry of the board are counted as one, and so are positions.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Files with records.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Show at most so many turns.
    #[arg(long, default_value_t = 20)]
    lines: usize,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let kind = args.position.game.kind;
    let game: AnyGame = with_kind!(kind, G => args.position.position::<G>()?.into());
    let (mut explorer, mut all_good) = (Explorer::new(), true);
    for path in &args.games {
        let name = path.display().to_string();
        for (number, record) in (1u32..).zip(records(&read_text(path)?)) {
            match record {
                Ok(record) if record.kind() == kind => explorer.add(&record),
                Ok(_) => {}
                Err(error) => {
                    let place = [("name", notation(&name)), ("number", number.into())];
                    let place = with("cli-game-number", &place);
                    tell(&mut std::io::stderr(), &format!("{place}: {}", wrong(&error)))?;
                    all_good = false;
                }
            }
        }
    }
    let comma = text("say-comma");
    tell(out, &with("cli-explored", &[("count", (explorer.games() as u64).into())]))?;
    for tally in explorer.look(&game).iter().take(args.lines) {
        let wins = (0..game.seats()).map(|seat| {
            let (seat, wins) = (Seat::new(seat).number(), tally.wins[seat]);
            with("cli-explored-wins", &[("seat", seat.into()), ("count", wins.into())])
        });
        let wins: Vec<String> = wins.collect();
        let mut line = with(
            "cli-explored-turn",
            &[
                ("steps", notation(&tally.turn.join(" "))),
                ("count", tally.games.into()),
                ("result", wins.join(&comma).into()),
            ],
        );
        if tally.rated > 0 {
            let mean = tally.rating_sum / u64::from(tally.rated);
            line = [line, with("cli-explored-rating", &[("n", mean.into())])].join(&comma);
        }
        tell(out, &line)?;
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
