//! `mohreh-train bank-table`: counts of a bank by theme and difficulty, as Markdown.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use mohreh_games::Kind;
use mohreh_puzzles::{Bank, Difficulty};

/// Count the puzzles of the banks by game, theme and difficulty.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the banks.
    #[arg(default_value = "crates/puzzles/banks")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> io::Result<()> {
    let bands = Difficulty::ALL.map(Difficulty::name).join(" | ");
    writeln!(out, "| game | theme | {bands} | all |\n|---|---|---|---|---|---|---|")?;
    for kind in Kind::ALL {
        let path = args.folder.join(format!("{kind}.txt"));
        // A game of the tests has none.
        let Ok(text) = fs::read_to_string(path) else { continue };
        let bank = Bank::parse(&text).map_err(io::Error::other)?;
        let mut counts = BTreeMap::<_, [usize; 5]>::new();
        for puzzle in &bank.puzzles {
            let theme = format!("{} {}", puzzle.goal.name(), puzzle.idea);
            // The last row of a game is its total.
            for row in [(false, theme), (true, String::new())] {
                let counts = counts.entry(row).or_default();
                counts[Difficulty::of(puzzle.rating) as usize] += 1;
                counts[4] += 1;
            }
        }
        for ((is_total, theme), counts) in counts {
            let theme = if is_total { "**all**" } else { theme.trim_end() };
            let counts = counts.map(|count| count.to_string()).join(" | ");
            writeln!(out, "| {kind} | {theme} | {counts} |")?;
        }
    }
    Ok(())
}
