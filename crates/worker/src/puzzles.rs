//! Judges answers to puzzles: what the opponent plays, or the turn that refutes.

use mohreh_engine::{EngineGame, Limits};
use mohreh_games::{Game, Record, Status, with_game};
use mohreh_puzzles::Goal;
use mohreh_puzzles::judge::{Verdict, judge};

use crate::with_engine;

/// Nodes of the search for a good reply; if it refutes, it is the one that is shown.
const REPLY_NODES: u64 = 4_000;
/// Nodes of the solver.
const JUDGE_NODES: u64 = 4_000_000;

/// `request` is `GOAL LEFT RECORD`: the record starts at the puzzle, and `LEFT` turns remain after it. The answer is
/// `right STEP …` or `wrong STEP …`.
pub(crate) fn answer(request: &str) -> Result<String, String> {
    let mut parts = request.splitn(3, ' ');
    let goal = parts.next().unwrap_or_default();
    let goal = Goal::ALL.into_iter().find(|known| known.name() == goal).ok_or("expected a goal")?;
    let left = parts.next().and_then(|left| left.parse().ok()).ok_or("expected a number")?;
    let record = Record::from_line(parts.next().unwrap_or_default()).map_err(|_| "not a record")?;
    let Status::ToMove(seat) = record.playthrough().initial().status() else {
        return Err("nobody is to move".to_string());
    };
    let limits = Limits { nodes: Some(REPLY_NODES), ..Limits::default() };
    with_game!(record.game(), game => {
        let advice = match game.status() {
            Status::ToMove(_) => with_engine(|engine| {
                engine.clear();
                EngineGame::think(game, engine, &limits, &|| false, &mut |_| {}).turn
            }),
            _ => Vec::new(),
        };
        let verdict = judge(game, seat, goal, left, &advice, JUDGE_NODES);
        let (word, turn) = match verdict.map_err(|_| "too long")? {
            Verdict::Right(turn) => ("right", turn),
            Verdict::Wrong(turn) => ("wrong", turn),
        };
        Ok(turn.iter().fold(word.to_string(), |text, step| format!("{text} {step}")))
    })
}
