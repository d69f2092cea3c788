//! The file of a match: a line that says which match it is, and the records of its games, pair by pair.
//!
//! A pair is written at once when it is finished. Whoever interrupts the program leaves whole pairs and
//! at most a torn one at the end, which is played again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use mohreh_games::Record;

use super::entry::{Counted, read};
use crate::failure::{Failure, Result};
use crate::files::{check_new, write_whole};

/// Where finished pairs go, if anywhere.
pub struct Keep(Option<(File, PathBuf)>);

/// Pairs that were played already.
pub type Done = BTreeMap<u64, Vec<Counted>>;

impl Keep {
    pub fn nowhere() -> Keep {
        Keep(None)
    }

    /// A new file, or with `resume` one that may hold pairs already.
    pub fn open(path: &Path, title: &str, games: usize, resume: bool) -> Result<(Keep, Done)> {
        let about = |failure: Failure| failure.about(&path.display().to_string());
        let first = format!("; match: {title}\n");
        let done = match resume && path.exists() {
            true => go_on(path, &first, games).map_err(about)?,
            false => {
                if path.is_file() {
                    let why = "the file exists already; --resume goes on with the match in it";
                    return Err(about(Failure::new(why)));
                }
                check_new(path)?;
                write_whole(path, &first)?;
                Done::new()
            }
        };
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| about(error.into()))?;
        Ok((Keep(Some((file, path.to_path_buf()))), done))
    }

    pub fn add(&mut self, records: &[Record]) -> Result<()> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        let written = file.write_all(texts(records).as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| Failure::from(error).about(&path.display().to_string()))
    }
}

fn texts<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    records.into_iter().map(|record| format!("{record}\n")).collect()
}

/// Reads what was played, and cuts a torn end off.
fn go_on(path: &Path, first: &str, games: usize) -> Result<Done> {
    let bytes = std::fs::read(path)?;
    // The last line may be torn, even in the middle of a letter.
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let text = String::from_utf8(bytes[..whole].to_vec());
    let text = text.map_err(|_| Failure::new("this is not UTF-8 text"))?;
    if bytes.is_empty() || first.as_bytes().starts_with(&bytes) {
        write_whole(path, first)?;
        return Ok(Done::new());
    }
    let Some(body) = text.strip_prefix(first) else {
        let is: String =
            String::from_utf8_lossy(&bytes).chars().take_while(|c| *c != '\n').take(300).collect();
        let wanted = first.trim_end();
        return Err(Failure::new(format!(
            "this is not the file of this match: it begins with\n  {is}\nand not with\n  {wanted}"
        )));
    };
    let read_all = if body.trim().is_empty() { Vec::new() } else { Record::read_each(body) };
    let last = read_all.len();
    let mut records: Vec<(Record, u64)> = Vec::new();
    let mut done = Done::new();
    for (number, record) in (1..).zip(read_all) {
        match record.map(|record| (read(&record), record)) {
            Ok((Some(counted), record)) => {
                let pair = done.entry(counted.pair).or_default();
                if pair.len() != counted.game || counted.game >= games {
                    return Err(Failure::new(format!("game {number} stands where it should not")));
                }
                records.push((record, counted.pair));
                pair.push(counted);
            }
            // Torn: played again.
            _ if number == last => {}
            Ok((None, _)) => return Err(Failure::new(format!("game {number} is not whole"))),
            Err(error) => return Err(Failure::from(error).about(&format!("game {number}"))),
        }
    }
    done.retain(|_, pair| pair.len() == games);
    records.retain(|(_, pair)| done.contains_key(pair));
    let kept = format!("{first}{}", texts(records.iter().map(|(record, _)| record)));
    if kept.as_bytes() != bytes {
        write_whole(path, &kept)?;
    }
    Ok(done)
}
