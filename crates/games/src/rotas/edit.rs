//! What can be edited in a position of RO-TAS.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::board::{CELL_CAPACITY, PIECES};
use super::show::look;
use super::{ROLLS, Rotas};
use crate::edit::{
    Brush, Counter, Draft, Edit, Lack, Layout, Selector, Stock, Thing, selector, turn_selector,
};
use crate::game::{Game, Seat};
use crate::show::{Look, Name, Role};

/// Dice that are shown when rolls are chosen first.
const SOME_DICE: &str = "12345";

fn seat_of(digit: char) -> Option<Seat> {
    let seat = digit.to_digit(10)?.checked_sub(1)? as usize;
    (seat < Seat::MOST).then(|| Seat::new(seat))
}

impl Edit for Rotas {
    const BARE: Option<&'static str> = None;

    fn layout(&self) -> Layout {
        let board = &self.setup.board;
        let name = |index: usize| board.figure(index).map(|_| Name::of(board.cell(index)));
        let row = |row: usize| (0..board.width()).map(|n| name(row * board.width() + n)).collect();
        let seats = self.seats();
        let hand = |seat: Seat| Counter {
            word: "hand",
            place: seat.index(),
            look: look(seat),
            role: Role::Hand,
            owner: Some(seat),
            max: PIECES,
        };
        let brush = |seat: Seat| Brush {
            letter: char::from_digit(seat.index() as u32 + 1, 10).unwrap_or('1'),
            thing: Thing::Piece(look(seat)),
        };
        // What is neither on the board nor in hand is lost (R15).
        let stock = |seat: Seat| Stock {
            looks: vec![look(seat)],
            total: PIECES,
            bank: None,
            lack: Lack::Always,
            is_vital: false,
        };
        let rolls = (0..=ROLLS).map(|n| if n == 0 { String::new() } else { n.to_string() });
        let rolls = Selector { word: "rolls", die: None, values: rolls.collect() };
        let die = |place: usize| Selector {
            word: "dice",
            die: Some(place),
            values: (1..=6).map(|face: u8| face.to_string()).collect(),
        };
        Layout {
            groups: (0..board.height()).rev().map(row).collect(),
            separator: ",",
            brushes: self.seats_in_order().map(brush).collect(),
            counters: self.seats_in_order().map(hand).collect(),
            selectors: [turn_selector(seats), selector("out", &[""]), rolls]
                .into_iter()
                .chain((0..5).map(die))
                .collect(),
            stocks: self.seats_in_order().map(stock).collect(),
        }
    }

    fn pieces(cell: &str) -> Vec<(Look, u8)> {
        cell.chars().filter_map(seat_of).map(|seat| (look(seat), 1)).collect()
    }

    /// On top of the others.
    fn put(cell: &str, letter: char) -> String {
        match cell {
            "." => cell.to_string(),
            "-" => letter.to_string(),
            full if full.len() >= usize::from(CELL_CAPACITY) => full.to_string(),
            pile => format!("{pile}{letter}"),
        }
    }

    fn take(cell: &str) -> String {
        match cell {
            "." => cell.to_string(),
            pile if pile.len() < 2 => "-".to_string(),
            pile => pile[..pile.len() - 1].to_string(),
        }
    }

    /// Every turn uses up one piece, seat after seat, so one hand tells the others; dice lie only after a roll.
    fn settle(draft: &mut Draft, changed: Option<&Counter>) {
        let rolls = !draft.value("rolls").is_empty();
        if rolls == draft.value("dice").is_empty() {
            draft.set_value("dice", if rolls { SOME_DICE } else { "" }.to_string());
        }
        let turn: usize = draft.value("turn").parse().unwrap_or(1);
        let hands = draft.layout().counters.clone();
        let has_moved = |place: usize| u8::from(place + 1 < turn);
        let Some(told) = changed.or(hands.get(turn - 1)) else { return };
        let mut left = draft.count(told) + has_moved(told.place);
        for hand in &hands {
            let room = usize::from(PIECES).saturating_sub(draft.on_board(hand.look));
            left = left.min(room as u8 + has_moved(hand.place));
        }
        for hand in &hands {
            draft.write_count(hand, left.saturating_sub(has_moved(hand.place)));
        }
    }
}
