//! Network inputs of ZÈRTZ.
//!
//! - Lines: every four places in a line, by their states, mirror images alike.
//! - Neighbourhoods: every ring by its own state and, up to symmetry, whether each of its six neighbours is
//!   missing, vacant or occupied.
//! - Counts: marbles that each seat lacks for a win, marbles in the supply, and vacant rings.

use mohreh_games::zertz::Zertz;
use mohreh_games::{Duel, Seat};

use crate::network::{Inputs, NO_INPUT, replace_input};
use crate::patterns::{STATE_BITS, pattern_count, pattern_indices};

/// States of a place: no ring, a vacant ring, a white, grey or black marble.
const STATES: usize = 5;
const NO_RING: u8 = 0;
const VACANT: u8 = 1;

/// Distance of neighbouring columns in the padded board, which has three places more on each side.
const STRIDE: usize = 16;
const PLACES: usize = 256;
/// Directions of lines in the padded board.
const DIRECTIONS: [usize; 3] = [1, STRIDE, STRIDE + 1];
/// The six neighbours, clockwise, as distances in the padded board.
const NEIGHBOURS: [isize; 6] =
    [1, STRIDE as isize + 1, STRIDE as isize, -1, -(STRIDE as isize) - 1, -(STRIDE as isize)];

const LINE_LENGTH: usize = 4;
const LINE_COUNT: usize = pattern_count(STATES, LINE_LENGTH as u32);

/// Index of a line by its packed states.
static LINE_INDEX: [u16; 1 << (LINE_LENGTH * STATE_BITS)] = pattern_indices(STATES, LINE_LENGTH);

/// Ways to colour six neighbours with three states, up to the twelve symmetries.
const RING_COUNT: usize = 92;

/// Class of six neighbours by their packed states, two bits each: 0 missing, 1 vacant, 2 occupied.
static RING_CLASS: [u8; 1 << 12] = {
    let mut classes = [u8::MAX; 1 << 12];
    let (mut next, mut code) = (0, 0);
    while code < 3usize.pow(6) {
        let mut states = [0; 6];
        let (mut rest, mut n) = (code, 0);
        while n < 6 {
            states[n] = rest % 3;
            rest /= 3;
            n += 1;
        }
        if classes[packed_ring(states, 0, false)] == u8::MAX {
            let mut turn = 0;
            while turn < 6 {
                classes[packed_ring(states, turn, false)] = next;
                classes[packed_ring(states, turn, true)] = next;
                turn += 1;
            }
            next += 1;
        }
        code += 1;
    }
    assert!(next as usize == RING_COUNT);
    classes
};

const fn packed_ring(states: [usize; 6], turn: usize, mirrored: bool) -> usize {
    let (mut packed, mut n) = (0, 0);
    while n < 6 {
        let from = if mirrored { (6 + turn - n) % 6 } else { (turn + n) % 6 };
        packed |= states[from] << (2 * n);
        n += 1;
    }
    packed
}

/// One-hot counts, by number of values: white, grey, black and marbles of each colour that the mover lacks, the
/// same for the opponent, supply by colour, vacant rings.
const COUNTS: [usize; 12] = [5, 6, 7, 10, 5, 6, 7, 10, 8, 10, 12, 32];
const COUNT_INPUTS: usize = {
    let (mut sum, mut n) = (0, 0);
    while n < COUNTS.len() {
        sum += COUNTS[n];
        n += 1;
    }
    sum
};

const LINE: usize = 0;
const RING: usize = LINE + LINE_COUNT;
const COUNT: usize = RING + (STATES - 1) * RING_COUNT;

/// What the mover sees.
#[derive(Clone)]
pub struct View {
    rings: u128,
    marbles: [u128; 3],
    /// States of the padded board.
    states: [u8; PLACES],
    /// Neighbourhood input of each place of the padded board.
    neighbourhoods: [u16; PLACES],
    /// Active input of each count.
    counts: [u16; COUNTS.len()],
}

impl Default for View {
    fn default() -> View {
        View {
            rings: 0,
            marbles: [0; 3],
            states: [NO_RING; PLACES],
            neighbourhoods: [NO_INPUT; PLACES],
            counts: [NO_INPUT; COUNTS.len()],
        }
    }
}

/// Place in the padded board of a bit of the rules' bitboards.
fn place(bit: usize) -> usize {
    (bit / 10 + 3) * STRIDE + bit % 10 + 3
}

impl Inputs for Zertz {
    const INPUTS: usize = COUNT + COUNT_INPUTS;
    const CORRECTS_HAND: bool = true;
    type View = View;

    fn update(&self, view: &mut View, mut change: impl FnMut(usize, bool)) {
        let (rings, marbles) = (self.rings(), self.marbles());
        let mut changed = view.rings ^ rings;
        for (old, new) in view.marbles.iter().zip(marbles) {
            changed |= old ^ new;
        }
        let mut dirty = [0u64; PLACES / 64];
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let mut state = u8::from(rings >> bit & 1 == 1) * VACANT;
            for (number, marbles) in (2..).zip(marbles) {
                if marbles >> bit & 1 == 1 {
                    state = number;
                }
            }
            let at = place(bit);
            let old = view.states[at];
            for direction in DIRECTIONS {
                // The seven places around this one, packed; then each window of four.
                let mut packed = 0;
                for n in 0..2 * LINE_LENGTH - 1 {
                    let near = at + n * direction - (LINE_LENGTH - 1) * direction;
                    packed |= usize::from(view.states[near % PLACES]) << (n * STATE_BITS);
                }
                let flip = usize::from(old ^ state) << ((LINE_LENGTH - 1) * STATE_BITS);
                for n in 0..LINE_LENGTH {
                    let window = |line: usize| line >> (n * STATE_BITS) & (LINE_INDEX.len() - 1);
                    let (before, after) = (window(packed), window(packed ^ flip));
                    if before != 0 {
                        change(LINE + usize::from(LINE_INDEX[before]), false);
                    }
                    if after != 0 {
                        change(LINE + usize::from(LINE_INDEX[after]), true);
                    }
                }
            }
            view.states[at] = state;
            dirty[at / 64] |= 1 << (at % 64);
            for neighbour in NEIGHBOURS {
                let near = at.wrapping_add_signed(neighbour) % PLACES;
                dirty[near / 64] |= 1 << (near % 64);
            }
        }
        for (word, mut set) in dirty.into_iter().enumerate() {
            while set != 0 {
                let at = word * 64 + set.trailing_zeros() as usize;
                set &= set - 1;
                let input = neighbourhood(&view.states, at);
                replace_input(&mut view.neighbourhoods[at], input, &mut change);
            }
        }
        let mut base = COUNT;
        for ((active, value), size) in view.counts.iter_mut().zip(counts(self)).zip(COUNTS) {
            replace_input(active, (base + value.min(size - 1)) as u16, &mut change);
            base += size;
        }
        (view.rings, view.marbles) = (rings, marbles);
    }
}

fn neighbourhood(states: &[u8; PLACES], at: usize) -> u16 {
    if states[at] == NO_RING {
        return NO_INPUT;
    }
    let mut packed = 0;
    for (n, neighbour) in NEIGHBOURS.into_iter().enumerate() {
        let state = states[at.wrapping_add_signed(neighbour) % PLACES].min(2);
        packed |= usize::from(state) << (2 * n);
    }
    let class = usize::from(RING_CLASS[packed]);
    (RING + usize::from(states[at] - VACANT) * RING_COUNT + class) as u16
}

fn counts(game: &Zertz) -> [usize; COUNTS.len()] {
    let setup = game.setup();
    let lacks = |seat: Seat| {
        let own = game.own(seat);
        let one = |n: usize| usize::from(setup.one_wins()[n].saturating_sub(own[n]));
        let each: u8 = own.iter().map(|own| setup.each_wins().saturating_sub(*own)).sum();
        [one(0), one(1), one(2), usize::from(each)]
    };
    let [white, grey, black, each] = lacks(game.mover());
    let [their_white, their_grey, their_black, their_each] = lacks(game.mover().other());
    let supply = game.supply().map(usize::from);
    let vacant = game.vacant_rings() as usize;
    [
        white,
        grey,
        black,
        each,
        their_white,
        their_grey,
        their_black,
        their_each,
        supply[0],
        supply[1],
        supply[2],
        vacant,
    ]
}
