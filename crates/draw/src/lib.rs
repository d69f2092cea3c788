//! Renders a [`Scene`]: as an SVG picture, as SVG layers for the page's board, and as terminal text.
//!
//! Knows no game and no rule: rendering is a function from a [`Scene`] to a string. SVG pictures contain no text
//! except names of spots, so they need no translation. Terminal output takes its words from the caller
//! ([`Words`]); its [`legend`] is a separate text.
//!
//! ```
//! use mohreh_draw::Words;
//! use mohreh_games::show::Look;
//! use mohreh_games::{AnyGame, Kind};
//!
//! /// A program would look the keys up in the language of its user.
//! struct Keys;
//!
//! impl Words for Keys {
//!     fn word(&self, key: &str, what: &str) -> String {
//!         [key, what].concat()
//!     }
//!     fn piece(&self, look: Look) -> String {
//!         look.name.to_string()
//!     }
//! }
//!
//! for kind in Kind::ALL {
//!     let scene = AnyGame::start(*kind, "")?.scene();
//!     assert!(mohreh_draw::svg(&scene).contains(r#"data-spot="c3""#));
//!     assert!((3..20).contains(&mohreh_draw::terminal(&scene, &Keys, false).lines().count()));
//!     assert!((1..4).contains(&mohreh_draw::legend(&scene, &Keys, false).lines().count()));
//! }
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```
//!
//! The page uses the layers of [`board`] separately, with its own layers between and above them and colours from CSS
//! variables. [`changes()`] is the difference of two scenes, for animations.
//!
//! ```
//! use mohreh_draw::{Change, Endpoint, Palette, Style, board, changes, theme_css};
//! use mohreh_games::{AnyGame, Kind};
//!
//! let style = Style { palette: Palette::Page, ..Style::default() };
//! assert!(theme_css().contains("--m-plate:"));
//! for kind in Kind::ALL {
//!     let mut game = AnyGame::start(*kind, "")?;
//!     let before = game.scene();
//!     game.play(&game.steps()[0]).expect("legal");
//!     let drawn = board(&game.scene(), &style);
//!     assert!(drawn.defs.contains("var(--m-") || drawn.ground.contains("var(--m-"));
//!     for change in changes(&before, &game.scene()) {
//!         if let Change::Move { to: Endpoint::Spot(spot), .. } = change {
//!             assert!(drawn.pieces.contains(&format!(r#"<g data-at="{spot}"><g transform="#)));
//!         }
//!     }
//! }
//! # Ok::<(), mohreh_games::ParseError>(())
//! ```
//!
//! [`Scene`]: mohreh_games::show::Scene

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod changes;
mod coordinates;
mod diagram;
mod sort;
mod style;
mod svg;
mod terminal;

pub use changes::{Change, Endpoint, changes};
pub use diagram::Diagram;
pub use style::{Palette, Style};
pub use svg::{Board, Escaped, HitArea, Marks, board, die, picture, piece, role, svg, theme_css};
pub use terminal::{Words, columns, legend, terminal, terminal_parts};
