//! What can be edited in a position of ZÈRTZ.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::show::look;
use super::{Marble, Zertz};
use crate::edit::{Brush, Counter, Edit, Lack, Layout, Stock, Thing, selector, turn_selector};
use crate::game::Seat;
use crate::show::{Ground, Look, Name, Role};

impl Edit for Zertz {
    const BARE: Option<&'static str> = None;

    fn layout(&self) -> Layout {
        let board = self.setup.rings;
        let on_board =
            |name: &Name| board.places().iter().any(|(point, _)| Name::of(point) == *name);
        let column = |points: Vec<super::board::Point>| {
            points.into_iter().map(|point| Some(Name::of(point)).filter(on_board)).collect()
        };
        let all = self.setup.supply();
        let counter = |owner: Option<Seat>, marble: Marble| Counter {
            word: if owner.is_some() { "own" } else { "supply" },
            place: owner.map_or(0, |owner| 3 * owner.index()) + marble as usize,
            look: look(marble),
            role: if owner.is_some() { Role::Captured } else { Role::Supply },
            owner,
            max: all[marble as usize],
        };
        let owners = [None, Some(Seat::FIRST), Some(Seat::SECOND)].into_iter();
        let marble =
            |marble: Marble| Brush { letter: marble.letter(), thing: Thing::Piece(look(marble)) };
        let stock = |marble: Marble| Stock {
            looks: vec![look(marble)],
            total: all[marble as usize],
            bank: Some(marble as usize),
            lack: Lack::Never,
            is_vital: false,
        };
        let ring = Brush { letter: 'o', thing: Thing::Ground(Ground::Ring) };
        Layout {
            groups: board.columns().into_iter().map(column).collect(),
            separator: "",
            brushes: Marble::ALL.map(marble).into_iter().chain([ring]).collect(),
            counters: owners
                .flat_map(|owner| Marble::ALL.map(|marble| counter(owner, marble)))
                .collect(),
            selectors: vec![turn_selector(2), selector("stage", &["", "remove"])],
            stocks: Marble::ALL.map(stock).to_vec(),
        }
    }

    fn pieces(cell: &str) -> Vec<(Look, u8)> {
        let marble = cell.chars().next().and_then(Marble::from_letter);
        marble.map(|marble| (look(marble), 1)).into_iter().collect()
    }

    /// A marble leaves its ring.
    fn take(cell: &str) -> String {
        if cell == "o" || cell == "." { "." } else { "o" }.to_string()
    }

    fn ground(cell: &str) -> Option<Ground> {
        Some(if cell == "." { Ground::Gap } else { Ground::Ring })
    }
}
