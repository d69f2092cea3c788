//! Thinking: deeper and deeper, until a limit is reached or the caller has heard enough.

use mohreh_games::Status;

use crate::knowledge::Knowledge;
use crate::score::{Score, WIN, WON, chance};
use crate::search::{Search, Stopped};
use crate::table::Table;

/// When to stop thinking. Without any limit only the caller's `stop` ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Steps to look ahead.
    pub depth: Option<u32>,
    /// How many first steps to judge exactly, the best first.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: None, depth: None, lines: 1 }
    }
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
/// How far around the last score the next one is first looked for.
const NARROW: Score = 40;

/// Thinks about a position. `stop` is asked every few hundred nodes, and `report` is told after each
/// depth. With a limit of nodes and an empty table the answer is the same on every machine.
pub fn think<G: Knowledge>(
    game: &G,
    limits: &Limits,
    table: &Table,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<G::Step>),
) -> Choice<G::Step> {
    let mut thinking = Thinking::new(game, limits, table, stop);
    thinking.deepen(limits, report);
    thinking.choose()
}

/// A first step and the last that was found out about it.
#[derive(Clone, Copy)]
struct Root<S> {
    step: S,
    score: Score,
}

struct Thinking<'a, G: Knowledge> {
    game: &'a G,
    table: &'a Table,
    search: Search<'a, G>,
    roots: Vec<Root<G::Step>>,
    report: Report<G::Step>,
}

impl<'a, G: Knowledge> Thinking<'a, G> {
    fn new(game: &'a G, limits: &Limits, table: &'a Table, stop: &'a dyn Fn() -> bool) -> Self {
        let mut steps = Vec::new();
        game.steps(&mut steps);
        steps.sort_by_key(|step| -i64::from(game.promise(*step)));
        let roots = steps.into_iter().map(|step| Root { step, score: 0 }).collect();
        let search = Search::new(table, stop, limits.nodes.unwrap_or(u64::MAX));
        let report = Report { depth: 0, nodes: 0, lines: Vec::new() };
        table.grow_older();
        Thinking { game, table, search, roots, report }
    }

    fn deepen(&mut self, limits: &Limits, report: &mut dyn FnMut(&Report<G::Step>)) {
        let wanted = limits.lines.clamp(1, self.roots.len().max(1));
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
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
                nodes: self.search.nodes,
                lines: self.roots[..wanted].iter().map(|root| self.line(*root)).collect(),
            };
            report(&self.report);
            let decided = self.roots[..wanted].iter().all(|root| root.score.abs() >= WON);
            let known = WIN - self.roots[0].score.abs() <= depth as Score;
            if self.roots.len() == 1 || decided && known {
                return;
            }
        }
    }

    /// Finds the best of the first steps from the place `first` on, and moves it there.
    fn look(&mut self, depth: i32, first: usize) -> Result<(), Stopped> {
        let guess = self.roots[first].score;
        let (mut low, mut high) = match depth {
            ..4 => (-WIN, WIN),
            _ => ((guess - NARROW).max(-WIN), (guess + NARROW).min(WIN)),
        };
        loop {
            let before = self.roots.clone();
            let best = self.look_between(depth, first, (low, high))?;
            if best <= low && low > -WIN {
                // All is worse than expected, and nothing is known of the order: as it was.
                self.roots = before;
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
            let root = self.roots[number];
            let mut child = self.game.clone();
            child.play_unchecked(root.step);
            let alpha = low.max(best);
            let full = (alpha, high);
            let mut score = if number == first {
                self.search.score_for(seat, &child, depth - 1, full, 1)?
            } else {
                self.search.score_for(seat, &child, depth - 1, (alpha, alpha + 1), 1)?
            };
            if number > first && score > alpha && score < high {
                score = self.search.score_for(seat, &child, depth - 1, full, 1)?;
            }
            if score > best {
                best = score;
                // Moved to the front: the next depth begins with it, and a search that is stopped
                // has it as its answer.
                self.roots[first..=number].rotate_right(1);
                self.roots[first].score = score;
            }
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
        let known = self.table.get(game.hash())?;
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
            let Some(step) = self.expected(&game).or_else(|| most_promising(&game)) else { break };
            turn.push(step);
            game.play_unchecked(step);
        }
        self.report.nodes = self.search.nodes;
        Choice { turn, report: self.report }
    }
}

fn most_promising<G: Knowledge>(game: &G) -> Option<G::Step> {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps.into_iter().max_by_key(|step| game.promise(*step))
}
