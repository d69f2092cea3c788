//! Differential test: the rules against an oracle, a slow and obvious implementation of each game
//! that was written from the rules alone and shares no code. Legal steps and status must agree on
//! at least 100,000 positions of each game.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

#[path = "oracle/rotas.rs"]
mod rotas;
#[path = "oracle/tzaar.rs"]
mod tzaar;
#[path = "oracle/yinsh.rs"]
mod yinsh;
#[path = "oracle/zertz.rs"]
mod zertz;

mod perft_data;

use mohreh_games::{Game, Kind, Seat, Status};
use mohreh_laws::Rng;

const POSITIONS: usize = 100_000;

/// Interface of the oracles: everything as text.
trait Oracle: Clone {
    fn start(setup: &str) -> Self;
    fn steps(&self) -> Vec<String>;
    fn play(&mut self, step: &str);
    fn status(&self) -> String;
}

macro_rules! oracle {
    ($($Type:ty),*) => {$(
        impl Oracle for $Type {
            fn start(setup: &str) -> Self {
                <$Type>::start(setup)
            }
            fn steps(&self) -> Vec<String> {
                <$Type>::steps(self)
            }
            fn play(&mut self, step: &str) {
                <$Type>::play(self, step);
            }
            fn status(&self) -> String {
                <$Type>::status(self)
            }
        }
    )*};
}

oracle!(zertz::Zertz, tzaar::Tzaar, yinsh::Yinsh, rotas::Rotas);

/// Plays random games on both until `positions` have been compared. `weight` is the relative
/// probability of a step, given the number of the game, to reach rare rules. Every step in `rare`
/// must have been played by the end.
fn compare<G: Game, O: Oracle>(
    setups: impl Fn(&mut Rng) -> String,
    positions: usize,
    weight: impl Fn(u32, &str) -> u32,
    rare: &[&str],
) {
    let mut missed: Vec<&&str> = rare.iter().collect();
    let mut rng = Rng::new(1);
    let mut compared = 0;
    let mut number = 0;
    while compared < positions {
        let setup = setups(&mut rng);
        let mut fast = G::start(&setup.parse().unwrap());
        let mut slow = O::start(&setup);
        let mut played = Vec::new();
        number += 1;
        loop {
            let at = || format!("{setup}|{}", played.join(" "));
            assert_eq!(fast.status().to_string(), slow.status(), "{}", at());
            // Lists of dice outcomes are long and alike: one in sixteen is compared.
            let step = if let Some(step) = random_leave(&fast, number, &mut rng) {
                step
            } else if fast.status() == Status::ToRoll && played.len() % 16 != 0 {
                fast.roll(&mut |n| rng.below(n)).unwrap().to_string()
            } else {
                let steps = sorted(&fast);
                let mut expected = slow.steps();
                expected.sort();
                assert_eq!(steps, expected, "{}", at());
                compared += 1;
                if steps.is_empty() {
                    break;
                }
                choose(&steps, &mut rng, |step| weight(number, step)).clone()
            };
            fast.play(step.parse().unwrap()).unwrap();
            slow.play(&step);
            missed.retain(|rare| **rare != step);
            played.push(step);
        }
    }
    assert!(missed.is_empty(), "never played: {missed:?}");
}

/// In every fourth game with leave steps, a seat leaves with probability 1/40 per step.
fn random_leave<G: Game>(game: &G, number: u32, rng: &mut Rng) -> Option<String> {
    let seats = (0..game.seats()).map(Seat::new);
    let ways: Vec<G::Step> = seats.filter_map(|seat| game.leave_step(seat)).collect();
    let now = number.is_multiple_of(4) && !ways.is_empty() && rng.below(40) == 0;
    now.then(|| rng.one_of(&ways).to_string())
}

fn sorted<G: Game>(game: &G) -> Vec<String> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut texts: Vec<String> = steps.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn choose<'a>(steps: &'a [String], rng: &mut Rng, weight: impl Fn(&str) -> u32) -> &'a String {
    let total = steps.iter().map(|step| weight(step)).sum();
    let mut left = rng.below(total);
    for step in steps {
        match left.checked_sub(weight(step)) {
            None => return step,
            Some(rest) => left = rest,
        }
    }
    &steps[0]
}

#[test]
fn zertz_agrees_on_every_board() {
    let setups = |rng: &mut Rng| {
        let boards = ["", "rings=40", "rings=41", "rings=43", "rings=44", "rings=48", "rings=61"];
        let board = *rng.one_of(&boards);
        let blitz = if board.is_empty() && rng.below(2) == 0 { " blitz" } else { "" };
        format!("{board}{blitz}")
    };
    compare::<mohreh_games::zertz::Zertz, zertz::Zertz>(setups, POSITIONS / 2, |_, _| 1, &[]);
}

/// Prefers placements to captures, to reach claims, passes and empty supplies.
#[test]
fn zertz_agrees_with_overlooked_captures() {
    let setups = |rng: &mut Rng| {
        let boards = ["", "blitz ", "rings=48 ", "rings=61 "];
        format!("{}overlook", rng.one_of(&boards))
    };
    let weight = |game: u32, step: &str| match step {
        "claim" | "pass" => 20,
        step if step.contains('x') && game.is_multiple_of(2) => 1,
        _ => 30,
    };
    compare::<mohreh_games::zertz::Zertz, zertz::Zertz>(
        setups,
        POSITIONS / 2,
        weight,
        &["claim", "pass"],
    );
}

#[test]
fn tzaar_agrees() {
    let setups = |rng: &mut Rng| {
        let drawn = mohreh_games::tzaar::Tzaar::draw_setup(&mut |n| rng.below(n));
        if rng.below(4) == 0 { String::new() } else { drawn.to_string() }
    };
    let weight = |game: u32, step: &str| match game % 3 {
        0 if step.contains('+') => 10,
        _ => 1,
    };
    compare::<mohreh_games::tzaar::Tzaar, tzaar::Tzaar>(setups, POSITIONS, weight, &["-"]);
}

#[test]
fn yinsh_agrees() {
    let setups = |rng: &mut Rng| if rng.below(4) == 0 { "blitz" } else { "" }.to_string();
    // Every second game prefers one corner, where rings jump more and get stuck.
    let weight = |game: u32, step: &str| match step.as_bytes() {
        [.., letter @ b'a'..=b'k', _] if game.is_multiple_of(2) && *letter <= b'e' => 60,
        _ => 1,
    };
    compare::<mohreh_games::yinsh::Yinsh, yinsh::Yinsh>(setups, POSITIONS, weight, &[]);
}

#[test]
fn rotas_agrees() {
    let holes = "board=5,H,.,S,4/3,.,P1,5,P2/5,P3,4,H,3/S,.,5,3,P6/.,3,H,4,5";
    let tiny = "board=5,5,5,P1/3,3,3,P2/4,H,S,P6";
    let setups = |rng: &mut Rng| {
        let seats = rng.below(3) + 2;
        let small = [tiny, "board=P1,5,5,5,3,S,H,4,P2,3"];
        let boards =
            ["board=six", "board=six-b", "board=small", holes, small[rng.below(2) as usize]];
        let board = boards[rng.below(if seats == 4 { 4 } else { 5 }) as usize];
        let mut setup = format!("seats={seats} {board}");
        for option in [" advanced", " hard-pairs", " strict-house"] {
            if rng.below(2) == 0 {
                setup.push_str(option);
            }
        }
        setup
    };
    // Placements are rare among the re-rolls, and small re-rolls are faster to compare.
    let weight = |game: u32, step: &str| match step.as_bytes() {
        [b'@', ..] if game.is_multiple_of(3) => 1,
        [b'@', ..] => 6,
        [b'r', _] => 8,
        _ => 1,
    };
    compare::<mohreh_games::rotas::Rotas, rotas::Rotas>(
        setups,
        POSITIONS,
        weight,
        &["lose", "r", "leave1", "leave4"],
    );
}

/// Largest perft count that the oracle checks, for its speed.
const MAX_ORACLE_COUNT: u64 = 10_000;

fn perft<O: Oracle>(game: &O, depth: usize) -> u64 {
    let steps = game.steps();
    if depth <= 1 {
        return if depth == 0 { 1 } else { steps.len() as u64 };
    }
    let play = |step: &String| {
        let mut child = game.clone();
        child.play(step);
        perft(&child, depth - 1)
    };
    steps.iter().map(play).sum()
}

fn recount<O: Oracle>(kind: Kind) {
    for block in perft_data::read(kind) {
        let mut game = O::start(&block.setup);
        for step in block.played.split(' ').filter(|step| !step.is_empty()) {
            game.play(step);
        }
        for (depth, count) in block.counts.iter().filter(|(_, count)| *count <= MAX_ORACLE_COUNT) {
            assert_eq!(perft(&game, *depth), *count, "perft {depth} of {block:?}");
        }
    }
}

#[test]
fn oracles_agree_with_small_perft_counts() {
    recount::<zertz::Zertz>(Kind::Zertz);
    recount::<tzaar::Tzaar>(Kind::Tzaar);
    recount::<yinsh::Yinsh>(Kind::Yinsh);
    recount::<rotas::Rotas>(Kind::Rotas);
}

/// Passes (Y12) never occur in random games. This game has three, and ends when White is out of
/// markers and of moves at once.
#[test]
fn yinsh_agrees_where_rings_are_stuck() {
    let game = "a5 d1 b1 c4 c6 b6 c3 a3 d5 b7 d5-d3 c4-d4 c6-a4 d4-e4 b1-b3 b6-b5 d3-c2 d1-d2 \
        b3-b2 a3-a2 c2-c1 e4-b4 c3-c5 b7-e7 c5-c7 e7-e9 c7-c8 e9-d8 c8-d9 b5-e5 a4-d7 d8-e8 d9-e10 \
        e8-g10 d7-f9 xa4-e8 *f9 g10-f10 c1-e1 d2-f2 a5-b5 f2-e2 b5-a4 b4-f4 e10-e8 f10-f8 e8-d7 \
        f8-f9 d7-c6 a2-e6 c6-d6 e5-f6 e1-g3 f4-g4 g3-e3 e2-f3 b2-g2 f3-h3 d6-g9 e6-g8 g9-g11 f9-h11 \
        e3-g5 f6-h6 g5-g7 xc1-g5 *g7 h6-f4 g2-d2 h3-e3 d2-c1 g8-g7 pass f4-f7 pass e3-g5 pass f7-f5";
    let mut fast = mohreh_games::yinsh::Yinsh::start(&Default::default());
    let mut slow = yinsh::Yinsh::start("");
    for step in game.split_whitespace() {
        assert_eq!(fast.status().to_string(), slow.status());
        let mut expected = slow.steps();
        expected.sort();
        assert_eq!(sorted(&fast), expected, "before {step}");
        fast.play(step.parse().unwrap()).unwrap();
        slow.play(step);
    }
    assert_eq!(fast.status().to_string(), "over 1 2");
    assert_eq!(slow.status(), "over 1 2");
}
