//! Expectimax over turns (max^n for more than two seats), selective by probability.
//!
//! A node is a position at the start of a turn. Its cells are evaluated by the network, and the dice
//! are solved exactly. That tells how probable it is that the turn ends in each cell. Cells that are
//! probable enough, together with the way to the node, are searched deeper, and the dice are solved
//! again with their values, until no other cell becomes probable. Each iteration lowers the bound.
//!
//! Nodes are kept, so that an iteration evaluates no position twice.

use core::array;
use std::sync::Arc;

use super::Noise;
use super::dice::{Payoffs, SolvedTurn, Value};
use super::network::{self, Lines, Network, Sums};
use super::position::{Position, Undo, WinOdds};

/// Bound of the second iteration; in the first, no cell is searched deeper.
const FIRST_BOUND: f64 = 1.0 / 8.0;
/// Factor of the bound from one iteration to the next.
const BOUND_FACTOR: f64 = 1.0 / 4.0;
/// A cell whose value is less than that of the best one for its dice by this much is searched deeper
/// as if it were used half as often.
const RIVAL_MARGIN: f64 = 0.02;
/// Times that the dice of a node are solved in one iteration, at most.
const MAX_ROUNDS: usize = 4;
/// Index of a node that does not exist.
const NO_NODE: u32 = u32::MAX;

/// Positions after a turn of a node's seat.
struct Node<const N: usize> {
    /// The last search that counted this node.
    search: u32,
    lost: Child<N>,
    cells: Vec<Child<N>>,
}

/// A way to end a turn.
#[derive(Clone, Copy)]
struct Child<const N: usize> {
    cell: u16,
    is_won: bool,
    is_hidden: bool,
    is_searched: bool,
    node: u32,
    /// By the network, for the seat of the node and those after it.
    evaluation: Value<N>,
    /// By the last iteration.
    value: Value<N>,
}

/// Result of an iteration: value of each cell that is open, value of losing a piece, and the solved
/// dice.
#[derive(Clone)]
pub(super) struct TurnValues<const N: usize> {
    pub(super) cells: Vec<Option<Value<N>>>,
    pub(super) lost: Value<N>,
    pub(super) turn: SolvedTurn<N>,
}

/// The search tree of one turn. Dice do not change the value of a cell, so one tree serves all rolls
/// of the turn.
pub(super) struct Tree<const N: usize> {
    pub(super) position: Position,
    pub(super) seat: usize,
    pub(super) noise: Noise,
    network: Arc<Network>,
    win_odds: WinOdds,
    lines: Lines,
    nodes: Vec<Node<N>>,
    searches: u32,
    /// Result of the first iteration, which does not depend on the dice.
    first: Option<TurnValues<N>>,
}

/// What limits a search.
pub(super) struct Budget<'a> {
    /// Positions evaluated, and their limit, which does not count in the first iteration.
    pub(super) evaluated: u64,
    pub(super) max: u64,
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    pub(super) fn is_used_up(&self) -> bool {
        self.evaluated >= self.max || (self.stop)()
    }
}

impl<const N: usize> Tree<N> {
    pub(super) fn new(
        position: Position,
        seat: usize,
        noise: Noise,
        network: Arc<Network>,
    ) -> Tree<N> {
        let lines = Lines::new(&network, &position);
        Tree {
            position,
            seat,
            noise,
            network,
            win_odds: WinOdds::new(),
            lines,
            nodes: Vec::new(),
            searches: 0,
            first: None,
        }
    }

    /// Begins a search, which counts nodes anew.
    pub(super) fn begin(&mut self) {
        self.searches += 1;
        if self.nodes.is_empty() {
            self.expand(self.seat);
        }
    }

    /// One iteration, from 1, with these dice after so many rolls; `None` if the budget is used up.
    pub(super) fn iterate(
        &mut self,
        iteration: u32,
        dice: Option<(&[u8], usize)>,
        budget: &mut Budget<'_>,
    ) -> Option<TurnValues<N>> {
        if iteration == 1
            && let Some(first) = &self.first
        {
            self.nodes[0].search = self.searches;
            budget.evaluated += self.nodes[0].evaluated();
            return Some(first.clone());
        }
        let bound = match iteration {
            1 => f64::INFINITY,
            more => FIRST_BOUND * libm::pow(BOUND_FACTOR, f64::from(more - 2)),
        };
        let turn = self.visit(0, self.seat, (1.0, bound), dice, budget)?;
        let root = &self.nodes[0];
        let mut cells = vec![None; self.position.layout.board_indices.iter().max()? + 1];
        for child in &root.cells {
            cells[self.position.layout.board_indices[usize::from(child.cell)]] = Some(child.value);
        }
        let values = TurnValues { cells, lost: root.lost.value, turn };
        if iteration == 1 {
            self.first = Some(values.clone());
        }
        Some(values)
    }

    /// Evaluates all ends of a turn in the present position, and returns the new node.
    fn expand(&mut self, seat: usize) -> u32 {
        let is_root = self.nodes.is_empty();
        let mut won = vec![false; self.position.cells()];
        self.position.for_each_win(seat, |cell| won[cell] = true);
        self.position.lose(seat);
        let lost = self.evaluate(seat, &self.lines.sums.clone());
        self.position.undo_lose(seat);
        let child = |cell: usize, evaluation| Child {
            cell: cell as u16,
            is_won: false,
            is_hidden: false,
            is_searched: false,
            node: NO_NODE,
            evaluation,
            value: evaluation,
        };
        let mut cells = Vec::new();
        for (cell, is_won) in won.into_iter().enumerate() {
            if self.position.open_until(cell) == 0 {
                continue;
            }
            let index = self.position.layout.board_indices[cell];
            let mut added = child(cell, lost);
            let is_seen = is_root && is_won && !self.noise.overlooks_wins();
            if !is_seen && self.noise.is_blind_to(seat, index) {
                // A hidden cell has the value of a lost piece: it may have to be taken (R13), but is
                // not aimed at.
                added.is_hidden = true;
            } else if is_won {
                added.is_won = true;
                added.evaluation = array::from_fn(|n| if n == 0 { 1.0 } else { 0.0 });
            } else {
                let undo = self.position.place(cell, seat);
                let sums = self.lines.sums_after(&self.network, &self.position, &undo);
                added.evaluation = self.evaluate(seat, &sums);
                self.position.undo_place(&undo, seat);
                if is_root {
                    added.evaluation = self.noise.perturb(index, added.evaluation);
                }
            }
            cells.push(added);
        }
        self.nodes.push(Node { search: 0, lost: child(0, lost), cells });
        self.nodes.len() as u32 - 1
    }

    /// Value of the present position after a turn of `seat`, for `seat` and those after it.
    fn evaluate(&mut self, seat: usize, sums: &Sums) -> Value<N> {
        let seats = self.position.seats;
        let next = (seat + 1) % seats;
        let shares = network::win_probabilities(
            &self.network,
            &mut self.win_odds,
            &self.position,
            sums,
            next,
        );
        array::from_fn(|n| shares[(seat + n) % seats])
    }

    /// Searches a node that is reached with a probability, down to a bound of it.
    fn visit(
        &mut self,
        id: usize,
        seat: usize,
        (probability, bound): (f64, f64),
        dice: Option<(&[u8], usize)>,
        budget: &mut Budget<'_>,
    ) -> Option<SolvedTurn<N>> {
        let node = &mut self.nodes[id];
        if node.search != self.searches {
            node.search = self.searches;
            budget.evaluated += node.evaluated();
            if id > 0 && budget.is_used_up() {
                return None;
            }
        }
        for child in node.cells.iter_mut().chain([&mut node.lost]) {
            child.value = child.evaluation;
            child.is_searched = child.is_won || child.is_hidden;
        }
        let mut round = 1;
        loop {
            let (payoffs, turn) = self.solve(id);
            if probability < bound || round > MAX_ROUNDS {
                return Some(turn);
            }
            let probable = self.probable(id, &payoffs, &turn, (probability, bound), dice);
            if probable.is_empty() {
                return Some(turn);
            }
            for (number, share) in probable {
                self.search_child(id, number, seat, (probability * share, bound), budget)?;
            }
            round += 1;
        }
    }

    /// Solves the dice of a node with the present values of its cells.
    fn solve(&self, id: usize) -> (Payoffs<N>, SolvedTurn<N>) {
        let node = &self.nodes[id];
        let mut payoffs = self.position.no_payoffs(node.lost.value);
        for child in &node.cells {
            let cell = usize::from(child.cell);
            let figure = self.position.layout.figures[cell];
            // A hidden cell is worth a lost piece.
            let value = if child.is_hidden { node.lost.value } else { child.value };
            payoffs.offer(figure, self.position.open_until(cell), value);
        }
        let turn = SolvedTurn::solve(&payoffs);
        (payoffs, turn)
    }

    /// Children that have become probable enough to be searched, with their shares; a lost piece is the
    /// last.
    fn probable(
        &self,
        id: usize,
        payoffs: &Payoffs<N>,
        turn: &SolvedTurn<N>,
        (probability, bound): (f64, f64),
        dice: Option<(&[u8], usize)>,
    ) -> Vec<(usize, f64)> {
        let node = &self.nodes[id];
        let ends = turn.ends(payoffs, dice);
        let near = |gap: f64| RIVAL_MARGIN / (RIVAL_MARGIN + gap.max(0.0));
        let mut probable = Vec::new();
        for (number, child) in node.cells.iter().enumerate() {
            if !child.is_searched {
                let cell = usize::from(child.cell);
                let open = (self.position.layout.figures[cell], self.position.open_until(cell));
                let share = ends.share(payoffs, open, child.value[0], near);
                if share * probability >= bound {
                    probable.push((number, share.min(1.0)));
                }
            }
        }
        if !node.lost.is_searched && ends.lost * probability >= bound {
            probable.push((node.cells.len(), ends.lost));
        }
        probable
    }

    /// Searches the position after a child of a node.
    fn search_child(
        &mut self,
        id: usize,
        number: usize,
        seat: usize,
        limits: (f64, f64),
        budget: &mut Budget<'_>,
    ) -> Option<()> {
        let child = self.nodes[id].child(number);
        child.is_searched = true;
        let (cell, mut node) = (usize::from(child.cell), child.node);
        let next = (seat + 1) % self.position.seats;
        let is_placed = number < self.nodes[id].cells.len();
        let sums = self.lines.sums;
        let undo: Option<Undo> = if is_placed {
            let undo = self.position.place(cell, seat);
            let after = self.lines.sums_after(&self.network, &self.position, &undo);
            self.lines.update(&self.network, &self.position, &undo, &after, false);
            Some(undo)
        } else {
            self.position.lose(seat);
            None
        };
        let mut turn = None;
        let is_over = self.position.is_over();
        if !is_over {
            if node == NO_NODE && !budget.is_used_up() {
                node = self.expand(next);
            }
            if node != NO_NODE {
                turn = self.visit(node as usize, next, limits, None, budget);
            }
        }
        if let Some(undo) = &undo {
            self.lines.update(&self.network, &self.position, undo, &sums, true);
            self.position.undo_place(undo, seat);
        } else {
            self.position.undo_lose(seat);
        }
        let child = self.nodes[id].child(number);
        child.node = node;
        if is_over {
            return Some(());
        }
        let theirs = turn?.value();
        // Rotate: `theirs` starts with the next seat and omits `seat`, `ours` starts with `seat`.
        let mut ours = [1.0 - theirs.iter().sum::<f64>(); N];
        ours[1..].copy_from_slice(&theirs[..N - 1]);
        if id == 0 && is_placed {
            let index = self.position.layout.board_indices[cell];
            ours = self.noise.perturb(index, ours);
        }
        self.nodes[id].child(number).value = ours;
        Some(())
    }
}

impl<const N: usize> Node<N> {
    /// Number of positions that were evaluated.
    fn evaluated(&self) -> u64 {
        self.cells.len() as u64 + 1
    }

    fn child(&mut self, number: usize) -> &mut Child<N> {
        if number < self.cells.len() { &mut self.cells[number] } else { &mut self.lost }
    }
}
