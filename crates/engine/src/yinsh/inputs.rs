//! Network inputs of YINSH.
//!
//! - Fives: every five points in a line, by their states, mirror images alike.
//! - Places: every ring and marker by owner and place, up to symmetry.
//! - Counts: rings that each seat lacks for a win, markers left, and rings on the board.

use mohreh_games::yinsh::{BOARD, Yinsh};
use mohreh_games::{Duel, Seat};

use super::{PATTERN_COUNT, PATTERN_INDEX, STRIDES};
use crate::network::{Inputs, NO_INPUT, ORBITS, orbit, replace_input};
use crate::patterns::STATE_BITS;

/// Length of tables by point.
const TABLE: usize = 128;
/// Five points in a line.
const FIVES: usize = 123;

struct Fives {
    /// First point and stride.
    lines: [(u8, u8); FIVES],
    /// Those that contain a point, as a set.
    of: [u128; TABLE],
}

static ALL: Fives = {
    let mut all = Fives { lines: [(0, 0); FIVES], of: [0; TABLE] };
    let (mut next, mut direction) = (0, 0);
    while direction < 3 {
        let stride = STRIDES[direction];
        let mut first = 0;
        while first + 4 * stride < 121 {
            let (mut n, mut on_board) = (0, true);
            while n < 5 {
                on_board = on_board && BOARD >> (first + n * stride) & 1 == 1;
                n += 1;
            }
            if on_board {
                all.lines[next] = (first as u8, stride as u8);
                n = 0;
                while n < 5 {
                    all.of[first + n * stride] |= 1 << next;
                    n += 1;
                }
                next += 1;
            }
            first += 1;
        }
        direction += 1;
    }
    assert!(next == FIVES);
    all
};

/// Place of each point, up to symmetry.
static ORBIT: [u8; TABLE] = {
    let mut orbits = [0; TABLE];
    let mut bit = 0;
    while bit < 121 {
        if BOARD >> bit & 1 == 1 {
            orbits[bit] = orbit(bit as i32 / 11 - 5, bit as i32 % 11 - 5) as u8;
        }
        bit += 1;
    }
    orbits
};

/// One-hot counts: rings that the mover and the opponent lack, markers left in threes, rings on the board.
const COUNTS: [usize; 4] = [4, 4, 18, 11];
const COUNT_INPUTS: usize = 4 + 4 + 18 + 11;

const FIVE: usize = 0;
const PLACE: usize = FIVE + PATTERN_COUNT;
const COUNT: usize = PLACE + 4 * ORBITS;

/// What the mover sees.
#[derive(Clone)]
pub struct View {
    /// Own markers, opponent's markers, own rings, opponent's rings.
    sets: [u128; 4],
    /// State of each point, as in the patterns.
    states: [u8; TABLE],
    /// Pattern of each five; 0 is empty.
    patterns: [u16; FIVES],
    /// Active input of each count.
    counts: [u16; COUNTS.len()],
}

impl Default for View {
    fn default() -> View {
        View {
            sets: [0; 4],
            states: [0; TABLE],
            patterns: [0; FIVES],
            counts: [NO_INPUT; COUNTS.len()],
        }
    }
}

impl Inputs for Yinsh {
    const INPUTS: usize = COUNT + COUNT_INPUTS;
    type View = View;

    fn update(&self, view: &mut View, mut change: impl FnMut(usize, bool)) {
        let (seat, other) = (self.mover(), self.mover().other());
        let sets = [self.markers(seat), self.markers(other), self.rings(seat), self.rings(other)];
        let mut changed = 0;
        for (old, new) in view.sets.iter().zip(sets) {
            changed |= old ^ new;
        }
        let mut dirty = 0;
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize % TABLE;
            changed &= changed - 1;
            let mut new = 0;
            for (state, set) in (1..).zip(sets) {
                if set >> bit & 1 == 1 {
                    new = state;
                }
            }
            let place =
                |state: u8| PLACE + usize::from(state - 1) * ORBITS + usize::from(ORBIT[bit]);
            if view.states[bit] != 0 {
                change(place(view.states[bit]), false);
            }
            if new != 0 {
                change(place(new), true);
            }
            view.states[bit] = new;
            dirty |= ALL.of[bit];
        }
        while dirty != 0 {
            let number = dirty.trailing_zeros() as usize % FIVES;
            dirty &= dirty - 1;
            let (first, stride) = ALL.lines[number];
            let (mut at, mut packed) = (usize::from(first), 0);
            for _ in 0..5 {
                packed = packed << STATE_BITS | usize::from(view.states[at % TABLE]);
                at += usize::from(stride);
            }
            let (old, new) = (view.patterns[number], PATTERN_INDEX[packed % PATTERN_INDEX.len()]);
            if old != new {
                // The empty pattern is no input.
                if old != 0 {
                    change(FIVE + usize::from(old), false);
                }
                if new != 0 {
                    change(FIVE + usize::from(new), true);
                }
                view.patterns[number] = new;
            }
        }
        let lacks = |seat: Seat| usize::from(self.setup().goal().saturating_sub(self.taken(seat)));
        let rings = (sets[2] | sets[3]).count_ones() as usize;
        let counts = [lacks(seat), lacks(other), usize::from(self.supply()) / 3, rings];
        let mut base = COUNT;
        for ((active, value), size) in view.counts.iter_mut().zip(counts).zip(COUNTS) {
            replace_input(active, (base + value.min(size - 1)) as u16, &mut change);
            base += size;
        }
        view.sets = sets;
    }
}
