//! `Style`: the drawing options.

/// Source of colours: literal values for standalone pictures, CSS variables for the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    /// The light theme as literal values.
    #[default]
    Paper,
    /// CSS variables `var(--m-…)`, set by [`theme_css`](crate::theme_css).
    Page,
}

/// Drawing options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Source of colours.
    pub palette: Palette,
    /// Draw a shape on every piece that encodes its colour, for colour-blind viewers.
    pub signs: bool,
    /// Draw coordinates.
    pub names: bool,
    /// Rotate the board by 180°; text stays upright.
    pub turned: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { palette: Palette::Paper, signs: false, names: true, turned: false }
    }
}

impl Style {
    /// Prefix of SVG ids. Drawings in one document may share an id only if it has the same definition.
    pub(crate) fn prefix(&self) -> &'static str {
        match (self.palette, self.signs) {
            (Palette::Paper, false) => "mp",
            (Palette::Paper, true) => "mps",
            (Palette::Page, false) => "mv",
            (Palette::Page, true) => "mvs",
        }
    }
}
