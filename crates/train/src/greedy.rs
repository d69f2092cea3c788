//! Sparring partner for RO-TAS: one-turn greedy search with optimal re-rolls.
//!
//! Each open cell has the static value of the board with a piece on it: lines and five-alike cells of
//! both sides, and points. The dice solver then finds the optimal re-rolls. Replies of the opponents
//! are not searched.

use mohreh_engine::rotas::{Payoffs, SolvedTurn};
use mohreh_engine_protocol::{Limits, Line, Report, Thinker};
use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::show::Figure;
use mohreh_games::{AnyGame, Game, Kind, Seat, Status};

/// Pieces that fit in a cell (R1).
const MAX_HEIGHT: usize = 5;
/// Pieces per seat (R1).
const PIECES: f64 = 15.0;
/// Rolls per turn (R6).
const ROLLS: usize = 5;
/// Different five-alike cells that win (R20).
const WINNING_FIVES: usize = 3;

/// Value of a line by its number of own tops, if the other cells were certain to be reached. One unit
/// is a factor e of the odds, here and below.
const OWN_LINE_VALUE: [f64; 5] = [0.0, 0.05, 0.35, 1.2, 0.0];
/// The same for opponents, who move next.
const OPPONENT_LINE_VALUE: [f64; 5] = [0.0, 0.05, 0.35, 2.6, 0.0];
/// Value by the number of five-alike cells with an own piece.
const FIVES_VALUE: [f64; 4] = [0.0, 0.2, 1.0, 0.0];
/// Points that are worth one unit: with no turns left, and with all turns left.
const POINTS_PER_UNIT: [f64; 2] = [1.0, 100.0];
/// Turns left at which half of the value of unfinished lines counts.
const HALF_VALUE_TURNS: f64 = 2.0;

/// Limits make no difference: there is one look, and it takes no time.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Greedy {}

impl Thinker for Greedy {
    const KINDS: &'static [Kind] = &[Kind::Rotas];

    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        _budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        let AnyGame::Rotas(game) = game else { return Vec::new() };
        let Status::ToMove(seat) = game.status() else { return Vec::new() };
        let ranked_steps = ranked_steps(game, seat);
        let line = |(step, value): &(Step, f64)| {
            // Only an immediate win is reported as certain.
            let win = if *value < 1.0 { value.min(0.9999) } else { 1.0 };
            Line { win, steps: vec![step.to_string()] }
        };
        let lines = ranked_steps.iter().take(limits.lines).map(line).collect();
        let nodes = game.setup().board().indices().count() as u64;
        on_report(&Report { depth: 1, nodes, lines });
        ranked_steps.first().map(|(step, _)| step.to_string()).into_iter().collect()
    }
}

/// All legal steps with their values, best first.
fn ranked_steps(game: &Rotas, seat: Seat) -> Vec<(Step, f64)> {
    let (setup, board) = (game.setup(), game.setup().board());
    let now = Board::new(game);
    let mut lost = now.clone();
    lost.hands[seat.index()] = lost.hands[seat.index()].saturating_sub(1);
    let lost = lost.value(seat);
    let mut payoffs = Payoffs::new([lost], setup.has_hard_pairs(), setup.has_strict_house());
    let mut cells = vec![lost; now.cells.len()];
    for (index, cell) in now.cells.iter().enumerate() {
        let Some(figure) = cell.figure.filter(|_| cell.last_roll(now.advanced) > 0) else {
            continue;
        };
        let mut placed = now.clone();
        placed.place(index, seat);
        cells[index] = placed.value(seat);
        payoffs.offer(figure, cell.last_roll(now.advanced), [cells[index]]);
    }
    let turn = SolvedTurn::solve(&payoffs);
    let (faces, rolls) = (game.dice().faces(), usize::from(game.rolls()));
    let value = |step: Step| match step {
        Step::Roll(_) if rolls == 0 => turn.value()[0],
        Step::Roll(chosen) => {
            let kept: Vec<u8> = (0..faces.len())
                .filter(|place| !chosen.has(*place))
                .map(|place| faces[place])
                .collect();
            turn.keep_value(&kept, rolls)[0]
        }
        Step::Place(cell) => board.index(cell).map_or(lost, |index| cells[index]),
        Step::Fall(_) | Step::Lose | Step::Leave(_) => lost,
    };
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut ranked_steps: Vec<(Step, f64)> =
        steps.into_iter().map(|step| (step, value(step))).collect();
    // Stable sort: a placement stays before a roll of the same value.
    ranked_steps.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked_steps
}

/// A position without dice.
#[derive(Clone)]
struct Board {
    seats: usize,
    advanced: bool,
    cells: Vec<Cell>,
    lines: Vec<[usize; 4]>,
    hands: [u8; Seat::MOST],
}

#[derive(Clone)]
struct Cell {
    figure: Option<Figure>,
    /// By number of rolls: probability of making the figure if nothing else is aimed at.
    figure_probability: [f64; ROLLS + 1],
    /// Owners, from bottom to top.
    pieces: Vec<Seat>,
}

impl Cell {
    /// Last roll after which the cell is open (R8, R16).
    fn last_roll(&self, advanced: bool) -> usize {
        match self.pieces.len() {
            MAX_HEIGHT.. => 0,
            height if advanced => ROLLS - height,
            _ => ROLLS,
        }
    }

    fn is_topped_by(&self, seat: Seat) -> bool {
        self.pieces.last() == Some(&seat)
    }
}

impl Board {
    fn new(game: &Rotas) -> Board {
        let (setup, board) = (game.setup(), game.setup().board());
        let mut solved: Vec<(Figure, [f64; ROLLS + 1])> = Vec::new();
        let mut figure_probability = |figure: Figure| {
            if let Some((_, figure_probability)) = solved.iter().find(|(other, _)| *other == figure)
            {
                return *figure_probability;
            }
            let figure_probability = std::array::from_fn(|rolls| {
                let mut payoffs =
                    Payoffs::new([0.0], setup.has_hard_pairs(), setup.has_strict_house());
                payoffs.offer(figure, rolls, [1.0]);
                SolvedTurn::solve(&payoffs).value()[0]
            });
            solved.push((figure, figure_probability));
            figure_probability
        };
        let cell = |index| {
            let figure = board.figure(index);
            let figure_probability = figure.map_or([0.0; ROLLS + 1], &mut figure_probability);
            Cell { figure, figure_probability, pieces: game.pieces(index).collect() }
        };
        let mut hands = [0; Seat::MOST];
        for seat in (0..game.seats()).map(Seat::new) {
            hands[seat.index()] = game.hand(seat);
        }
        Board {
            seats: game.seats(),
            advanced: setup.is_advanced(),
            cells: (0..board.width() * board.height()).map(cell).collect(),
            lines: board.lines().collect(),
            hands,
        }
    }

    fn place(&mut self, index: usize, seat: Seat) {
        self.cells[index].pieces.push(seat);
        self.hands[seat.index()] = self.hands[seat.index()].saturating_sub(1);
    }

    /// Static value after a turn: win probability from 0 to 1.
    fn value(&self, seat: Seat) -> f64 {
        if self.has_won(seat) {
            return 1.0;
        }
        let seats = (0..self.seats).map(Seat::new);
        if self.hands.iter().all(|hand| *hand == 0) {
            let mine = self.points(seat);
            let as_good = seats.clone().filter(|other| self.points(*other) == mine).count();
            let best = seats.into_iter().all(|other| self.points(other) <= mine);
            return if best { 1.0 / as_good as f64 } else { 0.0 };
        }
        let mine = self.strength(seat, &OWN_LINE_VALUE);
        let others = seats.filter(|other| *other != seat);
        let theirs: f64 =
            others.map(|other| (self.strength(other, &OPPONENT_LINE_VALUE) - mine).exp()).sum();
        1.0 / (1.0 + theirs)
    }

    /// Four in a line (R19), or three five-alike cells (R20).
    fn has_won(&self, seat: Seat) -> bool {
        let four = |line: &[usize; 4]| line.iter().all(|&n| self.cells[n].is_topped_by(seat));
        self.fives(seat) >= WINNING_FIVES || self.lines.iter().any(four)
    }

    /// Five-alike cells with a piece of the seat, covered or not (R20).
    fn fives(&self, seat: Seat) -> usize {
        let five = |cell: &&Cell| cell.figure == Some(Figure::Alike(5));
        self.cells.iter().filter(five).filter(|cell| cell.pieces.contains(&seat)).count()
    }

    /// Each top piece scores its height (R21).
    fn points(&self, seat: Seat) -> usize {
        let own = self.cells.iter().filter(|cell| cell.is_topped_by(seat));
        own.map(|cell| cell.pieces.len()).sum()
    }

    /// Logit of a seat: lines and five-alike cells discounted by the turns left, plus points.
    fn strength(&self, seat: Seat, line_value: &[f64; 5]) -> f64 {
        let lines = self.lines.iter().map(|line| {
            let (mut own, mut reach) = (0, 1.0);
            for cell in line.iter().map(|&index| &self.cells[index]) {
                if cell.is_topped_by(seat) {
                    own += 1;
                } else {
                    reach *= cell.figure_probability[cell.last_roll(self.advanced)];
                }
            }
            line_value[own] * reach
        });
        let begun = lines.sum::<f64>() + FIVES_VALUE[self.fives(seat).min(WINNING_FIVES)];
        let left = f64::from(self.hands[seat.index()]);
        let turns_left = self.hands.iter().map(|hand| f64::from(*hand)).sum::<f64>()
            / (self.seats as f64 * PIECES);
        let points_per_unit =
            POINTS_PER_UNIT[0] + (POINTS_PER_UNIT[1] - POINTS_PER_UNIT[0]) * turns_left;
        begun * left / (left + HALF_VALUE_TURNS) + self.points(seat) as f64 / points_per_unit
    }
}
