//! A sparring partner for RO-TAS: greedy for one turn, with optimal re-rolls.
//!
//! Each open cell has a fixed value, that of the board with one's piece on it: lines and five-alike
//! cells begun, one's own and those of the others, and points. What the others will make of it with
//! their dice is not looked at. Given these values the dice solver finds the best re-rolls exactly.

use mohreh_engine::rotas::{Turn, Worth};
use mohreh_games::rotas::{Rotas, Step};
use mohreh_games::show::Figure;
use mohreh_games::{AnyGame, Game, Kind, Seat, Status};

use crate::protocol::{Limits, Line, Player, Report};

/// Pieces that fit in a cell (R1).
const ROOM: usize = 5;
/// Pieces of each player (R1).
const PIECES: f64 = 15.0;
/// Rolls in a turn (R6).
const ROLLS: usize = 5;
/// Different five-alike cells that win (R20).
const FIVES: usize = 3;

/// What lines are worth with so many tops of one's own, if the rest were sure to come. Here and below
/// it is one unit that makes a chance e times another.
const OWN_LINE: [f64; 5] = [0.0, 0.05, 0.35, 1.2, 0.0];
/// The same for the others, who move next.
const THEIR_LINE: [f64; 5] = [0.0, 0.05, 0.35, 2.6, 0.0];
/// What pieces in so many five-alike cells are worth.
const FIVE: [f64; 4] = [0.0, 0.2, 1.0, 0.0];
/// The lead in points that is worth one unit, with no turn and with all turns to come.
const LEAD: [f64; 2] = [1.0, 100.0];
/// With so many turns left a seat finishes half of what it has begun.
const HALF: f64 = 2.0;

/// Limits make no difference: there is one look, and it takes no time.
#[derive(clap::Args, Clone, Debug)]
pub struct Greedy {}

impl Player for Greedy {
    const KINDS: &'static [Kind] = &[Kind::Rotas];

    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        _used: &dyn Fn() -> f64,
        tell: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        let AnyGame::Rotas(game) = game else { return Vec::new() };
        let Status::ToMove(seat) = game.status() else { return Vec::new() };
        let choices = choices(game, seat);
        let line = |(step, value): &(Step, f64)| {
            // What is not a win at once is no proven win.
            let win = if *value < 1.0 { value.min(0.9999) } else { 1.0 };
            Line { win, steps: vec![step.to_string()] }
        };
        let lines = choices.iter().take(limits.lines).map(line).collect();
        let nodes = game.setup().board().indices().count() as u64;
        tell(&Report { depth: 1, nodes, lines });
        choices.first().map(|(step, _)| step.to_string()).into_iter().collect()
    }
}

/// All legal steps with what they are worth, the best first.
fn choices(game: &Rotas, seat: Seat) -> Vec<(Step, f64)> {
    let (setup, board) = (game.setup(), game.setup().board());
    let now = Table::new(game);
    let mut lost = now.clone();
    lost.hands[seat.index()] = lost.hands[seat.index()].saturating_sub(1);
    let lost = lost.value(seat);
    let mut worth = Worth::new([lost], setup.has_hard_pairs(), setup.has_strict_house());
    let mut cells = vec![lost; now.cells.len()];
    for (index, cell) in now.cells.iter().enumerate() {
        let Some(figure) = cell.figure.filter(|_| cell.last_roll(now.advanced) > 0) else {
            continue;
        };
        let mut placed = now.clone();
        placed.place(index, seat);
        cells[index] = placed.value(seat);
        worth.offer(figure, cell.last_roll(now.advanced), [cells[index]]);
    }
    let turn = Turn::solve(&worth);
    let (faces, rolls) = (game.dice().faces(), usize::from(game.rolls()));
    let value = |step: Step| match step {
        Step::Roll(_) if rolls == 0 => turn.value()[0],
        Step::Roll(chosen) => {
            let kept: Vec<u8> = (0..faces.len())
                .filter(|place| !chosen.has(*place))
                .map(|place| faces[place])
                .collect();
            turn.keeping(&kept, rolls)[0]
        }
        Step::Place(cell) => board.index(cell).map_or(lost, |index| cells[index]),
        Step::Fall(_) | Step::Lose | Step::Leave(_) => lost,
    };
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut choices: Vec<(Step, f64)> = steps.into_iter().map(|step| (step, value(step))).collect();
    // Placements stand before rolls, and stay there where both are as good.
    choices.sort_by(|a, b| b.1.total_cmp(&a.1));
    choices
}

/// What lies on the table, without dice.
#[derive(Clone)]
struct Table {
    seats: usize,
    advanced: bool,
    cells: Vec<Cell>,
    lines: Vec<[usize; 4]>,
    hands: [u8; Seat::MOST],
}

#[derive(Clone)]
struct Cell {
    figure: Option<Figure>,
    /// The chance to make its figure in so many rolls, if nothing else is aimed at.
    odds: [f64; ROLLS + 1],
    /// The owners, the lowest first.
    pieces: Vec<Seat>,
}

impl Cell {
    /// The last roll of a turn after which it is open (R8, R16).
    fn last_roll(&self, advanced: bool) -> usize {
        match self.pieces.len() {
            ROOM.. => 0,
            height if advanced => ROLLS - height,
            _ => ROLLS,
        }
    }

    fn is_topped_by(&self, seat: Seat) -> bool {
        self.pieces.last() == Some(&seat)
    }
}

impl Table {
    fn new(game: &Rotas) -> Table {
        let (setup, board) = (game.setup(), game.setup().board());
        let mut known: Vec<(Figure, [f64; ROLLS + 1])> = Vec::new();
        let mut odds = |figure: Figure| {
            if let Some((_, odds)) = known.iter().find(|(other, _)| *other == figure) {
                return *odds;
            }
            let odds = std::array::from_fn(|rolls| {
                let mut worth = Worth::new([0.0], setup.has_hard_pairs(), setup.has_strict_house());
                worth.offer(figure, rolls, [1.0]);
                Turn::solve(&worth).value()[0]
            });
            known.push((figure, odds));
            odds
        };
        let cell = |index| {
            let figure = board.figure(index);
            let odds = figure.map_or([0.0; ROLLS + 1], &mut odds);
            Cell { figure, odds, pieces: game.pieces(index).collect() }
        };
        let mut hands = [0; Seat::MOST];
        for seat in (0..game.seats()).map(Seat::new) {
            hands[seat.index()] = game.hand(seat);
        }
        Table {
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

    /// How a turn that ended like this is liked: 1 is a win, 0 a defeat.
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
        let mine = self.strength(seat, &OWN_LINE);
        let others = seats.filter(|other| *other != seat);
        let theirs: f64 =
            others.map(|other| (self.strength(other, &THEIR_LINE) - mine).exp()).sum();
        1.0 / (1.0 + theirs)
    }

    /// Four in a line (R19), or three five-alike cells (R20).
    fn has_won(&self, seat: Seat) -> bool {
        let four = |line: &[usize; 4]| line.iter().all(|&n| self.cells[n].is_topped_by(seat));
        self.fives(seat) >= FIVES || self.lines.iter().any(four)
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

    /// What a seat has, and what it may hope for.
    fn strength(&self, seat: Seat, worth: &[f64; 5]) -> f64 {
        let lines = self.lines.iter().map(|line| {
            let (mut own, mut odds) = (0, 1.0);
            for cell in line.iter().map(|&index| &self.cells[index]) {
                if cell.is_topped_by(seat) {
                    own += 1;
                } else {
                    odds *= cell.odds[cell.last_roll(self.advanced)];
                }
            }
            worth[own] * odds
        });
        let begun = lines.sum::<f64>() + FIVE[self.fives(seat).min(FIVES)];
        let left = f64::from(self.hands[seat.index()]);
        let to_come = self.hands.iter().map(|hand| f64::from(*hand)).sum::<f64>()
            / (self.seats as f64 * PIECES);
        let lead = LEAD[0] + (LEAD[1] - LEAD[0]) * to_come;
        begun * left / (left + HALF) + self.points(seat) as f64 / lead
    }
}
