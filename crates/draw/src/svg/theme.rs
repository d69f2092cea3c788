//! The themes: one table of all colours, light, dark and high contrast, and the CSS made from it.
//!
//! Turquoise is reserved for hit areas that are active now.

use alloc::string::String;
use core::fmt::{self, Display, Write};

use mohreh_games::Seat;
use mohreh_games::show::Colour;

use crate::style::Palette;

/// A themed value: a colour, or the width or opacity of an outline.
#[derive(Clone, Copy)]
pub(super) struct Tone {
    /// Name of the CSS variable without `--m-`.
    name: &'static str,
    light: &'static str,
    dark: &'static str,
    contrast: &'static str,
}

impl Tone {
    /// Attribute value in a palette.
    pub(super) fn of(self, palette: Palette) -> ToneValue {
        ToneValue { tone: self, palette }
    }
}

pub(super) struct ToneValue {
    tone: Tone,
    palette: Palette,
}

impl Display for ToneValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.palette {
            Palette::Paper => f.write_str(self.tone.light),
            Palette::Page => write!(f, "var(--m-{})", self.tone.name),
        }
    }
}

/// Defines a constant for each row, and `ALL`.
macro_rules! tones {
    ($($(#[$doc:meta])* $id:ident $name:literal $light:literal $dark:literal $contrast:literal)*) => {
        $($(#[$doc])* pub(super) const $id: Tone =
            Tone { name: $name, light: $light, dark: $dark, contrast: $contrast };)*
        const ALL: &[Tone] = &[$($id),*];
    };
}

// Constant, variable, light, dark, high contrast.
tones! {
    /// Background of the page.
    TABLE "table" "#f6f1e7" "#14191f" "#000"
    /// Plate of a board that is not made of loose parts.
    PLATE "plate" "#e9e0ce" "#394652" "#000"
    LINE "line" "#b5a78b" "#677682" "#767676"
    LINE_WIDTH "line-width" "2.2" "2.2" "3"
    /// Gap left by a removed part of the board.
    IMPRINT "imprint" "#f0eadb" "#181e25" "#000"
    IMPRINT_EDGE "imprint-edge" "#e8e0cd" "#1f262e" "#444"
    /// Coordinates and icons.
    QUIET "quiet" "#8b806c" "#93a1ae" "#fff"
    TEXT "text" "#3d382f" "#e8e3d8" "#fff"
    /// Turquoise, for active hit areas.
    TOUCH "touch" "#12938f" "#2fc9c4" "#0ff"
    /// Spots that decided the game, and marks of diagrams.
    MARK "mark" "#c2601c" "#f2a04a" "#ffd400"
    /// A suggested step.
    HINT "hint" "#7646b0" "#c4a7ff" "#ff8cff"
    /// Unmatched rings that make up a board.
    STONE "stone" "#c6b99f" "#43505d" "#000"
    STONE_LIT "stone-lit" "#d9cdb8" "#586674" "#8a8a8a"
    STONE_SIDE "stone-side" "#9c8e73" "#29333d" "#555"
    /// Cells and their figures.
    CELL "cell" "#f7f2e8" "#46535f" "#000"
    CELL_EDGE "cell-edge" "#e2d8c5" "#4d5b67" "#8a8a8a"
    FIGURE "figure" "#8b7f6b" "#a3b0bc" "#d0d0d0"
    /// Height badge of a stack.
    BADGE "badge" "#fffcf5" "#f3ede1" "#fff"
    BADGE_TEXT "badge-text" "#3d382f" "#1b2026" "#000"
    /// Shadows and highlights; the opacity is set at each use.
    SHADE "shade" "#2b2114" "#000" "transparent"
    GLOSS "gloss" "#fff" "#fff" "transparent"
    /// Outline width of pieces.
    EDGE "edge" "1.2" "2.4" "3.6"
    /// Opacity of the outline around a hole.
    HOLE "hole" ".6" ".8" "1"
    /// Opacity of the outline around the lower side of a ring.
    RIM "rim" "1" "1" "0"

    DIE "die" "#fdf9f0" "#ece5d8" "#fff"
    DIE_LIT "die-lit" "#fff" "#fbf7ee" "#fff"
    DIE_SIDE "die-side" "#cfc3ac" "#9d9382" "#fff"
    DIE_EDGE "die-edge" "#b3a68d" "#6f675b" "#000"
    PIP "pip" "#37322b" "#23272c" "#000"

    WHITE_FACE "white-face" "#f8f4ea" "#f0eadf" "#fff"
    WHITE_LIT "white-lit" "#fff" "#fff" "#fff"
    WHITE_SIDE "white-side" "#cfc4b0" "#b5ab9b" "#fff"
    WHITE_DEEP "white-deep" "#998d78" "#7d7466" "#fff"
    WHITE_EDGE "white-edge" "#93866e" "#5f584d" "#000"
    WHITE_SIGN "white-sign" "#8f5d1d" "#8f5d1d" "#000"

    GREY_FACE "grey-face" "#989ea4" "#8f969d" "#808080"
    GREY_LIT "grey-lit" "#d9dde0" "#d3d7db" "#808080"
    GREY_SIDE "grey-side" "#70767c" "#656b72" "#808080"
    GREY_DEEP "grey-deep" "#43484d" "#363b40" "#808080"
    GREY_EDGE "grey-edge" "#4d5257" "#2a2e33" "#fff"
    GREY_SIGN "grey-sign" "#1f2327" "#15181b" "#000"

    BLACK_FACE "black-face" "#2c2e33" "#0d0f13" "#000"
    BLACK_LIT "black-lit" "#7a7f87" "#8a939e" "#000"
    BLACK_SIDE "black-side" "#17181b" "#0c0e10" "#000"
    BLACK_DEEP "black-deep" "#050506" "#020203" "#000"
    BLACK_EDGE "black-edge" "#585c63" "#c3cdd7" "#fff"
    BLACK_SIGN "black-sign" "#e9b455" "#e9b455" "#fff"

    ONE_FACE "one-face" "#34679e" "#4180bf" "#3d9bff"
    ONE_LIT "one-lit" "#8db4dc" "#9cc3ea" "#3d9bff"
    ONE_SIDE "one-side" "#234a75" "#2a5788" "#3d9bff"
    ONE_DEEP "one-deep" "#16314f" "#163350" "#3d9bff"
    ONE_EDGE "one-edge" "#1b3b5f" "#122941" "#000"
    ONE_SIGN "one-sign" "#fff" "#fff" "#000"

    TWO_FACE "two-face" "#e4b148" "#e4b148" "#ffd800"
    TWO_LIT "two-lit" "#fae3ae" "#fae3ae" "#ffd800"
    TWO_SIDE "two-side" "#b98826" "#a97b20" "#ffd800"
    TWO_DEEP "two-deep" "#8a6316" "#74530f" "#ffd800"
    TWO_EDGE "two-edge" "#8f6a1c" "#5f450f" "#000"
    TWO_SIGN "two-sign" "#3a2b0c" "#3a2b0c" "#000"

    THREE_FACE "three-face" "#ae4a32" "#c25a41" "#ff6a45"
    THREE_LIT "three-lit" "#e09b89" "#eaa997" "#ff6a45"
    THREE_SIDE "three-side" "#7f3322" "#85372a" "#ff6a45"
    THREE_DEEP "three-deep" "#561f13" "#501b10" "#ff6a45"
    THREE_EDGE "three-edge" "#6a281a" "#44170d" "#000"
    THREE_SIGN "three-sign" "#fff" "#fff" "#000"

    FOUR_FACE "four-face" "#cdb9dc" "#cdb9dc" "#fff"
    FOUR_LIT "four-lit" "#f0e7f6" "#f0e7f6" "#fff"
    FOUR_SIDE "four-side" "#a189b4" "#937aa7" "#fff"
    FOUR_DEEP "four-deep" "#685377" "#54415f" "#fff"
    FOUR_EDGE "four-edge" "#7d678e" "#483655" "#000"
    FOUR_SIGN "four-sign" "#33243f" "#33243f" "#000"
}

/// Translucent tones of the style sheet: variable, tone, opacity in 255ths. Mixed here rather than by `color-mix`, which
/// browsers before 2023 do not know.
const TINTS: [(&str, Tone, u8); 4] = [
    ("touch-faint", TOUCH, 0x2e),
    ("touch-veil", TOUCH, 0x47),
    ("touch-edge", TOUCH, 0xb3),
    ("line-faint", LINE, 0x99),
];

/// The tones of one piece colour.
pub(super) struct Paint {
    /// Part of SVG ids.
    pub(super) name: &'static str,
    /// Top face.
    pub(super) face: Tone,
    /// Highlight.
    pub(super) lit: Tone,
    /// Visible rim below the face.
    pub(super) side: Tone,
    /// Shadow.
    pub(super) deep: Tone,
    /// Outline that separates equal pieces.
    pub(super) edge: Tone,
    /// Symbols on the face.
    pub(super) sign: Tone,
}

macro_rules! paints {
    ($($id:ident $name:literal: $face:ident $lit:ident $side:ident $deep:ident $edge:ident $sign:ident)*) => {
        $(const $id: Paint = Paint {
            name: $name, face: $face, lit: $lit, side: $side, deep: $deep, edge: $edge, sign: $sign,
        };)*
    };
}

// Two seat colours are dark and two light, blue and lilac against ochre and brick: distinct with any colour blindness.
paints! {
    WHITE "white": WHITE_FACE WHITE_LIT WHITE_SIDE WHITE_DEEP WHITE_EDGE WHITE_SIGN
    GREY "grey": GREY_FACE GREY_LIT GREY_SIDE GREY_DEEP GREY_EDGE GREY_SIGN
    BLACK "black": BLACK_FACE BLACK_LIT BLACK_SIDE BLACK_DEEP BLACK_EDGE BLACK_SIGN
    ONE "1": ONE_FACE ONE_LIT ONE_SIDE ONE_DEEP ONE_EDGE ONE_SIGN
    TWO "2": TWO_FACE TWO_LIT TWO_SIDE TWO_DEEP TWO_EDGE TWO_SIGN
    THREE "3": THREE_FACE THREE_LIT THREE_SIDE THREE_DEEP THREE_EDGE THREE_SIGN
    FOUR "4": FOUR_FACE FOUR_LIT FOUR_SIDE FOUR_DEEP FOUR_EDGE FOUR_SIGN
}

/// Tones of a piece colour.
pub(super) fn paint(colour: Colour) -> &'static Paint {
    const SEATS: [&Paint; Seat::MOST] = [&ONE, &TWO, &THREE, &FOUR];
    match colour {
        Colour::White => &WHITE,
        Colour::Grey => &GREY,
        Colour::Black => &BLACK,
        Colour::Of(seat) => SEATS[seat.index()],
    }
}

/// Tones of the reverse side of a two-sided piece.
pub(super) fn other_side(colour: Colour) -> &'static Paint {
    match colour {
        Colour::White => &BLACK,
        Colour::Black => &WHITE,
        Colour::Grey | Colour::Of(_) => paint(colour),
    }
}

/// Style sheet for [`Palette::Page`]: light by default, `data-theme` on the root selects another theme, and without it
/// `prefers-color-scheme` applies.
#[must_use]
pub fn theme_css() -> String {
    let mut css = String::new();
    let dark = |tone: &Tone| tone.dark;
    rule(&mut css, ":root", |tone| tone.light);
    css.push_str("@media (prefers-color-scheme:dark){");
    rule(&mut css, ":root:not([data-theme])", dark);
    css.push_str("}\n");
    rule(&mut css, ":root[data-theme=dark]", dark);
    rule(&mut css, ":root[data-theme=contrast]", |tone| tone.contrast);
    css
}

fn rule(css: &mut String, selector: &str, value: impl Fn(&Tone) -> &'static str) {
    css.push_str(selector);
    css.push('{');
    for tone in ALL {
        // Writing to a `String` cannot fail.
        let _ = write!(css, "--m-{}:{};", tone.name, value(tone));
    }
    for (name, tone, opacity) in TINTS {
        let colour = value(&tone);
        // `#rgb` is written out as `#rrggbb`.
        let digits = colour.trim_start_matches('#');
        let repeat = if digits.len() == 3 { 2 } else { 1 };
        let _ = write!(css, "--m-{name}:#");
        css.extend(digits.chars().flat_map(|digit| core::iter::repeat_n(digit, repeat)));
        let _ = write!(css, "{opacity:02x};");
    }
    css.push_str("}\n");
}
