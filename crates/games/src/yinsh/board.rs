//! The board (Y1): 85 points as bits of a `u128`, and the straight lines through them.
//!
//! A point's bit is `11 × column + row`, so the three lines through it have the strides 1 (same
//! letter), 11 (same number) and 12 (both rising). Off-board bits separate the columns: no line
//! runs from one edge into another.

use core::fmt;
use core::str::FromStr;

use crate::hex::Axial;
use crate::text::{ParseError, column_and_row, write_point};

/// First and last row of each column, counted from 1 as on the board.
pub(super) const ROWS: [(u8, u8); 11] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// Bits in a column.
const HEIGHT: usize = 11;
/// One more than the highest bit.
pub(super) const BITS: usize = 11 * HEIGHT;
/// From a point to the next one on each of the three lines.
pub(super) const STRIDES: [u32; 3] = [1, 11, 12];
/// The six directions of a ring, opposite ones three apart.
const DIRECTIONS: [i32; 6] = [1, 11, 12, -1, -11, -12];

/// All points.
pub(super) const BOARD: u128 = {
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

/// The points straight ahead of each point in each direction, without itself.
static RAYS: [[u128; 6]; BITS] = {
    let mut rays = [[0; 6]; BITS];
    let mut from = 0;
    while from < BITS {
        let mut direction = 0;
        while direction < 6 {
            let mut at = from as i32 + DIRECTIONS[direction];
            while at >= 0 && at < BITS as i32 && BOARD >> at & 1 == 1 {
                rays[from][direction] |= 1 << at;
                at += DIRECTIONS[direction];
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
    /// The point of a bit that is known to be on the board.
    pub(super) const fn at(bit: u32) -> Point {
        Point(bit as u8)
    }

    /// The point with these coordinates, counted from 0, if there is one.
    pub(super) fn new(column: u8, row: u8) -> Option<Point> {
        let (first, last) = *ROWS.get(usize::from(column))?;
        let bit = column * HEIGHT as u8 + row;
        (first..=last).contains(&(row + 1)).then_some(Point(bit))
    }

    /// Every point, by columns from `a`, each from its lowest row up.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..BITS as u8).filter(|bit| BOARD >> bit & 1 == 1).map(Point)
    }

    /// Its place among the hexagonal coordinates.
    #[must_use]
    pub fn axial(self) -> Axial {
        Axial::new(self.column() as i8, self.row() as i8)
    }

    pub(super) const fn index(self) -> usize {
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

    /// One on in a direction; off the board [`Places`] says so.
    pub(super) const fn next(self, direction: usize) -> Point {
        Point(self.0.wrapping_add(DIRECTIONS[direction] as u8))
    }

    /// The points ahead in a direction.
    pub(super) fn ray(self, direction: usize) -> u128 {
        RAYS[self.index()][direction]
    }

    /// The direction in which `to` lies, for two points on one line.
    pub(super) fn towards(self, to: Point) -> usize {
        let apart = i32::from(to.0) - i32::from(self.0);
        let line = match apart.unsigned_abs() {
            0..11 => 0,
            n if n % 11 == 0 => 1,
            _ => 2,
        };
        if apart < 0 { line + 3 } else { line }
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
            .ok_or_else(|| ParseError::new(text, "there is no such point on the YINSH board"))
    }
}

/// The points of a set, lowest bit first.
pub(super) fn points(set: u128) -> impl Iterator<Item = Point> {
    let halves = [(set as u64, 0), ((set >> 64) as u64, 64)];
    halves.into_iter().flat_map(|(mut half, base)| {
        core::iter::from_fn(move || {
            let bit = half.trailing_zeros();
            (half != 0).then(|| {
                half &= half - 1;
                Point::at(base + bit)
            })
        })
    })
}

/// The first points of all fives in a row of `set` along a stride (Y13).
pub(super) fn fives(set: u128, stride: u32) -> u128 {
    let pairs = set & (set >> stride);
    let fours = pairs & (pairs >> (2 * stride));
    fours & (set >> (4 * stride))
}

/// Whether there are five in a row anywhere.
pub(super) fn has_five(set: u128) -> bool {
    set.count_ones() >= 5 && STRIDES.iter().any(|&stride| fives(set, stride) != 0)
}

/// The five points of a row that starts at `first`.
pub(super) fn row(first: Point, stride: u32) -> u128 {
    (0..5).fold(0, |row, n| row | first.bit() << (n * stride))
}

/// What a ring meets on its way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It may land here.
    Vacant,
    /// It may jump this.
    Marker,
    /// A ring, or the edge.
    Blocked,
}

/// The board with a wide edge, a byte a place, for walking along its lines: quicker than looking
/// at bits one by one.
pub(super) struct Places([Place; 256]);

impl Places {
    const VACANT: Places = {
        let mut places = [Place::Blocked; 256];
        let mut bit = 0;
        while bit < BITS {
            if BOARD >> bit & 1 == 1 {
                places[bit] = Place::Vacant;
            }
            bit += 1;
        }
        Places(places)
    };

    pub(super) fn of(rings: u128, markers: u128) -> Places {
        let mut places = Places::VACANT;
        for (set, place) in [(markers, Place::Marker), (rings, Place::Blocked)] {
            for point in points(set) {
                places.0[usize::from(point.0)] = place;
            }
        }
        places
    }

    pub(super) fn at(&self, point: Point) -> Place {
        self.0[usize::from(point.0)]
    }
}
