//! Iterative deepening at the root: limits, handicap, MultiPV, Lazy SMP, and the choice of a whole
//! turn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mohreh_games::Status;

use crate::engine::{Engine, Feature};
use crate::heuristics::Heuristics;
use crate::proof::Prover;
use crate::score::{Score, WIN, WIN_THRESHOLD, win_probability};
use crate::search::{Search, Stopped};
use crate::splitmix::splitmix64;

/// Search limits. Without any, only the caller's `stop` ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Node limit of all threads together.
    pub nodes: Option<u64>,
    /// Depth limit in plies; in a game with dice, in iterations of its search.
    pub depth: Option<u32>,
    /// MultiPV: number of root steps with exact scores.
    pub lines: usize,
    /// Deviation from best play.
    pub handicap: Handicap,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: None, depth: None, lines: 1, handicap: Handicap::default() }
    }
}

/// Deterministic deviation from best play, for weak levels and varied openings. All of it is a function
/// of seed and position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Handicap {
    /// Selects the noise and the steps that are ignored.
    pub seed: u64,
    /// Amplitude of the noise on root scores in the opening, in thousandths of `SCALE`, the score at
    /// which the odds are 10 : 1.
    pub opening_noise_permille: u16,
    /// Amplitude of the noise after the opening, in the same unit.
    pub noise_permille: u16,
    /// Percentage of steps, of both sides and at every ply, that the search ignores.
    pub blind_percent: u8,
}

/// A principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<S> {
    /// From the point of view of the seat to move.
    pub score: Score,
    /// Win probability of the seat to move, from 0 to 1.
    pub win: f64,
    /// At least the root step.
    pub steps: Vec<S>,
}

/// Result of the last finished iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<S> {
    /// Depth of that iteration.
    pub depth: u32,
    /// Nodes of all threads and of the proof search.
    pub nodes: u64,
    /// One principal variation for each of `Limits::lines`, best first.
    pub lines: Vec<Line<S>>,
}

/// Result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<S> {
    /// The whole turn, in a game with dice the next step; empty if no seat is to move.
    pub turn: Vec<S>,
    /// The last iteration.
    pub report: Report<S>,
}

/// Depth limit of iterative deepening.
const MAX_DEPTH: u32 = 99;
/// The proof search gets one node for this many of the main search, after each iteration.
const NODES_PER_PROOF_NODE: u64 = 15;
/// Iterations before the first proof, so that there is an answer.
const ITERATIONS_BEFORE_PROOF: u32 = 2;

/// Node limit when a step of the turn has been overwritten in the transposition table.
const RE_SEARCH_NODES: u64 = 2_000;

/// [`Engine::think`] for two-player games without chance.
pub(crate) fn think<G: Heuristics>(
    game: &G,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<G::Step>),
) -> Choice<G::Step> {
    engine.tt.new_search(limits.nodes);
    // Another search of the same engine may hold the table.
    let mut proofs = engine.proofs.try_lock().ok();
    let max_proof_nodes = limits.nodes.map(|nodes| nodes / (NODES_PER_PROOF_NODE + 1));
    let prover = proofs
        .as_deref_mut()
        .filter(|_| is_proof_wanted(game, engine, limits))
        .map(|table| Prover::new(game, table, max_proof_nodes, stop));
    let shared = SharedState::default();
    if engine.threads > 1 && cfg!(not(target_family = "wasm")) {
        std::thread::scope(|scope| {
            for number in 1..engine.threads {
                let shared = &shared;
                scope.spawn(move || {
                    let stop = || shared.stopped.load(Relaxed);
                    let mut helper = RootSearch::new(game, engine, limits, &stop);
                    helper.search.share_nodes(&shared.nodes);
                    // Lazy SMP: every second helper starts one ply deeper, so that the threads diverge.
                    helper.iterate(limits, 1 + number as u32 % 2, &mut |_| {});
                });
            }
            let mut root_search = RootSearch::new(game, engine, limits, stop);
            root_search.prover = prover;
            root_search.search.share_nodes(&shared.nodes);
            root_search.iterate(limits, 1, report);
            shared.stopped.store(true, Relaxed);
            root_search.choose()
        })
    } else {
        let mut root_search = RootSearch::new(game, engine, limits, stop);
        root_search.prover = prover;
        root_search.iterate(limits, 1, report);
        root_search.choose()
    }
}

/// State that the threads share.
#[derive(Default)]
struct SharedState {
    stopped: AtomicBool,
    nodes: AtomicU64,
}

fn is_proof_wanted<G: Heuristics>(game: &G, engine: &Engine, limits: &Limits) -> bool {
    engine.is_enabled(Feature::Proofs)
        && limits.depth.is_none()
        && limits.lines == 1
        && limits.handicap.blind_percent == 0
        && matches!(game.status(), Status::ToMove(_))
        && game.is_proof_candidate()
}

/// A root step with its latest score.
#[derive(Clone, Copy)]
struct RootStep<S> {
    step: S,
    /// Without noise.
    score: Score,
    /// Added to the score when root steps are compared; see [`Handicap`].
    noise: Score,
}

struct RootSearch<'a, G: Heuristics> {
    game: &'a G,
    engine: &'a Engine,
    search: Search<'a, G>,
    roots: Vec<RootStep<G::Step>>,
    report: Report<G::Step>,
    prover: Option<Prover<'a, G>>,
    /// A winning turn that was proven.
    proven: Option<Vec<G::Step>>,
}

impl<'a, G: Heuristics> RootSearch<'a, G> {
    fn new(game: &'a G, engine: &'a Engine, limits: &Limits, stop: &'a dyn Fn() -> bool) -> Self {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let handicap = limits.handicap;
        let noise_permille = if game.is_opening() {
            handicap.opening_noise_permille
        } else {
            handicap.noise_permille
        };
        let max_noise = (f64::from(noise_permille) * G::SCALE / 1000.0) as u64;
        let hash = |step| {
            splitmix64(game.hash() ^ splitmix64(handicap.seed) ^ G::history_index(step) as u64)
        };
        let noise = |step| (hash(step) % (max_noise + 1)) as Score;
        let mut roots: Vec<_> =
            steps.iter().map(|&step| RootStep { step, score: 0, noise: noise(step) }).collect();
        // Noise breaks ties of the static ordering.
        roots.sort_by_key(|root| (-game.ordering_score(root.step), -root.noise));
        let mut search = Search::new(engine, stop, limits.nodes.unwrap_or(u64::MAX));
        search.set_blindness(handicap.blind_percent, handicap.seed);
        if roots.len() > 1 {
            let all = roots.clone();
            roots.retain(|root| !search.is_blind_to(game.hash(), root.step));
            if roots.is_empty() {
                roots = all;
            }
        }
        let report = Report { depth: 0, nodes: 0, lines: Vec::new() };
        RootSearch { game, engine, search, roots, report, prover: None, proven: None }
    }

    /// Iterative deepening from depth `from`.
    fn iterate(&mut self, limits: &Limits, from: u32, report: &mut dyn FnMut(&Report<G::Step>)) {
        let multi_pv = limits.lines.clamp(1, self.roots.len().max(1));
        for depth in from..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            if self.roots.is_empty() {
                return;
            }
            for pv_index in 0..multi_pv {
                if self.search_aspirated(depth as i32, pv_index).is_err() {
                    // An aborted iteration counts: its best step so far is already in front.
                    return;
                }
            }
            self.report = Report {
                depth,
                nodes: self.search.total_nodes(),
                lines: self.roots[..multi_pv]
                    .iter()
                    .map(|root| self.principal_variation(*root))
                    .collect(),
            };
            report(&self.report);
            if depth >= ITERATIONS_BEFORE_PROOF {
                self.prove(report);
            }
            let decided =
                self.roots[..multi_pv].iter().all(|root| root.score.abs() >= WIN_THRESHOLD);
            let within_depth = WIN - self.roots[0].score.abs() <= depth as Score;
            if self.is_forced() || decided && within_depth {
                return;
            }
        }
    }

    /// Continues the proof search with its share of the nodes, and reports a proof.
    fn prove(&mut self, report: &mut dyn FnMut(&Report<G::Step>)) {
        let Some(prover) = &mut self.prover else { return };
        let before = prover.nodes();
        let allowed = self.search.total_nodes() / NODES_PER_PROOF_NODE;
        let win = prover.run(self.game, allowed);
        self.search.spend(prover.nodes() - before);
        let found = self.report.lines.first().is_some_and(|line| line.score >= WIN_THRESHOLD);
        // A win found by the search has the shortest distance; df-PN only proves that there is one.
        if let Some(turn) = win.filter(|_| !found) {
            self.report.nodes = self.search.total_nodes();
            self.report.lines = vec![proven_line(&turn)];
            report(&self.report);
            self.proven = Some(turn);
            self.prover = None;
        }
    }

    /// Whether the turn is forced: a single root step that ends it.
    fn is_forced(&self) -> bool {
        let [only] = self.roots.as_slice() else { return false };
        let mut game = self.game.clone();
        game.play_unchecked(only.step);
        game.status() != Status::ToMove(self.game.mover())
    }

    /// Searches `roots[pv_index..]` with an aspiration window, and moves the best to `pv_index`.
    fn search_aspirated(&mut self, depth: i32, pv_index: usize) -> Result<(), Stopped> {
        let previous = self.roots[pv_index].score + self.roots[pv_index].noise;
        let (mut low, mut high) = match depth {
            4.. if self.engine.is_enabled(Feature::Aspiration) => (
                (previous - G::ASPIRATION_WINDOW).max(-WIN),
                (previous + G::ASPIRATION_WINDOW).min(WIN),
            ),
            _ => (-WIN, WIN),
        };
        loop {
            let best = self.search_roots(depth, pv_index, (low, high))?;
            if best <= low && low > -WIN {
                // Fail low: the order of the root steps is unknown, so search again with an open bound.
                low = -WIN;
            } else if best >= high && high < WIN {
                high = WIN;
            } else {
                return Ok(());
            }
        }
    }

    fn search_roots(
        &mut self,
        depth: i32,
        pv_index: usize,
        (low, high): (Score, Score),
    ) -> Result<Score, Stopped> {
        let seat = self.game.mover();
        let mut best = -WIN - 1;
        for number in pv_index..self.roots.len() {
            let RootStep { step, noise, .. } = self.roots[number];
            let mut child = self.game.clone();
            child.play_unchecked(step);
            let alpha = low.max(best) - noise;
            let full_window = (alpha, high - noise);
            let mut score = if number == pv_index {
                self.search.search_for(seat, &child, depth - 1, full_window, 1)?
            } else {
                self.search.search_for(seat, &child, depth - 1, (alpha, alpha + 1), 1)?
            };
            if number > pv_index && score > alpha && score < full_window.1 {
                score = self.search.search_for(seat, &child, depth - 1, full_window, 1)?;
            }
            // Proven scores are not perturbed.
            let noisy_score = if score.abs() >= WIN_THRESHOLD { score } else { score + noise };
            // A score at or below `low` is only an upper bound, so it does not order the step.
            if noisy_score > best && (noisy_score > low || low == -WIN) {
                // Moved to the front: the next iteration searches it first, and an aborted search
                // returns it.
                self.roots[pv_index..=number].rotate_right(1);
                self.roots[pv_index].score = score;
            }
            best = best.max(noisy_score);
            if best >= high {
                break;
            }
        }
        Ok(best)
    }

    /// Principal variation of a root step, read from the transposition table.
    fn principal_variation(&self, root: RootStep<G::Step>) -> Line<G::Step> {
        let mut steps = vec![root.step];
        let mut game = self.game.clone();
        game.play_unchecked(root.step);
        while steps.len() < 24 {
            let Some(step) = self.tt_step(&game) else { break };
            steps.push(step);
            game.play_unchecked(step);
        }
        Line { score: root.score, win: win_probability(root.score, G::SCALE), steps }
    }

    /// Best step of a position in the transposition table.
    fn tt_step(&self, game: &G) -> Option<G::Step> {
        let entry = self.engine.tt.probe(game.hash())?;
        let mut steps = Vec::new();
        game.steps(&mut steps);
        steps.get(usize::from(entry.best_index)).copied()
    }

    /// The whole turn: the best root step, then the table's step for each further one.
    fn choose(mut self) -> Choice<G::Step> {
        let mut turn: Vec<G::Step> = self.roots.first().map(|root| root.step).into_iter().collect();
        let mut game = self.game.clone();
        if let Some(step) = turn.first() {
            game.play_unchecked(*step);
        }
        while game.status() == Status::ToMove(self.game.mover()) {
            let Some(step) = self.tt_step(&game).or_else(|| self.re_search(&game)) else { break };
            turn.push(step);
            game.play_unchecked(step);
        }
        self.report.nodes = self.search.total_nodes();
        let found = self.report.lines.first().is_some_and(|line| line.score > WIN_THRESHOLD);
        if let Some(proven) = self.proven.filter(|_| !found) {
            self.report.lines = vec![proven_line(&proven)];
            turn = proven;
        }
        Choice { turn, report: self.report }
    }

    /// Short search for a step in the middle of the turn that was overwritten in the table.
    fn re_search(&self, game: &G) -> Option<G::Step> {
        let limits = Limits { nodes: Some(RE_SEARCH_NODES), ..Limits::default() };
        let mut again = RootSearch::new(game, self.engine, &limits, &|| false);
        again.iterate(&limits, 1, &mut |_| {});
        again.roots.first().map(|root| root.step)
    }
}

/// The line of a win that was proven without a distance.
fn proven_line<S: Copy>(turn: &[S]) -> Line<S> {
    Line { score: WIN_THRESHOLD, win: 1.0, steps: turn.to_vec() }
}
