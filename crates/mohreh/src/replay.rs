//! `mohreh replay`: validates records and prints how the games ended.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_games::record::{RecordError, line_parts, replay};
use mohreh_games::{Game, Record, Status, with_kind};

use crate::failure::{Failure, Result};
use crate::files::{read_text, records};
use crate::terminal::{self, notation, tell, texts};
use mohreh_texts::Language;

/// Each FILE holds records as people write them, or one-line records KIND|SETUP|STEP STEP …
///
/// With `-` one-line records are read from standard input. For each line the number of legal steps
/// before each step and the final status are printed as `COUNT,COUNT,…|STATUS`; a bad line prints
/// `error: …` and does not stop the rest.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with records, or `-` for one-line records on standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let mut all_good = true;
    for path in &args.files {
        if path.as_os_str() == "-" {
            all_good &= lines(std::io::stdin().lock(), out)?;
        } else {
            all_good &= file(path, out)?;
        }
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Answers each one-line record with a line; returns whether all could be replayed.
fn lines(mut input: impl BufRead, out: &mut impl Write) -> Result<bool> {
    let (mut line, mut all_good) = (Vec::new(), true);
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = match std::str::from_utf8(&line) {
            Err(error) => Err(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1)),
            Ok(text) => {
                counts(text.trim_end_matches(['\n', '\r'])).map_err(|error| error.to_string())
            }
        };
        match answer {
            Ok(counts) => writeln!(out, "{counts}")?,
            Err(why) => {
                writeln!(out, "error: {why}")?;
                all_good = false;
            }
        }
        line.clear();
    }
    Ok(all_good)
}

fn counts(line: &str) -> std::result::Result<String, RecordError> {
    let (kind, setup, steps) = line_parts(line)?;
    with_kind!(kind, G => {
        let mut counts = Vec::new();
        let mut list = Vec::new();
        let game: G = replay(setup, steps.split_ascii_whitespace(), |game: &G| {
            list.clear();
            game.steps(&mut list);
            counts.push(list.len().to_string());
        })?;
        Ok(format!("{}|{}", counts.join(","), game.status()))
    })
}

/// Prints a line for each record of a file; returns whether all are valid.
fn file(path: &Path, out: &mut impl Write) -> Result<bool> {
    let name = path.display().to_string();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(Failure::Message(why)) => {
            tell(out, &why)?;
            return Ok(false);
        }
        Err(broken_pipe) => return Err(broken_pipe),
    };
    let mut all_good = true;
    for (number, record) in (1u32..).zip(records(&text)) {
        match record {
            Ok(record) if terminal::language() == Language::Persian => {
                tell(out, &summary(&name, number, &record))?;
            }
            Ok(record) => {
                let game = record.game();
                let turns = counted(record.turns().len(), "turn");
                let steps = counted(record.steps().len(), "step");
                let (kind, status) = (record.kind(), game.status());
                write!(out, "{name}: game {number}, {kind}, {turns}, {steps}, {status}")?;
                match record.headers().iter().find(|(key, _)| key == "result") {
                    Some((_, result)) if !matches!(status, Status::Over(_)) => {
                        writeln!(out, ", result {result}")?;
                    }
                    _ => writeln!(out, ": {}", texts().say(&game.prompt()))?,
                }
            }
            Err(error) => {
                let place = [("name", notation(&name)), ("number", number.into())];
                let place = terminal::with("cli-game-number", &place);
                tell(out, &format!("{place}: {}", terminal::wrong(&error)))?;
                all_good = false;
            }
        }
    }
    Ok(all_good)
}

/// A game in a sentence, in other languages than that of programs.
fn summary(name: &str, number: u32, record: &Record) -> String {
    let game = record.game();
    let result = match record.headers().iter().find(|(key, _)| key == "result") {
        Some((_, result))
            if !matches!(game.status(), Status::Over(_)) && result != "unfinished" =>
        {
            terminal::with("cli-result", &[("result", notation(result))])
        }
        _ => texts().say(&game.prompt()),
    };
    let args = [
        ("name", notation(name)),
        ("number", number.into()),
        ("game", terminal::game_name(record.kind()).into()),
        ("turns", (record.turns().len() as u64).into()),
        ("steps", (record.steps().len() as u64).into()),
        ("end", result.into()),
    ];
    terminal::with("cli-replayed", &args)
}

/// Count with its noun in the right number: `1 turn`, `2 turns`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
