//! Writing SVG: numbers, safe text, and the few elements that everything is drawn with.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Display, Write};

use super::paint::{EDGE, Said, Tone};
use crate::style::Style;

/// A drawing in the making.
pub(super) struct Ink {
    pub(super) text: String,
    pub(super) style: Style,
}

impl Ink {
    pub(super) fn new(style: &Style) -> Ink {
        Ink { text: String::new(), style: *style }
    }

    /// A colour as an attribute says it.
    pub(super) fn tone(&self, tone: Tone) -> Said {
        tone.of(self.style.palette)
    }

    pub(super) fn fill(&self, tone: Tone) -> String {
        format!(r#"fill="{}""#, self.tone(tone))
    }

    /// Filled, with the outline of a piece.
    pub(super) fn solid(&self, fill: Tone, edge: Tone) -> String {
        format!(r#"fill="{}" {}"#, self.tone(fill), self.edge(edge))
    }

    /// The outline of a piece.
    pub(super) fn edge(&self, edge: Tone) -> String {
        format!(r#"stroke="{}" stroke-width="{}""#, self.tone(edge), self.tone(EDGE))
    }

    /// A line of this width.
    pub(super) fn line(&self, tone: Tone, width: f32) -> String {
        format!(r#"fill="none" stroke="{}" stroke-width="{}""#, self.tone(tone), N(width))
    }

    /// Filled with a gradient from the definitions.
    pub(super) fn wash(&self, name: &str) -> String {
        format!(r#"fill="url(#{}-{name})""#, self.style.prefix())
    }

    /// Defines a gradient: how it lies, and for each stop its place, colour and strength.
    pub(super) fn gradient(&mut self, name: &str, lie: &str, stops: &[(&str, Tone, &str)]) {
        let kind = if lie.starts_with('x') { "linearGradient" } else { "radialGradient" };
        let prefix = self.style.prefix();
        self.put(format_args!(r#"<{kind} id="{prefix}-{name}" {lie}>"#));
        for (offset, tone, strength) in stops {
            let tone = self.tone(*tone);
            self.put(format_args!(r#"<stop offset="{offset}" stop-color="{tone}""#));
            if *strength != "1" {
                self.put(format_args!(r#" stop-opacity="{strength}""#));
            }
            self.put("/>");
        }
        self.put(format_args!("</{kind}>"));
    }

    /// Defines a drawing around 0, 0.
    pub(super) fn define(&mut self, name: &str, inside: impl FnOnce(&mut Ink)) {
        let prefix = self.style.prefix();
        self.put(format_args!(r#"<g id="{prefix}-{name}">"#));
        inside(self);
        self.put("</g>");
    }

    /// Writes markup as it is.
    pub(super) fn put(&mut self, markup: impl Display) {
        // Writing into a string does not fail.
        let _ = write!(self.text, "{markup}");
    }

    /// A group that is moved and scaled; what `inside` draws is around 0, 0.
    pub(super) fn group(&mut self, (x, y): (f32, f32), scale: f32, inside: impl FnOnce(&mut Ink)) {
        let (x, y) = (N(x), N(y));
        self.put(format_args!(r#"<g transform="translate({x} {y})"#));
        if (scale - 1.0).abs() > 0.001 {
            // As whole numbers: the page needs no other way to write a float.
            let thousandths = (scale * 1000.0 + 0.5) as u32;
            self.put(format_args!(" scale({}.{:03})", thousandths / 1000, thousandths % 1000));
        }
        self.put(r#"">"#);
        inside(self);
        self.put("</g>");
    }

    /// A drawing from the definitions.
    pub(super) fn copy(&mut self, name: &str, (x, y): (f32, f32)) {
        let prefix = self.style.prefix();
        self.put(format_args!(r##"<use href="#{prefix}-{name}""##));
        for (axis, at) in [('x', x), ('y', y)] {
            if at != 0.0 {
                self.put(format_args!(r#" {axis}="{}""#, N(at)));
            }
        }
        self.put("/>");
    }

    pub(super) fn circle(&mut self, (x, y): (f32, f32), r: f32, style: impl Display) {
        self.put("<circle");
        for (axis, at) in [("cx", x), ("cy", y)] {
            if at != 0.0 {
                self.put(format_args!(r#" {axis}="{}""#, N(at)));
            }
        }
        self.put(format_args!(r#" r="{}" {style}/>"#, N(r)));
    }

    pub(super) fn ellipse(
        &mut self,
        (x, y): (f32, f32),
        (rx, ry): (f32, f32),
        style: impl Display,
    ) {
        let (x, y, rx, ry) = (N(x), N(y), N(rx), N(ry));
        self.put(format_args!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" {style}/>"#));
    }

    /// A rectangle with round corners, by its middle.
    pub(super) fn block(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        round: f32,
        style: impl Display,
    ) {
        let (x, y) = (N(x - width / 2.0), N(y - height / 2.0));
        let (width, height, round) = (N(width), N(height), N(round));
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" {style}/>"#
        ));
    }

    /// Straight strokes from point to point.
    pub(super) fn path(&mut self, points: &[(f32, f32)], closed: bool, style: impl Display) {
        self.put(r#"<path d=""#);
        for (i, &(x, y)) in points.iter().enumerate() {
            let pen = if i == 0 { 'M' } else { 'L' };
            self.put(format_args!("{pen}{} {}", N(x), N(y)));
        }
        self.put(format_args!(r#"{}" {style}/>"#, if closed { "Z" } else { "" }));
    }

    /// One line of text, centred on a point.
    pub(super) fn label(&mut self, text: &str, (x, y): (f32, f32), size: f32, style: impl Display) {
        // Digits and capitals are about 0.7 high; not every viewer knows `dominant-baseline`.
        let (x, y, size) = (N(x), N(y + size * 0.35), N(size));
        let text = Safe(text);
        self.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" {style}>{text}</text>"#
        ));
    }
}

/// How wide a text is at most, at size 1; digits and Latin letters are narrower in common fonts.
pub(super) fn text_width(text: &str) -> f32 {
    text.chars().map(|c| if c.is_ascii_digit() { 0.64 } else { 0.72 }).sum()
}

/// How many units of the picture lie between neighbouring spots.
pub(super) const UNIT: f32 = 100.0;

/// A length between spots as a number of the picture, with one decimal at most.
pub(super) struct N(pub(super) f32);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0 * UNIT * 10.0;
        let tenths = if tenths < 0.0 { tenths - 0.5 } else { tenths + 0.5 } as i32;
        let (sign, whole, part) = (
            if tenths < 0 { "-" } else { "" },
            tenths.unsigned_abs() / 10,
            tenths.unsigned_abs() % 10,
        );
        match part {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

/// Text that can stand between tags and inside quotes.
pub(super) struct Safe<'a>(pub(super) &'a str);

impl Display for Safe<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // XML has no way to write these at all.
                '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c if c.is_control() => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
