//! What the search knows of YINSH.

use mohreh_games::yinsh::{BOARD, Point, Step, Yinsh};
use mohreh_games::{Duel, Seat};

use crate::knowledge::Knowledge;
use crate::score::Score;

/// From a point to the next one on each of the three lines, in the sets of [`Yinsh`].
const STRIDES: [u32; 3] = [1, 11, 12];
/// What it is worth to have taken so many rings of three.
const TAKEN: [Score; 4] = [0, 500, 1_150, 2_000];
/// What a place for a row is worth with 2, 3, 4 and 5 markers of one's own and no ring on it, where the
/// others are the opponent's or missing.
const OPEN: [Score; 4] = [3, 12, 40, 120];
/// A marker that shows one's own colour.
const MARKER: Score = 4;

/// The first points of all fives in a line of a set.
fn fives(set: u128, stride: u32) -> u128 {
    let pairs = set & set >> stride;
    pairs & pairs >> (2 * stride) & set >> (4 * stride)
}

/// What the places for a row are worth that have no ring on them, by how many markers of `own` are
/// there.
fn open_rows(own: u128, free: u128) -> Score {
    let mut worth = 0;
    for stride in STRIDES {
        let places = fives(free, stride);
        // Five bits are added up for all places at once, in three planes.
        let (mut ones, mut twos, mut fours) = (0, 0, 0);
        for n in 0..5 {
            let bit = own >> (n * stride);
            let carry = ones & bit;
            ones ^= bit;
            fours |= twos & carry;
            twos ^= carry;
        }
        let low = places & !fours;
        let counts =
            [low & !ones & twos, low & ones & twos, places & fours & !ones, places & fours & ones];
        for (set, each) in counts.into_iter().zip(OPEN) {
            worth += set.count_ones() as Score * each;
        }
    }
    worth
}

fn standing(game: &Yinsh, seat: Seat, free: u128) -> Score {
    let missing = game.setup().goal().saturating_sub(game.taken(seat));
    let taken = TAKEN[3 - usize::from(missing.min(3))];
    let own = game.markers(seat);
    let mut rings = game.rings(seat);
    let mut placed = 0;
    while rings != 0 {
        placed += Score::from(CENTRAL[rings.trailing_zeros() as usize]);
        rings &= rings - 1;
    }
    taken + placed + open_rows(own, free) + own.count_ones() as Score * MARKER
}

/// How central each point is, by its bit: rings in the middle reach more.
static CENTRAL: [i8; 128] = {
    let mut central = [0; 128];
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
        central[bit as usize] = 10 - 2 * far as i8;
        bit += 1;
    }
    central
};

fn central(point: Point) -> i32 {
    CENTRAL[point.index()].into()
}

impl Knowledge for Yinsh {
    const SCALE: f64 = 500.0;

    fn evaluate(&self) -> Score {
        let seat = self.mover();
        let free = BOARD & !(self.rings(Seat::FIRST) | self.rings(Seat::SECOND));
        standing(self, seat, free) - standing(self, seat.other(), free)
    }

    fn is_calm(&self) -> bool {
        self.ring_moves_next()
    }

    fn promise(&self, step: Step) -> i32 {
        match step {
            Step::Place(point) => central(point),
            Step::Move { from, to } => {
                let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
                // A long way is likely to turn markers over.
                (high - low) as i32 / 11 + central(to)
            }
            Step::Row { .. } | Step::Pass => 0,
            Step::Ring(point) => -central(point),
        }
    }

    fn is_sharp(&self, step: Step) -> bool {
        matches!(step, Step::Row { .. })
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
