//! Drawings of a scene: an SVG picture, the layers of a page's board, and text for a terminal.
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
//! A page takes the [`board`] apart, so that its own layers lie between or above, and colours come
//! from its style sheet. [`changes()`] tells it what to move from one scene to the next.
//!
//! ```
//! use mohreh_draw::{Change, End, Palette, Style, board, changes, theme_css};
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
//!         if let Change::Move { to: End::Spot(spot), .. } = change {
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
mod edges;
mod order;
mod style;
mod svg;
mod terminal;

pub use changes::{Change, End, changes};
pub use style::{Palette, Style};
pub use svg::{Board, Marks, Place, board, die, picture, piece, role, svg, theme_css};
pub use terminal::{legend, terminal};
