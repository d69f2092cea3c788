//! What can be agreed before a game, as data: a page lists it, and joins the words that were chosen
//! into a setup text.

use alloc::string::String;
use alloc::vec::Vec;

use super::Figure;

/// Something to agree on. Its sentences have the key `GAME-offer-NAME`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its name.
    pub name: &'static str,
    /// What there is to choose.
    pub choice: Choice,
}

/// What there is to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// One of several, the usual one first.
    OneOf(&'static [Way]),
    /// Yes or no: this word stands in the setup text or not.
    Word(&'static str),
}

/// One of several ways to play. Its sentences have the key `GAME-offer-NAME-WAY`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its name.
    pub name: &'static str,
    /// What it puts into the setup text.
    pub setup: Part,
}

/// What a way to play puts into the setup text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// These words; nothing for what is usual.
    Words(&'static str),
    /// The whole setup is drawn by lot.
    Lot,
    /// A grid that the players make.
    Grid(Grid),
}

/// A grid of cells that players make themselves: `WORD=a,b/c,d`, the rows from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The word of the setup text.
    pub word: &'static str,
    /// What a cell can be, as it is written and as it is drawn; nothing for a hole.
    pub cells: &'static [(&'static str, Option<Figure>)],
    /// The most rows and columns.
    pub most: usize,
    /// What to begin with.
    pub start: &'static str,
}

/// Joins chosen words into one setup text; a word that was chosen twice stands once.
pub fn setup_of<'a>(chosen: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in chosen.into_iter().flat_map(str::split_ascii_whitespace) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}
