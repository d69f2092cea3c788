//! TZAAR, rule by rule (T1–T17), and its text forms.
//!
//! Expected results are recomputed here from point names and piece letters, independently of the
//! implementation.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "tzaar/actions.rs"]
mod actions;
#[path = "tzaar/board.rs"]
mod board;
#[path = "tzaar/end.rs"]
mod end;
#[path = "tzaar/texts.rs"]
mod texts;
#[path = "tzaar/turns.rs"]
mod turns;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::FromStr;

use mohreh_games::show::{Arg, Colour, Mark, Role, Shape};
use mohreh_games::tzaar::{Setup, Step, Tzaar};
use mohreh_games::{Game, ParseError, Seat, Show, Status};
use mohreh_laws::{Rng, playout};

// The board by T1b.

/// Column (a = 1 … i = 9) and row (1 at the foot).
type Place = (i32, i32);

const HEIGHTS: [i32; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const E: i32 = 5;
const CENTRE: Place = (E, 5);

/// Clockwise; opposite directions are three apart.
const DIRECTIONS: [&str; 6] = ["up", "right-up", "right-down", "down", "left-down", "left-up"];

fn next((column, row): Place, direction: &str) -> Place {
    let rising_right = column < E;
    let rising_left = column > E;
    match direction {
        "up" => (column, row + 1),
        "down" => (column, row - 1),
        "right-up" => (column + 1, row + i32::from(rising_right)),
        "right-down" => (column + 1, row + i32::from(rising_right) - 1),
        "left-up" => (column - 1, row + i32::from(rising_left)),
        "left-down" => (column - 1, row + i32::from(rising_left) - 1),
        _ => panic!("no way {direction}"),
    }
}

fn is_point(place: Place) -> bool {
    let (column, row) = place;
    (1..=9).contains(&column)
        && (1..=HEIGHTS[column as usize - 1]).contains(&row)
        && place != CENTRE
}

fn name((column, row): Place) -> String {
    format!("{}{row}", char::from(b'a' + column as u8 - 1))
}

/// Column-major, each column from row 1 up: the order of setups and positions.
fn points() -> Vec<Place> {
    let all = (1..=9).flat_map(|column| (1..=9).map(move |row| (column, row)));
    all.filter(|place| is_point(*place)).collect()
}

// Positions.

/// Stacks by point: the letter of the top piece and, from 2 up, the height, such as `Z3` or `t`.
type Board = BTreeMap<String, String>;

/// One piece of each type and side, outside columns c to g.
const REST: &str = "i1=Z i2=R i3=T a1=z a2=r a3=t";

/// A position from its stacks, such as `d4=Z3 d5=t`.
fn position(stacks: &str, turn: u8, stage: &str) -> Tzaar {
    let mut board: BTreeMap<&str, &str> =
        stacks.split_whitespace().filter_map(|word| word.split_once('=')).collect();
    let mut columns = vec![String::new(); 9];
    for place in points() {
        let stack = board.remove(name(place).as_str());
        columns[place.0 as usize - 1].push_str(stack.unwrap_or("."));
    }
    assert!(board.is_empty(), "not on the board: {board:?}");
    read(&format!("cells={} turn={turn} stage={stage}", columns.join("/")))
}

/// Like [`position`], with the pieces of [`REST`] except those in `lacking`.
fn with_rest(stacks: &str, lacking: &str, turn: u8, stage: &str) -> Tzaar {
    let rest = REST.split(' ').filter(|word| !lacking.contains(&word[3..]));
    position(&rest.chain([stacks]).collect::<Vec<_>>().join(" "), turn, stage)
}

fn read(text: &str) -> Tzaar {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The board, from the scene.
fn shown(game: &Tzaar) -> Board {
    let scene = game.scene();
    let board: Board = scene
        .pieces
        .iter()
        .map(|piece| {
            assert_eq!(piece.look.shape, Shape::Disc);
            let letter = match piece.look.mark {
                Mark::Star => 'Z',
                Mark::Circle => 'R',
                Mark::Plain => 'T',
            };
            let letter = match piece.look.colour {
                Colour::White => letter,
                Colour::Black => letter.to_ascii_lowercase(),
                other => panic!("{other:?} in TZAAR"),
            };
            let height = if piece.height == 1 { String::new() } else { piece.height.to_string() };
            (piece.spot.to_string(), format!("{letter}{height}"))
        })
        .collect();
    assert_eq!(board.len(), scene.pieces.len(), "two stacks on a point: {game}");
    board
}

fn height(stack: &str) -> u32 {
    stack[1..].parse().unwrap_or(1)
}

fn is_white(stack: &str) -> bool {
    stack.starts_with(|letter: char| letter.is_ascii_uppercase())
}

/// Number of pieces of a side, including those within stacks.
fn men(board: &Board, white: bool) -> u32 {
    board.values().filter(|stack| is_white(stack) == white).map(|stack| height(stack)).sum()
}

/// Counts of visible pieces in a seat's tray, by type.
fn tray(game: &Tzaar, owner: Seat) -> [u8; 3] {
    let scene = game.scene();
    let tray = scene.trays.iter().find(|t| t.role == Role::OnBoard && t.owner == Some(owner));
    let counts: Vec<u8> = tray.unwrap().slots.iter().map(|slot| slot.count).collect();
    counts.try_into().unwrap()
}

// Steps.

fn steps(game: &Tzaar) -> BTreeSet<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps.iter().map(ToString::to_string).collect()
}

fn legal(game: &Tzaar, step: &str) -> bool {
    game.is_legal(step.parse().unwrap_or_else(|error| panic!("{error}")))
}

fn play(game: &Tzaar, steps: &str) -> Tzaar {
    let mut game = game.clone();
    for step in steps.split(' ') {
        let parsed = step.parse().unwrap_or_else(|error| panic!("{error}"));
        game.play(parsed).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

/// The two points of a step, and the sign between them.
fn parts(step: &str) -> Option<(&str, char, &str)> {
    let at = step.find(['x', '+'])?;
    Some((&step[..at], step[at..].chars().next()?, &step[at + 1..]))
}

fn status(game: &Tzaar) -> String {
    game.status().to_string()
}

/// The seat that acts at a ply, and whether it is its second action: T4, T5 and T6 determine both
/// as long as the game goes on.
fn due(ply: usize) -> (Seat, bool) {
    let turn = ply.div_ceil(2);
    (Seat::new(turn % 2), ply > 0 && ply.is_multiple_of(2))
}

/// A step of a random game.
struct Played {
    ply: usize,
    before: Tzaar,
    step: String,
    after: Tzaar,
}

/// Random games from random arrangements; `visit` is called with every step.
fn every_step(mut visit: impl FnMut(&Played)) {
    for game in 0..60 {
        let mut rng = Rng::new(game);
        let setup = Tzaar::draw_setup(&mut |n| rng.below(n));
        let mut positions: Vec<Tzaar> = Vec::new();
        let steps = playout(&setup, &mut rng, 1_000, |game: &Tzaar| positions.push(game.clone()));
        for (ply, (step, pair)) in steps.into_iter().zip(positions.windows(2)).enumerate() {
            visit(&Played { ply, before: pair[0].clone(), step, after: pair[1].clone() });
        }
    }
}
