//! The graph of a game as SVG: the win chance over the turns, with faults marked.

use std::fmt::Write;

use mohreh_games::Seat;

use crate::{CERTAIN, Fault, Review};

const WIDTH: f32 = 760.0;
const HEIGHT: f32 = 320.0;
const LEFT: f32 = 56.0;
const RIGHT: f32 = 20.0;
const TOP: f32 = 52.0;
const BOTTOM: f32 = 58.0;

/// Colours of the seats' lines.
const SEATS: [&str; Seat::MOST] = ["#3d6b8e", "#b0653a", "#5d7a3a", "#8a5a8e"];

fn colour(fault: Fault) -> &'static str {
    match fault {
        Fault::Inaccuracy => "#c9a227",
        Fault::Mistake => "#c46a1b",
        Fault::Blunder => "#a8322a",
    }
}

/// The words of a graph, in the language of its reader.
pub struct Labels<'a> {
    /// Above the graph.
    pub title: String,
    /// Name of the axis of turns.
    pub turns: String,
    /// Names of the seats.
    pub seats: Vec<String>,
    /// Names of [`Fault::ALL`].
    pub faults: [String; 3],
    /// The graph in a sentence, for those who do not see it.
    pub description: String,
    /// A number in its digits.
    pub number: &'a dyn Fn(u32) -> String,
    /// Whether the language runs from right to left.
    pub is_right_to_left: bool,
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Draws the graph. With two seats the line is the chance of the first; with more, each seat has a line.
#[must_use]
pub fn graph(review: &Review, labels: &Labels<'_>) -> String {
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = draw(&mut svg, review, labels);
    svg
}

fn draw(svg: &mut String, review: &Review, labels: &Labels<'_>) -> std::fmt::Result {
    let last = review.verdicts.last().map_or(1, |verdict| verdict.end).max(1);
    let (inner_width, inner_height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let x = |ply: usize| LEFT + inner_width * ply as f32 / last as f32;
    let y = |chance: u32| TOP + inner_height * (1.0 - chance as f32 / CERTAIN as f32);
    let percent =
        |chance: u32| format!("{}{}", (labels.number)(chance / 100), percent_sign(labels));
    // Text that ends at a place on its right begins there if it runs from right to left.
    let (direction, right) =
        if labels.is_right_to_left { ("rtl", "start") } else { ("ltr", "end") };
    write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"Vazirmatn, system-ui, sans-serif\" font-size=\"13\" fill=\"#4a443c\">\n\
         <title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"#faf7f0\"/>\n",
        escape(&labels.title),
        escape(&labels.description)
    )?;
    let middle = LEFT + inner_width / 2.0;
    writeln!(
        svg,
        "<text x=\"{middle}\" y=\"28\" text-anchor=\"middle\" font-size=\"16\" font-weight=\"600\" \
         direction=\"{direction}\">{}</text>",
        escape(&labels.title)
    )?;
    // The halves of the two players.
    let (top, half, foot) = (y(CERTAIN), y(CERTAIN / 2), y(0));
    let names = if review.seats() == 2 { &labels.seats[..] } else { &[] };
    for chance in [0, 2_500, 5_000, 7_500, CERTAIN] {
        let (at, stroke) = (y(chance), if chance == 5_000 { "#b9b0a2" } else { "#e7e0d3" });
        writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"{stroke}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"{right}\" direction=\"{direction}\" \
             fill=\"#857c6f\" font-size=\"12\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0,
            percent(chance)
        )?;
    }
    turns(svg, review, labels, &x, foot)?;
    for seat in (0..review.seats()).map(Seat::new) {
        let chances = review.chances(seat);
        if review.seats() == 2 && seat != Seat::FIRST || chances.is_empty() {
            continue;
        }
        let line = SEATS[seat.index()];
        let points: Vec<String> = chances
            .iter()
            .map(|(ply, chance)| format!("{:.1},{:.1}", x(*ply), y(*chance)))
            .collect();
        let points = points.join(" ");
        if review.seats() == 2 {
            let (from, to) = (x(chances[0].0), x(chances[chances.len() - 1].0));
            writeln!(
                svg,
                "<polygon points=\"{from:.1},{half:.1} {points} {to:.1},{half:.1}\" fill=\"{line}\" \
                 fill-opacity=\"0.12\"/>"
            )?;
        }
        writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"/>"
        )?;
    }
    for (name, at) in names.iter().zip([top + 16.0, foot - 8.0]) {
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{at:.1}\" fill=\"#857c6f\" direction=\"{direction}\" \
             text-anchor=\"{}\">{}</text>",
            LEFT + 8.0,
            if labels.is_right_to_left { "end" } else { "start" },
            escape(name)
        )?;
    }
    faults(svg, review, labels, &x, &y)?;
    legend(svg, review, labels, direction)?;
    svg.push_str("</svg>\n");
    Ok(())
}

fn percent_sign(labels: &Labels<'_>) -> &'static str {
    if labels.is_right_to_left { "٪" } else { "%" }
}

/// Numbers of turns below the graph, ten at most, and the name of the axis.
fn turns(
    svg: &mut String,
    review: &Review,
    labels: &Labels<'_>,
    x: &dyn Fn(usize) -> f32,
    foot: f32,
) -> std::fmt::Result {
    let mut starts: Vec<(usize, usize)> =
        review.verdicts.iter().filter(|v| v.turn > 0).map(|v| (v.turn, v.ply)).collect();
    starts.dedup_by_key(|(turn, _)| *turn);
    let count = starts.len();
    let every = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|every| count / every <= 12);
    let every = every.unwrap_or(500);
    for (turn, ply) in starts.into_iter().filter(|(turn, _)| *turn == 1 || turn % every == 0) {
        if turn == 1 && every > 1 {
            continue;
        }
        writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#857c6f\" font-size=\"12\">{}</text>",
            x(ply),
            foot + 18.0,
            (labels.number)(turn as u32)
        )?;
    }
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#857c6f\">{}</text>",
        WIDTH - RIGHT,
        foot + 40.0,
        escape(&labels.turns)
    )
}

/// A dot where a fault was made, with its sign and number in a tooltip.
fn faults(
    svg: &mut String,
    review: &Review,
    labels: &Labels<'_>,
    x: &dyn Fn(usize) -> f32,
    y: &dyn Fn(u32) -> f32,
) -> std::fmt::Result {
    for (verdict, fault) in review.faults() {
        let is_own = review.seats() > 2 || verdict.seat == Seat::FIRST;
        let chance = if is_own { verdict.best } else { CERTAIN - verdict.best };
        writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"{}\" stroke=\"#faf7f0\" stroke-width=\"1.5\">\
             <title>{} {}</title></circle>",
            x(verdict.ply),
            y(chance),
            colour(fault),
            (labels.number)(verdict.turn as u32),
            escape(&labels.faults[fault as usize])
        )?;
    }
    Ok(())
}

fn legend(
    svg: &mut String,
    review: &Review,
    labels: &Labels<'_>,
    direction: &str,
) -> std::fmt::Result {
    let mut entries: Vec<(&str, &str)> = Vec::new();
    if review.seats() > 2 {
        let seats = labels.seats.iter().zip(SEATS);
        entries.extend(seats.take(review.seats()).map(|(name, line)| (name.as_str(), line)));
    }
    let found = |fault: &Fault| review.faults().any(|(_, other)| other == *fault);
    for fault in Fault::ALL.into_iter().filter(found) {
        entries.push((&labels.faults[fault as usize], colour(fault)));
    }
    let at = HEIGHT - BOTTOM + 40.0;
    let mut from = LEFT;
    for (name, fill) in entries {
        let (text_x, anchor) = (from + 14.0, if labels.is_right_to_left { "end" } else { "start" });
        writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"{fill}\"/>\
             <text x=\"{text_x:.1}\" y=\"{at:.1}\" text-anchor=\"{anchor}\" direction=\"{direction}\">{}</text>",
            from + 4.5,
            at - 4.5,
            escape(name)
        )?;
        from += 34.0 + 7.5 * name.chars().count() as f32;
    }
    Ok(())
}
