//! The registry of games and what is generated from it: [`Kind`], [`AnyGame`], `with_game!` and
//! `with_kind!`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;
#[cfg(feature = "count-plays")]
use core::sync::atomic::{AtomicU64, Ordering};

use crate::edit::Edit;
use crate::game::{Below, Game, IllegalStep, Seat, Status};
use crate::reason::Reason;
use crate::refusal::Refusal;
use crate::show::{Name, Offer, Picked, Prompt, Scene, Show, Touches, pick};
use crate::symmetry::Symmetric;
use crate::text::ParseError;

/// A registered game: the bound for code that is generic over games at compile time.
pub trait Listed: Show + Symmetric + Edit {
    /// The kind of game.
    const KIND: Kind;

    /// The typed position, if it is of this game.
    fn of(game: &AnyGame) -> Option<&Self>;
}

macro_rules! games {
    (($d:tt) $($Game:ident = $name:literal in $module:ident),* $(,)?) => {
        /// Identifier of a game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $(#[doc = concat!("`", $name, "`")] $Game,)*
        }

        impl Kind {
            /// All games.
            pub const ALL: &'static [Kind] = &[$(Kind::$Game),*];

            /// Its name in texts, in lowercase.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$Game => $name),* }
            }

            /// The English messages of the game, in Fluent.
            #[cfg(not(target_family = "wasm"))]
            pub(crate) const fn english(self) -> &'static str {
                match self {
                    $(Kind::$Game => include_str!(concat!("../texts/", $name, ".ftl"))),*
                }
            }
        }

        /// A position of any game, for code that learns the kind at run time.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyGame {
            $(#[doc = concat!("`", $name, "`")] $Game(crate::$module::$Game),)*
        }

        impl AnyGame {
            /// The kind of game.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self { $(AnyGame::$Game(_) => Kind::$Game),* }
            }

            /// The initial position of a setup; an empty text is the default setup.
            ///
            /// ```
            /// use mohreh_games::AnyGame;
            ///
            /// let game = AnyGame::start("rotas".parse()?, "seats=4")?;
            /// assert_eq!((game.kind().name(), game.seats()), ("rotas", 4));
            /// assert!(AnyGame::start("rotas".parse()?, "seats=9").is_err());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn start(kind: Kind, setup: &str) -> Result<AnyGame, ParseError> {
                Ok(match kind {
                    $(Kind::$Game => AnyGame::$Game(Game::start(&setup.parse()?))),*
                })
            }

            /// Parses a position.
            ///
            /// ```
            /// use mohreh_games::AnyGame;
            ///
            /// let mut game = AnyGame::start("yinsh".parse()?, "")?;
            /// game.play("e5")?;
            /// assert_eq!(AnyGame::parse(game.kind(), &game.to_string())?, game);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
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

            fn of(game: &AnyGame) -> Option<&Self> {
                match game {
                    AnyGame::$Game(game) => Some(game),
                    _ => None,
                }
            }
        })*

        /// Calls a macro with the list of games: `for_each_game!(each)` expands to
        /// `each! { Zertz = "zertz" in zertz, … }`.
        #[macro_export]
        macro_rules! for_each_game {
            ($d each:ident) => { $d each! { $($Game = $name in $module,)* } };
        }

        /// Static dispatch on [`AnyGame`]: `with_game!(&any, game => …)` evaluates the expression
        /// with the typed game, monomorphised for each game.
        #[macro_export]
        macro_rules! with_game {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any { $($crate::AnyGame::$Game($d game) => $d body),* }
            };
        }

        /// Static dispatch on [`Kind`]: `with_kind!(kind, G => …)` evaluates the expression with
        /// `G` as the type of the game.
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

/// The list of games, followed by those that exist only for tests.
macro_rules! list {
    (($d:tt) $($toy:tt)*) => {
        games! {
            ($d)
            Zertz = "zertz" in zertz,
            Tzaar = "tzaar" in tzaar,
            Yinsh = "yinsh" in yinsh,
            Rotas = "rotas" in rotas,
            $($toy)*
        }
    };
}

// An attribute inside the list would be evaluated in the crates that expand `with_game!`.
#[cfg(not(feature = "toy"))]
list! { ($) }
#[cfg(feature = "toy")]
list! { ($) Oxo = "oxo" in oxo, }

impl Kind {
    /// Whether the game that exists only in tests is listed (feature `toy`).
    pub const HAS_TOY: bool = cfg!(feature = "toy");

    /// The options of a new game.
    #[must_use]
    pub fn offers(self) -> &'static [Offer] {
        with_kind!(self, G => G::OFFERS)
    }

    /// Setups that together cover every variant and option; see [`Show::SAMPLES`].
    #[must_use]
    pub fn samples(self) -> &'static [&'static str] {
        with_kind!(self, G => G::SAMPLES)
    }

    /// A game to show; see [`Show::DEMO`].
    #[must_use]
    pub fn demo(self) -> &'static str {
        with_kind!(self, G => G::DEMO)
    }

    /// A setup text with everything random drawn; see [`Game::draw_setup`].
    ///
    /// ```
    /// use mohreh_games::{AnyGame, Kind};
    ///
    /// for kind in Kind::ALL {
    ///     let setup = kind.draw_setup(&mut |n| n - 1);
    ///     assert!(AnyGame::start(*kind, &setup).is_ok());
    /// }
    /// ```
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
            ParseError::new(text, Reason::new("wrong-game").with("known", known.join(", ")))
        })
    }
}

impl AnyGame {
    /// [`Game::perft`], monomorphised in this crate: about 20 % faster than in the caller's.
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

/// Error of [`AnyGame::play`]. The position is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The text is not a step of this game.
    Unreadable(ParseError),
    /// The step is illegal in this position.
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

impl From<PlayError> for ParseError {
    fn from(error: PlayError) -> ParseError {
        match error {
            PlayError::Unreadable(error) => error,
            PlayError::Illegal(error) => ParseError::new("", &error),
        }
    }
}

impl From<IllegalStep> for PlayError {
    fn from(error: IllegalStep) -> PlayError {
        PlayError::Illegal(error)
    }
}

#[cfg(feature = "count-plays")]
static PLAYS: AtomicU64 = AtomicU64::new(0);

/// How often this process has called [`AnyGame::play`].
#[cfg(feature = "count-plays")]
#[must_use]
pub fn plays() -> u64 {
    PLAYS.load(Ordering::Relaxed)
}

/// Text interface: steps are strings.
impl AnyGame {
    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        with_game!(self, game => game.seats())
    }

    /// The seat to move, a chance node, or the end.
    #[must_use]
    pub fn status(&self) -> Status {
        with_game!(self, game => game.status())
    }

    /// All legal steps, without leave steps ([`AnyGame::leave_step`]).
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    ///
    /// let game = AnyGame::start("yinsh".parse()?, "")?;
    /// assert!(game.steps().contains(&"e5".to_string()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        with_game!(self, game => {
            let mut steps = Vec::new();
            game.steps(&mut steps);
            steps.iter().map(ToString::to_string).collect()
        })
    }

    /// Parses a step and plays it if it is legal.
    ///
    /// ```
    /// use mohreh_games::{AnyGame, PlayError};
    ///
    /// let mut game = AnyGame::start("yinsh".parse()?, "")?;
    /// game.play("e5")?;
    /// assert!(matches!(game.play("e5"), Err(PlayError::Illegal(_))));
    /// assert!(matches!(game.play("e99"), Err(PlayError::Unreadable(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, step: &str) -> Result<(), PlayError> {
        #[cfg(feature = "count-plays")]
        PLAYS.fetch_add(1, Ordering::Relaxed);
        with_game!(self, game => Ok(game.play(step.parse()?)?))
    }

    /// Samples the outcome of the roll that is due; `None` if none is.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    ///
    /// let mut game = AnyGame::start("rotas".parse()?, "")?;
    /// assert_eq!(game.roll(&mut |n| n - 1), None, "the first player has not taken the dice yet");
    /// game.play("r")?;
    /// let step = game.roll(&mut |n| n - 1).ok_or("a roll is due")?;
    /// game.play(&step)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roll(&self, below: Below<'_>) -> Option<String> {
        with_game!(self, game => game.roll(below).map(|step| step.to_string()))
    }

    /// The step by which a seat leaves a game that goes on without it; see [`Game::leave_step`].
    #[must_use]
    pub fn leave_step(&self, seat: Seat) -> Option<String> {
        with_game!(self, game => game.leave_step(seat).map(|step| step.to_string()))
    }

    /// The seat that leaves by this step; `None` if it is not a legal leave step.
    ///
    /// ```
    /// use mohreh_games::{AnyGame, Seat};
    ///
    /// let game = AnyGame::start("rotas".parse()?, "seats=3")?;
    /// let step = game.leave_step(Seat::FIRST).ok_or("three seats")?;
    /// assert_eq!(game.leaver(&step), Some(Seat::FIRST));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn leaver(&self, step: &str) -> Option<Seat> {
        with_game!(self, game => game.leaver(step.parse().ok()?))
    }

    /// Zobrist hash; see [`Game::hash`].
    #[must_use]
    pub fn hash(&self) -> u64 {
        with_game!(self, game => game.hash())
    }

    /// The scene to draw.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    ///
    /// let scene = AnyGame::start("yinsh".parse()?, "")?.scene();
    /// assert_eq!(scene.spots.len(), 85);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scene(&self) -> Scene {
        with_game!(self, game => game.scene())
    }

    /// The message for the seat to move, or the reason why the game ended.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    ///
    /// let prompt = AnyGame::start("yinsh".parse()?, "")?.prompt();
    /// assert_eq!(prompt.key, "yinsh-place-ring");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        self.prompt_after(&[])
    }

    /// The message once these spots are touched, which do not make up a step yet.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    /// use mohreh_games::show::Name;
    ///
    /// let game = AnyGame::start("zertz".parse()?, "")?;
    /// let white: Vec<Name> = Name::new("supply-w").into_iter().collect();
    /// assert_eq!(game.prompt_after(&white).key, "zertz-place-on");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prompt_after(&self, picked: &[Name]) -> Prompt {
        with_game!(self, game => game.prompt_after(picked))
    }

    /// Why a touch leads nowhere once these spots are touched, for the seat to move; `None` if it does not. See
    /// [`Show::refusal`].
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    /// use mohreh_games::show::Name;
    ///
    /// let game = AnyGame::start("zertz".parse()?, "")?;
    /// let ring = Name::new("d4").ok_or("a short name")?;
    /// let refusal = game.refusal(&[], ring).ok_or("a marble comes first")?;
    /// assert_eq!((refusal.said.key, refusal.rules), ("zertz-no-marble-chosen", "Z5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn refusal(&self, picked: &[Name], touched: Name) -> Option<Refusal> {
        with_game!(self, game => game.refusal(picked, touched).map(Into::into))
    }

    /// Why a step is illegal; `None` if it is legal, or no step at all. See [`Game::why_not`].
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    ///
    /// let game = AnyGame::start("zertz".parse()?, "")?;
    /// let refusal = game.why_not("-a1").ok_or("a marble is placed first")?;
    /// assert_eq!((refusal.said.key, refusal.rules), ("zertz-no-ring-first", "Z5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_not(&self, step: &str) -> Option<Refusal> {
        with_game!(self, game => game.why_not(step.parse().ok()?).map(Into::into))
    }

    /// Whether a spot that cannot be touched now can be later in this turn, after other touches and without a roll.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    /// use mohreh_games::show::Name;
    ///
    /// let game = AnyGame::start("zertz".parse()?, "")?;
    /// let [ring, own] = ["d4", "own-1-w"].map(Name::new);
    /// assert!(game.touchable_later(ring.ok_or("a short name")?), "once a marble is chosen");
    /// assert!(!game.touchable_later(own.ok_or("a short name")?), "nothing is captured yet");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn touchable_later(&self, spot: Name) -> bool {
        let now = self.status();
        if !matches!(now, Status::ToMove(_)) {
            return false;
        }
        let steps = self.steps();
        let needs = |step: &String| self.touches(step).is_some_and(|all| all.path.contains(&spot));
        steps.iter().any(needs)
            || steps.iter().any(|step| {
                let mut next = self.clone();
                next.play(step).is_ok() && next.status() == now && next.touchable_later(spot)
            })
    }

    /// The spots to touch for a step; `None` if it is illegal.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    ///
    /// let game = AnyGame::start("yinsh".parse()?, "")?;
    /// let touches = game.touches("e5").ok_or("a legal step")?;
    /// assert_eq!(touches.path.len(), 1);
    /// assert_eq!(&*touches.path[0], "e5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn touches(&self, step: &str) -> Option<Touches> {
        with_game!(self, game => {
            let step = step.parse().ok()?;
            game.is_legal(step).then(|| game.touches(step))
        })
    }

    /// Maps touches to a step; see [`pick`].
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    /// use mohreh_games::show::{Name, Picked};
    ///
    /// let game = AnyGame::start("yinsh".parse()?, "")?;
    /// let touched: Vec<Name> = Name::new("e5").into_iter().collect();
    /// assert_eq!(game.pick(&touched), Picked::Done("e5".to_string()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pick(&self, touched: &[Name]) -> Picked<String> {
        with_game!(self, game => match pick(game, touched) {
            Picked::Nothing => Picked::Nothing,
            Picked::More(spots) => Picked::More(spots),
            Picked::Done(step) => Picked::Done(step.to_string()),
        })
    }
}
