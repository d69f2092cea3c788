//! Tests of the engine's public interface: legal and whole turns, determinism, symmetry of the
//! evaluation, levels.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_engine::{
    Choice, Engine, EngineGame, Handicap, Heuristics, Level, Limits, WIN_THRESHOLD, Weights,
};
use mohreh_games::hex::Symmetric;
use mohreh_games::{Game, Kind, Seat, Status, tzaar::Tzaar, with_kind, yinsh::Yinsh, zertz::Zertz};
use mohreh_laws::{Rng, playout};

fn search<G: Heuristics>(game: &G, nodes: u64) -> Choice<G::Step> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Engine::new(1 << 20).think(game, &limits, &|| false, &mut |_| {})
}

/// Searches and plays a turn; every step must be legal, and the turn whole.
fn play_turn<G: Heuristics>(game: &mut G, nodes: u64) {
    let mover = game.mover();
    let choice = search(game, nodes);
    assert!(!choice.turn.is_empty(), "{game}");
    for step in choice.turn {
        assert_eq!(game.status(), Status::ToMove(mover), "{game}");
        game.play(step).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    assert_ne!(game.status(), Status::ToMove(mover), "the turn is whole: {game}");
}

/// Plays ten games against random play, and wins all.
fn beats_random_play<G: Heuristics>(setup: &str) {
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut game = G::start(&setup.parse().unwrap());
        let engine = seed as usize % 2;
        let mut steps = Vec::new();
        while let Status::ToMove(seat) = game.status() {
            if seat.index() == engine {
                play_turn(&mut game, 3_000);
            } else {
                steps.clear();
                game.steps(&mut steps);
                game.play_unchecked(*rng.one_of(&steps));
            }
        }
        let Status::Over(outcome) = game.status() else { unreachable!("the loop ends with it") };
        assert_eq!(outcome.places()[engine], 1, "{setup}, seed {seed}: {game}");
        assert!(outcome.winner().is_some(), "{setup}, seed {seed}: {game}");
    }
}

#[test]
fn zertz_beats_random_play() {
    beats_random_play::<Zertz>("");
    beats_random_play::<Zertz>("rings=48 overlook");
    beats_random_play::<Zertz>("blitz");
}

#[test]
fn tzaar_beats_random_play() {
    beats_random_play::<Tzaar>("");
}

#[test]
fn yinsh_beats_random_play() {
    beats_random_play::<Yinsh>("");
    beats_random_play::<Yinsh>("blitz");
}

/// With a node limit and a new table the search is a function of the position.
fn is_deterministic<G: Heuristics>() {
    playout::<G>(&G::Setup::default(), &mut Rng::new(5), 40, |game| {
        assert_eq!(search(game, 2_000), search(game, 2_000), "{game}");
    });
}

#[test]
fn search_is_deterministic() {
    is_deterministic::<Zertz>();
    is_deterministic::<Tzaar>();
    is_deterministic::<Yinsh>();
}

/// The evaluation is invariant under the symmetries of the board.
fn eval_is_invariant_under_symmetry<G: Heuristics + Symmetric>() {
    let setup = G::Setup::default();
    let symmetries = G::start(&setup).symmetries();
    let weights = Weights::builtin::<G>();
    let weights = weights.as_slice();
    for seed in 0..20 {
        playout::<G>(&setup, &mut Rng::new(seed), 400, |game| {
            for images in &symmetries {
                assert_eq!(game.map(images).evaluate(weights), game.evaluate(weights), "{game}");
            }
        });
    }
}

#[test]
fn evaluation_is_invariant_under_board_symmetry() {
    eval_is_invariant_under_symmetry::<Zertz>();
    eval_is_invariant_under_symmetry::<Tzaar>();
    eval_is_invariant_under_symmetry::<Yinsh>();
}

/// The evaluation is invariant when the seats are swapped.
fn eval_is_invariant_under_swap<G: Heuristics>(setup: &str, swapped: impl Fn(&str) -> String) {
    let weights = Weights::builtin::<G>();
    for seed in 0..20 {
        playout::<G>(&setup.parse().unwrap(), &mut Rng::new(seed), 400, |game| {
            let text = swapped(&game.to_string());
            // White starts the placement, so Black cannot be to move in this position.
            if text.contains("stage=place") {
                return;
            }
            let other: G = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_ne!(other.mover(), game.mover());
            assert_eq!(
                other.evaluate(weights.as_slice()),
                game.evaluate(weights.as_slice()),
                "{game}"
            );
        });
    }
}

/// Swaps the values of both seats in a word such as `own=1/2`.
fn swap_values(word: &str) -> String {
    match word.split_once('=') {
        Some(("turn", seat)) => format!("turn={}", if seat == "1" { 2 } else { 1 }),
        Some((key @ ("own" | "taken"), both)) => {
            let (first, second) = both.split_once('/').unwrap();
            format!("{key}={second}/{first}")
        }
        _ => word.to_string(),
    }
}

fn swap_cases(word: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    };
    match word.strip_prefix("cells=") {
        Some(cells) => format!("cells={}", cells.chars().map(swap).collect::<String>()),
        None => swap_values(word),
    }
}

#[test]
fn evaluation_is_invariant_under_seat_swap() {
    let each = |text: &str, swap: fn(&str) -> String| {
        text.split(' ').map(swap).collect::<Vec<_>>().join(" ")
    };
    eval_is_invariant_under_swap::<Zertz>("", |text| each(text, swap_values));
    eval_is_invariant_under_swap::<Yinsh>("", |text| each(text, swap_cases));
    // Only White can be to move in the opening stage.
    eval_is_invariant_under_swap::<Tzaar>("", |text| {
        each(text, swap_cases).replace("stage=opening", "stage=capture")
    });
}

/// Lazy SMP: the search finds the win and keeps the shared node limit.
#[test]
fn two_threads_find_the_same_win() {
    let game: Zertz = Z25.parse().unwrap();
    let limits = Limits { nodes: Some(400_000), ..Limits::default() };
    let engine = Engine::new(1 << 20).with_threads(2);
    let choice = engine.think(&game, &limits, &|| false, &mut |_| {});
    let turn: Vec<String> = choice.turn.iter().map(ToString::to_string).collect();
    assert_eq!(turn, ["Bc2", "-b1"]);
    assert!(choice.report.nodes <= 400_000 + 2 * 512, "{}", choice.report.nodes);
}

/// Seeds vary the opening within the noise amplitude.
fn openings_vary<G: Heuristics>() {
    let game = G::start(&G::Setup::default());
    let engine = Engine::new(1 << 20);
    let mut firsts = Vec::new();
    let mut scores = Vec::new();
    for seed in 0..24 {
        let handicap = Handicap { seed, opening_noise_permille: 40, ..Handicap::default() };
        let limits = Limits { depth: Some(2), handicap, ..Limits::default() };
        engine.clear();
        let choice = engine.think(&game, &limits, &|| false, &mut |_| {});
        firsts.push(choice.turn[0].to_string());
        scores.push(choice.report.lines[0].score);
    }
    let spread = scores.iter().max().unwrap() - scores.iter().min().unwrap();
    assert!(f64::from(spread) <= 0.040 * G::SCALE, "{scores:?}");
    firsts.sort();
    firsts.dedup();
    assert!(firsts.len() >= 5, "{firsts:?}");
}

#[test]
fn openings_vary_and_are_sound() {
    openings_vary::<Zertz>();
    openings_vary::<Tzaar>();
    openings_vary::<Yinsh>();
}

const Z25: &str = "cells=W.../oG.../.o..G./ooooooo/.oooo./.ooo./oo.. supply=1,1,6 \
                   own=2,1,1/2,4,3 turn=1";

/// The sacrifice of the rulebook (Z25b): the turn gives a marble away and wins with the next.
#[test]
fn the_sacrifice_of_z25_is_found() {
    let game: Zertz = Z25.parse().unwrap();
    let choice = search(&game, 400_000);
    let turn: Vec<String> = choice.turn.iter().map(ToString::to_string).collect();
    assert_eq!(turn, ["Bc2", "-b1"]);
    assert!(choice.report.lines[0].score >= WIN_THRESHOLD, "{:?}", choice.report);
}

/// A stopped search has a step even if no iteration was finished.
#[test]
fn a_search_stopped_at_once_returns_a_legal_step() {
    let game = Tzaar::start(&Default::default());
    let choice = Engine::new(0).think(&game, &Limits::default(), &|| true, &mut |_| {});
    assert!(game.is_legal(choice.turn[0]));
    let none = search(&game, 0);
    assert!(game.is_legal(none.turn[0]));
}

/// MultiPV.
#[test]
fn multi_pv_lines_are_sorted_and_distinct() {
    let game = Yinsh::start(&Default::default());
    let limits = Limits { nodes: Some(30_000), lines: 4, ..Limits::default() };
    let choice = Engine::new(1 << 20).think(&game, &limits, &|| false, &mut |_| {});
    let lines = &choice.report.lines;
    assert_eq!(lines.len(), 4);
    assert!(lines.windows(2).all(|two| two[0].score >= two[1].score), "{lines:?}");
    let mut firsts: Vec<String> = lines.iter().map(|line| line.steps[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

/// Asserts that `strong` scores at least `of_hundred` % against `weak` (random play if `None`), in
/// pairs of games from openings of two random turns, with the seats swapped.
fn beats<G: Heuristics>(
    strong: Level,
    weak: Option<Level>,
    pairs: u64,
    of_hundred: u32,
    setup: &str,
) {
    let engine = Engine::new(Level::TABLE_BYTES);
    let mut points = 0;
    for seed in 0..pairs {
        let mut rng = Rng::new(seed);
        let mut start = G::start(&setup.parse().unwrap());
        for _ in 0..2 {
            random_turn(&mut start, &mut rng);
        }
        for own in [Seat::FIRST, Seat::SECOND] {
            let mut game = start.clone();
            while let Status::ToMove(seat) = game.status() {
                let level = if seat == own { Some(strong) } else { weak };
                let Some(level) = level else {
                    random_turn(&mut game, &mut rng);
                    continue;
                };
                let choice = level.choose(&engine, &game, seed, &|| false, &mut |_| {});
                for step in choice.turn {
                    game.play(step).unwrap();
                }
            }
            let Status::Over(outcome) = game.status() else {
                unreachable!("the loop ends with it")
            };
            points += match outcome.winner() {
                Some(seat) if seat == own => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    let reached = points * 100 / (4 * pairs as u32);
    assert!(reached >= of_hundred, "{setup}: {reached} of 100 points, expected {of_hundred}");
}

fn random_turn<G: Heuristics>(game: &mut G, rng: &mut Rng) {
    let mover = game.mover();
    while game.status() == Status::ToMove(mover) {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        game.play_unchecked(*rng.one_of(&steps));
    }
}

/// Deterministic by seed. The round robin of docs/strength.md predicts 97 % for level 8 against level
/// 4, and nearly 100 % for level 4 against random play; the thresholds leave room for other weights.
#[test]
fn level_8_beats_level_4_and_that_beats_random_play() {
    let [four, eight] = [4, 8].map(|level| Level::new(level).unwrap());
    beats::<Zertz>(eight, Some(four), 3, 75, "");
    beats::<Tzaar>(eight, Some(four), 2, 75, "");
    beats::<Yinsh>(eight, Some(four), 2, 75, "");
    beats::<Zertz>(four, None, 15, 90, "");
    beats::<Tzaar>(four, None, 15, 90, "");
    beats::<Yinsh>(four, None, 10, 90, "");
}

/// Every level plays whole legal turns, the same for the same seed. The strong ones search long, so they are asked
/// less often.
fn plays_whole_turns<G: Heuristics>(setup: &str) {
    let engine = Engine::new(Level::TABLE_BYTES);
    for level in Level::ALL {
        let every = [6, 6, 6, 6, 6, 30, 60, 150][usize::from(level.number()) - 1];
        let (mut turns, mut asked) = (0, 0);
        playout::<G>(&setup.parse().unwrap(), &mut Rng::new(7), 400, |game| {
            turns += 1;
            let Status::ToMove(seat) = game.status() else { return };
            if turns % every != 1 {
                return;
            }
            asked += 1;
            let choose = || level.choose(&engine, game, 11, &|| false, &mut |_| {}).turn;
            let turn = choose();
            assert_eq!(turn, choose(), "{level:?}: {game}");
            let mut end = game.clone();
            for step in turn {
                assert_eq!(end.status(), Status::ToMove(seat));
                end.play(step).unwrap();
            }
            assert_ne!(end.status(), Status::ToMove(seat));
        });
        assert!(asked > 0, "{level:?} was not asked");
    }
}

#[test]
fn every_level_plays_whole_legal_turns_deterministically() {
    plays_whole_turns::<Zertz>("");
    plays_whole_turns::<Zertz>("rings=48 overlook");
    plays_whole_turns::<Tzaar>("");
    plays_whole_turns::<Yinsh>("");
    plays_whole_turns::<Yinsh>("blitz");
}

/// The networks of the program can be read; anything else is refused, and what was there before stays.
#[test]
fn networks_are_of_their_games_and_damaged_ones_are_refused() {
    let game = Yinsh::start(&"".parse().unwrap());
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    for &kind in Kind::ALL {
        let Some(network) = with_kind!(kind, G => G::NETWORK) else { continue };
        let mut engine = Engine::new(1 << 20);
        assert_eq!(engine.load_network(network), Ok(kind));
        let before = engine.think(&game, &limits, &|| false, &mut |_| {});
        for damaged in [&network[..network.len() / 2], b"", b"mohreh network 1 yinsh"] {
            assert!(engine.load_network(damaged).is_err());
        }
        engine.clear();
        assert_eq!(engine.think(&game, &limits, &|| false, &mut |_| {}), before);
    }
}
