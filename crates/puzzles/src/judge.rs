//! Judges an answer: is it right, and what does the opponent play now?

use mohreh_games::{Game, Seat, Status};

use crate::bank::Goal;
use crate::solver::{Aborted, Claim, Effort, TurnSolver};

/// A whole turn, and the position after it.
pub type Turn<G> = (Vec<<G as Game>::Step>, G);

/// What is said to a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict<S> {
    /// It keeps what is claimed. The opponent's most stubborn reply; none if the puzzle is over.
    Right(Vec<S>),
    /// It does not. Turns of the opponent that refute it, the one asked for first if it does.
    Wrong(Vec<S>),
}

/// Judges the turn that led to a position. `seat` solves the puzzle, and has `left` turns after this one.
///
/// # Errors
///
/// [`Aborted`] if so many nodes do not suffice, or dice are to fall.
pub fn judge<G: Game>(
    after: &G,
    seat: Seat,
    goal: Goal,
    left: u32,
    advice: &[G::Step],
    nodes: u64,
) -> Result<Verdict<G::Step>, Aborted> {
    if let Status::Over(outcome) = after.status() {
        let won = outcome.winner() == Some(seat);
        // A drawn game is saved, but not won.
        let saved = goal == Goal::OnlyDefence && outcome.winner().is_none();
        let right = won || saved;
        return Ok(if right { Verdict::Right(Vec::new()) } else { Verdict::Wrong(Vec::new()) });
    }
    let effort = Effort { nodes, solutions: usize::MAX };
    let mut solver = TurnSolver::new(seat, Claim::WinIn(left.max(1)), effort);
    let mut replies = turns_of(after)?;
    // The advised turn is tried first.
    replies.sort_by_key(|(turn, _)| turn.as_slice() != advice);
    if goal == Goal::OnlyDefence {
        let wins_at_once = |game: &G| matches!(game.status(), Status::Over(outcome) if outcome.winner() == Some(seat.other()));
        let refuting = replies.into_iter().find(|(_, after)| wins_at_once(after));
        return Ok(refuting.map_or(Verdict::Right(Vec::new()), |(turn, _)| Verdict::Wrong(turn)));
    }
    if left == 0 {
        // A reply that does not lose at once, if there is one.
        let loses = |game: &G| matches!(game.status(), Status::Over(outcome) if outcome.winner() == Some(seat));
        let reply = replies.into_iter().min_by_key(|(_, next)| loses(next));
        return Ok(Verdict::Wrong(reply.map(|(turn, _)| turn).unwrap_or_default()));
    }
    // The most stubborn reply leaves the fewest ways to win, and no faster one.
    let mut best: Option<(usize, Vec<G::Step>)> = None;
    for (turn, next) in replies {
        if !solver.wins(&next, seat, left)? {
            return Ok(Verdict::Wrong(turn));
        }
        let faster = left > 1 && solver.wins(&next, seat, left - 1)?;
        let solved = match next.status() {
            Status::ToMove(mover) if mover == seat && left == 1 => {
                TurnSolver::solve(&next, Claim::WinIn(1), effort)?.right
            }
            _ => 0,
        };
        let ways = if faster { usize::MAX } else { solved };
        if best.as_ref().is_none_or(|(fewest, _)| ways < *fewest) {
            best = Some((ways, turn));
        }
    }
    Ok(Verdict::Right(best.map(|(_, turn)| turn).unwrap_or_default()))
}

/// Every turn of the seat to move, with the position after it.
///
/// # Errors
///
/// [`Aborted`] if dice are to fall.
pub fn turns_of<G: Game>(game: &G) -> Result<Vec<Turn<G>>, Aborted> {
    let Status::ToMove(seat) = game.status() else { return Err(Aborted) };
    let mut ends: Vec<Turn<G>> = Vec::new();
    let mut open = vec![(Vec::new(), game.clone())];
    while let Some((played, game)) = open.pop() {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        for step in steps {
            let mut turn: Vec<G::Step> = played.clone();
            turn.push(step);
            let mut child = game.clone();
            child.play_unchecked(step);
            match child.status() {
                Status::ToMove(mover) if mover == seat => open.push((turn, child)),
                _ => ends.push((turn, child)),
            }
        }
    }
    Ok(ends)
}
