//! [`Layout`]: what can be edited in the positions of a setup, as plain data.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Draft;
use crate::game::Seat;
use crate::show::{Ground, Look, Name, Role};

/// What can be put on a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brush {
    /// Its letter in the text of a position.
    pub letter: char,
    /// What it puts there.
    pub thing: Thing,
}

/// A piece, or a part of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A piece.
    Piece(Look),
    /// A part of the board.
    Ground(Ground),
}

/// A number of pieces beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The word of the text that holds it.
    pub word: &'static str,
    /// Which number of that word.
    pub place: usize,
    /// The pieces.
    pub look: Look,
    /// Where they lie.
    pub role: Role,
    /// Whose they are; `None` if they are shared.
    pub owner: Option<Seat>,
    /// Upper bound.
    pub max: u8,
}

/// A word of the text with few possible values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// The word.
    pub word: &'static str,
    /// The die whose face is chosen, as the letter of the value at this place; `None` for the whole value.
    pub die: Option<usize>,
    /// The values; an empty one leaves the word out.
    pub values: Vec<String>,
}

/// Pieces of the box that cannot be told apart by where they may lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock {
    /// Their looks; a marker has one for each side.
    pub looks: Vec<Look>,
    /// How many there are.
    pub total: u8,
    /// The place, as an index into [`Layout::counters`], that gives them and takes them back.
    pub bank: Option<usize>,
    /// When some may be nowhere: out of the game, or in a hand that the text does not tell.
    pub lack: Lack,
    /// Whether a side that shows none on the board has lost.
    pub is_vital: bool,
}

/// When pieces of a [`Stock`] may be nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    /// Never, unless the position is made up.
    Never,
    /// Always.
    Always,
    /// While a word has this value.
    While(&'static str, &'static str),
}

/// What can be edited in the positions of a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The spots in the order of `cells`, by column or row; `None` where the board has no spot.
    pub groups: Vec<Vec<Option<Name>>>,
    /// Between the cells of a group.
    pub separator: &'static str,
    /// What can be put on a spot.
    pub brushes: Vec<Brush>,
    /// Numbers beside the board.
    pub counters: Vec<Counter>,
    /// Other words.
    pub selectors: Vec<Selector>,
    /// The contents of the box.
    pub stocks: Vec<Stock>,
}

impl Layout {
    /// How many dice there are.
    pub(super) fn dice(&self) -> usize {
        self.selectors.iter().filter(|selector| selector.die.is_some()).count()
    }
}

/// The functions of an [`Edit`], so that what serves all games is compiled once.
#[derive(Clone, Copy)]
pub struct Hooks {
    pub(super) bare: Option<&'static str>,
    pub(super) pieces: fn(&str) -> Vec<(Look, u8)>,
    pub(super) put: fn(&str, char) -> String,
    pub(super) take: fn(&str) -> String,
    pub(super) ground: fn(&str) -> Option<Ground>,
    pub(super) follow_board: fn(&mut Draft),
    pub(super) settle: fn(&mut Draft, Option<&Counter>),
}

/// A game whose positions can be set up by hand.
pub trait Edit: Sized {
    /// The functions below.
    const HOOKS: Hooks = Hooks {
        bare: Self::BARE,
        pieces: Self::pieces,
        put: Self::put,
        take: Self::take,
        ground: Self::ground,
        follow_board: Self::follow_board,
        settle: Self::settle,
    };

    /// Content of a spot without anything on it; `None` if it depends on the board.
    const BARE: Option<&'static str> = Some(".");

    /// What can be edited, for the setup of this position.
    fn layout(&self) -> Layout;

    /// The pieces of a cell with their heights, lowest first.
    fn pieces(cell: &str) -> Vec<(Look, u8)>;

    /// A cell after something was put on it. The same thing again takes it away.
    fn put(cell: &str, letter: char) -> String {
        let now = letter.to_string();
        if cell == now { Self::take(cell) } else { now }
    }

    /// A cell after the topmost thing was taken away.
    fn take(_cell: &str) -> String {
        ".".to_string()
    }

    /// The ground of a cell, if it is not always the same.
    fn ground(_cell: &str) -> Option<Ground> {
        None
    }

    /// Lets words follow from the board after it has changed.
    fn follow_board(_draft: &mut Draft) {}

    /// Lets words follow from others after a change, and after that of a counter.
    fn settle(_draft: &mut Draft, _changed: Option<&Counter>) {}
}

/// `1`, `2` … for a seat to move.
pub(crate) fn turn_selector(seats: usize) -> Selector {
    let values = (1..=seats).map(|seat| seat.to_string()).collect();
    Selector { word: "turn", die: None, values }
}

/// A word with these values.
pub(crate) fn selector(word: &'static str, values: &[&str]) -> Selector {
    let values = values.iter().map(ToString::to_string).collect();
    Selector { word, die: None, values }
}

/// Names by column, as they are told apart by their first letter.
pub(crate) fn by_column(names: impl Iterator<Item = Name>) -> Vec<Vec<Option<Name>>> {
    let mut groups: Vec<Vec<Option<Name>>> = Vec::new();
    let mut column = None;
    for name in names {
        let letter = name.chars().next();
        match groups.last_mut() {
            Some(group) if column == letter => group.push(Some(name)),
            _ => groups.push(alloc::vec![Some(name)]),
        }
        column = letter;
    }
    groups
}
