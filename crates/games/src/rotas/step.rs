//! Setup, steps and dice, with their text forms.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::board::{Board, Cell};
use crate::game::Seat;
use crate::show::Figure;
use crate::text::{ParseError, Words, flag, read_part, write_words};

/// Parameters of a game of RO-TAS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Number of seats, 2 to 4 (R1).
    pub(super) seats: usize,
    /// The board (R3, R4).
    pub(super) board: Board,
    /// Advanced game: each roll lowers the height up to which stacks are open (R16).
    pub(super) advanced: bool,
    /// A pair cell needs a pair of its own number (R17).
    pub(super) hard_pairs: bool,
    /// Five of a kind is not a full house (R9).
    pub(super) strict_house: bool,
}

impl Setup {
    pub(super) const WORDS: [&str; 5] =
        ["seats", "board", "advanced", "hard-pairs", "strict-house"];

    pub(super) fn take(words: &mut Words<'_>) -> Result<Setup, ParseError> {
        let seats = match words.value("seats")? {
            None | Some("2") => 2,
            Some("3") => 3,
            Some("4") => 4,
            Some(text) => return Err(ParseError::new(text, "rotas-wrong-seats")),
        };
        let (board, text) = match words.value("board")? {
            None => (Board::default(), "board"),
            Some(text) => (text.parse::<Board>()?, text),
        };
        if let Some(why) = board.unfit_reason(seats) {
            return Err(ParseError::new(text, why));
        }
        Ok(Setup {
            seats,
            board,
            advanced: words.flag("advanced")?,
            hard_pairs: words.flag("hard-pairs")?,
            strict_house: words.flag("strict-house")?,
        })
    }

    /// The board (R3, R4).
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether each roll lowers the height up to which stacks are open (R16).
    #[must_use]
    pub fn is_advanced(&self) -> bool {
        self.advanced
    }

    /// Whether a pair cell needs a pair of its own number (R17).
    #[must_use]
    pub fn has_hard_pairs(&self) -> bool {
        self.hard_pairs
    }

    /// Whether five of a kind is not a full house (R9).
    #[must_use]
    pub fn has_strict_house(&self) -> bool {
        self.strict_house
    }

    /// Maximum height of an open cell after `rolls` rolls; `None` if no cell is open (R8, R16).
    pub(super) fn height_limit(&self, rolls: u8) -> Option<u8> {
        if self.advanced { 5u8.checked_sub(rolls) } else { Some(4) }
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            seats: 2,
            board: Board::default(),
            advanced: false,
            hard_pairs: false,
            strict_house: false,
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Setup::default();
        let seats = match self.seats {
            2 => String::new(),
            seats => format!("seats={seats}"),
        };
        let board = match self.board == default.board {
            true => String::new(),
            false => format!("board={}", self.board),
        };
        let advanced = flag(self.advanced, "advanced");
        let hard_pairs = flag(self.hard_pairs, "hard-pairs");
        let strict_house = flag(self.strict_house, "strict-house");
        write_words(f, &[&seats, &board, &advanced, &hard_pairs, &strict_house])
    }
}

impl FromStr for Setup {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Setup, ParseError> {
        Setup::take(&mut Words::read(text, &Setup::WORDS)?)
    }
}

/// Faces of the five dice by position; 0 before the first roll of a turn and while a die rolls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice(pub(super) [u8; 5]);

impl Dice {
    /// The face of each die, 1–6; 0 before the first roll of a turn and while it rolls.
    #[must_use]
    pub fn faces(self) -> [u8; 5] {
        self.0
    }

    /// Whether the dice make a combination (R9, R17).
    pub(super) fn makes(self, figure: Figure, setup: &Setup) -> bool {
        let mut counts = [0u8; 7];
        for face in self.0 {
            counts[usize::from(face)] += 1;
        }
        let [_, faces @ ..] = counts;
        let most = faces.into_iter().max().unwrap_or_default();
        match figure {
            Figure::Alike(n) => most >= n,
            Figure::Pair(n) if setup.hard_pairs => counts[usize::from(n)] >= 2,
            Figure::Pair(_) => most >= 2,
            Figure::FullHouse => {
                faces.contains(&3) && faces.contains(&2) || most == 5 && !setup.strict_house
            }
            Figure::Straight => {
                let runs = [&faces[..5], &faces[1..]];
                runs.into_iter().any(|run| run.iter().all(|count| *count == 1))
            }
        }
    }
}

/// A set of dice to roll, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DiceSet(pub(super) u8);

impl DiceSet {
    /// All five.
    pub const ALL: DiceSet = DiceSet(0b1_1111);

    /// All non-empty sets.
    pub(super) fn choices() -> impl Iterator<Item = DiceSet> {
        (1..=DiceSet::ALL.0).map(DiceSet)
    }

    /// Whether the die at this zero-based position is in the set.
    #[must_use]
    pub fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }
}

/// A step of RO-TAS: a decision, or the outcome of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `r` or `r2,4`: roll these dice (R6).
    Roll(DiceSet),
    /// `=13356`: outcome of a roll, as the faces of all five dice.
    Fall(Dice),
    /// `@c4`: place a piece (R10).
    Place(Cell),
    /// `lose`: nothing can be placed, so a piece is lost (R14).
    Lose,
    /// `leave3`: a seat leaves a game that goes on (R25). Belongs to no turn.
    Leave(Seat),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Roll(DiceSet::ALL) => f.write_str("r"),
            Step::Roll(chosen) => {
                let mut before = "r";
                for place in (0..5).filter(|place| chosen.has(*place)) {
                    write!(f, "{before}{}", place + 1)?;
                    before = ",";
                }
                Ok(())
            }
            Step::Fall(dice) => {
                f.write_str("=")?;
                dice.0.iter().try_for_each(|face| write!(f, "{face}"))
            }
            Step::Place(cell) => write!(f, "@{cell}"),
            Step::Lose => f.write_str("lose"),
            Step::Leave(seat) => write!(f, "leave{seat}"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Step, ParseError> {
        if text == "lose" {
            Ok(Step::Lose)
        } else if text == "r" {
            Ok(Step::Roll(DiceSet::ALL))
        } else if let Some(dice) = text.strip_prefix('r') {
            let chosen =
                read_dice_set(dice).ok_or_else(|| ParseError::new(text, "rotas-wrong-roll"))?;
            Ok(Step::Roll(chosen))
        } else if let Some(dice) = text.strip_prefix('=') {
            let faces: Option<[u8; 5]> = dice.as_bytes().try_into().ok();
            match faces {
                Some(faces) if faces.iter().all(|face| (b'1'..=b'6').contains(face)) => {
                    Ok(Step::Fall(Dice(faces.map(|face| face - b'0'))))
                }
                _ => Err(ParseError::new(text, "rotas-wrong-fall")),
            }
        } else if let Some(cell) = text.strip_prefix('@') {
            Ok(Step::Place(read_part(text, cell)?))
        } else if let Some(seat) = text.strip_prefix("leave") {
            let seat = read_seat(seat).ok_or_else(|| ParseError::new(text, "rotas-wrong-leave"))?;
            Ok(Step::Leave(seat))
        } else {
            let why = "rotas-wrong-step";
            Err(ParseError::new(text, why))
        }
    }
}

/// Parses a seat number, 1 to 4.
pub(super) fn read_seat(text: &str) -> Option<Seat> {
    match *text.as_bytes() {
        [seat @ b'1'..=b'4'] => Some(Seat::new(usize::from(seat - b'1'))),
        _ => None,
    }
}

/// Parses one to four dice in rising order, separated by commas.
fn read_dice_set(text: &str) -> Option<DiceSet> {
    let mut chosen = 0;
    for die in text.split(',') {
        let [place @ b'1'..=b'5'] = *die.as_bytes() else { return None };
        let bit = 1 << (place - b'1');
        if bit <= chosen {
            return None;
        }
        chosen |= bit;
    }
    (chosen != DiceSet::ALL.0).then_some(DiceSet(chosen))
}
