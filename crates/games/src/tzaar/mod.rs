//! TZAAR by Kris Burm: capture first, then capture or grow stronger, and keep all three types.
//! Rules T1–T17; the play is in this file, the rest by name in its neighbours.

mod board;
mod position;
mod show;
mod step;

use alloc::vec::Vec;

pub use board::Point;
use board::{BITS, points};
pub use step::{Man, Setup, Step, Type};

use crate::game::{Below, Duel, Game, Outcome, Seat, Status};
use crate::keys;

/// Keys by point, owner and type, turned by the height of the stack.
static STACK_KEYS: [[u64; 6]; BITS] = {
    let flat: [u64; BITS * 6] = keys::table(0x20);
    let mut by_point = [[0; 6]; BITS];
    let mut n = 0;
    while n < BITS * 6 {
        by_point[n / 6][n % 6] = flat[n];
        n += 1;
    }
    by_point
};
static STAGE_KEYS: [u64; 6] = keys::table(0x21);

/// What stands on a point, in one byte: the height above owner and type. Zero is vacant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stack(u8);

impl Stack {
    const VACANT: Stack = Stack(0);

    const fn new(man: Man, height: u8) -> Stack {
        Stack(height << 3 | (man.owner.index() as u8) << 2 | man.kind as u8)
    }

    const fn height(self) -> u8 {
        self.0 >> 3
    }

    const fn owner(self) -> Seat {
        Seat::new((self.0 >> 2 & 1) as usize)
    }

    /// The type of the top piece (T13).
    const fn kind(self) -> Type {
        Type::ALL[self.type_index()]
    }

    const fn type_index(self) -> usize {
        // A stack is only made from a type, so the two low bits are never 3.
        (self.0 & 3) as usize % 3
    }

    fn key(self, point: Point) -> u64 {
        let kind = self.owner().index() * 3 + self.type_index();
        STACK_KEYS[point.index()][kind].rotate_left(u32::from(self.height()))
    }
}

/// Which action of a turn is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// White's very first turn: one capture and no more (T4).
    Opening,
    /// The first action, a capture (T5).
    First,
    /// The second action (T6).
    Second,
}

/// A position of TZAAR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tzaar {
    /// The points that each seat holds.
    own: [u64; 2],
    stacks: [Stack; BITS],
    /// Visible pieces by seat and type.
    tops: [[u8; 3]; 2],
    /// The key of all stacks; the rest is added by [`Game::hash`].
    key: u64,
    mover: Seat,
    stage: Stage,
}

/// Why a game of TZAAR ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The loser shows no piece of a type (T15).
    NoneLeft { loser: Seat, kind: Type },
    /// The loser can capture nothing (T16).
    NoCapture { loser: Seat },
}

impl Tzaar {
    fn empty() -> Tzaar {
        Tzaar {
            own: [0; 2],
            stacks: [Stack::VACANT; BITS],
            tops: [[0; 3]; 2],
            key: 0,
            mover: Seat::FIRST,
            stage: Stage::First,
        }
    }

    fn stack(&self, point: Point) -> Stack {
        self.stacks[point.index()]
    }

    /// Puts a stack on a vacant point.
    fn put(&mut self, point: Point, stack: Stack) {
        self.own[stack.owner().index()] |= point.bit();
        self.stacks[point.index()] = stack;
        self.tops[stack.owner().index()][stack.type_index()] += 1;
        self.key ^= stack.key(point);
    }

    /// Takes what stands on an occupied point.
    fn lift(&mut self, point: Point) -> Stack {
        let stack = self.stack(point);
        self.own[stack.owner().index()] &= !point.bit();
        self.stacks[point.index()] = Stack::VACANT;
        self.tops[stack.owner().index()][stack.type_index()] -= 1;
        self.key ^= stack.key(point);
        stack
    }

    fn missing(&self) -> Option<(Seat, Type)> {
        let all = [Seat::FIRST, Seat::SECOND].into_iter();
        all.flat_map(|seat| Type::ALL.map(|kind| (seat, kind)))
            .find(|(seat, kind)| self.tops[seat.index()][*kind as usize] == 0)
    }

    fn can_capture(&self) -> bool {
        let (mine, occupied) = (self.own[self.mover.index()], self.own[0] | self.own[1]);
        points(mine).any(|from| {
            (0..6).filter_map(|direction| from.first(direction, occupied)).any(|to| {
                to.bit() & mine == 0 && self.stack(to).height() <= self.stack(from).height()
            })
        })
    }

    fn end(&self) -> Option<End> {
        if let Some((loser, kind)) = self.missing() {
            return Some(End::NoneLeft { loser, kind });
        }
        let stuck = self.stage != Stage::Second && !self.can_capture();
        stuck.then_some(End::NoCapture { loser: self.mover })
    }

    /// The action is done: the second follows, or the other seat.
    fn next(&mut self) {
        self.stage = match self.stage {
            Stage::First => Stage::Second,
            Stage::Opening | Stage::Second => {
                self.mover = self.mover.other();
                Stage::First
            }
        };
    }
}

impl Game for Tzaar {
    type Setup = Setup;
    type Step = Step;

    fn start(setup: &Setup) -> Tzaar {
        let mut game = Tzaar { stage: Stage::Opening, ..Tzaar::empty() };
        for (point, man) in Point::all().zip(setup.men()) {
            game.put(point, Stack::new(man, 1));
        }
        game
    }

    fn draw_setup(below: Below<'_>) -> Setup {
        Setup::drawn(below)
    }

    fn seats(&self) -> usize {
        2
    }

    fn status(&self) -> Status {
        match self.end() {
            None => Status::ToMove(self.mover),
            Some(End::NoneLeft { loser, .. } | End::NoCapture { loser }) => {
                Status::Over(Outcome::won_by(loser.other(), 2))
            }
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        if self.missing().is_some() {
            return;
        }
        let second = self.stage == Stage::Second;
        let (mine, occupied) = (self.own[self.mover.index()], self.own[0] | self.own[1]);
        for from in points(mine) {
            let height = self.stack(from).height();
            for direction in 0..6 {
                let Some(to) = from.first(direction, occupied) else { continue };
                if to.bit() & mine != 0 {
                    if second {
                        out.push(Step::Strengthen { from, to });
                    }
                } else if self.stack(to).height() <= height {
                    out.push(Step::Capture { from, to });
                }
            }
        }
        if second {
            out.push(Step::Pass);
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Capture { from, to } => {
                self.lift(to);
                let mover = self.lift(from);
                self.put(to, mover);
            }
            Step::Strengthen { from, to } => {
                let below = self.lift(to);
                let mover = self.lift(from);
                let height = mover.height() + below.height();
                self.put(to, Stack::new(Man { owner: mover.owner(), kind: mover.kind() }, height));
            }
            Step::Pass => {}
        }
        self.next();
    }

    fn hash(&self) -> u64 {
        self.key ^ STAGE_KEYS[self.stage as usize * 2 + self.mover.index()]
    }
}

impl Duel for Tzaar {}
