//! `SvgWriter`: writes SVG elements, with number formatting and escaping.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Display, Write};

use super::theme::{EDGE, Tone, ToneValue};
use crate::style::Style;

/// SVG markup under construction.
pub(super) struct SvgWriter {
    pub(super) text: String,
    pub(super) style: Style,
}

impl SvgWriter {
    pub(super) fn new(style: &Style) -> SvgWriter {
        SvgWriter { text: String::new(), style: *style }
    }

    /// Attribute value of a tone in the current palette.
    pub(super) fn tone(&self, tone: Tone) -> ToneValue {
        tone.of(self.style.palette)
    }

    pub(super) fn fill(&self, tone: Tone) -> String {
        format!(r#"fill="{}""#, self.tone(tone))
    }

    /// Attributes: fill, and the outline of a piece.
    pub(super) fn solid(&self, fill: Tone, edge: Tone) -> String {
        format!(r#"fill="{}" {}"#, self.tone(fill), self.edge(edge))
    }

    /// Attributes: the outline of a piece.
    pub(super) fn edge(&self, edge: Tone) -> String {
        format!(r#"stroke="{}" stroke-width="{}""#, self.tone(edge), self.tone(EDGE))
    }

    /// Attributes: a stroke of this width without fill.
    pub(super) fn line(&self, tone: Tone, width: f32) -> String {
        format!(r#"fill="none" stroke="{}" stroke-width="{}""#, self.tone(tone), Units(width))
    }

    /// Attribute: fill with a gradient from `<defs>`.
    pub(super) fn gradient_fill(&self, name: &str) -> String {
        format!(r#"fill="url(#{}-{name})""#, self.style.prefix())
    }

    /// Defines a gradient from its geometry attributes and stops (offset, colour, opacity). Geometry that starts with
    /// `x` makes it linear, any other radial.
    pub(super) fn define_gradient(&mut self, name: &str, lie: &str, stops: &[(&str, Tone, &str)]) {
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

    /// Defines a group with an id, drawn around the origin.
    pub(super) fn define(&mut self, name: &str, inside: impl FnOnce(&mut SvgWriter)) {
        let prefix = self.style.prefix();
        self.put(format_args!(r#"<g id="{prefix}-{name}">"#));
        inside(self);
        self.put("</g>");
    }

    /// Writes markup without escaping.
    pub(super) fn put(&mut self, markup: impl Display) {
        // Writing to a `String` cannot fail.
        let _ = write!(self.text, "{markup}");
    }

    /// A translated and scaled group; `inside` draws around the origin.
    pub(super) fn group(
        &mut self,
        (x, y): (f32, f32),
        scale: f32,
        inside: impl FnOnce(&mut SvgWriter),
    ) {
        let (x, y) = (Units(x), Units(y));
        self.put(format_args!(r#"<g transform="translate({x} {y})"#));
        if (scale - 1.0).abs() > 0.001 {
            // Fixed-point by hand, which keeps float formatting out of the page's wasm.
            let thousandths = (scale * 1000.0 + 0.5) as u32;
            self.put(format_args!(" scale({}.{:03})", thousandths / 1000, thousandths % 1000));
        }
        self.put(r#"">"#);
        inside(self);
        self.put("</g>");
    }

    /// `<use>`: an instance of a definition.
    pub(super) fn use_def(&mut self, name: &str, (x, y): (f32, f32)) {
        let prefix = self.style.prefix();
        self.put(format_args!(r##"<use href="#{prefix}-{name}""##));
        for (axis, at) in [('x', x), ('y', y)] {
            if at != 0.0 {
                self.put(format_args!(r#" {axis}="{}""#, Units(at)));
            }
        }
        self.put("/>");
    }

    pub(super) fn circle(&mut self, (x, y): (f32, f32), r: f32, style: impl Display) {
        self.put("<circle");
        for (axis, at) in [("cx", x), ("cy", y)] {
            if at != 0.0 {
                self.put(format_args!(r#" {axis}="{}""#, Units(at)));
            }
        }
        self.put(format_args!(r#" r="{}" {style}/>"#, Units(r)));
    }

    pub(super) fn ellipse(
        &mut self,
        (x, y): (f32, f32),
        (rx, ry): (f32, f32),
        style: impl Display,
    ) {
        let (x, y, rx, ry) = (Units(x), Units(y), Units(rx), Units(ry));
        self.put(format_args!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" {style}/>"#));
    }

    /// A rounded rectangle around its centre.
    pub(super) fn rounded_rect(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        round: f32,
        style: impl Display,
    ) {
        let (x, y) = (Units(x - width / 2.0), Units(y - height / 2.0));
        let (width, height, round) = (Units(width), Units(height), Units(round));
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" {style}/>"#
        ));
    }

    /// A polyline or polygon.
    pub(super) fn path(&mut self, points: &[(f32, f32)], closed: bool, style: impl Display) {
        self.put(r#"<path d=""#);
        for (i, &(x, y)) in points.iter().enumerate() {
            let pen = if i == 0 { 'M' } else { 'L' };
            self.put(format_args!("{pen}{} {}", Units(x), Units(y)));
        }
        self.put(format_args!(r#"{}" {style}/>"#, if closed { "Z" } else { "" }));
    }

    /// A line of text centred on a point.
    pub(super) fn label(&mut self, text: &str, (x, y): (f32, f32), size: f32, style: impl Display) {
        // Cap height is about 0.7; `dominant-baseline` is not supported by every viewer.
        let (x, y, size) = (Units(x), Units(y + size * 0.35), Units(size));
        let text = Escaped(text);
        self.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" {style}>{text}</text>"#
        ));
    }
}

/// Upper bound of a text's width at font size 1, for common fonts.
pub(super) fn text_width(text: &str) -> f32 {
    text.chars().map(|c| if c.is_ascii_digit() { 0.64 } else { 0.72 }).sum()
}

/// SVG units between neighbouring spots.
pub(super) const UNIT: f32 = 100.0;

/// Displays a length (in distances between spots) in SVG units with at most one decimal.
pub(super) struct Units(pub(super) f32);

impl Display for Units {
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

/// Escapes text for element content and attribute values, in SVG and in HTML.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // Not representable in XML.
                '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                '\n' | '\t' => f.write_char(c)?,
                c if c.is_control() => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
