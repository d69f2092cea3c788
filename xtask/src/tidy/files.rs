//! The project's own text files, and what must not stand in them.

use std::path::{Path, PathBuf};

use super::Finding;
use crate::command::call;

/// A text file of the project.
pub struct File {
    /// From the root, with `/`.
    pub path: String,
    pub text: String,
}

/// Everything that git knows or would add.
pub fn all(root: &Path) -> Result<Vec<File>, String> {
    let args = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let list = call("git", root, &args).output()?;
    let read = |path: &str| {
        let text = std::fs::read_to_string(root.join(path)).ok()?;
        Some(File { path: path.to_string(), text })
    };
    Ok(list.lines().filter_map(read).collect())
}

impl File {
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Lines that are code, with their numbers: neither blank nor comment.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = (1..).zip(self.text.lines());
        lines.filter(|(_, line)| !line.trim_start().starts_with("//") && !line.trim().is_empty())
    }
}

/// Words that mean that work is not done, or that speak of a place outside the project. Written in
/// two halves, so that this file does not find itself.
const NOT_HERE: [(&str, &str); 7] = [
    ("TO", "DO"),
    ("FIX", "ME"),
    ("todo", "!("),
    ("unimple", "mented!("),
    ("dbg", "!("),
    ("../sha", "red"),
    ("/wo", "rk/"),
];

pub fn left_open(files: &[File]) -> Vec<Finding> {
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
pub fn links(root: &Path, files: &[File]) -> Vec<Finding> {
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
