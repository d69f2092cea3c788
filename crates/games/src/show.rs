//! What a page, a terminal or a picture needs to show a game, as plain data: the scene, what the
//! hand touches for each step, and a key for the sentence that says what is asked now.
//!
//! Nothing here knows a rule. A drawing reads the [`Scene`]; a click goes through [`pick`].

use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::ops::Deref;

use crate::game::{Game, Seat, Status};

/// The name of something that can be touched: a point such as `d4`, a supply, a die, a button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    bytes: [u8; Name::LONGEST],
    len: u8,
}

impl Name {
    /// No name is longer, in bytes.
    pub const LONGEST: usize = 15;

    /// The name with this text; none if it is too long to be a name.
    #[must_use]
    pub fn new(text: &str) -> Option<Name> {
        let mut bytes = [0; Name::LONGEST];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Name { bytes, len: text.len() as u8 })
    }

    /// The name made by printing `shown`, cut off where names end; for names that this crate makes.
    pub(crate) fn of(shown: impl Display) -> Name {
        use core::fmt::Write;
        let mut name = Name { bytes: [0; Name::LONGEST], len: 0 };
        // Names of this crate are short, so nothing is ever cut; a test goes through all of them.
        let _ = write!(name, "{shown}");
        name
    }
}

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let from = usize::from(self.len);
        let to = from + text.len();
        self.bytes.get_mut(from..to).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = to as u8;
        Ok(())
    }
}

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

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
    pub(crate) fn of(spots: Vec<Spot>) -> Scene {
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

    /// Joins spots that are 1 apart by lines.
    pub(crate) fn join_neighbours(&mut self) {
        let near = |a: &Spot, b: &Spot| {
            let (x, y) = (a.x - b.x, a.y - b.y);
            x * x + y * y < 1.1
        };
        for (i, a) in self.spots.iter().enumerate() {
            for (j, b) in self.spots.iter().enumerate().skip(i + 1) {
                if near(a, b) {
                    self.lines.push((i, j));
                }
            }
        }
    }

    /// The names of all that can be touched.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        let spots = self.spots.iter().map(|spot| spot.name);
        let slots = self.trays.iter().flat_map(|tray| tray.slots.iter().map(|slot| slot.name));
        let dice = self.dice.iter().map(|die| die.name);
        spots.chain(slots).chain(dice).chain(self.buttons.iter().copied())
    }
}

/// What the hand touches for one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touches {
    /// The spots, in order.
    pub path: Vec<Name>,
    /// How many at the beginning may be touched in any order.
    pub loose: usize,
}

impl Touches {
    /// Spots that are touched one after the other.
    pub(crate) fn path(path: impl IntoIterator<Item = Name>) -> Touches {
        Touches { path: path.into_iter().collect(), loose: 0 }
    }

    /// What may be touched after `touched`; none if these touches do not lead to this step.
    fn after(&self, touched: &[Name]) -> Option<&[Name]> {
        let loose = touched.len().min(self.loose);
        let distinct = (0..loose).all(|i| !touched[..i].contains(&touched[i]));
        let fits = distinct
            && touched.len() <= self.path.len()
            && touched[..loose].iter().all(|name| self.path[..self.loose].contains(name))
            && touched[loose..] == self.path[loose..touched.len()];
        fits.then(|| match touched.len() {
            n if n < self.loose => &self.path[..self.loose],
            n => &self.path[n..self.path.len().min(n + 1)],
        })
    }
}

/// What a few touches amount to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked<S> {
    /// No legal step begins like this.
    Nothing,
    /// Steps that begin like this go on with one of these spots.
    More(Vec<Name>),
    /// Exactly this step.
    Done(S),
}

/// Reads touches as a step: the one click handler of all games.
pub fn pick<G: Show>(game: &G, touched: &[Name]) -> Picked<G::Step> {
    let Status::ToMove(_) = game.status() else { return Picked::Nothing };
    let mut steps = Vec::new();
    game.steps(&mut steps);
    let mut next = Vec::new();
    for step in steps {
        let touches = game.touches(step);
        match touches.after(touched) {
            None => {}
            Some([]) => return Picked::Done(step),
            Some(spots) => next.extend(spots.iter().filter(|name| !touched.contains(name))),
        }
    }
    next.sort_unstable();
    next.dedup();
    if next.is_empty() { Picked::Nothing } else { Picked::More(next) }
}

/// A sentence to be said in the reader's language: a key, and what it speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// One of [`Show::PROMPTS`].
    pub key: &'static str,
    /// Named values for the sentence.
    pub args: Vec<(&'static str, Arg)>,
}

impl Prompt {
    pub(crate) fn new(key: &'static str) -> Prompt {
        Prompt { key, args: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Prompt {
        self.args.push((name, arg.into()));
        self
    }
}

/// A value that a sentence speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A player.
    Seat(Seat),
    /// A number.
    Number(u32),
    /// A place.
    Spot(Name),
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        Arg::Seat(seat)
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Arg {
        Arg::Number(number.into())
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Arg {
        Arg::Number(number)
    }
}

impl From<Name> for Arg {
    fn from(spot: Name) -> Arg {
        Arg::Spot(spot)
    }
}

/// A game that can be shown and played by touch.
pub trait Show: Game {
    /// Every key that [`Show::prompt`] can give.
    const PROMPTS: &'static [&'static str];

    /// Every key that [`Scene::notes`] can hold.
    const NOTES: &'static [&'static str] = &[];

    /// Everything there is to see.
    fn scene(&self) -> Scene;

    /// What the hand touches for a legal step; nothing for the outcome of a roll. No path of one
    /// step begins with the whole path of another.
    fn touches(&self, step: Self::Step) -> Touches;

    /// What is asked now and why, or why the game ended.
    fn prompt(&self) -> Prompt;
}
