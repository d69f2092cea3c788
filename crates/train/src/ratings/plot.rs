//! Rating lists as an SVG plot: players on the x axis, Elo on the y axis, one series per list.
//!
//! The background is always light, so that one file serves light and dark pages. Series differ in shape
//! as well as in colour.

use std::fmt::Write;

use mohreh_games::Kind;

use super::Scale;
use super::fit::natural_order;
use super::markdown::format_elo;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 60.0;
/// Margin below the x axis; slanted labels need more.
const BOTTOM: f64 = 66.0;
const BOTTOM_SLANTED: f64 = 122.0;

/// Approximate width of a character.
const CHAR_WIDTH: f64 = 6.6;
/// Longer labels are truncated.
const MAX_LABEL_CHARS: usize = 20;

/// Horizontal offset between two series, so that error bars do not overlap.
const SERIES_OFFSET: f64 = 7.0;
/// Half the width of an error bar's cap.
const CAP_HALF_WIDTH: f64 = 3.5;

const PANEL: &str = "#fdfcf9";
/// Stroke of the panel and of the line of Elo 0.
const EDGE: &str = "#cfc8ba";
const GRID: &str = "#e9e4da";
const AXIS: &str = "#a39a8a";
const TEXT: &str = "#423d35";
const QUIET: &str = "#6d6558";

/// Style of each kind: contrast above 4.5 : 1 to the panel, distinguishable with colour blindness.
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

/// Mapping from data to coordinates.
struct Layout {
    players: Vec<String>,
    slanted: bool,
    low: f64,
    high: f64,
    /// Elo between two grid lines.
    tick_step: f64,
}

impl Layout {
    fn of(scales: &[Scale]) -> Layout {
        let mut players: Vec<String> =
            scales.iter().flat_map(|scale| scale.cross.players().iter().cloned()).collect();
        players.sort_by(|a, b| natural_order(a, b));
        players.dedup();
        let longest = players.iter().map(|name| truncate(name).chars().count()).max().unwrap_or(0);
        let slot_width = (WIDTH - LEFT - RIGHT) / players.len().max(1) as f64;
        let (mut low, mut high) = (0.0f64, 1.0f64);
        for scale in scales {
            for player in 0..scale.cross.players().len() {
                let (elo, error) = (scale.elo(player), scale.ratings.error(player));
                low = low.min(elo - error);
                high = high.max(elo + error);
            }
        }
        let tick_step = nice_step((high - low) / 6.0);
        let (low, high) =
            ((low / tick_step).floor() * tick_step, (high / tick_step).ceil() * tick_step);
        Layout {
            players,
            slanted: longest as f64 * CHAR_WIDTH > slot_width - 6.0,
            low,
            high,
            tick_step,
        }
    }

    fn slot_width(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.players.len() as f64
    }

    fn x(&self, name: &str) -> f64 {
        let at = self.players.iter().position(|player| player == name).unwrap_or(0);
        LEFT + (at as f64 + 0.5) * self.slot_width()
    }

    fn bottom(&self) -> f64 {
        HEIGHT - if self.slanted { BOTTOM_SLANTED } else { BOTTOM }
    }

    fn y(&self, elo: f64) -> f64 {
        let bottom = self.bottom();
        bottom - (elo - self.low) / (self.high - self.low) * (bottom - TOP)
    }
}

/// The least of 1, 2, 5 times a power of ten that is not below `least`.
fn nice_step(least: f64) -> f64 {
    let decade = 10f64.powf(least.max(1.0).log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * decade >= least);
    times.unwrap_or(10.0) * decade
}

/// The SVG document.
pub(super) fn svg(scales: &[Scale]) -> String {
    let layout = Layout::of(scales);
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
    text += &axes(&layout, &zero_label(scales));
    text += &legend(scales);
    for (number, scale) in scales.iter().enumerate() {
        let x_offset = (number as f64 - (scales.len() as f64 - 1.0) / 2.0) * SERIES_OFFSET;
        text += &series(&layout, scale, x_offset);
    }
    text + "</svg>\n"
}

/// A kind has the same style in every plot; further components have dashed lines.
fn style(scale: &Scale) -> (&'static str, Shape, &'static str) {
    let number = Kind::ALL.iter().position(|kind| *kind == scale.kind).unwrap_or(0);
    let (colour, shape) = STYLES[number % STYLES.len()];
    let broken = [" stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 3\""];
    let further = scale.group.unwrap_or(0).checked_sub(1);
    (colour, shape, further.map_or("", |group| broken[group % broken.len()]))
}

fn zero_label(scales: &[Scale]) -> String {
    let anchor = |scale: &Scale| scale.cross.players()[scale.anchor].clone();
    let mut anchors: Vec<String> = scales.iter().map(anchor).collect();
    anchors.dedup();
    match anchors.as_slice() {
        [single] => format!("{} = 0", truncate(single)),
        _ if scales.iter().all(|scale| scale.ranking().last() == Some(&scale.anchor)) => {
            "weakest player = 0".to_string()
        }
        _ => "anchor = 0".to_string(),
    }
}

/// Grid, tick labels, player labels and axis titles.
fn axes(layout: &Layout, zero: &str) -> String {
    let (bottom, right) = (layout.bottom(), WIDTH - RIGHT);
    let mut grid = String::new();
    let mut numbers = String::new();
    for at in 0..=((layout.high - layout.low) / layout.tick_step).round() as u32 {
        let elo = layout.low + f64::from(at) * layout.tick_step;
        let y = layout.y(elo);
        grid += &format!("M{} {}H{}", decimal(LEFT), decimal(y), decimal(right));
        push_line(
            &mut numbers,
            format_args!(
                "<text x=\"{}\" y=\"{}\">{}</text>",
                decimal(LEFT - 9.0),
                decimal(y + 4.0),
                format_elo(elo)
            ),
        );
    }
    let mut ticks = String::new();
    let mut names = String::new();
    for name in &layout.players {
        let x = layout.x(name);
        ticks += &format!("M{} {}v4", decimal(x), decimal(bottom));
        let (y, turn) = match layout.slanted {
            true => (
                bottom + 14.0,
                format!(" transform=\"rotate(-32 {} {})\"", decimal(x), decimal(bottom + 14.0)),
            ),
            false => (bottom + 20.0, String::new()),
        };
        push_line(
            &mut names,
            format_args!(
                "<text x=\"{}\" y=\"{}\"{turn}>{}</text>",
                decimal(x),
                decimal(y),
                escape(&truncate(name))
            ),
        );
    }
    let side = if layout.slanted { "end" } else { "middle" };
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
        decimal(LEFT),
        decimal(layout.y(0.0)),
        decimal(right),
        decimal(LEFT),
        decimal(bottom),
        decimal(right),
        decimal(f64::midpoint(LEFT, right)),
        decimal(HEIGHT - 18.0),
        decimal(middle),
        decimal(middle),
        escape(zero),
    )
}

fn legend(scales: &[Scale]) -> String {
    let mut text = format!("<g fill=\"{TEXT}\">\n");
    let mut x = LEFT;
    for scale in scales {
        let (colour, shape, broken) = style(scale);
        push_line(
            &mut text,
            format_args!(
                "<path d=\"M{} 30h24\" stroke=\"{colour}\" stroke-width=\"1.6\"{broken}/>\
                 {}<text x=\"{}\" y=\"34\">{}</text>",
                decimal(x),
                marker(shape, x + 12.0, 30.0, colour, None),
                decimal(x + 32.0),
                escape(&scale.name()),
            ),
        );
        x += 32.0 + scale.name().chars().count() as f64 * CHAR_WIDTH + 26.0;
    }
    text += &format!(
        "<text x=\"{}\" y=\"34\" fill=\"{QUIET}\" text-anchor=\"end\">bars: 95 %</text>\n</g>\n",
        decimal(WIDTH - RIGHT),
    );
    text
}

/// One series: error bars, then the line, then the markers.
fn series(layout: &Layout, scale: &Scale, x_offset: f64) -> String {
    let (colour, shape, broken) = style(scale);
    let (mut bars, mut path, mut marks) = (String::new(), String::new(), String::new());
    for (player, name) in scale.cross.players().iter().enumerate() {
        let (elo, error) = (scale.elo(player), scale.ratings.error(player));
        let (x, y) = (layout.x(name) + x_offset, layout.y(elo));
        let (high, low) = (layout.y(elo + error), layout.y(elo - error));
        bars += &format!(
            "M{0} {1}h{2}M{3} {1}V{4}M{0} {4}h{2}",
            decimal(x - CAP_HALF_WIDTH),
            decimal(high),
            decimal(2.0 * CAP_HALF_WIDTH),
            decimal(x),
            decimal(low)
        );
        path +=
            &format!("{}{} {}", if path.is_empty() { 'M' } else { 'L' }, decimal(x), decimal(y));
        let tooltip = format!("{}, {name}: {} ± {error:.0}", scale.name(), format_elo(elo));
        push_line(&mut marks, format_args!("{}", marker(shape, x, y, colour, Some(&tooltip))));
    }
    format!(
        "<g stroke=\"{colour}\" fill=\"none\">\n\
         <path d=\"{bars}\" stroke-opacity=\".55\"/>\n\
         <path d=\"{path}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"{broken}/>\n</g>\n\
         <g stroke=\"{PANEL}\">\n{marks}</g>\n"
    )
}

/// A marker with an optional tooltip.
fn marker(shape: Shape, x: f64, y: f64, colour: &str, tooltip: Option<&str>) -> String {
    let path = match shape {
        Shape::Disc => format!("M{} {}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", decimal(x - 4.0), decimal(y)),
        Shape::Square => format!("M{} {}h7v7h-7z", decimal(x - 3.5), decimal(y - 3.5)),
        Shape::Diamond => {
            format!("M{} {}l4.8 4.8l-4.8 4.8l-4.8-4.8z", decimal(x), decimal(y - 4.8))
        }
        Shape::Triangle => format!("M{} {}l4.6 8h-9.2z", decimal(x), decimal(y - 5.0)),
    };
    match tooltip {
        Some(tooltip) => {
            format!(
                "<path d=\"{path}\" fill=\"{colour}\"><title>{}</title></path>",
                escape(tooltip)
            )
        }
        None => format!("<path d=\"{path}\" fill=\"{colour}\" stroke=\"{PANEL}\"/>"),
    }
}

fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{line}");
}

/// At most one decimal.
fn decimal(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

fn truncate(name: &str) -> String {
    if name.chars().count() <= MAX_LABEL_CHARS {
        return name.to_string();
    }
    name.chars().take(MAX_LABEL_CHARS - 1).chain(['…']).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;

    use super::{decimal, escape, nice_step, svg, truncate};
    use crate::ratings::rate;
    use crate::ratings::read::Game;

    /// In each kind every player scores 75 % against the next.
    fn plot(kinds: &[Kind], players: &[&str]) -> String {
        let mut games = Vec::new();
        for kind in kinds {
            for pair in players.windows(2) {
                for half_points in [[2, 0], [1, 1]] {
                    let players = [pair[0].to_string(), pair[1].to_string()];
                    games.push(Game { kind: *kind, players, half_points, fault: false });
                }
            }
        }
        svg(&rate(&games, None).expect("there are games"))
    }

    #[test]
    fn numbers_and_labels_are_formatted() {
        for (number, text) in [(0.0, "0"), (-0.04, "0"), (1.25, "1.2"), (-3.96, "-4")] {
            assert_eq!(decimal(number), text);
        }
        for (least, tick_step) in
            [(0.1, 1.0), (1.0, 1.0), (17.0, 20.0), (51.0, 100.0), (120.0, 200.0)]
        {
            assert_eq!(nice_step(least), tick_step);
        }
        assert_eq!(truncate("level:1"), "level:1");
        assert_eq!(truncate("program:./other --fast"), "program:./other --f…");
        assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }

    #[test]
    fn plots_are_complete() {
        let levels = ["level:3", "level:2", "level:1"];
        let long = ["level:1,without=reductions", "program:a <b> & \"c\"", "random"];
        for players in [&levels[..], &long, &levels[..2]] {
            let text = plot(Kind::ALL, players);
            for kind in Kind::ALL {
                assert!(text.contains(&format!(">{kind}</text>")), "{kind} is in the legend");
            }
            for player in players {
                assert!(text.contains(&format!(">{}</text>", escape(&truncate(player)))));
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
    fn coordinates_have_one_decimal() {
        let text = plot(Kind::ALL, &["level:4", "level:3", "level:2", "level:1"]);
        let coordinates = text.split('"').filter(|part| part.starts_with('M'));
        for number in
            coordinates.flat_map(|path| path.split(|c: char| c.is_alphabetic() || c == ' '))
        {
            let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            // Markers write two numbers as `4.8-4.8`.
            assert!(decimals <= 1 || number.contains('-'), "{number}");
        }
    }
}
