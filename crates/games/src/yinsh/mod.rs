//! YINSH by Kris Burm: rings that leave markers, flip what they jump, and are removed for five in a
//! row. Rules Y1–Y21; this file has the position and step generation, the submodules have board,
//! texts and scene.

mod board;
mod edit;
mod position;
mod show;
mod step;
mod why;

use alloc::vec::Vec;

use board::{BITS, Obstacles, STRIDES, fives, has_five, points, row};
pub use board::{BOARD, Point};
pub use step::{Setup, Step};
pub use why::Why;

use crate::game::{Duel, Game, Outcome, Seat, Status};
use crate::zobrist::Keys;

/// Rings per player (Y2).
const RINGS: u8 = 5;
/// Markers of the game (Y2).
const MARKERS: u8 = 51;

/// Zobrist keys by seat and point.
static RING_KEYS: [Keys<BITS>; 2] = [Keys::new(0x10), Keys::new(0x11)];
static MARKER_KEYS: [Keys<BITS>; 2] = [Keys::new(0x12), Keys::new(0x13)];
static STAGE_KEYS: Keys<32> = Keys::new(0x14);

/// Stage of the current turn. Whether rows are due follows from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Placement of the rings (Y4).
    Place,
    /// Start of a turn: rows are removed first, if any (Y17), then a ring moves.
    Move,
    /// The move has completed rows of the mover's own colour (Y14).
    Moved,
    /// A row was removed before the move; a ring must be removed.
    RingBeforeMove,
    /// A row was removed after the move; a ring must be removed.
    RingAfterMove,
}

/// A position of YINSH.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Yinsh {
    rings: [u128; 2],
    markers: [u128; 2],
    /// Zobrist key of rings and markers; [`Game::hash`] mixes in the rest.
    key: u64,
    supply: u8,
    taken: [u8; 2],
    mover: Seat,
    stage: Stage,
    /// The opponent has just passed (Y12).
    passed: bool,
    setup: Setup,
}

/// Accessors for evaluations. The bit of a point is `11 × column + row`, both zero-based.
impl Yinsh {
    /// Bitboard of a seat's rings.
    #[must_use]
    pub fn rings(&self, seat: Seat) -> u128 {
        self.rings[seat.index()]
    }

    /// Bitboard of the markers that show a seat's colour.
    #[must_use]
    pub fn markers(&self, seat: Seat) -> u128 {
        self.markers[seat.index()]
    }

    /// The parameters of the game.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Number of rings that a seat has removed.
    #[must_use]
    pub fn taken(&self, seat: Seat) -> u8 {
        self.taken[seat.index()]
    }

    /// Markers left in the supply.
    #[must_use]
    pub fn supply(&self) -> u8 {
        self.supply
    }

    /// Whether a ring is placed or moved next: no row and no ring is to be removed.
    #[must_use]
    pub fn ring_moves_next(&self) -> bool {
        matches!(self.stage, Stage::Place | Stage::Move) && !self.rows_due()
    }

    /// Bitboard of the markers that a move flips (Y11).
    #[must_use]
    pub fn jumped(&self, from: Point, to: Point) -> u128 {
        from.between(to) & (self.markers[0] | self.markers[1])
    }

    /// Whether the mover must remove a row now.
    #[must_use]
    pub fn rows_due(&self) -> bool {
        matches!(self.stage, Stage::Move | Stage::Moved) && has_five(self.markers[self.me()])
    }
}

impl Yinsh {
    fn me(&self) -> usize {
        self.mover.index()
    }

    /// Rings that a seat still has to place.
    fn in_hand(&self, seat: Seat) -> u8 {
        let standing = self.rings[seat.index()].count_ones() as u8;
        RINGS.saturating_sub(standing + self.taken[seat.index()])
    }

    /// The mover's rings with their landing points (Y5–Y10).
    fn moves(&self) -> impl Iterator<Item = (Point, u128)> {
        let rings = self.rings[0] | self.rings[1];
        let obstacles = Obstacles::new(rings, self.markers[0] | self.markers[1]);
        points(self.rings[self.me()]).map(move |from| (from, obstacles.landings(from)))
    }

    fn can_move(&self) -> bool {
        self.moves().any(|(_, landings)| landings != 0)
    }

    /// The reason why the game is over, if it is.
    fn end(&self) -> Option<End> {
        if let Some(seat) = (0..2).find(|&seat| self.taken[seat] >= self.setup.goal()) {
            return Some(End::Rings(Seat::new(seat)));
        }
        if self.stage != Stage::Move || self.rows_due() {
            return None;
        }
        if self.supply == 0 {
            return Some(End::Supply);
        }
        (self.passed && !self.can_move()).then_some(End::Blocked)
    }

    /// Outcome by removed rings; equal is a draw (Y20).
    fn by_rings(&self) -> Outcome {
        Outcome::by_points(&self.taken.map(u32::from))
    }

    fn end_turn(&mut self) {
        self.mover = self.mover.other();
        self.stage = Stage::Move;
    }

    fn place(&mut self, point: Point) {
        self.rings[self.me()] |= point.bit();
        self.key ^= RING_KEYS[self.me()].at(point.index());
        self.mover = self.mover.other();
        if self.in_hand(self.mover) == 0 {
            self.stage = Stage::Move;
        }
    }

    fn move_ring(&mut self, from: Point, to: Point) {
        let me = self.me();
        self.rings[me] ^= from.bit() | to.bit();
        self.key ^= RING_KEYS[me].at(from.index()) ^ RING_KEYS[me].at(to.index());
        // Y11: jumped markers flip; the one just left behind does not.
        let jumped = self.jumped(from, to);
        if jumped != 0 {
            self.markers[0] ^= jumped;
            self.markers[1] ^= jumped;
            for point in points(jumped) {
                self.key ^= MARKER_KEYS[0].at(point.index()) ^ MARKER_KEYS[1].at(point.index());
            }
        }
        self.markers[me] |= from.bit();
        self.key ^= MARKER_KEYS[me].at(from.index());
        self.supply -= 1;
        self.passed = false;
        if has_five(self.markers[me]) {
            self.stage = Stage::Moved;
        } else {
            self.end_turn();
        }
    }

    fn take_row(&mut self, first: Point, last: Point) {
        let me = self.me();
        let five = row(first, STRIDES[first.line_to(last)]);
        self.markers[me] &= !five;
        for point in points(five) {
            self.key ^= MARKER_KEYS[me].at(point.index());
        }
        self.supply += 5;
        self.passed = false;
        self.stage = match self.stage {
            Stage::Moved => Stage::RingAfterMove,
            _ => Stage::RingBeforeMove,
        };
        // Only in composed positions: a player without rings removes none.
        if self.rings[me] == 0 {
            self.finish_row();
        }
    }

    fn take_ring(&mut self, point: Point) {
        let me = self.me();
        self.rings[me] &= !point.bit();
        self.key ^= RING_KEYS[me].at(point.index());
        self.taken[me] += 1;
        self.finish_row();
    }

    /// Continues the turn after a row and its ring, with further rows if there are any (Y16).
    fn finish_row(&mut self) {
        let me = self.me();
        let won = self.taken[me] >= self.setup.goal();
        match self.stage {
            Stage::RingAfterMove if !won && has_five(self.markers[me]) => self.stage = Stage::Moved,
            Stage::RingAfterMove if !won => self.end_turn(),
            _ => self.stage = Stage::Move,
        }
    }
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// A seat has removed enough rings (Y19, Y21).
    Rings(Seat),
    /// The supply is empty (Y20).
    Supply,
    /// Neither side can move (Y12).
    Blocked,
}

impl Game for Yinsh {
    type Setup = Setup;
    type Step = Step;
    type Why = Why;

    fn start(setup: &Setup) -> Yinsh {
        Yinsh {
            rings: [0; 2],
            markers: [0; 2],
            key: 0,
            supply: MARKERS,
            taken: [0; 2],
            mover: Seat::FIRST,
            stage: Stage::Place,
            passed: false,
            setup: *setup,
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn status(&self) -> Status {
        match self.end() {
            None => Status::ToMove(self.mover),
            Some(End::Rings(seat)) => Status::Over(Outcome::won_by(seat, 2)),
            Some(End::Supply | End::Blocked) => Status::Over(self.by_rings()),
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        if self.taken.iter().any(|&rings| rings >= self.setup.goal()) {
            return;
        }
        let mine = self.rings[self.me()];
        match self.stage {
            Stage::Place => {
                let vacant = BOARD & !(self.rings[0] | self.rings[1]);
                out.extend(points(vacant).map(Step::Place));
            }
            Stage::RingBeforeMove | Stage::RingAfterMove => {
                out.extend(points(mine).map(Step::Ring));
            }
            Stage::Move | Stage::Moved if self.rows_due() => {
                for stride in STRIDES {
                    out.extend(points(fives(self.markers[self.me()], stride)).map(|first| {
                        let last = Point::at(first.index() as u32 + 4 * stride);
                        Step::Row { first, last }
                    }));
                }
            }
            Stage::Move | Stage::Moved if self.supply > 0 => {
                let before = out.len();
                for (from, landings) in self.moves() {
                    out.extend(points(landings).map(|to| Step::Move { from, to }));
                }
                if out.len() == before && !self.passed {
                    out.push(Step::Pass);
                }
            }
            Stage::Move | Stage::Moved => {}
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Place(point) => self.place(point),
            Step::Move { from, to } => self.move_ring(from, to),
            Step::Row { first, last } => self.take_row(first, last),
            Step::Ring(point) => self.take_ring(point),
            Step::Pass => {
                self.end_turn();
                self.passed = true;
            }
        }
    }

    fn why_not(&self, step: Step) -> Option<Why> {
        self.forbids(step)
    }

    fn hash(&self) -> u64 {
        let stage = self.stage as usize * 4 + self.me() * 2 + usize::from(self.passed);
        self.key ^ STAGE_KEYS.at(stage)
    }
}

impl Duel for Yinsh {
    fn mover(&self) -> Seat {
        self.mover
    }
}
