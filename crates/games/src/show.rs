//! Presentation of a game as plain data: the [`Scene`] to draw, the [`Touches`] that make up each
//! step, and the [`Prompt`], a message key with arguments, also for touches that are refused.
//!
//! There are no rules in here. Renderers read the [`Scene`]; clicks and taps go through [`pick`].

mod name;
mod offer;
mod scene;

use alloc::vec::Vec;

pub use name::Name;
pub use offer::{Choice, Grid, Offer, SetupPart, Variant, setup_of};
pub use scene::{
    Colour, Die, Figure, Ground, Look, Mark, Piece, Role, Scene, Shape, Slot, Spot, Tray,
};

use crate::game::{Game, Seat, Status};

/// The spots to touch for one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touches {
    /// The spots, in order.
    pub path: Vec<Name>,
    /// Length of the prefix that may be touched in any order.
    pub unordered: usize,
}

impl Touches {
    /// Spots in a fixed order.
    pub(crate) fn path(path: impl IntoIterator<Item = Name>) -> Touches {
        Touches { path: path.into_iter().collect(), unordered: 0 }
    }

    /// Candidates for the next touch; `None` if `touched` is not the beginning of this step.
    fn after(&self, touched: &[Name]) -> Option<&[Name]> {
        let unordered = touched.len().min(self.unordered);
        let distinct = (0..unordered).all(|i| !touched[..i].contains(&touched[i]));
        let fits = distinct
            && touched.len() <= self.path.len()
            && touched[..unordered].iter().all(|name| self.path[..self.unordered].contains(name))
            && touched[unordered..] == self.path[unordered..touched.len()];
        fits.then(|| match touched.len() {
            n if n < self.unordered => &self.path[..self.unordered],
            n => &self.path[n..self.path.len().min(n + 1)],
        })
    }
}

/// Result of [`pick`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked<S> {
    /// No legal step begins with these touches.
    Nothing,
    /// Legal steps begin with these touches and continue with one of these spots.
    More(Vec<Name>),
    /// The touches make up this step.
    Done(S),
}

/// Maps touches to a legal step: the click handler of all games.
///
/// ```
/// use mohreh_games::show::{Picked, pick};
/// use mohreh_games::{Game, zertz::Zertz};
///
/// let game = Zertz::start(&Default::default());
/// let Picked::More(spots) = pick(&game, &[]) else { panic!("a marble is to be placed") };
/// // A marble of the supply, then a ring of the board, or the other way round.
/// assert!(matches!(pick(&game, &spots[..1]), Picked::More(_)));
/// ```
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

/// A localisable message: a key with arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// One of [`Show::PROMPTS`], [`Show::REPLIES`] or [`Show::REFUSALS`].
    pub key: &'static str,
    /// Named arguments. The seat that is spoken to, or that has won, is `seat`.
    pub args: Vec<(&'static str, Arg)>,
    /// Message keys of the parts of this turn, in order; empty if it has only one.
    pub parts: &'static [&'static str],
    /// Index of the part that is due.
    pub part: usize,
}

impl Prompt {
    pub(crate) fn new(key: &'static str) -> Prompt {
        Prompt { key, args: Vec::new(), parts: &[], part: 0 }
    }

    // Out of line, as the page has to be small.
    #[inline(never)]
    pub(crate) fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Prompt {
        self.args.push((name, arg.into()));
        self
    }

    pub(crate) fn at_part(self, part: usize, parts: &'static [&'static str]) -> Prompt {
        Prompt { parts, part, ..self }
    }
}

/// Argument of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A seat.
    Seat(Seat),
    /// A number.
    Number(u32),
    /// A spot.
    Spot(Name),
    /// Spots to choose from.
    OneOf(Vec<Name>),
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

/// A game with a user interface.
pub trait Show: Game {
    /// Every key that [`Show::prompt`] can return.
    const PROMPTS: &'static [&'static str];

    /// Every other key that [`Show::prompt_after`] can return, and those of [`Prompt::parts`].
    const REPLIES: &'static [&'static str];

    /// Message key and rules of every reason in [`Game::Why`].
    const REFUSALS: &'static [(&'static str, &'static str)];

    /// The options of a new game.
    const OFFERS: &'static [Offer];

    /// Setups that together cover every variant and option, the default first; tests play them.
    const SAMPLES: &'static [&'static str] = &[""];

    /// A game to show, as a record in the one-line form; without one, the initial position is shown.
    const DEMO: &'static str = "";

    /// Every key that [`Scene::notes`] can contain.
    const NOTES: &'static [&'static str] = &[];

    /// The scene to draw.
    fn scene(&self) -> Scene;

    /// The spots to touch for a legal step; empty for outcomes of a roll and for leave steps. No
    /// path is a prefix of the path of another step.
    fn touches(&self, step: Self::Step) -> Touches;

    /// The message for the seat to move, or the reason why the game ended.
    fn prompt(&self) -> Prompt {
        self.prompt_after(&[])
    }

    /// The message once these spots are touched, which do not make up a step yet.
    fn prompt_after(&self, picked: &[Name]) -> Prompt;

    /// Why a spot cannot be touched once these are; `None` if a legal step begins with all of them. `picked` is the
    /// beginning of a legal step without `touched`.
    fn why_untouchable(&self, picked: &[Name], touched: Name) -> Option<Self::Why>;

    /// Why a touch leads nowhere; `None` if a legal step continues with it, or begins with it where touch-move does not
    /// bind the selection.
    fn refusal(&self, picked: &[Name], touched: Name) -> Option<Self::Why> {
        let bound = !picked.is_empty() && self.scene().touch_move;
        if !bound && pick(self, &[touched]) != Picked::Nothing {
            return None;
        }
        self.why_untouchable(picked, touched)
    }
}
