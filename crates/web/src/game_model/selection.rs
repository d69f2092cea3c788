//! Touches on a board: the spots that steps touched, and the selection that becomes the next step.

use mohreh_draw::{Change, Endpoint, changes};
use mohreh_games::show::{Name, Picked, Scene};
use mohreh_games::{AnyGame, Playthrough, Status};

/// The spots of the board that the steps `from..to` touched.
pub fn touched_spots(play: &Playthrough, from: usize, to: usize) -> Vec<Name> {
    let to = to.min(play.steps().len());
    let touched = |(ply, step): (usize, &String)| {
        let game = play.at(ply);
        let spots: Vec<Name> = game.scene().spots.iter().map(|spot| spot.name).collect();
        let path = game.touches(step).map(|touches| touches.path).unwrap_or_default();
        path.into_iter().filter(move |name| spots.contains(name))
    };
    (from..).zip(play.steps().get(from..to).unwrap_or_default()).flat_map(touched).collect()
}

/// The scene after `ply` steps. At the end, if the position shows nothing that decided the game, the spots that the last
/// turn has cleared are marked.
pub fn scene_at(play: &Playthrough, ply: usize) -> Scene {
    let game = play.at(ply);
    let mut scene = game.scene();
    let is_spot = |name: &Name| scene.spots.iter().any(|spot| spot.name == *name);
    let won = matches!(game.status(), Status::Over(outcome) if outcome.winner().is_some());
    if won && !scene.marked.iter().any(is_spot) {
        let start = play.turn_start_before(ply);
        let mut before = play.at(start).scene();
        for ply in start..ply {
            let after = play.at(ply + 1).scene();
            scene.marked.extend(changes(&before, &after).iter().filter_map(cleared));
            before = after;
        }
    }
    scene
}

/// The spot from which a change removes something.
fn cleared(change: &Change) -> Option<Name> {
    match change {
        Change::Move {
            from: Endpoint::Spot(spot), to: Endpoint::Slot(_) | Endpoint::Away, ..
        }
        | Change::Ground { spot, gone: true } => Some(*spot),
        _ => None,
    }
}

/// Result of a touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TouchResult {
    /// The new selection.
    Picked(Vec<Name>),
    /// The selection is complete: play this step.
    Step(String),
    /// No step begins or goes on with this touch.
    Refused,
}

/// Adds a touch to the selection. If no step matches, the touch starts a new selection, unless touch-move
/// binds the old one.
pub fn touch(game: &AnyGame, picked: &[Name], name: Name) -> TouchResult {
    let bound = game.scene().touch_move && !picked.is_empty();
    if picked.contains(&name) {
        // Touched again: deselect.
        let rest = picked.iter().copied().filter(|other| *other != name).collect();
        return TouchResult::Picked(if bound { picked.to_vec() } else { rest });
    }
    let extended: Vec<Name> = picked.iter().copied().chain([name]).collect();
    match (game.pick(&extended), game.pick(&[name])) {
        (Picked::Done(step), _) => TouchResult::Step(step),
        (Picked::More(_), _) => TouchResult::Picked(extended),
        (Picked::Nothing, _) if bound => TouchResult::Refused,
        (Picked::Nothing, Picked::Done(step)) => TouchResult::Step(step),
        (Picked::Nothing, Picked::More(_)) => TouchResult::Picked(vec![name]),
        (Picked::Nothing, Picked::Nothing) => TouchResult::Refused,
    }
}

/// The spots that continue the selection.
pub fn next_touches(game: &AnyGame, picked: &[Name]) -> Vec<Name> {
    match game.pick(picked) {
        Picked::More(names) => names,
        _ => Vec::new(),
    }
}
