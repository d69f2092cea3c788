//! `mohreh show`: draws a position and prints its text, status and prompt.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_draw::Words;
use mohreh_games::show::{Colour, Look, Scene};
use mohreh_games::{Game, Kind, Listed, Show, with_kind};

use crate::args::PositionArgs;
use crate::failure::Result;
use crate::files::{check_new, read_text, write_atomic};
use crate::terminal::{self, tell, texts};
use mohreh_texts::Language;

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
        draw(G::KIND, &game.scene(), true, out)?;
        writeln!(out, "position: {game}")?;
        writeln!(out, "status:   {}", game.status())?;
        match terminal::language() {
            Language::English => writeln!(out, "asked:    {}", texts().say(&game.prompt()))?,
            Language::Persian => tell(out, &texts().say(&game.prompt()))?,
        }
        if let Some(path) = &args.svg {
            // An existing SVG may be replaced; any other file is kept.
            if !read_text(path).is_ok_and(|old| old.starts_with("<svg")) {
                check_new(path)?;
            }
            write_atomic(path, &mohreh_draw::svg(&game.scene()))?;
            let path = terminal::notation(&path.display().to_string());
            tell(out, &terminal::with("cli-picture", &[("path", path)]))?;
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// Draws the board and the notes of the scene, with a legend if `explain`. In colour on a terminal, unless
/// `NO_COLOR` is set.
pub(crate) fn draw(kind: Kind, scene: &Scene, explain: bool, out: &mut impl Write) -> Result<()> {
    draw_board(kind, scene, out)?;
    let words = BoardWords { kind };
    if explain && terminal::is_right_to_left() {
        tell(out, mohreh_draw::legend(scene, &words, false).trim_end())?;
        writeln!(out)?;
    } else if explain {
        writeln!(out, "{}\n", mohreh_draw::legend(scene, &words, has_colour()).trim_end())?;
    }
    for note in &scene.notes {
        tell(out, &texts().text(note))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Draws the board with trays and dice; from right to left these are below it.
pub(crate) fn draw_board(kind: Kind, scene: &Scene, out: &mut impl Write) -> Result<()> {
    let (words, colour) = (BoardWords { kind }, has_colour());
    if !terminal::is_right_to_left() {
        writeln!(out, "{}\n", mohreh_draw::terminal(scene, &words, colour).trim_end())?;
        return Ok(());
    }
    let (board, panel) = mohreh_draw::terminal_parts(scene, &words, colour);
    writeln!(out, "{}\n", board.trim_end())?;
    if !panel.trim().is_empty() {
        tell(out, &terminal::language().digits(panel.trim_end()))?;
        writeln!(out)?;
    }
    Ok(())
}

fn has_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The words beside a board, in the language of the terminal.
struct BoardWords {
    kind: Kind,
}

impl Words for BoardWords {
    fn word(&self, key: &str, what: &str) -> String {
        let what = match what.parse::<u32>() {
            Ok(number) => number.into(),
            Err(_) => terminal::notation(what),
        };
        terminal::with(&format!("draw-{key}"), &[("what", what)])
    }

    fn piece(&self, look: Look) -> String {
        let (colour, seat) = match look.colour {
            Colour::White => ("white", 1),
            Colour::Grey => ("grey", 1),
            Colour::Black => ("black", 2),
            Colour::Of(seat) => ("own", seat.number()),
        };
        let key = format!("{}-look-{}", self.kind, look.name);
        terminal::with(&key, &[("colour", colour.into()), ("seat", seat.into())])
    }

    fn isolates(&self) -> [&'static str; 2] {
        if terminal::is_right_to_left() { ["\u{2066}", "\u{2069}"] } else { ["", ""] }
    }
}
