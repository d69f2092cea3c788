//! Laws of the dice solver, the evaluation and the search.

use mohreh_games::rotas::{Rotas, Setup};
use mohreh_games::show::Figure;
use mohreh_games::{Game, Seat, Status};
use mohreh_laws::Rng;

use super::dice::{Payoffs, SolvedTurn};
use super::network::{Lines, Network, win_probabilities};
use super::position::{Position, WinOdds};
use super::search::TurnValues;
use crate::{Engine, Limits, Weights};

const FIGURES: [Figure; 5] =
    [Figure::FullHouse, Figure::Straight, Figure::Alike(3), Figure::Alike(4), Figure::Alike(5)];

const SETUPS: [&str; 6] = [
    "",
    "board=small advanced",
    "seats=3 board=six-b hard-pairs",
    "seats=4 advanced strict-house",
    "seats=4 board=small advanced hard-pairs",
    "seats=2 board=5,3,.,H,4/P1,S,5,3,P6/5,.,P2,P2,4/3,4,H,S,5",
];

fn random_payoffs(rng: &mut Rng, hard_pairs: bool) -> (Payoffs<1>, Payoffs<1>) {
    let mut unit = || f64::from(rng.below(1000)) / 1000.0;
    let lost = [unit()];
    let both = || Payoffs::new(lost, hard_pairs, false);
    let (mut numbered, mut any) = (Payoffs::new(lost, true, false), both());
    for figure in FIGURES {
        let (rolls, value) = ((unit() * 6.0) as usize, [unit()]);
        numbered.offer(figure, rolls, value);
        any.offer(figure, rolls, value);
    }
    let (rolls, value) = ((unit() * 6.0) as usize, [unit()]);
    for number in 1..=6 {
        numbered.offer(Figure::Pair(number), rolls, value);
        any.offer(Figure::Pair(number), rolls, value);
    }
    (numbered, any)
}

#[test]
fn folded_dice_have_the_values_of_all_dice() {
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let (numbered, any) = random_payoffs(&mut rng, false);
        let (all, folded) = (SolvedTurn::solve(&numbered), SolvedTurn::solve(&any));
        assert!((all.value()[0] - folded.value()[0]).abs() < 1e-12);
        for _ in 0..50 {
            let kept: Vec<u8> = (0..rng.below(5)).map(|_| rng.below(6) as u8 + 1).collect();
            let rolls = rng.below(4) as usize + 1;
            let (one, other) = (all.keep_value(&kept, rolls), folded.keep_value(&kept, rolls));
            assert!((one[0] - other[0]).abs() < 1e-12, "{kept:?} after {rolls}");
        }
    }
}

#[test]
fn probabilities_of_the_ends_sum_to_one() {
    let mut rng = Rng::new(2);
    for n in 0..100 {
        let (_, payoffs) = random_payoffs(&mut rng, n % 2 == 0);
        let turn = SolvedTurn::solve(&payoffs);
        let dice: Vec<u8> = (0..5).map(|_| rng.below(6) as u8 + 1).collect();
        for dice in [None, Some((&dice[..], rng.below(5) as usize + 1))] {
            let ends = turn.ends(&payoffs, dice);
            let figures = FIGURES.into_iter().chain((1..=6).map(Figure::Pair));
            // Without `hard-pairs` all pairs are one figure.
            let figures = figures.take(if n % 2 == 0 { 11 } else { 6 });
            let placed: f64 =
                figures.map(|figure| ends.share(&payoffs, (figure, 5), 0.0, |_| 1.0)).sum();
            assert!((placed + ends.lost - 1.0).abs() < 1e-12, "{placed} and {}", ends.lost);
        }
    }
}

/// Calls `each` with the positions at the start of the turns of random games.
fn for_each_turn(setup: &str, games: u64, mut each: impl FnMut(&Rotas, Seat)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let setup: Setup = setup.parse().unwrap();
        let mut game = Rotas::start(&setup);
        let mut steps = Vec::new();
        loop {
            match game.status() {
                Status::Over(_) => break,
                Status::ToRoll => {
                    let fall = game.roll(&mut |n| rng.below(n)).unwrap();
                    game.play_unchecked(fall);
                }
                Status::ToMove(seat) => {
                    if game.rolls() == 0 {
                        each(&game, seat);
                    }
                    steps.clear();
                    game.steps(&mut steps);
                    game.play_unchecked(*rng.one_of(&steps));
                }
            }
        }
    }
}

fn network() -> Network {
    Network::new(Weights::builtin::<Rotas>().as_slice())
}

fn values(network: &Network, game: &Rotas, mover: usize) -> Vec<f64> {
    let position = Position::new(game, None);
    let sums = Lines::new(network, &position).sums;
    let shares = win_probabilities(network, &mut WinOdds::new(), &position, &sums, mover);
    shares[..position.seats].to_vec()
}

#[test]
fn values_of_the_seats_sum_to_one() {
    let network = network();
    for setup in SETUPS {
        for_each_turn(setup, 10, |game, _| {
            let seats = Position::new(game, None).seats;
            for mover in 0..seats {
                let values = values(&network, game, mover);
                assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{values:?}: {game}");
                assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{game}");
            }
        });
    }
}

#[test]
fn an_update_gives_the_lines_of_the_new_position() {
    let network = network();
    for setup in SETUPS {
        for_each_turn(setup, 4, |game, _| {
            let mut position = Position::new(game, None);
            let before = position.clone();
            let mut lines = Lines::new(&network, &position);
            let sums = lines.sums;
            for cell in (0..position.cells()).filter(|cell| before.open_until(*cell) > 0) {
                let seat = cell % position.seats;
                if position.hands[seat] == 0 {
                    continue;
                }
                let undo = position.place(cell, seat);
                let after = lines.sums_after(&network, &position, &undo);
                lines.update(&network, &position, &undo, &after, false);
                assert!(lines == Lines::new(&network, &position), "{cell}: {game}");
                lines.update(&network, &position, &undo, &sums, true);
                position.undo_place(&undo, seat);
                assert!(position == before && lines == Lines::new(&network, &before), "{game}");
            }
        });
    }
}

/// Rows from the top become columns from the left.
fn transposed(rows: &str) -> String {
    let rows: Vec<Vec<&str>> = rows.split('/').map(|row| row.split(',').collect()).collect();
    let column = |n: usize| rows.iter().map(|row| row[n]).collect::<Vec<_>>().join(",");
    (0..rows[0].len()).map(column).collect::<Vec<_>>().join("/")
}

fn upside_down(rows: &str) -> String {
    rows.split('/').rev().collect::<Vec<_>>().join("/")
}

#[test]
fn values_are_symmetric() {
    let network = network();
    let grid = "H,3,5,S,4/S,H,P2,3,5/P3,5,4,H,S/3,S,H,4,5/5,4,3,P5,H/4,P6,S,.,3";
    let setup = format!("board={grid} advanced");
    for_each_turn(&setup, 10, |game, seat| {
        let expected = values(&network, game, seat.index());
        for mirror in [transposed, upside_down] {
            let text = game.to_string();
            let mirrored = text.split(' ').map(|word| match word.split_once('=') {
                Some((name @ ("board" | "cells"), rows)) => format!("{name}={}", mirror(rows)),
                _ => word.to_string(),
            });
            let text = mirrored.collect::<Vec<_>>().join(" ");
            let mirrored: Rotas = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(values(&network, &mirrored, seat.index()), expected, "{game}");
        }
    });
}

fn think(text: &str) -> Vec<f64> {
    let game: Rotas = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    super::win_probabilities(&game, &Engine::new(0), &limits)
}

#[test]
fn r26_a_seat_that_has_left_is_empty() {
    let cells = |gone: &str| {
        format!("cells=-,1,-,-,2,-/{gone},-,1/-,-,1,2,-,-/-,2,-,-,-,-/-,-,-,-,2,-/-,-,-,-,-,1")
    };
    // The pieces of seats that have left belong to nobody, and threaten nothing.
    let three = think(&format!("seats=4 {} hand=11/11/12/15 out=3,4 turn=1", cells("3,3,3,-")));
    let other = think(&format!("seats=4 {} hand=11/11/13/14 out=3,4 turn=1", cells("3,4,3,-")));
    assert_eq!(three, other);
    assert_eq!(three[2..], [0.0, 0.0]);
    assert!((three[0] + three[1] - 1.0).abs() < 1e-9);
    // The seats that are left play as if two of them had begun.
    let two = think(&format!("seats=3 {} hand=11/11/12 out=3 turn=1", cells("3,3,3,-")));
    assert_eq!(two[..2], three[..2]);
}

#[test]
fn a_tree_does_not_change_results() {
    let engine = Engine::new(0);
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    for setup in ["", "seats=3 board=small advanced"] {
        for seed in 0..2 {
            let mut rng = Rng::new(seed);
            let mut game = Rotas::start(&setup.parse().unwrap());
            for _ in 0..12 {
                match game.status() {
                    Status::Over(_) => break,
                    Status::ToRoll => {
                        let fall = game.roll(&mut |n| rng.below(n)).unwrap();
                        game.play_unchecked(fall);
                    }
                    Status::ToMove(_) => {
                        let think =
                            |engine: &Engine| engine.think(&game, &limits, &|| false, &mut |_| {});
                        let choice = think(&engine);
                        assert_eq!(choice, think(&engine), "{game}");
                        assert_eq!(choice, think(&Engine::new(0)), "{game}");
                        game.play_unchecked(choice.turn[0]);
                    }
                }
            }
        }
    }
}

#[test]
fn deeper_values_of_a_turn_are_probabilities() {
    let check = |values: &TurnValues<1>| {
        let all = values.cells.iter().flatten().chain([&values.lost]);
        assert!(all.into_iter().all(|value| (-1e-9..=1.0 + 1e-9).contains(&value[0])));
    };
    for_each_turn("", 2, |game, seat| {
        let position = Position::new(game, None);
        let noise = super::Noise::new(game, &Limits::default().handicap);
        let mut tree = super::Tree::<1>::new(position, seat.index(), noise, network().into());
        let mut budget = super::Budget { evaluated: 0, max: 4_000, stop: &|| false };
        tree.begin();
        for iteration in 1..4 {
            if let Some(values) = tree.iterate(iteration, None, &mut budget) {
                check(&values);
            }
        }
    });
}
