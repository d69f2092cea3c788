//! No cycles among the modules of a crate. Modules are the files and folders directly below `src`; edges are paths
//! such as `crate::hub::Hub`, and names that `lib.rs` re-exports.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::files::File;

/// Crates whose modules form a hierarchy.
const CHECKED: [&str; 2] = ["crates/server", "crates/web"];

type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    CHECKED.iter().flat_map(|krate| check_crate(files, krate)).collect()
}

fn check_crate(files: &[File], krate: &str) -> Vec<Finding> {
    let source = format!("{krate}/src/");
    let inside: Vec<(&str, &File)> = files
        .iter()
        .filter_map(|file| Some((module(file.path.strip_prefix(&source)?)?, file)))
        .collect();
    let modules: BTreeSet<&str> = inside.iter().map(|(module, _)| *module).collect();
    let library = files.iter().find(|file| file.path == format!("{source}lib.rs"));
    let reexports = library.map(|file| reexports(&file.text)).unwrap_or_default();
    let mut graph = Graph::new();
    for (module, file) in inside {
        let uses = uses(&file.text).into_iter().map(|name| *reexports.get(name).unwrap_or(&name));
        let others = uses.filter(|other| modules.contains(other) && *other != module);
        graph.entry(module).or_default().extend(others);
    }
    // By their members, so that a cycle is reported once.
    let mut cycles = BTreeMap::new();
    for module in graph.keys() {
        if let Some(path) = path(&graph, module, module) {
            cycles.insert(path.iter().copied().collect::<BTreeSet<_>>(), path);
        }
    }
    let tell = |path: Vec<&str>| format!("{krate}: a cycle of modules: {}", path.join(" -> "));
    cycles.into_values().map(tell).collect()
}

/// The top-level module that a file below `src` belongs to; none for the root and for tests.
fn module(path: &str) -> Option<&str> {
    let name = path.split('/').next()?.trim_end_matches(".rs");
    (path.ends_with(".rs") && !["lib", "main", "tests"].contains(&name)).then_some(name)
}

/// The names directly after `crate::`.
fn uses(text: &str) -> BTreeSet<&str> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let line = &text[text[..at].rfind('\n').map_or(0, |line| line + 1)..at];
        if line.trim_start().starts_with("//") {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => names.extend(identifier(rest)),
            Some(group) => names.extend(items(group)),
        }
    }
    names
}

/// The first identifier of each item of a group, up to its closing brace.
fn items(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.extend(identifier(group[start..at].trim_start()));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.extend(identifier(group[start..at].trim_start()));
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

fn identifier(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    Some(&text[..end]).filter(|name| !name.is_empty())
}

/// What `lib.rs` re-exports, with the module it comes from: `pub use hub::{Hub, Job};`.
fn reexports(library: &str) -> BTreeMap<&str, &str> {
    let mut names = BTreeMap::new();
    for part in library.split("\npub use ").skip(1) {
        let Some((module, rest)) = part.split(';').next().and_then(|path| path.split_once("::"))
        else {
            continue;
        };
        let found = match rest.strip_prefix('{') {
            Some(group) => items(group),
            None => identifier(rest).into_iter().collect(),
        };
        names.extend(found.into_iter().map(|name| (name, module)));
    }
    names
}

/// A path from one module to another, both included.
fn path<'a>(graph: &Graph<'a>, from: &'a str, to: &'a str) -> Option<Vec<&'a str>> {
    let mut queue: Vec<Vec<&str>> = vec![vec![from]];
    let mut seen = BTreeSet::new();
    while !queue.is_empty() {
        let mut longer = Vec::new();
        for path in queue {
            let last = path.last().copied().unwrap_or(from);
            for next in graph.get(last).into_iter().flatten() {
                let path = [&path[..], &[*next]].concat();
                if *next == to {
                    return Some(path);
                }
                if seen.insert(*next) {
                    longer.push(path);
                }
            }
        }
        queue = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{check, uses};
    use crate::tidy::files::File;

    fn file(path: &str, text: &str) -> File {
        File { path: format!("crates/server/src/{path}"), text: text.into() }
    }

    #[test]
    fn names_after_crate_are_found_in_groups_too() {
        let text = "use crate::hub::Hub;\nuse crate::{lobby, table::{Head, Room}};\n// crate::comment\nlet x = crate::time::now();\n\
            #[cfg(test)]\nmod tests {\n    use crate::bus::Bus;\n}\n";
        assert_eq!(uses(text).into_iter().collect::<Vec<_>>(), ["hub", "lobby", "table", "time"]);
    }

    #[test]
    fn cycles_are_found_once_and_through_reexports() {
        let hierarchy = [
            file("lib.rs", "mod a;\nmod b;\npub use b::B;"),
            file("a.rs", "use crate::B;"),
            file("b/mod.rs", "struct B;"),
        ];
        assert_eq!(check(&hierarchy), [""; 0]);
        let cycle = [
            file("lib.rs", "mod a;\nmod b;\npub use b::{B, C};"),
            file("a.rs", "use crate::B;"),
            file("b/mod.rs", ""),
            file("b/inner.rs", "use crate::c;"),
            file("c.rs", "fn f() { crate::a::g() }"),
        ];
        assert_eq!(check(&cycle).len(), 1, "{:?}", check(&cycle));
    }
}
