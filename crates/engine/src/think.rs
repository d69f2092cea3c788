//! Thinking: deeper and deeper, until a limit is reached or the caller has heard enough.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mohreh_games::Status;

use crate::chance::mix;
use crate::engine::{Engine, Feature};
use crate::knowledge::Knowledge;
use crate::proof::{self, Proof};
use crate::score::{Score, WIN, WON, chance};
use crate::search::{Search, Stopped};

/// When to stop thinking. Without any limit only the caller's `stop` ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Steps to look ahead.
    pub depth: Option<u32>,
    /// How many first steps to judge exactly, the best first.
    pub lines: usize,
    /// How the answer may differ from the best that was found.
    pub manner: Manner,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: None, depth: None, lines: 1, manner: Manner::default() }
    }
}

/// How a player differs from one who always plays the best that he finds. All of it follows from the
/// seed and the position: the same player plays the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// Different seeds play differently.
    pub seed: u64,
    /// How much worse than the best a step may be in the opening, in thousandths of the score at which
    /// ten of eleven games are won.
    pub opening: u16,
    /// The same after the opening: how well a player tells good from better.
    pub judgement: u16,
    /// Of a hundred possible steps, one's own and the opponent's, so many are not seen at all.
    pub overlook: u8,
}

/// A first step with what is expected to follow.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<S> {
    /// For the seat to move.
    pub score: Score,
    /// The chance of the seat to move to win.
    pub win: f64,
    /// The steps, at least one.
    pub steps: Vec<S>,
}

/// What has been found out so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<S> {
    /// So many steps were looked ahead.
    pub depth: u32,
    /// So many positions were looked at.
    pub nodes: u64,
    /// The best first steps.
    pub lines: Vec<Line<S>>,
}

/// The answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<S> {
    /// The steps of the whole turn; none if the game is over.
    pub turn: Vec<S>,
    /// What was found out about it.
    pub report: Report<S>,
}

/// The deepest search; a line that long is never reached.
const DEEPEST: u32 = 99;
/// One of so many nodes is spent on a proof.
const PROOF_SHARE: u64 = 16;
/// And no more than this.
const PROOF_NODES: u64 = 400_000;

/// Nodes to find a step again that was found and lost.
const AGAIN: u64 = 2_000;

/// What [`Engine::think`] does for the games of two.
pub(crate) fn think<G: Knowledge>(
    game: &G,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<G::Step>),
) -> Choice<G::Step> {
    engine.table.begin(limits.nodes);
    let proof = prove(game, engine, limits, stop);
    let spent = proof.as_ref().map_or(0, |proof| proof.nodes);
    let limits =
        Limits { nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)), ..*limits };
    let others = Others::default();
    let mut choice = if engine.threads > 1 && cfg!(not(target_family = "wasm")) {
        std::thread::scope(|scope| {
            for number in 1..engine.threads {
                let others = &others;
                let limits = &limits;
                scope.spawn(move || {
                    let stop = || others.stopped.load(Relaxed);
                    let mut helper = Thinking::new(game, engine, limits, &stop);
                    helper.search.share(&others.nodes);
                    // Helpers run ahead by turns, so that they do not all do the same.
                    helper.deepen(limits, 1 + number as u32 % 2, &mut |_| {});
                });
            }
            let mut thinking = Thinking::new(game, engine, &limits, stop);
            thinking.search.share(&others.nodes);
            thinking.deepen(&limits, 1, report);
            others.stopped.store(true, Relaxed);
            thinking.choose()
        })
    } else {
        let mut thinking = Thinking::new(game, engine, &limits, stop);
        thinking.deepen(&limits, 1, report);
        thinking.choose()
    };
    choice.report.nodes += spent;
    if let Some(Proof { win: Some(turn), .. }) = proof {
        // A win that the search has seen to its end is the shortest; a proof only knows that it is one.
        let seen = choice.report.lines.first().is_some_and(|line| line.score >= WON);
        if !seen {
            choice.report.lines = vec![Line { score: WON, win: 1.0, steps: turn.clone() }];
            choice.turn = turn;
            report(&choice.report);
        }
    }
    choice
}

/// What threads know of each other.
#[derive(Default)]
struct Others {
    stopped: AtomicBool,
    nodes: AtomicU64,
}

fn prove<G: Knowledge>(
    game: &G,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Proof<G::Step>> {
    let wanted = engine.has(Feature::Proofs)
        && limits.depth.is_none()
        && limits.lines == 1
        && limits.manner.overlook == 0
        && matches!(game.status(), Status::ToMove(_))
        && game.is_narrow();
    let most = limits.nodes.map_or(PROOF_NODES, |nodes| (nodes / PROOF_SHARE).min(PROOF_NODES));
    wanted.then(|| proof::prove(game, most, stop))
}

/// A first step and the last that was found out about it.
#[derive(Clone, Copy)]
struct Root<S> {
    step: S,
    /// What the search found.
    score: Score,
    /// By how much it is preferred to what is as good, by the player's manner.
    bonus: Score,
}

struct Thinking<'a, G: Knowledge> {
    game: &'a G,
    engine: &'a Engine,
    search: Search<'a, G>,
    roots: Vec<Root<G::Step>>,
    report: Report<G::Step>,
}

impl<'a, G: Knowledge> Thinking<'a, G> {
    fn new(game: &'a G, engine: &'a Engine, limits: &Limits, stop: &'a dyn Fn() -> bool) -> Self {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        let manner = limits.manner;
        let spread = if game.is_opening() { manner.opening } else { manner.judgement };
        let most = (f64::from(spread) * G::SCALE / 1000.0) as u64;
        let chance = |step| mix(game.hash() ^ mix(manner.seed) ^ G::code(step) as u64);
        let bonus = |step| (chance(step) % (most + 1)) as Score;
        let mut roots: Vec<_> =
            steps.iter().map(|&step| Root { step, score: 0, bonus: bonus(step) }).collect();
        // What is as good is tried in the order of the player's taste.
        roots.sort_by_key(|root| (-game.promise(root.step), -root.bonus));
        let mut search = Search::new(engine, stop, limits.nodes.unwrap_or(u64::MAX));
        search.overlook(manner.overlook, manner.seed);
        if roots.len() > 1 {
            let all = roots.clone();
            roots.retain(|root| !search.overlooks(game.hash(), root.step));
            if roots.is_empty() {
                roots = all;
            }
        }
        let report = Report { depth: 0, nodes: 0, lines: Vec::new() };
        Thinking { game, engine, search, roots, report }
    }

    fn deepen(&mut self, limits: &Limits, from: u32, report: &mut dyn FnMut(&Report<G::Step>)) {
        let wanted = limits.lines.clamp(1, self.roots.len().max(1));
        for depth in from..=limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            if self.roots.is_empty() {
                return;
            }
            for first in 0..wanted {
                if self.look(depth as i32, first).is_err() {
                    // What is known of the best step so far stands at its place already.
                    return;
                }
            }
            self.report = Report {
                depth,
                nodes: self.search.nodes_of_all(),
                lines: self.roots[..wanted].iter().map(|root| self.line(*root)).collect(),
            };
            report(&self.report);
            let decided = self.roots[..wanted].iter().all(|root| root.score.abs() >= WON);
            let known = WIN - self.roots[0].score.abs() <= depth as Score;
            if self.no_choice() || decided && known {
                return;
            }
        }
    }

    /// Whether there is nothing to think about: one step only, and the turn ends with it.
    fn no_choice(&self) -> bool {
        let [only] = self.roots.as_slice() else { return false };
        let mut game = self.game.clone();
        game.play_unchecked(only.step);
        game.status() != Status::ToMove(self.game.mover())
    }

    /// Finds the best of the first steps from the place `first` on, and moves it there.
    fn look(&mut self, depth: i32, first: usize) -> Result<(), Stopped> {
        let guess = self.roots[first].score + self.roots[first].bonus;
        let (mut low, mut high) = match depth {
            4.. if self.engine.has(Feature::Aspiration) => {
                ((guess - G::WINDOW).max(-WIN), (guess + G::WINDOW).min(WIN))
            }
            _ => (-WIN, WIN),
        };
        loop {
            let best = self.look_between(depth, first, (low, high))?;
            if best <= low && low > -WIN {
                // All is worse than expected, and nothing is known of the order.
                low = -WIN;
            } else if best >= high && high < WIN {
                high = WIN;
            } else {
                return Ok(());
            }
        }
    }

    fn look_between(
        &mut self,
        depth: i32,
        first: usize,
        (low, high): (Score, Score),
    ) -> Result<Score, Stopped> {
        let seat = self.game.mover();
        let mut best = -WIN - 1;
        for number in first..self.roots.len() {
            let Root { step, bonus, .. } = self.roots[number];
            let mut child = self.game.clone();
            child.play_unchecked(step);
            let alpha = low.max(best) - bonus;
            let full = (alpha, high - bonus);
            let mut score = if number == first {
                self.search.score_for(seat, &child, depth - 1, full, 1)?
            } else {
                self.search.score_for(seat, &child, depth - 1, (alpha, alpha + 1), 1)?
            };
            if number > first && score > alpha && score < full.1 {
                score = self.search.score_for(seat, &child, depth - 1, full, 1)?;
            }
            // A win is a win, whatever one's taste.
            let liked = if score.abs() >= WON { score } else { score + bonus };
            // Of what is no better than `low` only that is known, and not by how much it is worse.
            if liked > best && (liked > low || low == -WIN) {
                // Moved to the front: the next depth begins with it, and a search that is stopped
                // has it as its answer.
                self.roots[first..=number].rotate_right(1);
                self.roots[first].score = score;
            }
            best = best.max(liked);
            if best >= high {
                break;
            }
        }
        Ok(best)
    }

    /// A first step and what the table expects to follow.
    fn line(&self, root: Root<G::Step>) -> Line<G::Step> {
        let mut steps = vec![root.step];
        let mut game = self.game.clone();
        game.play_unchecked(root.step);
        while steps.len() < 24 {
            let Some(step) = self.expected(&game) else { break };
            steps.push(step);
            game.play_unchecked(step);
        }
        Line { score: root.score, win: chance(root.score, G::SCALE), steps }
    }

    /// The best step of a position by the table, if it is known there.
    fn expected(&self, game: &G) -> Option<G::Step> {
        let known = self.engine.table.get(game.hash())?;
        let mut steps = Vec::new();
        game.steps(&mut steps);
        steps.get(usize::from(known.best)).copied()
    }

    /// The steps of the whole turn: the best first one, and for each further one the best again.
    fn choose(mut self) -> Choice<G::Step> {
        let mut turn: Vec<G::Step> = self.roots.first().map(|root| root.step).into_iter().collect();
        let mut game = self.game.clone();
        if let Some(step) = turn.first() {
            game.play_unchecked(*step);
        }
        while game.status() == Status::ToMove(self.game.mover()) {
            let Some(step) = self.expected(&game).or_else(|| self.look_again(&game)) else { break };
            turn.push(step);
            game.play_unchecked(step);
        }
        self.report.nodes = self.search.nodes_of_all();
        Choice { turn, report: self.report }
    }

    /// A step in the middle of a turn that the table has lost: it costs little to find again.
    fn look_again(&self, game: &G) -> Option<G::Step> {
        let limits = Limits { nodes: Some(AGAIN), ..Limits::default() };
        let mut again = Thinking::new(game, self.engine, &limits, &|| false);
        again.deepen(&limits, 1, &mut |_| {});
        again.roots.first().map(|root| root.step)
    }
}
