//! The engine: search and evaluation for the games of `mohreh-games`.
//!
//! ```
//! use mohreh_engine::{Limits, Table, think};
//! use mohreh_games::{Game, yinsh::Yinsh};
//!
//! let game = Yinsh::start(&"blitz".parse()?);
//! let limits = Limits { nodes: Some(5_000), ..Limits::default() };
//! let choice = think(&game, &limits, &Table::new(1 << 20), &|| false, &mut |_| {});
//! assert!(game.is_legal(choice.turn[0]));
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```
//!
//! Time is an argument: the caller's `stop` is asked every few hundred nodes and may look at a clock.
//! With a fixed number of nodes, an empty table and one thread the answer is the same everywhere.

#![warn(missing_docs)]

mod any;
mod knowledge;
pub mod rotas;
mod score;
mod search;
mod table;
mod think;
mod tzaar;
mod yinsh;
mod zertz;

pub use any::Thinks;
pub use knowledge::Knowledge;
pub use score::{MOST, Score, WIN, WON, chance};
pub use table::Table;
pub use think::{Choice, Limits, Line, Report, think};
