//! Games that play themselves on the small boards of the first page.

use mohreh_games::show::Scene;
use mohreh_games::{AnyGame, Kind, Record};

/// One of each game, a line each.
const GAMES: &str = include_str!("../demos.txt");

/// The scenes of a game from its middle on, turn by turn.
pub fn scenes(kind: Kind) -> Vec<Scene> {
    let empty = || AnyGame::start(kind, "").map(|game| vec![game.scene()]).unwrap_or_default();
    let of_kind = |line: &&str| line.split('|').next() == Some(kind.name());
    let record = GAMES.lines().find(of_kind).and_then(|line| Record::from_line(line).ok());
    let Some(record) = record else { return empty() };
    let mut scenes = Vec::new();
    let Ok(mut game) = AnyGame::start(kind, record.setup()) else { return empty() };
    scenes.push(game.scene());
    for step in record.steps() {
        if game.play(step).is_err() {
            break;
        }
        scenes.push(game.scene());
    }
    scenes
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;

    #[test]
    fn every_game_has_one() {
        for &kind in Kind::ALL {
            assert!(super::scenes(kind).len() > 20, "{kind}");
        }
    }
}
