//! The ratings as a plot: players from left to right, Elo upwards, a line for each scale.
//!
//! The panel is light wherever it is shown, so that one file serves light and dark pages. Scales differ
//! in shape as well as in colour.

use std::fmt::Write;

use mohreh_games::Kind;

use super::Scale;
use super::fit::by_name;
use super::table::whole;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 60.0;
/// Below the axis; slanted names need more room.
const BOTTOM: f64 = 66.0;
const BOTTOM_SLANTED: f64 = 122.0;

/// How wide a letter is, about.
const LETTER: f64 = 6.6;
/// Of a longer name only the beginning is shown.
const MOST_LETTERS: usize = 20;

/// From one scale to the next at the same player, so that bars do not hide each other.
const ASIDE: f64 = 7.0;
/// Half the width of the ends of a bar.
const CAP: f64 = 3.5;

const PANEL: &str = "#fdfcf9";
/// Of the panel, and the line of Elo 0.
const EDGE: &str = "#cfc8ba";
const GRID: &str = "#e9e4da";
const AXIS: &str = "#a39a8a";
const TEXT: &str = "#423d35";
const QUIET: &str = "#6d6558";

/// How a kind looks: more than 4.5 : 1 against the panel, and apart for the colour-blind too.
const STYLES: [(&str, Shape); 4] = [
    ("#1f66ad", Shape::Disc),
    ("#b4500f", Shape::Square),
    ("#0b7a70", Shape::Diamond),
    ("#84368f", Shape::Triangle),
];

#[derive(Clone, Copy)]
enum Shape {
    Disc,
    Square,
    Diamond,
    Triangle,
}

/// Where the numbers lie on the sheet.
struct Frame {
    players: Vec<String>,
    slanted: bool,
    low: f64,
    high: f64,
    /// Between two lines of the grid.
    gap: f64,
}

impl Frame {
    fn of(scales: &[Scale]) -> Frame {
        let mut players: Vec<String> =
            scales.iter().flat_map(|scale| scale.cross.players().iter().cloned()).collect();
        players.sort_by(|a, b| by_name(a, b));
        players.dedup();
        let longest = players.iter().map(|name| short(name).chars().count()).max().unwrap_or(0);
        let slot = (WIDTH - LEFT - RIGHT) / players.len().max(1) as f64;
        let (mut low, mut high) = (0.0f64, 1.0f64);
        for scale in scales {
            for player in 0..scale.cross.players().len() {
                let (elo, error) = (scale.elo(player), scale.ratings.error(player));
                low = low.min(elo - error);
                high = high.max(elo + error);
            }
        }
        let gap = round_gap((high - low) / 6.0);
        let (low, high) = ((low / gap).floor() * gap, (high / gap).ceil() * gap);
        Frame { players, slanted: longest as f64 * LETTER > slot - 6.0, low, high, gap }
    }

    fn slot(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.players.len() as f64
    }

    fn x(&self, name: &str) -> f64 {
        let at = self.players.iter().position(|player| player == name).unwrap_or(0);
        LEFT + (at as f64 + 0.5) * self.slot()
    }

    fn bottom(&self) -> f64 {
        HEIGHT - if self.slanted { BOTTOM_SLANTED } else { BOTTOM }
    }

    fn y(&self, elo: f64) -> f64 {
        let bottom = self.bottom();
        bottom - (elo - self.low) / (self.high - self.low) * (bottom - TOP)
    }
}

/// 1, 2 or 5 with noughts, not less than asked.
fn round_gap(least: f64) -> f64 {
    let decade = 10f64.powf(least.max(1.0).log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * decade >= least);
    times.unwrap_or(10.0) * decade
}

/// The whole file.
pub fn svg(scales: &[Scale]) -> String {
    let frame = Frame::of(scales);
    let names: Vec<String> = scales.iter().map(Scale::name).collect();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Elo of the players: {}</title>\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{PANEL}\" \
         stroke=\"{EDGE}\"/>\n",
        escape(&names.join(", ")),
        WIDTH - 1.0,
        HEIGHT - 1.0,
    );
    text += &axes(&frame, &what_is_zero(scales));
    text += &legend(scales);
    for (number, scale) in scales.iter().enumerate() {
        let aside = (number as f64 - (scales.len() as f64 - 1.0) / 2.0) * ASIDE;
        text += &line(&frame, scale, aside);
    }
    text + "</svg>\n"
}

/// A kind looks the same in every plot; further groups of it have broken lines.
fn style(scale: &Scale) -> (&'static str, Shape, &'static str) {
    let number = Kind::ALL.iter().position(|kind| *kind == scale.kind).unwrap_or(0);
    let (colour, shape) = STYLES[number % STYLES.len()];
    let broken = [" stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 3\""];
    let further = scale.group.unwrap_or(0).checked_sub(1);
    (colour, shape, further.map_or("", |group| broken[group % broken.len()]))
}

fn what_is_zero(scales: &[Scale]) -> String {
    let anchor = |scale: &Scale| scale.cross.players()[scale.anchor].clone();
    let mut anchors: Vec<String> = scales.iter().map(anchor).collect();
    anchors.dedup();
    match anchors.as_slice() {
        [one] => format!("{} = 0", short(one)),
        _ if scales.iter().all(|scale| scale.ranking().last() == Some(&scale.anchor)) => {
            "weakest player = 0".to_string()
        }
        _ => "anchor = 0".to_string(),
    }
}

/// Grid, numbers, names and what they are.
fn axes(frame: &Frame, zero: &str) -> String {
    let (bottom, right) = (frame.bottom(), WIDTH - RIGHT);
    let mut grid = String::new();
    let mut numbers = String::new();
    for at in 0..=((frame.high - frame.low) / frame.gap).round() as u32 {
        let elo = frame.low + f64::from(at) * frame.gap;
        let y = frame.y(elo);
        grid += &format!("M{} {}H{}", one(LEFT), one(y), one(right));
        line_of(
            &mut numbers,
            format_args!(
                "<text x=\"{}\" y=\"{}\">{}</text>",
                one(LEFT - 9.0),
                one(y + 4.0),
                whole(elo)
            ),
        );
    }
    let mut ticks = String::new();
    let mut names = String::new();
    for name in &frame.players {
        let x = frame.x(name);
        ticks += &format!("M{} {}v4", one(x), one(bottom));
        let (y, turn) = match frame.slanted {
            true => (
                bottom + 14.0,
                format!(" transform=\"rotate(-32 {} {})\"", one(x), one(bottom + 14.0)),
            ),
            false => (bottom + 20.0, String::new()),
        };
        line_of(
            &mut names,
            format_args!(
                "<text x=\"{}\" y=\"{}\"{turn}>{}</text>",
                one(x),
                one(y),
                escape(&short(name))
            ),
        );
    }
    let side = if frame.slanted { "end" } else { "middle" };
    let middle = f64::midpoint(TOP, bottom);
    format!(
        "<path d=\"{grid}\" stroke=\"{GRID}\"/>\n\
         <path d=\"M{} {}H{}\" stroke=\"{EDGE}\"/>\n\
         <path d=\"M{} {}H{}{ticks}\" stroke=\"{AXIS}\" fill=\"none\"/>\n\
         <g fill=\"{QUIET}\" text-anchor=\"end\">\n{numbers}</g>\n\
         <g fill=\"{TEXT}\" text-anchor=\"{side}\">\n{names}</g>\n\
         <g fill=\"{QUIET}\" text-anchor=\"middle\">\n\
         <text x=\"{}\" y=\"{}\">player</text>\n\
         <text x=\"22\" y=\"{}\" transform=\"rotate(-90 22 {})\">Elo, {}</text>\n</g>\n",
        one(LEFT),
        one(frame.y(0.0)),
        one(right),
        one(LEFT),
        one(bottom),
        one(right),
        one(f64::midpoint(LEFT, right)),
        one(HEIGHT - 18.0),
        one(middle),
        one(middle),
        escape(zero),
    )
}

fn legend(scales: &[Scale]) -> String {
    let mut text = format!("<g fill=\"{TEXT}\">\n");
    let mut x = LEFT;
    for scale in scales {
        let (colour, shape, broken) = style(scale);
        line_of(
            &mut text,
            format_args!(
                "<path d=\"M{} 30h24\" stroke=\"{colour}\" stroke-width=\"1.6\"{broken}/>\
                 {}<text x=\"{}\" y=\"34\">{}</text>",
                one(x),
                mark(shape, x + 12.0, 30.0, colour, None),
                one(x + 32.0),
                escape(&scale.name()),
            ),
        );
        x += 32.0 + scale.name().chars().count() as f64 * LETTER + 26.0;
    }
    text += &format!(
        "<text x=\"{}\" y=\"34\" fill=\"{QUIET}\" text-anchor=\"end\">bars: 95 %</text>\n</g>\n",
        one(WIDTH - RIGHT),
    );
    text
}

/// One scale: bars under the line, the line under the points.
fn line(frame: &Frame, scale: &Scale, aside: f64) -> String {
    let (colour, shape, broken) = style(scale);
    let (mut bars, mut path, mut marks) = (String::new(), String::new(), String::new());
    for (player, name) in scale.cross.players().iter().enumerate() {
        let (elo, error) = (scale.elo(player), scale.ratings.error(player));
        let (x, y) = (frame.x(name) + aside, frame.y(elo));
        let (high, low) = (frame.y(elo + error), frame.y(elo - error));
        bars += &format!(
            "M{0} {1}h{2}M{3} {1}V{4}M{0} {4}h{2}",
            one(x - CAP),
            one(high),
            one(2.0 * CAP),
            one(x),
            one(low)
        );
        path += &format!("{}{} {}", if path.is_empty() { 'M' } else { 'L' }, one(x), one(y));
        let said = format!("{}, {name}: {} ± {error:.0}", scale.name(), whole(elo));
        line_of(&mut marks, format_args!("{}", mark(shape, x, y, colour, Some(&said))));
    }
    format!(
        "<g stroke=\"{colour}\" fill=\"none\">\n\
         <path d=\"{bars}\" stroke-opacity=\".55\"/>\n\
         <path d=\"{path}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"{broken}/>\n</g>\n\
         <g stroke=\"{PANEL}\">\n{marks}</g>\n"
    )
}

/// A point, and what is said of it under the pointer.
fn mark(shape: Shape, x: f64, y: f64, colour: &str, said: Option<&str>) -> String {
    let path = match shape {
        Shape::Disc => format!("M{} {}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", one(x - 4.0), one(y)),
        Shape::Square => format!("M{} {}h7v7h-7z", one(x - 3.5), one(y - 3.5)),
        Shape::Diamond => format!("M{} {}l4.8 4.8l-4.8 4.8l-4.8-4.8z", one(x), one(y - 4.8)),
        Shape::Triangle => format!("M{} {}l4.6 8h-9.2z", one(x), one(y - 5.0)),
    };
    match said {
        Some(said) => {
            format!("<path d=\"{path}\" fill=\"{colour}\"><title>{}</title></path>", escape(said))
        }
        None => format!("<path d=\"{path}\" fill=\"{colour}\" stroke=\"{PANEL}\"/>"),
    }
}

fn line_of(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes everything");
}

/// A number with one decimal at most.
fn one(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn short(name: &str) -> String {
    if name.chars().count() <= MOST_LETTERS {
        return name.to_string();
    }
    name.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;

    use super::{escape, one, round_gap, short, svg};
    use crate::ratings::rate;
    use crate::ratings::read::Game;

    /// Everybody beats the next in each kind, half of the games.
    fn plot(kinds: &[Kind], players: &[&str]) -> String {
        let mut games = Vec::new();
        for kind in kinds {
            for pair in players.windows(2) {
                for halves in [[2, 0], [1, 1]] {
                    let players = [pair[0].to_string(), pair[1].to_string()];
                    games.push(Game { kind: *kind, players, halves, fault: false });
                }
            }
        }
        svg(&rate(&games, None).expect("there are games"))
    }

    #[test]
    fn small_numbers() {
        for (number, text) in [(0.0, "0"), (-0.04, "0"), (1.25, "1.2"), (-3.96, "-4")] {
            assert_eq!(one(number), text);
        }
        for (least, gap) in [(0.1, 1.0), (1.0, 1.0), (17.0, 20.0), (51.0, 100.0), (120.0, 200.0)] {
            assert_eq!(round_gap(least), gap);
        }
        assert_eq!(short("level:1"), "level:1");
        assert_eq!(short("program:./other --fast"), "program:./other --f…");
        assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }

    #[test]
    fn all_that_belongs_to_a_plot() {
        let levels = ["level:3", "level:2", "level:1"];
        let long = ["level:1,without=reductions", "program:a <b> & \"c\"", "random"];
        for players in [&levels[..], &long, &levels[..2]] {
            let text = plot(Kind::ALL, players);
            for kind in Kind::ALL {
                assert!(text.contains(&format!(">{kind}</text>")), "{kind} is in the legend");
            }
            for player in players {
                assert!(text.contains(&format!(">{}</text>", escape(&short(player)))));
            }
            assert_eq!(text.matches("<title>").count(), 1 + Kind::ALL.len() * players.len());
            for element in ["svg", "g", "title", "text"] {
                let opened = text.matches(&format!("<{element} ")).count()
                    + text.matches(&format!("<{element}>")).count();
                assert_eq!(opened, text.matches(&format!("</{element}>")).count(), "{element}");
            }
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }

    #[test]
    fn no_number_has_two_decimals() {
        let text = plot(Kind::ALL, &["level:4", "level:3", "level:2", "level:1"]);
        let coordinates = text.split('"').filter(|part| part.starts_with('M'));
        for number in
            coordinates.flat_map(|path| path.split(|c: char| c.is_alphabetic() || c == ' '))
        {
            let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            // Marks write `4.8-4.8` for two numbers.
            assert!(decimals <= 1 || number.contains('-'), "{number}");
        }
    }
}
