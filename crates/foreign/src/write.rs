//! Our records as SGF (`FF[4]`), a node for each step, and back.
//!
//! `W` and `B` hold the steps of the first two seats, `P3` and `P4` those of others. `C`, `CR` and `AR` are comments,
//! circles and arrows for programs that know SGF; `PW`, `PB`, `RE` and `DT` likewise. Properties of our own hold what SGF
//! has no place for: `KI` the game, `SU` the setup, `HD` the header lines, `MK` marks with colours.

use std::fmt::Write;

use mohreh_games::record::{Highlight, NodeId, RecordError, Tree};
use mohreh_games::{Kind, Record, Seat};

use crate::sgf::Node;
use crate::{Imported, wrong};

/// Beginning of `AP` in files that were written here.
pub(crate) const APPLICATION: &str = "Mohreh";

/// A record as SGF, variations included.
///
/// ```
/// use mohreh_games::Record;
///
/// let record = Record::from_line("yinsh||e5 f6 'close by' (g7)")?;
/// let sgf = mohreh_foreign::to_sgf(&record);
/// assert!(sgf.contains("(;B[f6]C[close by])"));
/// assert_eq!(mohreh_foreign::read(&sgf).ok_or("SGF")?.remove(0)?.record, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_sgf(record: &Record) -> String {
    let mut out = String::from("(;FF[4]CA[UTF-8]");
    // The numbers of games that SGF knows.
    let number = match record.kind().name() {
        "zertz" => "22",
        "yinsh" => "24",
        name => name,
    };
    let head = [("AP", APPLICATION), ("GM", number), ("KI", record.kind().name())];
    head.into_iter().for_each(|(name, value)| property(&mut out, name, value));
    property(&mut out, "SU", record.setup());
    let known = [("player 1", "PW"), ("player 2", "PB"), ("date", "DT"), ("event", "EV")];
    for (key, name) in known {
        if let Some(value) = record.header(key) {
            property(&mut out, name, value);
        }
    }
    match record.header("result") {
        Some("1 2") => property(&mut out, "RE", "W+"),
        Some("2 1") => property(&mut out, "RE", "B+"),
        Some("1 1") => property(&mut out, "RE", "Draw"),
        _ => {}
    }
    for (key, value) in record.headers() {
        property(&mut out, "HD", &format!("{key}: {value}"));
    }
    let tree = record.tree();
    notes(&mut out, tree, Tree::ROOT);
    // Nodes to come, and parentheses to close.
    let mut due: Vec<Option<NodeId>> = Vec::new();
    next(&mut out, tree, Tree::ROOT, &mut due);
    while let Some(node) = due.pop() {
        let Some(node) = node else {
            out.push(')');
            continue;
        };
        let branches = tree.parent(node).is_some_and(|parent| tree.children(parent).len() > 1);
        if branches {
            out.push_str("\n(");
            due.push(None);
        }
        let name = match tree.seat(node).map(Seat::number) {
            None | Some(1) => "W",
            Some(2) => "B",
            Some(3) => "P3",
            Some(_) => "P4",
        };
        out.push(';');
        property(&mut out, name, tree.step(node));
        notes(&mut out, tree, node);
        next(&mut out, tree, node, &mut due);
    }
    out.push_str(")\n");
    out
}

fn next(out: &mut String, tree: &Tree, node: NodeId, due: &mut Vec<Option<NodeId>>) {
    let begins_line = tree.children(node).first().is_some_and(|child| tree.begins_turn(*child));
    if begins_line && tree.children(node).len() == 1 {
        out.push('\n');
    }
    due.extend(tree.children(node).iter().rev().map(|child| Some(*child)));
}

fn notes(out: &mut String, tree: &Tree, node: NodeId) {
    let comments = tree.comments(node).join("\n");
    if !comments.is_empty() {
        property(out, "C", &comments);
    }
    for highlight in tree.highlights(node) {
        match highlight.target {
            None => property(out, "CR", &highlight.spot),
            Some(target) => property(out, "AR", &format!("{}:{target}", highlight.spot)),
        }
    }
    for highlight in tree.highlights(node) {
        property(out, "MK", &highlight.to_string());
    }
}

fn property(out: &mut String, name: &str, value: &str) {
    // Writing to a string does not fail.
    let _ = write!(out, "{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
}

/// Reads what [`to_sgf`] wrote.
pub(crate) fn read(nodes: &[Node]) -> Result<Imported, RecordError> {
    let Some((root, rest)) = nodes.split_first() else {
        return Err(RecordError::new("wrong-foreign-empty"));
    };
    let kind: Kind = root.value("KI").unwrap_or_default().parse()?;
    let mut record = Record::starting(kind, root.value("SU").unwrap_or_default())?;
    // The node of the record for each node of the file.
    let mut places: Vec<NodeId> = vec![Tree::ROOT];
    read_notes(&mut record, Tree::ROOT, root, 0)?;
    for (number, node) in (1..).zip(rest) {
        let parent = node.parent.and_then(|parent| places.get(parent)).copied();
        let parent = parent.unwrap_or(Tree::ROOT);
        let step = ["W", "B", "P3", "P4"].into_iter().find_map(|name| node.value(name));
        let place = match step {
            Some(step) => {
                let added = record.add(parent, step);
                added.map_err(|error| RecordError { step: Some(number), ..error })?
            }
            None => parent,
        };
        read_notes(&mut record, place, node, number)?;
        places.push(place);
    }
    for header in root.values("HD") {
        if let Some((key, value)) = header.split_once(':') {
            record.set_header(key, value)?;
        }
    }
    Ok(Imported { record, left_out: Vec::new() })
}

fn read_notes(
    record: &mut Record,
    place: NodeId,
    node: &Node,
    number: usize,
) -> Result<(), RecordError> {
    for comment in node.values("C") {
        record.comment_on(place, comment);
    }
    let own: Vec<String> = node.values("MK").map(ToString::to_string).collect();
    let standard = node.values("CR").map(|spot| format!("!{spot}"));
    let arrows = node.values("AR").map(|arrow| format!("!{}", arrow.replace(':', ">")));
    let marks = if own.is_empty() { standard.chain(arrows).collect() } else { own };
    let parse =
        |mark: &String| mark.parse::<Highlight>().map_err(|_| wrong(number, mark, "wrong-mark"));
    let marks: Vec<Highlight> = marks.iter().map(parse).collect::<Result<_, _>>()?;
    if marks.is_empty() {
        return Ok(());
    }
    record.set_highlights(place, &marks)
}
