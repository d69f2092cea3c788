//! RO-TAS: expectimax over turns (max^n for more than two seats). Each turn is solved exactly over its
//! dice, and leaves are evaluated by a softmax model with tuned weights.
//!
//! ```
//! use mohreh_engine::{Engine, Limits};
//! use mohreh_games::{Game, rotas::Rotas};
//!
//! let game = Rotas::start(&"seats=3 advanced".parse()?);
//! let choice = Engine::new(0).think(&game, &Limits::default(), &|| false, &mut |_| {});
//! assert_eq!(choice.turn[0].to_string(), "r");
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```

mod dice;
mod eval;

pub use dice::{Payoffs, SolvedTurn, Value};
use eval::Evaluator;
pub(crate) use eval::TERMS;
use mohreh_games::rotas::{Cell, DiceSet, Rotas, Step};
use mohreh_games::{Game, Seat, Status};

use crate::engine::Engine;
use crate::level::Levels;
use crate::score::{score_of, win_share};
use crate::splitmix::splitmix64;
use crate::think::{Choice, Handicap, Limits, Line, Report};

/// Logistic scale of scores; here scores are derived from win probabilities.
const SCALE: f64 = 400.0;
/// Depth limit in turns for two seats. The third turn costs tens of thousands of nodes.
const MAX_DEPTH: u32 = 3;
/// Depth limit in turns for three and four seats, where a turn costs more and gains less.
const MAX_DEPTH_MULTIPLAYER: u32 = 2;
/// Pieces per seat (R1).
const PIECES: usize = 15;
/// Turns of each seat that count as opening.
const OPENING_TURNS: usize = 2;
/// Node limit of an unlimited search, for large boards.
const DEFAULT_NODES: u64 = 100_000;

/// From matches between neighbouring levels (docs/strength.md).
pub(crate) const LEVELS: Levels = [
    (40, 1700, 82),
    (40, 860, 60),
    (40, 680, 50),
    (40, 540, 41),
    (40, 420, 32),
    (40, 280, 20),
    (40, 110, 6),
    (60_000, 0, 0),
];

/// [`Engine::think`] for RO-TAS. The choice is one step, since dice fall after it or the turn ends; it
/// is empty if the game is over or dice are to fall.
///
/// Depth counts turns, nodes are evaluated leaves. The first iteration always finishes.
pub(crate) fn think(
    game: &Rotas,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<Step>),
) -> Choice<Step> {
    match game.seats() {
        2 => iterate::<1>(game, engine, limits, stop, report),
        3 => iterate::<2>(game, engine, limits, stop, report),
        _ => iterate::<3>(game, engine, limits, stop, report),
    }
}

/// Exact probability, for each open cell, that the seat to move can place there in this turn if it aims at nothing
/// else. Empty if no seat is to move.
#[must_use]
pub fn odds(game: &Rotas) -> Vec<(Cell, f64)> {
    let Status::ToMove(_) = game.status() else { return Vec::new() };
    let evaluator = Evaluator::new(game, &vec![0; TERMS.len()]);
    let board = game.setup().board();
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut odds = Vec::new();
    for index in board.indices() {
        let Some((figure, last_roll)) = evaluator.open_until(index) else { continue };
        let mut payoffs = evaluator.no_payoffs([0.0]);
        payoffs.offer(figure, last_roll, [1.0]);
        let turn = SolvedTurn::solve(&payoffs);
        let best = steps.iter().map(|step| match step {
            Step::Place(cell) => f64::from(u8::from(board.index(*cell) == Some(index))),
            Step::Roll(chosen) => rolled_value(game, &turn, *chosen)[0],
            Step::Fall(_) | Step::Lose | Step::Leave(_) => 0.0,
        });
        odds.push((board.cell(index), best.fold(0.0, f64::max)));
    }
    odds
}

/// Inputs of the evaluation at the start of a turn, for the tuner.
#[derive(Clone, Debug)]
pub struct EvalTerms {
    /// Index of the seat to move.
    pub mover: usize,
    /// Probability that the mover wins in this turn.
    pub win_now: f64,
    /// For each seat: index of the weight, and count.
    pub terms: Vec<Vec<(usize, f64)>>,
}

/// Inputs of the evaluation of a position.
#[must_use]
pub fn eval_terms(game: &Rotas, mover: Seat) -> EvalTerms {
    let evaluator = Evaluator::new(game, &vec![0; TERMS.len()]);
    let mut terms = vec![Vec::new(); game.seats()];
    evaluator.terms(mover.index(), &mut |seat, at, count| terms[seat].push((at, count)));
    EvalTerms { mover: mover.index(), win_now: evaluator.win_now(mover.index()), terms }
}

/// Iterative deepening. `N` is the number of seats minus 1: win probabilities sum to 1, so the last is
/// redundant.
fn iterate<const N: usize>(
    game: &Rotas,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<Step>),
) -> Choice<Step> {
    let mut last = Report { depth: 0, nodes: 0, lines: Vec::new() };
    let Status::ToMove(seat) = game.status() else {
        return Choice { turn: Vec::new(), report: last };
    };
    let plan = current_plan::<N>(game, engine, seat.index(), limits, stop);
    for (depth, (nodes, turn_values)) in (1..).zip(&plan.iterations) {
        let mut lines = lines(game, turn_values);
        lines.truncate(limits.lines.max(1));
        last = Report { depth, nodes: *nodes, lines };
        report(&last);
    }
    last.nodes = plan.nodes;
    if !plan.aborted {
        engine.memo.store(plan);
    }
    let turn = last.lines.first().map(|line| line.steps[0]).into_iter().collect();
    Choice { turn, report: last }
}

/// Plan of the current turn. Dice do not change the value of a cell, so one plan serves all rolls of
/// the turn.
struct Plan<const N: usize> {
    evaluator: Evaluator,
    seat: usize,
    limits: Limits,
    /// Nodes and result of each iteration.
    iterations: Vec<(u64, TurnValues<N>)>,
    nodes: u64,
    /// Stopped by the caller, so it must not be cached.
    aborted: bool,
}

/// The cached plan if it is of this turn, or a new one.
fn current_plan<const N: usize>(
    game: &Rotas,
    engine: &Engine,
    seat: usize,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Box<Plan<N>> {
    let evaluator = Evaluator::new(game, engine.weights::<Rotas>().as_slice());
    match engine.memo.take::<Plan<N>>() {
        Some(plan)
            if plan.evaluator == evaluator && plan.seat == seat && plan.limits == *limits =>
        {
            plan
        }
        _ => Box::new(plan(game, evaluator, seat, limits, stop)),
    }
}

fn plan<const N: usize>(
    game: &Rotas,
    evaluator: Evaluator,
    seat: usize,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Plan<N> {
    let max_depth = if N == 1 { MAX_DEPTH } else { MAX_DEPTH_MULTIPLAYER };
    let max_nodes = limits.nodes.unwrap_or(DEFAULT_NODES);
    let noise = Noise::new(game, &limits.handicap);
    let mut search =
        Expectimax { evaluator, noise, nodes: 0, max_nodes: None, stop, stopped: false };
    let mut iterations = Vec::new();
    for depth in 1..=limits.depth.unwrap_or(max_depth).clamp(1, max_depth) {
        let Some(turn_values) = search.turn_values::<N>(seat, depth) else { break };
        iterations.push((search.nodes, turn_values));
        search.max_nodes = Some(max_nodes);
    }
    let Expectimax { evaluator, nodes, stopped, .. } = search;
    Plan { evaluator, seat, limits: *limits, iterations, nodes, aborted: stopped }
}

/// Result of one turn: value of each cell, value of losing a piece, and the solved dice.
struct TurnValues<const N: usize> {
    cells: Vec<Option<Value<N>>>,
    lost: Value<N>,
    turn: SolvedTurn<N>,
}

/// Value of rolling these dice now.
fn rolled_value<const N: usize>(game: &Rotas, turn: &SolvedTurn<N>, chosen: DiceSet) -> Value<N> {
    let (faces, rolls) = (game.dice().faces(), usize::from(game.rolls()));
    if rolls == 0 {
        return turn.value();
    }
    let kept = (0..faces.len()).filter(|place| !chosen.has(*place));
    let kept: Vec<u8> = kept.map(|place| faces[place]).collect();
    turn.keep_value(&kept, rolls)
}

/// All legal steps with their win probability, best first.
fn lines<const N: usize>(game: &Rotas, turn_values: &TurnValues<N>) -> Vec<Line<Step>> {
    let board = game.setup().board();
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let win = |step: &Step| match *step {
        Step::Roll(chosen) => rolled_value(game, &turn_values.turn, chosen)[0],
        Step::Place(cell) => board
            .index(cell)
            .and_then(|index| turn_values.cells[index])
            .map_or(0.0, |value| value[0]),
        Step::Fall(_) | Step::Lose | Step::Leave(_) => turn_values.lost[0],
    };
    let line = |step| {
        let win = win(&step).clamp(0.0, 1.0);
        Line { score: score_of(win, SCALE), win, steps: vec![step] }
    };
    let mut lines: Vec<Line<Step>> = steps.into_iter().map(line).collect();
    // Stable sort: a placement stays before a roll of the same value.
    lines.sort_by(|a, b| b.win.total_cmp(&a.win));
    lines
}

/// The [`Handicap`] applied to cells.
struct Noise {
    seed: u64,
    blind_percent: u64,
    /// Largest error of a win probability.
    amplitude: f64,
}

impl Noise {
    fn new(game: &Rotas, handicap: &Handicap) -> Noise {
        let seats = (0..game.seats()).map(Seat::new);
        let in_hand: usize = seats.map(|seat| usize::from(game.hand(seat))).sum();
        let is_opening = in_hand + OPENING_TURNS * game.seats() > PIECES * game.seats();
        let amplitude = win_share(if is_opening {
            handicap.opening_noise_permille
        } else {
            handicap.noise_permille
        });
        // The hash leaves out the dice: all rolls of a turn share one plan.
        let heights = game.setup().board().indices().map(|index| game.pieces(index).count() as u64);
        let seed = heights.fold(splitmix64(handicap.seed ^ in_hand as u64), |seed, height| {
            splitmix64(seed ^ height)
        });
        Noise { seed, blind_percent: handicap.blind_percent.into(), amplitude }
    }

    /// Whether the handicap hides placing on this cell from a seat.
    fn is_blind_to(&self, seat: usize, index: usize) -> bool {
        self.blind_percent > 0
            && splitmix64(self.seed ^ (seat << 8 | index) as u64) % 100 < self.blind_percent
    }

    /// Subtracts noise from the value of a cell.
    fn perturb<const N: usize>(&self, index: usize, mut value: Value<N>) -> Value<N> {
        if self.amplitude > 0.0 {
            let fraction = (splitmix64(!self.seed ^ index as u64) % 1024) as f64 / 1024.0;
            value[0] -= fraction * self.amplitude;
        }
        value
    }
}

struct Expectimax<'a> {
    evaluator: Evaluator,
    noise: Noise,
    nodes: u64,
    /// Node limit; `None` in the first iteration, which always finishes.
    max_nodes: Option<u64>,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl Expectimax<'_> {
    /// Searches the turn of a seat to `depth` turns; `None` if out of nodes or stopped.
    fn turn_values<const N: usize>(&mut self, seat: usize, depth: u32) -> Option<TurnValues<N>> {
        self.evaluator.lose(seat);
        let lost = self.value_after(seat, depth);
        self.evaluator.undo_lose(seat);
        let lost = lost?;
        let mut payoffs = self.evaluator.no_payoffs(lost);
        let winning = self.evaluator.winning(seat);
        let mut cells = vec![None; winning.len()];
        for (index, winning) in winning.into_iter().enumerate() {
            let Some((figure, rolls)) = self.evaluator.open_until(index) else { continue };
            let hidden = self.noise.is_blind_to(seat, index);
            let value = if winning && !hidden {
                won()
            } else if hidden {
                // A hidden cell has the value of a lost piece: it may have to be taken (R13), but is
                // not aimed at.
                lost
            } else {
                let undo = self.evaluator.place(index, seat);
                let value = self.value_after(seat, depth);
                self.evaluator.undo_place(&undo, seat);
                self.noise.perturb(index, value?)
            };
            payoffs.offer(figure, rolls, value);
            cells[index] = Some(value);
        }
        Some(TurnValues { cells, lost, turn: SolvedTurn::solve(&payoffs) })
    }

    /// Value of the position after a turn of `seat`, for `seat` and those after it.
    fn value_after<const N: usize>(&mut self, seat: usize, depth: u32) -> Option<Value<N>> {
        let next = (seat + 1) % self.evaluator.seats;
        if depth == 1 || self.evaluator.is_over() {
            return self.evaluate_leaf(seat, next);
        }
        let theirs = self.turn_values::<N>(next, depth - 1)?.turn.value();
        // Rotate: `theirs` starts with the next seat and omits `seat`, `ours` starts with `seat`.
        let mut ours = [1.0 - theirs.iter().sum::<f64>(); N];
        ours[1..].copy_from_slice(&theirs[..N - 1]);
        Some(ours)
    }

    fn evaluate_leaf<const N: usize>(&mut self, seat: usize, next: usize) -> Option<Value<N>> {
        self.nodes += 1;
        if let Some(max_nodes) = self.max_nodes {
            self.stopped = self.nodes.is_multiple_of(256) && (self.stop)();
            if self.stopped || self.nodes > max_nodes {
                return None;
            }
        }
        let probabilities: [f64; Seat::MOST] = self.evaluator.win_probabilities(next);
        Some(core::array::from_fn(|n| probabilities[(seat + n) % self.evaluator.seats]))
    }
}

/// The mover has won.
fn won<const N: usize>() -> Value<N> {
    let mut won = [0.0; N];
    won[0] = 1.0;
    won
}
