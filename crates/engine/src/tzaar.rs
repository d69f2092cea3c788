//! What the search knows of TZAAR.

use mohreh_games::tzaar::{Step, Type, Tzaar};
use mohreh_games::{Duel, Seat};

use crate::knowledge::Knowledge;
use crate::score::Score;

/// How bad it is to show so few of a type: steep near the end of it.
const SCARCE: [Score; 16] = [2_000, 620, 350, 220, 145, 100, 70, 52, 38, 28, 20, 14, 9, 5, 2, 0];
/// So few of a type are in danger at once.
const FEW: u8 = 2;
/// What each piece in a stack beyond the first is worth.
const HEIGHT: Score = 26;
/// And so much more where the type is scarce.
const TALL_AND_SCARCE: Score = 60;

fn standing(game: &Tzaar, seat: Seat) -> Score {
    let shown = Type::ALL.map(|kind| game.shown(seat, kind));
    let scarce: Score = shown.iter().map(|&n| SCARCE[usize::from(n).min(15)]).sum();
    let stacks = game.stacks(seat).map(|(_, kind, height)| {
        let extra = Score::from(height) - 1;
        let few = Score::from(shown[kind as usize].max(1));
        extra * (HEIGHT + TALL_AND_SCARCE / few)
    });
    stacks.sum::<Score>() - scarce
}

impl Knowledge for Tzaar {
    const SCALE: f64 = 400.0;

    fn evaluate(&self) -> Score {
        let seat = self.mover();
        standing(self, seat) - standing(self, seat.other())
    }

    fn is_calm(&self) -> bool {
        !self.second_action()
    }

    fn rest(&self) -> Option<Step> {
        self.second_action().then_some(Step::Pass)
    }

    fn promise(&self, step: Step) -> i32 {
        match step {
            Step::Capture { to, .. } => self.at(to).map_or(0, |(kind, height)| {
                let left = i32::from(self.shown(self.mover().other(), kind)).max(1);
                600 / left + 60 * i32::from(height)
            }),
            Step::Strengthen { from, to } => {
                let height = |point| self.at(point).map_or(0, |(_, height)| i32::from(height));
                let covered = self.at(to).map_or(0, |(kind, _)| self.shown(self.mover(), kind));
                60 + 10 * (height(from) + height(to)) - 300 / i32::from(covered.max(1))
            }
            Step::Pass => -50,
        }
    }

    fn is_sharp(&self, step: Step) -> bool {
        let Step::Capture { to, .. } = step else { return false };
        self.at(to).is_some_and(|(kind, _)| self.shown(self.mover().other(), kind) <= FEW)
    }

    fn may_be_sharp(&self) -> bool {
        Type::ALL.into_iter().any(|kind| self.shown(self.mover().other(), kind) <= FEW)
    }

    fn code(step: Step) -> usize {
        match step {
            Step::Capture { from, to } => from.index() * 64 + to.index(),
            Step::Strengthen { from, to } => 4_096 + from.index() * 64 + to.index(),
            Step::Pass => 0,
        }
    }
}
