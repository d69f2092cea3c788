//! `MatchFile`: the output of a match, a title line and the records of its games, pair by pair.
//!
//! A pair is appended when it is finished. After a crash the file has whole pairs and at most one torn pair at the
//! end, which `--resume` removes and plays again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use mohreh_games::Record;

use super::game_record::{GameResult, read};
use crate::failure::{Failure, Result};
use crate::files::{check_new, write_atomic};
use crate::terminal::{notation, text, with};

/// Appends finished pairs; a no-op without `--out`.
pub(super) struct MatchFile(Option<(File, PathBuf)>);

/// Finished pairs by number.
pub(super) type FinishedPairs = BTreeMap<u64, Vec<GameResult>>;

impl MatchFile {
    pub(super) fn none() -> MatchFile {
        MatchFile(None)
    }

    /// Creates the file, or with `resume` opens an existing one and returns its pairs.
    pub(super) fn open(
        path: &Path,
        title: &str,
        games: usize,
        resume: bool,
    ) -> Result<(MatchFile, FinishedPairs)> {
        let with_path = |failure: Failure| failure.context(&path.display().to_string());
        let first = format!("; match: {title}\n");
        let done = match resume && path.exists() {
            true => resume_from(path, &first, games).map_err(with_path)?,
            false => {
                if path.is_file() {
                    return Err(with_path(Failure::new(text("cli-match-exists"))));
                }
                check_new(path)?;
                write_atomic(path, &first)?;
                FinishedPairs::new()
            }
        };
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| with_path(error.into()))?;
        Ok((MatchFile(Some((file, path.to_path_buf()))), done))
    }

    pub(super) fn add(&mut self, records: &[Record]) -> Result<()> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        let written = file.write_all(texts(records).as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| Failure::from(error).context(&path.display().to_string()))
    }
}

fn texts<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    records.into_iter().map(|record| format!("{record}\n")).collect()
}

/// Reads the finished pairs and truncates a torn end.
fn resume_from(path: &Path, first: &str, games: usize) -> Result<FinishedPairs> {
    let bytes = std::fs::read(path)?;
    // The last line may be torn, even inside a UTF-8 sequence.
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let content = String::from_utf8(bytes[..whole].to_vec());
    let content = content.map_err(|_| Failure::new(text("cli-not-utf8")))?;
    if bytes.is_empty() || first.as_bytes().starts_with(&bytes) {
        write_atomic(path, first)?;
        return Ok(FinishedPairs::new());
    }
    let Some(body) = content.strip_prefix(first) else {
        let found: String =
            String::from_utf8_lossy(&bytes).chars().take_while(|c| *c != '\n').take(300).collect();
        let args = [("found", notation(&found)), ("wanted", notation(first.trim_end()))];
        return Err(Failure::new(with("cli-match-other", &args)));
    };
    let read_all = if body.trim().is_empty() { Vec::new() } else { Record::read_each(body) };
    let last = read_all.len() as u64;
    let mut records: Vec<(Record, u64)> = Vec::new();
    let mut done = FinishedPairs::new();
    for (number, record) in (1_u64..).zip(read_all) {
        let about = |key: &str| with(key, &[("number", number.into())]);
        match record.map(|record| (read(&record), record)) {
            Ok((Some(counted), record)) => {
                let pair = done.entry(counted.pair).or_default();
                if pair.len() != counted.game || counted.game >= games {
                    return Err(Failure::new(about("cli-match-misplaced")));
                }
                records.push((record, counted.pair));
                pair.push(counted);
            }
            // A torn last record is played again.
            _ if number == last => {}
            Ok((None, _)) => return Err(Failure::new(about("cli-match-torn"))),
            Err(error) => return Err(Failure::from(error).at(&about("cli-match-game"))),
        }
    }
    done.retain(|_, pair| pair.len() == games);
    records.retain(|(_, pair)| done.contains_key(pair));
    let kept = format!("{first}{}", texts(records.iter().map(|(record, _)| record)));
    if kept.as_bytes() != bytes {
        write_atomic(path, &kept)?;
    }
    Ok(done)
}
