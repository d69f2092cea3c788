//! ZÈRTZ by Kris Burm: shared marbles on a board of rings that shrinks with every turn. Rules
//! Z1–Z25; this file has the position and step generation, the submodules have board, texts and
//! scene.

mod board;
mod edit;
mod position;
mod show;
mod step;
mod why;

use alloc::boxed::Box;
use alloc::vec::Vec;

use board::{BITS, SHIFTS, ahead, bits, flood_fill, free, may_split, splitting};
pub use board::{Point, Rings};
pub use step::{Marble, Marbles, Setup, Step};
pub use why::Why;

use crate::game::{Duel, Game, Outcome, Seat, Status};
use crate::zobrist::{self, Keys};

static RING_KEYS: Keys<BITS> = Keys::new(0x30);
static MARBLE_KEYS: [Keys<BITS>; 3] = [Keys::new(0x31), Keys::new(0x32), Keys::new(0x33)];

/// Stage of the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Start of a turn, or the game is over.
    Turn,
    /// A marble has been placed; a free ring must be removed (Z5).
    Remove,
    /// The marble on this bit has jumped and must jump on (Z10).
    Jump(u8),
    /// The turn was reverted by a claim; the mover must capture (Z24c).
    Capture,
}

/// Entry of the repetition history (Z20). Rings and supply are left out: they are the same in all
/// entries.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    marbles: [u128; 3],
    own: [Marbles; 2],
    mover: Seat,
}

/// A position of ZÈRTZ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zertz {
    rings: u128,
    marbles: [u128; 3],
    /// Zobrist key of rings and marbles; [`Game::hash`] mixes in the rest.
    key: u64,
    supply: Marbles,
    /// Marbles captured by each seat.
    own: [Marbles; 2],
    mover: Seat,
    stage: Stage,
    /// Consecutive passes (Z18).
    passes: u8,
    /// The rings may be disconnected. While this is false, no search for isolated groups is needed.
    split: bool,
    setup: Setup,
    /// Repetition history: starts of earlier turns (Z20). Kept only once the supply is empty, and
    /// cleared when rings leave the board.
    history: Vec<Seen>,
    /// The position that a claim restores; set by a placement that misses a capture (Z24).
    overlooked: Option<Box<Zertz>>,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Enough of each colour (Z16).
    Each(Seat),
    /// Enough of one colour (Z16).
    One(Seat, Marble),
    /// Every ring is occupied (Z19).
    Full(Seat),
    /// Two passes in succession (Z18).
    Passes,
    /// The same position for the third time (Z20).
    Repetition,
}

/// Accessors for evaluations.
impl Zertz {
    /// The parameters of the game.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Marbles in the shared supply.
    #[must_use]
    pub fn supply(&self) -> Marbles {
        self.supply
    }

    /// Marbles captured by a seat.
    #[must_use]
    pub fn own(&self, seat: Seat) -> Marbles {
        self.own[seat.index()]
    }

    /// Whether the mover has played no step of this turn yet.
    #[must_use]
    pub fn turn_begins(&self) -> bool {
        matches!(self.stage, Stage::Turn | Stage::Capture)
    }

    /// Bitboard of the rings. The bit of a ring is `10 × column + height`, and the six directions are
    /// shifts by ±1, ±10 and ±11 on every board.
    #[must_use]
    pub fn rings(&self) -> u128 {
        self.rings
    }

    /// Bitboards of the marbles on the board, by colour.
    #[must_use]
    pub fn marbles(&self) -> [u128; 3] {
        self.marbles
    }

    /// Number of vacant rings.
    #[must_use]
    pub fn vacant_rings(&self) -> u32 {
        self.vacant().count_ones()
    }

    /// Whether only captures are legal (Z8, Z10, Z24c).
    #[must_use]
    pub fn must_capture(&self) -> bool {
        match self.stage {
            Stage::Capture | Stage::Jump(_) => true,
            Stage::Turn => !self.setup.overlook && self.can_capture(),
            Stage::Remove => false,
        }
    }

    /// Whether a marble was placed, and a free ring is removed next (Z5).
    #[must_use]
    pub fn removes_ring(&self) -> bool {
        self.stage == Stage::Remove
    }

    /// Free rings whose removal may change what can be captured: jumps land there, or the board may fall apart
    /// (Z9, Z13); and all other free rings.
    #[must_use]
    pub fn decisive_rings(&self) -> (u128, u128) {
        let free = self.free_rings();
        let landings = (0..6)
            .fold(0, |all, direction| all | ahead(self.jumpers(direction), (direction + 3) % 6, 2));
        let decisive = free & (landings | splitting(self.rings));
        (decisive, free & !decisive)
    }

    /// The bit of a ring in bitboards.
    #[must_use]
    pub fn bit(&self, ring: Point) -> u32 {
        self.setup.rings.bit(ring)
    }

    /// The ring of a bit.
    #[must_use]
    pub fn ring(&self, bit: u32) -> Point {
        self.setup.rings.point(bit)
    }

    /// Whether any marble can jump (Z9).
    #[must_use]
    pub fn can_capture(&self) -> bool {
        (0..6).any(|direction| self.jumpers(direction) != 0)
    }
}

impl Zertz {
    fn me(&self) -> usize {
        self.mover.index()
    }

    fn occupied(&self) -> u128 {
        self.marbles[0] | self.marbles[1] | self.marbles[2]
    }

    fn vacant(&self) -> u128 {
        self.rings & !self.occupied()
    }

    fn free_rings(&self) -> u128 {
        free(self.rings, self.vacant())
    }

    fn supply_is_empty(&self) -> bool {
        self.supply == [0; 3]
    }

    /// Marbles that the mover may place: the supply or, once it is empty, the mover's own (Z17).
    fn stock(&self) -> Marbles {
        if self.supply_is_empty() { self.own[self.me()] } else { self.supply }
    }

    /// Bitboard of the marbles that can jump in a direction (Z9).
    #[inline]
    fn jumpers(&self, direction: usize) -> u128 {
        let occupied = self.occupied();
        let vacant = self.rings & !occupied;
        occupied & ahead(occupied, direction, 1) & ahead(vacant, direction, 2)
    }

    /// Generates the jumps of the marbles in `of`.
    fn jumps(&self, of: u128, out: &mut Vec<Step>) {
        let rings = self.setup.rings;
        for (direction, shift) in SHIFTS.into_iter().enumerate() {
            for from in bits(self.jumpers(direction) & of) {
                let to = rings.point((from as i32 + 2 * shift) as u32);
                out.push(Step::Jump { from: rings.point(from), to });
            }
        }
    }

    /// Generates the placements of each colour in stock on each vacant ring (Z5, Z5b).
    fn placements(&self, out: &mut Vec<Step>) {
        let stock = self.stock();
        let rings = self.setup.rings;
        for marble in Marble::ALL {
            if stock[marble as usize] > 0 {
                out.extend(bits(self.vacant()).map(|bit| Step::Place(marble, rings.point(bit))));
            }
        }
    }

    /// The reason why the game is over, if it is. Tested at the start of a turn, in the order of
    /// Z14b.
    fn end(&self) -> Option<End> {
        if self.stage != Stage::Turn {
            return None;
        }
        if self.vacant() == 0 {
            return Some(End::Full(self.mover.other()));
        }
        let owned = [Seat::FIRST, Seat::SECOND].into_iter().find_map(|seat| self.owns_enough(seat));
        if owned.is_some() {
            return owned;
        }
        if self.passes >= 2 {
            return Some(End::Passes);
        }
        let now = self.seen();
        let before = self.history.iter().filter(|seen| **seen == now).count();
        (before >= 2).then_some(End::Repetition)
    }

    /// The winning set that a seat owns, if any (Z16).
    fn owns_enough(&self, seat: Seat) -> Option<End> {
        let own = self.own[seat.index()];
        if own.iter().all(|&n| n >= self.setup.each_wins()) {
            return Some(End::Each(seat));
        }
        let goals = self.setup.one_wins();
        let enough = |marble: &Marble| own[*marble as usize] >= goals[*marble as usize];
        Marble::ALL.into_iter().find(enough).map(|marble| End::One(seat, marble))
    }

    fn seen(&self) -> Seen {
        Seen { marbles: self.marbles, own: self.own, mover: self.mover }
    }

    /// Bookkeeping for the first step of a turn other than a claim: the claim expires, and the
    /// position enters the repetition history.
    fn begin_turn(&mut self) {
        self.overlooked = None;
        self.passes = 0;
        if self.supply_is_empty() {
            self.history.push(self.seen());
        }
    }

    fn end_turn(&mut self) {
        self.stage = Stage::Turn;
        self.mover = self.mover.other();
    }

    fn place(&mut self, marble: Marble, point: Point) {
        let before = (self.setup.overlook && self.can_capture()).then(|| {
            let claimed =
                Zertz { stage: Stage::Capture, passes: 0, overlooked: None, ..self.clone() };
            Box::new(claimed)
        });
        let from_supply = !self.supply_is_empty();
        self.begin_turn();
        self.overlooked = before;
        let me = self.me();
        let stock = if from_supply { &mut self.supply } else { &mut self.own[me] };
        stock[marble as usize] -= 1;
        let bit = self.setup.rings.bit(point);
        self.marbles[marble as usize] |= 1 << bit;
        self.key ^= MARBLE_KEYS[marble as usize].at(bit as usize);
        self.take_full_groups();
        // Z7: without a free ring the turn ends here.
        if self.free_rings() != 0 {
            self.stage = Stage::Remove;
        } else {
            self.end_turn();
        }
    }

    fn remove(&mut self, point: Point) {
        let bit = self.setup.rings.bit(point);
        self.rings &= !(1 << bit);
        self.key ^= RING_KEYS.at(bit as usize);
        self.history.clear();
        self.split |= may_split(bit, self.rings);
        self.take_full_groups();
        self.end_turn();
    }

    fn jump(&mut self, from: Point, to: Point) {
        if !matches!(self.stage, Stage::Jump(_)) {
            self.begin_turn();
        }
        let rings = self.setup.rings;
        let (from, to) = (rings.bit(from), rings.bit(to));
        let over = (from + to) / 2;
        // The jumped marble leaves before the jumper lands: both may be of one colour (Z10b).
        for (marble, keys) in MARBLE_KEYS.iter().enumerate() {
            if self.marbles[marble] >> over & 1 == 1 {
                self.capture(marble, 1 << over);
            }
            if self.marbles[marble] >> from & 1 == 1 {
                self.marbles[marble] ^= 1 << from | 1 << to;
                self.key ^= keys.at(from as usize) ^ keys.at(to as usize);
            }
        }
        if (0..6).any(|direction| self.jumpers(direction) >> to & 1 == 1) {
            self.stage = Stage::Jump(to as u8);
        } else {
            self.end_turn();
        }
    }

    /// Moves marbles of one colour from the board to the mover.
    fn capture(&mut self, marble: usize, set: u128) {
        let me = self.me();
        self.marbles[marble] &= !set;
        self.own[me][marble] += set.count_ones() as u8;
        for bit in bits(set) {
            self.key ^= MARBLE_KEYS[marble].at(bit as usize);
        }
    }

    /// Isolation: groups of rings without a vacant one go to the mover with their marbles (Z13), as
    /// long as a vacant ring is left elsewhere (Z15).
    fn take_full_groups(&mut self) {
        if !self.split {
            return;
        }
        let vacant = self.vacant();
        let mut rest = self.rings;
        let mut left = 0;
        while rest != 0 {
            let group = flood_fill(rest & rest.wrapping_neg(), rest);
            rest &= !group;
            if vacant == 0 || group & vacant != 0 {
                left += 1;
                continue;
            }
            for marble in 0..3 {
                self.capture(marble, self.marbles[marble] & group);
            }
            self.rings &= !group;
            for bit in bits(group) {
                self.key ^= RING_KEYS.at(bit as usize);
            }
            self.history.clear();
        }
        self.split = left > 1;
    }

    fn pass(&mut self) {
        if self.end().is_some() {
            // Z24d: the end is accepted.
            self.overlooked = None;
        } else {
            let passes = self.passes + 1;
            self.begin_turn();
            self.passes = passes;
            self.end_turn();
        }
    }

    fn claim(&mut self) {
        if let Some(claimed) = self.overlooked.take() {
            *self = *claimed;
        }
    }
}

impl Game for Zertz {
    type Setup = Setup;
    type Step = Step;
    type Why = Why;

    fn start(setup: &Setup) -> Zertz {
        let rings = setup.rings.start();
        Zertz {
            rings,
            marbles: [0; 3],
            key: bits(rings).fold(0, |key, bit| key ^ RING_KEYS.at(bit as usize)),
            supply: setup.supply(),
            own: [[0; 3]; 2],
            mover: Seat::FIRST,
            stage: Stage::Turn,
            passes: 0,
            split: false,
            setup: *setup,
            history: Vec::new(),
            overlooked: None,
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn status(&self) -> Status {
        match self.end() {
            Some(_) if self.overlooked.is_some() => Status::ToMove(self.mover),
            None => Status::ToMove(self.mover),
            Some(End::Each(seat) | End::One(seat, _) | End::Full(seat)) => {
                Status::Over(Outcome::won_by(seat, 2))
            }
            Some(End::Passes | End::Repetition) => Status::Over(Outcome::draw(2)),
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        match self.stage {
            Stage::Remove => {
                let rings = self.setup.rings;
                out.extend(bits(self.free_rings()).map(|bit| Step::Remove(rings.point(bit))));
            }
            Stage::Jump(from) => self.jumps(1 << from, out),
            Stage::Capture => self.jumps(u128::MAX, out),
            Stage::Turn => {
                let claimable = self.overlooked.is_some();
                if claimable {
                    out.push(Step::Claim);
                }
                if self.end().is_some() {
                    if claimable {
                        out.push(Step::Pass);
                    }
                    return;
                }
                let before = out.len();
                self.jumps(u128::MAX, out);
                // Z8: a capture is compulsory, unless `overlook` is set (Z24).
                if out.len() == before || self.setup.overlook {
                    self.placements(out);
                }
                if out.len() == before {
                    out.push(Step::Pass);
                }
            }
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        match step {
            Step::Place(marble, point) => self.place(marble, point),
            Step::Remove(point) => self.remove(point),
            Step::Jump { from, to } => self.jump(from, to),
            Step::Pass => self.pass(),
            Step::Claim => self.claim(),
        }
    }

    fn why_not(&self, step: Step) -> Option<Why> {
        self.forbids(step)
    }

    fn hash(&self) -> u64 {
        let stage = match self.stage {
            Stage::Turn => 0,
            Stage::Remove => 1,
            Stage::Capture => 2,
            Stage::Jump(bit) => u64::from(bit) + 3,
        };
        let counts = self.supply.iter().chain(self.own.as_flattened());
        let rest = counts.fold(stage, |rest, &n| rest << 5 | u64::from(n));
        let rest = rest << 3 | u64::from(self.passes) << 1 | self.me() as u64;
        let claim = self.overlooked.as_ref().map_or(0, |claimed| claimed.hash().rotate_left(1));
        self.key ^ zobrist::mix(rest) ^ claim
    }
}

impl Duel for Zertz {
    fn mover(&self) -> Seat {
        self.mover
    }
}
