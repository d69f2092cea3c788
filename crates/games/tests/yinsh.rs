//! YINSH, rule by rule (Y1–Y21), and its text forms.
//!
//! Expected results are recomputed here from point names and the points between them, independently
//! of the implementation.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "yinsh/board.rs"]
mod board;
#[path = "yinsh/end.rs"]
mod end;
#[path = "yinsh/moves.rs"]
mod moves;
#[path = "yinsh/pass.rs"]
mod pass;
#[path = "yinsh/rows.rs"]
mod rows;
#[path = "yinsh/texts.rs"]
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::FromStr;

use mohreh_games::show::{Arg, Colour, Role, Shape};
use mohreh_games::yinsh::{Setup, Step, Yinsh};
use mohreh_games::{Game, ParseError, Seat, Show, Status};
use mohreh_laws::{Rng, playout};

// The board by Y1.

/// Column (a = 1 … k = 11) and row.
type Place = (i32, i32);

/// First and last row of the columns a to k.
const ROWS: [(i32, i32); 11] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// Same letter; same number; letter and number rising together.
const LINES: [(i32, i32); 3] = [(0, 1), (1, 0), (1, 1)];

fn is_point((column, row): Place) -> bool {
    (1..=11).contains(&column) && {
        let (first, last) = ROWS[column as usize - 1];
        (first..=last).contains(&row)
    }
}

fn name((column, row): Place) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

fn place(name: &str) -> Place {
    let column = i32::from(name.as_bytes()[0] - b'a') + 1;
    (column, name[1..].parse().unwrap())
}

/// Column-major, each column from its lowest row up: the order of positions.
fn points() -> Vec<Place> {
    let all = (1..=11).flat_map(|column| (1..=11).map(move |row| (column, row)));
    all.filter(|place| is_point(*place)).collect()
}

fn along((column, row): Place, (right, up): (i32, i32), far: i32) -> Place {
    (column + right * far, row + up * far)
}

/// Direction and distance from one point to another, if they are collinear.
fn direction_to(from: Place, to: Place) -> Option<((i32, i32), i32)> {
    LINES
        .iter()
        .flat_map(|(right, up)| [(*right, *up), (-right, -up)])
        .flat_map(|direction| (1..11).map(move |far| (direction, far)))
        .find(|(direction, far)| along(from, *direction, *far) == to)
}

/// The points strictly between two collinear points.
fn between(from: Place, to: Place) -> Vec<Place> {
    let (direction, far) =
        direction_to(from, to).unwrap_or_else(|| panic!("{from:?} and {to:?}: no line"));
    (1..far).map(|n| along(from, direction, n)).collect()
}

/// All possible rows, by first and last point.
fn row_places() -> Vec<(Place, Place)> {
    let all = points().into_iter().flat_map(|p| LINES.map(|line| (p, along(p, line, 4))));
    all.filter(|(_, last)| is_point(*last)).collect()
}

fn row_points((first, last): (Place, Place)) -> Vec<Place> {
    let mut row = between(first, last);
    row.extend([first, last]);
    row
}

// Positions.

/// Pieces by point: `R` and `r` rings, `M` and `m` markers of White and Black.
type Board = BTreeMap<String, char>;

/// Expands `a2,d3-d7`: single points, and lines by their ends.
fn listed(points: &str) -> Vec<String> {
    points
        .split(',')
        .flat_map(|part| match part.split_once('-') {
            None => vec![part.to_string()],
            Some((first, last)) => {
                row_points((place(first), place(last))).into_iter().map(name).collect()
            }
        })
        .collect()
}

/// A position from its pieces, such as `R=a2,j5 M=d3-d7`, and further words. By default all other
/// markers are in the supply, and `taken=0/0`.
fn position(pieces: &str, words: &str) -> Yinsh {
    let mut board = Board::new();
    for group in pieces.split_whitespace() {
        for point in listed(&group[2..]) {
            let before = board.insert(point.clone(), group.chars().next().unwrap());
            assert!(before.is_none(), "two pieces on {point}");
        }
    }
    read(&text(&board, words))
}

fn text(board: &Board, words: &str) -> String {
    let mut columns = vec![String::new(); 11];
    for point in points() {
        columns[point.0 as usize - 1].push(board.get(&name(point)).copied().unwrap_or('.'));
    }
    let markers = board.values().filter(|piece| "Mm".contains(**piece)).count();
    let mut text = format!("cells={} {words}", columns.join("/"));
    if !words.contains("supply=") {
        text.push_str(&format!(" supply={}", 51 - markers));
    }
    if !words.contains("taken=") {
        text.push_str(" taken=0/0");
    }
    text
}

fn read(text: &str) -> Yinsh {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The board, from the scene.
fn shown(game: &Yinsh) -> Board {
    let scene = game.scene();
    let board: Board = scene
        .pieces
        .iter()
        .map(|piece| {
            let letter = match (piece.look.shape, piece.look.colour) {
                (Shape::Ring, Colour::White) => 'R',
                (Shape::Ring, Colour::Black) => 'r',
                (Shape::Marker, Colour::White) => 'M',
                (Shape::Marker, Colour::Black) => 'm',
                other => panic!("{other:?} in YINSH"),
            };
            (piece.spot.to_string(), letter)
        })
        .collect();
    assert_eq!(board.len(), scene.pieces.len(), "two pieces on a point: {game}");
    board
}

fn markers(board: &Board) -> usize {
    board.values().filter(|piece| "Mm".contains(**piece)).count()
}

/// Number of pieces in a tray; `None` if there is no such tray.
fn tray(game: &Yinsh, role: Role, owner: Option<Seat>) -> Option<u8> {
    let scene = game.scene();
    let tray = scene.trays.iter().find(|tray| tray.role == role && tray.owner == owner)?;
    Some(tray.slots.iter().map(|slot| slot.count).sum())
}

fn supply(game: &Yinsh) -> u8 {
    tray(game, Role::Supply, None).expect("a supply that is everybody's")
}

fn taken(game: &Yinsh) -> [u8; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| tray(game, Role::Taken, Some(seat)).unwrap())
}

// Steps.

fn steps(game: &Yinsh) -> BTreeSet<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps.iter().map(ToString::to_string).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.map(ToString::to_string).into()
}

fn legal(game: &Yinsh, step: &str) -> bool {
    game.is_legal(step.parse().unwrap_or_else(|error| panic!("{error}")))
}

fn play(game: &Yinsh, steps: &str) -> Yinsh {
    let mut game = game.clone();
    for step in steps.split(' ') {
        let parsed = step.parse().unwrap_or_else(|error| panic!("{error}"));
        game.play(parsed).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

fn status(game: &Yinsh) -> String {
    game.status().to_string()
}

/// Start and end of a move.
fn ends(step: &str) -> Option<(Place, Place)> {
    let (from, to) = step.split_once('-')?;
    (!step.starts_with('x')).then(|| (place(from), place(to)))
}

fn expected_rows(board: &Board, marker: char) -> BTreeSet<String> {
    let full = |row: &(Place, Place)| {
        row_points(*row).into_iter().all(|point| board.get(&name(point)) == Some(&marker))
    };
    let rows = row_places().into_iter().filter(full);
    rows.map(|(first, last)| format!("x{}-{}", name(first), name(last))).collect()
}

/// Y6–Y10 by the points between: first vacant ones only, then markers only.
fn expected_moves(board: &Board, ring: char) -> BTreeSet<String> {
    let at = |point: Place| board.get(&name(point)).copied().unwrap_or('.');
    let mut moves = BTreeSet::new();
    for from in points().into_iter().filter(|from| at(*from) == ring) {
        for to in
            points().into_iter().filter(|to| at(*to) == '.' && direction_to(from, *to).is_some())
        {
            let crossed: String = between(from, to).into_iter().map(at).collect();
            if crossed.trim_start_matches('.').trim_start_matches(['M', 'm']).is_empty() {
                moves.insert(format!("{}-{}", name(from), name(to)));
            }
        }
    }
    moves
}

/// Random positions with five rings a side and up to 45 markers.
fn scattered() -> Vec<Yinsh> {
    let mut rng = Rng::new(85);
    (0..400)
        .map(|n| {
            let mut free = points();
            let mut draw = |letter: char, count: u32| -> Vec<(String, char)> {
                let take = |_| free.swap_remove(rng.below(free.len() as u32) as usize);
                (0..count).map(take).map(|point| (name(point), letter)).collect()
            };
            let pieces = [('R', 5), ('r', 5), ('M', n % 27), ('m', n / 20)];
            let board: Board = pieces.into_iter().flat_map(|(l, count)| draw(l, count)).collect();
            read(&text(&board, &format!("turn={} stage=move", n % 2 + 1)))
        })
        .collect()
}

/// Positions in which a move is due, from [`scattered`] and from random games.
fn moving() -> Vec<Yinsh> {
    let mut all = scattered();
    for game in 0..20 {
        playout::<Yinsh>(&Setup::default(), &mut Rng::new(game), 200, |game| {
            all.push(game.clone());
        });
    }
    all.retain(|game| game.prompt().key == "yinsh-move-ring");
    assert!(all.len() > 1_000);
    all
}

/// Letters of the seat to move: its ring, its marker, the opponent's marker.
fn letters(game: &Yinsh) -> (char, char, char) {
    if status(game) == "to-move 1" { ('R', 'M', 'm') } else { ('r', 'm', 'M') }
}

/// White's ring at a2 and Black's at k10: all their rays are full of markers up to the edge.
const BLOCKED: &str = "R=a2 r=k10 \
    M=a3,a5,c2,e2,g2,c4,e6,g8,i10,k9,k7,g10,e10,i8,g6,e4 \
    m=a4,b2,d2,f2,b3,d5,f7,h9,j11,k8,j10,h10,f10,j9,h7,f5,d3,b1";

/// [`BLOCKED`] for White only: Black's ring can move.
fn white_blocked() -> String {
    BLOCKED.replace("r=k10", "r=j5")
}

/// White's ring at c5 jumps d5, which then completes Black's column d.
const FOR_BLACK: &str = "R=c5,a2,a3 r=k7,j5,j6 m=d3,d4,d6,d7 M=d5";

fn check_over(game: &Yinsh, result: &str, key: &str) {
    assert_eq!(status(game), result, "{game}");
    assert!(steps(game).is_empty(), "{game}");
    let prompt = game.prompt();
    assert_eq!(prompt.key, key, "{game}");
    let Status::Over(outcome) = game.status() else { panic!("{game}") };
    let named = prompt.args.iter().find(|(name, _)| *name == "seat").map(|(_, seat)| seat.clone());
    assert_eq!(named, outcome.winner().map(Arg::Seat), "{game}");
    assert_eq!(key.ends_with("-draw"), outcome.winner().is_none(), "{game}");
}

fn check_refused<T: FromStr<Err = ParseError> + Debug>(table: &[(&str, &str)]) {
    for (text, why) in table {
        match text.parse::<T>() {
            Ok(read) => panic!("`{text}` was read as {read:?}"),
            Err(error) => {
                assert!(error.to_string().contains(why), "`{text}` is refused by «{error}»");
            }
        }
    }
}
