//! Network inputs of TZAAR.
//!
//! - Pairs: every two stacks that see each other, by owner, type and height of both.
//! - Places: every stack by owner, type, height and place, up to symmetry.
//! - Counts: stacks of each type that each seat shows.
//! - Attacks: of each type with few stacks, how many there are and how many of them the other seat attacks.

use mohreh_games::tzaar::{Type, Tzaar};
use mohreh_games::{Duel, Seat};

use crate::network::{Inputs, NO_INPUT, ORBITS, orbit, replace_input};

/// Points per column; the middle one includes the missing centre.
const HEIGHTS: [usize; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const MIDDLE: usize = 4;
const POINTS: usize = 61;
const CENTRE: usize = 30;
/// Length of tables by point.
const TABLE: usize = 64;

/// Heights from this one on count alike.
const MAX_HEIGHT: usize = 5;
/// Owner, type and height of a stack. State 0 is vacant.
const STATES: usize = 2 * 3 * MAX_HEIGHT;
const PAIR_COUNT: usize = STATES * (STATES + 1) / 2;

/// Axial coordinates of a point, from the centre.
const fn axial(point: usize) -> (i32, i32) {
    let (mut column, mut row) = (0, point);
    while row >= HEIGHTS[column] {
        row -= HEIGHTS[column];
        column += 1;
    }
    let q = column as i32 - MIDDLE as i32;
    (q, row as i32 - MIDDLE as i32 + if q > 0 { q } else { 0 })
}

/// Place of each point, up to symmetry.
static ORBIT: [u8; TABLE] = {
    let mut orbits = [0; TABLE];
    let mut point = 0;
    while point < POINTS {
        let (q, v) = axial(point);
        orbits[point] = orbit(q, v) as u8;
        point += 1;
    }
    orbits
};

/// Lines of the board: nine in each direction, where the centre splits the middle one.
const LINES: usize = 30;

struct Lines {
    /// Points of each line.
    sets: [u64; LINES],
    /// Lines through each point, as a set.
    of: [u32; TABLE],
}

static BOARD: Lines = {
    let mut lines = Lines { sets: [0; LINES], of: [0; TABLE] };
    let (mut next, mut direction) = (0, 0);
    while direction < 3 {
        let mut number = -4;
        while number <= 4 {
            let mut half = 0;
            while half < 2 {
                let (mut set, mut point) = (0, 0);
                while point < POINTS {
                    let (q, v) = axial(point);
                    let (line, along) = match direction {
                        0 => (q, v),
                        1 => (v, q),
                        _ => (q - v, q),
                    };
                    let belongs = if number == 0 { (along > 0) == (half == 1) } else { half == 0 };
                    if line == number && belongs && point != CENTRE {
                        set |= 1 << point;
                        lines.of[point] |= 1 << next;
                    }
                    point += 1;
                }
                if set != 0 {
                    lines.sets[next] = set;
                    next += 1;
                }
                half += 1;
            }
            number += 1;
        }
        direction += 1;
    }
    assert!(next == LINES);
    lines
};

/// Input of two stacks that see each other, in either order.
static PAIR_INDEX: [[u16; STATES + 1]; STATES + 1] = {
    let mut indices = [[0; STATES + 1]; STATES + 1];
    let (mut next, mut a) = (0, 1);
    while a <= STATES {
        let mut b = a;
        while b <= STATES {
            indices[a][b] = next;
            indices[b][a] = next;
            next += 1;
            b += 1;
        }
        a += 1;
    }
    assert!(next as usize == PAIR_COUNT);
    indices
};

/// One-hot counts of visible stacks by type, of the mover and of the opponent.
const COUNTS: [usize; 6] = [7, 10, 16, 7, 10, 16];
const COUNT_INPUTS: usize = 2 * (7 + 10 + 16);

/// Types with more stacks than this have no input for attacks.
const FEW: usize = 6;
/// More attacked stacks count alike.
const MAX_ATTACKED: usize = 3;
/// Values of an attack.
const ATTACKS: usize = FEW * (MAX_ATTACKED + 1);

const PAIR: usize = 0;
const PLACE: usize = PAIR + PAIR_COUNT;
const COUNT: usize = PLACE + STATES * ORBITS;
const ATTACK: usize = COUNT + COUNT_INPUTS;

/// What the mover sees.
#[derive(Clone)]
pub struct View {
    /// As in [`Tzaar::stack_codes`].
    codes: [u8; TABLE],
    /// State of each point; 0 is vacant.
    states: [u8; TABLE],
    occupied: u64,
    /// Active input of each count.
    counts: [u16; COUNTS.len()],
    /// Active attack input by seat and type.
    attacks: [u16; 6],
}

impl Default for View {
    fn default() -> View {
        View {
            codes: [0; TABLE],
            states: [0; TABLE],
            occupied: 0,
            counts: [NO_INPUT; COUNTS.len()],
            attacks: [NO_INPUT; 6],
        }
    }
}

/// State of a stack as the mover sees it.
fn state(code: u8, mover: Seat) -> u8 {
    if code == 0 {
        return 0;
    }
    let (height, owner, kind) = (code >> 3, code >> 2 & 1, code & 3);
    let theirs = u8::from(usize::from(owner) != mover.index());
    1 + (theirs * 3 + kind) * MAX_HEIGHT as u8 + height.clamp(1, MAX_HEIGHT as u8) - 1
}

impl Inputs for Tzaar {
    const INPUTS: usize = ATTACK + 6 * ATTACKS;
    type View = View;

    fn update(&self, view: &mut View, mut change: impl FnMut(usize, bool)) {
        let codes = self.stack_codes();
        let old = view.states;
        let (mut changed, mut dirty, mut occupied) = (0u64, 0u32, view.occupied);
        for point in 0..TABLE {
            if codes[point] == view.codes[point] {
                continue;
            }
            let new = state(codes[point], self.mover());
            let place =
                |state: u8| PLACE + usize::from(state - 1) * ORBITS + usize::from(ORBIT[point]);
            if old[point] != 0 {
                change(place(old[point]), false);
            }
            if new != 0 {
                change(place(new), true);
            }
            view.states[point] = new;
            changed |= 1 << point;
            dirty |= BOARD.of[point];
            occupied = occupied & !(1 << point) | u64::from(new != 0) << point;
        }
        while dirty != 0 {
            let line = BOARD.sets[dirty.trailing_zeros() as usize % LINES];
            dirty &= dirty - 1;
            pairs(line, view.occupied, occupied, changed, &old, |pair| change(pair, false));
            pairs(line, occupied, view.occupied, changed, &view.states, |pair| change(pair, true));
        }
        let seats = [self.mover(), self.mover().other()];
        let counts =
            seats.into_iter().flat_map(|seat| Type::ALL.map(|kind| self.shown(seat, kind)));
        let mut base = COUNT;
        for ((active, value), size) in view.counts.iter_mut().zip(counts).zip(COUNTS) {
            let input = base + usize::from(value).min(size - 1);
            replace_input(active, input as u16, &mut change);
            base += size;
        }
        let attacked = seats.map(|seat| self.attacked(seat, FEW as u8)).into_iter().flatten();
        let shown = seats.into_iter().flat_map(|seat| Type::ALL.map(|kind| self.shown(seat, kind)));
        for (group, (active, (shown, attacked))) in
            view.attacks.iter_mut().zip(shown.zip(attacked)).enumerate()
        {
            let (shown, attacked) = (usize::from(shown), usize::from(attacked).min(MAX_ATTACKED));
            let input =
                ATTACK + group * ATTACKS + shown.saturating_sub(1) * (MAX_ATTACKED + 1) + attacked;
            let input = if (1..=FEW).contains(&shown) { input as u16 } else { NO_INPUT };
            replace_input(active, input, &mut change);
        }
        (view.codes, view.occupied) = (codes, occupied);
    }
}

/// Emits the pairs on a line of one position that the other one does not have.
fn pairs(
    line: u64,
    occupied: u64,
    other: u64,
    changed: u64,
    states: &[u8; TABLE],
    mut emit: impl FnMut(usize),
) {
    let mut rest = line & occupied;
    if rest == 0 {
        return;
    }
    let mut from = rest.trailing_zeros();
    rest &= rest - 1;
    while rest != 0 {
        let to = rest.trailing_zeros();
        rest &= rest - 1;
        let between = line & ((1 << to) - 1) & !((2 << from) - 1);
        if (1 << from | 1 << to) & changed != 0 || between & other != 0 {
            let [from, to] = [from, to].map(|point| usize::from(states[point as usize % TABLE]));
            emit(PAIR + usize::from(PAIR_INDEX[from % (STATES + 1)][to % (STATES + 1)]));
        }
        from = to;
    }
}
