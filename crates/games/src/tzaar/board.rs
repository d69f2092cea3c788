//! The board (T1, T1b): 60 points around a missing centre, as bits of a `u64`, and the rays from
//! each.

use core::fmt;
use core::str::FromStr;

use crate::bits::bits_64;
use crate::hex::Axial;
use crate::text::{ParseError, column_and_row, write_point};

/// Points per column; `e` includes the missing centre.
pub(super) const HEIGHTS: [u8; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
/// The column with the centre.
const MIDDLE: u8 = 4;
/// Bits of a board, including the centre, which is never occupied.
const PLACES: usize = 61;
/// Length of per-point tables: a power of two, so that indexing needs no bounds check.
pub(super) const TABLE_LEN: usize = 64;
/// The bit of e5.
const CENTRE: usize = 30;

/// Column and row of each bit, both zero-based, in column-major order.
static COORDINATES: [(u8, u8); PLACES] = COORDINATE_TABLE;
const COORDINATE_TABLE: [(u8, u8); PLACES] = {
    let mut places = [(0, 0); PLACES];
    let (mut bit, mut column) = (0, 0);
    while column < HEIGHTS.len() {
        let mut row = 0;
        while row < HEIGHTS[column] {
            places[bit] = (column as u8, row);
            bit += 1;
            row += 1;
        }
        column += 1;
    }
    places
};

const fn axial(bit: usize) -> Axial {
    let (column, row) = COORDINATE_TABLE[bit];
    Axial::new(column as i8, row as i8 + column.saturating_sub(MIDDLE) as i8)
}

const fn bit_at(place: Axial) -> Option<usize> {
    let mut bit = 0;
    while bit < PLACES {
        let here = axial(bit);
        if here.q == place.q && here.v == place.v {
            return Some(bit);
        }
        bit += 1;
    }
    None
}

/// Rays from each point: `[0]` in the three directions in which bits rise, `[1]` in those in which
/// they fall, bit-reversed as in [`Occupancy`]. The centre ends a ray like the edge (T10).
static RAYS: [[[u64; 3]; 2]; TABLE_LEN] = {
    let mut rays = [[[0; 3]; 2]; TABLE_LEN];
    let mut from = 0;
    while from < PLACES {
        let mut direction = 0;
        while direction < 6 {
            let ray = &mut rays[from][direction / 3][direction % 3];
            let mut place = axial(from).step(direction);
            while let Some(bit) = bit_at(place) {
                if bit == CENTRE {
                    break;
                }
                *ray |= if direction < 3 { 1 << bit } else { 1 << (63 - bit) };
                place = place.step(direction);
            }
            direction += 1;
        }
        from += 1;
    }
    rays
};

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point with these zero-based coordinates, if there is one.
    pub(super) fn new(column: u8, row: u8) -> Option<Point> {
        let bit = COORDINATES.iter().position(|place| *place == (column, row))?;
        (bit != CENTRE).then_some(Point(bit as u8))
    }

    /// All points in column-major order, each column from row 1 up.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..PLACES as u8).filter(|bit| usize::from(*bit) != CENTRE).map(Point)
    }

    /// Its axial coordinates.
    #[must_use]
    pub fn axial(self) -> Axial {
        axial(self.index())
    }

    /// Table index, below 64.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % TABLE_LEN
    }

    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    pub(super) fn column(self) -> u8 {
        COORDINATES[self.index()].0
    }

    /// Bitboard of the first occupied point in each of the six directions (T8).
    #[inline]
    pub(super) fn sees(self, occupied: &Occupancy) -> u64 {
        let [rays, falling] = &RAYS[self.index()];
        let first = |rays: &[u64; 3], bits: u64| {
            rays.iter().fold(0, |first, ray| first | lowest(ray & bits))
        };
        first(rays, occupied.bits) | first(falling, occupied.mirrored).reverse_bits()
    }
}

const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// Occupancy bitboard for ray lookups. Where bits rise along a ray, the nearest blocker is the
/// lowest set bit. The other three directions use a bit-reversed copy, because the lowest bit is
/// cheaper to isolate than the highest.
pub(super) struct Occupancy {
    bits: u64,
    mirrored: u64,
}

impl Occupancy {
    pub(super) const fn new(bits: u64) -> Occupancy {
        Occupancy { bits, mirrored: bits.reverse_bits() }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = COORDINATES[self.index()];
        write_point(f, column, row)
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
        let place = column_and_row(text);
        if place == Some(COORDINATES[CENTRE]) {
            return Err(ParseError::new(text, "tzaar-wrong-centre"));
        }
        place
            .and_then(|(column, row)| Point::new(column, row))
            .ok_or_else(|| ParseError::new(text, "tzaar-wrong-point"))
    }
}

/// Points of a bitboard, lowest bit first.
pub(super) fn points(set: u64) -> impl Iterator<Item = Point> {
    bits_64(set).map(|bit| Point(bit as u8))
}
