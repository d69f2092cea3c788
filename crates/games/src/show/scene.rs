//! The scene: everything there is to see, as plain data.

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
    /// To the right; neighbours are 1 apart.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// What is there when no piece is.
    pub ground: Ground,
}

/// What a spot looks like by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A loose ring that makes up the board.
    Ring,
    /// A place where a ring was taken away; nothing stands there again.
    Gap,
    /// A crossing of lines.
    Point,
    /// A square that shows what the dice must make.
    Cell(Figure),
}

/// A combination of dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// Three of one number and two of another.
    FullHouse,
    /// Five in a run.
    Straight,
    /// This many alike.
    Alike(u8),
    /// A pair, with the number drawn on it.
    Pair(u8),
}

/// As texts write it: `H` full house, `S` straight, `3` three alike, `P6` a pair that shows 6.
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

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// Its form.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
}

/// The form of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A ball.
    Marble,
    /// A ring that pieces move with.
    Ring,
    /// A flat marker with two sides.
    Marker,
    /// A disc that can be stacked, with 0 to 2 crowns on its face.
    Disc {
        /// How many crowns: more is rarer.
        crowns: u8,
    },
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
    /// The colour that this seat has chosen.
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
    /// How many pieces stand below it on the same spot.
    pub level: u8,
    /// How many pieces tall it is itself.
    pub height: u8,
}

/// Pieces beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tray {
    /// What the pieces are there for.
    pub role: Role,
    /// Whose tray it is; nobody's if shared.
    pub owner: Option<Seat>,
    /// One slot for each kind of piece.
    pub slots: Vec<Slot>,
}

/// What a tray is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Free for everybody.
    Supply,
    /// Still to be brought onto the board by the owner.
    Hand,
    /// Won from the board by the owner.
    Captured,
    /// Own pieces that left the board and count for the owner.
    Taken,
    /// Lost for good.
    Lost,
    /// What the owner still shows on the board, by type.
    OnBoard,
    /// Points of the owner as things stand.
    Points,
}

/// Equal pieces in a tray.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its name, unique in the scene.
    pub name: Name,
    /// What the pieces look like.
    pub look: Look,
    /// How many there are.
    pub count: u8,
}

/// A die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die {
    /// Its name, unique in the scene.
    pub name: Name,
    /// The number on top; none before the first roll of a turn and while it rolls.
    pub face: Option<u8>,
}

/// Everything there is to see.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The places of the board.
    pub spots: Vec<Spot>,
    /// Lines of the board, from spot to spot, by index into `spots`.
    pub lines: Vec<(usize, usize)>,
    /// What stands on the board, lower pieces first.
    pub pieces: Vec<Piece>,
    /// What lies beside it.
    pub trays: Vec<Tray>,
    /// The dice, if the game has any.
    pub dice: Vec<Die>,
    /// How many rolls of this turn are left, if the game has dice.
    pub rolls_left: Option<u8>,
    /// Things to press, such as `pass`.
    pub buttons: Vec<Name>,
    /// The spots that decided the game.
    pub marked: Vec<Name>,
    /// Message keys of what must be said beside the board.
    pub notes: Vec<&'static str>,
    /// Whether possible steps may be pointed out.
    pub hints: bool,
    /// Whether a touched piece must be played: nothing is unpicked or undone.
    pub touch_move: bool,
}

impl Scene {
    /// A scene of board spots alone.
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

    /// A scene of crossings, with lines between neighbours.
    pub(crate) fn of_crossings(points: impl IntoIterator<Item = (Name, Axial)>) -> Scene {
        let spot = |(name, place): (Name, Axial)| {
            let (x, y) = place.drawn();
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

    /// The names of all that can be touched.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        let spots = self.spots.iter().map(|spot| spot.name);
        let slots = self.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.name));
        let dice = self.dice.iter().map(|die| die.name);
        spots.chain(slots).chain(dice).chain(self.buttons.iter().copied())
    }
}
