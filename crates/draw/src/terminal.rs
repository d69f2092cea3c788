//! A scene as terminal text: the board on a character grid, trays and dice in words, and a separate legend.

mod symbols;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Ground, Look, Piece, Role, Scene, Spot, Tray};

use crate::coordinates::{CoordinateLabel, EPSILON, coordinate_labels};
use symbols::{TextStyle, look_sign, look_style, role_key};

/// Width limit for placing the panel to the right of the board.
const SCREEN_WIDTH: usize = 80;

/// Words beside a board, in the language of the reader.
pub trait Words {
    /// A word or phrase. `what` is the number or notation in it; empty if there is none.
    fn word(&self, key: &str, what: &str) -> String;

    /// A piece, with its colour or owner.
    fn piece(&self, look: Look) -> String;

    /// What is put around signs, to keep them in order in right-to-left lines.
    fn isolates(&self) -> [&'static str; 2] {
        ["", ""]
    }
}

/// Renders the board with trays and dice. `colour` adds ANSI escapes, which carry no extra information. See [`legend`]
/// for the symbols.
#[must_use]
pub fn terminal(scene: &Scene, words: &dyn Words, colour: bool) -> String {
    let (mut lines, panel) = (board(scene), panel(scene, words));
    let widest = |lines: &[Line]| lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let corner = lines.len().checked_sub(panel.len()).filter(|_| grid(scene).is_none());
    match corner.map(|first| (first, widest(&lines[first..]))) {
        // The lower right corner of a hexagon is free; using it keeps the output within 24 lines.
        Some((first, from)) if from + widest(&panel) <= SCREEN_WIDTH => {
            for (line, said) in lines[first..].iter_mut().zip(panel) {
                line.push(blanks(from - width(line)));
                line.extend(said);
            }
        }
        _ => {
            if !lines.is_empty() && !panel.is_empty() {
                lines.push(Line::new());
            }
            lines.extend(panel);
        }
    }
    join(&lines, colour)
}

/// The board alone, and trays and dice alone, for languages whose lines run from right to left.
#[must_use]
pub fn terminal_parts(scene: &Scene, words: &dyn Words, colour: bool) -> (String, String) {
    (join(&board(scene), colour), join(&panel(scene, words), false))
}

/// Explains the symbols that occur in the scene.
#[must_use]
pub fn legend(scene: &Scene, words: &dyn Words, colour: bool) -> String {
    join(&symbols::legend(scene, words, grid(scene).is_none()), colour)
}

/// Columns that a text takes in a terminal: joiners, isolates and combining marks take none.
#[must_use]
pub fn columns(text: &str) -> usize {
    let takes_none = |c: char| matches!(c, '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{200b}'..='\u{200f}' | '\u{2066}'..='\u{2069}' | '\u{300}'..='\u{36f}');
    text.chars().filter(|c| !takes_none(*c)).count()
}

/// Lines as one text, without trailing spaces and trailing empty lines.
fn join(lines: &[Line], colour: bool) -> String {
    let mut out = String::new();
    for line in lines {
        for piece in line {
            piece.write(&mut out, colour);
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
    // Gaps of the board may leave empty lines at the end.
    let said = out.trim_end_matches('\n').len();
    out.truncate((said + 1).min(out.len()));
    if said == 0 { String::new() } else { out }
}

/// A styled span.
struct Span {
    text: String,
    style: TextStyle,
}

impl Span {
    fn plain(text: impl Into<String>) -> Span {
        Span { text: text.into(), style: TextStyle::Plain }
    }

    fn quiet(text: impl Into<String>) -> Span {
        Span { text: text.into(), style: TextStyle::Quiet }
    }

    fn width(&self) -> usize {
        columns(&self.text)
    }

    fn write(&self, out: &mut String, colour: bool) {
        // Neutralise control characters: names are untrusted.
        let text = self.text.chars().map(|c| if c.is_control() { '?' } else { c });
        match self.style.escape().filter(|_| colour) {
            None => out.extend(text),
            Some(escape) => {
                out.push_str(escape);
                out.extend(text);
                out.push_str("\u{1b}[0m");
            }
        }
    }
}

type Line = Vec<Span>;

fn blanks(count: usize) -> Span {
    Span::plain(" ".repeat(count))
}

fn width(line: &[Span]) -> usize {
    line.iter().map(Span::width).sum()
}

/// Line, start column and content of something on the grid.
type Placed = (i32, i32, Line);

/// Coordinate labels of a square grid; `None` for other boards, whose rows bend or slope so that each spot needs its
/// name.
fn grid(scene: &Scene) -> Option<Vec<CoordinateLabel>> {
    let level =
        |label: &CoordinateLabel| label.toward.0 < -EPSILON && label.toward.1.abs() < EPSILON;
    coordinate_labels(&scene.spots).filter(|labels| labels.iter().any(level))
}

fn board(scene: &Scene) -> Vec<Line> {
    let grid = grid(scene);
    let named = grid.is_none();
    let columns = distinct(scene.spots.iter().map(|spot| spot.x));
    let rows = distinct(scene.spots.iter().map(|spot| spot.y));
    // On a square grid a column or row without spots keeps its space.
    let place = |spot: &Spot| match named {
        true => (index(&rows, spot.y), index(&columns, spot.x)),
        false => (whole(&rows, spot.y), whole(&columns, spot.x)),
    };
    let foot = scene.spots.iter().map(|spot| place(spot).0).max().unwrap_or(0);
    let said: Vec<Line> = scene.spots.iter().map(|spot| spot_text(scene, spot, named)).collect();

    let widest = said.iter().map(|line| width(line)).max().unwrap_or(0) as i32;
    // Neighbouring columns without a common line may be closer.
    let mut places: Vec<(i32, i32)> = scene.spots.iter().map(place).collect();
    places.sort_unstable();
    let crowded = places.windows(2).any(|two| two[1].0 == two[0].0 && two[1].1 == two[0].1 + 1);
    let pitch = if crowded { (widest + 2).max(4) } else { (widest / 2 + 1).max(4) };

    let mut placed: Vec<Placed> = Vec::new();
    for label in grid.unwrap_or_default() {
        let (line, column) = place(&scene.spots[label.spot]);
        let (dx, dy) = label.toward;
        // Letters below the grid, numbers to its left.
        let line = if dy > EPSILON { foot + 1 } else { line };
        let start = if dx < -EPSILON { -3 } else { column * pitch };
        placed.push((line, start, [Span::quiet(label.text)].into()));
    }
    let length = |spot: &Spot| spot.name.chars().count() as i32;
    let longest = scene.spots.iter().map(length).max().unwrap_or(0);
    for (spot, mut said) in scene.spots.iter().zip(said) {
        let (line, column) = place(spot);
        let mut start = column * pitch;
        if scene.marked.contains(&spot.name) {
            // The bracket hangs to the left.
            start -= 1;
        }
        if named {
            // Right-align names, and pad all spots to the same width.
            start += longest - length(spot);
            let share = if crowded { pitch } else { 2 * pitch };
            let bracket = i32::from(!scene.marked.is_empty());
            let end = column * pitch + share - 1 - bracket;
            said.push(blanks((end - start - width(&said) as i32).max(0) as usize));
        }
        placed.push((line, start, said));
    }
    render(placed)
}

/// Renders placed content into lines.
fn render(mut placed: Vec<Placed>) -> Vec<Line> {
    placed.sort_by_key(|(line, start, _)| (*line, *start));
    let (first, left) = (
        placed.iter().map(|(line, ..)| *line).min().unwrap_or(0),
        placed.iter().map(|(_, start, _)| *start).min().unwrap_or(0),
    );
    let mut lines: Vec<Line> = Vec::new();
    for (line, start, said) in placed {
        let line = (line - first) as usize;
        while lines.len() <= line {
            lines.push([Span::plain("  ")].into());
        }
        let line = &mut lines[line];
        // At least one space between neighbours.
        let least = i32::from(line.len() > 1);
        let gap = (start - left + 2 - width(line) as i32).max(least);
        line.push(blanks(gap as usize));
        line.extend(said);
    }
    lines
}

/// Distinct coordinates, sorted.
fn distinct(values: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < EPSILON);
    values
}

fn index(values: &[f32], value: f32) -> i32 {
    values.iter().position(|other| (other - value).abs() < EPSILON).unwrap_or(0) as i32
}

/// Distance of a coordinate from the first, rounded.
fn whole(values: &[f32], value: f32) -> i32 {
    values.first().map_or(0, |first| (value - first + 0.5) as i32)
}

/// Span of a spot: its name if `named`, its ground, and its pieces bottom first.
fn spot_text(scene: &Scene, spot: &Spot, named: bool) -> Line {
    let mut standing: Vec<&Piece> =
        scene.pieces.iter().filter(|piece| piece.spot == spot.name).collect();
    standing.sort_by_key(|piece| piece.level);
    let mut parts: Vec<Line> = Vec::new();
    if named && (spot.ground != Ground::Gap || !standing.is_empty()) {
        parts.push([Span::quiet(&*spot.name)].into());
    }
    match spot.ground {
        Ground::Cell(shown) => parts.push([Span::plain(shown.to_string())].into()),
        Ground::Ring if !named && standing.is_empty() => parts.push([Span::plain("o")].into()),
        Ground::Point if !named && standing.is_empty() => parts.push([Span::quiet(".")].into()),
        Ground::Ring | Ground::Point | Ground::Gap => {}
    }
    if !standing.is_empty() {
        let sign = |piece: &&Piece| Span { text: piece_sign(piece), style: look_style(piece.look) };
        parts.push(standing.iter().map(sign).collect());
    }
    let mut line = Line::new();
    for part in parts {
        if !line.is_empty() {
            line.push(Span::quiet(":"));
        }
        line.extend(part);
    }
    if scene.marked.contains(&spot.name) {
        line.insert(0, Span { text: "[".into(), style: TextStyle::Accent });
        line.push(Span { text: "]".into(), style: TextStyle::Accent });
    }
    line
}

fn piece_sign(piece: &Piece) -> String {
    let sign = look_sign(piece.look);
    match piece.height {
        0 | 1 => sign,
        // Separator: after a seat number the height would read as another seat.
        height if sign.ends_with(|c: char| c.is_ascii_digit()) => format!("{sign}x{height}"),
        height => format!("{sign}{height}"),
    }
}

fn panel(scene: &Scene, words: &dyn Words) -> Vec<Line> {
    // Each with its title.
    let mut lines: Vec<(String, Line)> = Vec::new();
    let seats = (0..Seat::MOST).map(|seat| Some(Seat::new(seat)));
    for owner in [None].into_iter().chain(seats) {
        let mut title = owner.map(|seat| words.word("seat", &seat.to_string()));
        let mut line = Line::new();
        for tray in scene.trays.iter().filter(|tray| tray.owner == owner) {
            if !line.is_empty() {
                line.push(Span::quiet(" ·"));
            }
            let role = words.word(role_key(tray.role), "");
            if title.is_some() {
                line.push(Span::quiet(format!(" {role}")));
            } else {
                title = Some(role);
            }
            line.extend(tray_text(tray, words));
        }
        lines.extend(title.filter(|_| !line.is_empty()).map(|title| (title, line)));
    }
    if !scene.dice.is_empty() {
        let mut line = Line::new();
        for die in &scene.dice {
            let face = die.face.map_or("-".to_string(), |face| face.to_string());
            line.push(Span::plain(format!(" {face}")));
        }
        lines.push((words.word("dice", ""), line));
    }
    if let Some(rolls) = scene.rolls_left {
        lines.push((words.word("rolls-left", ""), [Span::plain(format!(" {rolls}"))].into()));
    }
    // All titles have the width of the longest.
    let longest = lines.iter().map(|(title, _)| columns(title)).max().unwrap_or(0);
    let titled = |(title, mut line): (String, Line)| {
        let blank = " ".repeat(longest - columns(&title));
        line.insert(0, Span::quiet(format!("  {title}{blank} ")));
        line
    };
    lines.into_iter().map(titled).collect()
}

fn tray_text(tray: &Tray, words: &dyn Words) -> Line {
    let [open, close] = words.isolates();
    let mut line = Line::new();
    for slot in &tray.slots {
        line.push(Span::plain(format!(" {open}{}", slot.count)));
        // Points are not pieces, and the owner's colour is clear from the title.
        let said = tray.owner.is_some_and(|seat| slot.look.colour == Colour::Of(seat));
        if tray.role != Role::Points && !said {
            line.push(Span::plain(" "));
            line.push(Span { text: look_sign(slot.look), style: look_style(slot.look) });
        }
        line.push(Span::plain(close));
    }
    line
}
