#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

#[macro_use]
mod any;
mod bits;
pub mod edit;
pub mod explorer;
mod game;
pub mod hex;
#[cfg(feature = "toy")]
pub mod oxo;
mod playthrough;
mod reason;
pub mod record;
mod refusal;
pub mod rotas;
pub mod show;
mod symmetry;
mod text;
pub mod tzaar;
pub mod yinsh;
pub mod zertz;
mod zobrist;

#[cfg(feature = "count-plays")]
pub use any::plays;
pub use any::{AnyGame, Kind, Listed, PlayError};
pub use game::{Below, Duel, Game, IllegalStep, Outcome, Seat, Status};
pub use playthrough::{Playthrough, Turn};
pub use reason::{Reason, ReasonArg};
pub use record::Record;
pub use refusal::Refusal;
pub use show::Show;
pub use symmetry::Canon;
pub use text::ParseError;
