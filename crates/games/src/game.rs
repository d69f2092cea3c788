//! The trait [`Game`]: a position with its rules. Also [`Seat`], [`Status`], [`Outcome`] and perft.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::hint::black_box;
use core::str::FromStr;

use crate::reason::Reason;
use crate::refusal::Refusal;
use crate::text::ParseError;

/// A player's place at the board. Seat 1 starts, and play goes clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// Maximum number of seats over all games.
    pub const MOST: usize = 4;
    /// The starting seat.
    pub const FIRST: Seat = Seat(0);
    /// The seat that follows the first.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this zero-based index. Panics unless it is below [`Seat::MOST`].
    ///
    /// ```
    /// use mohreh_games::Seat;
    ///
    /// assert_eq!(Seat::new(0), Seat::FIRST);
    /// assert_eq!(Seat::new(2).number(), 3);
    /// assert_eq!(Seat::new(2).next(3), Seat::FIRST);
    /// ```
    #[must_use]
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MOST);
        Seat(index as u8)
    }

    /// Zero-based index, for arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// One-based number, as in texts and on screen.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The opponent in a two-player game.
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The next seat clockwise, among `seats`.
    #[must_use]
    pub const fn next(self, seats: usize) -> Seat {
        Seat::new((self.index() + 1) % seats)
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// Final ranking: the finishing place of each seat. Tied seats have the same place, so `1 1` is a
/// draw and `3 1 1` a win shared by the second and third seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Unused entries are 0, so that the derived equality holds.
    places: [u8; Seat::MOST],
    seats: u8,
}

impl Outcome {
    /// One seat wins, all others share second place.
    #[must_use]
    pub fn won_by(winner: Seat, seats: usize) -> Outcome {
        let mut places = [0; Seat::MOST];
        places[..seats].fill(2);
        places[winner.index()] = 1;
        Outcome { places, seats: seats as u8 }
    }

    /// All seats share first place.
    #[must_use]
    pub fn draw(seats: usize) -> Outcome {
        let mut places = [0; Seat::MOST];
        places[..seats].fill(1);
        Outcome { places, seats: seats as u8 }
    }

    /// Ranks by points, highest first, with standard competition ranking (1, 2, 2, 4).
    #[must_use]
    pub fn by_points(points: &[u32]) -> Outcome {
        let mut places = [0; Seat::MOST];
        for (place, mine) in places.iter_mut().zip(points) {
            *place = 1 + points.iter().filter(|theirs| *theirs > mine).count() as u8;
        }
        Outcome { places, seats: points.len() as u8 }
    }

    /// The finishing place of each seat, seat 1 first.
    ///
    /// ```
    /// use mohreh_games::{Outcome, Seat};
    ///
    /// assert_eq!(Outcome::won_by(Seat::SECOND, 3).places(), [2, 1, 2]);
    /// assert_eq!(Outcome::draw(2).places(), [1, 1]);
    /// assert_eq!(Outcome::by_points(&[7, 9, 7]).places(), [2, 1, 2]);
    /// ```
    #[must_use]
    pub fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.seats)]
    }

    /// The sole winner; `None` if first place is shared.
    ///
    /// ```
    /// use mohreh_games::{Outcome, Seat};
    ///
    /// assert_eq!(Outcome::won_by(Seat::SECOND, 2).winner(), Some(Seat::SECOND));
    /// assert_eq!(Outcome::draw(2).winner(), None);
    /// ```
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = (0..self.places().len()).filter(|&seat| self.places[seat] == 1);
        match (first.next(), first.next()) {
            (Some(seat), None) => Some(Seat::new(seat)),
            _ => None,
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, place) in self.places().iter().enumerate() {
            write!(f, "{}{place}", if seat == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// State of play: a seat to move, a chance node, or a terminal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// This seat chooses the next step.
    ToMove(Seat),
    /// Chance node: the caller samples the outcome with [`Game::roll`].
    ToRoll,
    /// The game is over.
    Over(Outcome),
}

impl Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::ToMove(seat) => write!(f, "to-move {seat}"),
            Status::ToRoll => f.write_str("to-roll"),
            Status::Over(outcome) => write!(f, "over {outcome}"),
        }
    }
}

/// Error of [`Game::play`]: the step is illegal here. The position is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalStep {
    /// The text of the step.
    pub step: String,
    /// The rule that forbids it.
    pub why: Option<Box<Refusal>>,
}

impl Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&Reason::from(self), f)
    }
}

impl core::error::Error for IllegalStep {}

/// The caller's random source: `below(n)` is uniform in `0..n`.
pub type Below<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A position with its rules. A plain value without undo: a search clones it.
///
/// Setups, steps and positions each have one text form, written by `Display` and parsed by
/// `FromStr`.
pub trait Game:
    Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// Parameters of a game: variant, board, number of seats, initial arrangement.
    type Setup: Clone
        + Eq
        + Debug
        + Default
        + Display
        + FromStr<Err = ParseError>
        + Send
        + Sync
        + 'static;
    /// An atomic action: one decision of a player, or one outcome of the dice. Its text is parsed
    /// without the position.
    type Step: Copy
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = ParseError>
        + Send
        + Sync
        + 'static;
    /// Why touches and steps are against the rules.
    type Why: Clone + Eq + Debug + Into<Refusal>;

    /// The initial position.
    ///
    /// ```
    /// use mohreh_games::{Game, Show, yinsh::Yinsh};
    ///
    /// let blitz = Yinsh::start(&"blitz".parse()?);
    /// assert_ne!(blitz, Yinsh::start(&Default::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn start(setup: &Self::Setup) -> Self;

    /// A setup with everything random drawn, such as the initial arrangement; the default setup if
    /// nothing is.
    ///
    /// ```
    /// use mohreh_games::{Game, tzaar::Tzaar};
    ///
    /// // A random source for an example; a program passes its own generator.
    /// let mut state = 1_u32;
    /// let mut below = |n: u32| {
    ///     state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    ///     (state >> 16) % n
    /// };
    /// let game = Tzaar::start(&Tzaar::draw_setup(&mut below));
    /// assert_ne!(game, Tzaar::start(&Default::default()), "sixty pieces in another arrangement");
    /// ```
    fn draw_setup(below: Below<'_>) -> Self::Setup {
        let _ = below;
        Self::Setup::default()
    }

    /// Number of seats.
    ///
    /// ```
    /// use mohreh_games::{Game, rotas::Rotas};
    ///
    /// assert_eq!(Rotas::start(&"seats=3".parse()?).seats(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn seats(&self) -> usize;

    /// The seat to move, a chance node, or the end.
    ///
    /// ```
    /// use mohreh_games::{Game, Seat, Status, rotas::Rotas};
    ///
    /// let mut game = Rotas::start(&Default::default());
    /// assert_eq!(game.status(), Status::ToMove(Seat::FIRST));
    /// game.play("r".parse()?)?;
    /// assert_eq!(game.status(), Status::ToRoll);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn status(&self) -> Status;

    /// Appends every legal step once; none if the game is over. At a chance node these are its
    /// outcomes, all equally likely. Leave steps ([`Game::leave_step`]) are legal too, but belong
    /// to no turn and are not listed.
    ///
    /// ```
    /// use mohreh_games::{Game, yinsh::Yinsh};
    ///
    /// let mut steps = Vec::new();
    /// Yinsh::start(&Default::default()).steps(&mut steps);
    /// assert_eq!(steps.len(), 85, "a ring can be placed on any point");
    /// ```
    fn steps(&self, out: &mut Vec<Self::Step>);

    /// Plays a step without checking it. A step from anywhere but [`Game::steps`] or
    /// [`Game::leave_step`] leaves an invalid position; [`Game::play`] is for input from outside.
    ///
    /// ```
    /// use mohreh_games::{Game, zertz::Zertz};
    ///
    /// let mut game = Zertz::start(&Default::default());
    /// let mut steps = Vec::new();
    /// game.steps(&mut steps);
    /// game.play_unchecked(steps[0]);
    /// ```
    fn play_unchecked(&mut self, step: Self::Step);

    /// Zobrist hash, for transposition tables. Equal positions have equal hashes; the repetition
    /// history is not hashed.
    ///
    /// ```
    /// use mohreh_games::{Game, yinsh::Yinsh};
    ///
    /// let (mut one, mut other) = (Yinsh::start(&Default::default()), Yinsh::start(&Default::default()));
    /// for step in ["e5", "f6", "d4"] {
    ///     one.play(step.parse()?)?;
    /// }
    /// for step in ["d4", "f6", "e5"] {
    ///     other.play(step.parse()?)?;
    /// }
    /// assert_eq!(one.hash(), other.hash(), "a transposition");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn hash(&self) -> u64;

    /// Samples the outcome of the roll that is due; `None` if none is.
    ///
    /// ```
    /// use mohreh_games::{Game, Status, rotas::Rotas};
    ///
    /// let mut game = Rotas::start(&Default::default());
    /// game.play("r".parse()?)?;
    /// // Every die shows 1 with this source.
    /// let step = game.roll(&mut |_| 0).ok_or("a roll is due")?;
    /// game.play(step)?;
    /// assert_ne!(game.status(), Status::ToRoll);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn roll(&self, below: Below<'_>) -> Option<Self::Step> {
        let _ = below;
        None
    }

    /// The step by which a seat leaves a game that goes on without it, legal whichever seat is to
    /// move. `None` with two seats, after the end, or if the seat has left already.
    ///
    /// ```
    /// use mohreh_games::{Game, Seat, rotas::Rotas};
    ///
    /// let mut game = Rotas::start(&"seats=3".parse()?);
    /// let step = game.leave_step(Seat::SECOND).ok_or("three seats may shrink to two")?;
    /// assert_eq!(game.leaver(step), Some(Seat::SECOND));
    /// game.play(step)?;
    /// assert_eq!(game.leave_step(Seat::SECOND), None, "gone already");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn leave_step(&self, seat: Seat) -> Option<Self::Step> {
        let _ = seat;
        None
    }

    /// The seat that leaves by this step; `None` if the step is not a legal leave step. Code that
    /// accepts steps from players must check it, since a client can send the leave step of another
    /// seat.
    fn leaver(&self, step: Self::Step) -> Option<Seat> {
        (0..self.seats()).map(Seat::new).find(|seat| self.leave_step(*seat) == Some(step))
    }

    /// Whether the step is one of [`Game::steps`] or a legal leave step.
    ///
    /// ```
    /// use mohreh_games::{Game, yinsh::Yinsh};
    ///
    /// let mut game = Yinsh::start(&Default::default());
    /// game.play("e5".parse()?)?;
    /// assert!(!game.is_legal("e5".parse()?), "the point is taken");
    /// assert!(game.is_legal("f6".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn is_legal(&self, step: Self::Step) -> bool {
        let mut steps = Vec::new();
        self.steps(&mut steps);
        steps.contains(&step) || self.leaver(step).is_some()
    }

    /// Why a step is illegal; `None` if it is legal. Found from the rules, not from [`Game::steps`]; tests compare the
    /// two.
    ///
    /// ```
    /// use mohreh_games::{Game, yinsh::{Why, Yinsh}};
    ///
    /// let mut game = Yinsh::start(&Default::default());
    /// game.play("e5".parse()?)?;
    /// assert_eq!(game.why_not("e5".parse()?), Some(Why::Taken { at: "e5".parse()? }));
    /// assert_eq!(game.why_not("f6".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn why_not(&self, step: Self::Step) -> Option<Self::Why>;

    /// Plays a step if it is legal.
    ///
    /// ```
    /// use mohreh_games::{Game, yinsh::Yinsh};
    ///
    /// let mut game = Yinsh::start(&Default::default());
    /// game.play("e5".parse()?)?;
    /// let error = game.play("e5".parse()?).unwrap_err();
    /// assert!(error.to_string().starts_with("`e5` is not a legal step here (Y4)."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn play(&mut self, step: Self::Step) -> Result<(), IllegalStep> {
        if !self.is_legal(step) {
            let why = self.why_not(step).map(|why| Box::new(why.into()));
            return Err(IllegalStep { step: step.to_string(), why });
        }
        self.play_unchecked(step);
        Ok(())
    }

    /// Perft: the number of sequences of exactly `depth` steps. Leaf positions are made too.
    ///
    /// ```
    /// use mohreh_games::{Game, yinsh::Yinsh};
    ///
    /// assert_eq!(Yinsh::start(&Default::default()).perft(2), 85 * 84);
    /// ```
    fn perft(&self, depth: usize) -> u64 {
        count_leaves(self, depth, &mut Vec::new())
    }
}

/// `buffers` are recycled step lists, so that each depth allocates once.
fn count_leaves<G: Game>(game: &G, depth: usize, buffers: &mut Vec<Vec<G::Step>>) -> u64 {
    let Some(deeper) = depth.checked_sub(1) else { return 1 };
    let mut steps = buffers.pop().unwrap_or_default();
    game.steps(&mut steps);
    let mut total = 0;
    for &step in &steps {
        let mut child = game.clone();
        child.play_unchecked(step);
        total += if deeper == 0 {
            black_box(&child);
            1
        } else {
            count_leaves(&child, deeper, buffers)
        };
    }
    steps.clear();
    buffers.push(steps);
    total
}

/// A two-player game without chance nodes: the bound for alpha-beta search.
pub trait Duel: Game {
    /// The seat to move; in a finished game, the seat whose turn it would be. Cheaper than
    /// [`Game::status`].
    ///
    /// ```
    /// use mohreh_games::{Duel, Game, Seat, tzaar::Tzaar};
    ///
    /// assert_eq!(Tzaar::start(&Default::default()).mover(), Seat::FIRST);
    /// ```
    fn mover(&self) -> Seat;
}
