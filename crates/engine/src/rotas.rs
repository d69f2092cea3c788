//! Thinking about RO-TAS: turns are looked ahead one after another, each solved exactly over its dice,
//! and what lies behind the last is judged by weights that games have taught.
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
mod judge;

use std::any::Any;
use std::sync::Mutex;

pub use dice::{Turn, Value, Worth};
use judge::Judge;
pub(crate) use judge::TERMS;
use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::{Game, Seat, Status};

use crate::chance::mix;
use crate::engine::Engine;
use crate::score::{MOST, Score, WIN};
use crate::think::{Choice, Limits, Line, Manner, Report};

/// The score at which ten of eleven games are won; here scores are made of chances, not the reverse.
const SCALE: f64 = 400.0;
/// The deepest look, in turns. A third turn already costs tens of thousands of positions.
const DEEPEST: u32 = 3;
/// With three and four seats each turn costs more and is worth less.
const DEEPEST_OF_MANY: u32 = 2;
/// Pieces of each player (R1).
const PIECES: usize = 15;
/// So many turns of each seat are the opening.
const OPENING_TURNS: usize = 2;
/// Without limits a look is this wide at most, so that large boards answer too.
const NODES: u64 = 100_000;

/// The step that the seat to move should play now; none if the game is over or dice fall next. One
/// step is a whole answer here, since dice fall after it or the turn is over.
///
/// Depth counts turns, and nodes are positions judged. The first turn is always looked through.
pub(crate) fn choose(
    game: &Rotas,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<Step>),
) -> Choice<Step> {
    match game.seats() {
        2 => deepen::<1>(game, engine, limits, stop, report),
        3 => deepen::<2>(game, engine, limits, stop, report),
        _ => deepen::<3>(game, engine, limits, stop, report),
    }
}

/// What the evaluation sees where a turn begins: for those who tune its weights.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Who is to move.
    pub mover: usize,
    /// The chance of the mover to win in this very turn.
    pub now: f64,
    /// For each seat, the places of weights and how much of each counts.
    pub terms: Vec<Vec<(usize, f64)>>,
}

/// What the evaluation sees of a position.
#[must_use]
pub fn seen(game: &Rotas, mover: Seat) -> Seen {
    let judge = Judge::new(game, &vec![0; TERMS.len()]);
    let mut terms = vec![Vec::new(); game.seats()];
    judge.terms(mover.index(), &mut |seat, at, count| terms[seat].push((at, count)));
    Seen { mover: mover.index(), now: judge.wins_now(mover.index()), terms }
}

/// `N` is one less than the seats: the chances to win add up to 1, so the last is known.
fn deepen<const N: usize>(
    game: &Rotas,
    engine: &Engine,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Report<Step>),
) -> Choice<Step> {
    let mut told = Report { depth: 0, nodes: 0, lines: Vec::new() };
    let Status::ToMove(seat) = game.status() else {
        return Choice { turn: Vec::new(), report: told };
    };
    let judge = Judge::new(game, engine.weights::<Rotas>().all());
    let plan = engine.turn.plan::<N>(game, judge, seat.index(), limits, stop);
    for (depth, (nodes, options)) in (1..).zip(&plan.looks) {
        let mut lines = lines(game, options);
        lines.truncate(limits.lines.max(1));
        told = Report { depth, nodes: *nodes, lines };
        report(&told);
    }
    told.nodes = plan.nodes;
    engine.turn.keep(plan);
    let turn = told.lines.first().map(|line| line.steps[0]).into_iter().collect();
    Choice { turn, report: told }
}

/// What was planned for the turn that goes on. Dice do not change what a cell is worth, so all rolls of
/// a turn are decided by one plan.
#[derive(Default)]
pub(crate) struct Remembered(Mutex<Option<Box<dyn Any + Send>>>);

struct Plan<const N: usize> {
    judge: Judge,
    seat: usize,
    limits: Limits,
    /// What was found at each depth, and after how many nodes.
    looks: Vec<(u64, Options<N>)>,
    nodes: u64,
    /// The caller broke it off: with more time it would be another.
    broken_off: bool,
}

impl Remembered {
    fn plan<const N: usize>(
        &self,
        game: &Rotas,
        judge: Judge,
        seat: usize,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
    ) -> Box<Plan<N>> {
        let known = self.0.lock().ok().and_then(|mut kept| kept.take());
        match known.map(<Box<dyn Any + Send>>::downcast::<Plan<N>>) {
            Some(Ok(plan))
                if plan.judge == judge && plan.seat == seat && plan.limits == *limits =>
            {
                plan
            }
            _ => Box::new(plan(game, judge, seat, limits, stop)),
        }
    }

    fn keep<const N: usize>(&self, plan: Box<Plan<N>>) {
        if let Ok(mut kept) = self.0.lock()
            && !plan.broken_off
        {
            *kept = Some(plan);
        }
    }

    pub(crate) fn forget(&self) {
        if let Ok(mut kept) = self.0.lock() {
            *kept = None;
        }
    }
}

fn plan<const N: usize>(
    game: &Rotas,
    judge: Judge,
    seat: usize,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Plan<N> {
    let deepest = if N == 1 { DEEPEST } else { DEEPEST_OF_MANY };
    let most = limits.nodes.unwrap_or(NODES);
    let taste = Taste::new(game, &limits.manner);
    let mut look = Look { judge, taste, nodes: 0, most: None, stop, stopped: false };
    let mut looks = Vec::new();
    for depth in 1..=limits.depth.unwrap_or(deepest).clamp(1, deepest) {
        let Some(options) = look.options::<N>(seat, depth) else { break };
        looks.push((look.nodes, options));
        look.most = Some(most);
    }
    let Look { judge, nodes, stopped, .. } = look;
    Plan { judge, seat, limits: *limits, looks, nodes, broken_off: stopped }
}

/// What a turn offers: each cell's value, that of losing a piece, and all of it as dice decide.
struct Options<const N: usize> {
    cells: Vec<Option<Value<N>>>,
    lost: Value<N>,
    turn: Turn<N>,
}

/// All legal steps with their chance to win, the best first.
fn lines<const N: usize>(game: &Rotas, options: &Options<N>) -> Vec<Line<Step>> {
    let faces = game.dice().faces();
    let board = game.setup().board();
    let rolls = usize::from(game.rolls());
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let win = |step: &Step| match *step {
        Step::Roll(_) if rolls == 0 => options.turn.value()[0],
        Step::Roll(chosen) => {
            let kept = (0..faces.len()).filter(|place| !chosen.has(*place));
            let kept: Vec<u8> = kept.map(|place| faces[place]).collect();
            options.turn.keeping(&kept, rolls)[0]
        }
        Step::Place(cell) => {
            board.index(cell).and_then(|index| options.cells[index]).map_or(0.0, |value| value[0])
        }
        Step::Fall(_) | Step::Lose | Step::Leave(_) => options.lost[0],
    };
    let line = |step| {
        let win = win(&step).clamp(0.0, 1.0);
        Line { score: score(win), win, steps: vec![step] }
    };
    let mut lines: Vec<Line<Step>> = steps.into_iter().map(line).collect();
    // Placements stand before rolls, and stay there where both are as good.
    lines.sort_by(|a, b| b.win.total_cmp(&a.win));
    lines
}

/// The score that stands for a chance to win.
fn score(win: f64) -> Score {
    if win >= 1.0 {
        return WIN;
    }
    let score = SCALE * libm::log10(win / (1.0 - win));
    score.clamp(f64::from(-MOST), f64::from(MOST)) as Score
}

/// What a player does not see, and what he prefers for no reason, by his manner.
struct Taste {
    seed: u64,
    overlook: u64,
    /// The largest mistake in a chance to win.
    spread: f64,
}

impl Taste {
    fn new(game: &Rotas, manner: &Manner) -> Taste {
        let seats = (0..game.seats()).map(Seat::new);
        let in_hand: usize = seats.map(|seat| usize::from(game.hand(seat))).sum();
        let opening = in_hand + OPENING_TURNS * game.seats() > PIECES * game.seats();
        let spread = f64::from(if opening { manner.opening } else { manner.judgement });
        // Where chances are even, a thousandth of the scale is so much of a chance.
        let spread = spread / 1000.0 * 0.57;
        // All dice of a turn are thrown with the same plan, so they do not count here.
        let heights = game.setup().board().indices().map(|index| game.pieces(index).count() as u64);
        let seed =
            heights.fold(mix(manner.seed ^ in_hand as u64), |seed, height| mix(seed ^ height));
        Taste { seed, overlook: manner.overlook.into(), spread }
    }

    /// Whether a seat's way to place on a cell is not seen.
    fn overlooks(&self, seat: usize, index: usize) -> bool {
        self.overlook > 0 && mix(self.seed ^ (seat << 8 | index) as u64) % 100 < self.overlook
    }

    /// What a cell seems to be worth.
    fn seems<const N: usize>(&self, index: usize, mut value: Value<N>) -> Value<N> {
        if self.spread > 0.0 {
            let part = (mix(!self.seed ^ index as u64) % 1024) as f64 / 1024.0;
            value[0] -= part * self.spread;
        }
        value
    }
}

struct Look<'a> {
    judge: Judge,
    taste: Taste,
    nodes: u64,
    /// Nothing stops the look through the first turn.
    most: Option<u64>,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl Look<'_> {
    /// The turn of a seat, looked through so many turns deep; none if there was no time for it.
    fn options<const N: usize>(&mut self, seat: usize, depth: u32) -> Option<Options<N>> {
        self.judge.lose(seat);
        let lost = self.after(seat, depth);
        self.judge.take_back_lost(seat);
        let lost = lost?;
        let mut worth = self.judge.no_worth(lost);
        let wins = self.judge.wins(seat);
        let mut cells = vec![None; wins.len()];
        for (index, wins) in wins.into_iter().enumerate() {
            let Some((figure, rolls)) = self.judge.open(index) else { continue };
            let overlooked = self.taste.overlooks(seat, index);
            let value = if wins && !overlooked {
                won()
            } else if overlooked {
                // It may have to be taken, but it is not aimed at.
                lost
            } else {
                let covered = self.judge.place(index, seat);
                let value = self.after(seat, depth);
                self.judge.take_back(&covered, seat);
                self.taste.seems(index, value?)
            };
            worth.offer(figure, rolls, value);
            cells[index] = Some(value);
        }
        Some(Options { cells, lost, turn: Turn::solve(&worth) })
    }

    /// What it is worth to a seat and to those after it that its turn ended like this.
    fn after<const N: usize>(&mut self, seat: usize, depth: u32) -> Option<Value<N>> {
        let next = (seat + 1) % self.judge.seats;
        if depth == 1 || self.judge.is_over() {
            return self.judged(seat, next);
        }
        let theirs = self.options::<N>(next, depth - 1)?.turn.value();
        // Theirs begins with the next seat and leaves out this one.
        let mut ours = [1.0 - theirs.iter().sum::<f64>(); N];
        ours[1..].copy_from_slice(&theirs[..N - 1]);
        Some(ours)
    }

    fn judged<const N: usize>(&mut self, seat: usize, next: usize) -> Option<Value<N>> {
        self.nodes += 1;
        if let Some(most) = self.most {
            self.stopped = self.nodes.is_multiple_of(256) && (self.stop)();
            if self.stopped || self.nodes > most {
                return None;
            }
        }
        let chances: [f64; Seat::MOST] = self.judge.chances(next);
        Some(core::array::from_fn(|n| chances[(seat + n) % self.judge.seats]))
    }
}

/// The seat that moves has won.
fn won<const N: usize>() -> Value<N> {
    let mut won = [0.0; N];
    won[0] = 1.0;
    won
}
