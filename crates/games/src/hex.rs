//! Hexagonal grids: axial coordinates, the six directions and the twelve symmetries.

pub use crate::symmetry::{Images, Symmetric};

/// Axial coordinates: `q` counts columns to the right, `v` places up the column. Each column starts
/// half a place lower than the one to its left, so `(1, 1)` is a neighbour too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Axial {
    /// Column, counted to the right.
    pub q: i8,
    /// Place in the column, counted upwards.
    pub v: i8,
}

/// The six directions clockwise, starting upwards; the opposite of `d` is `(d + 3) % 6`.
pub const DIRECTIONS: [Axial; 6] = [
    Axial::new(0, 1),
    Axial::new(1, 1),
    Axial::new(1, 0),
    Axial::new(0, -1),
    Axial::new(-1, -1),
    Axial::new(-1, 0),
];

/// Distance of adjacent columns, √3 / 2, where neighbours are 1 apart.
const COLUMN_SPACING: f32 = 0.866_025_4;

impl Axial {
    /// The place with these coordinates.
    #[must_use]
    pub const fn new(q: i8, v: i8) -> Axial {
        Axial { q, v }
    }

    /// The neighbour in `DIRECTIONS[direction]`.
    #[must_use]
    pub const fn step(self, direction: usize) -> Axial {
        let by = DIRECTIONS[direction];
        Axial::new(self.q + by.q, self.v + by.v)
    }

    /// Cartesian coordinates for drawing: x to the right, y downwards, neighbours 1 apart.
    #[must_use]
    pub fn xy(self) -> (f32, f32) {
        let (q, v) = (f32::from(self.q), f32::from(self.v));
        (q * COLUMN_SPACING, q / 2.0 - v)
    }
}

/// An element of the hexagon's symmetry group: a rotation, optionally after a reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    rotations: u8,
    mirrored: bool,
}

impl Symmetry {
    /// All twelve, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..12).map(|n| Symmetry { rotations: n % 6, mirrored: n >= 6 })
    }

    /// The image of a place; the origin is fixed.
    #[must_use]
    pub fn apply(self, mut place: Axial) -> Axial {
        if self.mirrored {
            place = Axial::new(-place.q, place.v - place.q);
        }
        for _ in 0..self.rotations {
            place = Axial::new(place.v, place.v - place.q);
        }
        place
    }
}
