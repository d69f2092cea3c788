//! Why a touch or a step is against the rules of TZAAR.

use alloc::vec::Vec;

use super::board::{Occupancy, Point, points};
use super::{Stage, Step, Tzaar};
use crate::hex::DIRECTIONS;
use crate::refusal::refusals;
use crate::show::{Arg, Name};

refusals! {
    /// Why a touch or a step is against the rules of TZAAR.
    pub enum Why {
        /// The game is over.
        Over = "tzaar-no-over", "T15 T16";
        /// The trays only count.
        Tray = "tzaar-no-count", "T15";
        /// Nothing stands on the point.
        Nothing { at: Point } = "tzaar-no-piece", "T9";
        /// The opponent's piece.
        Theirs { at: Point } = "tzaar-no-theirs", "T8";
        /// The first action is a capture, and may not be passed.
        NoPass = "tzaar-no-pass", "T4 T5 T6";
        /// One strengthens in the second action only, and the first turn has none.
        CaptureFirst { by: Vec<Point> } = "tzaar-no-stack-yet", "T4 T5 T7";
        /// The piece can capture nothing; these can.
        CannotCapture { at: Point, by: Vec<Point> } = "tzaar-no-capture", "T5 T8";
        /// The piece can neither capture nor strengthen.
        CannotMove { at: Point } = "tzaar-no-move", "T8";
        /// Not in a straight line.
        NotInLine { from: Point } = "tzaar-no-line", "T8";
        /// Nothing moves onto a vacant point.
        Vacant { at: Point } = "tzaar-no-vacant", "T9";
        /// Another piece is in the way.
        Jump { by: Point } = "tzaar-no-jump", "T8 T10";
        /// No line crosses the centre.
        Centre = "tzaar-no-centre", "T10";
        /// One's own piece is not captured.
        Own { at: Point } = "tzaar-no-own", "T11 T12";
        /// A stack captures no higher one.
        TooLow { own: u8, other: u8 } = "tzaar-no-higher", "T11";
        /// Nothing is stacked on the opponent's piece.
        Enemy { at: Point } = "tzaar-no-enemy", "T14";
    }
}

impl From<Point> for Arg {
    fn from(point: Point) -> Arg {
        Name::of(point).into()
    }
}

impl Tzaar {
    pub(super) fn forbids(&self, step: Step) -> Option<Why> {
        let second = self.stage == Stage::Second;
        let mine = self.own[self.mover.index()];
        match step {
            _ if self.end().is_some() => Some(Why::Over),
            Step::Pass => (!second).then_some(Why::NoPass),
            Step::Strengthen { .. } if !second => Some(Why::CaptureFirst { by: self.capturers() }),
            Step::Capture { from, to } => self.out_of_reach(from, to).or_else(|| {
                let [own, other] = [from, to].map(|at| self.stack(at).height());
                match mine & to.bit() {
                    0 => (own < other).then_some(Why::TooLow { own, other }),
                    _ => Some(Why::Own { at: to }),
                }
            }),
            Step::Strengthen { from, to } => self
                .out_of_reach(from, to)
                .or_else(|| (mine & to.bit() == 0).then_some(Why::Enemy { at: to })),
        }
    }

    pub(super) fn keeps_from(&self, picked: &[Name], touched: Name) -> Option<Why> {
        if self.end().is_some() {
            return Some(Why::Over);
        }
        let Ok(at) = touched.parse::<Point>() else {
            return if &*touched == "pass" { self.forbids(Step::Pass) } else { Some(Why::Tray) };
        };
        let mine = self.own[self.mover.index()] & at.bit() != 0;
        let first = picked.first().and_then(|name| name.parse::<Point>().ok());
        match first {
            Some(from) if mine => self.forbids(Step::Strengthen { from, to: at }),
            Some(from) => self.forbids(Step::Capture { from, to: at }),
            None => self.not_a_mover(at).or_else(|| {
                let can = self.aims(at) != 0;
                match self.stage {
                    Stage::Second => {
                        let joins = self.seen(at) & self.own[self.mover.index()] != 0;
                        (!can && !joins).then_some(Why::CannotMove { at })
                    }
                    _ => (!can).then(|| Why::CannotCapture { at, by: self.capturers() }),
                }
            }),
        }
    }

    fn seen(&self, from: Point) -> u64 {
        from.sees(&Occupancy::new(self.own[0] | self.own[1]))
    }

    /// Bitboard of what a piece of the mover can capture.
    fn aims(&self, from: Point) -> u64 {
        let theirs = self.seen(from) & self.own[self.mover.other().index()];
        let height = self.stack(from).height();
        points(theirs)
            .filter(|to| self.stack(*to).height() <= height)
            .fold(0, |aims, to| aims | to.bit())
    }

    /// The pieces that can capture something.
    fn capturers(&self) -> Vec<Point> {
        points(self.own[self.mover.index()]).filter(|from| self.aims(*from) != 0).collect()
    }

    fn not_a_mover(&self, at: Point) -> Option<Why> {
        match at.bit() {
            bit if self.own[self.mover.index()] & bit != 0 => None,
            bit if self.own[self.mover.other().index()] & bit != 0 => Some(Why::Theirs { at }),
            _ => Some(Why::Nothing { at }),
        }
    }

    /// Why a piece does not come from one point to another, whatever stands there.
    fn out_of_reach(&self, from: Point, to: Point) -> Option<Why> {
        let occupied = self.own[0] | self.own[1];
        if let Some(why) = self.not_a_mover(from) {
            return Some(why);
        }
        if occupied & to.bit() == 0 {
            return Some(Why::Vacant { at: to });
        }
        if self.seen(from) & to.bit() != 0 {
            return None;
        }
        // Along the line from one to the other, if there is one, to what is in the way.
        let (a, b) = (from.axial(), to.axial());
        let (q, v) = (b.q - a.q, b.v - a.v);
        let by = (q.signum(), v.signum());
        let direction = DIRECTIONS.iter().position(|way| (way.q, way.v) == by);
        let straight = q == 0 || v == 0 || q == v;
        let Some(direction) = direction.filter(|_| straight) else {
            return Some(Why::NotInLine { from });
        };
        let mut place = a;
        loop {
            place = place.step(direction);
            match Point::all().find(|point| point.axial() == place) {
                None => return Some(Why::Centre),
                Some(by) if occupied & by.bit() != 0 => return Some(Why::Jump { by }),
                Some(_) => {}
            }
        }
    }
}
