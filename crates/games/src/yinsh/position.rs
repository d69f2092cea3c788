//! Text form of positions, their validation, and their images under symmetries.
//!
//! `[blitz] cells=…/… supply=51 taken=0/0 turn=1 stage=place [passed]`
//!
//! `cells` are the columns from `a`, each from its lowest row up: `R` `r` rings and `M` `m` markers
//! of White and Black, `.` a vacant point. `taken` counts the rings that each seat has removed.
//! `stage` is one of the words in [`STAGES`].

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::board::{Point, ROWS, has_five, points};
use super::{MARKER_KEYS, MARKERS, RING_KEYS, RINGS, Setup, Stage, Step, Yinsh};
use crate::hex::{Axial, Images, Symmetric};
use crate::symmetry::hash_of;
use crate::text::{
    ParseError, Words, column_letters, read_number, read_numbers, read_turn, split_exact,
};
use crate::{Game, Seat};

const WORDS: [&str; 7] = ["blitz", "cells", "supply", "taken", "turn", "stage", "passed"];

const STAGES: [(&str, Stage); 5] = [
    ("place", Stage::Place),
    ("move", Stage::Move),
    ("moved", Stage::Moved),
    ("ring-move", Stage::RingBeforeMove),
    ("ring", Stage::RingAfterMove),
];

impl fmt::Display for Yinsh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.setup.blitz {
            f.write_str("blitz ")?;
        }
        f.write_str("cells=")?;
        let mut column = 0;
        for point in Point::all() {
            if point.column() != column {
                f.write_str("/")?;
                column = point.column();
            }
            let here = self.sets().into_iter().find(|(set, _)| set & point.bit() != 0);
            write!(f, "{}", here.map_or('.', |(_, letter)| char::from(letter)))?;
        }
        let stage = STAGES.iter().find(|(_, stage)| *stage == self.stage).map_or("", |s| s.0);
        let [white, black] = self.taken;
        write!(
            f,
            " supply={} taken={white}/{black} turn={} stage={stage}",
            self.supply, self.mover
        )?;
        f.write_str(if self.passed { " passed" } else { "" })
    }
}

impl FromStr for Yinsh {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Yinsh, ParseError> {
        let mut words = Words::read(text, &WORDS)?;
        let mut game = Yinsh::start(&Setup::take(&mut words)?);
        let cells = words.required("cells")?;
        for (column, text) in
            split_exact(cells, ROWS.len(), "wrong-columns", '/')?.into_iter().enumerate()
        {
            let (first, last) = ROWS[column];
            for (&letter, row) in
                column_letters(text, usize::from(last - first + 1))?.iter().zip(first..)
            {
                if let Some(point) = Point::new(column as u8, row - 1) {
                    game.put(point, letter)
                        .ok_or_else(|| ParseError::new(text, "yinsh-wrong-letter"))?;
                }
            }
        }
        game.supply = read_number(words.required("supply")?, u32::from(MARKERS))? as u8;
        game.taken = read_numbers(words.required("taken")?, '/', u32::from(game.setup.goal()))?
            .map(|rings: u32| rings as u8);
        game.mover = read_turn(&mut words, 2)?;
        let stage = words.required("stage")?;
        game.stage = STAGES
            .iter()
            .find(|(word, _)| *word == stage)
            .map(|s| s.1)
            .ok_or_else(|| ParseError::new(stage, "yinsh-wrong-stage"))?;
        game.passed = words.flag("passed")?;
        match game.contradiction() {
            None => Ok(game),
            Some(why) => Err(ParseError::new("", why)),
        }
    }
}

impl Yinsh {
    fn put(&mut self, point: Point, letter: u8) -> Option<()> {
        let (set, key) = match letter {
            b'.' => return Some(()),
            b'R' => (&mut self.rings[0], RING_KEYS[0].at(point.index())),
            b'r' => (&mut self.rings[1], RING_KEYS[1].at(point.index())),
            b'M' => (&mut self.markers[0], MARKER_KEYS[0].at(point.index())),
            b'm' => (&mut self.markers[1], MARKER_KEYS[1].at(point.index())),
            _ => return None,
        };
        *set |= point.bit();
        self.key ^= key;
        Some(())
    }

    /// Each bitboard with its letter in texts.
    fn sets(&self) -> [(u128, u8); 4] {
        let ([white, black], [up, down]) = (self.rings, self.markers);
        [(white, b'R'), (black, b'r'), (up, b'M'), (down, b'm')]
    }

    /// The key of the reason why a parsed position is inconsistent, if it is.
    fn contradiction(&self) -> Option<&'static str> {
        let rings = |seat: usize| self.rings[seat].count_ones() as u8;
        let me = self.me();
        let on_board = (self.markers[0] | self.markers[1]).count_ones() as u8;
        let won = self.taken.map(|rings| rings == self.setup.goal());
        let hands = [Seat::FIRST, Seat::SECOND].map(|seat| self.in_hand(seat));
        if (0..2).any(|seat| rings(seat) + self.taken[seat] > RINGS) {
            Some("yinsh-wrong-rings")
        } else if on_board + self.supply > MARKERS {
            Some("yinsh-wrong-markers")
        } else if won == [true; 2] {
            Some("yinsh-wrong-both-won")
        } else if won != [false; 2] && self.stage != Stage::Move {
            Some("yinsh-wrong-won")
        } else if self.passed && self.stage != Stage::Move {
            Some("yinsh-wrong-passed")
        } else {
            match self.stage {
                Stage::Place if on_board > 0 => Some("yinsh-wrong-early-marker"),
                Stage::Place if hands[me] == 0 || hands[0] + me as u8 != hands[1] => {
                    Some("yinsh-wrong-order")
                }
                Stage::Moved if !has_five(self.markers[me]) => Some("yinsh-wrong-no-row"),
                Stage::RingBeforeMove | Stage::RingAfterMove if rings(me) == 0 => {
                    Some("yinsh-wrong-no-ring")
                }
                _ => None,
            }
        }
    }
}

impl Symmetric for Yinsh {
    type Point = Point;

    fn board(&self) -> Vec<(Point, Axial)> {
        Point::all().map(|point| (point, point.axial())).collect()
    }

    fn map(&self, images: &Images<Point>) -> Yinsh {
        let mut game = Yinsh { rings: [0; 2], markers: [0; 2], key: 0, ..self.clone() };
        for (set, letter) in self.sets() {
            for point in points(set) {
                game.put(images.of(point), letter);
            }
        }
        game
    }

    fn visit(&self, see: &mut dyn FnMut(Point, u32)) {
        for (set, letter) in self.sets() {
            points(set).for_each(|point| see(point, letter.into()));
        }
    }

    fn off_board(&self) -> u64 {
        let [white, black] = self.taken;
        let turn = [self.stage as u8, self.me() as u8, self.passed.into()];
        hash_of([self.supply, white, black].into_iter().chain(turn))
    }

    fn map_step(step: Step, images: &Images<Point>) -> Step {
        match step {
            Step::Place(point) => Step::Place(images.of(point)),
            Step::Move { from, to } => Step::Move { from: images.of(from), to: images.of(to) },
            Step::Row { first, last } => {
                let (first, last) = (images.of(first), images.of(last));
                Step::Row { first: first.min(last), last: first.max(last) }
            }
            Step::Ring(point) => Step::Ring(images.of(point)),
            Step::Pass => Step::Pass,
        }
    }
}
