//! Sparring partner for two-player games: plain UCT with random play-outs to the end of the game, and
//! no knowledge beyond the rules.
//!
//! An edge is one step, so a seat may be to move at several nodes in succession. Selection is by UCB1,
//! expansion adds one node per play-out, a win counts 1 and a draw ½. The most visited step is played.

use mohreh_engine_protocol::{Limits, Line, Report, Thinker};
use mohreh_games::{AnyGame, Duel, Kind, Outcome, Seat, Status};

use crate::splitmix::SplitMix64;

/// Capacity of the tree; when it is full, play-outs continue without expansion.
const MAX_NODES: usize = 2_000_000;
/// Smallest block of children.
const MIN_CAPACITY: u16 = 4;
/// Limit of play-outs, so that counters do not overflow.
const MAX_PLAYOUTS: u64 = 1 << 30;
/// Limit of play-outs for a forced turn.
const FORCED_PLAYOUTS: u64 = 64;
/// A longer play-out counts as a draw.
const MAX_PLAYOUT_STEPS: usize = 10_000;
/// Interval between two checks of time and depth.
const LIMIT_CHECK_PLAYOUTS: u64 = 16;
/// Play-outs before the first report; further reports whenever they have doubled.
const FIRST_REPORT_PLAYOUTS: u64 = 1_024;
const ROOT: usize = 0;

/// `go nodes N` makes N play-outs, shared by the steps of the turn. `go depth D` goes on until the most
/// visited line has D steps or ends the game.
#[derive(clap::Args, Clone, Debug)]
pub struct Uct {
    /// The same seed gives the same answer to the same position.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much UCB1 explores: the factor of √(ln parent / child), for values from 0 to 1.
    #[arg(long, value_name = "C", default_value_t = 0.4)]
    explore: f32,
}

impl Thinker for Uct {
    const KINDS: &'static [Kind] = &[Kind::Zertz, Kind::Tzaar, Kind::Yinsh];

    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        match game {
            AnyGame::Zertz(game) => texts(&self.think(game, 1.0, limits, budget_used, on_report)),
            // Both actions of a turn matter equally. In the other games the first step decides most,
            // and its subtree suffices for the rest.
            AnyGame::Tzaar(game) => texts(&self.think(game, 0.5, limits, budget_used, on_report)),
            AnyGame::Yinsh(game) => texts(&self.think(game, 1.0, limits, budget_used, on_report)),
            // UCT has no chance nodes.
            AnyGame::Rotas(_) => Vec::new(),
        }
    }
}

fn texts(steps: &[impl ToString]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}

impl Uct {
    /// The steps of the whole turn. A step that does not end it gets `budget_share` of the remaining
    /// budget, the last one all of it.
    pub fn think<G: Duel>(
        &self,
        game: &G,
        budget_share: f64,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<G::Step> {
        let mut search = Search::new(self, game, limits, budget_used);
        let mut turn = Vec::new();
        let mut node = ROOT;
        while search.game.status() == Status::ToMove(game.mover()) {
            search.run(
                node,
                search.budget_spent + (1.0 - search.budget_spent) * budget_share,
                on_report,
            );
            if search.ends_turn(node) {
                search.run(node, 1.0, on_report);
            }
            let Some(best) = search.most_visited_or_expand(node) else { break };
            let Some(step) = search.tree.nodes[best].step else { break };
            search.game.play_unchecked(step);
            turn.push(step);
            node = best;
        }
        on_report(&search.report());
        turn
    }
}

struct Search<'a, G: Duel> {
    tree: Tree<G::Step>,
    /// Root of the next play-out: the position after the chosen steps of the turn.
    game: G,
    rng: SplitMix64,
    explore: f32,
    limits: Limits,
    budget_used: &'a dyn Fn() -> f64,
    playouts: u64,
    /// Used fraction of the limits, from 0 to 1.
    budget_spent: f64,
    /// Buffers of a play-out.
    steps: Vec<G::Step>,
    path: Vec<(usize, Seat)>,
}

impl<'a, G: Duel> Search<'a, G> {
    fn new(
        uct: &Uct,
        game: &G,
        limits: &Limits,
        budget_used: &'a dyn Fn() -> f64,
    ) -> Search<'a, G> {
        let mut limits = *limits;
        let max_playouts = if !limits.is_unlimited() && !has_choice(game) {
            FORCED_PLAYOUTS
        } else {
            MAX_PLAYOUTS
        };
        limits.nodes = Some(limits.nodes.map_or(max_playouts, |nodes| nodes.min(max_playouts)));
        Search {
            tree: Tree::new(),
            game: game.clone(),
            // Seeded by the position, so that searches are independent of each other.
            rng: SplitMix64::new(uct.seed ^ game.hash()),
            explore: uct.explore,
            limits,
            budget_used,
            playouts: 0,
            budget_spent: 0.0,
            steps: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Runs play-outs from a node until `until` of the budget is spent.
    fn run(&mut self, from: usize, until: f64, on_report: &mut dyn FnMut(&Report)) {
        self.check_limits();
        while self.budget_spent < until {
            self.playout(from);
            if self.playouts >= FIRST_REPORT_PLAYOUTS && self.playouts.is_power_of_two() {
                on_report(&self.report());
            }
            self.check_limits();
        }
    }

    fn check_limits(&mut self) {
        if self.playouts.is_multiple_of(LIMIT_CHECK_PLAYOUTS) {
            self.budget_spent = self.budget_spent.max((self.budget_used)());
            if self.limits.depth.is_some_and(|depth| self.has_depth(depth as usize)) {
                self.budget_spent = 1.0;
            }
        }
        if let Some(nodes) = self.limits.nodes {
            self.budget_spent = self.budget_spent.max(self.playouts as f64 / nodes as f64);
        }
    }

    /// Whether the most visited line has `depth` steps, ends the game, or cannot be extended.
    fn has_depth(&self, depth: usize) -> bool {
        let line = self.tree.line(ROOT);
        // A leaf with two visits is terminal, or the tree is full.
        let ends = line.last().is_some_and(|&last| self.tree.nodes[last].visits > 1);
        line.len() >= depth || ends
    }

    /// Whether the most visited step ends the turn.
    fn ends_turn(&self, node: usize) -> bool {
        let best = self.tree.most_visited(node).and_then(|best| self.tree.nodes[best].step);
        best.is_some_and(|step| {
            let mut game = self.game.clone();
            game.play_unchecked(step);
            game.status() != Status::ToMove(self.game.mover())
        })
    }

    /// Runs a play-out first if no child was visited.
    fn most_visited_or_expand(&mut self, node: usize) -> Option<usize> {
        if self.tree.most_visited(node).is_none() {
            self.playout(node);
        }
        self.tree.most_visited(node)
    }

    fn playout(&mut self, from: usize) {
        self.playouts += 1;
        let mut game = self.game.clone();
        let mut node = from;
        self.path.clear();
        self.path.push((from, game.mover()));
        while self.tree.nodes[node].fully_expanded {
            node = self.tree.select(node, self.explore);
            self.descend(&mut game, node);
        }
        self.steps.clear();
        game.steps(&mut self.steps);
        if let Some(child) = self.expand(node) {
            self.descend(&mut game, child);
            self.steps.clear();
            game.steps(&mut self.steps);
        }
        let outcome = self.rollout(game);
        for &(node, seat) in &self.path {
            self.tree.nodes[node].add(half_points(outcome, seat));
        }
    }

    /// Descends to a child.
    fn descend(&mut self, game: &mut G, to: usize) {
        self.path.push((to, game.mover()));
        if let Some(step) = self.tree.nodes[to].step {
            game.play_unchecked(step);
        }
    }

    /// Expansion: adds a child for a random untried step; `None` if there is none or the tree is full.
    fn expand(&mut self, node: usize) -> Option<usize> {
        let count = self.steps.len() as u32;
        if self.tree.children(node).len() >= self.steps.len() {
            return None;
        }
        loop {
            let step = self.steps[self.rng.below32(count) as usize];
            if self.tree.children(node).iter().all(|child| child.step != Some(step)) {
                let child = self.tree.add(node, step);
                self.tree.nodes[node].fully_expanded =
                    self.tree.children(node).len() == self.steps.len();
                return child;
            }
        }
    }

    /// Simulation: random steps to the end of the game. `self.steps` holds the legal steps of `game`.
    fn rollout(&mut self, mut game: G) -> Option<Outcome> {
        for _ in 0..MAX_PLAYOUT_STEPS {
            let Some(count) = self.steps.len().checked_sub(1) else { break };
            let step = self.steps[self.rng.below32(count as u32 + 1) as usize];
            game.play_unchecked(step);
            self.steps.clear();
            game.steps(&mut self.steps);
        }
        match game.status() {
            Status::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn report(&self) -> Report {
        let tree = &self.tree;
        let mut firsts: Vec<usize> = tree.children_of(ROOT).collect();
        firsts.sort_by_key(|&first| std::cmp::Reverse(tree.visit_rank(first)));
        firsts.truncate(self.limits.lines);
        let lines = firsts.into_iter().map(|first| {
            let line = std::iter::once(first).chain(tree.line(first));
            let steps = line.filter_map(|node| tree.nodes[node].step);
            // Play-outs prove no win.
            let win = tree.nodes[first].mean().clamp(0.0001, 0.9999);
            Line { win, steps: steps.map(|step| step.to_string()).collect() }
        });
        Report { depth: tree.line(ROOT).len(), nodes: self.playouts, lines: lines.collect() }
    }
}

/// Whether the turn has a choice.
fn has_choice<G: Duel>(game: &G) -> bool {
    let mut game = game.clone();
    let mover = game.mover();
    let mut steps = Vec::new();
    while game.status() == Status::ToMove(mover) {
        steps.clear();
        game.steps(&mut steps);
        let [only] = steps[..] else { return true };
        game.play_unchecked(only);
    }
    false
}

/// Result for a seat in half points: 2 for a win, 1 for a draw.
fn half_points(outcome: Option<Outcome>, seat: Seat) -> u32 {
    match outcome.and_then(|outcome| outcome.winner()) {
        Some(winner) if winner == seat => 2,
        Some(_) => 0,
        None => 1,
    }
}

#[derive(Clone, Copy)]
struct Node<S> {
    /// Step that leads here; `None` at the root.
    step: Option<S>,
    visits: u32,
    /// Sum for the seat that played `step`.
    half_points: u32,
    /// Index of the first child; siblings are contiguous.
    first: u32,
    children: u16,
    /// Size of the block of children.
    capacity: u16,
    /// Every legal step has a child.
    fully_expanded: bool,
}

impl<S> Node<S> {
    const NEW: Node<S> = Node {
        step: None,
        visits: 0,
        half_points: 0,
        first: 0,
        children: 0,
        capacity: 0,
        fully_expanded: false,
    };

    fn add(&mut self, half_points: u32) {
        self.visits += 1;
        self.half_points += half_points;
    }

    fn mean(&self) -> f64 {
        f64::from(self.half_points) / (2.0 * f64::from(self.visits.max(1)))
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }
}

/// Arena of nodes. A block of children that is full moves to one of twice the size, and is freed.
struct Tree<S> {
    nodes: Vec<Node<S>>,
    /// Free blocks by log₂ of their size.
    free_blocks: [Vec<u32>; 16],
}

impl<S: Copy> Tree<S> {
    fn new() -> Tree<S> {
        Tree { nodes: vec![Node::NEW], free_blocks: Default::default() }
    }

    fn children(&self, node: usize) -> &[Node<S>] {
        &self.nodes[self.children_of(node)]
    }

    fn children_of(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node].range()
    }

    /// Adds a child; `None` if the arena is full.
    fn add(&mut self, node: usize, step: S) -> Option<usize> {
        let parent = self.nodes[node];
        if parent.children == parent.capacity {
            let capacity = parent.capacity.checked_mul(2)?.max(MIN_CAPACITY);
            let first = self.allocate(capacity)?;
            self.nodes.copy_within(parent.range(), first as usize);
            if parent.capacity > 0 {
                self.free_blocks[parent.capacity.ilog2() as usize].push(parent.first);
            }
            self.nodes[node] = Node { first, capacity, ..parent };
        }
        let child = self.nodes[node].range().end;
        self.nodes[node].children += 1;
        self.nodes[child] = Node { step: Some(step), ..Node::NEW };
        Some(child)
    }

    fn allocate(&mut self, capacity: u16) -> Option<u32> {
        self.free_blocks[capacity.ilog2() as usize].pop().or_else(|| {
            let (first, end) = (self.nodes.len(), self.nodes.len() + usize::from(capacity));
            (end <= MAX_NODES).then(|| self.nodes.resize(end, Node::NEW))?;
            Some(first as u32)
        })
    }

    /// Child with the highest UCB1; all children have visits.
    fn select(&self, node: usize, explore: f32) -> usize {
        let exploration = explore * (self.nodes[node].visits.max(1) as f32).ln().sqrt();
        let mut best = (self.nodes[node].first as usize, f32::NEG_INFINITY);
        for (index, child) in self.children_of(node).zip(self.children(node)) {
            let visits = child.visits as f32;
            let ucb = child.half_points as f32 * 0.5 / visits + exploration / visits.sqrt();
            if ucb > best.1 {
                best = (index, ucb);
            }
        }
        best.0
    }

    fn visit_rank(&self, node: usize) -> (u32, u32) {
        (self.nodes[node].visits, self.nodes[node].half_points)
    }

    fn most_visited(&self, node: usize) -> Option<usize> {
        self.children_of(node).max_by_key(|&child| self.visit_rank(child))
    }

    /// Most visited line below a node.
    fn line(&self, from: usize) -> Vec<usize> {
        std::iter::successors(self.most_visited(from), |&node| self.most_visited(node)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_NODES, Node, ROOT, Tree};

    #[test]
    fn the_tree_fills_its_capacity_and_no_more() {
        let mut tree: Tree<u32> = Tree::new();
        let mut parents = std::collections::VecDeque::from([ROOT]);
        let mut added = 0;
        'full: while let Some(node) = parents.pop_front() {
            for step in 0..100 {
                if tree.add(node, step).is_none() {
                    break 'full;
                }
                added += 1;
            }
            let children = tree.children(node).iter().map(|child: &Node<u32>| child.step);
            assert!(children.eq((0..100).map(Some)), "children keep their steps when they move");
            parents.extend(tree.children_of(node));
        }
        assert!(tree.nodes.len() <= MAX_NODES);
        assert!(added > MAX_NODES / 2, "{added}");
    }
}
