//! Chances to reach the cells with the dice on the table, exactly.

use mohreh_games::rotas::{Cell, Rotas, Step};
use mohreh_games::{Game, Status};

use super::dice::{Payoffs, SolvedTurn};

/// Rolls per turn (R6), and pieces that a cell holds (R8).
const ROLLS: usize = 5;
const CAPACITY: usize = 5;

/// Exact probability, for each open cell, that the seat to move can place there in this turn if it aims at nothing
/// else. Empty if no seat is to move.
#[must_use]
pub fn odds(game: &Rotas) -> Vec<(Cell, f64)> {
    let Status::ToMove(_) = game.status() else { return Vec::new() };
    let (setup, board) = (game.setup(), game.setup().board());
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut odds = Vec::new();
    for index in board.indices() {
        let height = game.pieces(index).count();
        let Some(figure) = board.figure(index).filter(|_| height < CAPACITY) else { continue };
        // Each roll closes stacks in the advanced game (R16).
        let last_roll = if setup.is_advanced() { ROLLS - height } else { ROLLS };
        let mut payoffs = Payoffs::new([0.0], setup.has_hard_pairs(), setup.has_strict_house());
        payoffs.offer(figure, last_roll, [1.0]);
        let turn = SolvedTurn::solve(&payoffs);
        let best = steps.iter().map(|step| match step {
            Step::Place(cell) => f64::from(u8::from(board.index(*cell) == Some(index))),
            Step::Roll(chosen) => {
                let (faces, rolls) = (game.dice().faces(), usize::from(game.rolls()));
                let kept = (0..faces.len()).filter(|place| !chosen.has(*place));
                let kept: Vec<u8> = kept.map(|place| faces[place]).collect();
                if rolls == 0 { turn.value()[0] } else { turn.keep_value(&kept, rolls)[0] }
            }
            Step::Fall(_) | Step::Lose | Step::Leave(_) => 0.0,
        });
        odds.push((board.cell(index), best.fold(0.0, f64::max)));
    }
    odds
}
