//! ZÈRTZ, rule by rule: each test bears the id of the rule that it tests (Z1–Z25).
//!
//! Positions are built from ring names and parsed; results are observed through steps, status,
//! scene and prompt. Universal rules are recomputed from ring names alone and compared on random
//! games.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "zertz/board.rs"]
mod board;
#[path = "zertz/capture.rs"]
mod capture;
#[path = "zertz/end.rs"]
mod end;
#[path = "zertz/isolation.rs"]
mod isolation;
#[path = "zertz/overlook.rs"]
mod overlook;
#[path = "zertz/place.rs"]
mod place;
#[path = "zertz/texts.rs"]
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use mohreh_games::show::{Arg, Colour, Ground, Role};
use mohreh_games::zertz::{Setup, Step, Zertz};
use mohreh_games::{Game, Seat, Show, Status};
use mohreh_laws::{Rng, playout};

/// The board sizes of the rules (Z2).
const BOARDS: [u32; 7] = [37, 40, 41, 43, 44, 48, 61];

/// Column heights of the board in position texts.
fn heights(board: u32) -> &'static [u32] {
    match board {
        37 => &[4, 5, 6, 7, 6, 5, 4],
        61 => &[5, 6, 7, 8, 9, 8, 7, 6, 5],
        _ => &[5, 6, 7, 8, 7, 6, 5, 4],
    }
}

/// The columns of a position text: all names, including those without a ring on this board.
fn columns(board: u32) -> Vec<Vec<String>> {
    let column = |(letter, height): (char, &u32)| {
        (1..=*height).map(|row| format!("{letter}{row}")).collect()
    };
    ('a'..).zip(heights(board)).map(column).collect()
}

/// The rings of a board, as in the rules (Z2).
fn rings(board: u32) -> BTreeSet<String> {
    let all: BTreeSet<String> = columns(board).into_iter().flatten().collect();
    let more = match board {
        40 => "a1 b1 c1",
        41 => "d1 e1 f1 g1",
        43 => "a1 b1 c1 h2 h3 h4",
        44 => "a1 b1 c1 d1 e1 f1 g1",
        _ => return all,
    };
    let basic = all.iter().filter(|name| !name.ends_with('1') && !name.starts_with('h'));
    basic.cloned().chain(words::<Vec<_>>(more)).collect()
}

fn words<B: FromIterator<String>>(text: &str) -> B {
    text.split_whitespace().map(str::to_string).collect()
}

/// The adjacent place in one of six directions, clockwise from upwards (Z2). It need not be the
/// name of a ring.
fn beside(board: u32, name: &str, direction: usize) -> String {
    let middle = if board == 61 { 4 } else { 3 };
    let column = i32::from(name.as_bytes()[0]) - i32::from(b'a');
    let row: i32 = name[1..].parse().unwrap();
    let right = i32::from(column < middle);
    let left = i32::from(column > middle);
    let (column, row) = match direction {
        0 => (column, row + 1),
        1 => (column + 1, row + right),
        2 => (column + 1, row + right - 1),
        3 => (column, row - 1),
        4 => (column - 1, row + left - 1),
        _ => (column - 1, row + left),
    };
    format!("{}{row}", char::from((i32::from(b'a') + column) as u8))
}

/// The `cells` of a position. `marks` are `d4` for a vacant ring, `Wd4` for a marble and `.d4` for
/// no ring; all other rings of the board are `rest`.
fn cells(board: u32, rest: char, marks: &str) -> String {
    let mark = |mark: &str| match mark.as_bytes()[0] {
        b'W' | b'G' | b'B' | b'.' => (mark[1..].to_string(), mark.chars().next().unwrap()),
        _ => (mark.to_string(), 'o'),
    };
    let mut marks: BTreeMap<String, char> = marks.split_whitespace().map(mark).collect();
    let there = rings(board);
    let mut letter = |name: &String| {
        let rest = if there.contains(name) { rest } else { '.' };
        marks.remove(name).unwrap_or(rest)
    };
    let text: Vec<String> =
        columns(board).iter().map(|column| column.iter().map(&mut letter).collect()).collect();
    assert!(marks.is_empty(), "no such rings: {marks:?}");
    text.join("/")
}

/// The basic board with all rings except those that `marks` removes.
fn full(marks: &str) -> String {
    cells(37, 'o', marks)
}

/// The basic board with only the rings of `marks`.
fn only(marks: &str) -> String {
    cells(37, '.', marks)
}

fn game(text: &str) -> Zertz {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A position with seat 1 to move, no captures, and all marbles that are not on the board in the
/// supply.
fn placed(setup: &str, cells: &str) -> Zertz {
    let [white, grey, black] = setup.parse::<Setup>().unwrap().supply();
    let left = |all: u8, letter: char| usize::from(all) - cells.matches(letter).count();
    let supply = format!("{},{},{}", left(white, 'W'), left(grey, 'G'), left(black, 'B'));
    game(&format!("{setup} cells={cells} supply={supply} own=0,0,0/0,0,0 turn=1"))
}

/// Texts of the legal steps, sorted.
fn steps(game: &Zertz) -> Vec<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut texts: Vec<String> = steps.iter().map(Step::to_string).collect();
    texts.sort();
    texts
}

fn sorted(text: &str) -> Vec<String> {
    let mut list: Vec<String> = words(text);
    list.sort();
    list
}

/// The position after some steps, all of which must be legal.
fn after(game: &Zertz, steps: &str) -> Zertz {
    let mut game = game.clone();
    for step in steps.split_whitespace() {
        game.play(step.parse().unwrap()).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

/// Asserts that steps are illegal, and that trying them changes nothing.
fn refuses(game: &Zertz, steps: &str) {
    for step in steps.split_whitespace() {
        let mut same = game.clone();
        let error = same.play(step.parse().unwrap()).expect_err(&format!("{step} in {game}"));
        assert_eq!(error.step, step);
        assert_eq!(same, *game, "the refused {step} changed something");
    }
}

/// All turns of the mover: the steps, and the resulting position.
fn turns(game: &Zertz) -> Vec<(String, Zertz)> {
    let Status::ToMove(mover) = game.status() else { return Vec::new() };
    let (mut open, mut done) = (vec![(String::new(), game.clone())], Vec::new());
    while let Some((turn, game)) = open.pop() {
        for step in steps(&game) {
            let next = (format!("{turn} {step}").trim().to_string(), after(&game, &step));
            match next.1.status() {
                Status::ToMove(seat) if seat == mover => open.push(next),
                _ => done.push(next),
            }
        }
    }
    done.sort_by(|a, b| a.0.cmp(&b.0));
    done
}

fn turn_texts(game: &Zertz) -> Vec<String> {
    turns(game).into_iter().map(|(turn, _)| turn).collect()
}

fn status(game: &Zertz) -> String {
    game.status().to_string()
}

/// The key and the seat argument of the prompt.
fn prompt(game: &Zertz) -> (&'static str, Option<u8>) {
    let prompt = game.prompt();
    let seat = prompt.args.iter().find_map(|(_, arg)| match arg {
        Arg::Seat(seat) => Some(seat.number()),
        _ => None,
    });
    (prompt.key, seat)
}

/// The content of a scene, by name.
#[derive(PartialEq, Debug)]
struct View {
    rings: BTreeSet<String>,
    marbles: BTreeMap<String, char>,
    supply: [u8; 3],
    own: [[u8; 3]; 2],
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Grey => 'G',
        Colour::Black => 'B',
        Colour::Of(_) => panic!("marbles belong to nobody"),
    }
}

fn view(game: &Zertz) -> View {
    let scene = game.scene();
    let there = scene.spots.iter().filter(|spot| spot.ground == Ground::Ring);
    let marble =
        |piece: &mohreh_games::show::Piece| (piece.spot.to_string(), letter(piece.look.colour));
    let counts = |role: Role, owner: Option<Seat>| {
        let tray = scene.trays.iter().find(|tray| tray.role == role && tray.owner == owner);
        let slots = &tray.unwrap().slots;
        ['W', 'G', 'B'].map(|colour| {
            slots.iter().find(|slot| letter(slot.look.colour) == colour).unwrap().count
        })
    };
    View {
        rings: there.map(|spot| spot.name.to_string()).collect(),
        marbles: scene.pieces.iter().map(marble).collect(),
        supply: counts(Role::Supply, None),
        own: [Seat::FIRST, Seat::SECOND].map(|seat| counts(Role::Captured, Some(seat))),
    }
}

impl View {
    fn vacant(&self) -> BTreeSet<String> {
        self.rings.iter().filter(|name| !self.marbles.contains_key(*name)).cloned().collect()
    }

    /// Free rings (Z6), as the steps that remove them.
    fn removals(&self, board: u32) -> Vec<String> {
        let gap = |name: &str, direction: usize| {
            !self.rings.contains(&beside(board, name, direction % 6))
        };
        let free = |name: &String| (0..6).any(|d| gap(name, d) && gap(name, d + 1));
        self.vacant().iter().filter(|name| free(name)).map(|name| format!("-{name}")).collect()
    }

    /// The jumps of all marbles (Z9).
    fn jumps(&self, board: u32) -> Vec<String> {
        let vacant = self.vacant();
        let mut jumps = Vec::new();
        for from in self.marbles.keys() {
            for direction in 0..6 {
                let over = beside(board, from, direction);
                if self.marbles.contains_key(&over) {
                    let to = beside(board, &over, direction);
                    if vacant.contains(&to) {
                        jumps.push(format!("{from}x{to}"));
                    }
                }
            }
        }
        jumps.sort();
        jumps
    }

    /// The groups of connected rings.
    fn groups(&self, board: u32) -> Vec<BTreeSet<String>> {
        let mut rest = self.rings.clone();
        let mut groups = Vec::new();
        while let Some(first) = rest.pop_first() {
            let mut group = BTreeSet::from([first.clone()]);
            let mut edge = vec![first];
            while let Some(name) = edge.pop() {
                for near in (0..6).map(|direction| beside(board, &name, direction)) {
                    if rest.remove(&near) {
                        group.insert(near.clone());
                        edge.push(near);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }
}

/// Random games; `visit` is called with each step and the positions before and after it.
fn random_games(setup: &str, games: u64, mut visit: impl FnMut(&Zertz, &str, &Zertz)) {
    let setup = setup.parse().unwrap();
    for seed in 1..=games {
        let mut positions = Vec::new();
        let rng = &mut Rng::new(seed);
        let played = playout::<Zertz>(&setup, rng, 300, |game| positions.push(game.clone()));
        for (step, pair) in played.iter().zip(positions.windows(2)) {
            visit(&pair[0], step, &pair[1]);
        }
    }
}

/// Whether no step of the current turn has been played.
fn begins_turn(game: &Zertz) -> bool {
    !game.to_string().contains(" stage=")
}
