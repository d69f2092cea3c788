//! What the search knows of ZÈRTZ.

use mohreh_games::zertz::{Step, Zertz};
use mohreh_games::{Duel, Seat};

use crate::knowledge::{Knowledge, PARTS};
use crate::score::Score;
use crate::weights::Terms;

/// By how many marbles of a colour, or of all colours together, are missing for a win; how near the
/// nearest win is, when it is one's turn and when it is not; and what it is worth to be to move, by how many rings are vacant.
pub(crate) const TERMS: Terms = Terms(&[
    ("white", 5),
    ("grey", 6),
    ("black", 7),
    ("each", 10),
    ("near-to-move", 5),
    ("near-waiting", 5),
    ("tempo", 12),
]);

const ONE: [(usize, usize); 3] =
    [(TERMS.at("white"), 4), (TERMS.at("grey"), 5), (TERMS.at("black"), 6)];
const EACH: usize = TERMS.at("each");
const NEAR: [usize; 2] = [TERMS.at("near-to-move"), TERMS.at("near-waiting")];
const TEMPO: usize = TERMS.at("tempo");

/// So near to a win that it may be forced.
const NARROW: u8 = 2;

impl Knowledge for Zertz {
    const SCALE: f64 = 400.0;
    const CAUTION: i32 = 950;
    const WINDOW: Score = 40;

    #[inline]
    fn terms(&self, seat: Seat, mut tell: impl FnMut(usize, Score)) {
        let (own, setup) = (self.own(seat), self.setup());
        let mut near = 4;
        for ((own, goal), (at, most)) in own.into_iter().zip(setup.one_wins()).zip(ONE) {
            let missing = usize::from(goal.saturating_sub(own)).min(most);
            near = near.min(missing);
            tell(at + missing, PARTS);
        }
        let each = own.into_iter().map(|own| usize::from(setup.each_wins().saturating_sub(own)));
        let missing = each.sum::<usize>().min(9);
        tell(EACH + missing, PARTS);
        let waiting = usize::from(seat != self.mover());
        tell(NEAR[waiting] + near.min(missing), PARTS);
        if waiting == 0 {
            tell(TEMPO + (self.vacant_rings() as usize / 2).min(11), PARTS);
        }
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

    fn is_opening(&self) -> bool {
        let captured = [Seat::FIRST, Seat::SECOND].into_iter().flat_map(|seat| self.own(seat));
        captured.map(u32::from).sum::<u32>() < 3
    }

    fn is_narrow(&self) -> bool {
        // With an empty supply positions may come again (Z20), and a proof would not know.
        let (own, setup) = (self.own(self.mover()), self.setup());
        let one = own.into_iter().zip(setup.one_wins()).any(|(own, goal)| own + NARROW >= goal);
        let each: u8 = own.into_iter().map(|own| setup.each_wins().saturating_sub(own)).sum();
        self.supply() != [0; 3] && (one || each <= NARROW)
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
