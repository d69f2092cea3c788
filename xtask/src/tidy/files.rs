//! The project's own text files, and words that they must not contain.

use std::path::{Path, PathBuf};

use super::Finding;

/// A text file of the project.
pub(super) struct File {
    /// From the root, with `/`.
    pub path: String,
    pub text: String,
}

/// Folders that are skipped.
const NOT_OURS: [&str; 3] = ["target", "dist", ".git"];

/// All text files below the root.
pub(super) fn all(root: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let about = |error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(about)? {
            let path = entry.map_err(about)?.path();
            let name = path.file_name().unwrap_or_default();
            if path.is_dir() && !NOT_OURS.iter().any(|other| name == *other) {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let inside = path.strip_prefix(root).unwrap_or(&path);
                files.push(File { path: inside.to_string_lossy().replace('\\', "/"), text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

impl File {
    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Lines that are code, with their numbers: neither blank nor comment.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = (1..).zip(self.text.lines());
        lines.filter(|(_, line)| !line.trim_start().starts_with("//") && !line.trim().is_empty())
    }
}

/// Markers of unfinished work, and paths outside the project. Written in two halves, so that this file does not match
/// itself.
const NOT_HERE: [(&str, &str); 7] = [
    ("TO", "DO"),
    ("FIX", "ME"),
    ("todo", "!("),
    ("unimple", "mented!("),
    ("dbg", "!("),
    ("../sha", "red"),
    ("/wo", "rk/"),
];

pub(super) fn left_open(files: &[File]) -> Vec<Finding> {
    let words: Vec<String> = NOT_HERE.iter().map(|(a, b)| format!("{a}{b}")).collect();
    let mut findings = Vec::new();
    for file in files {
        for (number, line) in (1..).zip(file.text.lines()) {
            for word in words.iter().filter(|word| line.contains(word.as_str())) {
                findings.push(format!("{}:{number}: `{word}`", file.path));
            }
        }
    }
    findings
}

/// Relative links of Markdown files name files that exist.
pub(super) fn links(root: &Path, files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = Path::new(&file.path).parent().map(PathBuf::from).unwrap_or_default();
        for target in file.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() || path.contains("://") {
                continue;
            }
            if !root.join(&folder).join(path).exists() {
                findings.push(format!("{}: there is no `{target}`", file.path));
            }
        }
    }
    findings
}
