//! The computer as an opponent: a level of the engine at all seats but one.

use mohreh_engine::{Engine, Level, Thinks};
use mohreh_games::Seat;

pub struct Computer {
    level: Level,
    engine: Engine,
    /// The seat that it leaves to the person.
    person: Seat,
    seed: u64,
}

impl Computer {
    pub fn new(level: Level, person: Seat, seed: u64) -> Computer {
        Computer { level, engine: Engine::new(Level::TABLE), person, seed }
    }

    pub fn person(&self) -> Seat {
        self.person
    }

    pub fn plays(&self, seat: Seat) -> bool {
        seat != self.person
    }

    /// What it plays now: a whole turn, in a game with dice one step.
    pub fn choose<G: Thinks>(&self, game: &G) -> Vec<G::Step> {
        self.level.choose(&self.engine, game, self.seed, &|| false, &mut |_| {}).turn
    }
}

impl std::fmt::Display for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Computer, level {}", self.level.number())
    }
}
