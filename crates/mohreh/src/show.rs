//! `mohreh show`: draws a position and prints its text, status and prompt.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_games::show::Scene;
use mohreh_games::{Game, Show, with_kind};

use crate::args::PositionArgs;
use crate::failure::Result;
use crate::files::{check_new, read_text, write_atomic};
use mohreh_texts::{Language, Texts};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the position into this file as an SVG picture.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.position.game.kind, G => {
        let game = args.position.position::<G>()?;
        draw(&game.scene(), true, out)?;
        writeln!(out, "position: {game}")?;
        writeln!(out, "status:   {}", game.status())?;
        writeln!(out, "asked:    {}", Texts::new(Language::English).say(&game.prompt()))?;
        if let Some(path) = &args.svg {
            // An existing SVG may be replaced; any other file is kept.
            if !read_text(path).is_ok_and(|old| old.starts_with("<svg")) {
                check_new(path)?;
            }
            write_atomic(path, &mohreh_draw::svg(&game.scene()))?;
            writeln!(out, "picture:  {}", path.display())?;
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// Draws the board and the notes of the scene, with a legend if `explain`. In colour on a terminal, unless
/// `NO_COLOR` is set.
pub(crate) fn draw(scene: &Scene, explain: bool, out: &mut impl Write) -> Result<()> {
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    writeln!(out, "{}\n", mohreh_draw::terminal(scene, colour).trim_end())?;
    if explain {
        writeln!(out, "{}\n", mohreh_draw::legend(scene, colour).trim_end())?;
    }
    let texts = Texts::new(Language::English);
    for note in &scene.notes {
        writeln!(out, "{}\n", texts.text(note))?;
    }
    Ok(())
}
