//! How to draw: where colours come from, and what the viewer wants to see.

/// Colours by value, for pictures that stand alone, or as variables that a page's style sheet sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    /// Light colours, by value.
    #[default]
    Paper,
    /// `var(--m-…)`; [`theme_css`](crate::theme_css) sets them.
    Page,
}

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Where colours come from.
    pub palette: Palette,
    /// A sign on every piece that tells its colour by shape.
    pub signs: bool,
    /// Coordinates.
    pub names: bool,
    /// Seen from the other side; texts stay upright.
    pub turned: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { palette: Palette::Paper, signs: false, names: true, turned: false }
    }
}

impl Style {
    /// What ids begin with. Drawings of one page may share an id only if it means the same.
    pub(crate) fn prefix(&self) -> &'static str {
        match (self.palette, self.signs) {
            (Palette::Paper, false) => "mp",
            (Palette::Paper, true) => "mps",
            (Palette::Page, false) => "mv",
            (Palette::Page, true) => "mvs",
        }
    }
}
