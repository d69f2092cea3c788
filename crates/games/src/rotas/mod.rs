//! RO-TAS: five dice, up to five rolls, and a piece on a cell whose combination they make. Rules
//! R1–R27; this file has the position and step generation, the submodules have board, texts and
//! scene.

mod board;
mod edit;
mod position;
mod show;
mod stacks;
mod step;
mod why;

use alloc::sync::Arc;
use alloc::vec::Vec;

pub use board::{Board, Cell};
use board::{CELL_CAPACITY, FIVES_TO_WIN, PIECES};
use stacks::{Stack, Stacks};
pub use step::{Dice, DiceSet, Setup, Step};
pub use why::Why;

use crate::game::{Below, Game, Outcome, Seat, Status};
use crate::show::Figure;
use crate::zobrist;

/// Maximum number of rolls per turn (R6).
const ROLLS: u8 = 5;

/// A position of RO-TAS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rotas {
    /// Shared by all positions of a game.
    setup: Arc<Setup>,
    stacks: Stacks,
    /// Zobrist key of all stacks; [`Game::hash`] mixes in the rest.
    key: u64,
    /// Pieces left in the hand of each seat (R14).
    hand: [u8; Seat::MOST],
    mover: Seat,
    /// Faces of the dice; 0 before the first roll of a turn and for rolling dice.
    dice: Dice,
    /// Rolls made in this turn.
    rolls: u8,
    /// Dice being rolled; empty while the mover decides.
    rolling: DiceSet,
    /// Bit set of the seats that have left (R25).
    out: u8,
    end: Option<End>,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Four top pieces in a line (R19).
    Line(Seat),
    /// A piece in three five-alike cells (R20).
    Fives(Seat),
    /// All pieces are used up (R21).
    Points,
    /// All others have left (R27).
    Alone(Seat),
}

impl Rotas {
    /// The parameters of the game.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Faces of the dice.
    #[must_use]
    pub fn dice(&self) -> Dice {
        self.dice
    }

    /// Rolls made in this turn (R6).
    #[must_use]
    pub fn rolls(&self) -> u8 {
        self.rolls
    }

    /// Pieces left in the hand of a seat (R14).
    #[must_use]
    pub fn hand(&self, seat: Seat) -> u8 {
        self.hand[seat.index()]
    }

    /// Owners of the pieces in the cell with this index, bottom first (R11).
    pub fn pieces(&self, index: usize) -> impl Iterator<Item = Seat> {
        self.stacks.get(index).pieces()
    }

    /// Whether a seat takes part and has not left (R25).
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        seat.index() < self.setup.seats && self.out >> seat.index() & 1 == 0
    }

    fn seats_in_order(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.setup.seats).map(Seat::new)
    }

    fn top(&self, index: usize) -> Option<Seat> {
        self.stacks.get(index).top()
    }

    /// Open cells whose combination the dice make (R8).
    fn open_cells(&self) -> impl Iterator<Item = usize> {
        let limit = self.setup.height_limit(self.rolls);
        self.setup.board.indices().filter(move |&index| {
            let fits =
                self.setup.board.figure(index).is_some_and(|f| self.dice.makes(f, &self.setup));
            fits && self.is_open(index, limit)
        })
    }

    fn is_open(&self, index: usize, limit: Option<u8>) -> bool {
        let height = self.stacks.get(index).height();
        height < CELL_CAPACITY && limit.is_some_and(|limit| height <= limit)
    }

    /// Whether any cell would be open after another roll of this turn (R15c).
    fn could_open(&self) -> bool {
        let limit = self.setup.height_limit(self.rolls + 1);
        self.rolls < ROLLS && self.setup.board.indices().any(|index| self.is_open(index, limit))
    }

    /// Whether this is a chance node.
    fn is_rolling(&self) -> bool {
        self.rolling != DiceSet::default()
    }

    /// Whether the mover must lose a piece: no placement is possible after the last roll (R14), or
    /// none is possible now and no later roll can open a cell (R15c).
    fn must_lose(&self) -> bool {
        let thinks = self.end.is_none() && !self.is_rolling() && self.rolls > 0;
        thinks && self.open_cells().next().is_none() && !self.could_open()
    }

    /// Winning lines with their owners (R19). Lines of a seat that has left do not count (R26).
    fn lines(&self) -> impl Iterator<Item = (Seat, [usize; board::LINE_LEN])> {
        self.setup.board.lines().filter_map(|line| {
            let owner = self.top(line[0]).filter(|owner| self.is_in(*owner))?;
            line.iter().all(|&index| self.top(index) == Some(owner)).then_some((owner, line))
        })
    }

    /// Five-alike cells with a piece of the seat, covered or not (R20).
    fn fives(&self, seat: Seat) -> impl Iterator<Item = usize> {
        self.setup.board.indices().filter(move |&index| {
            self.setup.board.figure(index) == Some(Figure::Alike(5))
                && self.stacks.get(index).pieces().any(|owner| owner == seat)
        })
    }

    /// Seats with a piece in three five-alike cells (R20), without those that have left (R26).
    fn with_fives(&self) -> impl Iterator<Item = Seat> {
        let has = |seat: &Seat| self.is_in(*seat) && self.fives(*seat).count() >= FIVES_TO_WIN;
        self.seats_in_order().filter(has)
    }

    /// The last seat that has not left, if it is the only one (R27).
    fn alone(&self) -> Option<Seat> {
        let mut seats = self.seats_in_order().filter(|seat| self.is_in(*seat));
        seats.next().filter(|_| seats.next().is_none())
    }

    /// The reason why the game is over, if it is; a line takes precedence over fives (R22).
    fn find_end(&self) -> Option<End> {
        if let Some((seat, _)) = self.lines().next() {
            return Some(End::Line(seat));
        }
        if let Some(seat) = self.with_fives().next() {
            return Some(End::Fives(seat));
        }
        if let Some(seat) = self.alone() {
            return Some(End::Alone(seat));
        }
        (self.hand[self.mover.index()] == 0).then_some(End::Points)
    }

    /// Score of a seat: each top piece counts its height (R21).
    fn points(&self, seat: Seat) -> u32 {
        let stacks = self.setup.board.indices().map(|index| self.stacks.get(index));
        stacks
            .filter(|stack| stack.top() == Some(seat))
            .map(|stack| u32::from(stack.height()))
            .sum()
    }

    /// Ranking for an end; seats that have left come last (R27).
    fn outcome(&self, end: End) -> Outcome {
        let mut scores = [0; Seat::MOST];
        for seat in self.seats_in_order().filter(|seat| self.is_in(*seat)) {
            scores[seat.index()] = 1 + match end {
                End::Line(winner) | End::Fives(winner) | End::Alone(winner) => {
                    u32::from(seat == winner)
                }
                End::Points => self.points(seat),
            };
        }
        Outcome::by_points(&scores[..self.setup.seats])
    }

    /// The sole winner, if the game is over.
    fn winner(&self) -> Option<Seat> {
        match self.status() {
            Status::Over(outcome) => outcome.winner(),
            _ => None,
        }
    }

    fn put(&mut self, index: usize, seat: Seat) {
        let old = self.stacks.get(index);
        self.stacks.push(index, seat);
        self.key ^= stack_key(index, old) ^ stack_key(index, old.with(seat));
    }

    /// Ends a turn, each of which uses up a piece (R14).
    fn end_turn(&mut self) {
        self.hand[self.mover.index()] -= 1;
        self.next_turn();
        self.end = self.find_end();
    }

    /// Starts the turn of the next seat that has not left, even if it is the only one (R26).
    fn next_turn(&mut self) {
        for _ in 0..self.setup.seats {
            self.mover = self.mover.next(self.setup.seats);
            if self.is_in(self.mover) {
                break;
            }
        }
        self.dice = Dice::default();
        self.rolls = 0;
        self.rolling = DiceSet::default();
    }

    /// Takes a seat out of the game; its pieces stay (R25).
    fn leave(&mut self, seat: Seat) {
        self.out |= 1 << seat.index();
        if seat == self.mover || self.alone().is_some() {
            self.next_turn();
        }
        self.end = self.find_end();
    }

    /// Calls `each` with every outcome of the rolling dice.
    fn for_each_outcome(&self, mut each: impl FnMut(Dice)) {
        let rolling: Vec<usize> = (0..5).filter(|place| self.rolling.has(*place)).collect();
        for n in 0..6u32.pow(rolling.len() as u32) {
            let (mut dice, mut rest) = (self.dice, n);
            for &place in rolling.iter().rev() {
                dice.0[place] = (rest % 6) as u8 + 1;
                rest /= 6;
            }
            each(dice);
        }
    }
}

/// Zobrist key of a cell; 0 if it is empty, so that an empty board has the key 0.
fn stack_key(index: usize, stack: Stack) -> u64 {
    match stack {
        Stack::EMPTY => 0,
        stack => zobrist::mix(0x40 << 32 | (index as u64) << 12 | u64::from(stack.code())),
    }
}

impl Game for Rotas {
    type Setup = Setup;
    type Step = Step;
    type Why = Why;

    fn start(setup: &Setup) -> Rotas {
        let mut hand = [0; Seat::MOST];
        hand[..setup.seats].fill(PIECES);
        Rotas {
            setup: Arc::new(setup.clone()),
            stacks: Stacks::EMPTY,
            key: 0,
            hand,
            mover: Seat::FIRST,
            dice: Dice::default(),
            rolls: 0,
            rolling: DiceSet::default(),
            out: 0,
            end: None,
        }
    }

    fn seats(&self) -> usize {
        self.setup.seats
    }

    fn status(&self) -> Status {
        match self.end {
            Some(end) => Status::Over(self.outcome(end)),
            None if self.is_rolling() => Status::ToRoll,
            None => Status::ToMove(self.mover),
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        if self.end.is_some() {
            return;
        }
        if self.is_rolling() {
            self.for_each_outcome(|dice| out.push(Step::Fall(dice)));
            return;
        }
        if self.rolls == 0 {
            out.push(Step::Roll(DiceSet::ALL));
            return;
        }
        out.extend(self.open_cells().map(|index| Step::Place(self.setup.board.cell(index))));
        if self.must_lose() {
            out.push(Step::Lose);
        } else if self.rolls < ROLLS {
            out.extend(DiceSet::choices().map(Step::Roll));
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Roll(chosen) => {
                self.rolling = chosen;
                // R7: the faces of re-rolled dice are discarded.
                for place in (0..5).filter(|place| chosen.has(*place)) {
                    self.dice.0[place] = 0;
                }
            }
            Step::Fall(dice) => {
                self.dice = dice;
                self.rolling = DiceSet::default();
                self.rolls += 1;
            }
            Step::Place(cell) => {
                if let Some(index) = self.setup.board.index(cell) {
                    self.put(index, self.mover);
                }
                self.end_turn();
            }
            Step::Lose => self.end_turn(),
            Step::Leave(seat) => self.leave(seat),
        }
    }

    fn why_not(&self, step: Step) -> Option<Why> {
        self.forbids(step)
    }

    fn hash(&self) -> u64 {
        let dice = self.dice.0.iter().fold(0, |dice, &face| dice * 7 + u64::from(face));
        let left = self.hand[self.mover.index()];
        let turn = [left, self.mover.index() as u8, self.rolls, self.rolling.0];
        let rest = turn.iter().fold(dice, |rest, &n| rest << 5 | u64::from(n));
        self.key ^ zobrist::mix(0x41 << 48 | u64::from(self.out) << 40 | rest)
    }

    fn leave_step(&self, seat: Seat) -> Option<Step> {
        let goes_on = self.setup.seats > 2 && self.end.is_none();
        (goes_on && self.is_in(seat)).then_some(Step::Leave(seat))
    }

    /// Agrees with [`Game::steps`] without generating up to 7,776 outcomes.
    fn is_legal(&self, step: Step) -> bool {
        if let Step::Leave(_) = step {
            return self.leaver(step).is_some();
        }
        if let (Step::Fall(dice), Status::ToRoll) = (step, self.status()) {
            return (0..5)
                .all(|place| self.rolling.has(place) || dice.0[place] == self.dice.0[place]);
        }
        let mut steps = Vec::new();
        if self.status() != Status::ToRoll {
            self.steps(&mut steps);
        }
        steps.contains(&step)
    }

    fn roll(&self, below: Below<'_>) -> Option<Step> {
        self.is_rolling().then(|| {
            let mut dice = self.dice;
            for place in (0..5).filter(|place| self.rolling.has(*place)) {
                dice.0[place] = (below(6) % 6) as u8 + 1;
            }
            Step::Fall(dice)
        })
    }
}
