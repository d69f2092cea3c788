//! Text form of positions, their validation, and their images under symmetries.
//!
//! `[setup] cells=…/… supply=6,8,10 own=0,0,0/0,0,0 turn=1 [stage=…] [passes=1] [seen=…] [claim=…]
//! [claim-seen=…]`
//!
//! `cells` are the columns of the board from `a`, each from row 1 up: `o` a vacant ring, `.` no
//! ring, `W` `G` `B` a marble on its ring; the boards from 40 to 44 are written on the 48. `supply`
//! and `own` count white, grey and black marbles. `stage` is omitted at the start of a turn;
//! otherwise it is `remove`, `jump-d4` (the marble on d4 must jump on) or `capture` (after a
//! claim). `seen` is the repetition history (Z20): entries `CELLS:OWN:TURN`, separated by `;`.
//! `claim` is the position that a claim restores (Z24), `CELLS:SUPPLY:OWN`, and `claim-seen` is its
//! repetition history.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::board::{Point, bits, flood_fill};
use super::{MARBLE_KEYS, Marble, Marbles, RING_KEYS, Rings, Seen, Setup, Stage, Step, Zertz};
use crate::game::{Game, Seat};
use crate::hex::{Axial, Images, Symmetric};
use crate::reason::Reason;
use crate::symmetry::hash_of;
use crate::text::{
    ParseError, Words, column_letters, read_number, read_numbers, read_turn, split_exact,
};

const WORDS: [&str; 13] = [
    "rings",
    "blitz",
    "overlook",
    "touch",
    "cells",
    "supply",
    "own",
    "turn",
    "stage",
    "passes",
    "seen",
    "claim",
    "claim-seen",
];

/// Upper bound of a parsed count: all marbles of a game.
const MAX_COUNT: u32 = 24;

fn counts([white, grey, black]: Marbles) -> String {
    format!("{white},{grey},{black}")
}

fn cells(board: Rings, rings: u128, marbles: &[u128; 3]) -> String {
    let letter = |point: &Point| {
        let bit = board.bit(*point);
        let marble = Marble::ALL.into_iter().find(|m| marbles[*m as usize] >> bit & 1 == 1);
        match marble {
            Some(marble) => marble.letter(),
            None if rings >> bit & 1 == 1 => 'o',
            None => '.',
        }
    };
    let column = |points: &Vec<Point>| points.iter().map(letter).collect::<String>();
    board.columns().iter().map(column).collect::<Vec<_>>().join("/")
}

/// Inverse of [`cells`]: rings and marbles.
fn read_cells(board: Rings, text: &str) -> Result<(u128, [u128; 3]), ParseError> {
    let names = board.columns();
    let (mut rings, mut marbles) = (0, [0; 3]);
    for (points, text) in names.iter().zip(split_exact(text, names.len(), "wrong-columns", '/')?) {
        for (point, &letter) in points.iter().zip(column_letters(text, points.len())?) {
            let bit = 1 << board.bit(*point);
            match (letter, Marble::from_letter(letter.into())) {
                (b'.', _) => continue,
                (b'o', _) => {}
                (_, Some(marble)) => marbles[marble as usize] |= bit,
                _ => return Err(ParseError::new(text, "zertz-wrong-letter")),
            }
            if board.start() & bit == 0 {
                return Err(ParseError::new(
                    text,
                    Reason::new("zertz-wrong-no-ring-here").with("point", point.to_string()),
                ));
            }
            rings |= bit;
        }
    }
    Ok((rings, marbles))
}

fn read_counts(text: &str) -> Result<Marbles, ParseError> {
    Ok(read_numbers(text, ',', MAX_COUNT)?.map(|n: u32| n as u8))
}

fn read_own(text: &str) -> Result<[Marbles; 2], ParseError> {
    let (first, second) =
        text.split_once('/').ok_or_else(|| ParseError::new(text, "zertz-wrong-own"))?;
    Ok([read_counts(first)?, read_counts(second)?])
}

impl Zertz {
    fn own_text(&self) -> String {
        format!("{}/{}", counts(self.own[0]), counts(self.own[1]))
    }

    fn cells_text(&self) -> String {
        cells(self.setup.rings, self.rings, &self.marbles)
    }

    fn write_seen(&self, f: &mut fmt::Formatter<'_>, key: &str) -> fmt::Result {
        for (n, seen) in self.history.iter().enumerate() {
            f.write_str(if n == 0 { key } else { ";" })?;
            let board = cells(self.setup.rings, self.rings, &seen.marbles);
            let [first, second] = seen.own.map(counts);
            write!(f, "{board}:{first}/{second}:{}", seen.mover)?;
        }
        Ok(())
    }

    /// Inverse of [`Zertz::write_seen`].
    fn read_seen(&mut self, text: &str) -> Result<(), ParseError> {
        let mut history = Vec::new();
        for entry in text.split(';') {
            let entry = split_exact(entry, 3, "zertz-wrong-seen", ':')?;
            let (board, own, mover) = (entry[0], entry[1], entry[2]);
            let (rings, marbles) = read_cells(self.setup.rings, board)?;
            if rings != self.rings {
                return Err(ParseError::new(board, "zertz-wrong-seen-rings"));
            }
            let mover = match mover {
                "1" => Seat::FIRST,
                "2" => Seat::SECOND,
                _ => return Err(ParseError::new(mover, "zertz-wrong-seat")),
            };
            history.push(Seen { marbles, own: read_own(own)?, mover });
        }
        if !self.supply_is_empty() {
            return Err(ParseError::new(text, "zertz-wrong-early-seen"));
        }
        self.history = history;
        Ok(())
    }

    /// A position with this board and these marbles; `key` and `split` are computed from scratch.
    fn with(setup: Setup, board: &str, supply: &str, own: &str) -> Result<Zertz, ParseError> {
        let (rings, marbles) = read_cells(setup.rings, board)?;
        let mut game = Zertz { rings, marbles, key: 0, ..Zertz::start(&setup) };
        game.supply = read_counts(supply)?;
        game.own = read_own(own)?;
        game.key = game.board_key();
        game.split = rings != 0 && flood_fill(rings & rings.wrapping_neg(), rings) != rings;
        Ok(game)
    }

    fn board_key(&self) -> u64 {
        let rings = bits(self.rings).fold(0, |key, bit| key ^ RING_KEYS.at(bit as usize));
        (0..3).fold(rings, |key, marble| {
            let keys = &MARBLE_KEYS[marble];
            bits(self.marbles[marble]).fold(key, |key, bit| key ^ keys.at(bit as usize))
        })
    }

    /// The key of the reason why a parsed position is inconsistent, if it is.
    fn contradiction(&self) -> Option<&'static str> {
        let all = self.setup.supply();
        let too_many = (0..3).any(|n| {
            let owned = self.own[0][n] + self.own[1][n];
            self.supply[n] + owned + self.marbles[n].count_ones() as u8 > all[n]
        });
        if too_many {
            return Some("zertz-wrong-too-many");
        }
        if [Seat::FIRST, Seat::SECOND].into_iter().all(|seat| self.owns_enough(seat).is_some()) {
            return Some("zertz-wrong-both-won");
        }
        let mut tidy = self.clone();
        tidy.take_full_groups();
        if tidy.rings != self.rings {
            return Some("zertz-wrong-full-group");
        }
        let jumps_on = |bit: u8| (0..6).any(|d| self.jumpers(d) >> bit & 1 == 1);
        match self.stage {
            Stage::Turn => None,
            Stage::Remove if self.free_rings() == 0 => Some("zertz-wrong-no-free-ring"),
            Stage::Jump(bit) if !jumps_on(bit) => Some("zertz-wrong-no-jump"),
            Stage::Capture if !self.can_capture() => Some("zertz-wrong-no-capture"),
            Stage::Capture if !self.setup.overlook => Some("zertz-wrong-no-overlook"),
            _ if self.passes > 0 => Some("zertz-wrong-late-passes"),
            _ => None,
        }
    }
}

impl fmt::Display for Zertz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.setup != Setup::default() {
            write!(f, "{} ", self.setup)?;
        }
        write!(
            f,
            "cells={} supply={} own={} turn={}",
            self.cells_text(),
            counts(self.supply),
            self.own_text(),
            self.mover,
        )?;
        match self.stage {
            Stage::Turn => {}
            Stage::Remove => f.write_str(" stage=remove")?,
            Stage::Jump(bit) => {
                write!(f, " stage=jump-{}", self.setup.rings.point(bit.into()))?;
            }
            Stage::Capture => f.write_str(" stage=capture")?,
        }
        if self.passes > 0 {
            write!(f, " passes={}", self.passes)?;
        }
        self.write_seen(f, " seen=")?;
        if let Some(claimed) = &self.overlooked {
            let supply = counts(claimed.supply);
            write!(f, " claim={}:{supply}:{}", claimed.cells_text(), claimed.own_text())?;
            claimed.write_seen(f, " claim-seen=")?;
        }
        Ok(())
    }
}

impl FromStr for Zertz {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Zertz, ParseError> {
        let mut words = Words::read(text, &WORDS)?;
        let setup = Setup::take(&mut words)?;
        let (board, supply) = (words.required("cells")?, words.required("supply")?);
        let mut game = Zertz::with(setup, board, supply, words.required("own")?)?;
        game.mover = read_turn(&mut words, 2)?;
        game.stage = match words.value("stage")? {
            None => Stage::Turn,
            Some("remove") => Stage::Remove,
            Some("capture") => Stage::Capture,
            Some(stage) => {
                let point = stage
                    .strip_prefix("jump-")
                    .ok_or_else(|| ParseError::new(stage, "zertz-wrong-stage"))?;
                Stage::Jump(setup.rings.bit(point.parse()?) as u8)
            }
        };
        game.passes = match words.value("passes")? {
            None => 0,
            Some(passes @ ("1" | "2")) => read_number(passes, 2)? as u8,
            Some(passes) => return Err(ParseError::new(passes, "zertz-wrong-passes")),
        };
        if let Some(seen) = words.value("seen")? {
            game.read_seen(seen)?;
        }
        match (words.value("claim")?, words.value("claim-seen")?) {
            (None, None) => {}
            (None, Some(seen)) => {
                return Err(ParseError::new(seen, "zertz-wrong-claim-seen"));
            }
            (Some(claim), seen) => {
                let parts = split_exact(claim, 3, "zertz-wrong-claim", ':')?;
                let mut claimed = Zertz::with(setup, parts[0], parts[1], parts[2])?;
                claimed.stage = Stage::Capture;
                claimed.mover = match game.stage {
                    Stage::Turn => game.mover.other(),
                    Stage::Remove => game.mover,
                    _ => return Err(ParseError::new(claim, "zertz-wrong-no-claim")),
                };
                if let Some(seen) = seen {
                    claimed.read_seen(seen)?;
                }
                if let Some(why) = claimed.contradiction() {
                    return Err(ParseError::new(claim, why));
                }
                game.overlooked = Some(Box::new(claimed));
            }
        }
        match game.contradiction() {
            None => Ok(game),
            Some(why) => Err(ParseError::new("", why)),
        }
    }
}

impl Symmetric for Zertz {
    type Point = Point;

    fn board(&self) -> Vec<(Point, Axial)> {
        self.setup.rings.places()
    }

    fn map(&self, images: &Images<Point>) -> Zertz {
        let board = self.setup.rings;
        let image = |bit: u32| board.bit(images.of(board.point(bit)));
        let turned = |set: u128| bits(set).fold(0, |out, bit| out | 1 << image(bit));
        let seen = |seen: &Seen| Seen { marbles: seen.marbles.map(turned), ..seen.clone() };
        let history = self.history.iter().map(seen).collect();
        let mut game = Zertz {
            rings: turned(self.rings),
            marbles: self.marbles.map(turned),
            stage: match self.stage {
                Stage::Jump(bit) => Stage::Jump(image(bit.into()) as u8),
                stage => stage,
            },
            history,
            overlooked: self.overlooked.as_ref().map(|claimed| Box::new(claimed.map(images))),
            ..self.clone()
        };
        game.key = game.board_key();
        game
    }

    fn visit(&self, see: &mut dyn FnMut(Point, u32)) {
        let board = self.setup.rings;
        for bit in bits(self.rings) {
            let marble = self.marbles.iter().position(|set| set >> bit & 1 == 1);
            see(board.point(bit), marble.map_or(1, |marble| marble as u32 + 2));
        }
        if let Stage::Jump(bit) = self.stage {
            see(board.point(bit.into()), 5);
        }
        if let Some(claimed) = &self.overlooked {
            claimed.visit(&mut |point, code| see(point, code + 8));
        }
    }

    fn off_board(&self) -> u64 {
        let stage = match self.stage {
            Stage::Turn => 0,
            Stage::Remove => 1,
            Stage::Capture => 2,
            Stage::Jump(_) => 3,
        };
        let counts = self.supply.iter().chain(self.own.as_flattened()).copied();
        let rest = hash_of(counts.chain([stage, self.passes, self.me() as u8]));
        let claim = self.overlooked.as_ref().map_or(0, |claimed| claimed.off_board());
        rest ^ claim.rotate_left(1)
    }

    fn map_step(step: Step, images: &Images<Point>) -> Step {
        match step {
            Step::Place(marble, point) => Step::Place(marble, images.of(point)),
            Step::Remove(point) => Step::Remove(images.of(point)),
            Step::Jump { from, to } => Step::Jump { from: images.of(from), to: images.of(to) },
            Step::Pass | Step::Claim => step,
        }
    }
}
