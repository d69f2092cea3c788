//! [`Diagram`]: the `board` block of a rules page, a position with a caption, marks and arrows.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use mohreh_games::show::{Name, Scene};
use mohreh_games::{AnyGame, Kind, Record};

use crate::Marks;

/// A position with a caption.
pub struct Diagram {
    /// Its game.
    pub kind: Kind,
    /// The position.
    pub scene: Scene,
    /// Its caption; notation stands in backticks.
    pub caption: String,
    /// Marked spots, and arrows.
    pub marks: Marks,
}

impl Diagram {
    /// Parses lines `KEY: VALUE` with the keys `game`, `position` or `record`, `caption`, `mark` and `arrow`.
    pub fn parse(text: &str) -> Result<Diagram, String> {
        let find = |key: &str| {
            text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim)
        };
        let game = find("game").ok_or("a board without `game`")?;
        let kind: Kind = game.parse().map_err(|error| format!("board: {error}"))?;
        let position = match (find("position"), find("record")) {
            (Some(position), None) => {
                AnyGame::parse(kind, position).map_err(|error| format!("board: {error}"))?
            }
            (None, Some(record)) => Record::from_line(&format!("{kind}|{record}"))
                .map_err(|error| format!("board: {error}"))?
                .game()
                .clone(),
            _ => return Err("a board needs either `position` or `record`".to_string()),
        };
        let caption = find("caption").ok_or("a board without `caption`")?.to_string();
        let name = |text: &str| Name::new(text).ok_or_else(|| format!("`{text}` is no spot"));
        let marks = find("mark").unwrap_or_default().split_ascii_whitespace();
        let spots = marks.map(name).collect::<Result<Vec<_>, _>>()?;
        let mut arrows = Vec::new();
        for arrow in
            find("arrow").unwrap_or_default().split(';').filter(|arrow| !arrow.trim().is_empty())
        {
            match arrow.split_ascii_whitespace().collect::<Vec<_>>().as_slice() {
                [from, to] => arrows.push((name(from)?, name(to)?)),
                _ => return Err(format!("`{arrow}` is no arrow: two spots are needed")),
            }
        }
        let marks = Marks { spots, arrows };
        Ok(Diagram { kind, scene: position.scene(), caption, marks })
    }
}
