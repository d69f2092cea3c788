//! What can be edited in a position of YINSH.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::board::Point;
use super::show::look;
use super::{MARKERS, RINGS, Yinsh};
use crate::edit::{
    Brush, Counter, Draft, Edit, Lack, Layout, Stock, Thing, by_column, selector, turn_selector,
};
use crate::game::Seat;
use crate::show::{Look, Name, Role, Shape};

const PIECES: [(char, Shape, usize); 4] = [
    ('R', Shape::Ring, 0),
    ('r', Shape::Ring, 1),
    ('M', Shape::Marker, 0),
    ('m', Shape::Marker, 1),
];

impl Edit for Yinsh {
    fn layout(&self) -> Layout {
        let brush =
            |(letter, shape, seat)| Brush { letter, thing: Thing::Piece(look(shape, seat)) };
        let taken = |seat: Seat| Counter {
            word: "taken",
            place: seat.index(),
            look: look(Shape::Ring, seat.index()),
            role: Role::Taken,
            owner: Some(seat),
            max: self.setup.goal(),
        };
        let supply = Counter {
            word: "supply",
            place: 0,
            look: look(Shape::Marker, 0),
            role: Role::Supply,
            owner: None,
            max: MARKERS,
        };
        // Rings that are neither on the board nor taken are in hand while rings are placed (Y4).
        let rings = |seat: usize| Stock {
            looks: vec![look(Shape::Ring, seat)],
            total: RINGS,
            bank: None,
            lack: Lack::While("stage", "place"),
            is_vital: false,
        };
        let markers = [look(Shape::Marker, 0), look(Shape::Marker, 1)];
        Layout {
            groups: by_column(Point::all().map(Name::of)),
            separator: "",
            brushes: PIECES.map(brush).to_vec(),
            counters: vec![supply, taken(Seat::FIRST), taken(Seat::SECOND)],
            selectors: vec![
                turn_selector(2),
                selector("stage", &["place", "move", "moved", "ring"]),
            ],
            stocks: vec![
                rings(0),
                rings(1),
                Stock {
                    looks: markers.to_vec(),
                    total: MARKERS,
                    bank: Some(0),
                    lack: Lack::Never,
                    is_vital: false,
                },
            ],
        }
    }

    fn pieces(cell: &str) -> Vec<(Look, u8)> {
        let known = PIECES.iter().filter(|(letter, ..)| cell.starts_with(*letter));
        known.map(|(_, shape, seat)| (look(*shape, *seat), 1)).collect()
    }
    /// Markers lie on the board, or all rings, only once rings move (Y4).
    fn follow_board(draft: &mut Draft) {
        let [white, black] = [0, 1].map(|seat| draft.on_board(look(Shape::Ring, seat)));
        let markers: usize = (0..2).map(|seat| draft.on_board(look(Shape::Marker, seat))).sum();
        let is_placed = white.min(black) >= usize::from(RINGS);
        if draft.value("stage") == "place" && (markers > 0 || is_placed) {
            draft.set_value("stage", "move".to_string());
        }
    }
}
