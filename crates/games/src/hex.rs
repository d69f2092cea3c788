//! Boards of hexagons: one coordinate system, the six directions, and the twelve symmetries.

use alloc::vec::Vec;

use crate::game::Game;

/// A place on a hexagonal board: `q` counts columns to the right, `v` counts upwards along a
/// column, and every column starts half a place lower than the one to its left. So both rising
/// together is a straight line too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Axial {
    /// Columns to the right.
    pub q: i8,
    /// Places up the column.
    pub v: i8,
}

/// The six directions in a circle, starting upwards; the opposite of `d` is `(d + 3) % 6`.
pub const DIRECTIONS: [Axial; 6] = [
    Axial::new(0, 1),
    Axial::new(1, 1),
    Axial::new(1, 0),
    Axial::new(0, -1),
    Axial::new(-1, -1),
    Axial::new(-1, 0),
];

/// Half the square root of three: how far columns are apart if neighbours are 1 apart.
const COLUMN: f32 = 0.866_025_4;

impl Axial {
    /// A place by its two coordinates.
    #[must_use]
    pub const fn new(q: i8, v: i8) -> Axial {
        Axial { q, v }
    }

    /// The neighbour in one of the six directions.
    #[must_use]
    pub const fn step(self, direction: usize) -> Axial {
        let by = DIRECTIONS[direction];
        Axial::new(self.q + by.q, self.v + by.v)
    }

    /// Where to draw it: x to the right, y downwards, neighbours 1 apart.
    #[must_use]
    pub fn drawn(self) -> (f32, f32) {
        let (q, v) = (f32::from(self.q), f32::from(self.v));
        (q * COLUMN, q / 2.0 - v)
    }
}

/// One of the twelve ways to turn and mirror a hexagon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    turns: u8,
    mirrored: bool,
}

impl Symmetry {
    /// All twelve, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..12).map(|n| Symmetry { turns: n % 6, mirrored: n >= 6 })
    }

    /// The image of a place, about the origin.
    #[must_use]
    pub fn of(self, mut place: Axial) -> Axial {
        if self.mirrored {
            place = Axial::new(-place.q, place.v - place.q);
        }
        for _ in 0..self.turns {
            place = Axial::new(place.v, place.v - place.q);
        }
        place
    }
}

/// Where one symmetry of a board carries each of its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Images<P> {
    /// Sorted by point.
    pairs: Vec<(P, P)>,
}

impl<P: Copy + Ord> Images<P> {
    /// The images of all points; none if the symmetry does not carry the board onto itself.
    fn new(symmetry: Symmetry, board: &[(P, Axial)]) -> Option<Images<P>> {
        let corner = |of: &dyn Fn(Axial) -> Axial| {
            let q = board.iter().map(|(_, place)| of(*place).q).min()?;
            let v = board.iter().map(|(_, place)| of(*place).v).min()?;
            Some(Axial::new(q, v))
        };
        let (old, new) = (corner(&|place| place)?, corner(&|place| symmetry.of(place))?);
        let image = |(point, place): &(P, Axial)| {
            let turned = symmetry.of(*place);
            let moved = Axial::new(turned.q + old.q - new.q, turned.v + old.v - new.v);
            let (other, _) = board.iter().find(|(_, place)| *place == moved)?;
            Some((*point, *other))
        };
        let mut pairs: Vec<(P, P)> = board.iter().map(image).collect::<Option<_>>()?;
        pairs.sort_unstable();
        Some(Images { pairs })
    }

    /// The image of a point of the board; a point that is not on it stays where it is.
    #[must_use]
    pub fn of(&self, point: P) -> P {
        let at = self.pairs.binary_search_by_key(&point, |(from, _)| *from);
        at.map_or(point, |at| self.pairs[at].1)
    }
}

/// A game on a hexagonal board that can be turned and mirrored.
pub trait Symmetric: Game {
    /// A place of the board.
    type Point: Copy + Ord;

    /// All places of the board on which the game began, with their coordinates.
    fn board(&self) -> Vec<(Self::Point, Axial)>;

    /// The same position, turned.
    #[must_use]
    fn map(&self, images: &Images<Self::Point>) -> Self;

    /// The same step, turned.
    fn map_step(step: Self::Step, images: &Images<Self::Point>) -> Self::Step;

    /// The symmetries of the board, at most twelve, the one that changes nothing first.
    fn symmetries(&self) -> Vec<Images<Self::Point>> {
        let board = self.board();
        Symmetry::all().filter_map(|symmetry| Images::new(symmetry, &board)).collect()
    }
}
