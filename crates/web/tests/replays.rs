//! A click on the page applies one step and replays nothing. One test, because the steps of the whole process are
//! counted.

use mohreh_games::Kind;
use mohreh_laws::{Rng, plays_in};
use mohreh_web::game_model::{
    Controller, GameModel, TouchResult, next_touches, touch, touched_spots,
};

const NOW: &str = "2026-11-17T00:00:00Z";

/// Asks everything that the page asks after a change.
fn ask(model: &GameModel) {
    let _ = (model.game().scene(), model.game().prompt(), model.awaiting(), model.mover());
    let _ = (model.is_over(), model.outcome(), model.undo_to(), model.take_back_to());
    let _ = (model.last_turn(), model.to_text(), model.record.to_line());
    let viewed = model.record.steps().len() / 2;
    let _ =
        (model.record.at(viewed), touched_spots(model.record.playthrough(), viewed / 2, viewed));
}

/// Clicks random lit spots until they are a step.
fn clicked(model: &GameModel, rng: &mut Rng) -> Option<String> {
    let mut picked = Vec::new();
    loop {
        let lit = next_touches(model.game(), &picked);
        if lit.is_empty() {
            return None;
        }
        match touch(model.game(), &picked, *rng.one_of(&lit)) {
            TouchResult::Picked(longer) => picked = longer,
            TouchResult::Step(step) => return Some(step),
            TouchResult::Refused => return None,
        }
    }
}

#[test]
fn a_click_applies_one_step() {
    for &kind in Kind::ALL {
        let mut rng = Rng::new(8);
        let players = [Controller::Person, Controller::Computer(1)];
        let model = GameModel::new("id".into(), kind, "", &players, 7, None, NOW);
        let mut model = model.expect("a new game");
        while model.record.steps().len() < 120 && !model.is_over() {
            let mut step = model.game().roll(&mut |n| rng.below(n));
            if step.is_none() {
                assert_eq!(plays_in(|| step = clicked(&model, &mut rng)), 0, "{kind}");
            }
            let step = step.expect("a step");
            assert_eq!(plays_in(|| model.play(&step, NOW)), 1, "{kind}");
            assert_eq!(plays_in(|| ask(&model)), 0, "{kind}");
            for back in [GameModel::undo, GameModel::take_back] {
                let mut model = model.clone();
                assert_eq!(plays_in(|| back(&mut model)), 0, "{kind}");
            }
        }
        let steps = model.record.steps().to_vec();
        assert!(steps.len() > 4, "{kind}");
        // What the server says: steps are taken back, and others follow.
        let kept = steps.len() - 3;
        assert_eq!(plays_in(|| model.replace_steps(&steps[..kept], NOW)), 0, "{kind}");
        assert_eq!(plays_in(|| model.replace_steps(&steps, NOW)), 3, "{kind}");
    }
}
