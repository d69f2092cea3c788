//! `mohreh-train bank`: of all puzzles that were found, one of each set of images, spread over goals and ideas.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use mohreh_games::Kind;
use mohreh_puzzles::{Bank, Goal, Puzzle};

use super::canonical;

/// Make the bank of a game from the puzzles that were found.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game.
    kind: Kind,
    /// Files of `mohreh-train puzzles`.
    #[arg(required = true, value_name = "FILE")]
    found: Vec<PathBuf>,
    /// Puzzles in the bank, if there are so many.
    #[arg(long, default_value_t = 600)]
    count: usize,
    /// Write this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

type Theme = (Goal, String);

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let (mut seen, mut themes, mut found) =
        (HashSet::new(), BTreeMap::<Theme, Vec<Puzzle>>::new(), 0);
    for path in &args.found {
        let wrong = |error: &dyn std::fmt::Display| {
            io::Error::other(format!("{}: {error}", path.display()))
        };
        let bank = Bank::parse(&fs::read_to_string(path)?).map_err(|error| wrong(&error))?;
        for puzzle in bank.puzzles {
            found += 1;
            let hash = canonical(args.kind, &puzzle).ok_or_else(|| wrong(&puzzle.position))?;
            if seen.insert(hash) {
                themes.entry((puzzle.goal, puzzle.idea.clone())).or_default().push(puzzle);
            }
        }
    }
    let puzzles = choose(themes, args.count);
    let mut text = Bank::HEAD.to_string();
    for puzzle in &puzzles {
        text += &format!("{puzzle}\n");
    }
    fs::write(&args.out, text)?;
    eprintln!("{}: {found} found, {} different, {} chosen", args.kind, seen.len(), puzzles.len());
    let mut counts = BTreeMap::<Theme, usize>::new();
    for puzzle in &puzzles {
        *counts.entry((puzzle.goal, puzzle.idea.clone())).or_default() += 1;
    }
    for ((goal, idea), count) in counts {
        eprintln!("  {count:4} {} {idea}", goal.name());
    }
    Ok(())
}

/// Takes as many of each theme as there are, up to a share that grows until the bank is full.
fn choose(themes: BTreeMap<Theme, Vec<Puzzle>>, count: usize) -> Vec<Puzzle> {
    let all: usize = themes.values().map(Vec::len).sum();
    let mut share = 0;
    let total = |share: usize| themes.values().map(|list| list.len().min(share)).sum::<usize>();
    while total(share) < count.min(all) {
        share += 1;
    }
    let mut chosen: Vec<Puzzle> =
        themes.into_values().flat_map(|list| list.into_iter().take(share)).collect();
    chosen.sort_by(|a, b| (a.rating, &a.position).cmp(&(b.rating, &b.position)));
    chosen.truncate(count.max(1));
    chosen
}
