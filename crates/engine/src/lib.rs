//! Search and evaluation for the games of `mohreh-games`.
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
//! The engine has no clock: the caller's `stop` is polled every few hundred nodes and may read one.
//! With a node limit, one thread and cleared tables the result is the same on every machine.

#![warn(missing_docs)]

mod engine;
mod evaluation;
mod game;
mod heuristics;
mod level;
pub mod network;
mod patterns;
mod proof;
pub mod rotas;
mod score;
mod search;
mod setting_error;
pub mod splitmix;
mod think;
mod tt;
mod tzaar;
mod uct;
mod weights;
mod yinsh;
mod zertz;

pub use engine::{Engine, Feature};
pub use game::EngineGame;
pub use heuristics::{COUNT_ONE, Heuristics, Pruning};
pub use level::{Level, Levels};
pub use score::{MAX_EVAL, Score, WIN, WIN_THRESHOLD, win_probability};
pub use setting_error::SettingError;
pub use splitmix::SplitMix64;
pub use think::{Choice, Handicap, Limits, Line, Report};
pub use tt::{Bound, Entry};
pub use uct::Uct;
pub use weights::{Terms, Weights};
