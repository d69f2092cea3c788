//! A sparring partner for the games of two: plain UCT with random play-outs to the end of the game.
//!
//! Each edge of the tree is one step, so a seat may choose several times in succession. A play-out goes
//! down the tree by UCB1, adds one node, and plays on at random; a win counts 1, a draw ½. The most
//! visited step is played. Nothing is known of any game beyond its rules.

use mohreh_games::{AnyGame, Duel, Kind, Outcome, Seat, Status};

use crate::protocol::{Limits, Line, Player, Report};

/// Room in the tree; when it is used up, play-outs go on without new nodes.
const ROOM: usize = 2_000_000;
/// Room for the first children of a node.
const FEW: u16 = 4;
/// More play-outs than anybody waits for; counts stay far below their ends.
const MOST: u64 = 1 << 30;
/// A turn without a choice is not thought about for longer.
const NO_CHOICE: u64 = 64;
/// Random play that has not come to an end by then counts as a draw.
const LONGEST: usize = 10_000;
/// Time and depth are looked at after so many play-outs.
const GLANCE: u64 = 16;
/// What is found out is told first after so many play-outs, then whenever they have doubled.
const TOLD: u64 = 1_024;
/// The root of the tree.
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

impl Player for Uct {
    const KINDS: &'static [Kind] = &[Kind::Zertz, Kind::Tzaar, Kind::Yinsh];

    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        used: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        match game {
            AnyGame::Zertz(game) => texts(&self.think(game, 1.0, limits, used, tell)),
            // Both actions of a turn weigh the same. Elsewhere the first step decides most, and the
            // tree below it is enough for the rest.
            AnyGame::Tzaar(game) => texts(&self.think(game, 0.5, limits, used, tell)),
            AnyGame::Yinsh(game) => texts(&self.think(game, 1.0, limits, used, tell)),
            // Dice need another player.
            AnyGame::Rotas(_) => Vec::new(),
        }
    }
}

fn texts(steps: &[impl ToString]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}

impl Uct {
    /// The steps of the whole turn. A step that does not end it gets `share` of what is left of the
    /// limits, and one that does gets all of it.
    pub fn think<G: Duel>(
        &self,
        game: &G,
        share: f64,
        limits: &Limits,
        used: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(&Report),
    ) -> Vec<G::Step> {
        let mut search = Search::new(self, game, limits, used);
        let mut turn = Vec::new();
        let mut at = ROOT;
        while search.game.status() == Status::ToMove(game.mover()) {
            search.run(at, search.spent + (1.0 - search.spent) * share, tell);
            if search.ends_turn(at) {
                search.run(at, 1.0, tell);
            }
            let Some(best) = search.most_visited_or_any(at) else { break };
            let Some(step) = search.tree.nodes[best].step else { break };
            search.game.play_unchecked(step);
            turn.push(step);
            at = best;
        }
        tell(&search.report());
        turn
    }
}

struct Search<'a, G: Duel> {
    tree: Tree<G::Step>,
    /// Where the play-outs begin: the position asked about, and what was chosen of the turn since.
    game: G,
    chance: Chance,
    explore: f32,
    limits: Limits,
    used: &'a dyn Fn() -> f64,
    playouts: u64,
    /// How much of the limits is used up, from 0 to 1.
    spent: f64,
    /// To be used again by each play-out.
    steps: Vec<G::Step>,
    path: Vec<(usize, Seat)>,
}

impl<'a, G: Duel> Search<'a, G> {
    fn new(uct: &Uct, game: &G, limits: &Limits, used: &'a dyn Fn() -> f64) -> Search<'a, G> {
        let mut limits = *limits;
        let most = if !limits.endless() && !has_choice(game) { NO_CHOICE } else { MOST };
        limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        Search {
            tree: Tree::new(),
            game: game.clone(),
            // Not to depend on what was asked before.
            chance: Chance(uct.seed ^ game.hash()),
            explore: uct.explore,
            limits,
            used,
            playouts: 0,
            spent: 0.0,
            steps: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Makes play-outs from a node on until so much of the limits is used up.
    fn run(&mut self, from: usize, until: f64, tell: &mut dyn FnMut(&Report)) {
        self.look_at_limits();
        while self.spent < until {
            self.playout(from);
            if self.playouts >= TOLD && self.playouts.is_power_of_two() {
                tell(&self.report());
            }
            self.look_at_limits();
        }
    }

    fn look_at_limits(&mut self) {
        if self.playouts.is_multiple_of(GLANCE) {
            self.spent = self.spent.max((self.used)());
            if self.limits.depth.is_some_and(|depth| self.has_depth(depth as usize)) {
                self.spent = 1.0;
            }
        }
        if let Some(nodes) = self.limits.nodes {
            self.spent = self.spent.max(self.playouts as f64 / nodes as f64);
        }
    }

    /// Whether the most visited line is so long or ends the game, or the tree cannot make it longer.
    fn has_depth(&self, depth: usize) -> bool {
        let line = self.tree.line(ROOT);
        // What was visited twice and has no children has no room for them, or is the end.
        let ends = line.last().is_some_and(|&last| self.tree.nodes[last].visits > 1);
        line.len() >= depth || ends
    }

    /// Whether the turn is over after the step that is visited most.
    fn ends_turn(&self, at: usize) -> bool {
        let best = self.tree.most_visited(at).and_then(|best| self.tree.nodes[best].step);
        best.is_some_and(|step| {
            let mut game = self.game.clone();
            game.play_unchecked(step);
            game.status() != Status::ToMove(self.game.mover())
        })
    }

    /// A play-out more where nothing was visited yet.
    fn most_visited_or_any(&mut self, at: usize) -> Option<usize> {
        if self.tree.most_visited(at).is_none() {
            self.playout(at);
        }
        self.tree.most_visited(at)
    }

    fn playout(&mut self, from: usize) {
        self.playouts += 1;
        let mut game = self.game.clone();
        let mut at = from;
        self.path.clear();
        self.path.push((from, game.mover()));
        while self.tree.nodes[at].full {
            at = self.tree.select(at, self.explore);
            self.follow(&mut game, at);
        }
        self.steps.clear();
        game.steps(&mut self.steps);
        if let Some(child) = self.expand(at) {
            self.follow(&mut game, child);
            self.steps.clear();
            game.steps(&mut self.steps);
        }
        let outcome = self.play_on(game);
        for &(node, seat) in &self.path {
            self.tree.nodes[node].add(half_points(outcome, seat));
        }
    }

    /// Goes down to a node.
    fn follow(&mut self, game: &mut G, to: usize) {
        self.path.push((to, game.mover()));
        if let Some(step) = self.tree.nodes[to].step {
            game.play_unchecked(step);
        }
    }

    /// Adds a child for one of the steps that have none yet, all equally likely.
    fn expand(&mut self, at: usize) -> Option<usize> {
        let count = self.steps.len() as u32;
        if self.tree.children(at).len() >= self.steps.len() {
            return None;
        }
        loop {
            let step = self.steps[self.chance.below(count) as usize];
            if self.tree.children(at).iter().all(|child| child.step != Some(step)) {
                let child = self.tree.add(at, step);
                self.tree.nodes[at].full = self.tree.children(at).len() == self.steps.len();
                return child;
            }
        }
    }

    /// Plays at random to the end, beginning with one of the steps that are listed already.
    fn play_on(&mut self, mut game: G) -> Option<Outcome> {
        for _ in 0..LONGEST {
            let Some(count) = self.steps.len().checked_sub(1) else { break };
            let step = self.steps[self.chance.below(count as u32 + 1) as usize];
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
        firsts.sort_by_key(|&first| std::cmp::Reverse(tree.rank(first)));
        firsts.truncate(self.limits.lines);
        let lines = firsts.into_iter().map(|first| {
            let line = std::iter::once(first).chain(tree.line(first));
            let steps = line.filter_map(|node| tree.nodes[node].step);
            // Play-outs prove nothing.
            let win = tree.nodes[first].mean().clamp(0.0001, 0.9999);
            Line { win, steps: steps.map(|step| step.to_string()).collect() }
        });
        Report { depth: tree.line(ROOT).len(), nodes: self.playouts, lines: lines.collect() }
    }
}

/// Whether there is anything to choose in this turn.
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

/// What an outcome is worth: 2 if won, 1 if drawn, in halves of a point.
fn half_points(outcome: Option<Outcome>, seat: Seat) -> u32 {
    match outcome.and_then(|outcome| outcome.winner()) {
        Some(winner) if winner == seat => 2,
        Some(_) => 0,
        None => 1,
    }
}

#[derive(Clone, Copy)]
struct Node<S> {
    /// What leads here; none at the root.
    step: Option<S>,
    visits: u32,
    /// For the seat that played the step.
    half_points: u32,
    /// The children stand side by side from here on.
    first: u32,
    children: u16,
    /// How many children there is room for.
    room: u16,
    /// Every step has its child.
    full: bool,
}

impl<S> Node<S> {
    const NEW: Node<S> =
        Node { step: None, visits: 0, half_points: 0, first: 0, children: 0, room: 0, full: false };

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

/// All nodes in one list. Children that need more room move to a place twice as large, and what they
/// leave is given to others.
struct Tree<S> {
    nodes: Vec<Node<S>>,
    /// Places that were left, by the logarithm of their size.
    left: [Vec<u32>; 16],
}

impl<S: Copy> Tree<S> {
    fn new() -> Tree<S> {
        Tree { nodes: vec![Node::NEW], left: Default::default() }
    }

    fn children(&self, at: usize) -> &[Node<S>] {
        &self.nodes[self.children_of(at)]
    }

    fn children_of(&self, at: usize) -> std::ops::Range<usize> {
        self.nodes[at].range()
    }

    /// A new child; none if there is no room.
    fn add(&mut self, at: usize, step: S) -> Option<usize> {
        let parent = self.nodes[at];
        if parent.children == parent.room {
            let room = parent.room.checked_mul(2)?.max(FEW);
            let first = self.place(room)?;
            self.nodes.copy_within(parent.range(), first as usize);
            if parent.room > 0 {
                self.left[parent.room.ilog2() as usize].push(parent.first);
            }
            self.nodes[at] = Node { first, room, ..parent };
        }
        let child = self.nodes[at].range().end;
        self.nodes[at].children += 1;
        self.nodes[child] = Node { step: Some(step), ..Node::NEW };
        Some(child)
    }

    fn place(&mut self, room: u16) -> Option<u32> {
        self.left[room.ilog2() as usize].pop().or_else(|| {
            let (first, end) = (self.nodes.len(), self.nodes.len() + usize::from(room));
            (end <= ROOM).then(|| self.nodes.resize(end, Node::NEW))?;
            Some(first as u32)
        })
    }

    /// The child that UCB1 goes to; every child was visited.
    fn select(&self, at: usize, explore: f32) -> usize {
        let spread = explore * (self.nodes[at].visits.max(1) as f32).ln().sqrt();
        let mut best = (self.nodes[at].first as usize, f32::NEG_INFINITY);
        for (index, child) in self.children_of(at).zip(self.children(at)) {
            let visits = child.visits as f32;
            let bound = child.half_points as f32 * 0.5 / visits + spread / visits.sqrt();
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    fn rank(&self, node: usize) -> (u32, u32) {
        (self.nodes[node].visits, self.nodes[node].half_points)
    }

    fn most_visited(&self, at: usize) -> Option<usize> {
        self.children_of(at).max_by_key(|&child| self.rank(child))
    }

    /// What is visited most below a node.
    fn line(&self, from: usize) -> Vec<usize> {
        std::iter::successors(self.most_visited(from), |&node| self.most_visited(node)).collect()
    }
}

/// SplitMix64: small, fast, and the same on every machine.
struct Chance(u64);

impl Chance {
    /// Any of `0..n`, as equally likely as 32 bits make it.
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (((mixed >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, ROOM, ROOT, Tree};

    #[test]
    fn the_tree_fills_its_room_and_no_more() {
        let mut tree: Tree<u32> = Tree::new();
        let mut parents = std::collections::VecDeque::from([ROOT]);
        let mut added = 0;
        'full: while let Some(at) = parents.pop_front() {
            for step in 0..100 {
                if tree.add(at, step).is_none() {
                    break 'full;
                }
                added += 1;
            }
            let children = tree.children(at).iter().map(|child: &Node<u32>| child.step);
            assert!(children.eq((0..100).map(Some)), "children keep their steps when they move");
            parents.extend(tree.children_of(at));
        }
        assert!(tree.nodes.len() <= ROOM);
        assert!(added > ROOM / 2, "{added}");
    }
}
