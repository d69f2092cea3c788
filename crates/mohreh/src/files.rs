//! User files: read whole, written atomically, never overwritten by accident.

use std::fs;
use std::path::{Path, PathBuf};

use mohreh_foreign::Imported;
use mohreh_games::Record;
use mohreh_games::record::RecordError;

use crate::failure::{Failure, Result};
use crate::terminal::{text, with};

/// Reads a UTF-8 file; the error names the line of the first invalid byte.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let with_path = |failure: Failure| failure.context(&path.display().to_string());
    let bytes = fs::read(path).map_err(|error| with_path(error.into()))?;
    // Old files of other sites have names in other encodings; the steps are ASCII.
    if bytes.trim_ascii_start().starts_with(b"(") {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        with_path(Failure::new(with("cli-not-utf8-line", &[("line", (line as u64).into())])))
    })
}

/// Parses all records of a text, one-line or multi-line form or that of another site. Each fails independently.
pub(crate) fn records(text: &str) -> Vec<std::result::Result<Record, RecordError>> {
    let imported = imported(text).into_iter();
    imported.map(|game| game.map(|game| game.record)).collect()
}

/// The same, with what was left out of records of other sites.
pub(crate) fn imported(text: &str) -> Vec<std::result::Result<Imported, RecordError>> {
    match mohreh_foreign::read(text) {
        Some(games) => games,
        None => {
            let own = |record: Record| Imported { record, left_out: Vec::new() };
            own_records(text).into_iter().map(|record| record.map(own)).collect()
        }
    }
}

fn own_records(text: &str) -> Vec<std::result::Result<Record, RecordError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with(';');
    let first = text.lines().find(is_content);
    if first.is_some_and(|line| line.contains('|')) {
        let lines = text.lines().zip(1..).filter(|(line, _)| is_content(line));
        return lines
            .map(|(line, number)| {
                Record::from_line(line).map_err(|error| RecordError { line: Some(number), ..error })
            })
            .collect();
    }
    Record::read_each(text)
}

/// Fails if something exists at this path.
pub(crate) fn check_new(path: &Path) -> Result<()> {
    let refuse = |key: &str| Err(Failure::new(text(key)).context(&path.display().to_string()));
    match path {
        path if path.is_dir() => refuse("cli-is-folder"),
        path if path.exists() => refuse("cli-exists"),
        _ => Ok(()),
    }
}

/// Writes a file atomically, by a temporary file and a rename. Symbolic links are followed and survive.
pub(crate) fn write_atomic(path: &Path, text: &str) -> Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = real.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".part-{}", std::process::id()));
    let temporary: PathBuf = real.with_file_name(name);
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, &real));
    written.map_err(|error| Failure::from(error).context(&path.display().to_string()))
}
