//! The eight levels that people play against.
//!
//! A level is a number of nodes and a way to err: the same on a phone and on a desk. Weak levels look
//! at little, do not see some of the steps, their own or the opponent's, and do not tell good from
//! better; what they see they play well.

use std::str::FromStr;

use mohreh_games::{Kind, ParseError};

use crate::any::Thinks;
use crate::engine::Engine;
use crate::think::{Choice, Limits, Manner, Report};

/// A level from 1, for beginners, to 8, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Nodes, judgement in thousandths, and steps of a hundred that are overlooked.
type Strength = (u64, u16, u8);

/// From level 1 up, as found by matches of neighbours (docs/strength.md).
const ZERTZ: [Strength; 8] = [
    (180, 650, 45),
    (900, 280, 23),
    (3_000, 120, 9),
    (5_500, 70, 5),
    (11_000, 30, 2),
    (22_000, 0, 0),
    (78_000, 0, 0),
    (400_000, 0, 0),
];
const TZAAR: [Strength; 8] = [
    (30, 2500, 75),
    (120, 900, 55),
    (500, 420, 34),
    (2_200, 160, 12),
    (8_000, 45, 3),
    (20_000, 0, 0),
    (80_000, 0, 0),
    (600_000, 0, 0),
];
const YINSH: [Strength; 8] = [
    (1_300, 225, 19),
    (2_400, 150, 13),
    (4_600, 95, 8),
    (9_500, 42, 3),
    (20_000, 15, 1),
    (43_000, 0, 0),
    (95_000, 0, 0),
    (200_000, 0, 0),
];
const ROTAS: [Strength; 8] = [
    (40, 1700, 82),
    (40, 860, 60),
    (40, 680, 50),
    (40, 540, 41),
    (40, 420, 32),
    (40, 280, 20),
    (40, 110, 6),
    (60_000, 0, 0),
];

/// How much worse than the best a first turn may be, in thousandths.
const OPENING: u16 = 40;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];
    /// The memory that levels are measured with; with more or less the strongest play differently.
    pub const TABLE: usize = 16 << 20;

    /// The level with this number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// From 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// How this level thinks about a game. The same seed plays the same.
    #[must_use]
    pub fn limits(self, kind: Kind, seed: u64) -> Limits {
        let all = match kind {
            Kind::Zertz => ZERTZ,
            Kind::Tzaar => TZAAR,
            Kind::Yinsh => YINSH,
            Kind::Rotas => ROTAS,
        };
        let (nodes, judgement, overlook) = all[usize::from(self.0) - 1];
        let opening = judgement.max(OPENING);
        let manner = Manner { seed, opening, judgement, overlook };
        Limits { nodes: Some(nodes), manner, ..Limits::default() }
    }

    /// The turn that this level plays, in a game with dice the next step. It depends on the position
    /// and the seed alone, if the engine has a table of [`Level::TABLE`] bytes: what it remembered is
    /// forgotten.
    pub fn choose<G: Thinks>(
        self,
        engine: &Engine,
        game: &G,
        seed: u64,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<G::Step>),
    ) -> Choice<G::Step> {
        let limits = self.limits(G::KIND, seed);
        engine.table.forget(limits.nodes);
        engine.think(game, &limits, stop, report)
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Level, ParseError> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| ParseError::new(text, "expected a level from 1 to 8"))
    }
}
