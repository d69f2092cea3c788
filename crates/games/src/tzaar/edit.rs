//! What can be edited in a position of TZAAR.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::board::Point;
use super::position::MEN;
use super::show::look;
use super::{Man, Type, Tzaar};
use crate::edit::{
    Brush, Draft, Edit, Lack, Layout, Stock, Thing, by_column, selector, turn_selector,
};
use crate::game::Seat;
use crate::show::{Look, Name};

/// Man and height of a cell.
fn stack(cell: &str) -> Option<(Man, u8)> {
    let man = Man::from_letter(*cell.as_bytes().first()?)?;
    Some((man, cell[1..].parse().unwrap_or(1)))
}

fn text(letter: char, height: u8) -> String {
    match height {
        0 => ".".to_string(),
        1 => letter.to_string(),
        height => format!("{letter}{height}"),
    }
}

impl Edit for Tzaar {
    fn layout(&self) -> Layout {
        let owners = [Seat::FIRST, Seat::SECOND].into_iter();
        let men: Vec<Man> =
            owners.flat_map(|owner| Type::ALL.map(|kind| Man { owner, kind })).collect();
        let brush = |man: &Man| Brush {
            letter: man.letter().into(),
            thing: Thing::Piece(look(man.owner, man.kind)),
        };
        let stock = |man: &Man| Stock {
            looks: vec![look(man.owner, man.kind)],
            total: man.kind.count(),
            bank: None,
            lack: Lack::Always,
            is_vital: true,
        };
        Layout {
            groups: by_column(Point::all().map(Name::of)),
            separator: "",
            brushes: men.iter().map(brush).collect(),
            counters: Vec::new(),
            selectors: vec![turn_selector(2), selector("stage", &["opening", "capture", "second"])],
            stocks: men.iter().map(stock).collect(),
        }
    }

    fn pieces(cell: &str) -> Vec<(Look, u8)> {
        let pile = stack(cell).map(|(man, height)| (look(man.owner, man.kind), height));
        pile.into_iter().collect()
    }

    /// Another one of the same makes the stack higher.
    fn put(cell: &str, letter: char) -> String {
        match stack(cell) {
            Some((man, height)) if char::from(man.letter()) == letter => {
                text(letter, (height + 1).min(MEN as u8))
            }
            _ => text(letter, 1),
        }
    }

    fn take(cell: &str) -> String {
        stack(cell).map_or_else(
            || ".".to_string(),
            |(man, height)| text(char::from(man.letter()), height.saturating_sub(1)),
        )
    }
    /// The game is opened with all pieces on the board (T1).
    fn follow_board(draft: &mut Draft) {
        let men: usize = draft.scene().pieces.iter().map(|piece| usize::from(piece.height)).sum();
        if draft.value("stage") == "opening" && men != 2 * MEN as usize {
            draft.set_value("stage", "capture".to_string());
        }
    }
}
