//! Options of a new game, as data: a form lists the [`Offer`]s and joins the chosen words into a
//! setup text.

use alloc::string::String;
use alloc::vec::Vec;

use super::Figure;

/// An option of a new game. Its message keys begin with `GAME-offer-NAME`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its name.
    pub name: &'static str,
    /// The possible values.
    pub choice: Choice,
}

/// The possible values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// One of several; the first is preselected.
    OneOf(&'static [Variant]),
    /// A flag: the setup text contains this word or not.
    Word(&'static str),
}

/// One value of an option. Its message keys begin with `GAME-offer-NAME-VARIANT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Its contribution to the setup text.
    pub setup: SetupPart,
}

/// Contribution of a [`Variant`] to the setup text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupPart {
    /// These words; empty for the default.
    Words(&'static str),
    /// The whole setup is drawn at random.
    Random,
    /// A grid edited by the players.
    Grid(Grid),
    /// An arrangement of the pieces by the players, who swap them on the board. Written `WORD=` and a letter for
    /// each spot, in the order of the scene; the first one shown is drawn at random.
    Arrangement(&'static str),
}

/// A grid of cells edited by the players, written `WORD=a,b/c,d`, top row first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The key in the setup text.
    pub word: &'static str,
    /// The possible cells: token in the text, and figure to draw, `None` for a hole.
    pub cells: &'static [(&'static str, Option<Figure>)],
    /// Maximum number of rows and of columns.
    pub max_side: usize,
    /// Initial content of the editor.
    pub start: &'static str,
}

/// Joins chosen words into a setup text, without duplicates.
pub fn setup_of<'a>(chosen: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in chosen.into_iter().flat_map(str::split_ascii_whitespace) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}
