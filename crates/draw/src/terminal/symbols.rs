//! Symbols of the terminal, their ANSI colours, and the legend.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use mohreh_games::show::{Colour, Figure, Ground, Look, Mark, Role, Scene, Shape, Spot};

use super::{Line, Span, Words, piece_sign, spot_text, width};

/// Wrap width of the legend.
const LEGEND_WIDTH: usize = 78;

/// TextStyle of a span.
#[derive(Clone, Copy)]
pub(super) enum TextStyle {
    Plain,
    Quiet,
    Accent,
    Piece(Colour),
}

impl TextStyle {
    /// ANSI escape. Pieces set their own background, so that black and white are visible on any terminal.
    pub(super) fn escape(self) -> Option<&'static str> {
        match self {
            TextStyle::Plain => None,
            TextStyle::Quiet => Some("\u{1b}[2m"),
            TextStyle::Accent => Some("\u{1b}[1;38;5;37m"),
            TextStyle::Piece(Colour::White) => Some("\u{1b}[38;5;16;48;5;255m"),
            TextStyle::Piece(Colour::Grey) => Some("\u{1b}[38;5;16;48;5;246m"),
            TextStyle::Piece(Colour::Black) => Some("\u{1b}[38;5;255;48;5;236m"),
            TextStyle::Piece(Colour::Of(seat)) => Some(
                [
                    "\u{1b}[38;5;255;48;5;25m",
                    "\u{1b}[38;5;16;48;5;179m",
                    "\u{1b}[38;5;255;48;5;131m",
                    "\u{1b}[38;5;16;48;5;182m",
                ][seat.index()],
            ),
        }
    }
}

pub(super) fn look_style(look: Look) -> TextStyle {
    TextStyle::Piece(look.colour)
}

/// Symbol of a piece: letter of its colour or number of its seat, in parentheses for a ring, lower case for a marker,
/// with `+` or `*` for a mark.
pub(super) fn look_sign(look: Look) -> String {
    let colour = match look.colour {
        Colour::White => "W".to_string(),
        Colour::Grey => "G".to_string(),
        Colour::Black => "B".to_string(),
        Colour::Of(seat) => seat.to_string(),
    };
    let sign = match look.shape {
        Shape::Marble | Shape::Disc => colour,
        Shape::Ring => format!("({colour})"),
        Shape::Marker => colour.to_ascii_lowercase(),
    };
    match look.mark {
        Mark::Plain => sign,
        Mark::Circle => sign + "+",
        Mark::Star => sign + "*",
    }
}

pub(super) fn role_key(role: Role) -> &'static str {
    match role {
        Role::Supply => "supply",
        Role::Hand => "in-hand",
        Role::Captured => "captured",
        Role::Taken => "taken",
        Role::Lost => "lost",
        Role::OnBoard => "on-board",
        Role::Points => "points",
    }
}

/// Legend of the symbols that occur; `named` if spots show their names.
pub(super) fn legend(scene: &Scene, words: &dyn Words, named: bool) -> Vec<Line> {
    let word = |key: &str, what: &str| words.word(key, what);
    let mut entries: Vec<(String, String)> = Vec::new();
    let covered = |spot: &Spot| scene.pieces.iter().any(|piece| piece.spot == spot.name);
    for (ground, sign, key) in
        [(Ground::Ring, "o", "vacant-ring"), (Ground::Point, ".", "empty-point")]
    {
        let vacant = scene.spots.iter().find(|spot| spot.ground == ground && !covered(spot));
        let sign = vacant.map(|spot| if named { &*spot.name } else { sign });
        entries.extend(sign.map(|sign| (sign.into(), word(key, ""))));
    }
    let figure = |(sign, key): (String, String)| (sign, word(&key, ""));
    entries.extend(figures(scene).into_iter().map(figure));

    // On a cell both figure and seat are numbers, so explain an example.
    let is_cell = |spot: &Spot| matches!(spot.ground, Ground::Cell(_));
    let explained = |spot: &&Spot| (named || is_cell(spot)) && covered(spot);
    if let Some(spot) = scene.spots.iter().find(explained) {
        let sign: String =
            spot_text(scene, spot, named).into_iter().map(|part| part.text).collect();
        let said = match is_cell(spot) {
            true => word("on-cell", ""),
            false => word("on-spot", &spot.name),
        };
        entries.push((sign.trim_matches(['[', ']']).into(), said));
    }
    let slots = scene.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.look));
    let mut looks: Vec<Look> = scene.pieces.iter().map(|piece| piece.look).chain(slots).collect();
    looks.sort_by_key(|look| (rank(look.colour), look_sign(*look)));
    looks.dedup();
    entries.extend(looks.into_iter().map(|look| (look_sign(look), words.piece(look))));
    if let Some(stack) = scene.pieces.iter().find(|piece| piece.height > 1) {
        entries.push((piece_sign(stack), word("stack", &stack.height.to_string())));
    }
    if scene.spots.iter().any(|spot| scene.marked.contains(&spot.name)) {
        entries.push(("[ ]".into(), word("decided", "")));
    }
    wrap(&entries, words.isolates())
}

/// Sort key: white first, then seats.
fn rank(colour: Colour) -> usize {
    match colour {
        Colour::White => 0,
        Colour::Grey => 1,
        Colour::Black => 2,
        Colour::Of(seat) => 3 + seat.index(),
    }
}

/// Dice combinations on the board and the keys of their words, in a fixed order.
fn figures(scene: &Scene) -> Vec<(String, String)> {
    let mut found: Vec<(u8, String, String)> = Vec::new();
    for spot in &scene.spots {
        let Ground::Cell(shown) = spot.ground else { continue };
        let (rank, sign, key) = match shown {
            Figure::FullHouse => (0, shown.to_string(), "full-house".into()),
            Figure::Straight => (1, shown.to_string(), "straight".into()),
            Figure::Pair(_) => (2, "P1-P6".into(), "pair".into()),
            Figure::Alike(count) => (count.max(3), shown.to_string(), format!("alike-{count}")),
        };
        if found.iter().all(|(_, known, _)| *known != sign) {
            found.push((rank, sign, key));
        }
    }
    found.sort();
    found.into_iter().map(|(_, sign, key)| (sign, key)).collect()
}

fn wrap(entries: &[(String, String)], [open, close]: [&str; 2]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (sign, words) in entries {
        let text = Span::quiet(format!("{open}{sign}{close} {words}"));
        match lines.last_mut() {
            Some(line) if width(line) + 3 + text.width() <= LEGEND_WIDTH => {
                line.extend([Span::quiet(" · "), text]);
            }
            _ => lines.push([Span::plain("  "), text].into()),
        }
    }
    lines
}
