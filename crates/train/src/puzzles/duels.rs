//! Puzzles of the games without dice.

use mohreh_engine::{Engine, EngineGame, Level, Limits, WIN_THRESHOLD};
use mohreh_games::{Game, Status};
use mohreh_puzzles::judge::{Verdict, judge};
use mohreh_puzzles::solver::{Claim, Effort, TurnSolver};
use mohreh_puzzles::{Goal, Puzzle};

use super::difficulty::{measure, rating};
use crate::splitmix::SplitMix64;
use crate::tactics::{Tactical, random_turn};

/// Nodes to judge one turn of a line.
const JUDGE_NODES: u64 = 1_000_000_000;

/// Of a claim. Solutions beyond one are compared: they may be one turn in another order.
const EFFORT: Effort = Effort { nodes: 1_500_000, solutions: 8 };
/// Nodes of the search that looks for a win, and of one such search in so many.
const LOOK_NODES: u64 = 3_000;
const LONG_LOOK_NODES: u64 = 30_000;
const LONG_LOOK_EVERY: u32 = 6;
/// Levels that play the games: they make the mistakes that puzzles need.
const LEVELS: [u8; 5] = [1, 2, 3, 4, 5];
/// Most turns of a game.
const MAX_TURNS: usize = 150;

/// Plays one game, and returns its puzzles: at most one for each goal.
pub(super) fn search<G: Tactical + EngineGame>(
    engine: &Engine,
    rng: &mut SplitMix64,
) -> Vec<Puzzle> {
    let mut found: Vec<Puzzle> = Vec::new();
    // Most people play the game itself, not its variants.
    let setup = match rng.below(8) {
        0 => rng.one_of(&["blitz", "rings=48", "rings=61"]).parse().unwrap_or_default(),
        _ => G::draw_setup(&mut |n| rng.below(n)),
    };
    let levels = [rng.one_of(&LEVELS), rng.one_of(&LEVELS)];
    let mut game = G::start(&setup);
    for _ in 0..MAX_TURNS {
        let Status::ToMove(seat) = game.status() else { break };
        let near = game.is_near_win(seat) || game.is_near_win(seat.other());
        if near
            && let Some(puzzle) = puzzle_of(engine, &game, rng)
            && found.iter().all(|other| other.goal != puzzle.goal)
        {
            found.push(puzzle);
        }
        let Some(level) = Level::new(levels[seat.index()]) else { break };
        let choice = level.choose(engine, &game, rng.next(), &|| false, &mut |_| {});
        for step in choice.turn {
            game.play_unchecked(step);
        }
    }
    found
}

/// The puzzle of a position, if one claim holds of one turn alone.
fn puzzle_of<G: Tactical + EngineGame>(
    engine: &Engine,
    game: &G,
    rng: &mut SplitMix64,
) -> Option<Puzzle> {
    let (seat, other) = (game.mover(), game.mover().other());
    let (claim, solved) = find_claim(engine, game, rng)?;
    if solved.all < G::MIN_TURNS || !is_one(&solved) {
        return None;
    }
    let theme = game.theme(claim, &solved.ends);
    let (goal, idea) = theme.split_once(' ').unwrap_or((theme, ""));
    let goal = Goal::ALL.into_iter().find(|known| known.name() == goal)?;
    if claim == Claim::OnlyDefence {
        // A defence must survive two turns.
        let mut solver = TurnSolver::new(seat, claim, EFFORT);
        if solver.wins(&solved.ends[0].1, other, 2) != Ok(false) {
            return None;
        }
    }
    let right = |turn: &[G::Step]| {
        let mut after = game.clone();
        turn.iter().for_each(|step| after.play_unchecked(*step));
        solved.ends.iter().any(|(_, end)| *end == after)
    };
    let difficulty = measure(engine, game, &right);
    Some(Puzzle {
        goal,
        idea: idea.to_string(),
        rating: rating(goal, &difficulty, solved.all),
        nodes: difficulty.nodes,
        level: difficulty.level,
        position: game.to_string(),
        line: main_line(&solved, seat, goal)?,
        chances: Vec::new(),
    })
}

/// The strongest claim that may hold, with its turns.
fn find_claim<G: Tactical + EngineGame>(
    engine: &Engine,
    game: &G,
    rng: &mut SplitMix64,
) -> Option<(Claim, TurnSolver<G>)> {
    let (seat, other) = (game.mover(), game.mover().other());
    let solve = |claim| TurnSolver::solve(game, claim, EFFORT).ok();
    let won = solve(Claim::WinIn(1))?;
    if won.right > 0 {
        return Some((Claim::WinIn(1), won));
    }
    // If the opponent threatens to win, two random turns rarely meet the threat.
    let mut loses = || {
        let after = random_turn(game, rng);
        TurnSolver::new(seat, Claim::OnlyDefence, EFFORT).wins(&after, other, 1) == Ok(true)
    };
    if loses() && loses() {
        let defence = solve(Claim::OnlyDefence)?;
        if defence.right > 0 {
            return Some((Claim::OnlyDefence, defence));
        }
    }
    if !game.is_near_win(seat) {
        return None;
    }
    let nodes = if rng.below(LONG_LOOK_EVERY) == 0 { LONG_LOOK_NODES } else { LOOK_NODES };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.clear();
    let choice = engine.think(game, &limits, &|| false, &mut |_| {});
    if choice.report.lines.first()?.score < WIN_THRESHOLD {
        return None;
    }
    [2, 3].into_iter().find_map(|turns| {
        let won = solve(Claim::WinIn(turns))?;
        (won.right > 0).then_some((Claim::WinIn(turns), won))
    })
}

/// Whether there is one right turn, but for continuations that are all right, and the order of its steps.
fn is_one<G: Game>(solved: &TurnSolver<G>) -> bool {
    let Some((_, end)) = solved.ends.first() else { return false };
    solved.best.len() == 1 || solved.ends.iter().all(|(_, other)| other == end)
}

/// The solution against the most stubborn replies.
fn main_line<G: Game>(
    solved: &TurnSolver<G>,
    seat: mohreh_games::Seat,
    goal: Goal,
) -> Option<Vec<Vec<String>>> {
    let text = |turn: &[G::Step]| turn.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (turn, mut game) = solved.ends.first()?.clone();
    let mut line = vec![text(&turn)];
    for left in (1..goal.turns()).rev() {
        let Ok(Verdict::Right(reply)) = judge(&game, seat, goal, left, &[], JUDGE_NODES) else {
            return None;
        };
        line.push(text(&reply));
        reply.iter().for_each(|step| game.play_unchecked(*step));
        let next = TurnSolver::solve(
            &game,
            Claim::WinIn(left),
            Effort { solutions: usize::MAX, ..EFFORT },
        );
        let (turn, after) = next.ok()?.ends.first()?.clone();
        line.push(text(&turn));
        game = after;
    }
    Some(line)
}
