//! What the search knows of TZAAR.

use mohreh_games::tzaar::{Step, Type, Tzaar};
use mohreh_games::{Duel, Seat};

use crate::knowledge::{Knowledge, PARTS};
use crate::score::Score;
use crate::weights::Terms;

/// By how many stacks show a type; what each piece in a stack beyond the first is worth, and the more
/// so where its type is scarce; the highest stack; how many of a scarce type the opponent can take at
/// once, when it is one's own turn and when it is his.
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
    [(TERMS.at("tzaar"), 6), (TERMS.at("tzarra"), 9), (TERMS.at("tott"), 15)];
const HEIGHT: usize = TERMS.at("height");
const SCARCE_HEIGHT: usize = TERMS.at("scarce-height");
const HIGHEST: usize = TERMS.at("highest");
const ATTACKED: [usize; 2] = [TERMS.at("attacked-to-move"), TERMS.at("attacked-waiting")];
const TEMPO: usize = TERMS.at("tempo");

/// So few of a type are in danger at once.
const FEW: u8 = 2;
/// So few of a type are scarce.
const SCARCE: u8 = 6;

impl Knowledge for Tzaar {
    const SCALE: f64 = 400.0;
    const CAUTION: i32 = 1200;
    const WINDOW: Score = 250;

    #[inline]
    fn terms(&self, seat: Seat, mut tell: impl FnMut(usize, Score)) {
        let shown = Type::ALL.map(|kind| self.shown(seat, kind));
        for (shown, (at, most)) in shown.into_iter().zip(SHOWN) {
            tell(at + usize::from(shown).min(most), PARTS);
        }
        let mut extra = [0; 3];
        let mut highest = 1;
        for (_, kind, height) in self.stacks(seat) {
            extra[kind as usize] += Score::from(height) - 1;
            highest = highest.max(height);
        }
        let attacked = self.attacked(seat, SCARCE);
        let waiting = usize::from(seat != self.mover());
        for (kind, shown) in Type::ALL.into_iter().zip(shown) {
            let extra = extra[kind as usize];
            if extra > 0 {
                tell(HEIGHT + kind as usize, extra * PARTS);
                tell(SCARCE_HEIGHT + kind as usize, extra * PARTS / Score::from(shown.max(1)));
            }
            if (1..=SCARCE).contains(&shown) {
                // None, one, or as many as can be taken in a turn.
                let attacked = usize::from(attacked[kind as usize].min(2));
                tell(ATTACKED[waiting] + 3 * usize::from(shown - 1) + attacked, PARTS);
            }
        }
        tell(HIGHEST, Score::from(highest) * PARTS);
        if waiting == 0 {
            tell(TEMPO, PARTS);
        }
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

    fn is_opening(&self) -> bool {
        self.stacks_in_all() > 54
    }

    fn is_narrow(&self) -> bool {
        self.stacks_in_all() < 30
    }

    fn code(step: Step) -> usize {
        match step {
            Step::Capture { from, to } => from.index() * 64 + to.index(),
            Step::Strengthen { from, to } => 4_096 + from.index() * 64 + to.index(),
            Step::Pass => 0,
        }
    }
}
