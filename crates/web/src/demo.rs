//! Demo games for the boards of the home page.

use mohreh_games::show::Scene;
use mohreh_games::{AnyGame, Kind, Record};

/// One record per kind, in the one-line form.
const GAMES: &str = include_str!("../demos.txt");

/// The scenes of the demo game of a kind, step by step.
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
    fn every_kind_has_a_demo() {
        for &kind in Kind::ALL {
            assert!(super::scenes(kind).len() > 20, "{kind}");
        }
    }
}
