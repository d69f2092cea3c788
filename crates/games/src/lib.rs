//! The rules of ZÈRTZ, TZAAR, YINSH and RO-TAS: positions, steps, notation, scenes and records.
//!
//! There is no clock, no chance, no input or output in here, and no sentence for people: dice and
//! drawn set-ups come from the caller, and [`show`] gives keys instead of words.
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
//! Code that serves any game leaves the enum once, at the door:
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
mod keys;
pub mod record;
pub mod rotas;
pub mod show;
mod text;
pub mod tzaar;
pub mod yinsh;
pub mod zertz;

pub use any::{AnyGame, Kind, Listed, PlayError};
pub use game::{Below, Duel, Game, IllegalStep, Outcome, Seat, Status};
pub use record::Record;
pub use show::Show;
pub use text::ParseError;
