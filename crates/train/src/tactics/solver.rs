//! Exhaustive search for the turns that fulfil a claim.

use mohreh_games::{Duel, Game, Seat, Status};

use super::{Claim, MAX_SOLUTIONS};

/// The node limit was reached, or there are too many solutions.
pub(super) struct Aborted;

/// Node limit per claim.
pub(super) const MAX_NODES: u64 = 1_000_000;

/// Exhaustive solver: all turns of a position, and those that fulfil the claim.
pub(super) struct TurnSolver<G: Game> {
    claim: Claim,
    seat: Seat,
    pub all: usize,
    pub right: usize,
    /// Right turns, cut where every continuation is right.
    pub best: Vec<String>,
    /// Right turns with the positions after them.
    pub ends: Vec<(Vec<G::Step>, G)>,
    nodes: u64,
    /// Killer step by ply.
    killers: Vec<Option<G::Step>>,
}

impl<G: Duel> TurnSolver<G> {
    pub(super) fn new(seat: Seat, claim: Claim) -> TurnSolver<G> {
        let (best, ends, killers) = (Vec::new(), Vec::new(), Vec::new());
        TurnSolver { claim, seat, all: 0, right: 0, best, ends, nodes: 0, killers }
    }

    pub(super) fn solve(game: &G, claim: Claim) -> Result<TurnSolver<G>, Aborted> {
        let mut solver = TurnSolver::new(game.mover(), claim);
        solver.enumerate_turns(game, &mut Vec::new())?;
        Ok(solver)
    }

    /// Enumerates all completions of the turn that starts with `played`.
    fn enumerate_turns(&mut self, game: &G, played: &mut Vec<G::Step>) -> Result<(), Aborted> {
        let (all, right, best) = (self.all, self.right, self.best.len());
        let mut steps = Vec::new();
        game.steps(&mut steps);
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            played.push(step);
            if child.status() == Status::ToMove(self.seat) {
                self.enumerate_turns(&child, played)?;
            } else {
                self.all += 1;
                if self.is_right(&child)? {
                    self.right += 1;
                    self.best.push(text(played));
                    self.ends.push((played.clone(), child));
                }
            }
            played.pop();
            let all_right = self.right - right == self.all - all;
            if self.best.len() - best > MAX_SOLUTIONS && (!all_right || played.is_empty()) {
                return Err(Aborted);
            }
        }
        // Every completion is right, so the turn is cut here.
        if self.right - right == self.all - all && !played.is_empty() {
            self.best.truncate(best);
            self.best.push(text(played));
        }
        Ok(())
    }

    fn is_right(&mut self, after: &G) -> Result<bool, Aborted> {
        match self.claim {
            Claim::WinIn(turns) => self.wins(after, self.seat, turns - 1, 0),
            Claim::OnlyDefence => Ok(!self.wins(after, self.seat.other(), 1, 0)?),
        }
    }

    /// Whether a seat has won, or has a forced win in `turns` turns of its own.
    pub(super) fn wins(
        &mut self,
        game: &G,
        seat: Seat,
        turns: u32,
        ply: usize,
    ) -> Result<bool, Aborted> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Aborted);
        }
        if let Status::Over(outcome) = game.status() {
            return Ok(outcome.winner() == Some(seat));
        }
        if turns == 0 {
            return Ok(false);
        }
        let mover = game.mover();
        let mut steps = Vec::new();
        game.steps(&mut steps);
        self.killers.resize(self.killers.len().max(ply + 1), None);
        if let Some(at) = steps.iter().position(|step| self.killers[ply] == Some(*step)) {
            steps.swap(0, at);
        }
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            let turn_ends = mover == seat && child.mover() != seat;
            let left = if turn_ends { turns - 1 } else { turns };
            if self.wins(&child, seat, left, ply + 1)? == (mover == seat) {
                self.killers[ply] = Some(step);
                return Ok(mover == seat);
            }
        }
        Ok(mover != seat)
    }
}

fn text<S: ToString>(steps: &[S]) -> String {
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
