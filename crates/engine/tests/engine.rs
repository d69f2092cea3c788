//! The engine from outside: it plays legal turns, the same every time, sees what is near, and judges
//! a position the same from every side.

use mohreh_engine::{Choice, Engine, Knowledge, Limits, WON, Weights};
use mohreh_games::hex::Symmetric;
use mohreh_games::{Game, Status, tzaar::Tzaar, yinsh::Yinsh, zertz::Zertz};
use mohreh_laws::{Chance, playout};

fn look<G: Knowledge>(game: &G, nodes: u64) -> Choice<G::Step> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Engine::new(1 << 20).think(game, &limits, &|| false, &mut |_| {})
}

/// Plays the turn of a choice; each step must be legal, and the turn whole.
fn play_turn<G: Knowledge>(game: &mut G, nodes: u64) {
    let mover = game.mover();
    let choice = look(game, nodes);
    assert!(!choice.turn.is_empty(), "{game}");
    for step in choice.turn {
        assert_eq!(game.status(), Status::ToMove(mover), "{game}");
        game.play(step).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    assert_ne!(game.status(), Status::ToMove(mover), "the turn is whole: {game}");
}

/// Ten games against random play, every one won.
fn beats_random_play<G: Knowledge>(setup: &str) {
    for seed in 0..10 {
        let mut chance = Chance::new(seed);
        let mut game = G::start(&setup.parse().unwrap());
        let engine = seed as usize % 2;
        let mut steps = Vec::new();
        while let Status::ToMove(seat) = game.status() {
            if seat.index() == engine {
                play_turn(&mut game, 3_000);
            } else {
                steps.clear();
                game.steps(&mut steps);
                game.play_unchecked(*chance.one_of(&steps));
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

/// With a fixed number of nodes and a new table nothing else decides.
fn the_same_every_time<G: Knowledge>() {
    playout::<G>(&G::Setup::default(), &mut Chance::new(5), 40, |game| {
        assert_eq!(look(game, 2_000), look(game, 2_000), "{game}");
    });
}

#[test]
fn the_answer_is_the_same_every_time() {
    the_same_every_time::<Zertz>();
    the_same_every_time::<Tzaar>();
    the_same_every_time::<Yinsh>();
}

/// A turned position is worth the same.
fn worth_the_same_when_turned<G: Knowledge + Symmetric>() {
    let setup = G::Setup::default();
    let symmetries = G::start(&setup).symmetries();
    let weights = Weights::own::<G>();
    let weights = weights.all();
    for seed in 0..20 {
        playout::<G>(&setup, &mut Chance::new(seed), 400, |game| {
            for images in &symmetries {
                assert_eq!(game.map(images).evaluate(weights), game.evaluate(weights), "{game}");
            }
        });
    }
}

#[test]
fn positions_are_worth_the_same_from_every_side() {
    worth_the_same_when_turned::<Zertz>();
    worth_the_same_when_turned::<Tzaar>();
    worth_the_same_when_turned::<Yinsh>();
}

/// The rulebook's sacrifice (Z25b): a turn that gives a marble away and wins with the next.
#[test]
fn the_sacrifice_of_z25_is_found() {
    let game: Zertz = "cells=W.../oG.../.o..G./ooooooo/.oooo./.ooo./oo.. supply=1,1,6 \
                       own=2,1,1/2,4,3 turn=1"
        .parse()
        .unwrap();
    let choice = look(&game, 400_000);
    let turn: Vec<String> = choice.turn.iter().map(ToString::to_string).collect();
    assert_eq!(turn, ["Bc2", "-b1"]);
    assert!(choice.report.lines[0].score >= WON, "{:?}", choice.report);
}

/// The caller can stop it at any time, and has an answer even if nothing was looked at.
#[test]
fn a_search_that_is_stopped_at_once_has_a_legal_answer() {
    let game = Tzaar::start(&Default::default());
    let choice = Engine::new(0).think(&game, &Limits::default(), &|| true, &mut |_| {});
    assert!(game.is_legal(choice.turn[0]));
    let none = look(&game, 0);
    assert!(game.is_legal(none.turn[0]));
}

/// Several lines: as many as asked for, the best first, all different.
#[test]
fn lines_are_in_order_and_differ() {
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
