//! Why a touch or a step is against the rules of RO-TAS.

use super::board::{CELL_CAPACITY, Cell};
use super::{DiceSet, ROLLS, Rotas, Step};
use crate::game::Seat;
use crate::refusal::refusals;
use crate::show::{Arg, Figure, Name};

refusals! {
    /// Why a touch or a step is against the rules of RO-TAS.
    pub enum Why {
        /// The game is over.
        Over = "rotas-no-over", "R19 R20 R21";
        /// The trays only count.
        Tray = "rotas-no-cell-chosen", "R10";
        /// The dice are rolling.
        Rolling = "rotas-no-rolling", "R6";
        /// No roll is due.
        NotRolling = "rotas-no-fall", "R6";
        /// A die that is kept does not change.
        Kept { die: u8 } = "rotas-no-kept-die", "R6";
        /// A turn begins with a roll.
        RollFirst = "rotas-no-dice-yet", "R6";
        /// The first roll is of all dice.
        RollAll = "rotas-no-part", "R6";
        /// Dice are chosen before they are rolled again.
        ChooseDice = "rotas-no-dice-chosen", "R6";
        /// The fifth roll was the last.
        NoRollLeft = "rotas-no-rolls-left", "R6";
        /// Nothing fits, and nothing can fit.
        MustLose = "rotas-no-must-lose", "R14 R15c";
        /// A piece is lost only if nothing fits.
        NotLost = "rotas-no-lose", "R13 R15";
        /// The board has no such cell.
        NoCell { at: Cell } = "rotas-no-cell", "R4";
        /// The cell is full.
        Full { at: Cell } = "rotas-no-full-cell", "R12";
        /// The stack is too high for the number of rolls.
        TooHigh { at: Cell, height: u8, rolls: u8, limit: u8 } = "rotas-no-high-cell", "R16";
        /// The dice have fewer that are alike.
        NotAlike { at: Cell, need: u8, most: u8 } = "rotas-no-alike", "R9";
        /// The dice have no pair.
        NotPair { at: Cell } = "rotas-no-pair", "R9";
        /// The dice have no pair of this number.
        NotPairOf { at: Cell, number: u8 } = "rotas-no-pair-of", "R17";
        /// The dice are no full house.
        NotHouse { at: Cell } = "rotas-no-house", "R9";
        /// The dice are no straight.
        NotStraight { at: Cell } = "rotas-no-straight", "R9";
        /// Nobody leaves a game of two.
        OnlyTwo = "rotas-no-leaving", "R25";
        /// The seat has left, or is not there.
        NotIn = "rotas-no-seat", "R25 R26";
    }
}

impl From<Cell> for Arg {
    fn from(cell: Cell) -> Arg {
        Name::of(cell).into()
    }
}

impl Rotas {
    pub(super) fn forbids(&self, step: Step) -> Option<Why> {
        match step {
            _ if self.end.is_some() => Some(Why::Over),
            Step::Leave(seat) => self.stays(seat),
            Step::Fall(dice) if self.is_rolling() => {
                let kept = |place: &usize| {
                    !self.rolling.has(*place) && dice.0[*place] != self.dice.0[*place]
                };
                (0..5).find(kept).map(|place| Why::Kept { die: place as u8 + 1 })
            }
            _ if self.is_rolling() => Some(Why::Rolling),
            Step::Fall(_) => Some(Why::NotRolling),
            Step::Roll(DiceSet::ALL) if self.rolls == 0 => None,
            Step::Roll(_) if self.rolls == 0 => Some(Why::RollAll),
            _ if self.rolls == 0 => Some(Why::RollFirst),
            Step::Lose => (!self.must_lose()).then_some(Why::NotLost),
            _ if self.must_lose() => Some(Why::MustLose),
            Step::Roll(_) => (self.rolls >= ROLLS).then_some(Why::NoRollLeft),
            Step::Place(cell) => self.not_placeable(cell),
        }
    }

    pub(super) fn keeps_from(&self, picked: &[Name], touched: Name) -> Option<Why> {
        match &*touched {
            "lose" => self.forbids(Step::Lose),
            name if name == "roll" || name.starts_with("die-") => {
                let due = self.forbids(Step::Roll(DiceSet::ALL));
                due.or(match self.rolls {
                    0 if name != "roll" => Some(Why::RollFirst),
                    0 => None,
                    _ => (name == "roll" && picked.is_empty()).then_some(Why::ChooseDice),
                })
            }
            name => match name.parse() {
                Ok(cell) => self.forbids(Step::Place(cell)),
                // What is due goes before that nothing is taken from a tray.
                Err(_) => match self.forbids(Step::Lose) {
                    Some(Why::NotLost) => Some(Why::Tray),
                    due => due.or(Some(Why::MustLose)),
                },
            },
        }
    }

    fn stays(&self, seat: Seat) -> Option<Why> {
        match seat {
            _ if self.setup.seats == 2 => Some(Why::OnlyTwo),
            _ => (!self.is_in(seat)).then_some(Why::NotIn),
        }
    }

    fn not_placeable(&self, at: Cell) -> Option<Why> {
        let Some(index) = self.setup.board.index(at) else { return Some(Why::NoCell { at }) };
        let height = self.stacks.get(index).height();
        if height >= CELL_CAPACITY {
            return Some(Why::Full { at });
        }
        let limit = self.setup.height_limit(self.rolls).unwrap_or_default();
        if height > limit {
            return Some(Why::TooHigh { at, height, rolls: self.rolls, limit });
        }
        let figure = self.setup.board.figure(index)?;
        let most =
            (1..=6u8).map(|face| self.dice.0.iter().filter(|die| **die == face).count()).max();
        (!self.dice.makes(figure, &self.setup)).then(|| match figure {
            Figure::Alike(need) => Why::NotAlike { at, need, most: most.unwrap_or_default() as u8 },
            Figure::Pair(number) if self.setup.hard_pairs => Why::NotPairOf { at, number },
            Figure::Pair(_) => Why::NotPair { at },
            Figure::FullHouse => Why::NotHouse { at },
            Figure::Straight => Why::NotStraight { at },
        })
    }
}
