//! Why a touch or a step is against the rules of ZÈRTZ.

use alloc::vec::Vec;

use super::board::{Point, SHIFTS, bits};
use super::show::stock_name;
use super::{Marble, Stage, Step, Zertz};
use crate::refusal::refusals;
use crate::show::{Arg, Name};

refusals! {
    /// Why a touch or a step is against the rules of ZÈRTZ.
    pub enum Why {
        /// The game is over.
        Over = "zertz-no-over", "Z16 Z18 Z19 Z20";
        /// The end of the game has to be accepted, or a missed capture claimed.
        EndWaits = "zertz-no-end-waits", "Z24d";
        /// No capture was missed.
        NoClaim = "zertz-no-claim", "Z24b";
        /// There is no ring, or no longer.
        NoRing { at: Point } = "zertz-no-ring", "Z2 Z6b";
        /// A capture is possible.
        MustCapture { by: Vec<Point> } = "zertz-no-must-capture", "Z8 Z24c";
        /// The marble that has jumped goes on.
        GoOn { by: Vec<Point> } = "zertz-no-other-marble", "Z10";
        /// No marble stands there.
        NoMarble { at: Point } = "zertz-no-marble", "Z9";
        /// The marble has nothing to jump over.
        CannotJump { at: Point } = "zertz-no-jump", "Z9";
        /// A jump lands two rings on, in a straight line.
        NotJump { from: Point } = "zertz-no-landing", "Z9";
        /// There is no marble between.
        NothingBetween { from: Point, to: Point } = "zertz-no-between", "Z9";
        /// A marble stands where the jump would land.
        LandingTaken { at: Point } = "zertz-no-landing-taken", "Z9";
        /// The chosen marble has to jump.
        MustLand { to: Vec<Point> } = "zertz-no-must-land", "Z9 Z23";
        /// The chosen marble has to be placed.
        PutDown = "zertz-no-put-down", "Z5 Z23";
        /// A marble comes before its ring.
        ChooseMarble = "zertz-no-marble-chosen", "Z5";
        /// A marble stands on the ring.
        Occupied { at: Point } = "zertz-no-vacant-ring", "Z5";
        /// No marble of this colour is left.
        NoneLeft = "zertz-no-marble-left", "Z5b";
        /// Marbles come from the supply.
        FromSupply = "zertz-no-other-stock", "Z5b Z17";
        /// The supply is empty.
        FromOwn = "zertz-no-own-stock", "Z17";
        /// There is no marble to place.
        NothingToPlace = "zertz-no-marbles", "Z17 Z18";
        /// A ring is removed after a marble is placed.
        PlaceFirst = "zertz-no-ring-first", "Z5";
        /// A free ring has to be removed.
        RingDue { free: Vec<Point> } = "zertz-no-ring-due", "Z5";
        /// A marble stands on the ring that should be removed.
        MarbleOn { at: Point } = "zertz-no-marble-on", "Z6";
        /// Not on the edge.
        Inner { at: Point } = "zertz-no-inner", "Z6";
        /// The ring would have to slide past another.
        Held { at: Point, by: Point } = "zertz-no-free-ring", "Z6";
        /// Something can be placed or captured.
        NoPass = "zertz-no-pass", "Z18";
    }
}

impl From<Point> for Arg {
    fn from(point: Point) -> Arg {
        Name::of(point).into()
    }
}

impl Zertz {
    pub(super) fn forbids(&self, step: Step) -> Option<Why> {
        let ended = self.ended();
        match (self.stage, step) {
            (_, Step::Claim | Step::Pass) if ended == Some(Why::EndWaits) => None,
            _ if ended.is_some() => ended,
            (Stage::Turn, Step::Claim) => self.overlooked.is_none().then_some(Why::NoClaim),
            (Stage::Remove, Step::Remove(at)) => self.holds(at),
            (Stage::Jump(bit), Step::Jump { from, to }) if self.bit(from) == bit.into() => {
                self.fails(from, to)
            }
            (Stage::Turn | Stage::Capture, Step::Jump { from, to }) => self.fails(from, to),
            _ => self.other_due().or_else(|| match step {
                Step::Place(marble, at) => self.not_placeable(marble, at),
                Step::Remove(_) => Some(Why::PlaceFirst),
                _ => {
                    let idle = self.stock() == [0; 3] && !self.can_capture();
                    (!idle).then_some(Why::NoPass)
                }
            }),
        }
    }

    pub(super) fn keeps_from(&self, picked: &[Name], touched: Name) -> Option<Why> {
        let at = touched.parse::<Point>().ok();
        let first = picked.first().map(|name| (name, name.parse::<Point>()));
        match (first, at) {
            (Some((_, Ok(from))), Some(to)) => return self.fails(from, to),
            (Some((_, Ok(from))), None) => {
                let mut steps = Vec::new();
                self.jumps(1 << self.bit(from), &mut steps);
                let to = steps.iter().filter_map(|step| match step {
                    Step::Jump { to, .. } => Some(*to),
                    _ => None,
                });
                return Some(Why::MustLand { to: to.collect() });
            }
            (Some((stock, Err(_))), Some(at)) => {
                let letter = stock.chars().last().unwrap_or_default().to_ascii_uppercase();
                return self.not_placeable(Marble::from_letter(letter)?, at);
            }
            (Some((_, Err(_))), None) => return Some(Why::PutDown),
            (None, _) => {}
        }
        match (&*touched, at) {
            ("pass", _) => self.forbids(Step::Pass),
            ("claim", _) => self.forbids(Step::Claim),
            _ if self.end().is_some() => self.ended(),
            (_, Some(at)) if self.stage == Stage::Remove => self.holds(at),
            (_, Some(at)) => {
                let bit = 1 << self.bit(at);
                let chosen = match self.stage {
                    Stage::Jump(marble) => 1 << marble,
                    _ => self.all_jumpers(),
                };
                match bit {
                    _ if chosen & bit != 0 => None,
                    _ if self.rings & bit == 0 => Some(Why::NoRing { at }),
                    _ => self.other_due().or(Some(match self.occupied() & bit {
                        0 if self.stock() == [0; 3] => Why::NothingToPlace,
                        0 => Why::ChooseMarble,
                        _ => Why::CannotJump { at },
                    })),
                }
            }
            (stock, None) => self.other_due().or_else(|| {
                let empty = self.supply_is_empty();
                let from = empty.then_some(self.mover);
                let marble =
                    Marble::ALL.into_iter().find(|marble| stock_name(from, *marble) == touched);
                match marble {
                    Some(marble) => (self.stock()[marble as usize] == 0).then_some(Why::NoneLeft),
                    None if empty && self.stock() == [0; 3] => Some(Why::NothingToPlace),
                    None if empty => Some(Why::FromOwn),
                    None if stock.starts_with("own") => Some(Why::FromSupply),
                    None => Some(Why::NoneLeft),
                }
            }),
        }
    }

    fn ended(&self) -> Option<Why> {
        self.end().map(|_| if self.overlooked.is_some() { Why::EndWaits } else { Why::Over })
    }

    /// What is due before anything is placed.
    fn other_due(&self) -> Option<Why> {
        match self.stage {
            Stage::Remove => Some(Why::RingDue { free: self.points(self.free_rings()) }),
            Stage::Jump(bit) => Some(Why::GoOn { by: self.points(1 << bit) }),
            _ if self.must_capture() => {
                Some(Why::MustCapture { by: self.points(self.all_jumpers()) })
            }
            _ => None,
        }
    }

    fn points(&self, set: u128) -> Vec<Point> {
        bits(set).map(|bit| self.ring(bit)).collect()
    }

    fn all_jumpers(&self) -> u128 {
        (0..6).fold(0, |all, direction| all | self.jumpers(direction))
    }

    fn not_placeable(&self, marble: Marble, at: Point) -> Option<Why> {
        let (stock, bit) = (self.stock(), 1 << self.bit(at));
        match bit {
            _ if stock == [0; 3] => Some(Why::NothingToPlace),
            _ if stock[marble as usize] == 0 => Some(Why::NoneLeft),
            _ if self.rings & bit == 0 => Some(Why::NoRing { at }),
            _ if self.occupied() & bit != 0 => Some(Why::Occupied { at }),
            _ => None,
        }
    }

    /// What holds a ring in its place (Z6). Beside a gap that is too narrow lies the ring that it would have to pass.
    fn holds(&self, at: Point) -> Option<Why> {
        let bit = self.bit(at);
        let has_ring = |direction: usize| {
            let beside = bit.checked_add_signed(SHIFTS[direction % 6]);
            beside.filter(|beside| self.rings >> beside & 1 == 1)
        };
        match 1 << bit {
            ring if self.rings & ring == 0 => Some(Why::NoRing { at }),
            ring if self.occupied() & ring != 0 => Some(Why::MarbleOn { at }),
            ring if self.free_rings() & ring != 0 => None,
            _ => {
                let past = |gap: usize| has_ring(gap + 1).filter(|_| has_ring(gap).is_none());
                let by = (0..6).find_map(past).map(|by| self.ring(by));
                Some(by.map_or(Why::Inner { at }, |by| Why::Held { at, by }))
            }
        }
    }

    /// Why a marble does not jump like this (Z9).
    fn fails(&self, from: Point, to: Point) -> Option<Why> {
        let (start, end) = (self.bit(from), self.bit(to));
        let has = |set: u128, bit: u32| set >> bit & 1 == 1;
        let occupied = self.occupied();
        let over = SHIFTS.iter().find_map(|shift| {
            let over = start.checked_add_signed(*shift)?;
            (over.checked_add_signed(*shift) == Some(end)).then_some(over)
        });
        match over {
            _ if !has(self.rings, start) => Some(Why::NoRing { at: from }),
            _ if !has(occupied, start) => Some(Why::NoMarble { at: from }),
            _ if !has(self.rings, end) => Some(Why::NoRing { at: to }),
            None => Some(Why::NotJump { from }),
            Some(over) if !has(occupied, over) => Some(Why::NothingBetween { from, to }),
            Some(_) => has(occupied, end).then_some(Why::LandingTaken { at: to }),
        }
    }
}
