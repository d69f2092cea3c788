//! [`TurnSolver`]: exhaustive search, by whole turns, for those that fulfil a claim.

use mohreh_games::{Game, Seat, Status};

/// Claim about a turn in a game of two without chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is a forced win in this many turns, this one included.
    WinIn(u32),
    /// After it the opponent cannot win with the next turn.
    OnlyDefence,
}

/// The node limit was reached, there are too many solutions, or dice are to fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;

/// Limits of a solver.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions looked at.
    pub nodes: u64,
    /// Solutions, after turns are cut where every continuation is right.
    pub solutions: usize,
}

/// Exhaustive solver: all turns of a position, and those that fulfil the claim.
pub struct TurnSolver<G: Game> {
    claim: Claim,
    seat: Seat,
    effort: Effort,
    /// Legal turns.
    pub all: usize,
    /// Right turns.
    pub right: usize,
    /// Right turns, cut where every continuation is right.
    pub best: Vec<Vec<G::Step>>,
    /// Right turns with the positions after them.
    pub ends: Vec<(Vec<G::Step>, G)>,
    nodes: u64,
    /// Killer step by ply.
    killers: Vec<Option<G::Step>>,
}

/// The seat to move.
fn mover<G: Game>(game: &G) -> Option<Seat> {
    match game.status() {
        Status::ToMove(seat) => Some(seat),
        _ => None,
    }
}

impl<G: Game> TurnSolver<G> {
    /// A solver that has done nothing yet, for [`TurnSolver::wins`].
    #[must_use]
    pub fn new(seat: Seat, claim: Claim, effort: Effort) -> TurnSolver<G> {
        let (best, ends, killers) = (Vec::new(), Vec::new(), Vec::new());
        TurnSolver { claim, seat, effort, all: 0, right: 0, best, ends, nodes: 0, killers }
    }

    /// Tries every turn of the seat to move.
    ///
    /// # Errors
    ///
    /// [`Aborted`] if the effort does not suffice.
    pub fn solve(game: &G, claim: Claim, effort: Effort) -> Result<TurnSolver<G>, Aborted> {
        let mut solver = TurnSolver::new(mover(game).ok_or(Aborted)?, claim, effort);
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
                    self.best.push(played.clone());
                    self.ends.push((played.clone(), child));
                }
            }
            played.pop();
            let all_right = self.right - right == self.all - all;
            let too_many = self.best.len() - best > self.effort.solutions;
            if too_many && (!all_right || played.is_empty()) {
                return Err(Aborted);
            }
        }
        // Every completion is right, so the turn is cut here.
        if self.right - right == self.all - all && !played.is_empty() {
            self.best.truncate(best);
            self.best.push(played.clone());
        }
        Ok(())
    }

    fn is_right(&mut self, after: &G) -> Result<bool, Aborted> {
        match self.claim {
            Claim::WinIn(turns) => self.wins(after, self.seat, turns - 1),
            Claim::OnlyDefence => Ok(!self.wins(after, self.seat.other(), 1)?),
        }
    }

    /// Whether a seat has won, or has a forced win in `turns` turns of its own.
    ///
    /// # Errors
    ///
    /// [`Aborted`] if the effort does not suffice.
    pub fn wins(&mut self, game: &G, seat: Seat, turns: u32) -> Result<bool, Aborted> {
        self.wins_from(game, None, seat, turns, 0)
    }

    /// `last` is the seat that played the step before.
    fn wins_from(
        &mut self,
        game: &G,
        last: Option<Seat>,
        seat: Seat,
        turns: u32,
        ply: usize,
    ) -> Result<bool, Aborted> {
        self.nodes += 1;
        if self.nodes > self.effort.nodes {
            return Err(Aborted);
        }
        let mover = match game.status() {
            Status::Over(outcome) => return Ok(outcome.winner() == Some(seat)),
            Status::ToMove(mover) => mover,
            Status::ToRoll => return Err(Aborted),
        };
        let turn_ended = last == Some(seat) && mover != seat;
        let turns = if turn_ended { turns - 1 } else { turns };
        if turns == 0 {
            return Ok(false);
        }
        let mut steps = Vec::new();
        game.steps(&mut steps);
        self.killers.resize(self.killers.len().max(ply + 1), None);
        if let Some(at) = steps.iter().position(|step| self.killers[ply] == Some(*step)) {
            steps.swap(0, at);
        }
        for step in steps {
            let mut child = game.clone();
            child.play_unchecked(step);
            if self.wins_from(&child, Some(mover), seat, turns, ply + 1)? == (mover == seat) {
                self.killers[ply] = Some(step);
                return Ok(mover == seat);
            }
        }
        Ok(mover != seat)
    }
}

/// Steps as in a record, separated by spaces.
pub fn text<S: ToString>(steps: &[S]) -> String {
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
