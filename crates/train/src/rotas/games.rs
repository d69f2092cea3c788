//! Games of RO-TAS against itself, as samples for the network.

use std::io;

use mohreh_engine::rotas::training::{lines, network_inputs};
use mohreh_engine::rotas::win_probabilities;
use mohreh_engine::{Engine, Handicap, Limits};
use mohreh_games::rotas::{Rotas, Setup, Step};
use mohreh_games::{Game, Seat, Status};

use super::model::Sample;
use crate::splitmix::SplitMix64;

/// Numbers of seats, repeated by how often they play. Games of more than two take twice as long.
const SEATS: [u8; 8] = [2, 2, 2, 2, 2, 2, 3, 4];
/// Boards, likewise; the last is one of many that players may draw themselves.
const BOARDS: [&str; 8] = [
    "six",
    "six",
    "six",
    "six",
    "six",
    "six-b",
    "small",
    "H,3,5,4,S,P1,3/4,S,P2,H,3,5,4/3,P3,4,.,P4,S,H/5,H,S,3,5,4,P5/P6,4,3,5,H,3,S",
];
/// Options, likewise.
const OPTIONS: [&str; 8] =
    ["", "", "", "", "", "advanced", "advanced", "advanced hard-pairs strict-house"];
/// Most random turns in an opening.
const RANDOM_TURNS: u32 = 6;
/// One turn in so many is played with much noise, and another with some.
const NOISY_TURN: u32 = 12;
/// One turn in so many has a branch: a random placement, which is not played.
const BRANCH: u32 = 2;
/// One game with more than two seats in so many loses a seat.
const LEAVING: u32 = 8;
/// Noise of a noisy turn, in thousandths.
const NOISE: [u16; 2] = [300, 60];

/// A setup by chance, and the number of its board.
fn setup(rng: &mut SplitMix64) -> io::Result<(Setup, usize)> {
    let mut pick = |n: usize| rng.below(n as u32) as usize;
    let (seats, board, options) = (SEATS[pick(8)], pick(8), OPTIONS[pick(8)]);
    let text = format!("seats={seats} board={} {options}", BOARDS[board]);
    let setup = text.parse().map_err(|error| io::Error::other(format!("{text}: {error}")))?;
    Ok((setup, board))
}

/// Lines of all boards.
pub(super) fn boards() -> io::Result<Vec<Vec<[u16; 4]>>> {
    let read = |board: &&str| {
        let setup = format!("board={board}").parse();
        let setup = setup.map_err(|error| io::Error::other(format!("{board}: {error}")))?;
        Ok(lines(&Rotas::start(&setup)))
    };
    BOARDS.iter().map(read).collect()
}

/// Plays a game, and returns its samples. The target of a position is its own value with weight
/// `1 - lambda`, and the target of the next position in the game with the rest.
pub(super) fn play(engine: &Engine, seed: u64, nodes: u64, lambda: f32) -> io::Result<Vec<Sample>> {
    let mut rng = SplitMix64::new(seed);
    let (setup, board) = setup(&mut rng)?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut game = Rotas::start(&setup);
    let mut random_turns = rng.below(RANDOM_TURNS + 1);
    let mut leave_after = match rng.below(LEAVING) {
        0 if game.seats() > 2 => rng.below(20),
        _ => u32::MAX,
    };
    let (mut main, mut branches) = (Vec::new(), Vec::new());
    let mut noise = 0;
    let mut steps = Vec::new();
    let result = loop {
        match game.status() {
            Status::ToRoll => {
                if let Some(fall) = game.roll(&mut |n| rng.below(n)) {
                    game.play_unchecked(fall);
                }
            }
            Status::ToMove(_) => {
                let is_start = game.rolls() == 0;
                if is_start && leave_after == 0 {
                    leave_after = u32::MAX;
                    let seat = Seat::new(rng.below(game.seats() as u32) as usize);
                    game.play_unchecked(Step::Leave(seat));
                    continue;
                }
                if is_start && random_turns == 0 {
                    noise = if rng.below(NOISY_TURN) > 0 {
                        0
                    } else {
                        NOISE[rng.below(NOISE.len() as u32) as usize]
                    };
                    if rng.below(BRANCH) == 0
                        && let Some(branch) = branch(&game, &mut rng)
                    {
                        branches.extend(sample(&branch, board, engine, &limits));
                    }
                    if let Some(sample) = sample(&game, board, engine, &limits) {
                        main.push((sample, noise > 0));
                    }
                }
                steps.clear();
                game.steps(&mut steps);
                steps.retain(|step| !matches!(step, Step::Leave(_)));
                let step = if random_turns > 0 || steps.len() == 1 {
                    steps[rng.below(steps.len() as u32) as usize]
                } else {
                    let handicap = Handicap {
                        seed: if noise > 0 { seed } else { 0 },
                        opening_noise_permille: noise,
                        noise_permille: noise,
                        blind_percent: 0,
                    };
                    engine.think(&game, &Limits { handicap, ..limits }, &|| false, &mut |_| {}).turn
                        [0]
                };
                game.play_unchecked(step);
                let turn_over = !matches!(game.status(), Status::ToRoll) && game.rolls() == 0;
                if turn_over {
                    random_turns = random_turns.saturating_sub(1);
                    leave_after = leave_after.saturating_sub(u32::from(leave_after < u32::MAX));
                }
            }
            Status::Over(outcome) => {
                let places = outcome.places();
                let winners = places.iter().filter(|place| **place == 1).count() as f32;
                break places
                    .iter()
                    .map(|place| if *place == 1 { 1.0 / winners } else { 0.0 })
                    .collect::<Vec<f32>>();
            }
        }
    };
    // In the first generation values mean nothing.
    let learns_results = lambda >= 1.0;
    let mut next: Option<Vec<f32>> = None;
    for (sample, noisy) in main.iter_mut().rev() {
        sample.result = sample.seats.iter().map(|seat| result[*seat]).collect();
        let next_target = next.as_ref().unwrap_or(&sample.result);
        // After a noisy turn, or when a seat has left, the game went another way than expected.
        if learns_results {
            sample.target.clone_from(&sample.result);
        } else if !*noisy && next_target.len() == sample.target.len() {
            for (target, next) in sample.target.iter_mut().zip(next_target) {
                *target = (1.0 - lambda) * *target + lambda * next;
            }
        }
        next = Some(sample.target.clone());
    }
    let mut samples: Vec<Sample> = main.into_iter().map(|(sample, _)| sample).collect();
    if !learns_results {
        samples.extend(branches);
    }
    Ok(samples)
}

/// The position with its value as target; its result is yet unknown.
fn sample(game: &Rotas, board: usize, engine: &Engine, limits: &Limits) -> Option<Sample> {
    let inputs = network_inputs(game)?;
    let values = win_probabilities(game, engine, limits);
    let seats = (0..game.seats()).filter(|seat| game.is_in(Seat::new(*seat)));
    let seats: Vec<usize> = seats.collect();
    let target = seats.iter().map(|seat| values[*seat] as f32).collect();
    Some(Sample { inputs, board, seats, target, result: Vec::new() })
}

/// The position after a random placement.
fn branch(game: &Rotas, rng: &mut SplitMix64) -> Option<Rotas> {
    let mut game = game.clone();
    let mut steps = Vec::new();
    while let Status::ToMove(_) = game.status() {
        steps.clear();
        game.steps(&mut steps);
        steps.retain(|step| !matches!(step, Step::Leave(_)));
        let places: Vec<Step> =
            steps.iter().copied().filter(|step| matches!(step, Step::Place(_))).collect();
        let may_place = !places.is_empty() && rng.below(3) == 0;
        let from = if may_place { &places } else { &steps };
        let step = from[rng.below(from.len() as u32) as usize];
        game.play_unchecked(step);
        if let Status::ToRoll = game.status()
            && let Some(fall) = game.roll(&mut |n| rng.below(n))
        {
            game.play_unchecked(fall);
        }
        if game.rolls() == 0 {
            break;
        }
    }
    matches!(game.status(), Status::ToMove(_)).then_some(game)
}
