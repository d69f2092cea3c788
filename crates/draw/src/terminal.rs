//! A scene as text: the board on a grid of characters, what lies beside it in words, and apart from
//! them what the signs mean.

mod words;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use mohreh_games::Seat;
use mohreh_games::show::{Colour, Ground, Piece, Role, Scene, Spot, Tray};

use crate::edges::{Edge, NEARLY, edges};
use words::{Style, look_sign, look_style, role_word};

/// No line is wider where that can be chosen.
const SCREEN_WIDTH: usize = 80;

/// The board as lines of text, and what lies beside it. With `colour`, signs are coloured by ANSI
/// escapes, but without it they say just as much. What they mean is said by [`legend`].
#[must_use]
pub fn terminal(scene: &Scene, colour: bool) -> String {
    let (mut lines, beside) = (board(scene), beside(scene));
    let widest = |lines: &[Line]| lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let corner = lines.len().checked_sub(beside.len()).filter(|_| grid(scene).is_none());
    match corner.map(|first| (first, widest(&lines[first..]))) {
        // A hexagon leaves the corner free, and two dozen lines are all that some screens have.
        Some((first, from)) if from + widest(&beside) <= SCREEN_WIDTH => {
            for (line, said) in lines[first..].iter_mut().zip(beside) {
                line.push(blanks(from - width(line)));
                line.extend(said);
            }
        }
        _ => {
            if !lines.is_empty() && !beside.is_empty() {
                lines.push(Line::new());
            }
            lines.extend(beside);
        }
    }
    written(&lines, colour)
}

/// What the signs on the screen mean, as lines of text: those of this scene alone.
#[must_use]
pub fn legend(scene: &Scene, colour: bool) -> String {
    written(&words::legend(scene, grid(scene).is_none()), colour)
}

fn written(lines: &[Line], colour: bool) -> String {
    let mut out = String::new();
    for line in lines {
        for piece in line {
            piece.write(&mut out, colour);
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
    // Gaps may leave the last lines of a board empty.
    let said = out.trim_end_matches('\n').len();
    out.truncate((said + 1).min(out.len()));
    if said == 0 { String::new() } else { out }
}

/// A few characters in one style.
struct Text {
    text: String,
    style: Style,
}

impl Text {
    fn plain(text: impl Into<String>) -> Text {
        Text { text: text.into(), style: Style::Plain }
    }

    fn quiet(text: impl Into<String>) -> Text {
        Text { text: text.into(), style: Style::Quiet }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }

    fn write(&self, out: &mut String, colour: bool) {
        // A name may hold anything; a terminal must not obey it.
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

type Line = Vec<Text>;

fn blanks(count: usize) -> Text {
    Text::plain(" ".repeat(count))
}

fn width(line: &[Text]) -> usize {
    line.iter().map(Text::width).sum()
}

/// Something on the grid: its line, the column where it starts, and what it says.
type Placed = (i32, i32, Line);

/// The letters and numbers around a square grid. On any other board lines of the same number bend or
/// slope, so that each spot must carry its own name.
fn grid(scene: &Scene) -> Option<Vec<Edge>> {
    let level = |edge: &Edge| edge.toward.0 < -NEARLY && edge.toward.1.abs() < NEARLY;
    edges(&scene.spots).filter(|edges| edges.iter().any(level))
}

fn board(scene: &Scene) -> Vec<Line> {
    let grid = grid(scene);
    let named = grid.is_none();
    let columns = distinct(scene.spots.iter().map(|spot| spot.x));
    let rows = distinct(scene.spots.iter().map(|spot| spot.y));
    // On a square grid a column or row of nothing but holes keeps its place.
    let place = |spot: &Spot| match named {
        true => (index(&rows, spot.y), index(&columns, spot.x)),
        false => (whole(&rows, spot.y), whole(&columns, spot.x)),
    };
    let foot = scene.spots.iter().map(|spot| place(spot).0).max().unwrap_or(0);
    let said: Vec<Line> = scene.spots.iter().map(|spot| spot_text(scene, spot, named)).collect();

    let widest = said.iter().map(|line| width(line)).max().unwrap_or(0) as i32;
    // Where neighbouring columns have no line in common, they may stand closer.
    let mut places: Vec<(i32, i32)> = scene.spots.iter().map(place).collect();
    places.sort_unstable();
    let crowded = places.windows(2).any(|two| two[1].0 == two[0].0 && two[1].1 == two[0].1 + 1);
    let pitch = if crowded { (widest + 2).max(4) } else { (widest / 2 + 1).max(4) };

    let mut placed: Vec<Placed> = Vec::new();
    for edge in grid.unwrap_or_default() {
        let (line, column) = place(&scene.spots[edge.spot]);
        let (dx, dy) = edge.toward;
        // Letters stand below the whole grid, numbers to the left of it.
        let line = if dy > NEARLY { foot + 1 } else { line };
        let start = if dx < -NEARLY { -3 } else { column * pitch };
        placed.push((line, start, [Text::quiet(edge.text)].into()));
    }
    let length = |spot: &Spot| spot.name.chars().count() as i32;
    let longest = scene.spots.iter().map(length).max().unwrap_or(0);
    for (spot, mut said) in scene.spots.iter().zip(said) {
        let (line, column) = place(spot);
        let mut start = column * pitch;
        if scene.marked.contains(&spot.name) {
            // The bracket stands out to the left.
            start -= 1;
        }
        if named {
            // Names end below each other, and no spot takes more or less room than another.
            start += longest - length(spot);
            let share = if crowded { pitch } else { 2 * pitch };
            let bracket = i32::from(!scene.marked.is_empty());
            let end = column * pitch + share - 1 - bracket;
            said.push(blanks((end - start - width(&said) as i32).max(0) as usize));
        }
        placed.push((line, start, said));
    }
    set(placed)
}

/// Lines of what was placed on the grid.
fn set(mut placed: Vec<Placed>) -> Vec<Line> {
    placed.sort_by_key(|(line, start, _)| (*line, *start));
    let (first, left) = (
        placed.iter().map(|(line, ..)| *line).min().unwrap_or(0),
        placed.iter().map(|(_, start, _)| *start).min().unwrap_or(0),
    );
    let mut lines: Vec<Line> = Vec::new();
    for (line, start, said) in placed {
        let line = (line - first) as usize;
        while lines.len() <= line {
            lines.push([Text::plain("  ")].into());
        }
        let line = &mut lines[line];
        // Signs of two neighbours never run together.
        let least = i32::from(line.len() > 1);
        let gap = (start - left + 2 - width(line) as i32).max(least);
        line.push(blanks(gap as usize));
        line.extend(said);
    }
    lines
}

/// Equal coordinates once each, in order.
fn distinct(values: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < NEARLY);
    values
}

fn index(values: &[f32], value: f32) -> i32 {
    values.iter().position(|other| (other - value).abs() < NEARLY).unwrap_or(0) as i32
}

/// How many whole steps a coordinate is from the first.
fn whole(values: &[f32], value: f32) -> i32 {
    values.first().map_or(0, |first| (value - first + 0.5) as i32)
}

/// What a spot says: its name if it is to have one, its ground, and what stands there from the bottom
/// up.
fn spot_text(scene: &Scene, spot: &Spot, named: bool) -> Line {
    let mut standing: Vec<&Piece> =
        scene.pieces.iter().filter(|piece| piece.spot == spot.name).collect();
    standing.sort_by_key(|piece| piece.level);
    let mut parts: Vec<Line> = Vec::new();
    if named && (spot.ground != Ground::Gap || !standing.is_empty()) {
        parts.push([Text::quiet(&*spot.name)].into());
    }
    match spot.ground {
        Ground::Cell(shown) => parts.push([Text::plain(shown.to_string())].into()),
        Ground::Ring if !named && standing.is_empty() => parts.push([Text::plain("o")].into()),
        Ground::Point if !named && standing.is_empty() => parts.push([Text::quiet(".")].into()),
        Ground::Ring | Ground::Point | Ground::Gap => {}
    }
    if !standing.is_empty() {
        let sign = |piece: &&Piece| Text { text: piece_sign(piece), style: look_style(piece.look) };
        parts.push(standing.iter().map(sign).collect());
    }
    let mut line = Line::new();
    for part in parts {
        if !line.is_empty() {
            line.push(Text::quiet(":"));
        }
        line.extend(part);
    }
    if scene.marked.contains(&spot.name) {
        line.insert(0, Text { text: "[".into(), style: Style::Accent });
        line.push(Text { text: "]".into(), style: Style::Accent });
    }
    line
}

fn piece_sign(piece: &Piece) -> String {
    let sign = look_sign(piece.look);
    match piece.height {
        0 | 1 => sign,
        // After the number of a seat, a height would read as one more seat.
        height if sign.ends_with(|c: char| c.is_ascii_digit()) => format!("{sign}x{height}"),
        height => format!("{sign}{height}"),
    }
}

fn beside(scene: &Scene) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let title = |text: &str| title(text, scene.rolls_left.is_some());
    let seats = (0..Seat::MOST).map(|seat| Some(Seat::new(seat)));
    for owner in [None].into_iter().chain(seats) {
        let mut line = Line::new();
        for tray in scene.trays.iter().filter(|tray| tray.owner == owner) {
            if line.is_empty() {
                line.extend(owner.map(|seat| title(&format!("seat {seat}"))));
            } else {
                line.push(Text::quiet(" ·"));
            }
            let role = role_word(tray.role);
            line.push(if line.is_empty() { title(role) } else { Text::quiet(format!(" {role}")) });
            line.extend(tray_text(tray));
        }
        lines.extend(Some(line).filter(|line| !line.is_empty()));
    }
    if !scene.dice.is_empty() {
        let mut line: Line = [title("dice")].into();
        for die in &scene.dice {
            let face = die.face.map_or("-".to_string(), |face| face.to_string());
            line.push(Text::plain(format!(" {face}")));
        }
        lines.push(line);
    }
    if let Some(rolls) = scene.rolls_left {
        lines.push([title("rolls left"), Text::plain(format!(" {rolls}"))].into());
    }
    lines
}

/// The beginning of a line beside the board, as long as the longest that is there.
fn title(text: &str, rolls: bool) -> Text {
    let length = if rolls { "rolls left".len() } else { "seat 1".len() };
    Text::quiet(format!("  {text:<length$} "))
}

fn tray_text(tray: &Tray) -> Line {
    let mut line = Line::new();
    for slot in &tray.slots {
        line.push(Text::plain(format!(" {}", slot.count)));
        // Points are no pieces, and whose pieces they are has been said.
        let said = tray.owner.is_some_and(|seat| slot.look.colour == Colour::Of(seat));
        if tray.role != Role::Points && !said {
            line.push(Text::plain(" "));
            line.push(Text { text: look_sign(slot.look), style: look_style(slot.look) });
        }
    }
    line
}
