//! RO-TAS: selective expectimax over turns. The dice of a turn are solved exactly, and positions are
//! evaluated by a network.
//!
//! ```
//! use mohreh_engine::{Engine, Limits};
//! use mohreh_games::{Game, rotas::Rotas};
//!
//! let game = Rotas::start(&"seats=3 advanced".parse()?);
//! let limits = Limits { nodes: Some(5_000), ..Limits::default() };
//! let choice = Engine::new(0).think(&game, &limits, &|| false, &mut |_| {});
//! assert_eq!(choice.turn[0].to_string(), "r");
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```

mod dice;
mod network;
mod odds;
mod position;
mod search;
#[cfg(test)]
mod tests;
pub mod training;

use std::sync::Arc;

pub use dice::{Payoffs, SolvedTurn, Value};
use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::{Game, Seat, Status};
use network::Network;
pub(crate) use network::TERMS;
pub use odds::odds;
use position::{PIECES, Position};
use search::{Budget, Tree, TurnValues};

use crate::engine::Engine;
use crate::level::Levels;
use crate::score::{score_of, win_share};
use crate::splitmix::splitmix64;
use crate::think::{Choice, Handicap, Limits, Line, Report};

/// Logistic scale of scores; here scores are derived from win probabilities.
const SCALE: f64 = 400.0;
/// Limit of iterations.
const MAX_ITERATIONS: u32 = 12;
/// Turns of each seat that count as opening.
const OPENING_TURNS: usize = 2;
/// Node limit of an unlimited search, for its memory.
const DEFAULT_NODES: u64 = 2_000_000;
/// From this percentage of ignored cells on, a win that lies there may be overlooked.
const OVERLOOKS_WINS: u8 = 50;

/// From matches between neighbouring levels (docs/strength.md). One node is one turn ahead: the first
/// iteration always finishes.
pub(crate) const LEVELS: Levels = [
    (1, 1250, 72),
    (1, 860, 60),
    (1, 680, 50),
    (1, 540, 41),
    (1, 420, 32),
    (1, 280, 20),
    (1, 110, 6),
    (60_000, 0, 0),
];

/// Sums of the differences between neighbours (docs/strength.md; the last where it was not measured anew: before the
/// networks).
pub(crate) const LEVEL_ELO: [u16; 8] = [0, 231, 360, 491, 605, 721, 842, 1005];

/// [`Engine::think`] for RO-TAS. The choice is one step, since dice fall after it or the turn ends; it
/// is empty if the game is over or dice are to fall.
///
/// Depth counts iterations, nodes are evaluated positions. The first iteration always finishes.
pub(crate) fn think(
    game: &Rotas,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<Step>),
) -> Choice<Step> {
    let mut memo = engine.memo.take::<Memo>().unwrap_or_default();
    let (choice, _) = memo.think(game, engine, limits, stop, report);
    engine.memo.store(memo);
    choice
}

/// Win probability of each seat before the first roll of the turn, from the last iteration of a
/// search.
pub fn win_probabilities(game: &Rotas, engine: &Engine, limits: &Limits) -> Vec<f64> {
    let mut memo = engine.memo.take::<Memo>().unwrap_or_default();
    let (_, values) = memo.think(game, engine, limits, &|| false, &mut |_| {});
    engine.memo.store(memo);
    values
}

/// What is kept from one search to the next: the network, and the tree of the last turn. Neither
/// changes a result.
#[derive(Default)]
struct Memo {
    weights: Vec<i32>,
    network: Option<Arc<Network>>,
    tree: AnyTree,
}

/// A tree by the number of seats that are in. It has one value less: win probabilities sum to 1, so the
/// last is redundant.
#[derive(Default)]
enum AnyTree {
    #[default]
    None,
    Two(Box<Tree<1>>),
    Three(Box<Tree<2>>),
    Four(Box<Tree<3>>),
}

impl Memo {
    fn think(
        &mut self,
        game: &Rotas,
        engine: &Engine,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<Step>),
    ) -> (Choice<Step>, Vec<f64>) {
        let Status::ToMove(seat) = game.status() else { return (no_choice(), Vec::new()) };
        self.prepare(game, engine, seat, &limits.handicap);
        match &mut self.tree {
            AnyTree::None => (no_choice(), Vec::new()),
            AnyTree::Two(tree) => deepen(game, seat, tree, limits, stop, report),
            AnyTree::Three(tree) => deepen(game, seat, tree, limits, stop, report),
            AnyTree::Four(tree) => deepen(game, seat, tree, limits, stop, report),
        }
    }

    /// Makes sure that the tree is of this turn.
    fn prepare(&mut self, game: &Rotas, engine: &Engine, seat: Seat, handicap: &Handicap) {
        let weights = engine.weights::<Rotas>().as_slice();
        let network = match &self.network {
            Some(network) if self.weights == weights => network.clone(),
            _ => {
                self.weights = weights.to_vec();
                self.tree = AnyTree::None;
                self.network.insert(Arc::new(Network::new(weights))).clone()
            }
        };
        let like = match &self.tree {
            AnyTree::None => None,
            AnyTree::Two(tree) => Some((&tree.position, tree.seat, &tree.noise)),
            AnyTree::Three(tree) => Some((&tree.position, tree.seat, &tree.noise)),
            AnyTree::Four(tree) => Some((&tree.position, tree.seat, &tree.noise)),
        };
        let position = Position::new(game, like.map(|(position, ..)| position));
        let is_before = |other: &usize| game.is_in(Seat::new(*other));
        let seat = (0..seat.index()).filter(is_before).count();
        let noise = Noise::new(game, handicap);
        if like != Some((&position, seat, &noise)) {
            self.tree = match position.seats {
                0..=2 => AnyTree::Two(Tree::new(position, seat, noise, network).into()),
                3 => AnyTree::Three(Tree::new(position, seat, noise, network).into()),
                _ => AnyTree::Four(Tree::new(position, seat, noise, network).into()),
            };
        }
    }
}

fn no_choice() -> Choice<Step> {
    let report = Report { depth: 0, nodes: 0, lines: Vec::new() };
    Choice { turn: Vec::new(), report }
}

/// Iterative deepening. Returns the win probability of each seat before the first roll, too.
fn deepen<const N: usize>(
    game: &Rotas,
    seat: Seat,
    tree: &mut Tree<N>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<Step>),
) -> (Choice<Step>, Vec<f64>) {
    let mut last = Report { depth: 0, nodes: 0, lines: Vec::new() };
    let mut values = Vec::new();
    let rolls = usize::from(game.rolls());
    let faces = game.dice().faces();
    let dice = (rolls > 0).then_some((&faces[..], rolls));
    let max = limits.nodes.unwrap_or(DEFAULT_NODES);
    let mut budget = Budget { evaluated: 0, max, stop };
    tree.begin();
    for depth in 1..=limits.depth.unwrap_or(MAX_ITERATIONS).clamp(1, MAX_ITERATIONS) {
        if depth > 1 && budget.is_used_up() {
            break;
        }
        let Some(turn_values) = tree.iterate(depth, dice, &mut budget) else { break };
        let mut lines = lines(game, &turn_values);
        lines.truncate(limits.lines.max(1));
        last = Report { depth, nodes: budget.evaluated, lines };
        report(&last);
        values = all_values(game, seat, turn_values.turn.value());
        if last.lines.first().is_some_and(|line| line.win >= 1.0) {
            break;
        }
    }
    last.nodes = budget.evaluated;
    let turn = last.lines.first().map(|line| line.steps[0]).into_iter().collect();
    (Choice { turn, report: last }, values)
}

/// Values of the mover and those after it as win probabilities of all seats.
fn all_values<const N: usize>(game: &Rotas, mover: Seat, values: Value<N>) -> Vec<f64> {
    let mut all = vec![0.0; game.seats()];
    let order = (0..game.seats()).map(|n| (mover.index() + n) % game.seats());
    let mut rest = 1.0;
    let mut values = values.into_iter();
    for seat in order.filter(|seat| game.is_in(Seat::new(*seat))) {
        all[seat] = values.next().unwrap_or(rest);
        rest -= all[seat];
    }
    all
}

/// All legal steps with their win probability, best first.
fn lines<const N: usize>(game: &Rotas, turn_values: &TurnValues<N>) -> Vec<Line<Step>> {
    let faces = game.dice().faces();
    let board = game.setup().board();
    let rolls = usize::from(game.rolls());
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let win = |step: &Step| match *step {
        Step::Roll(_) if rolls == 0 => turn_values.turn.value()[0],
        Step::Roll(chosen) => {
            let kept = (0..faces.len()).filter(|place| !chosen.has(*place));
            let kept: Vec<u8> = kept.map(|place| faces[place]).collect();
            turn_values.turn.keep_value(&kept, rolls)[0]
        }
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
#[derive(PartialEq)]
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

    /// Whether the handicap may hide a winning cell of the turn that is played.
    fn overlooks_wins(&self) -> bool {
        self.blind_percent >= OVERLOOKS_WINS.into()
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
