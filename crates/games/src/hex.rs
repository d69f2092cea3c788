//! Hexagonal grids: axial coordinates, the six directions and the twelve symmetries.

use alloc::vec::Vec;

use crate::game::Game;

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

/// A symmetry of a board, as a permutation of its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Images<P> {
    /// Points with their images, sorted by point.
    pairs: Vec<(P, P)>,
}

impl<P: Copy + Ord> Images<P> {
    /// The permutation of a symmetry; `None` if it does not map the board onto itself.
    fn new(symmetry: Symmetry, board: &[(P, Axial)]) -> Option<Images<P>> {
        let corner = |of: &dyn Fn(Axial) -> Axial| {
            let q = board.iter().map(|(_, place)| of(*place).q).min()?;
            let v = board.iter().map(|(_, place)| of(*place).v).min()?;
            Some(Axial::new(q, v))
        };
        let (old, new) = (corner(&|place| place)?, corner(&|place| symmetry.apply(place))?);
        let image = |(point, place): &(P, Axial)| {
            let turned = symmetry.apply(*place);
            let moved = Axial::new(turned.q + old.q - new.q, turned.v + old.v - new.v);
            let (other, _) = board.iter().find(|(_, place)| *place == moved)?;
            Some((*point, *other))
        };
        let mut pairs: Vec<(P, P)> = board.iter().map(image).collect::<Option<_>>()?;
        pairs.sort_unstable();
        Some(Images { pairs })
    }

    /// The image of a point; a point off the board is mapped to itself.
    #[must_use]
    pub fn of(&self, point: P) -> P {
        let at = self.pairs.binary_search_by_key(&point, |(from, _)| *from);
        at.map_or(point, |at| self.pairs[at].1)
    }
}

/// A game on a hexagonal board with symmetries.
pub trait Symmetric: Game {
    /// A point of the board.
    type Point: Copy + Ord;

    /// All points of the initial board, with their coordinates.
    fn board(&self) -> Vec<(Self::Point, Axial)>;

    /// The image of the position.
    #[must_use]
    fn map(&self, images: &Images<Self::Point>) -> Self;

    /// The image of a step.
    fn map_step(step: Self::Step, images: &Images<Self::Point>) -> Self::Step;

    /// The symmetries of the initial board, at most twelve, the identity first.
    fn symmetries(&self) -> Vec<Images<Self::Point>> {
        let board = self.board();
        Symmetry::all().filter_map(|symmetry| Images::new(symmetry, &board)).collect()
    }
}
