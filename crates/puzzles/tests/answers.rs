//! Answers of people: the right turn is accepted, each wrong one is refuted by a legal turn, and every choice of a puzzle
//! with dice has its chance.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::collections::HashSet;

use mohreh_games::{AnyGame, Game, Kind, Listed, Seat, Status};
use mohreh_games::{tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
use mohreh_puzzles::judge::{Verdict, judge, turns_of};
use mohreh_puzzles::solver::{Claim, Effort, TurnSolver};
use mohreh_puzzles::{Bank, Goal, Puzzle};

const ZERTZ: &str = include_str!("../banks/zertz.txt");
const TZAAR: &str = include_str!("../banks/tzaar.txt");
const YINSH: &str = include_str!("../banks/yinsh.txt");
const ROTAS: &str = include_str!("../banks/rotas.txt");

/// Puzzles between two of the sample, and wrong turns of each.
const SAMPLE: usize = 7;
const WRONG_TURNS: usize = 12;
/// As many as the page spends.
const NODES: u64 = 4_000_000;

fn puzzles(bank: &str) -> Vec<Puzzle> {
    Bank::parse(bank).unwrap().puzzles
}

fn mover<G: Game>(game: &G) -> Seat {
    match game.status() {
        Status::ToMove(seat) => seat,
        other => panic!("{other:?}"),
    }
}

fn winner<G: Game>(game: &G) -> Option<Seat> {
    match game.status() {
        Status::Over(outcome) => outcome.winner(),
        _ => None,
    }
}

fn after<G: Game>(game: &G, turn: &[G::Step]) -> G {
    let mut game = game.clone();
    turn.iter().for_each(|step| game.play(*step).unwrap());
    game
}

/// The answer is accepted, and others are refuted.
fn check<G: Listed>(puzzle: &Puzzle) {
    let game: G = puzzle.position.parse().unwrap();
    let seat = mover(&game);
    let left = puzzle.goal.turns().saturating_sub(1);
    let answer: Vec<G::Step> = puzzle.line[0].iter().map(|step| step.parse().unwrap()).collect();
    let solved = after(&game, &answer);
    let verdict = judge(&solved, seat, puzzle.goal, left, &[], NODES);
    match (left, verdict) {
        // Longer than a page can wait: the page knows the answer, and its reply, from the bank.
        (2, Err(_)) => {}
        (_, Ok(Verdict::Right(reply))) => {
            assert_eq!(reply.is_empty(), left == 0, "{puzzle}");
        }
        (_, verdict) => panic!("{verdict:?}: {puzzle}"),
    }
    let all = turns_of(&game).unwrap();
    let is_right = |end: &G| match puzzle.goal {
        Goal::OnlyDefence => *end == solved,
        _ => *end == solved || winner(end) == Some(seat),
    };
    let wrong: Vec<_> = all.iter().filter(|(_, end)| !is_right(end)).collect();
    for (turn, end) in wrong.iter().step_by(wrong.len() / WRONG_TURNS + 1) {
        let verdict = judge(end, seat, puzzle.goal, left, &[], NODES);
        let Ok(Verdict::Wrong(reply)) = verdict else {
            // A turn that shares its beginning with the answer is right, too.
            let shared = turn.iter().zip(&answer).take_while(|(one, other)| one == other).count();
            assert!(shared > 0 && verdict.is_ok(), "{verdict:?} to {turn:?}: {puzzle}");
            continue;
        };
        if let Status::Over(_) = end.status() {
            assert!(reply.is_empty());
            continue;
        }
        let refuted = after(end, &reply);
        let effort = Effort { nodes: 50_000_000, solutions: usize::MAX };
        match puzzle.goal {
            Goal::OnlyDefence => assert_eq!(winner(&refuted), Some(seat.other()), "{puzzle}"),
            _ if left == 0 => {
                let holds = |game: &G| winner(game) != Some(seat);
                let can_hold = turns_of(end).unwrap().iter().any(|(_, next)| holds(next));
                assert_eq!(holds(&refuted), can_hold, "{turn:?}: {puzzle}");
            }
            _ => {
                let mut solver = TurnSolver::new(seat, Claim::WinIn(left), effort);
                assert_eq!(solver.wins(&refuted, seat, left), Ok(false), "{turn:?}: {puzzle}");
            }
        }
    }
}

fn check_some<G: Listed>(bank: &str) {
    for puzzle in puzzles(bank).iter().step_by(SAMPLE) {
        check::<G>(puzzle);
    }
}

#[test]
fn answers_to_zertz() {
    check_some::<Zertz>(ZERTZ);
}

#[test]
fn answers_to_tzaar() {
    check_some::<Tzaar>(TZAAR);
}

#[test]
fn answers_to_yinsh() {
    check_some::<Yinsh>(YINSH);
}

#[test]
fn every_line_is_legal() {
    for (kind, bank) in [(Kind::Zertz, ZERTZ), (Kind::Tzaar, TZAAR), (Kind::Yinsh, YINSH)] {
        for puzzle in puzzles(bank) {
            let mut game = AnyGame::parse(kind, &puzzle.position).unwrap();
            for step in puzzle.line.iter().flatten() {
                game.play(step).unwrap_or_else(|error| panic!("{error}: {puzzle}"));
            }
        }
    }
}

#[test]
fn every_choice_has_one_chance() {
    for puzzle in puzzles(ROTAS) {
        let game = AnyGame::parse(Kind::Rotas, &puzzle.position).unwrap();
        let mut listed = HashSet::new();
        for step in puzzle.chances.iter().flat_map(|chance| &chance.steps) {
            assert!(listed.insert(step.clone()), "{step} twice: {puzzle}");
        }
        let legal: HashSet<String> = game.steps().into_iter().collect();
        assert_eq!(listed, legal, "{puzzle}");
    }
}
