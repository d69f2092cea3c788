//! Boundaries between crates, as in `ARCHITECTURE.md`.

use super::Finding;
use super::files::File;

/// `no_std` crates.
const BARE: [&str; 2] = ["crates/games", "crates/draw"];

/// Generic code, which must not name a game, except in examples of help texts.
const BLIND: [&str; 1] = ["crates/mohreh/src/"];

/// Generic code that must not name a game even in comments and tests.
const NAMELESS: [&str; 9] = [
    "crates/draw/src/",
    "crates/lessons/src/",
    "crates/markup/src/",
    "crates/protocol/src/",
    "crates/server/src/",
    "crates/site/src/",
    "crates/texts/src/",
    "crates/web/src/",
    "crates/worker/src/",
];

/// Types of single games, as code would name them: `Yinsh` for the folder `crates/games/src/yinsh`.
fn games(files: &[File]) -> Vec<String> {
    let folder = |file: &File| {
        let name = file.path.strip_prefix("crates/games/src/")?.strip_suffix("/mod.rs")?;
        let (first, rest) = name.split_at_checked(1)?;
        Some(format!("{}{rest}", first.to_uppercase()))
    };
    files.iter().filter_map(folder).collect()
}

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let games = games(files);
    for file in files {
        if BARE.iter().any(|krate| file.path.starts_with(&format!("{krate}/src/"))) {
            bare(file, &mut findings);
        }
        if file.is_rust() && BLIND.iter().any(|folder| file.path.starts_with(folder)) {
            blind(file, &games, &mut findings);
        }
        if file.is_rust() && NAMELESS.iter().any(|folder| file.path.starts_with(folder)) {
            nameless(file, &games, &mut findings);
        }
        let manifest = file.path.ends_with("/Cargo.toml") && !file.path.starts_with("fuzz/");
        if manifest && !file.text.contains("[lints]\nworkspace = true") {
            findings.push(format!("{}: the lints of the workspace are not taken over", file.path));
        }
    }
    findings
}

/// `no_std` rules out clock, chance and I/O.
fn bare(file: &File, findings: &mut Vec<Finding>) {
    if file.path.ends_with("src/lib.rs") && !file.text.contains("#![no_std]") {
        findings.push(format!("{}: `#![no_std]` is missing", file.path));
    }
    for (number, line) in file.code() {
        if line.contains("std::") && !line.contains("no_std") || line.contains("extern crate std") {
            findings.push(format!("{}:{number}: the standard library is used", file.path));
        }
    }
}

fn blind(file: &File, games: &[String], findings: &mut Vec<Finding>) {
    for (number, line) in file.code() {
        let named = |game: &&String| {
            let small = game.to_lowercase();
            let ways = [(*game).clone(), format!("::{small}"), format!("\"{small}\"")];
            ways.iter().any(|way| line.contains(way))
        };
        if let Some(game) = games.iter().find(named) {
            findings
                .push(format!("{}:{number}: `{game}` is named where no game is known", file.path));
        }
    }
}

fn nameless(file: &File, games: &[String], findings: &mut Vec<Finding>) {
    for (number, line) in (1..).zip(file.text.lines()) {
        let small = line.to_lowercase();
        if let Some(game) = games.iter().find(|game| small.contains(&game.to_lowercase())) {
            findings.push(format!("{}:{number}: `{game}` is named, if only in words", file.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::files::File;

    #[test]
    fn holes_in_the_walls_are_found() {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [
            file("crates/games/src/yinsh/mod.rs", "pub struct Yinsh;"),
            file("crates/games/src/lib.rs", "use std::time::Instant;"),
            file(
                "crates/mohreh/src/room.rs",
                "use mohreh_games::yinsh::Yinsh;\n// Yinsh is fine here",
            ),
            file("crates/mohreh/src/lobby.rs", "use mohreh_games::yinsh;\nif kind == \"yinsh\" {}"),
            file("crates/web/src/board.rs", "// Not even in words: YINSH.\nsay(\"yinsh-title\")"),
            file("crates/games/Cargo.toml", "[package]"),
        ];
        assert_eq!(check(&files).len(), 8, "{:?}", check(&files));
    }
}
