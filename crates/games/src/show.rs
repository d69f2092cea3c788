//! What a page, a terminal or a picture needs to show a game, as plain data: the scene, what the
//! hand touches for each step, and a key for the sentence that says what is asked now.
//!
//! Nothing here knows a rule. A drawing reads the [`Scene`]; a click goes through [`pick`].

mod name;
mod offer;
mod scene;

use alloc::vec::Vec;

pub use name::Name;
pub use offer::{Choice, Grid, Offer, Part, Way, setup_of};
pub use scene::{Colour, Die, Figure, Ground, Look, Piece, Role, Scene, Shape, Slot, Spot, Tray};

use crate::game::{Game, Seat, Status};

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
            Some(spots) => {
                for name in spots.iter().filter(|name| !touched.contains(name)) {
                    if let Err(place) = next.binary_search(name) {
                        next.insert(place, *name);
                    }
                }
            }
        }
    }
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

    /// What can be agreed before a game.
    const OFFERS: &'static [Offer];

    /// Every key that [`Scene::notes`] can hold.
    const NOTES: &'static [&'static str] = &[];

    /// Everything there is to see.
    fn scene(&self) -> Scene;

    /// What the hand touches for a legal step; nothing for the outcome of a roll, and for leaving.
    /// No path of one step begins with the whole path of another.
    fn touches(&self, step: Self::Step) -> Touches;

    /// What is asked now and why, or why the game ended.
    fn prompt(&self) -> Prompt;
}
