//! Drawings of a scene: an SVG picture, and text for a terminal.
//!
//! Nothing here knows a game or a rule. A drawing reads a [`Scene`] and makes a string; what the
//! scene does not say is not drawn. A picture has no words but the names of its buttons, so it
//! needs no translation; the words of the terminal are English.
//!
//! ```
//! use mohreh_games::{AnyGame, Kind};
//!
//! for kind in Kind::ALL {
//!     let scene = AnyGame::start(*kind, "")?.scene();
//!     assert!(mohreh_draw::svg(&scene).contains(r#"data-spot="c3""#));
//!     assert!(mohreh_draw::terminal(&scene, false).lines().count() > 10);
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

use alloc::format;
use alloc::string::String;

use mohreh_games::show::Figure;

pub use svg::svg;
pub use terminal::terminal;

/// The short token of a combination, as texts write it: `H` full house, `S` straight, `3` three
/// alike, `P6` a pair that shows 6.
#[must_use]
pub fn figure(figure: Figure) -> String {
    match figure {
        Figure::FullHouse => "H".into(),
        Figure::Straight => "S".into(),
        Figure::Alike(count) => format!("{count}"),
        Figure::Pair(number) => format!("P{number}"),
    }
}
