//! What a game is: a position with its rules, the steps that lead on from it, and who acts.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display};
use core::hash::Hash;
use core::hint::black_box;
use core::str::FromStr;

use crate::text::ParseError;

/// A place at the board. Seat 1 starts; the others follow to the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any game has.
    pub const MOST: usize = 4;
    /// The seat that starts.
    pub const FIRST: Seat = Seat(0);
    /// The seat that follows the first.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index, counted from 0.
    #[must_use]
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MOST);
        Seat(index as u8)
    }

    /// Counted from 0, for arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, for people.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The opponent, in a game of two.
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The seat to the left at a table of `seats`.
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

/// How a game ended: the finishing place of each seat. Places that are shared are shared by number,
/// so `1 1` is a draw and `3 1 1` a win shared by the second and third seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// 0 where nobody sits, so that equal outcomes are equal however they came about.
    places: [u8; Seat::MOST],
    seats: u8,
}

impl Outcome {
    /// One seat wins, all others share the second place.
    #[must_use]
    pub fn won_by(winner: Seat, seats: usize) -> Outcome {
        let mut places = [0; Seat::MOST];
        places[..seats].fill(2);
        places[winner.index()] = 1;
        Outcome { places, seats: seats as u8 }
    }

    /// All share the first place.
    #[must_use]
    pub fn draw(seats: usize) -> Outcome {
        let mut places = [0; Seat::MOST];
        places[..seats].fill(1);
        Outcome { places, seats: seats as u8 }
    }

    /// More points are better; equal points share a place, and the places they fill are skipped.
    #[must_use]
    pub fn by_points(points: &[u32]) -> Outcome {
        let mut places = [0; Seat::MOST];
        for (place, mine) in places.iter_mut().zip(points) {
            *place = 1 + points.iter().filter(|theirs| *theirs > mine).count() as u8;
        }
        Outcome { places, seats: points.len() as u8 }
    }

    /// The finishing place of each seat, seat 1 first.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.seats)]
    }

    /// The one seat that won, if it shares the first place with nobody.
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

/// The one total answer to «what now?»: who acts, chance, or the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// This seat chooses the next step.
    ToMove(Seat),
    /// Dice fall next; the caller draws them with [`Game::roll`].
    ToRoll,
    /// Nothing more can be played.
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

/// A step that the rules do not allow in this position. The position is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalStep {
    /// The text of the step.
    pub step: String,
}

impl Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a legal step here", self.step)
    }
}

impl core::error::Error for IllegalStep {}

/// Numbers drawn by the caller: `below(n)` is any of `0..n`, all equally likely.
pub type Below<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A position with its rules. A plain value: cloning it is how a search looks ahead.
///
/// Setups, steps and positions each have one text, written by `Display` and read by `FromStr`.
pub trait Game:
    Clone + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// What is agreed before the first step: variant, board, seats, drawn arrangement.
    type Setup: Clone
        + Eq
        + Debug
        + Default
        + Display
        + FromStr<Err = ParseError>
        + Send
        + Sync
        + 'static;
    /// The smallest decision. Its text is read without the position.
    type Step: Copy
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = ParseError>
        + Send
        + Sync
        + 'static;

    /// The position before the first step.
    fn start(setup: &Self::Setup) -> Self;

    /// A setup in which whatever is settled by lot has been drawn.
    fn draw_setup(below: Below<'_>) -> Self::Setup {
        let _ = below;
        Self::Setup::default()
    }

    /// How many play.
    fn seats(&self) -> usize;

    /// Who acts, chance, or the end.
    fn status(&self) -> Status;

    /// Appends every step that can be decided on now, each once; none if the game is over. While a
    /// roll is due these are its outcomes, all equally likely. What [`Game::leaving`] gives is legal
    /// too, but is nobody's decision of a turn, and not listed.
    fn steps(&self, out: &mut Vec<Self::Step>);

    /// Plays a step that came out of [`Game::steps`] or [`Game::leaving`]. Any other step leaves a
    /// position that means nothing; [`Game::play`] is the checked way.
    fn play_unchecked(&mut self, step: Self::Step);

    /// A key for tables. Equal positions have equal keys; what only counts repetitions stays out.
    fn hash(&self) -> u64;

    /// The outcome of the roll that is due, drawn with the caller's chance.
    fn roll(&self, below: Below<'_>) -> Option<Self::Step> {
        let _ = below;
        None
    }

    /// The step by which a seat leaves a game that the others go on with, whoever is to act; none
    /// where there is no such step: two play, the game is over, or the seat has left already.
    fn leaving(&self, seat: Seat) -> Option<Self::Step> {
        let _ = seat;
        None
    }

    /// The seat that leaves by this step; none if nobody leaves by it here. Whoever takes steps from
    /// players asks it, since anybody could write down that another leaves.
    fn leaver(&self, step: Self::Step) -> Option<Seat> {
        (0..self.seats()).map(Seat::new).find(|seat| self.leaving(*seat) == Some(step))
    }

    /// Whether the step is one of [`Game::steps`], or one by which a seat leaves.
    fn is_legal(&self, step: Self::Step) -> bool {
        let mut steps = Vec::new();
        self.steps(&mut steps);
        steps.contains(&step) || self.leaver(step).is_some()
    }

    /// Plays a step, if it is legal.
    fn play(&mut self, step: Self::Step) -> Result<(), IllegalStep> {
        if !self.is_legal(step) {
            return Err(IllegalStep { step: step.to_string() });
        }
        self.play_unchecked(step);
        Ok(())
    }

    /// The number of sequences of exactly `depth` steps from here, every position of them made.
    fn perft(&self, depth: usize) -> u64 {
        count(self, depth, &mut Vec::new())
    }
}

/// `spare` are lists to write steps into, so that each depth asks for memory once.
fn count<G: Game>(game: &G, depth: usize, spare: &mut Vec<Vec<G::Step>>) -> u64 {
    let Some(deeper) = depth.checked_sub(1) else { return 1 };
    let mut steps = spare.pop().unwrap_or_default();
    game.steps(&mut steps);
    let mut total = 0;
    for &step in &steps {
        let mut child = game.clone();
        child.play_unchecked(step);
        total += if deeper == 0 {
            black_box(&child);
            1
        } else {
            count(&child, deeper, spare)
        };
    }
    steps.clear();
    spare.push(steps);
    total
}

/// Two seats and no chance: what a search by alpha and beta may assume.
pub trait Duel: Game {
    /// Whose turn it is; in a finished game, whose it would be. Cheaper than [`Game::status`].
    fn mover(&self) -> Seat;
}
