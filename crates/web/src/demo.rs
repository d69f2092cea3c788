//! Demo games for the boards of the home page.

use mohreh_games::show::Scene;
use mohreh_games::{AnyGame, Kind, Record};

/// The scenes of the demo game of a kind, step by step.
pub(crate) fn scenes(kind: Kind) -> Vec<Scene> {
    let record = Record::from_line(kind.demo().trim_end()).or_else(|_| Record::new(kind, ""));
    let Ok(record) = record else { return Vec::new() };
    let Ok(mut game) = AnyGame::start(kind, record.setup()) else { return Vec::new() };
    let mut scenes = vec![game.scene()];
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
    use mohreh_games::{Kind, Record};

    #[test]
    fn demos_are_shown_to_their_end() {
        for &kind in Kind::ALL {
            let steps = Record::from_line(kind.demo().trim_end()).map_or(0, |record| {
                assert_eq!(record.kind(), kind);
                record.steps().len()
            });
            assert_eq!(super::scenes(kind).len(), 1 + steps, "{kind}");
        }
    }
}
