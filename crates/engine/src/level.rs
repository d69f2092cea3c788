//! [`Level`]: the eight strengths that people play against.
//!
//! A level is a node limit and a [`Handicap`], so that it plays the same on every machine. Weak levels
//! search few nodes, ignore some steps of both sides, and choose among root steps with noisy scores.

use std::str::FromStr;

use mohreh_games::{Kind, with_kind};

use crate::engine::Engine;
use crate::game::EngineGame;
use crate::setting_error::SettingError;
use crate::think::{Choice, Handicap, Limits, Report};

/// A level from 1, for beginners, to 8, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Of each level: node limit, noise in thousandths of `SCALE`, percentage of ignored steps.
pub type Levels = [(u64, u16, u8); 8];

/// Games from which a level is suggested.
const FEWEST_GAMES: usize = 3;

/// Least noise in the opening, so that games vary.
const OPENING_NOISE_PERMILLE: u16 = 40;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];
    /// Size of the transposition table in bytes; the strength of the levels is measured with it.
    pub const TABLE_BYTES: usize = 16 << 20;

    /// The level with this number, from 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// From 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Search limits of this level, deterministic for a seed.
    #[must_use]
    pub fn limits(self, kind: Kind, seed: u64) -> Limits {
        let levels = with_kind!(kind, G => G::LEVELS);
        let (nodes, noise_permille, blind_percent) = levels[usize::from(self.0) - 1];
        let opening_noise_permille = noise_permille.max(OPENING_NOISE_PERMILLE);
        let handicap = Handicap { seed, opening_noise_permille, noise_permille, blind_percent };
        Limits { nodes: Some(nodes), handicap, ..Limits::default() }
    }

    /// Elo above the first level.
    #[must_use]
    pub fn elo(self, kind: Kind) -> u16 {
        with_kind!(kind, G => G::LEVEL_ELO)[usize::from(self.0) - 1]
    }

    /// The level at which somebody with these results, in half points, would win half of the games; `None` after too few
    /// games. A won and a lost game against the last level are added, so that a short streak does not lead far.
    #[must_use]
    pub fn suggested(kind: Kind, results: &[(Level, u8)]) -> Option<Level> {
        let (last, _) = results.last().filter(|_| results.len() >= FEWEST_GAMES)?;
        let played = || results.iter().copied().chain([(*last, 2), (*last, 0)]);
        let points: f64 = played().map(|(_, halves)| f64::from(halves) / 2.0).sum();
        let expected = |elo: f64| -> f64 {
            let chance = |(level, _): (Level, u8)| {
                1.0 / (1.0 + libm::exp10((f64::from(level.elo(kind)) - elo) / 400.0))
            };
            played().map(chance).sum()
        };
        let (mut low, mut high) = (-1000.0, 3000.0);
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            *(if expected(middle) < points { &mut low } else { &mut high }) = middle;
        }
        let distance = |level: &Level| (f64::from(level.elo(kind)) - low).abs() as u32;
        Level::ALL.into_iter().min_by_key(distance)
    }

    /// The turn that this level plays, in a game with dice the next step. Clears the table first: with
    /// [`Level::TABLE_BYTES`] the choice is a function of position and seed.
    pub fn choose<G: EngineGame>(
        self,
        engine: &Engine,
        game: &G,
        seed: u64,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<G::Step>),
    ) -> Choice<G::Step> {
        let limits = self.limits(G::KIND, seed);
        engine.tt.clear(limits.nodes);
        engine.think(game, &limits, stop, report)
    }
}

impl FromStr for Level {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Level, SettingError> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| SettingError::new(text, "expected a level from 1 to 8"))
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;

    use super::Level;

    #[test]
    fn the_suggested_level_follows_the_results() {
        for &kind in Kind::ALL {
            let [two, four, six] = [2, 4, 6].map(|level| Level::new(level).unwrap());
            assert_eq!(Level::suggested(kind, &[(four, 2), (four, 2)]), None);
            assert_eq!(Level::suggested(kind, &[(four, 2), (four, 0), (four, 1)]), Some(four));
            assert!(Level::suggested(kind, &[(four, 2); 5]) > Some(four));
            assert!(Level::suggested(kind, &[(four, 0); 5]) < Some(four));
            // Wins against weak levels and losses against strong ones: between them.
            let mixed = [(two, 2), (two, 2), (two, 2), (six, 0), (six, 0), (six, 0)];
            let between = Level::suggested(kind, &mixed).unwrap();
            assert!(between > two && between < six, "{kind}: {between:?}");
            assert!(Level::ALL.is_sorted_by_key(|level| level.elo(kind)));
            for results in [[(Level::ALL[0], 0); 40], [(Level::ALL[7], 2); 40]] {
                assert_eq!(Level::suggested(kind, &results), Some(results[0].0));
            }
        }
    }
}
