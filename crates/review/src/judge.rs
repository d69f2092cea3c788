//! The engine's part: the same number of nodes for every position of a game.

use mohreh_engine::{Engine, EngineGame, Limits};
use mohreh_games::{AnyGame, Record, Status, with_game};

use crate::{CERTAIN, Judged};

/// More than a game with dice has choices.
const ALL_CHOICES: usize = 256;

/// The plies at which a game is judged: where turns begin, and the last position; in a game with dice, every choice.
#[must_use]
pub fn positions(record: &Record) -> Vec<usize> {
    let has_dice = !record.game().scene().dice.is_empty();
    let last = record.steps().len();
    if !has_dice {
        let mut plies: Vec<usize> = record.turns().iter().map(|turn| turn.start).collect();
        let between = record.playthrough().is_turn_due();
        plies.extend(between.then_some(last));
        return plies;
    }
    let rolls = record.playthrough().rolls();
    (0..=last).filter(|ply| rolls.binary_search(ply).is_err()).collect()
}

/// Judges a position of a game; `None` if nobody has to choose there, or `stop` said so. Tables are cleared where a turn
/// begins, so that the same nodes give the same verdict on every machine.
#[must_use]
pub fn judge(
    engine: &Engine,
    record: &Record,
    ply: usize,
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Judged> {
    let game = record.at(ply);
    let Status::ToMove(_) = game.status() else { return None };
    let has_dice = !game.scene().dice.is_empty();
    let begins = record.turns().iter().any(|turn| turn.start == ply);
    if begins || !has_dice {
        engine.clear();
    }
    let step = record.steps().get(ply).filter(|_| has_dice);
    let judged = think(engine, &game, ply, nodes, step, stop);
    judged.filter(|_| !stop()).map(|judged| {
        // The best turn loses nothing, whatever a deeper search finds after it.
        let rest = record.steps().get(ply..).unwrap_or_default();
        let is_best = !judged.best_turn.is_empty() && rest.starts_with(&judged.best_turn);
        Judged { played: if is_best { Some(judged.best) } else { judged.played }, ..judged }
    })
}

fn think(
    engine: &Engine,
    game: &AnyGame,
    ply: usize,
    nodes: u64,
    played: Option<&String>,
    stop: &dyn Fn() -> bool,
) -> Option<Judged> {
    let lines = if played.is_some() { ALL_CHOICES } else { 1 };
    let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
    with_game!(game, game => {
        let choice = EngineGame::think(game, engine, &limits, stop, &mut |_| {});
        let lines = &choice.report.lines;
        let first = |line: &mohreh_engine::Line<_>| line.steps.first().map(ToString::to_string);
        let own = lines.iter().find(|line| played.is_some() && first(line).as_ref() == played);
        Some(Judged {
            ply,
            best: chance(lines.first()?.win),
            played: own.map(|line| chance(line.win)),
            best_turn: choice.turn.iter().map(ToString::to_string).collect(),
        })
    })
}

fn chance(win: f64) -> u32 {
    ((win * f64::from(CERTAIN)).round() as u32).min(CERTAIN)
}
