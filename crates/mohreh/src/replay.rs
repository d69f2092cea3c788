//! `mohreh replay`: checks records and prints how the games ended.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_games::record::{RecordError, line_parts, replay};
use mohreh_games::{Game, Record, with_kind};

use crate::failure::{Failure, Result};
use crate::texts::Texts;

/// Each FILE holds records as people write them, or one-line records KIND|SETUP|STEP STEP …
///
/// With `-` one-line records are read from standard input. For each line the number of legal steps
/// before each step and the final status are printed as `COUNT,COUNT,…|STATUS`; a bad line prints
/// `error: …` and does not stop the rest.
#[derive(clap::Args)]
pub struct Args {
    /// Files with records, or `-` for one-line records on standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let mut all_good = true;
    for path in &args.files {
        if path.as_os_str() == "-" {
            lines(std::io::stdin().lock(), out)?;
        } else {
            all_good &= file(path, out)?;
        }
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One-line records, an answer a line.
fn lines(mut input: impl BufRead, out: &mut impl Write) -> Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = match std::str::from_utf8(&line) {
            Err(error) => format!("error: byte {} is not UTF-8 text", error.valid_up_to() + 1),
            Ok(text) => match counts(text.trim_end_matches(['\n', '\r'])) {
                Ok(counts) => counts,
                Err(error) => format!("error: {error}"),
            },
        };
        writeln!(out, "{answer}")?;
        line.clear();
    }
    Ok(())
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

/// One file: a line for each record, and whether all is well.
fn file(path: &Path, out: &mut impl Write) -> Result<bool> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| Failure::from(error).about(&name))?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
            writeln!(out, "{name}: line {line}: this is not UTF-8 text")?;
            return Ok(false);
        }
    };
    let texts = Texts::english();
    let mut all_good = true;
    for (number, record) in (1..).zip(records(&text)) {
        match record.and_then(|record| Ok((record.at(usize::MAX)?, record))) {
            Ok((game, record)) => {
                let (turns, steps) = (record.turns(), record.steps().len());
                let said = texts.say(&game.prompt());
                let (kind, status) = (record.kind(), game.status());
                writeln!(
                    out,
                    "{name}: game {number}, {kind}, {turns} turns, {steps} steps, {status}: {said}"
                )?;
            }
            Err(error) => {
                writeln!(out, "{name}: {error}")?;
                all_good = false;
            }
        }
    }
    Ok(all_good)
}

/// The records of a text in either form. Of the text form a mistake spoils the rest.
fn records(text: &str) -> Vec<std::result::Result<Record, RecordError>> {
    let in_lines =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(';'));
    if in_lines.is_some_and(|line| line.contains('|')) {
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        return lines
            .map(|(line, number)| {
                Record::from_line(line).map_err(|error| RecordError { line: Some(number), ..error })
            })
            .collect();
    }
    match Record::read(text) {
        Ok(records) => records.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}
