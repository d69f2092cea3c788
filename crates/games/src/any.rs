//! The list of games, and everything that follows from it: [`Kind`], [`AnyGame`], and the macros
//! that lead from them to the typed game.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;

use crate::game::{Below, Game, IllegalStep, Seat, Status};
use crate::show::{Name, Offer, Picked, Prompt, Scene, Show, Touches, pick};
use crate::text::ParseError;

/// A game of the list, for code that is told at compile time which game it serves.
pub trait Listed: Show {
    /// Which game it is.
    const KIND: Kind;
}

macro_rules! games {
    (($d:tt) $($Game:ident = $name:literal in $module:ident),* $(,)?) => {
        /// Which game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(#[doc = concat!("`", $name, "`")] $Game,)*
        }

        impl Kind {
            /// All games.
            pub const ALL: &'static [Kind] = &[$(Kind::$Game),*];

            /// The name by which texts speak of it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$Game => $name),* }
            }
        }

        /// A position of any game, for code that is told at run time which game it serves.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyGame {
            $(#[doc = concat!("`", $name, "`")] $Game(crate::$module::$Game),)*
        }

        impl AnyGame {
            /// Which game it is.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self { $(AnyGame::$Game(_) => Kind::$Game),* }
            }

            /// The position before the first step; an empty setup text is the default.
            pub fn start(kind: Kind, setup: &str) -> Result<AnyGame, ParseError> {
                Ok(match kind {
                    $(Kind::$Game => AnyGame::$Game(Game::start(&setup.parse()?))),*
                })
            }

            /// A position from its text.
            pub fn parse(kind: Kind, position: &str) -> Result<AnyGame, ParseError> {
                Ok(match kind { $(Kind::$Game => AnyGame::$Game(position.parse()?)),* })
            }
        }

        $(impl From<crate::$module::$Game> for AnyGame {
            fn from(game: crate::$module::$Game) -> AnyGame {
                AnyGame::$Game(game)
            }
        })*

        $(impl Listed for crate::$module::$Game {
            const KIND: Kind = Kind::$Game;
        })*

        /// Leaves [`AnyGame`]: `with_game!(&any, game => …)` runs the expression with the typed
        /// game, compiled once for each game.
        #[macro_export]
        macro_rules! with_game {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any { $($crate::AnyGame::$Game($d game) => $d body),* }
            };
        }

        /// Leaves [`Kind`]: `with_kind!(kind, G => …)` runs the expression with `G` standing for
        /// the type of the game.
        #[macro_export]
        macro_rules! with_kind {
            ($d kind:expr, $d G:ident => $d body:expr) => {
                match $d kind {
                    $($crate::Kind::$Game => {
                        type $d G = $crate::$module::$Game;
                        $d body
                    }),*
                }
            };
        }
    };
}

games! {
    ($)
    Zertz = "zertz" in zertz,
    Tzaar = "tzaar" in tzaar,
    Yinsh = "yinsh" in yinsh,
    Rotas = "rotas" in rotas,
}

impl Kind {
    /// What can be agreed before a game.
    #[must_use]
    pub fn offers(self) -> &'static [Offer] {
        with_kind!(self, G => G::OFFERS)
    }

    /// A setup text in which whatever is settled by lot has been drawn.
    pub fn draw_setup(self, below: Below<'_>) -> String {
        with_kind!(self, G => G::draw_setup(below).to_string())
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Kind, ParseError> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == text).ok_or_else(|| {
            let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            ParseError::new(text, alloc::format!("unknown game; known are: {}", known.join(", ")))
        })
    }
}

impl AnyGame {
    /// [`Game::perft`], compiled with the rules of each game: a fifth faster than in the crate that asks.
    #[must_use]
    pub fn perft(&self, depth: usize) -> u64 {
        with_game!(self, game => game.perft(depth))
    }
}

impl Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(self, game => Display::fmt(game, f))
    }
}

/// Why a step's text could not be played. The position is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The text is no step of this game.
    Unreadable(ParseError),
    /// It is a step, but not a legal one here.
    Illegal(IllegalStep),
}

impl Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Unreadable(error) => Display::fmt(error, f),
            PlayError::Illegal(error) => Display::fmt(error, f),
        }
    }
}

impl core::error::Error for PlayError {}

impl From<ParseError> for PlayError {
    fn from(error: ParseError) -> PlayError {
        PlayError::Unreadable(error)
    }
}

impl From<IllegalStep> for PlayError {
    fn from(error: IllegalStep) -> PlayError {
        PlayError::Illegal(error)
    }
}

/// The border of the crate: steps come in and go out as text.
impl AnyGame {
    /// How many play.
    #[must_use]
    pub fn seats(&self) -> usize {
        with_game!(self, game => game.seats())
    }

    /// Who acts, chance, or the end.
    #[must_use]
    pub fn status(&self) -> Status {
        with_game!(self, game => game.status())
    }

    /// Every step that can be decided on now; what [`AnyGame::leaving`] gives is not listed.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.steps(&mut steps);
            steps.iter().map(ToString::to_string).collect()
        })
    }

    /// Plays a step, if it can be read and is legal.
    pub fn play(&mut self, step: &str) -> Result<(), PlayError> {
        with_game!(self, game => Ok(game.play(step.parse()?)?))
    }

    /// The outcome of the roll that is due, drawn with the caller's chance.
    pub fn roll(&self, below: Below<'_>) -> Option<String> {
        with_game!(self, game => game.roll(below).map(|step| step.to_string()))
    }

    /// The step by which a seat leaves a game that the others go on with, whoever is to act; none
    /// where there is no such step.
    #[must_use]
    pub fn leaving(&self, seat: Seat) -> Option<String> {
        with_game!(self, game => game.leaving(seat).map(|step| step.to_string()))
    }

    /// The seat that leaves by this step; none if nobody leaves by it here.
    #[must_use]
    pub fn leaver(&self, step: &str) -> Option<Seat> {
        with_game!(self, game => game.leaver(step.parse().ok()?))
    }

    /// A key for tables.
    #[must_use]
    pub fn hash(&self) -> u64 {
        with_game!(self, game => game.hash())
    }

    /// Everything there is to see.
    #[must_use]
    pub fn scene(&self) -> Scene {
        with_game!(self, game => game.scene())
    }

    /// What is asked now and why, or why the game ended.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        with_game!(self, game => game.prompt())
    }

    /// What the hand touches for a step; none if it is not legal here.
    #[must_use]
    pub fn touches(&self, step: &str) -> Option<Touches> {
        with_game!(self, game => {
            let step = step.parse().ok()?;
            game.is_legal(step).then(|| game.touches(step))
        })
    }

    /// Reads touches as a step.
    #[must_use]
    pub fn pick(&self, touched: &[Name]) -> Picked<String> {
        with_game!(self, game => match pick(game, touched) {
            Picked::Nothing => Picked::Nothing,
            Picked::More(spots) => Picked::More(spots),
            Picked::Done(step) => Picked::Done(step.to_string()),
        })
    }
}
