//! Evaluation, move ordering and quiescence of YINSH.

mod inputs;

use mohreh_games::yinsh::{BOARD, Point, Step, Yinsh};
use mohreh_games::{Duel, Seat};

use crate::heuristics::{COUNT_ONE, Heuristics, Pruning};
use crate::level::Levels;
use crate::patterns::{STATE_BITS, pattern_count, pattern_indices};
use crate::score::Score;
use crate::weights::Terms;

/// Groups of weights:
/// - `taken`: by the number of rings taken, counted back from a win;
/// - `ring`: per ring, by its distance from the centre;
/// - `marker`: per marker;
/// - `tempo`: the right to move;
/// - `five`: per five points in a line, by pattern (see [`PATTERN_INDEX`]), for the mover.
pub(crate) const TERMS: Terms =
    Terms(&[("taken", 4), ("ring", 6), ("marker", 1), ("tempo", 1), ("five", PATTERN_COUNT)]);

const TAKEN: usize = TERMS.offset("taken");
const RING: usize = TERMS.offset("ring");
const MARKER: usize = TERMS.offset("marker");
const TEMPO: usize = TERMS.offset("tempo");
const FIVE: usize = TERMS.offset("five");

/// Strides of the three line directions in the bitboards of [`Yinsh`].
const STRIDES: [usize; 3] = [1, 11, 12];

/// States of a point from the mover's point of view: empty, own marker, opponent's marker, own ring,
/// opponent's ring.
const STATES: usize = 5;
/// Patterns of five points.
const PATTERN_COUNT: usize = pattern_count(STATES, 5);

/// Index of a pattern by its five packed states.
static PATTERN_INDEX: [u16; 1 << (5 * STATE_BITS)] = pattern_indices(STATES, 5);

#[derive(Clone, Copy)]
struct Line {
    first: u8,
    length: u8,
    stride: u8,
    /// Bitboard of its points.
    set: u128,
}

/// Lines of at least five points.
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

/// Emits the index of every pattern on the board. Empty lines are skipped.
#[inline]
fn patterns(game: &Yinsh, mut emit: impl FnMut(usize)) {
    let (seat, other) = (game.mover(), game.mover().other());
    let sets = [game.markers(seat), game.markers(other), game.rings(seat), game.rings(other)];
    let mut states = [0u8; 128];
    for (state, set) in (1..).zip(sets) {
        let mut set = set;
        while set != 0 {
            states[set.trailing_zeros() as usize % 128] = state;
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
            five = (five << STATE_BITS | usize::from(states[at % 128])) % PATTERN_INDEX.len();
            at += usize::from(stride);
            if n >= 4 {
                emit(PATTERN_INDEX[five].into());
            }
        }
    }
}

/// From matches between neighbouring levels (docs/strength.md).
pub(crate) const LEVELS: Levels = [
    (250, 320, 25),
    (520, 220, 17),
    (950, 145, 11),
    (1_800, 85, 6),
    (3_800, 40, 3),
    (9_000, 12, 1),
    (24_000, 0, 0),
    (80_000, 0, 0),
];

/// Sums of the differences between neighbours (docs/strength.md; the last where it was not measured anew: before the
/// networks).
pub(crate) const LEVEL_ELO: [u16; 8] = [0, 241, 409, 563, 786, 1001, 1339, 1619];

impl Heuristics for Yinsh {
    type Focus = ();
    const SCALE: f64 = 500.0;
    const LMR_DIVISOR: i32 = 950;
    const PRUNING: Pruning =
        Pruning { reverse_margin: Some(60), margin: Some(45), late_steps: None };
    const ASPIRATION_WINDOW: Score = 40;

    #[inline]
    fn terms(&self, seat: Seat, mut emit: impl FnMut(usize, Score)) {
        let missing = self.setup().goal().saturating_sub(self.taken(seat));
        emit(TAKEN + 3 - usize::from(missing.min(3)), COUNT_ONE);
        let mut rings = self.rings(seat);
        while rings != 0 {
            emit(RING + usize::from(CENTRE_DISTANCE[rings.trailing_zeros() as usize]), COUNT_ONE);
            rings &= rings - 1;
        }
        emit(MARKER, self.markers(seat).count_ones() as Score * COUNT_ONE);
        if seat == self.mover() {
            emit(TEMPO, COUNT_ONE);
            patterns(self, |pattern| emit(FIVE + pattern, COUNT_ONE));
        }
    }

    fn focus(&self) {}

    fn is_quiet(&self) -> bool {
        self.ring_moves_next()
    }

    fn ordering_score(&self, step: Step) -> i32 {
        match step {
            Step::Place(point) => centrality(point),
            Step::Move { from, to } => {
                let jumped = self.jumped(from, to);
                let count = |seat| (jumped & self.markers(seat)).count_ones() as i32;
                8 * count(self.mover().other()) - 4 * count(self.mover()) + centrality(to)
            }
            Step::Row { .. } | Step::Pass => 0,
            Step::Ring(point) => -centrality(point),
        }
    }

    fn is_tactical(&self, _focus: &(), step: Step) -> bool {
        matches!(step, Step::Row { .. })
    }

    fn is_opening(&self) -> bool {
        self.markers(Seat::FIRST) | self.markers(Seat::SECOND) == 0
    }

    fn is_proof_candidate(&self) -> bool {
        !self.is_opening() && self.taken(self.mover()) + 1 >= self.setup().goal()
    }

    fn history_index(step: Step) -> usize {
        match step {
            Step::Place(point) => point.index(),
            Step::Ring(point) => 128 + point.index(),
            Step::Move { from, to } => 256 + (from.index() * 121 + to.index()) % 7_900,
            Step::Row { first, .. } => 8_160 + first.index() % 30,
            Step::Pass => 0,
        }
    }
}

/// Hexagonal distance of each point from the centre, by bit.
static CENTRE_DISTANCE: [u8; 128] = {
    let mut distances = [5; 128];
    let mut bit = 0;
    while bit < 121 {
        let (q, v) = (bit / 11 - 5, bit % 11 - 5);
        let mut distance = if q < 0 { -q } else { q };
        let abs_v = if v < 0 { -v } else { v };
        let abs_diff = if q < v { v - q } else { q - v };
        if abs_v > distance {
            distance = abs_v;
        }
        if abs_diff > distance {
            distance = abs_diff;
        }
        distances[bit as usize] = if distance > 5 { 5 } else { distance as u8 };
        bit += 1;
    }
    distances
};

fn centrality(point: Point) -> i32 {
    10 - 2 * i32::from(CENTRE_DISTANCE[point.index()])
}
