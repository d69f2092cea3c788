//! [`Draft`]: a position that is set up by hand, piece by piece. It is kept in the parts of its text, so it may be
//! wrong at any moment; [`Draft::check`] tells what is.

mod layout;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};

use crate::any::{AnyGame, Kind};
use crate::show::{Look, Name, Piece, Scene};
use crate::text::ParseError;

pub use layout::{Brush, Counter, Edit, Hooks, Lack, Layout, Selector, Stock, Thing};
pub(crate) use layout::{by_column, selector, turn_selector};

/// How many pieces of a stock there are, beside how many there should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The looks of the stock.
    pub looks: Vec<Look>,
    /// Pieces on and beside the board.
    pub used: u32,
    /// Pieces in the box.
    pub total: u32,
}

/// A position that is set up by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    kind: Kind,
    layout: Layout,
    /// The board without pieces.
    board: Scene,
    setup: String,
    /// By group, in the order of the text.
    cells: Vec<Vec<String>>,
    bare: Vec<Vec<String>>,
    /// The words after `cells`, in the order of the layout, with their values.
    words: Vec<(&'static str, String)>,
}

/// The cells of a group; digits belong to the letter before them.
fn split_group(group: &str, separator: &str) -> Vec<String> {
    if !separator.is_empty() {
        return group.split(separator).map(ToString::to_string).collect();
    }
    let mut cells: Vec<String> = Vec::new();
    for letter in group.chars() {
        match cells.last_mut() {
            Some(cell) if letter.is_ascii_digit() => cell.push(letter),
            _ => cells.push(letter.to_string()),
        }
    }
    cells
}

fn split_cells(text: &str, separator: &str) -> Vec<Vec<String>> {
    text.split('/').map(|group| split_group(group, separator)).collect()
}

/// The parts of a position's text.
struct Parts<'a> {
    setup: String,
    cells: &'a str,
    /// The words after `cells` that have a value.
    words: Vec<(&'a str, &'a str)>,
}

impl Parts<'_> {
    fn of(text: &str) -> Parts<'_> {
        let (mut setup, mut cells, mut words) = (Vec::new(), "", Vec::new());
        for word in text.split_ascii_whitespace() {
            match word.split_once('=') {
                Some(("cells", value)) => cells = value,
                _ if cells.is_empty() => setup.push(word),
                Some(value) => words.push(value),
                None => {}
            }
        }
        Parts { setup: setup.join(" "), cells, words }
    }
}

impl Draft {
    /// A draft of this position, without its past.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    /// use mohreh_games::edit::Draft;
    ///
    /// let game = AnyGame::start("yinsh".parse()?, "")?;
    /// assert_eq!(Draft::of(&game).check()?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(game: &AnyGame) -> Draft {
        let text = game.to_string();
        let Parts { setup, cells, words: values } = Parts::of(&text);
        let layout = with_game!(game, game => game.layout());
        let mut words: Vec<(&'static str, String)> = Vec::new();
        let named = layout.counters.iter().map(|counter| counter.word);
        for word in named.chain(layout.selectors.iter().map(|selector| selector.word)) {
            if words.iter().all(|(known, _)| *known != word) {
                let value = values.iter().find(|(known, _)| *known == word);
                words.push((word, value.map_or("", |(_, value)| value).to_string()));
            }
        }
        let cells = split_cells(cells, layout.separator);
        let start = AnyGame::start(game.kind(), &setup).unwrap_or_else(|_| game.clone());
        let bare = match with_kind!(game.kind(), G => <G as Edit>::HOOKS).bare {
            Some(bare) => {
                cells.iter().map(|g| g.iter().map(|_| bare.to_string()).collect()).collect()
            }
            None => split_cells(Parts::of(&start.to_string()).cells, layout.separator),
        };
        let scene = start.scene();
        let board = Scene { lines: scene.lines, ..Scene::of(scene.spots) };
        let mut draft = Draft { kind: game.kind(), layout, board, setup, cells, bare, words };
        draft.keep_offered();
        draft
    }

    /// Parses the text of a draft, whose position may be wrong. What is not even a board is an error.
    ///
    /// ```
    /// use mohreh_games::edit::Draft;
    ///
    /// let bare = "cells=...../....../......./......../......../......../......./....../..... turn=1 stage=capture";
    /// let draft = Draft::read("tzaar".parse()?, bare)?;
    /// assert_eq!(draft.to_string(), bare);
    /// assert!(draft.check().is_err(), "both sides have lost");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(kind: Kind, text: &str) -> Result<Draft, ParseError> {
        let wrong = match AnyGame::parse(kind, text) {
            Ok(game) => return Ok(Draft::of(&game)),
            Err(wrong) => wrong,
        };
        let Parts { setup, cells, words } = Parts::of(text);
        let mut draft = Draft::of(&AnyGame::start(kind, &setup)?);
        let cells = split_cells(cells, draft.layout.separator);
        let sizes = |cells: &[Vec<String>]| cells.iter().map(Vec::len).collect::<Vec<_>>();
        let is_known = |cell: &String| {
            let known = |letter: char| {
                let brushes = &mut draft.layout.brushes.iter();
                letter.is_ascii_digit() || brushes.any(|brush| brush.letter == letter)
            };
            ["o", "-", "."].contains(&cell.as_str()) || !cell.is_empty() && cell.chars().all(known)
        };
        if sizes(&cells) != sizes(&draft.cells) || !cells.iter().flatten().all(is_known) {
            return Err(wrong);
        }
        draft.cells = cells;
        for (known, slot) in &mut draft.words {
            let value = words.iter().find(|(word, _)| word == known);
            let value = value.map_or("", |(_, value)| value);
            let is_counted = draft.layout.counters.iter().any(|counter| counter.word == *known);
            let numbers = |text: &str| text.split([',', '/']).count();
            let is_number = |part: &str| part.parse::<u8>().is_ok();
            if is_counted
                && (numbers(value) != numbers(slot) || !value.split([',', '/']).all(is_number))
            {
                return Err(wrong);
            }
            let is_rolled =
                draft.layout.selectors.iter().any(|s| s.word == *known && s.die.is_some());
            if !value.is_ascii()
                || is_rolled && !value.is_empty() && value.len() != draft.layout.dice()
            {
                return Err(wrong);
            }
            *slot = value.to_string();
        }
        draft.keep_offered();
        Ok(draft)
    }

    /// The draft with another setup: with the same pieces if the board has the same spots, else its start.
    pub fn with_setup(&self, setup: &str) -> Result<Draft, ParseError> {
        let mut start = Draft::of(&AnyGame::start(self.kind, setup)?);
        let (new, old) = (&start.layout, &self.layout);
        let places = |layout: &Layout| {
            layout.counters.iter().map(|counter| (counter.word, counter.place)).collect::<Vec<_>>()
        };
        if new.groups != old.groups || new.brushes != old.brushes || places(new) != places(old) {
            return Ok(start);
        }
        start.cells.clone_from(&self.cells);
        start.words.clone_from(&self.words);
        start.keep_offered();
        // The box may hold more pieces, or fewer.
        for (new, old) in start.layout.stocks.clone().iter().zip(&self.layout.stocks) {
            if let Some(bank) = new.bank.and_then(|bank| start.layout.counters.get(bank).cloned()) {
                let count = start.count(&bank).saturating_add(new.total).saturating_sub(old.total);
                start.write_count(&bank, count);
            }
        }
        Ok(start)
    }

    /// A value that is not offered, such as a stage in the middle of a turn, stays possible.
    fn keep_offered(&mut self) {
        for selector in &mut self.layout.selectors {
            let value = self.words.iter().find(|(word, _)| *word == selector.word);
            if let (None, Some((_, value))) = (selector.die, value)
                && !selector.values.contains(value)
            {
                selector.values.push(value.clone());
            }
        }
    }

    /// The kind of game.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The setup text, empty for the default.
    #[must_use]
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// What can be edited.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The position, or what is wrong with it.
    pub fn check(&self) -> Result<AnyGame, ParseError> {
        AnyGame::parse(self.kind, &self.to_string())
    }

    /// The board with the pieces on it, and nothing beside it.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let (hooks, mut scene) = (self.hooks(), self.board.clone());
        for (name, cell) in self.spots() {
            let (pieces, ground) = ((hooks.pieces)(cell), (hooks.ground)(cell));
            let levels = (0u8..).zip(pieces);
            scene.pieces.extend(levels.map(|(level, (look, height))| Piece {
                spot: name,
                look,
                level,
                height,
            }));
            if let (Some(ground), Some(spot)) =
                (ground, scene.spots.iter_mut().find(|spot| spot.name == name))
            {
                spot.ground = ground;
            }
        }
        scene
    }

    /// Spots with their contents.
    fn spots(&self) -> impl Iterator<Item = (Name, &str)> {
        let names = self.layout.groups.iter().flatten();
        let cells = self.cells.iter().flatten();
        names.zip(cells).filter_map(|(name, cell)| Some(((*name)?, cell.as_str())))
    }

    fn cell_mut(&mut self, spot: Name) -> Option<&mut String> {
        let names = self.layout.groups.iter().flatten();
        names
            .zip(self.cells.iter_mut().flatten())
            .find(|(name, _)| **name == Some(spot))
            .map(|c| c.1)
    }

    /// Puts something on a spot.
    ///
    /// ```
    /// use mohreh_games::AnyGame;
    /// use mohreh_games::edit::Draft;
    /// use mohreh_games::show::Name;
    ///
    /// let mut draft = Draft::of(&AnyGame::start("zertz".parse()?, "")?);
    /// draft.put(Name::new("d4").ok_or("a short name")?, 'W');
    /// assert!(draft.to_string().contains("oooWooo"));
    /// assert!(draft.to_string().contains("supply=5,8,10"), "it is taken from the supply");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn put(&mut self, spot: Name, letter: char) {
        let Hooks { put, .. } = self.hooks();
        self.change_cell(spot, &|cell| put(cell, letter));
    }

    /// Takes the topmost thing off a spot.
    pub fn take(&mut self, spot: Name) {
        let Hooks { take, .. } = self.hooks();
        self.change_cell(spot, &|cell| take(cell));
    }

    /// Moves the topmost piece of a spot, a stack as a whole, to another spot, or off the board.
    pub fn shift(&mut self, from: Name, to: Option<Name>) {
        let Hooks { pieces, put, take, .. } = self.hooks();
        let piece = self.cell_mut(from).and_then(|cell| pieces(cell).pop());
        let Some((look, height)) = piece.filter(|_| to != Some(from)) else { return };
        let is_it = |brush: &&Brush| brush.thing == Thing::Piece(look);
        let Some(letter) = self.layout.brushes.iter().find(is_it).map(|brush| brush.letter) else {
            return;
        };
        self.change_board(&mut |draft| {
            for _ in 0..height {
                if let Some(cell) = draft.cell_mut(from) {
                    *cell = take(cell);
                }
                if let Some(cell) = to.and_then(|to| draft.cell_mut(to)) {
                    let after = put(cell, letter);
                    // Not taken away by the same thing again.
                    if pieces(&after).last().is_some_and(|(top, _)| *top == look) {
                        *cell = after;
                    }
                }
            }
        });
    }

    /// Takes all pieces off the board.
    pub fn clear(&mut self) {
        self.change_board(&mut |draft| draft.cells.clone_from(&draft.bare));
    }

    /// The value of a word, empty if it is left out.
    #[must_use]
    pub fn value(&self, word: &str) -> &str {
        self.words.iter().find(|(known, _)| *known == word).map_or("", |(_, value)| value)
    }

    pub(crate) fn set_value(&mut self, word: &str, value: String) {
        if let Some(slot) = self.words.iter_mut().find(|(known, _)| *known == word) {
            slot.1 = value;
        }
    }

    /// The value that a selector has.
    #[must_use]
    pub fn selected(&self, selector: &Selector) -> &str {
        let value = self.value(selector.word);
        match selector.die {
            None => value,
            Some(place) => value.get(place..=place).unwrap_or_default(),
        }
    }

    /// Chooses a value; one that is not offered changes nothing.
    pub fn select(&mut self, selector: usize, value: &str) {
        let Some(selector) = self.layout.selectors.get(selector).cloned() else { return };
        if !selector.values.iter().any(|offered| offered == value) {
            return;
        }
        let mut text = self.value(selector.word).to_string();
        match selector.die {
            None => text = value.to_string(),
            Some(place) if place < text.len() => text.replace_range(place..=place, value),
            Some(_) => return,
        }
        self.change(None, &mut |draft| draft.set_value(selector.word, text.clone()));
    }

    /// The number that a counter shows.
    #[must_use]
    pub fn count(&self, counter: &Counter) -> u8 {
        let mut numbers = self.value(counter.word).split([',', '/']);
        numbers.nth(counter.place).and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// Sets a counter.
    pub fn set_count(&mut self, counter: usize, count: u8) {
        let Some(counter) = self.layout.counters.get(counter).cloned() else { return };
        self.change(Some(&counter), &mut |draft| draft.write_count(&counter, count));
    }

    pub(crate) fn write_count(&mut self, counter: &Counter, count: u8) {
        let count = count.min(counter.max).to_string();
        let text = self.value(counter.word);
        let mut changed = String::new();
        for (place, part) in text.split_inclusive([',', '/']).enumerate() {
            let digits = part.trim_end_matches([',', '/']);
            let number = if place == counter.place { &count } else { digits };
            changed.push_str(number);
            changed.push_str(&part[digits.len()..]);
        }
        self.set_value(counter.word, changed);
    }

    fn hooks(&self) -> Hooks {
        with_kind!(self.kind, G => <G as Edit>::HOOKS)
    }

    fn change_cell(&mut self, spot: Name, change: &dyn Fn(&str) -> String) {
        self.change_board(&mut |draft| {
            if let Some(cell) = draft.cell_mut(spot) {
                *cell = change(cell);
            }
        });
    }

    fn change_board(&mut self, change: &mut dyn FnMut(&mut Draft)) {
        let Hooks { follow_board, .. } = self.hooks();
        self.change(None, &mut |draft| {
            change(draft);
            follow_board(draft);
        });
    }

    /// Makes a change. What comes to the board, or to a player, is taken from the supply, and the other way round.
    fn change(&mut self, changed: Option<&Counter>, change: &mut dyn FnMut(&mut Draft)) {
        let before = self.used();
        change(self);
        let after = self.used();
        for ((stock, before), after) in self.layout.stocks.clone().iter().zip(before).zip(after) {
            let bank = stock.bank.and_then(|bank| self.layout.counters.get(bank).cloned());
            if let Some(bank) = bank {
                let left = (u32::from(self.count(&bank)) + before).saturating_sub(after);
                self.write_count(&bank, u8::try_from(left).unwrap_or(u8::MAX));
            }
        }
        (self.hooks().settle)(self, changed);
    }

    /// Pieces of this look on the board.
    pub(crate) fn on_board(&self, look: Look) -> usize {
        self.looks_on_board().into_iter().filter(|other| *other == look).count()
    }

    fn looks_on_board(&self) -> Vec<Look> {
        let Hooks { pieces, .. } = self.hooks();
        let pieces = self.spots().flat_map(|(_, cell)| pieces(cell));
        pieces.map(|(look, _)| look).collect()
    }

    /// Pieces of each stock on the board and beside it, without those in the bank.
    fn used(&self) -> Vec<u32> {
        let on_board = self.looks_on_board();
        let counters = || self.layout.counters.iter().enumerate();
        let used = |stock: &Stock| {
            let on_board = on_board.iter().filter(|look| stock.looks.contains(look)).count();
            let beside = counters().filter(|(n, counter)| {
                stock.bank != Some(*n) && stock.looks.contains(&counter.look)
            });
            on_board as u32 + beside.map(|(_, counter)| u32::from(self.count(counter))).sum::<u32>()
        };
        self.layout.stocks.iter().map(used).collect()
    }

    /// The stocks of which there are too many pieces, or too few.
    #[must_use]
    pub fn unbalanced(&self) -> Vec<Balance> {
        let with_bank = self.layout.stocks.iter().zip(self.used()).map(|(stock, used)| {
            let bank = stock.bank.and_then(|bank| self.layout.counters.get(bank));
            (stock, used + bank.map_or(0, |bank| u32::from(self.count(bank))))
        });
        with_bank
            .filter(|(stock, used)| {
                let may_lack = match stock.lack {
                    Lack::Never => false,
                    Lack::Always => true,
                    Lack::While(word, value) => self.value(word) == value,
                };
                let total = u32::from(stock.total);
                *used > total || *used < total && !may_lack
            })
            .map(|(stock, used)| Balance {
                looks: stock.looks.clone(),
                used,
                total: stock.total.into(),
            })
            .collect()
    }

    /// The pieces without which a side has lost and of which the board shows none.
    #[must_use]
    pub fn absent(&self) -> Vec<Look> {
        let on_board = self.looks_on_board();
        let vital = self.layout.stocks.iter().filter(|stock| stock.is_vital);
        vital
            .flat_map(|stock| &stock.looks)
            .filter(|look| !on_board.contains(look))
            .copied()
            .collect()
    }
}

/// The text of the position.
impl Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.setup.is_empty() {
            write!(f, "{} ", self.setup)?;
        }
        let groups: Vec<String> =
            self.cells.iter().map(|group| group.join(self.layout.separator)).collect();
        write!(f, "cells={}", groups.join("/"))?;
        let given = self.words.iter().filter(|(_, value)| !value.is_empty());
        for (word, value) in given {
            write!(f, " {word}={value}")?;
        }
        Ok(())
    }
}
