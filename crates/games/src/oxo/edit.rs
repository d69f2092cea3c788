//! What can be edited in a position.

use alloc::vec;
use alloc::vec::Vec;

use super::show::look;
use super::{Oxo, Step};
use crate::edit::{Brush, Edit, Lack, Layout, Stock, Thing, by_column};
use crate::game::Seat;
use crate::show::{Look, Name};

const PIECES: [(char, Seat); 2] = [('X', Seat::FIRST), ('O', Seat::SECOND)];

impl Edit for Oxo {
    fn layout(&self) -> Layout {
        let brush = |(letter, seat)| Brush { letter, thing: Thing::Piece(look(seat)) };
        let stock = |(_, seat)| Stock {
            looks: vec![look(seat)],
            total: 5,
            bank: None,
            lack: Lack::Always,
            is_vital: false,
        };
        Layout {
            groups: by_column(Step::all().map(Name::of)),
            separator: "",
            brushes: PIECES.map(brush).to_vec(),
            counters: Vec::new(),
            selectors: Vec::new(),
            stocks: PIECES.map(stock).to_vec(),
        }
    }

    fn pieces(cell: &str) -> Vec<(Look, u8)> {
        let known = PIECES.iter().filter(|(letter, _)| cell.starts_with(*letter));
        known.map(|(_, seat)| (look(*seat), 1)).collect()
    }
}
