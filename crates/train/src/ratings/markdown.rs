//! Rating lists as Markdown tables.

use std::io::{self, Write};

use super::Scale;
use super::read::ParsedGames;

const METHOD: &str = "\
Elo by maximum likelihood (Bradley–Terry), a draw being half a win. Each pairing counts one more game, a
draw, so that who won all games has a rating too. ± is 95 %, against the mean of the players of the table;
games are taken as independent.";

pub(super) fn write(
    parsed: &ParsedGames,
    scales: &[Scale],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}\n\n{METHOD}", summary(parsed))?;
    for scale in scales {
        writeln!(out, "\n## {}\n", scale.name())?;
        write_ranking(scale, out)?;
        writeln!(out, "\nThe row against the column, with the number of games:\n")?;
        write_cross(scale, out)?;
    }
    Ok(())
}

fn summary(parsed: &ParsedGames) -> String {
    let faults = parsed.games.iter().filter(|game| game.fault).count() as u64;
    let rest = [
        (faults, "lost by a fault"),
        (parsed.broken, "skipped as broken"),
        (parsed.multiplayer, "skipped with more than two seats"),
        (parsed.self_play, "skipped with one player on both sides"),
    ];
    let files = if parsed.files == 1 { "file" } else { "files" };
    let mut text = format!("{} games from {} {files}", parsed.games.len(), parsed.files);
    for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
        text += &format!(", {count} {what}");
    }
    text + "."
}

fn write_ranking(scale: &Scale, out: &mut impl Write) -> io::Result<()> {
    let players = scale.cross.players();
    let anchor = code_span(&players[scale.anchor]);
    writeln!(out, "{} games, {} players; {anchor} has 0.\n", scale.cross.games(), players.len())?;
    writeln!(out, "| player | games | score | Elo | ± | to the next |")?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|")?;
    let ranking = scale.ranking();
    for (place, &player) in ranking.iter().enumerate() {
        let total = scale.cross.total(player);
        let score = total.fraction().map(percent).unwrap_or_default();
        let next = ranking.get(place + 1).map(|&next| {
            let (distance, error) =
                (scale.elo(player) - scale.elo(next), scale.ratings.error_between(player, next));
            format!(" {distance:.0} ± {error:.0}")
        });
        writeln!(
            out,
            "| {} | {} | {score} | {} | {:.0} |{} |",
            code_span(&players[player]),
            total.games,
            format_elo(scale.elo(player)),
            scale.ratings.error(player),
            next.unwrap_or_default(),
        )?;
    }
    Ok(())
}

fn write_cross(scale: &Scale, out: &mut impl Write) -> io::Result<()> {
    let players = scale.cross.players();
    let ranking = scale.ranking();
    let heads: String =
        ranking.iter().map(|player| format!(" {} |", code_span(&players[*player]))).collect();
    writeln!(out, "| |{heads}")?;
    writeln!(out, "|---|{}", "---:|".repeat(ranking.len()))?;
    for row in &ranking {
        let cell = |column: &usize| {
            let score = scale.cross.score(*row, *column);
            let text = score
                .fraction()
                .map(|fraction| format!(" {} ({})", percent(fraction), score.games));
            text.unwrap_or_default() + " |"
        };
        let cells: String = ranking.iter().map(cell).collect();
        writeln!(out, "| {} |{cells}", code_span(&players[*row]))?;
    }
    Ok(())
}

fn percent(fraction: f64) -> String {
    format!("{:.1} %", fraction * 100.0)
}

/// Rounded to an integer, with a Unicode minus sign.
pub(super) fn format_elo(number: f64) -> String {
    let text = format!("{:.0}", number.abs());
    if number < 0.0 && text != "0" { format!("−{text}") } else { text }
}

/// A name as a code span. A `|` ends a table cell even there, so it is escaped.
fn code_span(name: &str) -> String {
    let name = name.replace('|', "\\|");
    match name.contains('`') {
        true => format!("`` {name} ``"),
        false => format!("`{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::{code_span, format_elo, write};
    use crate::ratings::rate;
    use crate::ratings::read::{Game, ParsedGames};
    use mohreh_games::Kind;

    #[test]
    fn numbers_and_names_are_formatted() {
        for (number, text) in [(0.4, "0"), (-0.4, "0"), (-1.0, "−1"), (12.6, "13")] {
            assert_eq!(format_elo(number), text);
        }
        assert_eq!(code_span("level:1"), "`level:1`");
        assert_eq!(code_span("program:a|b"), "`program:a\\|b`");
    }

    #[test]
    fn tables_match_a_reference() {
        let game = |players: [&str; 2], half_points: [u64; 2]| Game {
            kind: Kind::Zertz,
            players: players.map(String::from),
            half_points,
            fault: false,
        };
        // Nine of nine plus the virtual draw: 95 %, 511.5 Elo.
        let games = vec![game(["level:1", "level:2"], [0, 2]); 9];
        let parsed = ParsedGames { files: 1, games, broken: 2, ..ParsedGames::default() };
        let scales = rate(&parsed.games, None).expect("there are games");
        let mut out = Vec::new();
        write(&parsed, &scales, &mut out).expect("a vector takes everything");
        let text = String::from_utf8(out).expect("text");
        let wanted = "
9 games, 2 players; `level:1` has 0.

| player | games | score | Elo | ± | to the next |
|---|---:|---:|---:|---:|---:|
| `level:2` | 9 | 100.0 % | 512 | 247 | 512 ± 494 |
| `level:1` | 9 | 0.0 % | 0 | 247 | |

The row against the column, with the number of games:

| | `level:2` | `level:1` |
|---|---:|---:|
| `level:2` | | 100.0 % (9) |
| `level:1` | 0.0 % (9) | |
";
        assert!(text.starts_with("9 games from 1 file, 2 skipped as broken."), "{text}");
        assert!(text.ends_with(wanted), "{text}");
    }
}
