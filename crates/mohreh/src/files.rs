//! Files of the person at the terminal: read whole, and never written over by accident.

use std::fs;
use std::path::{Path, PathBuf};

use mohreh_games::Record;
use mohreh_games::record::RecordError;

use crate::failure::{Failure, Result};

/// A file as text; what is no text is refused with the line.
pub fn read_text(path: &Path) -> Result<String> {
    let about = |failure: Failure| failure.about(&path.display().to_string());
    let bytes = fs::read(path).map_err(|error| about(error.into()))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        about(Failure::new(format!("line {line}: this is not UTF-8 text")))
    })
}

/// The records of a text in either form, each by itself.
pub fn records(text: &str) -> Vec<std::result::Result<Record, RecordError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_said = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with(';');
    let first = text.lines().find(is_said);
    if first.is_some_and(|line| line.contains('|')) {
        let lines = text.lines().zip(1..).filter(|(line, _)| is_said(line));
        return lines
            .map(|(line, number)| {
                Record::from_line(line).map_err(|error| RecordError { line: Some(number), ..error })
            })
            .collect();
    }
    Record::read_each(text)
}

/// Refuses a name that is taken.
pub fn check_new(path: &Path) -> Result<()> {
    let about = |why: &str| Err(Failure::new(why).about(&path.display().to_string()));
    match path {
        path if path.is_dir() => about("this is a folder; give the name of a file"),
        path if path.exists() => about("the file exists already; choose another name"),
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all: beside it first, then renamed. A link stays a link.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = real.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".part-{}", std::process::id()));
    let beside: PathBuf = real.with_file_name(name);
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &real));
    written.map_err(|error| Failure::from(error).about(&path.display().to_string()))
}
