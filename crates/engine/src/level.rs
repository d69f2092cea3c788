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
