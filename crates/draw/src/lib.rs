//! Drawings of a scene: an SVG picture, and text for a terminal.
//!
//! Nothing here knows a game or a rule. A drawing reads a [`Scene`] and makes a string; what the
//! scene does not say is not drawn. A picture has no words but the names of its buttons, so it
//! needs no translation; the words of the terminal are English. A terminal has no buttons, and what
//! its signs mean is a text of its own, for those who ask.
//!
//! ```
//! use mohreh_games::{AnyGame, Kind};
//!
//! for kind in Kind::ALL {
//!     let scene = AnyGame::start(*kind, "")?.scene();
//!     assert!(mohreh_draw::svg(&scene).contains(r#"data-spot="c3""#));
//!     assert!((10..20).contains(&mohreh_draw::terminal(&scene, false).lines().count()));
//!     assert!((1..4).contains(&mohreh_draw::legend(&scene, false).lines().count()));
//! }
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```
//!
//! [`Scene`]: mohreh_games::show::Scene

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod edges;
mod svg;
mod terminal;

pub use svg::svg;
pub use terminal::{legend, terminal};
