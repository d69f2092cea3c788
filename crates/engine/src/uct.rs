//! UCT with random play-outs: plays any game by its rules alone. The player of every game without a
//! folder of its own, and a sparring partner for the others.
//!
//! An edge is one step, so a seat may be to move at several nodes in succession. Selection is by UCB1
//! for the seat to move, with any number of seats; at a chance node an outcome is drawn. Expansion adds
//! one node per play-out. A win counts 1, a shared win is divided. The most visited step is played.

use mohreh_games::{Game, Seat, Status};

use crate::level::Levels;
use crate::score::{score_of, win_share};
use crate::splitmix::{SplitMix64, splitmix64};
use crate::think::{Choice, Handicap, Limits, Line, Report};

/// Logistic scale of scores; here scores are derived from win probabilities.
const SCALE: f64 = 400.0;
/// Capacity of the tree; when it is full, play-outs continue without expansion.
const MAX_NODES: usize = 2_000_000;
/// Smallest block of children.
const MIN_CAPACITY: u16 = 4;
/// Points of a win; a multiple of every number of seats that can share it.
const WIN_POINTS: u32 = 12;
/// Limit of play-outs, so that counters do not overflow.
const MAX_PLAYOUTS: u64 = 1 << 28;
/// Limit of play-outs for a forced turn.
const FORCED_PLAYOUTS: u64 = 64;
/// A longer play-out counts as a draw.
const MAX_PLAYOUT_STEPS: usize = 10_000;
/// Interval between two checks of time and depth.
const LIMIT_CHECK_PLAYOUTS: u64 = 16;
/// Play-outs before the first report; further reports whenever they have doubled.
const FIRST_REPORT_PLAYOUTS: u64 = 1_024;
const ROOT: usize = 0;

/// Parameters of the search.
#[derive(Clone, Copy, Debug)]
pub struct Uct {
    /// Factor of √(ln parent / child) in UCB1, for values from 0 to 1.
    pub explore: f32,
    /// A step that does not end the turn gets this share of the remaining budget, the last one all of
    /// it.
    pub turn_share: f64,
    /// Whether a forced turn is searched for as long as any other.
    pub searches_forced: bool,
}

impl Default for Uct {
    fn default() -> Uct {
        Uct { explore: 0.4, turn_share: 0.5, searches_forced: false }
    }
}

impl Uct {
    /// Levels of a game without knowledge; nodes are play-outs.
    pub const LEVELS: Levels = [
        (30, 700, 40),
        (60, 420, 28),
        (150, 240, 18),
        (400, 120, 9),
        (1_000, 45, 3),
        (2_500, 0, 0),
        (7_000, 0, 0),
        (20_000, 0, 0),
    ];

    /// Searches a position and chooses the steps up to the end of the turn or the next roll; none if no
    /// seat is to move. A node of `limits` is a play-out, shared by the steps of the turn; `depth` is
    /// the length of the most visited line.
    ///
    /// `budget_used` returns the used fraction of any further limit, such as time: from 0 to 1.
    pub fn think<G: Game>(
        &self,
        game: &G,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        report: &mut dyn FnMut(&Report<G::Step>),
    ) -> Choice<G::Step> {
        let mut search = Search::new(self, game, limits, budget_used);
        let mut turn = Vec::new();
        let mut node = ROOT;
        let to_move = game.status();
        while matches!(to_move, Status::ToMove(_)) && search.game.status() == to_move {
            let until = search.budget_spent + (1.0 - search.budget_spent) * self.turn_share;
            search.run(node, until, report);
            if search.ends_turn(node) {
                search.run(node, 1.0, report);
            }
            let Some(best) = search.choose(node) else { break };
            let Some(step) = search.tree.nodes[best].step else { break };
            search.game.play_unchecked(step);
            search.chosen = search.chosen.or(Some(step));
            turn.push(step);
            node = best;
        }
        let last = search.report();
        if !turn.is_empty() {
            report(&last);
        }
        Choice { turn, report: last }
    }
}

struct Search<'a, G: Game> {
    tree: Tree<G::Step>,
    /// Root of the next play-out: the position after the chosen steps of the turn.
    game: G,
    rng: SplitMix64,
    uct: Uct,
    limits: Limits,
    max_playouts: u64,
    /// First step of the turn, once it is chosen.
    chosen: Option<G::Step>,
    blindness: Blindness,
    /// Hash of seed and initial position.
    noise_seed: u64,
    /// Amplitude of the noise on win probabilities when a step is chosen.
    noise: f64,
    budget_used: &'a dyn Fn() -> f64,
    playouts: u64,
    /// Used fraction of the limits, from 0 to 1.
    budget_spent: f64,
    /// Buffers of a play-out.
    steps: Vec<G::Step>,
    path: Vec<(usize, Option<Seat>)>,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(
        uct: &Uct,
        game: &G,
        limits: &Limits,
        budget_used: &'a dyn Fn() -> f64,
    ) -> Search<'a, G> {
        let max_playouts =
            if uct.searches_forced || has_choice(game) { MAX_PLAYOUTS } else { FORCED_PLAYOUTS };
        let Handicap { seed, noise_permille, blind_percent, .. } = limits.handicap;
        Search {
            tree: Tree::new(),
            game: game.clone(),
            // Seeded by the position, so that searches are independent of each other.
            rng: SplitMix64::new(seed ^ game.hash()),
            uct: *uct,
            limits: *limits,
            max_playouts: limits.nodes.unwrap_or(max_playouts).clamp(1, max_playouts),
            chosen: None,
            blindness: Blindness { seed: splitmix64(seed), percent: blind_percent.into() },
            noise_seed: splitmix64(seed) ^ game.hash(),
            noise: win_share(noise_permille),
            budget_used,
            playouts: 0,
            budget_spent: 0.0,
            steps: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Runs play-outs from a node until `until` of the budget is spent.
    fn run(&mut self, from: usize, until: f64, report: &mut dyn FnMut(&Report<G::Step>)) {
        self.check_limits();
        while self.budget_spent < until {
            self.playout(from);
            if self.playouts >= FIRST_REPORT_PLAYOUTS && self.playouts.is_power_of_two() {
                report(&self.report());
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
        self.budget_spent = self.budget_spent.max(self.playouts as f64 / self.max_playouts as f64);
    }

    /// Whether the most visited line has `depth` steps, ends the game, or cannot be extended.
    fn has_depth(&self, depth: usize) -> bool {
        let line = self.tree.line(ROOT);
        // A leaf with two visits is terminal, or the tree is full.
        let ends = line.last().is_some_and(|&last| self.tree.nodes[last].visits > 1);
        line.len() >= depth || ends
    }

    /// Whether the preferred step ends the turn.
    fn ends_turn(&self, node: usize) -> bool {
        let best = self.preferred(node).and_then(|best| self.tree.nodes[best].step);
        best.is_some_and(|step| {
            let mut game = self.game.clone();
            game.play_unchecked(step);
            game.status() != self.game.status()
        })
    }

    /// Chooses a child; runs a play-out first if none was visited.
    fn choose(&mut self, node: usize) -> Option<usize> {
        if self.tree.children(node).is_empty() {
            self.playout(node);
        }
        self.preferred(node)
    }

    fn preferred(&self, node: usize) -> Option<usize> {
        self.tree.children_of(node).max_by_key(|&child| self.preference(node, child))
    }

    /// Order of siblings: by visits; with a handicap, by noisy means.
    fn preference(&self, parent: usize, child: usize) -> u64 {
        let node = &self.tree.nodes[child];
        if self.noise == 0.0 {
            return u64::from(node.visits) << 32 | u64::from(node.points);
        }
        let number = (child - self.tree.children_of(parent).start) as u64;
        let hash = splitmix64(self.noise_seed ^ (parent as u64) << 32 ^ number);
        let noise = (hash % 1024) as f64 / 1024.0 * self.noise;
        ((node.mean() + noise) * f64::from(u32::MAX)) as u64
    }

    fn playout(&mut self, from: usize) {
        self.playouts += 1;
        let mut game = self.game.clone();
        let mut node = from;
        self.path.clear();
        // The step to a later root was played by the seat that is still to move.
        self.path.push((from, mover(&game)));
        loop {
            let (child, seat, is_new) = match game.status() {
                Status::Over(_) => break,
                Status::ToMove(seat) if self.tree.nodes[node].fully_expanded => {
                    (Some(self.tree.select(node, self.uct.explore)), Some(seat), false)
                }
                Status::ToMove(seat) => {
                    self.steps.clear();
                    game.steps(&mut self.steps);
                    self.blindness.hide(game.hash(), &mut self.steps);
                    (self.expand(node), Some(seat), true)
                }
                Status::ToRoll => {
                    let rng = &mut self.rng;
                    let Some(step) = game.roll(&mut |n| rng.below32(n)) else { break };
                    match self.tree.child(node, step) {
                        Some(child) => (Some(child), None, false),
                        None => (self.tree.add(node, step), None, true),
                    }
                }
            };
            let Some(child) = child else { break };
            self.path.push((child, seat));
            if let Some(step) = self.tree.nodes[child].step {
                game.play_unchecked(step);
            }
            node = child;
            if is_new {
                break;
            }
        }
        let end = self.rollout(game);
        for &(node, seat) in &self.path {
            self.tree.nodes[node].add(seat.map_or(0, |seat| points(end, seat)));
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
            if self.tree.child(node, step).is_none() {
                let child = self.tree.add(node, step);
                self.tree.nodes[node].fully_expanded =
                    self.tree.children(node).len() == self.steps.len();
                return child;
            }
        }
    }

    /// Simulation: random steps to the end of the game.
    fn rollout(&mut self, mut game: G) -> Status {
        for _ in 0..MAX_PLAYOUT_STEPS {
            let rng = &mut self.rng;
            // A roll is drawn without listing its outcomes; in a game without dice this is nothing.
            let step = game.roll(&mut |n| rng.below32(n)).or_else(|| {
                self.steps.clear();
                game.steps(&mut self.steps);
                (!self.steps.is_empty()).then(|| rng.one_of(&self.steps))
            });
            let Some(step) = step else { break };
            game.play_unchecked(step);
        }
        game.status()
    }

    fn report(&self) -> Report<G::Step> {
        let tree = &self.tree;
        let mut firsts: Vec<usize> = tree.children_of(ROOT).collect();
        firsts.sort_by_key(|&first| {
            let is_chosen = self.chosen.is_some() && tree.nodes[first].step == self.chosen;
            std::cmp::Reverse((is_chosen, self.preference(ROOT, first)))
        });
        firsts.truncate(self.limits.lines.max(1));
        let lines = firsts.into_iter().map(|first| {
            let line = std::iter::once(first).chain(tree.line(first));
            // Play-outs prove no win.
            let win = tree.nodes[first].mean().clamp(0.0001, 0.9999);
            let steps = line.filter_map(|node| tree.nodes[node].step).collect();
            Line { score: score_of(win, SCALE), win, steps }
        });
        let depth = tree.line(ROOT).len() as u32;
        Report { depth, nodes: self.playouts, lines: lines.collect() }
    }
}

/// The steps that the handicap hides, in the tree but not in play-outs.
struct Blindness {
    seed: u64,
    percent: u64,
}

impl Blindness {
    /// Removes hidden steps, by their place in the list; a step always remains.
    fn hide<S: Copy>(&self, position: u64, steps: &mut Vec<S>) {
        let Some(&first) = steps.first().filter(|_| self.percent > 0) else { return };
        let mut place = 0;
        steps.retain(|_| {
            place += 1;
            splitmix64(position ^ self.seed ^ splitmix64(place)) % 100 >= self.percent
        });
        if steps.is_empty() {
            steps.push(first);
        }
    }
}

fn mover<G: Game>(game: &G) -> Option<Seat> {
    match game.status() {
        Status::ToMove(seat) => Some(seat),
        _ => None,
    }
}

/// Whether the turn has a choice.
fn has_choice<G: Game>(game: &G) -> bool {
    let mut game = game.clone();
    let to_move = game.status();
    let mut steps = Vec::new();
    while matches!(to_move, Status::ToMove(_)) && game.status() == to_move {
        steps.clear();
        game.steps(&mut steps);
        let [only] = steps[..] else { return true };
        game.play_unchecked(only);
    }
    false
}

/// Result of a play-out for a seat; one that was cut off counts as a draw.
fn points(end: Status, seat: Seat) -> u32 {
    let Status::Over(outcome) = end else { return WIN_POINTS / 2 };
    let winners = outcome.places().iter().filter(|place| **place == 1).count() as u32;
    if outcome.places()[seat.index()] == 1 { WIN_POINTS / winners.max(1) } else { 0 }
}

#[derive(Clone, Copy)]
struct Node<S> {
    /// Step that leads here; `None` at the root.
    step: Option<S>,
    visits: u32,
    /// Sum for the seat that played `step`.
    points: u32,
    /// Index of the first child; siblings are contiguous.
    first: u32,
    children: u16,
    /// Size of the block of children.
    capacity: u16,
    /// Every step that is seen has a child.
    fully_expanded: bool,
}

impl<S> Node<S> {
    const NEW: Node<S> = Node {
        step: None,
        visits: 0,
        points: 0,
        first: 0,
        children: 0,
        capacity: 0,
        fully_expanded: false,
    };

    fn add(&mut self, points: u32) {
        self.visits += 1;
        self.points += points;
    }

    fn mean(&self) -> f64 {
        f64::from(self.points) / (f64::from(WIN_POINTS) * f64::from(self.visits.max(1)))
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

impl<S: Copy + PartialEq> Tree<S> {
    fn new() -> Tree<S> {
        Tree { nodes: vec![Node::NEW], free_blocks: Default::default() }
    }

    fn children(&self, node: usize) -> &[Node<S>] {
        &self.nodes[self.children_of(node)]
    }

    fn children_of(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node].range()
    }

    /// The child that a step leads to.
    fn child(&self, node: usize, step: S) -> Option<usize> {
        self.children_of(node).find(|&child| self.nodes[child].step == Some(step))
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
        let exploration = explore * libm::logf(self.nodes[node].visits.max(1) as f32).sqrt();
        let mut best = (self.nodes[node].first as usize, f32::NEG_INFINITY);
        for (index, child) in self.children_of(node).zip(self.children(node)) {
            let visits = child.visits as f32;
            let ucb =
                child.points as f32 / (WIN_POINTS as f32 * visits) + exploration / visits.sqrt();
            if ucb > best.1 {
                best = (index, ucb);
            }
        }
        best.0
    }

    fn most_visited(&self, node: usize) -> Option<usize> {
        let rank = |&child: &usize| (self.nodes[child].visits, self.nodes[child].points);
        self.children_of(node).max_by_key(rank)
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
