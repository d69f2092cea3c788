//! The board (Y1): bitboards of 85 points in a `u128`, and the rays from each.
//!
//! A point's bit is `11 × column + row`, so the three lines through it have the strides 1 (same
//! letter), 11 (same number) and 12 (both rising). Off-board bits separate the columns, so that
//! shifts do not wrap from one edge to another.

use core::fmt;
use core::str::FromStr;

use crate::bits::bits_128;
use crate::hex::Axial;
use crate::text::{ParseError, column_and_row, write_point};

/// First and last row of each column, one-based as on the board.
pub(super) const ROWS: [(u8, u8); 11] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// Bits per column.
const HEIGHT: usize = 11;
/// Bits of a board: the length of per-point tables.
pub(super) const BITS: usize = 11 * HEIGHT;
/// Bit distance of neighbours on each of the three lines.
pub(super) const STRIDES: [u32; 3] = [1, 11, 12];

/// Bitboard of all points; the bit of a point is `11 × column + row`.
pub const BOARD: u128 = {
    let mut board = 0;
    let mut column = 0;
    while column < ROWS.len() {
        let (first, last) = ROWS[column];
        let mut row = first;
        while row <= last {
            board |= 1 << (column * HEIGHT + row as usize - 1);
            row += 1;
        }
        column += 1;
    }
    board
};

/// Rays from each point: `[0]` in the three directions in which bits rise, `[1]` in those in which
/// they fall, bit-reversed as in [`Obstacles`].
static RAYS: [[[u128; 3]; 2]; BITS] = {
    let mut rays = [[[0; 3]; 2]; BITS];
    let mut from = 0;
    while from < BITS {
        let mut line = 0;
        while line < 3 {
            let stride = STRIDES[line] as usize;
            let mut at = from + stride;
            while at < BITS && BOARD >> at & 1 == 1 {
                rays[from][0][line] |= 1 << at;
                at += stride;
            }
            let mut at = from;
            while at >= stride && BOARD >> (at - stride) & 1 == 1 {
                at -= stride;
                rays[from][1][line] |= 1 << (127 - at);
            }
            line += 1;
        }
        from += 1;
    }
    rays
};

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point of a bit, which must be on the board.
    pub(super) const fn at(bit: u32) -> Point {
        Point(bit as u8)
    }

    /// The point with these zero-based coordinates, if there is one.
    pub(super) fn new(column: u8, row: u8) -> Option<Point> {
        let (first, last) = *ROWS.get(usize::from(column))?;
        let bit = column * HEIGHT as u8 + row;
        (first..=last).contains(&(row + 1)).then_some(Point(bit))
    }

    /// All points in column-major order, each column from its lowest row up.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..BITS as u8).filter(|bit| BOARD >> bit & 1 == 1).map(Point)
    }

    /// Its axial coordinates.
    #[must_use]
    pub fn axial(self) -> Axial {
        Axial::new(self.column() as i8, self.row() as i8)
    }

    /// Table index: `11 × column + row`, both zero-based.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn bit(self) -> u128 {
        1 << self.0
    }

    pub(super) const fn column(self) -> u8 {
        self.0 / HEIGHT as u8
    }

    pub(super) const fn row(self) -> u8 {
        self.0 % HEIGHT as u8
    }

    /// The line through two collinear points, as an index into [`STRIDES`].
    pub(super) fn line_to(self, to: Point) -> usize {
        match self.0.abs_diff(to.0) {
            0..11 => 0,
            n if n % 11 == 0 => 1,
            _ => 2,
        }
    }

    /// Bitboard of the points strictly between two collinear points.
    pub(super) fn between(self, to: Point) -> u128 {
        let line = self.line_to(to);
        let (low, high) = (self.min(to), self.max(to));
        RAYS[low.index()][0][line] & (high.bit() - 1)
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
            .ok_or_else(|| ParseError::new(text, "yinsh-wrong-point"))
    }
}

/// Points of a bitboard, lowest bit first.
pub(super) fn points(set: u128) -> impl Iterator<Item = Point> {
    bits_128(set).map(Point::at)
}

/// First points of every five in a row along a stride (Y13).
pub(super) fn fives(set: u128, stride: u32) -> u128 {
    let pairs = set & (set >> stride);
    let fours = pairs & (pairs >> (2 * stride));
    fours & (set >> (4 * stride))
}

/// Whether there are five in a row on any line.
pub(super) fn has_five(set: u128) -> bool {
    set.count_ones() >= 5 && STRIDES.iter().any(|&stride| fives(set, stride) != 0)
}

/// Bitboard of the five points of a row that starts at `first`.
pub(super) fn row(first: Point, stride: u32) -> u128 {
    (0..5).fold(0, |row, n| row | first.bit() << (n * stride))
}

/// Blockers for ray lookups, with bit-reversed copies for the three directions in which bits fall:
/// the nearest blocker is always the lowest set bit.
pub(super) struct Obstacles {
    rings: [u128; 2],
    markers: [u128; 2],
}

impl Obstacles {
    pub(super) const fn new(rings: u128, markers: u128) -> Obstacles {
        Obstacles {
            rings: [rings, rings.reverse_bits()],
            markers: [markers, markers.reverse_bits()],
        }
    }

    /// Bitboard of the points where a ring may land, in all six directions (Y6–Y10).
    pub(super) fn landings(&self, from: Point) -> u128 {
        let [rising, falling] = [0, 1].map(|side| {
            let (rings, markers) = (self.rings[side], self.markers[side]);
            RAYS[from.index()][side]
                .iter()
                .fold(0, |all, ray| all | ray_landings(*ray, rings, markers))
        });
        rising | falling.reverse_bits()
    }
}

/// Landing points along a ray whose nearest point is the lowest bit.
#[inline]
fn ray_landings(ray: u128, rings: u128, markers: u128) -> u128 {
    // Y7: any vacant point before the first obstacle.
    let obstacle = lowest(ray & (rings | markers));
    let before = obstacle.wrapping_sub(1);
    // Y8, Y9: if that is a marker, the first point behind the unbroken line of markers, if vacant.
    let behind = lowest(ray & !markers & !before & !obstacle);
    let jump = if obstacle & markers != 0 { behind & !rings } else { 0 };
    ray & before | jump
}

const fn lowest(set: u128) -> u128 {
    set & set.wrapping_neg()
}
