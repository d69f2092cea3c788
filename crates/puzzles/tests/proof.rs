//! Proves the banks anew, by searches that share nothing with the solver that found the puzzles but the rules: plain
//! minimax over whole turns, and plain averages over all dice.
//!
//! A sample is proven with the other tests; the whole of it by
//! `cargo test --release -p mohreh-puzzles --test proof -- --ignored`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod dice;

use std::collections::HashSet;

use mohreh_games::{AnyGame, Canon, Game, Kind, Listed, Seat, Status};
use mohreh_games::{tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
use mohreh_puzzles::{Bank, Goal, Puzzle};

const ZERTZ: &str = include_str!("../banks/zertz.txt");
const TZAAR: &str = include_str!("../banks/tzaar.txt");
const YINSH: &str = include_str!("../banks/yinsh.txt");
const ROTAS: &str = include_str!("../banks/rotas.txt");
const BANKS: [(Kind, &str); 4] =
    [(Kind::Zertz, ZERTZ), (Kind::Tzaar, TZAAR), (Kind::Yinsh, YINSH), (Kind::Rotas, ROTAS)];

/// Puzzles between two of the sample; those with dice take longer.
const SAMPLE: usize = 60;
const DICE_SAMPLE: usize = 200;

fn puzzles(bank: &str) -> Vec<Puzzle> {
    Bank::parse(bank).unwrap().puzzles
}

fn mover<G: Game>(game: &G) -> Option<Seat> {
    match game.status() {
        Status::ToMove(seat) => Some(seat),
        _ => None,
    }
}

fn winner<G: Game>(game: &G) -> Option<Seat> {
    match game.status() {
        Status::Over(outcome) => outcome.winner(),
        _ => None,
    }
}

/// Every whole turn, with the position after it.
fn turns<G: Game>(game: &G) -> Vec<(Vec<G::Step>, G)> {
    let seat = mover(game);
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut all = Vec::new();
    for step in steps {
        let mut after = game.clone();
        after.play(step).unwrap();
        if mover(&after) == seat {
            for (rest, end) in turns(&after) {
                all.push((std::iter::once(step).chain(rest).collect(), end));
            }
        } else {
            all.push((vec![step], after));
        }
    }
    all
}

/// Whether `seat` wins by force with at most `turns` turns of its own.
fn wins<G: Game>(game: &G, seat: Seat, left: u32) -> bool {
    match mover(game) {
        None => winner(game) == Some(seat),
        Some(_) if left == 0 => false,
        Some(mover) if mover == seat => {
            turns(game).iter().any(|(_, after)| wins(after, seat, left - 1))
        }
        Some(_) => turns(game).iter().all(|(_, after)| wins(after, seat, left)),
    }
}

/// The turns that do what is asked, and what follows from the goal.
fn right<G: Game>(game: &G, goal: Goal, all: &[(Vec<G::Step>, G)]) -> Vec<usize> {
    let seat = mover(game).unwrap();
    let fits = |after: &G| match goal {
        Goal::OnlyDefence => !wins(after, seat.other(), 1),
        goal => wins(after, seat, goal.turns() - 1),
    };
    (0..all.len()).filter(|n| fits(&all[*n].1)).collect()
}

/// Exactly one turn is right: but for the order of its steps, and for what follows where everything is right.
fn prove<G: Listed>(puzzle: &Puzzle) {
    let game: G = puzzle.position.parse().unwrap_or_else(|error| panic!("{error}: {puzzle}"));
    let seat = mover(&game).unwrap();
    let all = turns(&game);
    // Nothing wins faster.
    for faster in 1..puzzle.goal.turns() {
        assert!(!wins(&game, seat, faster), "a win in {faster}: {puzzle}");
    }
    let right = right(&game, puzzle.goal, &all);
    assert!(!right.is_empty() && right.len() < all.len(), "{}: {puzzle}", right.len());
    let ends = &all[right[0]].1;
    if !right.iter().all(|n| all[*n].1 == *ends) {
        // The longest beginning that all right turns share; every turn that begins so is right.
        let first = &all[right[0]].0;
        let shares = |length: usize| right.iter().all(|n| all[*n].0.starts_with(&first[..length]));
        let length = (0..=first.len()).rev().find(|length| shares(*length)).unwrap();
        let begin = all.iter().filter(|(turn, _)| turn.starts_with(&first[..length])).count();
        assert!(length > 0 && begin == right.len(), "several turns are right: {puzzle}");
    }
    // The line of the bank is legal, begins with the answer, and does what is claimed.
    let mut line_game = game.clone();
    for (n, turn) in puzzle.line.iter().enumerate() {
        assert_eq!(
            mover(&line_game),
            Some(if n % 2 == 0 { seat } else { seat.other() }),
            "{puzzle}"
        );
        for step in turn {
            line_game.play(step.parse().unwrap()).unwrap();
        }
        if n == 0 {
            assert!(right.iter().any(|n| all[*n].1 == line_game), "the answer: {puzzle}");
        }
    }
    match puzzle.goal {
        Goal::OnlyDefence => {
            assert!(!wins(&line_game, seat.other(), 2), "it loses in two: {puzzle}");
        }
        _ => assert_eq!(winner(&line_game), Some(seat), "the line wins: {puzzle}"),
    }
}

fn prove_some<G: Listed>(bank: &str, every: usize) {
    for puzzle in puzzles(bank).iter().skip(every / 2).step_by(every) {
        prove::<G>(puzzle);
    }
}

#[test]
fn a_sample_of_zertz() {
    prove_some::<Zertz>(ZERTZ, SAMPLE);
}

#[test]
fn a_sample_of_tzaar() {
    prove_some::<Tzaar>(TZAAR, SAMPLE);
}

#[test]
fn a_sample_of_yinsh() {
    prove_some::<Yinsh>(YINSH, SAMPLE);
}

#[test]
fn a_sample_of_rotas() {
    for puzzle in puzzles(ROTAS).iter().step_by(DICE_SAMPLE) {
        dice::prove(puzzle);
    }
}

#[test]
#[ignore = "minutes"]
fn all_of_zertz() {
    prove_some::<Zertz>(ZERTZ, 1);
}

#[test]
#[ignore = "minutes"]
fn all_of_tzaar() {
    prove_some::<Tzaar>(TZAAR, 1);
}

#[test]
#[ignore = "minutes"]
fn all_of_yinsh() {
    prove_some::<Yinsh>(YINSH, 1);
}

#[test]
#[ignore = "minutes"]
fn all_of_rotas() {
    puzzles(ROTAS).iter().for_each(dice::prove);
}

#[test]
fn banks_are_large_sorted_and_without_images() {
    for (kind, bank) in BANKS {
        let puzzles = puzzles(bank);
        assert!(puzzles.len() >= 500, "{kind}: {}", puzzles.len());
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.rating), "{kind}");
        let (mut hashes, mut ids) = (HashSet::new(), HashSet::new());
        for puzzle in &puzzles {
            let game = AnyGame::parse(kind, &puzzle.position).unwrap();
            assert_eq!(game.to_string(), puzzle.position);
            assert!(hashes.insert(Canon::new(&game).hash(&game)), "{kind}: twice: {puzzle}");
            assert!(ids.insert(puzzle.id()), "{kind}: two with one number: {puzzle}");
            assert!(
                (1..=9).contains(&puzzle.level) && (100..3000).contains(&puzzle.rating),
                "{puzzle}"
            );
        }
    }
}
