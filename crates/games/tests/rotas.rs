//! RO-TAS, rule by rule: each test bears the id of the rule that it tests (R1–R27).
//!
//! Positions are built from cell names and parsed; results are observed through steps, status,
//! scene and prompt. Combinations of dice are recomputed here.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "rotas/board.rs"]
mod board;
#[path = "rotas/dice.rs"]
mod dice;
#[path = "rotas/end.rs"]
mod end;
#[path = "rotas/leave.rs"]
mod leave;
#[path = "rotas/stop.rs"]
mod stop;
#[path = "rotas/texts.rs"]
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use mohreh_games::rotas::{Rotas, Setup, Step};
use mohreh_games::show::{Arg, Figure, Ground, Role};
use mohreh_games::{Game, Seat, Show, Status};
use mohreh_laws::{Rng, playout};

const SIX: [&str; 6] = [
    "H,3,5,S,P1,4",
    "S,H,P2,3,4,5",
    "P3,5,4,H,S,3",
    "3,S,H,4,5,P4",
    "5,4,3,P5,H,S",
    "4,P6,S,5,3,H",
];

const SIX_B: [&str; 6] = [
    "4,H,3,S,5,3",
    "P1,S,5,P2,H,4",
    "5,3,H,4,S,P3",
    "P4,S,4,H,3,5",
    "4,H,P5,5,S,P6",
    "3,5,S,3,H,4",
];

const SMALL: [&str; 5] = ["P1,5,P2,S,3", "3,H,4,H,4", "S,P3,5,P4,S", "4,H,4,H,3", "3,S,P5,5,P6"];

/// A board with every combination, and the minimum of five-alike cells.
const EVERY: [&str; 4] = ["H,S,3,4", "5,5,5,P1", "P2,P3,P4,P5", "P6,.,.,."];

/// A small board: seven cells, one line.
const TIGHT: [&str; 2] = ["H,S,3,4", "5,5,5,."];

/// Four pieces in every cell of the small board, without a winner.
const FULL: &str = "a2=2222 b2=1222 c2=1111 d2=1222 a1=1111 b1=1111 c1=2222";

/// The token of each cell of a grid, without holes; `a1` is at the lower left.
fn tokens(grid: &[&str]) -> BTreeMap<String, String> {
    let mut cells = BTreeMap::new();
    for (row, text) in (1..).zip(grid.iter().rev()) {
        for (column, token) in ('a'..).zip(text.split(',')) {
            if token != "." {
                cells.insert(format!("{column}{row}"), token.to_string());
            }
        }
    }
    cells
}

/// The `board` and `cells` of a position. `marks` are `c4=121`, bottom piece first.
fn stacks(grid: &[&str], marks: &str) -> String {
    let mut marks: BTreeMap<&str, &str> =
        marks.split_whitespace().map(|mark| mark.split_once('=').unwrap()).collect();
    let mut rows = Vec::new();
    for (row, text) in (1..=grid.len()).rev().zip(grid) {
        let cell = |(column, token): (char, &str)| match marks.remove(&*format!("{column}{row}")) {
            Some(pieces) => pieces.to_string(),
            None if token == "." => ".".to_string(),
            None => "-".to_string(),
        };
        rows.push(('a'..).zip(text.split(',')).map(cell).collect::<Vec<_>>().join(","));
    }
    assert!(marks.is_empty(), "no such cells: {marks:?}");
    format!("board={} cells={}", grid.join("/"), rows.join("/"))
}

fn game(text: &str) -> Rotas {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A position early in the game: seat 1 to move, with these dice after `rolls` rolls.
fn rolled(options: &str, board: &str, rolls: u8, dice: &str) -> Rotas {
    game(&format!("{options} {board} hand=5/5 turn=1 rolls={rolls} dice={dice}"))
}

fn start(setup: &str) -> Rotas {
    Rotas::start(&setup.parse().unwrap_or_else(|error| panic!("{error}")))
}

/// Texts of the legal steps, sorted.
fn steps(game: &Rotas) -> Vec<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut texts: Vec<String> = steps.iter().map(Step::to_string).collect();
    texts.sort();
    texts
}

/// Cells of the legal placements.
fn places(game: &Rotas) -> BTreeSet<String> {
    steps(game).iter().filter_map(|step| step.strip_prefix('@')).map(str::to_string).collect()
}

/// Tokens of the legal placements.
fn figures(game: &Rotas, grid: &[&str]) -> BTreeSet<String> {
    let tokens = tokens(grid);
    places(game).iter().map(|cell| tokens[cell].clone()).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// The 31 rolls of any non-empty set of dice.
fn rolls() -> BTreeSet<String> {
    let choice = |bits: u32| {
        let dice: Vec<String> =
            (1..=5).filter(|n| bits >> (n - 1) & 1 == 1).map(|n: u32| n.to_string()).collect();
        if dice.len() == 5 { "r".to_string() } else { format!("r{}", dice.join(",")) }
    };
    (1..32).map(choice).collect()
}

/// The position after some steps, all of which must be legal.
fn after(game: &Rotas, steps: &str) -> Rotas {
    let mut game = game.clone();
    for step in steps.split_whitespace() {
        game.play(step.parse().unwrap()).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

/// Asserts that steps are illegal, and that trying them changes nothing.
fn refuses(game: &Rotas, steps: &str) {
    for step in steps.split_whitespace() {
        let mut same = game.clone();
        let error = same.play(step.parse().unwrap()).expect_err(&format!("{step} in {game}"));
        assert_eq!(error.step, step);
        assert_eq!(same, *game, "the refused {step} changed something");
    }
}

fn status(game: &Rotas) -> String {
    game.status().to_string()
}

fn key(game: &Rotas) -> &'static str {
    game.prompt().key
}

/// Counts of the trays with a role, by seat.
fn trays(game: &Rotas, role: Role) -> Vec<u32> {
    let scene = game.scene();
    (0..game.seats())
        .map(|seat| {
            let owner = Some(Seat::new(seat));
            let tray = scene.trays.iter().find(|tray| tray.role == role && tray.owner == owner);
            tray.unwrap().slots.iter().map(|slot| u32::from(slot.count)).sum()
        })
        .collect()
}

/// The pieces of each cell in the scene, bottom first.
fn pieces(game: &Rotas) -> BTreeMap<String, String> {
    let mut cells: BTreeMap<String, String> = BTreeMap::new();
    for piece in game.scene().pieces {
        let mohreh_games::show::Colour::Of(seat) = piece.look.colour else {
            panic!("a piece has the colour of its seat");
        };
        let stack = cells.entry(piece.spot.to_string()).or_default();
        assert_eq!(stack.len(), usize::from(piece.level), "lower pieces come first");
        stack.push_str(&seat.to_string());
    }
    cells
}

/// Whether five dice make the combination of a token (R9), computed from sorted dice.
fn makes(token: &str, dice: &str, options: &str) -> bool {
    let mut sorted: Vec<u8> = dice.bytes().map(|face| face - b'0').collect();
    sorted.sort_unstable();
    let alike = |n: usize| sorted.windows(n).any(|run| run[0] == run[n - 1]);
    match token {
        "S" => sorted == [1, 2, 3, 4, 5] || sorted == [2, 3, 4, 5, 6],
        "H" => {
            let [a, b, c, d, e] = sorted[..] else { panic!("five dice: {dice}") };
            let split = a == b && d == e && (b == c || c == d);
            split && (a != e || !options.contains("strict-house"))
        }
        _ => match token.strip_prefix('P') {
            Some(number) if options.contains("hard-pairs") => dice.matches(number).count() >= 2,
            Some(_) => alike(2),
            None => alike(token.parse().unwrap()),
        },
    }
}

/// All outcomes of five dice.
fn all_dice() -> impl Iterator<Item = String> {
    (0..7776).map(|n| {
        (0..5).rev().map(|place| char::from(b'1' + (n / 6u32.pow(place) % 6) as u8)).collect()
    })
}

/// Random games; `visit` is called with each step and the positions before and after it.
fn random_games(setup: &str, games: u64, mut visit: impl FnMut(&Rotas, &str, &Rotas)) {
    let setup = setup.parse().unwrap();
    for seed in 1..=games {
        let mut positions = Vec::new();
        let rng = &mut Rng::new(seed);
        let played = playout::<Rotas>(&setup, rng, usize::MAX, |game| positions.push(game.clone()));
        for (step, pair) in played.iter().zip(positions.windows(2)) {
            visit(&pair[0], step, &pair[1]);
        }
    }
}
