//! The boards (Z2): bitboards of rings in a `u128`, ring names, and adjacency.
//!
//! A ring's bit is `10 × column + height`, where each column right of the middle starts one bit
//! higher than the one before it. The six directions are then shifts by ±1, ±10 and ±11 on every
//! board. The tenth bit of a column is never set, so that shifts do not wrap from one edge to
//! another.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub(super) use crate::bits::bits_128 as bits;
use crate::hex::Axial;
use crate::text::{ParseError, column_and_row, write_point};

/// Bits per column.
const STRIDE: u8 = 10;
/// Bits of a board: the length of per-ring tables.
pub(super) const BITS: usize = 90;
/// Shifts of the six directions, clockwise; opposite ones are three apart.
pub(super) const SHIFTS: [i32; 6] = [1, 11, 10, -1, -11, -10];

/// Column heights of the three full boards. The others are parts of the 48.
const HEIGHTS_37: [u8; 9] = [4, 5, 6, 7, 6, 5, 4, 0, 0];
const HEIGHTS_48: [u8; 9] = [5, 6, 7, 8, 7, 6, 5, 4, 0];
const HEIGHTS_61: [u8; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// Middle column of the boards up to 48 rings, and of the 61.
const MIDDLES: [u8; 2] = [3, 4];

/// A ring by its name, such as `d4`. The bit of a name depends on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    const fn new(column: u8, row: u8) -> Option<Point> {
        let named = column < 9 && row < HEIGHTS_61[column as usize];
        if named { Some(Point(column * STRIDE + row)) } else { None }
    }

    /// Table index: `10 × column + row`, both zero-based.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn column(self) -> u8 {
        self.0 / STRIDE
    }

    const fn row(self) -> u8 {
        self.0 % STRIDE
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_point(f, self.column(), self.row())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Point, ParseError> {
        column_and_row(text)
            .and_then(|(column, row)| Point::new(column, row))
            .ok_or_else(|| ParseError::new(text, "zertz-wrong-point"))
    }
}

/// Lookup tables between names and bits, for one middle column.
struct Names {
    bits: [u8; BITS],
    points: [Point; BITS],
}

const fn names(middle: u8) -> Names {
    let mut names = Names { bits: [0; BITS], points: [Point(0); BITS] };
    let mut code = 0;
    while code < BITS as u8 {
        let bit = code + (code / STRIDE).saturating_sub(middle);
        if bit < BITS as u8 {
            names.bits[code as usize] = bit;
            names.points[bit as usize] = Point(code);
        }
        code += 1;
    }
    names
}

static NAMES: [Names; 2] = [names(MIDDLES[0]), names(MIDDLES[1])];

const fn full(heights: [u8; 9], middle: u8) -> u128 {
    let mut rings = 0;
    let mut column = 0;
    while column < 9 {
        let foot = column * STRIDE + column.saturating_sub(middle);
        rings |= ((1 << heights[column as usize]) - 1) << foot;
        column += 1;
    }
    rings
}

/// Rows `low..=high` of the columns `from..=to` of the 48 board.
const fn strip(from: u8, to: u8, low: u8, high: u8) -> u128 {
    let mut rings = 0;
    let mut column = from;
    while column <= to {
        let foot = column * STRIDE + column.saturating_sub(MIDDLES[0]);
        let mut row = low - 1;
        while row < high {
            rings |= 1 << (foot + row);
            row += 1;
        }
        column += 1;
    }
    rings
}

const FULL_48: u128 = full(HEIGHTS_48, MIDDLES[0]);
/// The basic board in the coordinates of the 48: rows 2 and up of `a`–`g`.
const BASIC_IN_48: u128 = FULL_48 & !strip(0, 6, 1, 1) & !strip(7, 7, 1, 4);
/// The three extensions of the basic board (Z2b).
const ROW_OF_THREE: u128 = strip(0, 2, 1, 1);
const ROW_OF_FOUR: u128 = strip(3, 6, 1, 1);
const COLUMN_OF_THREE: u128 = strip(7, 7, 2, 4);

/// A board (Z2), by its number of rings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rings {
    /// The basic board.
    #[default]
    R37,
    /// The basic board and a row of three.
    R40,
    /// The basic board and a row of four.
    R41,
    /// The 40 and a column of three.
    R43,
    /// The 40 and a row of four.
    R44,
    /// The tournament board.
    R48,
    /// The largest board.
    R61,
}

impl Rings {
    /// All boards, the smallest first.
    pub const ALL: [Rings; 7] =
        [Rings::R37, Rings::R40, Rings::R41, Rings::R43, Rings::R44, Rings::R48, Rings::R61];

    /// Number of rings.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.start().count_ones()
    }

    /// Bitboard of all its rings.
    pub(super) const fn start(self) -> u128 {
        match self {
            Rings::R37 => full(HEIGHTS_37, MIDDLES[0]),
            Rings::R40 => BASIC_IN_48 | ROW_OF_THREE,
            Rings::R41 => BASIC_IN_48 | ROW_OF_FOUR,
            Rings::R43 => BASIC_IN_48 | ROW_OF_THREE | COLUMN_OF_THREE,
            Rings::R44 => BASIC_IN_48 | ROW_OF_THREE | ROW_OF_FOUR,
            Rings::R48 => FULL_48,
            Rings::R61 => full(HEIGHTS_61, MIDDLES[1]),
        }
    }

    fn names(self) -> &'static Names {
        &NAMES[usize::from(self == Rings::R61)]
    }

    /// The bit of a name. The board need not have that ring: test the bit against [`Rings::start`].
    pub(super) fn bit(self, point: Point) -> u32 {
        u32::from(self.names().bits[usize::from(point.0)])
    }

    /// The name of a bit.
    pub(super) fn point(self, bit: u32) -> Point {
        self.names().points[bit as usize]
    }

    /// Names by column, each from row 1 up: the order of position texts.
    pub(super) fn columns(self) -> Vec<Vec<Point>> {
        let heights = match self {
            Rings::R37 => HEIGHTS_37,
            Rings::R61 => HEIGHTS_61,
            _ => HEIGHTS_48,
        };
        let column = |(column, height): (usize, u8)| {
            (0..height).map(|row| Point(column as u8 * STRIDE + row)).collect()
        };
        heights.into_iter().filter(|height| *height > 0).enumerate().map(column).collect()
    }

    /// The names of its rings with their coordinates.
    pub(super) fn places(self) -> Vec<(Point, Axial)> {
        let axial = |bit: u32| Axial::new((bit / 10) as i8, (bit % 10) as i8);
        bits(self.start()).map(|bit| (self.point(bit), axial(bit))).collect()
    }
}

/// Shifts a bitboard against a direction: bit `b` of the result is the bit `steps` places from `b`
/// in that direction.
#[inline]
pub(super) const fn ahead(set: u128, direction: usize, steps: i32) -> u128 {
    let by = SHIFTS[direction] * steps;
    if by > 0 { set >> by } else { set << -by }
}

/// Free rings (Z6): vacant, with two adjacent directions without a ring.
pub(super) fn free(rings: u128, vacant: u128) -> u128 {
    let gaps: [u128; 6] = core::array::from_fn(|direction| !ahead(rings, direction, 1));
    let open = (0..6).fold(0, |open, n| open | gaps[n] & gaps[(n + 1) % 6]);
    vacant & open
}

/// Flood fill: the rings connected with `seed`.
pub(super) fn flood_fill(seed: u128, rings: u128) -> u128 {
    let mut group = seed;
    loop {
        let grown =
            (0..6).fold(group, |grown, direction| grown | ahead(group, direction, 1)) & rings;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Places of all rings whose removal may disconnect the board; see [`may_split`].
pub(super) fn splitting(rings: u128) -> u128 {
    let near: [u128; 6] = core::array::from_fn(|direction| ahead(rings, direction, 1));
    // Starts of runs around each place: at least one, and at least two.
    let (_, two) = (0..6).fold((0, 0), |(one, two), n| {
        let start = near[n] & !near[(n + 5) % 6];
        (one | start, two | one & start)
    });
    rings & two
}

/// Whether removing a ring may disconnect the board: its neighbours form more than one run around
/// it.
pub(super) fn may_split(bit: u32, rings: u128) -> bool {
    let near = (0..6).fold(0u8, |near, direction| {
        near | ((ahead(rings, direction, 1) >> bit) as u8 & 1) << direction
    });
    let turned = (near << 1 | near >> 5) & 0b11_1111;
    (near & !turned).count_ones() > 1
}

#[cfg(test)]
mod tests {
    use super::{Rings, bits, may_split, splitting};

    /// On boards that lose ring after ring, in an order that a seed chooses (Z13).
    #[test]
    fn z13_all_rings_at_once_split_like_each_of_them() {
        for seed in 1..200u32 {
            let mut rings = Rings::R61.start();
            let mut random = seed;
            while rings != 0 {
                let alone = bits(rings).filter(|bit| may_split(*bit, rings));
                let each = alone.fold(0, |all, bit| all | 1 << bit);
                assert_eq!(splitting(rings), each, "{rings:x}");
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let number = (random >> 16) % rings.count_ones();
                let gone = bits(rings).nth(number as usize).unwrap();
                rings &= !(1 << gone);
            }
        }
    }
}
