//! Why a touch or a step is against the rules of YINSH.

use alloc::vec::Vec;

use super::board::{Point, STRIDES, points, row};
use super::{Stage, Step, Yinsh};
use crate::game::Game;
use crate::refusal::refusals;
use crate::show::{Arg, Name};

refusals! {
    /// Why a touch or a step is against the rules of YINSH.
    pub enum Why {
        /// The game is over.
        Over = "yinsh-no-over", "Y19 Y20";
        /// The trays only count.
        Tray = "yinsh-no-tray", "Y2";
        /// A ring stands on the point.
        Taken { at: Point } = "yinsh-no-vacant", "Y4";
        /// The rings are still being placed.
        Placing = "yinsh-no-placing", "Y4";
        /// All rings are placed.
        AllPlaced = "yinsh-no-more-rings", "Y4";
        /// A row has to be taken first.
        RowFirst { ends: Vec<Point> } = "yinsh-no-row", "Y14 Y17";
        /// No row has these two ends.
        OtherEnd { from: Point, ends: Vec<Point> } = "yinsh-no-row-end", "Y13 Y15";
        /// The point has no marker of one's own, so the five are no row.
        NotFive { at: Point } = "yinsh-no-five", "Y13";
        /// After the row, a ring has to be removed.
        RingFirst = "yinsh-no-ring-first", "Y14";
        /// Only a ring of one's own is removed.
        NotOwnRing { at: Point } = "yinsh-no-own-ring", "Y14";
        /// A ring is removed for a row only.
        NoRowTaken = "yinsh-no-row-taken", "Y14";
        /// No ring can move.
        MustPass = "yinsh-no-must-pass", "Y12";
        /// A ring can move.
        CanMove = "yinsh-no-pass", "Y12";
        /// The opponent's ring.
        Theirs { at: Point } = "yinsh-no-theirs", "Y5";
        /// Markers never move.
        Marker { at: Point } = "yinsh-no-marker", "Y5 Y11";
        /// There is no ring to move.
        NoRing { at: Point } = "yinsh-no-ring-chosen", "Y5";
        /// The ring is shut in.
        Stuck { at: Point } = "yinsh-no-move", "Y5 Y10";
        /// Not in a straight line.
        NotInLine { from: Point } = "yinsh-no-line", "Y6";
        /// A ring stands where the ring would stop.
        OnRing { at: Point } = "yinsh-no-onto-ring", "Y6";
        /// A marker lies where the ring would stop.
        OnMarker { at: Point } = "yinsh-no-onto-marker", "Y6 Y8";
        /// A ring is in the way.
        OverRing { by: Point } = "yinsh-no-over-ring", "Y10";
        /// The jump ends on an earlier point.
        PastLanding { to: Vec<Point> } = "yinsh-no-landing", "Y8 Y9";
    }
}

impl From<Point> for Arg {
    fn from(point: Point) -> Arg {
        Name::of(point).into()
    }
}

impl Yinsh {
    pub(super) fn forbids(&self, step: Step) -> Option<Why> {
        if self.end().is_some() {
            return Some(Why::Over);
        }
        let all_rings = self.rings[0] | self.rings[1];
        match (self.stage, step) {
            (Stage::Place, Step::Place(at)) => {
                (all_rings & at.bit() != 0).then_some(Why::Taken { at })
            }
            (Stage::Place, _) => Some(Why::Placing),
            (Stage::RingBeforeMove | Stage::RingAfterMove, Step::Ring(at)) => {
                (self.rings[self.me()] & at.bit() == 0).then_some(Why::NotOwnRing { at })
            }
            (Stage::RingBeforeMove | Stage::RingAfterMove, _) => Some(Why::RingFirst),
            (_, Step::Row { first, last }) => {
                let five = row(first, STRIDES[first.line_to(last)]);
                let missing = points(five & !self.markers[self.me()]).next();
                missing.map(|at| Why::NotFive { at })
            }
            _ if self.rows_due() => Some(Why::RowFirst { ends: self.row_ends(None) }),
            (_, Step::Place(_)) => Some(Why::AllPlaced),
            (_, Step::Ring(_)) => Some(Why::NoRowTaken),
            (_, Step::Pass) => self.can_move().then_some(Why::CanMove),
            (_, Step::Move { from, to }) => self.not_a_ring(from).or_else(|| self.blocks(from, to)),
        }
    }

    pub(super) fn keeps_from(&self, picked: &[Name], touched: Name) -> Option<Why> {
        let Ok(at) = touched.parse::<Point>() else {
            let button = &*touched == "pass" || self.end().is_some();
            return if button { self.forbids(Step::Pass) } else { Some(Why::Tray) };
        };
        let first = picked.first().and_then(|name| name.parse::<Point>().ok());
        match (self.stage, first) {
            (Stage::Place, _) => self.forbids(Step::Place(at)),
            (Stage::RingBeforeMove | Stage::RingAfterMove, _) => self.forbids(Step::Ring(at)),
            _ if self.end().is_some() => Some(Why::Over),
            _ if self.rows_due() => {
                let ends = self.row_ends(first);
                match first {
                    _ if ends.contains(&at) => None,
                    Some(from) => Some(Why::OtherEnd { from, ends }),
                    None => Some(Why::RowFirst { ends }),
                }
            }
            (_, Some(from)) => self.forbids(Step::Move { from, to: at }),
            (_, None) => self.not_a_ring(at).or_else(|| {
                let mut moves = self.moves().filter(|(from, _)| *from == at);
                moves.any(|(_, landings)| landings == 0).then_some(Why::Stuck { at })
            }),
        }
    }

    /// The ends of the rows, or only those opposite one end.
    fn row_ends(&self, end: Option<Point>) -> Vec<Point> {
        let mut steps = Vec::new();
        self.steps(&mut steps);
        let mut ends = Vec::new();
        for step in steps {
            let Step::Row { first, last } = step else { continue };
            for (one, other) in [(first, last), (last, first)] {
                if end.is_none_or(|end| end == other) && !ends.contains(&one) {
                    ends.push(one);
                }
            }
        }
        ends
    }

    /// Why no ring moves from here: it is not one of the mover's, or all of them are shut in.
    fn not_a_ring(&self, at: Point) -> Option<Why> {
        let bit = at.bit();
        match self.me() {
            _ if !self.can_move() => Some(Why::MustPass),
            me if self.rings[me] & bit != 0 => None,
            me if self.rings[1 - me] & bit != 0 => Some(Why::Theirs { at }),
            _ if (self.markers[0] | self.markers[1]) & bit != 0 => Some(Why::Marker { at }),
            _ => Some(Why::NoRing { at }),
        }
    }

    /// What is in the way of a ring, point by point.
    fn blocks(&self, from: Point, to: Point) -> Option<Why> {
        let right = i32::from(to.column()) - i32::from(from.column());
        let up = i32::from(to.row()) - i32::from(from.row());
        if from == to || right != 0 && up != 0 && right != up {
            return Some(Why::NotInLine { from });
        }
        let (rings, markers) = (self.rings[0] | self.rings[1], self.markers[0] | self.markers[1]);
        let stride = STRIDES[from.line_to(to)];
        let (mut bit, mut jumped) = (from.index() as u32, false);
        loop {
            bit = if to > from { bit + stride } else { bit - stride };
            let at = Point::at(bit);
            let marker = markers & at.bit() != 0;
            return match at {
                _ if rings & at.bit() != 0 && at == to => Some(Why::OnRing { at }),
                _ if rings & at.bit() != 0 => Some(Why::OverRing { by: at }),
                _ if at == to => marker.then_some(Why::OnMarker { at }),
                _ if jumped && !marker => Some(Why::PastLanding { to: [at].into() }),
                _ => {
                    jumped = marker;
                    continue;
                }
            };
        }
    }
}
