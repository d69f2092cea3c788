//! The engine: search and evaluation for the games of `mohreh-games`.
//!
//! ```
//! use mohreh_engine::{Engine, Limits};
//! use mohreh_games::{Game, yinsh::Yinsh};
//!
//! let game = Yinsh::start(&"blitz".parse()?);
//! let limits = Limits { nodes: Some(5_000), ..Limits::default() };
//! let choice = Engine::new(1 << 20).think(&game, &limits, &|| false, &mut |_| {});
//! assert!(game.is_legal(choice.turn[0]));
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```
//!
//! Time is an argument: the caller's `stop` is asked every few hundred nodes and may look at a clock.
//! With a fixed number of nodes, nothing remembered and one thread the answer is the same everywhere.

#![warn(missing_docs)]

mod any;
mod chance;
mod engine;
mod knowledge;
mod level;
mod proof;
pub mod rotas;
mod score;
mod search;
mod table;
mod think;
mod tzaar;
mod weights;
mod yinsh;
mod zertz;

/// Positions to time the engine by: `DEPTH KIND|SETUP|STEPS`, a line each.
pub const BENCH: &str = include_str!("../data/bench.txt");

pub use any::Thinks;
pub use engine::{Engine, Feature};
pub use knowledge::{Knowledge, PARTS};
pub use level::Level;
pub use score::{MOST, Score, WIN, WON, chance};
pub use think::{Choice, Limits, Line, Manner, Report};
pub use weights::{Terms, Weights};
