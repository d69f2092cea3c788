//! What the search knows of YINSH.

use mohreh_games::yinsh::{BOARD, Point, Step, Yinsh};
use mohreh_games::{Duel, Seat};

use crate::knowledge::{Knowledge, PARTS};
use crate::score::Score;
use crate::weights::Terms;

/// By how many rings are off, counted back from a win; where rings stand, by the distance from the
/// centre; what a marker is worth; and what a place for a row is worth that has no ring on it, by how
/// many of its markers are one's own and how many the opponent's, as in [`ROWS`], when it is one's turn
/// and when it is not.
pub(crate) const TERMS: Terms = Terms(&[
    ("taken", 4),
    ("ring", 6),
    ("marker", 1),
    ("row-to-move", ROWS.len()),
    ("row-waiting", ROWS.len()),
    ("tempo", 1),
]);

const TAKEN: usize = TERMS.at("taken");
const RING: usize = TERMS.at("ring");
const MARKER: usize = TERMS.at("marker");
const ROW: [usize; 2] = [TERMS.at("row-to-move"), TERMS.at("row-waiting")];
const TEMPO: usize = TERMS.at("tempo");

/// From a point to the next one on each of the three lines, in the sets of [`Yinsh`].
const STRIDES: [u32; 3] = [1, 11, 12];

/// Markers of one's own and of the opponent on a place for a row.
const ROWS: [(u32, u32); 9] =
    [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)];

/// The first points of all fives in a line of a set.
fn fives(set: u128, stride: u32) -> u128 {
    let pairs = set & set >> stride;
    pairs & pairs >> (2 * stride) & set >> (4 * stride)
}

/// For all places for a row at once, how many of their five points are in a set: as ones, twos and
/// fours.
fn counts(set: u128, stride: u32) -> [u128; 3] {
    let [mut ones, mut twos, mut fours] = [0; 3];
    for n in 0..5 {
        let bit = set >> (n * stride);
        let carry = ones & bit;
        ones ^= bit;
        fours |= twos & carry;
        twos ^= carry;
    }
    [ones, twos, fours]
}

/// The places where the count is exactly this.
fn exactly(count: u32, [ones, twos, fours]: [u128; 3]) -> u128 {
    let is = |plane: u128, bit: u32| if count & bit != 0 { plane } else { !plane };
    is(ones, 1) & is(twos, 2) & is(fours, 4)
}

impl Knowledge for Yinsh {
    const SCALE: f64 = 500.0;
    const CAUTION: i32 = 950;

    #[inline]
    fn terms(&self, seat: Seat, mut tell: impl FnMut(usize, Score)) {
        let missing = self.setup().goal().saturating_sub(self.taken(seat));
        tell(TAKEN + 3 - usize::from(missing.min(3)), PARTS);
        let mut rings = self.rings(seat);
        while rings != 0 {
            tell(RING + usize::from(FAR[rings.trailing_zeros() as usize]), PARTS);
            rings &= rings - 1;
        }
        let (own, theirs) = (self.markers(seat), self.markers(seat.other()));
        tell(MARKER, own.count_ones() as Score * PARTS);
        let waiting = usize::from(seat != self.mover());
        if own != 0 {
            let free = BOARD & !(self.rings(Seat::FIRST) | self.rings(Seat::SECOND));
            for stride in STRIDES {
                let places = fives(free, stride);
                let (own, theirs) = (counts(own, stride), counts(theirs, stride));
                for (row, (mine, his)) in ROWS.into_iter().enumerate() {
                    let set = places & exactly(mine, own) & exactly(his, theirs);
                    tell(ROW[waiting] + row, set.count_ones() as Score * PARTS);
                }
            }
        }
        if waiting == 0 {
            tell(TEMPO, PARTS);
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
