//! Symmetries of boards: [`Images`], [`Symmetric`], and [`Canon`], the canonical hash of a position.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::any::{AnyGame, Listed};
use crate::game::Game;
use crate::hex::{Axial, Symmetry};
use crate::zobrist::mix;

/// A symmetry of a board, as a permutation of its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Images<P> {
    /// Points with their images, sorted by point.
    pairs: Vec<(P, P)>,
}

impl<P: Copy + Ord> Images<P> {
    /// The permutation by a map of the plane, moved back onto the board; `None` if that does not map the board onto
    /// itself.
    fn new(map: impl Fn(Axial) -> Axial, board: &[(P, Axial)]) -> Option<Images<P>> {
        let corner = |of: &dyn Fn(Axial) -> Axial| {
            let q = board.iter().map(|(_, place)| of(*place).q).min()?;
            let v = board.iter().map(|(_, place)| of(*place).v).min()?;
            Some(Axial::new(q, v))
        };
        let (old, new) = (corner(&|place| place)?, corner(&map)?);
        let image = |(point, place): &(P, Axial)| {
            let turned = map(*place);
            let moved = Axial::new(turned.q + old.q - new.q, turned.v + old.v - new.v);
            let (other, _) = board.iter().find(|(_, place)| *place == moved)?;
            Some((*point, *other))
        };
        let mut pairs: Vec<(P, P)> = board.iter().map(image).collect::<Option<_>>()?;
        pairs.sort_unstable();
        Some(Images { pairs })
    }

    /// The symmetries of a hexagonal board, at most twelve, the identity first.
    fn of_hexagon(board: &[(P, Axial)]) -> Vec<Images<P>> {
        let maps = Symmetry::all().map(|symmetry| move |place| symmetry.apply(place));
        maps.filter_map(|map| Images::new(map, board)).collect()
    }

    /// The symmetries of a board of squares, at most eight, the identity first; `q` and `v` are columns and rows.
    pub(crate) fn of_square(board: &[(P, Axial)]) -> Vec<Images<P>> {
        let maps = (0..8_u8).map(|n| {
            move |Axial { q, v }: Axial| {
                let (q, v) = if n & 4 == 0 { (q, v) } else { (v, q) };
                Axial::new(if n & 1 == 0 { q } else { -q }, if n & 2 == 0 { v } else { -v })
            }
        });
        maps.filter_map(|map| Images::new(map, board)).collect()
    }

    /// The image of a point; a point off the board is mapped to itself.
    #[must_use]
    pub fn of(&self, point: P) -> P {
        let at = self.pairs.binary_search_by_key(&point, |(from, _)| *from);
        at.map_or(point, |at| self.pairs[at].1)
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Images<P> {
        let mut pairs: Vec<(P, P)> = self.pairs.iter().map(|(from, to)| (*to, *from)).collect();
        pairs.sort_unstable();
        Images { pairs }
    }
}

/// A game whose board may have symmetries.
pub trait Symmetric: Game {
    /// A point of the board.
    type Point: Copy + Ord + Send + Sync + 'static;

    /// All points of the initial board, with their coordinates.
    fn board(&self) -> Vec<(Self::Point, Axial)>;

    /// The image of the position.
    #[must_use]
    fn map(&self, images: &Images<Self::Point>) -> Self;

    /// The image of a step.
    fn map_step(step: Self::Step, images: &Images<Self::Point>) -> Self::Step;

    /// Visits what lies on the board: each point with a code of what is on it, not 0. A point may be visited for
    /// several things with different codes.
    fn visit(&self, see: &mut dyn FnMut(Self::Point, u32));

    /// A hash of everything else, which symmetries do not change, but for the setup and the repetition history.
    fn off_board(&self) -> u64;

    /// The symmetries of the initial board, the identity first: by default those of a hexagon.
    fn symmetries(&self) -> Vec<Images<Self::Point>> {
        Images::of_hexagon(&self.board())
    }
}

/// The symmetries of a setup, prepared for hashing: [`Canon::hash`] is the same for a position and all its images.
///
/// It is made for one kind and setup; those of other setups of the same board only differ in the hashes.
pub struct Canon(Box<dyn Canonise>);

impl Canon {
    /// The symmetries of the game that a position belongs to.
    ///
    /// ```
    /// use mohreh_games::{AnyGame, Canon};
    ///
    /// let start = AnyGame::start("yinsh".parse()?, "")?;
    /// let (mut one, mut other) = (start.clone(), start.clone());
    /// one.play("e1")?;
    /// other.play("g11")?;
    /// let canon = Canon::new(&start);
    /// assert_eq!(canon.hash(&one), canon.hash(&other), "opposite corners");
    /// assert_ne!(canon.hash(&one), canon.hash(&start));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(game: &AnyGame) -> Canon {
        with_game!(game, game => Canon(Box::new(Tables::new(game))))
    }

    /// The parameters of the game, as in the text of a position: games with the same variant share a [`Canon`].
    #[must_use]
    pub fn variant(game: &AnyGame) -> String {
        let text = game.to_string();
        text.split("cells=").next().unwrap_or_default().trim_end().to_string()
    }

    /// The smallest hash of all images of a position. It does not depend on the repetition history.
    #[must_use]
    pub fn hash(&self, game: &AnyGame) -> u64 {
        self.0.hashes(game).into_iter().min().unwrap_or_default()
    }

    /// The hash, and the steps that follow as they are in the canonical image: among images that are equal, the one with
    /// the smallest text. Steps that cannot be read stay as they are.
    #[must_use]
    pub fn canonical(&self, game: &AnyGame, steps: &[String]) -> (u64, String) {
        let hashes = self.0.hashes(game);
        let hash = hashes.iter().copied().min().unwrap_or_default();
        let images = hashes.iter().enumerate().filter(|(_, other)| **other == hash);
        let texts = images.map(|(map, _)| self.0.map_steps(steps, map, false));
        (hash, texts.min().unwrap_or_default())
    }

    /// Steps of the canonical image, in this position.
    #[must_use]
    pub fn localise(&self, game: &AnyGame, steps: &str) -> Vec<String> {
        let hashes = self.0.hashes(game);
        let hash = hashes.iter().copied().min().unwrap_or_default();
        let map = hashes.iter().position(|other| *other == hash).unwrap_or_default();
        let steps: Vec<String> = steps.split_ascii_whitespace().map(ToString::to_string).collect();
        let text = self.0.map_steps(&steps, map, true);
        text.split_ascii_whitespace().map(ToString::to_string).collect()
    }
}

impl fmt::Debug for Canon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Canon")
    }
}

/// [`Tables`] of any game.
trait Canonise: Send + Sync {
    /// The hash of each image of a position; none if it is of another game.
    fn hashes(&self, game: &AnyGame) -> Vec<u64>;
    /// The image of steps under a symmetry or its inverse, separated by spaces.
    fn map_steps(&self, steps: &[String], map: usize, inverse: bool) -> String;
}

struct Tables<G: Symmetric> {
    salt: u64,
    /// Sorted.
    points: Vec<G::Point>,
    images: Vec<Images<G::Point>>,
    inverses: Vec<Images<G::Point>>,
    /// For each point, the index of its image under each symmetry.
    rows: Vec<Vec<u8>>,
}

impl<G: Listed> Tables<G> {
    fn new(game: &G) -> Tables<G> {
        let mut points: Vec<G::Point> = game.board().into_iter().map(|(point, _)| point).collect();
        points.sort_unstable();
        let images = game.symmetries();
        let index = |point: G::Point| points.binary_search(&point).unwrap_or_default() as u8;
        let row = |point: &G::Point| images.iter().map(|images| index(images.of(*point))).collect();
        let rows = points.iter().map(row).collect();
        let text = game.to_string();
        let variant = text.split("cells=").next().unwrap_or_default();
        let name = G::KIND.name().bytes().chain(variant.bytes());
        let salt = name.fold(0, |salt, byte| mix(salt ^ u64::from(byte)));
        let inverses = images.iter().map(Images::inverse).collect();
        Tables { salt, points, images, inverses, rows }
    }
}

impl<G: Listed> Canonise for Tables<G> {
    fn hashes(&self, game: &AnyGame) -> Vec<u64> {
        let Some(game) = G::of(game) else { return Vec::new() };
        let mut hashes = Vec::from_iter(self.images.iter().map(|_| 0));
        game.visit(&mut |point, code| {
            let Ok(at) = self.points.binary_search(&point) else { return };
            let code = u64::from(code) << 8;
            for (hash, image) in hashes.iter_mut().zip(&self.rows[at]) {
                *hash ^= mix(code | u64::from(*image));
            }
        });
        let rest = mix(self.salt ^ game.off_board());
        hashes.iter_mut().for_each(|hash| *hash ^= rest);
        hashes
    }

    fn map_steps(&self, steps: &[String], map: usize, inverse: bool) -> String {
        let maps = if inverse { &self.inverses } else { &self.images };
        let image = |step: &String| match (step.parse(), maps.get(map)) {
            (Ok(step), Some(images)) => G::map_step(step, images).to_string(),
            _ => step.clone(),
        };
        steps.iter().map(image).collect::<Vec<_>>().join(" ")
    }
}

/// A hash of a list of small numbers.
pub(crate) fn hash_of(numbers: impl IntoIterator<Item = u8>) -> u64 {
    numbers.into_iter().fold(0, |hash, n| mix(hash ^ u64::from(n)))
}
