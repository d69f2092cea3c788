//! The rules of ZÈRTZ, TZAAR, YINSH and RO-TAS: positions, steps, notation, scenes and records.
//!
//! Pure and `no_std`: no clock, no random source, no I/O, no text for players. Random outcomes come
//! from the caller, and [`show`] returns message keys.
//!
//! ```
//! use mohreh_games::{Game, Status, yinsh::Yinsh};
//!
//! let mut game = Yinsh::start(&"blitz".parse()?);
//! game.play("e5".parse()?)?;
//! assert_eq!(game.status().to_string(), "to-move 2");
//! assert!(game.play("e5".parse()?).is_err(), "the point is taken");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Code that serves all games dispatches on the enum once, at its entry point:
//!
//! ```
//! use mohreh_games::{AnyGame, Kind, with_game};
//! use mohreh_games::Game;
//!
//! let any = AnyGame::start("zertz".parse()?, "rings=61")?;
//! assert_eq!(with_game!(&any, game => game.perft(2)), 4_320);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

#[macro_use]
mod any;
mod bits;
mod game;
pub mod hex;
#[cfg(feature = "toy")]
pub mod oxo;
mod playthrough;
pub mod record;
pub mod rotas;
pub mod show;
mod text;
pub mod tzaar;
pub mod yinsh;
pub mod zertz;
mod zobrist;

pub use any::{AnyGame, Kind, Listed, PlayError};
pub use game::{Below, Duel, Game, IllegalStep, Outcome, Seat, Status};
pub use playthrough::{Playthrough, Turn};
pub use record::Record;
pub use show::Show;
pub use text::ParseError;
