//! [`Scene`]: everything visible, as plain data for renderers.

use alloc::vec::Vec;
use core::fmt::{self, Display};

use super::Name;
use crate::game::Seat;
use crate::hex::Axial;

/// A place on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// Its name, unique in the scene.
    pub name: Name,
    /// Coordinate to the right; neighbours are 1 apart.
    pub x: f32,
    /// Coordinate downwards.
    pub y: f32,
    /// Its look without a piece.
    pub ground: Ground,
}

/// The look of a spot without a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A ring of a board that is made of loose rings.
    Ring,
    /// A place whose ring has been removed; it stays empty.
    Gap,
    /// An intersection of lines.
    Point,
    /// A square showing a combination of dice.
    Cell(Figure),
}

/// A combination of dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// Three of one number and two of another.
    FullHouse,
    /// Five consecutive numbers.
    Straight,
    /// This many of a kind.
    Alike(u8),
    /// A pair, with the number printed on the cell.
    Pair(u8),
}

/// Token in texts: `H` full house, `S` straight, `3` three of a kind, `P6` a pair that shows 6.
impl Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::FullHouse => f.write_str("H"),
            Figure::Straight => f.write_str("S"),
            Figure::Alike(count) => write!(f, "{count}"),
            Figure::Pair(number) => write!(f, "P{number}"),
        }
    }
}

/// What a piece looks like: a combination of form, colour and mark that every renderer can draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// Its form.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
    /// What is engraved on its face.
    pub mark: Mark,
    /// Its name, a lowercase word. The message `GAME-piece-NAME` translates it; without one, the form
    /// is named.
    pub name: &'static str,
}

/// The form of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A ball.
    Marble,
    /// A ring that moves over the board.
    Ring,
    /// A flat marker with two sides.
    Marker,
    /// A disc that can be stacked.
    Disc,
}

/// The mark on the face of a piece; a ring has no room for one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// None.
    Plain,
    /// A circle.
    Circle,
    /// A star.
    Star,
}

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// White.
    White,
    /// Grey.
    Grey,
    /// Black.
    Black,
    /// The colour of this seat.
    Of(Seat),
}

impl Colour {
    /// White for the first seat, black for the second.
    #[must_use]
    pub fn duel(seat: Seat) -> Colour {
        if seat == Seat::FIRST { Colour::White } else { Colour::Black }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub spot: Name,
    /// What it looks like from above.
    pub look: Look,
    /// Number of pieces below it on the same spot.
    pub level: u8,
    /// Its own height in pieces.
    pub height: u8,
}

/// Pieces beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tray {
    /// Its purpose.
    pub role: Role,
    /// Its owner; `None` if it is shared.
    pub owner: Option<Seat>,
    /// One slot for each kind of piece.
    pub slots: Vec<Slot>,
}

/// Purpose of a tray.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Shared supply.
    Supply,
    /// Pieces that the owner has yet to place.
    Hand,
    /// Pieces captured by the owner.
    Captured,
    /// The owner's pieces off the board that count towards winning.
    Taken,
    /// Pieces out of the game.
    Lost,
    /// The owner's visible pieces on the board, by type.
    OnBoard,
    /// The owner's current score.
    Points,
}

/// Identical pieces in a tray.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its name, unique in the scene.
    pub name: Name,
    /// What the pieces look like.
    pub look: Look,
    /// Number of pieces.
    pub count: u8,
}

/// A die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die {
    /// Its name, unique in the scene.
    pub name: Name,
    /// The number on top; `None` before the first roll of a turn and while it rolls.
    pub face: Option<u8>,
}

/// Everything visible.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The places of the board.
    pub spots: Vec<Spot>,
    /// Lines of the board, as pairs of indices into `spots`.
    pub lines: Vec<(usize, usize)>,
    /// Pieces on the board, lower ones first.
    pub pieces: Vec<Piece>,
    /// Trays beside the board.
    pub trays: Vec<Tray>,
    /// The dice, if the game has any.
    pub dice: Vec<Die>,
    /// Rolls left in this turn, if the game has dice.
    pub rolls_left: Option<u8>,
    /// Buttons, such as `pass`.
    pub buttons: Vec<Name>,
    /// The spots that decided the game.
    pub marked: Vec<Name>,
    /// Message keys of notices beside the board.
    pub notes: Vec<&'static str>,
    /// Whether legal steps may be highlighted.
    pub hints: bool,
    /// Touch-move: a touched piece must be played, without unpick or undo.
    pub touch_move: bool,
}

impl Scene {
    /// A scene with nothing but spots.
    #[must_use]
    pub fn of(spots: Vec<Spot>) -> Scene {
        Scene {
            spots,
            lines: Vec::new(),
            pieces: Vec::new(),
            trays: Vec::new(),
            dice: Vec::new(),
            rolls_left: None,
            buttons: Vec::new(),
            marked: Vec::new(),
            notes: Vec::new(),
            hints: true,
            touch_move: false,
        }
    }

    /// A scene of intersections, with lines between neighbours.
    pub(crate) fn of_crossings(points: impl IntoIterator<Item = (Name, Axial)>) -> Scene {
        let spot = |(name, place): (Name, Axial)| {
            let (x, y) = place.xy();
            Spot { name, x, y, ground: Ground::Point }
        };
        let mut scene = Scene::of(points.into_iter().map(spot).collect());
        let near = |a: &Spot, b: &Spot| {
            let (x, y) = (a.x - b.x, a.y - b.y);
            x * x + y * y < 1.1
        };
        for (i, a) in scene.spots.iter().enumerate() {
            let later = scene.spots.iter().enumerate().skip(i + 1);
            scene.lines.extend(later.filter(|(_, b)| near(a, b)).map(|(j, _)| (i, j)));
        }
        scene
    }

    /// The names of everything touchable.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        let spots = self.spots.iter().map(|spot| spot.name);
        let slots = self.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.name));
        let dice = self.dice.iter().map(|die| die.name);
        spots.chain(slots).chain(dice).chain(self.buttons.iter().copied())
    }
}
