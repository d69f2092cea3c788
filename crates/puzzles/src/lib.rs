//! Puzzles: banks of positions with one right turn, proven; the solver that finds and judges them, ratings, and the
//! puzzle of a day. `docs/puzzles.md` says what exactly is claimed.

#![warn(missing_docs)]

mod bank;
mod daily;
mod difficulty;
mod glicko;
pub mod judge;
pub mod solver;

pub use bank::{Bank, Chance, Goal, Puzzle, WrongLine};
pub use daily::of_day;
pub use difficulty::Difficulty;
pub use glicko::Rating;
