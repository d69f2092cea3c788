//! What the search knows of ZÈRTZ.

use mohreh_games::zertz::{Marbles, Setup, Step, Zertz};
use mohreh_games::{Duel, Seat};

use crate::knowledge::Knowledge;
use crate::score::Score;

/// What a captured marble is worth by itself: the rarer, the more.
const MARBLE: [Score; 3] = [60, 45, 36];
/// What it is worth to be so many marbles from a win.
const NEAR: [Score; 5] = [0, 320, 130, 50, 15];

/// How well a seat is doing.
fn progress(own: Marbles, setup: &Setup) -> Score {
    let marbles: Score = own.iter().zip(MARBLE).map(|(n, worth)| Score::from(*n) * worth).sum();
    let near = |missing: u8| NEAR.get(usize::from(missing)).copied().unwrap_or(0);
    let one = own.iter().zip(setup.one_wins()).map(|(n, goal)| near(goal.saturating_sub(*n)));
    let each: u8 = own.iter().map(|n| setup.each_wins().saturating_sub(*n)).sum();
    marbles + one.sum::<Score>() + near(each)
}

impl Knowledge for Zertz {
    const SCALE: f64 = 400.0;

    fn evaluate(&self) -> Score {
        let seat: Seat = self.mover();
        progress(self.own(seat), self.setup()) - progress(self.own(seat.other()), self.setup())
    }

    fn is_calm(&self) -> bool {
        self.turn_begins() && !self.must_capture()
    }

    fn promise(&self, step: Step) -> i32 {
        match step {
            Step::Jump { .. } => 300,
            Step::Claim => 200,
            // A sacrifice is made of what is common.
            Step::Place(marble, _) => marble as i32,
            Step::Remove(_) | Step::Pass => 0,
        }
    }

    fn is_sharp(&self, step: Step) -> bool {
        matches!(step, Step::Jump { .. } | Step::Claim)
    }

    fn code(step: Step) -> usize {
        match step {
            Step::Place(marble, point) => marble as usize * 128 + point.index(),
            Step::Remove(point) => 384 + point.index(),
            Step::Jump { from, to } => 512 + (from.index() * 85 + to.index()) % 7_000,
            Step::Pass => 8_190,
            Step::Claim => 8_191,
        }
    }
}
