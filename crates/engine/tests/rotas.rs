//! Tests of RO-TAS: exact dice probabilities, legal steps in all setups, wins, blocks, strength against
//! random play.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_engine::rotas::{Payoffs, SolvedTurn};
use mohreh_engine::{Choice, Engine, Level, Limits, WIN};
use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::show::Figure;
use mohreh_games::{Game, Seat, Status};
use mohreh_laws::Rng;

fn probability(figure: Figure, rolls: usize, hard_pairs: bool, strict_house: bool) -> f64 {
    let mut payoffs = Payoffs::new([0.0], hard_pairs, strict_house);
    payoffs.offer(figure, rolls, [1.0]);
    SolvedTurn::solve(&payoffs).value()[0]
}

#[test]
fn probabilities_of_single_figures() {
    let check = |figure, hard_pairs, strict_house, expected: [f64; 5]| {
        for (rolls, expected) in (1..).zip(expected) {
            let odds = probability(figure, rolls, hard_pairs, strict_house);
            assert!(
                (odds - expected).abs() < 5.1e-7,
                "{figure} in {rolls}: {odds}, not {expected}"
            );
        }
    };
    let pair = Figure::Pair(4);
    check(pair, false, false, [0.907407, 0.991427, 0.999206, 0.999926, 0.999993]);
    check(pair, true, false, [0.196245, 0.483182, 0.698839, 0.833897, 0.911510]);
    check(Figure::Alike(3), false, false, [0.212963, 0.541324, 0.743195, 0.857147, 0.920620]);
    check(Figure::FullHouse, false, false, [0.039352, 0.194102, 0.366145, 0.513995, 0.637145]);
    check(Figure::FullHouse, false, true, [0.038580, 0.191222, 0.362883, 0.512133, 0.635982]);
    check(Figure::Alike(4), false, false, [0.020062, 0.132302, 0.290794, 0.448007, 0.583600]);
    check(Figure::Straight, false, false, [0.030864, 0.129747, 0.261095, 0.390377, 0.508875]);
    check(Figure::Alike(5), false, false, [0.000772, 0.012631, 0.046029, 0.100575, 0.170507]);
}

fn search(game: &Rotas, depth: u32) -> Choice<Step> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Engine::new(0).think(game, &limits, &|| false, &mut |_| {})
}

/// The choice in a position, at depths 1 and 2, is one of those expected.
fn check(position: &str, expected: &[&str]) {
    let game: Rotas = position.parse().unwrap_or_else(|error| panic!("{error}: {position}"));
    for depth in 1..=2 {
        let step = search(&game, depth).turn[0].to_string();
        assert!(expected.contains(&step.as_str()), "{step} at depth {depth}: {position}");
    }
}

/// Plays a game; `step` chooses for a seat, or `None` for a random step.
fn play(setup: &str, seed: u64, step: impl Fn(&Rotas, Seat) -> Option<Step>) -> Rotas {
    let mut rng = Rng::new(seed);
    let mut game = Rotas::start(&setup.parse().unwrap());
    let mut steps = Vec::new();
    loop {
        let next = match game.status() {
            Status::Over(_) => return game,
            Status::ToRoll => game.roll(&mut |n| rng.below(n)).unwrap(),
            Status::ToMove(seat) => step(&game, seat).unwrap_or_else(|| {
                steps.clear();
                game.steps(&mut steps);
                *rng.one_of(&steps)
            }),
        };
        game.play(next).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
}

#[test]
fn answers_are_legal_under_all_rules() {
    let boards = ["", "board=six-b", "board=small", "board=5,3,.,H,4/P1,S,5,3,P6/5,.,P2,P2,4"];
    let options =
        ["", "advanced", "hard-pairs", "strict-house", "advanced hard-pairs strict-house"];
    let mut seed = 0;
    for board in boards {
        for options in options {
            for seats in 2..=4 {
                seed += 1;
                play(&format!("seats={seats} {board} {options}"), seed, |game, seat| {
                    // One seat plays the engine's choice, the others play randomly, for varied
                    // positions.
                    let answer = search(game, 1);
                    assert!(game.is_legal(answer.turn[0]), "{game}");
                    let best = &answer.report.lines[0];
                    assert!((0.0..=1.0).contains(&best.win), "{game}");
                    (seat.index() == seed as usize % seats).then_some(answer.turn[0])
                });
            }
        }
    }
}

#[test]
fn deep_searches_are_legal_and_deterministic() {
    for setup in ["", "seats=3 board=small advanced"] {
        let limits = Limits { nodes: Some(2_000), lines: 3, ..Limits::default() };
        let once = || {
            play(setup, 5, |game, _| {
                let answer = Engine::new(0).think(game, &limits, &|| false, &mut |_| {});
                assert!(answer.report.lines.len() <= 3, "{game}");
                Some(answer.turn[0])
            })
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn a_stopped_search_returns_the_first_iteration() {
    let game = Rotas::start(&"seats=4".parse().unwrap());
    let answer = Engine::new(0).think(&game, &Limits::default(), &|| true, &mut |_| {});
    assert_eq!(answer.turn.len(), 1);
    assert_eq!(answer.report.depth, 1);
}

#[test]
fn the_choice_is_empty_when_dice_fall_or_the_game_is_over() {
    let mut game = Rotas::start(&"".parse().unwrap());
    game.play("r".parse().unwrap()).unwrap();
    assert_eq!(search(&game, 1).turn, []);
    let game = play("", 1, |_, _| None);
    assert_eq!(search(&game, 1).turn, []);
}

/// Seat 1 has three tops in the top row; a straight wins on d6.
const ROW: &str = "cells=1,1,1,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-";
/// Also three tops in the first column; three alike win on a3.
const ROW_AND_COLUMN: &str =
    "cells=1,1,1,-,-,-/1,-,-,-,-,-/1,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-";
/// Seat 1 has two five-alike cells; a third wins.
const FIVES: &str = "cells=-,-,1,-,-,-/-,-,-,-,-,1/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-";
/// Seat 2 has three tops in the first column; three alike win on a3.
const COLUMN: &str =
    "cells=2,-,-,-,-,-/2,-,-,-,-,-/2,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-";

#[test]
fn it_wins_at_once() {
    check(&format!("{ROW} hand=10/10 turn=1 rolls=1 dice=23456"), &["@d6"]);
    check(&format!("{ROW} hand=10/10 turn=1 rolls=5 dice=54321"), &["@d6"]);
    check(&format!("{ROW_AND_COLUMN} hand=10/10 turn=1 rolls=2 dice=26222"), &["@a3"]);
    let fives = ["@b4", "@e3", "@a2", "@d1"];
    check(&format!("{FIVES} hand=10/10 turn=1 rolls=2 dice=44444"), &fives);
    let game: Rotas = format!("{ROW} hand=10/10 turn=1 rolls=3 dice=23456").parse().unwrap();
    let answer = search(&game, 2);
    assert_eq!((answer.report.lines[0].score, answer.report.lines[0].win), (WIN, 1.0));
}

#[test]
fn a_sure_win_is_played_from_level_4_on() {
    let engine = Engine::new(Level::TABLE_BYTES);
    let positions = [
        format!("{ROW} hand=10/10 turn=1 rolls=1 dice=23456"),
        format!("{ROW_AND_COLUMN} hand=10/10 turn=1 rolls=2 dice=26222"),
        format!("{FIVES} hand=10/10 turn=1 rolls=2 dice=44444"),
    ];
    for position in positions {
        let game: Rotas = position.parse().unwrap();
        for (level, seed) in (4..=8).flat_map(|level| (0..40).map(move |seed| (level, seed))) {
            let level = Level::new(level).unwrap();
            let choice = level.choose(&engine, &game, seed, &|| false, &mut |_| {});
            let mut after = game.clone();
            after.play(choice.turn[0]).unwrap();
            let Status::Over(outcome) = after.status() else {
                panic!("{level:?}, seed {seed}: {} in {game}", choice.turn[0])
            };
            assert_eq!(outcome.winner(), Some(Seat::new(0)));
        }
    }
}

#[test]
fn it_aims_at_the_likeliest_win() {
    // Last turn, far behind on points: only the straight wins, so one of the two 3s is rolled.
    let behind = |cells: &str| cells.strip_suffix("-,-").unwrap().to_string() + "22222,22222";
    check(&format!("{} hand=1/1 turn=1 rolls=4 dice=12334", behind(ROW)), &["r3", "r4"]);
    // Three alike win as well, and two of them are there.
    let both = behind(ROW_AND_COLUMN);
    check(&format!("{both} hand=1/1 turn=1 rolls=2 dice=12334"), &["r1,2,5"]);
    // Third five-alike cell: four equal dice are kept.
    check(&format!("{FIVES} hand=10/10 turn=1 rolls=3 dice=44144"), &["r3"]);
}

#[test]
fn it_blocks() {
    // Blocks of the column: three alike on a3, a pair on a4.
    check(&format!("{COLUMN} hand=10/10 turn=1 rolls=5 dice=22256"), &["@a3", "@a4"]);
    // A straight on a5.
    check(&format!("{COLUMN} hand=10/10 turn=1 rolls=5 dice=12345"), &["@a5"]);
    // A full house on a6, and the pair and three in it.
    check(&format!("{COLUMN} hand=10/10 turn=1 rolls=5 dice=22255"), &["@a3", "@a4", "@a6"]);
}

#[test]
fn it_loses_a_piece_only_when_it_must() {
    check(&format!("{COLUMN} hand=10/10 turn=1 rolls=5 dice=12346"), &["lose"]);
}

#[test]
fn it_beats_random_play() {
    let mut won = 0;
    for seed in 0..100 {
        let engine = Seat::new(seed as usize % 2);
        let answer = |game: &Rotas, seat| (seat == engine).then(|| search(game, 1).turn[0]);
        let Status::Over(outcome) = play("", seed, answer).status() else {
            unreachable!("the game was played to its end")
        };
        won += usize::from(outcome.winner() == Some(engine));
    }
    assert!(won >= 95, "{won} of 100");
}
