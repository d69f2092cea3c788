//! The computer opponent: an engine level at all seats but one.

use mohreh_engine::{Engine, Level};
use mohreh_games::{AnyGame, Seat, with_game};

pub(super) struct Computer {
    level: Level,
    engine: Engine,
    /// Seat of the human player.
    person: Seat,
    seed: u64,
}

impl Computer {
    pub(super) fn new(level: Level, person: Seat, seed: u64) -> Computer {
        Computer { level, engine: Engine::new(Level::TABLE_BYTES), person, seed }
    }

    pub(super) fn level(&self) -> u8 {
        self.level.number()
    }

    pub(super) fn person(&self) -> Seat {
        self.person
    }

    pub(super) fn plays(&self, seat: Seat) -> bool {
        seat != self.person
    }

    /// The steps it plays now: a whole turn, or one step in a game with dice.
    pub(super) fn choose(&self, game: &AnyGame) -> Vec<String> {
        with_game!(game, game => {
            let best = self.level.choose(&self.engine, game, self.seed, &|| false, &mut |_| {});
            best.turn.iter().map(ToString::to_string).collect()
        })
    }
}

impl std::fmt::Display for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Computer, level {}", self.level.number())
    }
}
