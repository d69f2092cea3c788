//! TZAAR by Kris Burm: capture first, then capture or strengthen, and keep all three types. Rules
//! T1–T17; this file has the position and step generation, the submodules have board, texts and
//! scene.

mod board;
mod edit;
mod position;
mod show;
mod step;
mod why;

use alloc::vec::Vec;

pub use board::Point;
use board::{Occupancy, TABLE_LEN, points};
pub use step::{Man, Setup, Step, Type};
pub use why::Why;

use crate::game::{Below, Duel, Game, Outcome, Seat, Status};
use crate::zobrist::Keys;

/// Zobrist keys by [`Stack::class`] and point, rotated by the height of the stack.
static STACK_KEYS: [Keys<TABLE_LEN>; 8] = [
    Keys::new(0x20),
    Keys::new(0x21),
    Keys::new(0x22),
    Keys::zero(),
    Keys::new(0x23),
    Keys::new(0x24),
    Keys::new(0x25),
    Keys::zero(),
];
static STAGE_KEYS: Keys<6> = Keys::new(0x26);

/// A stack in one byte: height in bits 3–7, owner in bit 2, type of the top piece in bits 0–1. Zero
/// is vacant.
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
        // The low bits are never 3; `% 3` only avoids the bounds check.
        Type::ALL[(self.0 & 3) as usize % 3]
    }

    /// Owner and type, as an index into tables of eight.
    const fn class(self) -> usize {
        (self.0 & 7) as usize
    }

    fn key(self, point: Point) -> u64 {
        STACK_KEYS[self.class()].at(point.index()).rotate_left(u32::from(self.height()))
    }
}

/// The action due in the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// White's first turn: a single capture (T4).
    Opening,
    /// The first action, a capture (T5).
    First,
    /// The second action (T6).
    Second,
}

/// A position of TZAAR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tzaar {
    /// Bitboard of each seat's stacks.
    own: [u64; 2],
    stacks: [Stack; TABLE_LEN],
    /// Number of stacks by [`Stack::class`].
    tops: [u8; 8],
    /// Zobrist key of all stacks; [`Game::hash`] mixes in the rest.
    key: u64,
    mover: Seat,
    stage: Stage,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The loser has no visible piece of a type (T15).
    NoneLeft { loser: Seat, kind: Type },
    /// The loser cannot capture (T16).
    NoCapture { loser: Seat },
}

impl Tzaar {
    fn empty() -> Tzaar {
        Tzaar {
            own: [0; 2],
            stacks: [Stack::VACANT; TABLE_LEN],
            tops: [0; 8],
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
        self.tops[stack.class()] += 1;
        self.key ^= stack.key(point);
    }

    /// Removes and returns the stack on an occupied point.
    fn lift(&mut self, point: Point) -> Stack {
        let stack = self.stack(point);
        self.own[stack.owner().index()] &= !point.bit();
        self.stacks[point.index()] = Stack::VACANT;
        self.tops[stack.class()] -= 1;
        self.key ^= stack.key(point);
        stack
    }

    /// Number of a seat's stacks with this type on top.
    #[must_use]
    pub fn shown(&self, owner: Seat, kind: Type) -> u8 {
        self.tops[Stack::new(Man { owner, kind }, 1).class()]
    }

    /// A seat without a visible piece of a type, if there is one (T15).
    fn missing(&self) -> Option<(Seat, Type)> {
        let all = [Seat::FIRST, Seat::SECOND].into_iter();
        all.flat_map(|seat| Type::ALL.map(|kind| (seat, kind)))
            .find(|(seat, kind)| self.shown(*seat, *kind) == 0)
    }

    /// Whether the second action of a turn is due (T6).
    #[must_use]
    pub fn second_action(&self) -> bool {
        self.stage == Stage::Second
    }

    /// Type and height of the stack on a point, if any.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<(Type, u8)> {
        let stack = self.stack(point);
        (stack != Stack::VACANT).then(|| (stack.kind(), stack.height()))
    }

    /// A seat's stacks: point, type of the top piece, height.
    pub fn stacks(&self, seat: Seat) -> impl Iterator<Item = (Point, Type, u8)> {
        points(self.own[seat.index()]).map(|point| {
            let stack = self.stack(point);
            (point, stack.kind(), stack.height())
        })
    }

    /// The stacks by [`Point::index`], in one byte: height in bits 3–7, index of the owner in bit 2, type of
    /// the top piece in bits 0–1. Zero is vacant.
    #[must_use]
    pub fn stack_codes(&self) -> [u8; 64] {
        self.stacks.map(|stack| stack.0)
    }

    /// Number of stacks on the board.
    #[must_use]
    pub fn stack_count(&self) -> u32 {
        (self.own[0] | self.own[1]).count_ones()
    }

    /// By type, the number of a seat's stacks that the opponent could capture if it were to move
    /// (T11). Types with more than `few` visible stacks are skipped.
    #[must_use]
    pub fn attacked(&self, seat: Seat, few: u8) -> [u8; 3] {
        let theirs = self.own[seat.other().index()];
        let occupied = Occupancy::new(self.own[0] | self.own[1]);
        let counted = Type::ALL.map(|kind| self.shown(seat, kind) <= few);
        let mut attacked = [0; 3];
        for at in points(self.own[seat.index()]) {
            let stack = self.stack(at);
            if !counted[stack.kind() as usize] {
                continue;
            }
            let falls = points(at.sees(&occupied) & theirs)
                .any(|from| self.stack(from).height() >= stack.height());
            attacked[stack.kind() as usize] += u8::from(falls);
        }
        attacked
    }

    fn can_capture(&self) -> bool {
        let mine = self.own[self.mover.index()];
        let occupied = Occupancy::new(self.own[0] | self.own[1]);
        points(mine).any(|from| {
            let height = self.stack(from).height();
            points(from.sees(&occupied) & !mine).any(|to| self.stack(to).height() <= height)
        })
    }

    fn end(&self) -> Option<End> {
        if let Some((loser, kind)) = self.missing() {
            return Some(End::NoneLeft { loser, kind });
        }
        let stuck = self.stage != Stage::Second && !self.can_capture();
        stuck.then_some(End::NoCapture { loser: self.mover })
    }

    /// Generates all captures and, as the second action, all strengthenings.
    fn actions<const SECOND: bool>(&self, out: &mut Vec<Step>) {
        let mine = self.own[self.mover.index()];
        let occupied = Occupancy::new(self.own[0] | self.own[1]);
        for from in points(mine) {
            let height = self.stack(from).height();
            let seen = from.sees(&occupied);
            for to in points(seen & !mine) {
                if self.stack(to).height() <= height {
                    out.push(Step::Capture { from, to });
                }
            }
            if SECOND {
                out.extend(points(seen & mine).map(|to| Step::Strengthen { from, to }));
            }
        }
    }

    /// Advances to the second action or to the next turn.
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
    type Why = Why;

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
        match self.stage {
            Stage::Opening | Stage::First => self.actions::<false>(out),
            Stage::Second => {
                self.actions::<true>(out);
                out.push(Step::Pass);
            }
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Capture { from, to } => {
                let (mover, taken) = (self.stack(from), self.stack(to));
                self.own[self.mover.index()] ^= from.bit() | to.bit();
                self.own[self.mover.other().index()] ^= to.bit();
                self.tops[taken.class()] -= 1;
                self.stacks[from.index()] = Stack::VACANT;
                self.stacks[to.index()] = mover;
                self.key ^= mover.key(from) ^ mover.key(to) ^ taken.key(to);
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

    fn why_not(&self, step: Step) -> Option<Why> {
        self.forbids(step)
    }

    fn hash(&self) -> u64 {
        self.key ^ STAGE_KEYS.at(self.stage as usize * 2 + self.mover.index())
    }
}

impl Duel for Tzaar {
    fn mover(&self) -> Seat {
        self.mover
    }
}
