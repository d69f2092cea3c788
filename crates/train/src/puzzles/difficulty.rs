//! How hard a puzzle is: for the engine's search, and for its levels.

use mohreh_engine::{Engine, EngineGame, Level, Limits};
use mohreh_puzzles::Goal;

/// Node limits that are tried: the first, and how often it is doubled.
const FIRST_NODES: u64 = 50;
const DOUBLINGS: u32 = 12;
/// So many limits in a row must give the answer.
const IN_A_ROW: u32 = 3;
/// A level must answer with so many seeds.
const SEEDS: u64 = 3;
/// Stands for a puzzle that no level solves.
const NO_LEVEL: u8 = 9;

pub(super) struct Difficulty {
    pub nodes: u64,
    pub level: u8,
}

/// Measures a puzzle; `right` tells whether a turn is the answer.
pub(super) fn measure<G: EngineGame>(
    engine: &Engine,
    game: &G,
    right: &dyn Fn(&[G::Step]) -> bool,
) -> Difficulty {
    let mut solved = 0;
    let mut nodes = FIRST_NODES << DOUBLINGS;
    for doubling in 0..DOUBLINGS {
        let limit = FIRST_NODES << doubling;
        engine.clear();
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let choice = engine.think(game, &limits, &|| false, &mut |_| {});
        if right(&choice.turn) {
            nodes = if solved == 0 { limit } else { nodes };
            solved += 1;
        } else {
            (solved, nodes) = (0, FIRST_NODES << DOUBLINGS);
        }
        if solved == IN_A_ROW {
            break;
        }
    }
    let solves = |level: &Level| {
        // A level without noise plays the same with every seed.
        let seeds = if level.limits(G::KIND, 0).handicap.noise_permille == 0 { 1 } else { SEEDS };
        (1..=seeds)
            .all(|seed| right(&level.choose(engine, game, seed, &|| false, &mut |_| {}).turn))
    };
    let level = Level::ALL.into_iter().find(solves).map_or(NO_LEVEL, Level::number);
    Difficulty { nodes, level }
}

/// The estimated rating: what is asked, the search that it takes, the level that fails, the number of turns to choose
/// from. `docs/puzzles.md` has the formula.
pub(super) fn rating(goal: Goal, difficulty: &Difficulty, choices: usize) -> u32 {
    let base = match goal {
        Goal::WinInOne => 450,
        Goal::OnlyDefence => 650,
        Goal::WinInTwo => 800,
        Goal::WinInThree => 1050,
        Goal::WinChance | Goal::BlockChance | Goal::LastChance => 600,
    };
    let doublings = (difficulty.nodes / FIRST_NODES).max(1).ilog2();
    let choices = (choices.max(1) as u32).ilog2();
    base + 45 * doublings + 40 * u32::from(difficulty.level - 1) + 20 * choices
}
