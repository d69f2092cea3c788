//! UCT, the player of games without knowledge: legal and whole turns, determinism, limits, levels. It knows
//! no game, so it is tested on all of them.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_engine::{Engine, EngineGame, Handicap, Level, Limits, Uct};
use mohreh_games::{Game, Kind, Listed, Seat, Status, with_kind};
use mohreh_laws::{Rng, playout};

fn limits(nodes: u64, handicap: Handicap) -> Limits {
    Limits { nodes: Some(nodes), handicap, ..Limits::default() }
}

/// Plays a turn; it must be legal, and end with the turn or at a roll.
fn play<G: Game>(game: &mut G, turn: &[G::Step]) {
    let to_move = game.status();
    assert!(!turn.is_empty(), "{game}");
    for step in turn {
        assert_eq!(game.status(), to_move, "{game}");
        game.play(*step).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    assert_ne!(game.status(), to_move, "the turn is whole: {game}");
}

fn answers_in_all_setups<G: Listed>() {
    let blind = Handicap { seed: 3, noise_permille: 300, blind_percent: 95, ..Handicap::default() };
    for (number, setup) in (0..).zip(G::SAMPLES) {
        let mut seen = 0;
        playout::<G>(&setup.parse().unwrap(), &mut Rng::new(number), 60, |game| {
            seen += 1;
            if seen % 13 != 1 {
                return;
            }
            for (nodes, handicap) in
                [(0, Handicap::default()), (1, blind), (24, blind), (24, Handicap::default())]
            {
                let think = || {
                    let limits = limits(nodes, handicap);
                    Uct::default().think(game, &limits, &|| 0.0, &mut |_| {})
                };
                let choice = think();
                assert_eq!(choice, think(), "{game}");
                let Status::ToMove(_) = game.status() else {
                    assert!(choice.turn.is_empty() && choice.report.lines.is_empty(), "{game}");
                    return;
                };
                play(&mut game.clone(), &choice.turn);
                // A step that was never visited costs a play-out beyond the limit.
                let most = nodes.max(1) + choice.turn.len() as u64;
                assert!(choice.report.nodes <= most, "{} of {nodes}: {game}", choice.report.nodes);
                assert_eq!(choice.report.lines[0].steps[0], choice.turn[0], "{game}");
            }
        });
    }
}

#[test]
fn answers_are_legal_whole_turns_deterministic_and_within_the_limit() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => answers_in_all_setups::<G>());
    }
}

#[test]
fn a_search_that_is_stopped_at_once_has_an_answer() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => {
            let mut game = G::start(&Default::default());
            let choice = Uct::default().think(&game, &Limits::default(), &|| 1.0, &mut |_| {});
            play(&mut game, &choice.turn);
        });
    }
}

#[test]
fn lines_are_distinct_and_sorted_by_visits() {
    let game = mohreh_games::yinsh::Yinsh::start(&Default::default());
    let limits = Limits { lines: 4, ..limits(600, Handicap::default()) };
    let mut reports = 0;
    let choice = Uct::default().think(&game, &limits, &|| 0.0, &mut |_| reports += 1);
    assert!(reports > 0);
    let mut firsts: Vec<String> =
        choice.report.lines.iter().map(|line| line.steps[0].to_string()).collect();
    assert_eq!(firsts.len(), 4);
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

/// Half points of one level against another, or against random play, from both seats.
fn half_points<G: EngineGame>(level: u8, other: Option<u8>, pairs: u64) -> u32 {
    let engine = Engine::new(Level::TABLE_BYTES);
    let mut points = 0;
    for seed in 0..pairs {
        for own in [Seat::FIRST, Seat::SECOND] {
            let mut rng = Rng::new(seed);
            let mut game = G::start(&Default::default());
            let outcome = loop {
                let turn = match game.status() {
                    Status::Over(outcome) => break outcome,
                    Status::ToRoll => game.roll(&mut |n| rng.below(n)).into_iter().collect(),
                    Status::ToMove(seat) => match if seat == own { Some(level) } else { other } {
                        Some(level) => {
                            let level = Level::new(level).unwrap();
                            level.choose(&engine, &game, seed, &|| false, &mut |_| {}).turn
                        }
                        None => {
                            let mut steps = Vec::new();
                            game.steps(&mut steps);
                            vec![*rng.one_of(&steps)]
                        }
                    },
                };
                for step in turn {
                    game.play(step).unwrap();
                }
            };
            points += match outcome.winner() {
                Some(winner) if winner == own => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    points
}

/// Games without knowledge: in a build for tests there is one.
#[test]
fn levels_of_a_game_without_knowledge_differ() {
    for &kind in Kind::ALL {
        with_kind!(kind, G => if G::TERMS.is_empty() {
            let pairs = 12;
            let all = 4 * pairs as u32;
            let strong = half_points::<G>(8, None, pairs);
            assert!(strong * 100 >= all * 90, "{kind}: level 8 has {strong} of {all}");
            let weak = half_points::<G>(1, Some(8), pairs);
            assert!(weak * 100 <= all * 40, "{kind}: level 1 has {weak} of {all}");
            let even = half_points::<G>(1, None, pairs);
            assert!(even * 100 >= all * 45, "{kind}: level 1 has {even} of {all}");
        });
    }
}
