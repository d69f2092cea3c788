//! Evaluation, move ordering and quiescence of TZAAR.

mod inputs;

use mohreh_games::tzaar::{Step, Type, Tzaar};
use mohreh_games::{Duel, Seat};

use crate::heuristics::{COUNT_ONE, Heuristics, Pruning};
use crate::level::Levels;
use crate::score::Score;
use crate::weights::Terms;

/// Groups of weights:
/// - `tzaar`, `tzarra`, `tott`: by the number of stacks that show the type;
/// - `height`: per piece beyond the first of a stack, by type; `scarce-height`: the same, divided by
///   the number of stacks of the type;
/// - `highest`: height of the highest stack;
/// - `attacked-…`: by the number of stacks of a scarce type (1 to 6), and how many of them the opponent
///   attacks (0, 1, or 2 and more), for the seat to move and for the other;
/// - `tempo`: the right to move.
pub(crate) const TERMS: Terms = Terms(&[
    ("tzaar", 7),
    ("tzarra", 10),
    ("tott", 16),
    ("height", 3),
    ("scarce-height", 3),
    ("highest", 1),
    ("attacked-to-move", 18),
    ("attacked-waiting", 18),
    ("tempo", 1),
]);

const SHOWN: [(usize, usize); 3] =
    [(TERMS.offset("tzaar"), 6), (TERMS.offset("tzarra"), 9), (TERMS.offset("tott"), 15)];
const HEIGHT: usize = TERMS.offset("height");
const SCARCE_HEIGHT: usize = TERMS.offset("scarce-height");
const HIGHEST: usize = TERMS.offset("highest");
const ATTACKED: [usize; 2] = [TERMS.offset("attacked-to-move"), TERMS.offset("attacked-waiting")];
const TEMPO: usize = TERMS.offset("tempo");

/// A capture is tactical if the opponent shows at most this many stacks of its type.
const TACTICAL_COUNT: u8 = 2;
/// A type is scarce if at most this many stacks show it.
const SCARCE_COUNT: u8 = 6;

/// From matches between neighbouring levels (docs/strength.md).
pub(crate) const LEVELS: Levels = [
    (20, 4800, 86),
    (60, 1900, 70),
    (250, 650, 44),
    (1_100, 215, 16),
    (4_500, 50, 3),
    (17_000, 0, 0),
    (56_000, 0, 0),
    (200_000, 0, 0),
];

/// Sums of the differences between neighbours (docs/strength.md; the last where it was not measured anew: before the
/// networks).
pub(crate) const LEVEL_ELO: [u16; 8] = [0, 154, 377, 538, 721, 861, 1029, 1180];

impl Heuristics for Tzaar {
    type Focus = ();
    const SCALE: f64 = 400.0;
    const LMR_DIVISOR: i32 = 1200;
    const PRUNING: Pruning = Pruning { reverse_margin: None, margin: None, late_steps: Some(3) };
    const ASPIRATION_WINDOW: Score = 250;

    #[inline]
    fn terms(&self, seat: Seat, mut emit: impl FnMut(usize, Score)) {
        let shown = Type::ALL.map(|kind| self.shown(seat, kind));
        for (shown, (at, most)) in shown.into_iter().zip(SHOWN) {
            emit(at + usize::from(shown).min(most), COUNT_ONE);
        }
        let mut extra = [0; 3];
        let mut highest = 1;
        for (_, kind, height) in self.stacks(seat) {
            extra[kind as usize] += Score::from(height) - 1;
            highest = highest.max(height);
        }
        let attacked = self.attacked(seat, SCARCE_COUNT);
        let waiting = usize::from(seat != self.mover());
        for (kind, shown) in Type::ALL.into_iter().zip(shown) {
            let extra = extra[kind as usize];
            if extra > 0 {
                emit(HEIGHT + kind as usize, extra * COUNT_ONE);
                emit(SCARCE_HEIGHT + kind as usize, extra * COUNT_ONE / Score::from(shown.max(1)));
            }
            if (1..=SCARCE_COUNT).contains(&shown) {
                // At most two stacks can be captured in a turn.
                let attacked = usize::from(attacked[kind as usize].min(2));
                emit(ATTACKED[waiting] + 3 * usize::from(shown - 1) + attacked, COUNT_ONE);
            }
        }
        emit(HIGHEST, Score::from(highest) * COUNT_ONE);
        if waiting == 0 {
            emit(TEMPO, COUNT_ONE);
        }
    }

    fn focus(&self) {}

    fn is_quiet(&self) -> bool {
        !self.second_action()
    }

    fn stand_pat(&self, _focus: &()) -> Option<Step> {
        self.second_action().then_some(Step::Pass)
    }

    fn ordering_score(&self, step: Step) -> i32 {
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

    fn is_tactical(&self, _focus: &(), step: Step) -> bool {
        let Step::Capture { to, .. } = step else { return false };
        self.at(to)
            .is_some_and(|(kind, _)| self.shown(self.mover().other(), kind) <= TACTICAL_COUNT)
    }

    fn may_have_tactical_steps(&self) -> bool {
        Type::ALL.into_iter().any(|kind| self.shown(self.mover().other(), kind) <= TACTICAL_COUNT)
    }

    fn is_opening(&self) -> bool {
        self.stack_count() > 54
    }

    fn is_proof_candidate(&self) -> bool {
        self.stack_count() < 30
    }

    fn history_index(step: Step) -> usize {
        match step {
            Step::Capture { from, to } => from.index() * 64 + to.index(),
            Step::Strengthen { from, to } => 4_096 + from.index() * 64 + to.index(),
            Step::Pass => 0,
        }
    }
}
