//! Evaluation, move ordering and quiescence of ZÈRTZ.

mod inputs;

use mohreh_games::zertz::{Step, Zertz};
use mohreh_games::{Duel, Seat};

use crate::heuristics::{COUNT_ONE, Heuristics, Pruning};
use crate::level::Levels;
use crate::score::Score;
use crate::weights::Terms;

/// Groups of weights:
/// - `white`, `grey`, `black`: by the number of marbles of the colour that are missing for a win;
/// - `each`: by the number missing for a win with all colours;
/// - `near-…`: by the least of these numbers, for the seat to move and for the other;
/// - `tempo`: the right to move, by the number of vacant rings.
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
    [(TERMS.offset("white"), 4), (TERMS.offset("grey"), 5), (TERMS.offset("black"), 6)];
const EACH: usize = TERMS.offset("each");
const NEAR: [usize; 2] = [TERMS.offset("near-to-move"), TERMS.offset("near-waiting")];
const TEMPO: usize = TERMS.offset("tempo");

/// df-PN is tried if the mover lacks at most this many marbles.
const PROOF_DISTANCE: u8 = 2;

/// From matches between neighbouring levels (docs/strength.md).
pub(crate) const LEVELS: Levels = [
    (180, 650, 45),
    (900, 280, 23),
    (2_500, 140, 11),
    (5_500, 70, 5),
    (11_000, 30, 2),
    (22_000, 0, 0),
    (78_000, 0, 0),
    (400_000, 0, 0),
];

/// Sums of the differences between neighbours (docs/strength.md; the last where it was not measured anew: before the
/// networks).
pub(crate) const LEVEL_ELO: [u16; 8] = [0, 139, 247, 447, 578, 760, 860, 1000];

/// Free rings, where one is to be removed.
pub struct Focus {
    /// Those whose removal may change what can be captured.
    decisive: u128,
    /// The others.
    neutral: u128,
}

impl Heuristics for Zertz {
    type Focus = Focus;
    const SCALE: f64 = 400.0;
    const LMR_DIVISOR: i32 = 950;
    /// Pruning gains at 20,000 nodes and loses at half a million: sacrifices look bad until they pay off.
    const PRUNING: Pruning = Pruning { reverse_margin: None, margin: None, late_steps: None };
    const ASPIRATION_WINDOW: Score = 40;

    #[inline]
    fn terms(&self, seat: Seat, mut emit: impl FnMut(usize, Score)) {
        let (own, setup) = (self.own(seat), self.setup());
        let mut near = 4;
        for ((own, goal), (at, most)) in own.into_iter().zip(setup.one_wins()).zip(ONE) {
            let missing = usize::from(goal.saturating_sub(own)).min(most);
            near = near.min(missing);
            emit(at + missing, COUNT_ONE);
        }
        let each = own.into_iter().map(|own| usize::from(setup.each_wins().saturating_sub(own)));
        let missing = each.sum::<usize>().min(9);
        emit(EACH + missing, COUNT_ONE);
        let waiting = usize::from(seat != self.mover());
        emit(NEAR[waiting] + near.min(missing), COUNT_ONE);
        if waiting == 0 {
            emit(TEMPO + (self.vacant_rings() as usize / 2).min(11), COUNT_ONE);
        }
    }

    fn is_quiet(&self) -> bool {
        self.turn_begins() && !self.must_capture()
    }

    fn focus(&self) -> Focus {
        if !self.removes_ring() {
            return Focus { decisive: 0, neutral: 0 };
        }
        let (decisive, neutral) = self.decisive_rings();
        Focus { decisive, neutral }
    }

    /// Near the leaves a ring is removed where it decides what can be captured, or anywhere.
    fn stand_pat(&self, focus: &Focus) -> Option<Step> {
        let neutral = focus.neutral;
        (neutral != 0).then(|| Step::Remove(self.ring(neutral.trailing_zeros())))
    }

    fn ordering_score(&self, step: Step) -> i32 {
        match step {
            Step::Jump { .. } => 300,
            Step::Claim => 200,
            // Sacrifices of common marbles are searched first.
            Step::Place(marble, _) => marble as i32,
            Step::Remove(_) | Step::Pass => 0,
        }
    }

    fn is_tactical(&self, focus: &Focus, step: Step) -> bool {
        match step {
            Step::Jump { .. } | Step::Claim => true,
            Step::Remove(ring) => focus.decisive >> self.bit(ring) & 1 == 1,
            Step::Place(..) | Step::Pass => false,
        }
    }

    fn is_opening(&self) -> bool {
        let captured = [Seat::FIRST, Seat::SECOND].into_iter().flat_map(|seat| self.own(seat));
        captured.map(u32::from).sum::<u32>() < 3
    }

    fn is_proof_candidate(&self) -> bool {
        // Without a supply positions can repeat (Z20), and df-PN does not handle graph-history interaction.
        let (own, setup) = (self.own(self.mover()), self.setup());
        let one =
            own.into_iter().zip(setup.one_wins()).any(|(own, goal)| own + PROOF_DISTANCE >= goal);
        let each: u8 = own.into_iter().map(|own| setup.each_wins().saturating_sub(own)).sum();
        self.supply() != [0; 3] && (one || each <= PROOF_DISTANCE)
    }

    fn history_index(step: Step) -> usize {
        match step {
            Step::Place(marble, point) => marble as usize * 128 + point.index(),
            Step::Remove(point) => 384 + point.index(),
            Step::Jump { from, to } => 512 + (from.index() * 85 + to.index()) % 7_000,
            Step::Pass => 8_190,
            Step::Claim => 8_191,
        }
    }
}
