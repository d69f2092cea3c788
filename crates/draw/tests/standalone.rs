//! Standalone drawings, and the themes: completeness and contrast.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod svg_reader;

use std::collections::{BTreeMap, BTreeSet};

use mohreh_draw::{Palette, Style, die, piece, role, theme_css};
use mohreh_games::Seat;
use mohreh_games::show::{Colour, Look, Mark, Role, Shape};
use roxmltree::Document;
use svg_reader::check_drawing;

const MARKS: [Mark; 3] = [Mark::Plain, Mark::Circle, Mark::Star];

fn looks() -> impl Iterator<Item = Look> {
    let seats = (0..Seat::MOST).map(|seat| Colour::Of(Seat::new(seat)));
    let colours = [Colour::White, Colour::Grey, Colour::Black].into_iter().chain(seats);
    let shapes = [Shape::Marble, Shape::Marker, Shape::Disc].into_iter();
    let forms = shapes.flat_map(|shape| MARKS.map(|mark| (shape, mark)));
    let forms = forms.chain([(Shape::Ring, Mark::Plain)]);
    colours.flat_map(move |colour| {
        let look = move |(shape, mark)| Look { shape, colour, mark, name: "piece" };
        forms.clone().map(look)
    })
}

fn styles() -> [Style; 4] {
    let of = |palette, signs| Style { palette, signs, ..Style::default() };
    [
        of(Palette::Paper, false),
        of(Palette::Paper, true),
        of(Palette::Page, false),
        of(Palette::Page, true),
    ]
}

/// A drawing without colours: elements, paths and bounds.
fn colourless(text: &str) -> String {
    let document = Document::parse(text).expect("well-formed");
    let mut forms = String::new();
    svg_reader::walk(document.root_element(), &mut |node, bounds| {
        let form = node.attribute("d").unwrap_or_default();
        forms += &format!("{} {form} {bounds:?}\n", node.tag_name().name());
    });
    forms
}

#[test]
fn every_piece_fits_its_view() {
    for look in looks() {
        for style in styles() {
            let text = piece(look, &style);
            check_drawing(&text);
            assert!(text.contains(r#"viewBox="-50 -50 100 100""#));
            assert!(text.len() < 5_000, "{} bytes", text.len());
        }
    }
}

#[test]
fn pieces_differ() {
    for style in styles() {
        let all: BTreeSet<String> = looks().map(|look| piece(look, &style)).collect();
        assert_eq!(all.len(), looks().count());
    }
}

#[test]
fn with_signs_every_colour_has_its_own_form() {
    for style in styles() {
        let mut forms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for look in looks() {
            let seat = matches!(look.colour, Colour::Of(_));
            let always = seat && look.shape != Shape::Ring && look.mark == Mark::Plain;
            // Plain pieces of seats always carry a symbol.
            if always || !seat && style.signs {
                let group = format!("{:?} {:?} {seat}", look.shape, look.mark);
                let form = colourless(&piece(look, &style));
                assert!(forms.entry(group).or_default().insert(form), "{look:?}");
            }
        }
    }
    let plain = |colour| {
        let look = Look { shape: Shape::Marble, colour, mark: Mark::Plain, name: "marble" };
        colourless(&piece(look, &Style::default()))
    };
    assert_eq!(plain(Colour::White), plain(Colour::Black), "colour alone, unless asked for");
}

#[test]
fn a_die_has_as_many_pips_as_it_shows() {
    for style in styles() {
        let drawn: BTreeSet<String> = (0..=6)
            .map(|face| {
                let text = die((face > 0).then_some(face), &style);
                check_drawing(&text);
                let document = Document::parse(&text).expect("well-formed");
                let paths = document.descendants().filter(|node| node.has_tag_name("path"));
                for path in paths {
                    let pips = path.attribute("d").expect("a path").matches('M').count();
                    assert_eq!(pips, usize::from(face));
                }
                text
            })
            .collect();
        assert_eq!(drawn.len(), 7);
    }
}

#[test]
fn every_role_has_its_own_sign() {
    let roles = [
        Role::Supply,
        Role::Hand,
        Role::Captured,
        Role::Taken,
        Role::Lost,
        Role::OnBoard,
        Role::Points,
    ];
    for style in styles() {
        let drawn: BTreeSet<String> = roles.iter().map(|shown| role(*shown, &style)).collect();
        assert_eq!(drawn.len(), roles.len());
        assert!(drawn.iter().all(|text| check_drawing(text) > 0));
    }
}

/// Rules of the style sheet: selector and variables.
fn rules(css: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let css = css.replace("@media (prefers-color-scheme:dark){", "@media ").replace("}}", "}");
    let rules = css.split('}').map(str::trim).filter(|rule| !rule.is_empty());
    rules
        .map(|rule| {
            let (selector, body) = rule.split_once('{').expect("a rule");
            let set = body.split(';').filter(|set| !set.is_empty()).map(|set| {
                let (name, value) = set.split_once(':').expect("a variable");
                (name.to_owned(), value.to_owned())
            });
            (selector.to_owned(), set.collect())
        })
        .collect()
}

#[test]
fn every_theme_sets_every_variable() {
    let css = theme_css();
    assert_eq!(css.matches('{').count(), css.matches('}').count());
    let rules = rules(&css);
    let selectors: Vec<&str> = rules.iter().map(|(selector, _)| selector.as_str()).collect();
    assert_eq!(
        selectors,
        [
            ":root",
            "@media :root:not([data-theme])",
            ":root[data-theme=dark]",
            ":root[data-theme=contrast]"
        ]
    );
    for (selector, set) in &rules {
        assert!(set.keys().eq(rules[0].1.keys()), "{selector}");
        for (name, value) in set {
            assert!(name.starts_with("--m-"));
            let digits = value.strip_prefix('#').map(str::len);
            let number = value.parse::<f32>().is_ok();
            assert!(
                matches!(digits, Some(3 | 6 | 8)) || number || value == "transparent",
                "{value}"
            );
        }
    }
    assert_eq!(rules[1].1, rules[2].1, "dark is dark, whoever asks for it");
}

/// RGB, 0 to 255 each.
fn rgb(value: &str) -> Option<[i32; 3]> {
    let digits = value.strip_prefix('#')?;
    let wide = digits.len() / 3;
    let part = |i: usize| i32::from_str_radix(&digits[i * wide..(i + 1) * wide], 16).ok();
    let scale = if wide == 1 { 17 } else { 1 };
    Some([part(0)? * scale, part(1)? * scale, part(2)? * scale])
}

#[test]
fn turquoise_is_reserved_for_active_hit_areas() {
    for (selector, set) in rules(&theme_css()) {
        for (name, value) in set {
            let Some([red, green, blue]) = rgb(&value) else { continue };
            // Green and blue similar, and far above red.
            let turquoise = green.min(blue) - red > 60 && (green - blue).abs() < 40;
            // `touch` and its tints.
            assert_eq!(turquoise, name.starts_with("--m-touch"), "{name} {value} in {selector}");
        }
    }
}

/// Relative luminance (WCAG).
fn luminance(value: &str) -> f64 {
    let linear = |part: i32| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = rgb(value).expect("a colour").map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[test]
fn contrast_ratios_are_sufficient() {
    let pairs = [
        ("text", "table", 7.0),
        ("quiet", "table", 3.0),
        ("quiet", "plate", 2.8),
        ("figure", "cell", 3.0),
        ("badge-text", "badge", 7.0),
        ("pip", "die", 7.0),
        ("touch", "table", 3.0),
        ("touch", "plate", 2.5),
        ("mark", "table", 3.0),
        ("white-face", "black-face", 7.0),
    ];
    let signs = ["white", "grey", "black", "one", "two", "three", "four"];
    for (selector, set) in rules(&theme_css()) {
        let contrast = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|name| luminance(&set[&format!("--m-{name}")]) + 0.05);
            a.max(b) / a.min(b)
        };
        for (a, b, least) in pairs {
            assert!(contrast(a, b) >= least, "{a} on {b}: {:.2} in {selector}", contrast(a, b));
        }
        for colour in signs {
            let (sign, face) = (format!("{colour}-sign"), format!("{colour}-face"));
            assert!(contrast(&sign, &face) >= 4.0, "{sign} in {selector}");
        }
    }
}
