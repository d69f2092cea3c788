//! What the search knows of YINSH.

use mohreh_games::yinsh::{BOARD, Point, Step, Yinsh};
use mohreh_games::{Duel, Seat};

use crate::knowledge::{Knowledge, PARTS};
use crate::score::Score;
use crate::weights::Terms;

/// By how many rings are off, counted back from a win; where rings stand, by the distance from the
/// centre; what a marker is worth, and to be to move; and what each five points in a line are worth to
/// the mover, by what stands on them (see [`PATTERNS`]).
pub(crate) const TERMS: Terms =
    Terms(&[("taken", 4), ("ring", 6), ("marker", 1), ("tempo", 1), ("five", KINDS)]);

const TAKEN: usize = TERMS.at("taken");
const RING: usize = TERMS.at("ring");
const MARKER: usize = TERMS.at("marker");
const TEMPO: usize = TERMS.at("tempo");
const FIVE: usize = TERMS.at("five");

/// From a point to the next one on each of the three lines, in the sets of [`Yinsh`].
const STRIDES: [usize; 3] = [1, 11, 12];

/// What can stand on a point, as the mover sees it: nothing, a marker of his, one of the opponent, a
/// ring of his, one of the opponent.
const THINGS: usize = 5;
/// Bits for one of them.
const BITS: usize = 3;
/// Five points in a line, read from either end as the same.
const KINDS: usize = (THINGS.pow(5) + THINGS.pow(3)) / 2;

/// For five points in a line, three bits each, which of the [`KINDS`] they are: numbered in the order of
/// the smaller of both readings, the first point being the highest digit.
static PATTERNS: [u16; 1 << (5 * BITS)] = {
    let mut kinds = [0; 1 << (5 * BITS)];
    let (mut next, mut code) = (0, 0);
    while code < THINGS.pow(5) {
        let (mut packed, mut mirrored, mut rest, mut n) = (0, 0, code, 0);
        while n < 5 {
            let thing = rest % THINGS;
            packed |= thing << (n * BITS);
            mirrored |= thing << ((4 - n) * BITS);
            rest /= THINGS;
            n += 1;
        }
        if packed <= mirrored {
            kinds[packed] = next;
            kinds[mirrored] = next;
            next += 1;
        }
        code += 1;
    }
    assert!(next as usize == KINDS);
    kinds
};

/// A line of the board.
#[derive(Clone, Copy)]
struct Line {
    first: u8,
    length: u8,
    stride: u8,
    /// All its points.
    set: u128,
}

/// The lines with at least five points.
static LINES: [Line; 27] = {
    let mut lines = [Line { first: 0, length: 0, stride: 0, set: 0 }; 27];
    let (mut next, mut direction) = (0, 0);
    while direction < 3 {
        let stride = STRIDES[direction];
        let mut first = 0;
        while first < 121 {
            let begins =
                BOARD >> first & 1 == 1 && (first < stride || BOARD >> (first - stride) & 1 == 0);
            if begins {
                let (mut length, mut set) = (0, 0);
                while first + length * stride < 121 && BOARD >> (first + length * stride) & 1 == 1 {
                    set |= 1 << (first + length * stride);
                    length += 1;
                }
                if length >= 5 {
                    let (first, length) = (first as u8, length as u8);
                    lines[next] = Line { first, length, stride: stride as u8, set };
                    next += 1;
                }
            }
            first += 1;
        }
        direction += 1;
    }
    assert!(next == lines.len());
    lines
};

/// Tells which patterns the mover sees. Lines on which nothing stands are left out.
#[inline]
fn patterns(game: &Yinsh, mut tell: impl FnMut(usize)) {
    let (seat, other) = (game.mover(), game.mover().other());
    let sets = [game.markers(seat), game.markers(other), game.rings(seat), game.rings(other)];
    let mut things = [0u8; 128];
    for (thing, set) in (1..).zip(sets) {
        let mut set = set;
        while set != 0 {
            things[set.trailing_zeros() as usize % 128] = thing;
            set &= set - 1;
        }
    }
    let all = sets[0] | sets[1] | sets[2] | sets[3];
    for &Line { first, length, stride, set } in &LINES {
        if all & set == 0 {
            continue;
        }
        let mut at = usize::from(first);
        let mut five = 0;
        for n in 0..length {
            five = (five << BITS | usize::from(things[at % 128])) % PATTERNS.len();
            at += usize::from(stride);
            if n >= 4 {
                tell(PATTERNS[five].into());
            }
        }
    }
}

impl Knowledge for Yinsh {
    const SCALE: f64 = 500.0;
    const CAUTION: i32 = 950;
    const WINDOW: Score = 40;

    #[inline]
    fn terms(&self, seat: Seat, mut tell: impl FnMut(usize, Score)) {
        let missing = self.setup().goal().saturating_sub(self.taken(seat));
        tell(TAKEN + 3 - usize::from(missing.min(3)), PARTS);
        let mut rings = self.rings(seat);
        while rings != 0 {
            tell(RING + usize::from(FAR[rings.trailing_zeros() as usize]), PARTS);
            rings &= rings - 1;
        }
        tell(MARKER, self.markers(seat).count_ones() as Score * PARTS);
        if seat == self.mover() {
            tell(TEMPO, PARTS);
            patterns(self, |pattern| tell(FIVE + pattern, PARTS));
        }
    }

    fn is_calm(&self) -> bool {
        self.ring_moves_next()
    }

    fn promise(&self, step: Step) -> i32 {
        match step {
            Step::Place(point) => central(point),
            Step::Move { from, to } => {
                let jumped = self.jumped(from, to);
                let count = |seat| (jumped & self.markers(seat)).count_ones() as i32;
                8 * count(self.mover().other()) - 4 * count(self.mover()) + central(to)
            }
            Step::Row { .. } | Step::Pass => 0,
            Step::Ring(point) => -central(point),
        }
    }

    fn is_sharp(&self, step: Step) -> bool {
        matches!(step, Step::Row { .. })
    }

    fn is_opening(&self) -> bool {
        self.markers(Seat::FIRST) | self.markers(Seat::SECOND) == 0
    }

    fn is_narrow(&self) -> bool {
        !self.is_opening() && self.taken(self.mover()) + 1 >= self.setup().goal()
    }

    fn code(step: Step) -> usize {
        match step {
            Step::Place(point) => point.index(),
            Step::Ring(point) => 128 + point.index(),
            Step::Move { from, to } => 256 + (from.index() * 121 + to.index()) % 7_900,
            Step::Row { first, .. } => 8_160 + first.index() % 30,
            Step::Pass => 0,
        }
    }
}

/// How far each point is from the centre, by its bit: rings in the middle reach more.
static FAR: [u8; 128] = {
    let mut distances = [5; 128];
    let mut bit = 0;
    while bit < 121 {
        let (q, v) = (bit / 11 - 5, bit % 11 - 5);
        let mut far = if q < 0 { -q } else { q };
        let up = if v < 0 { -v } else { v };
        let across = if q < v { v - q } else { q - v };
        if up > far {
            far = up;
        }
        if across > far {
            far = across;
        }
        distances[bit as usize] = if far > 5 { 5 } else { far as u8 };
        bit += 1;
    }
    distances
};

fn central(point: Point) -> i32 {
    10 - 2 * i32::from(FAR[point.index()])
}
