//! Benchmark of the page's model: a step of a long game, with what the page asks for after it.
//!
//! `cargo bench -p mohreh-web`; the figures are kept in `docs/benchmarks.md`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use divan::{Bencher, black_box};
use mohreh_games::show::{Choice, SetupPart};
use mohreh_games::{Kind, Status};
use mohreh_laws::Rng;
use mohreh_web::game_model::{Controller, GameModel};

const NOW: &str = "2026-11-17T00:00:00Z";
/// Steps of a long game.
const LONG: usize = 300;

fn main() {
    divan::main();
}

/// A random game with about this many steps, and a step that a player can choose then. Of the first variant
/// whose games are long enough.
fn game(steps: usize) -> (GameModel, String) {
    let variants = Kind::ALL.iter().flat_map(|kind| {
        let offers = kind.offers().iter().flat_map(|offer| match offer.choice {
            Choice::OneOf(variants) => variants,
            Choice::Word(_) => &[],
        });
        offers.filter_map(move |variant| match variant.setup {
            SetupPart::Words(setup) => Some((*kind, setup)),
            SetupPart::Random | SetupPart::Grid(_) | SetupPart::Arrangement(_) => None,
        })
    });
    let mut long = variants.filter(|(kind, setup)| random_game(*kind, setup, LONG).is_some());
    let (kind, setup) = long.next().expect("a variant with long games");
    random_game(kind, setup, steps).expect("a long game")
}

fn random_game(kind: Kind, setup: &str, steps: usize) -> Option<(GameModel, String)> {
    let (id, players) = (String::new(), [Controller::Person, Controller::Computer(1)]);
    let mut model = GameModel::new(id, kind, setup, &players, 0, None, NOW).expect("a game");
    let mut rng = Rng::new(5);
    loop {
        let step = model.game().roll(&mut |n| rng.below(n)).or_else(|| {
            let all = model.game().steps();
            (!all.is_empty()).then(|| rng.one_of(&all).clone())
        })?;
        let decides = matches!(model.game().status(), Status::ToMove(_));
        if decides && model.record.steps().len() >= steps {
            return Some((model, step));
        }
        model.play(&step, NOW).expect("a legal step");
    }
}

#[divan::bench(args = [30, 100, LONG])]
fn click(bencher: Bencher<'_, '_>, steps: usize) {
    let (model, step) = game(steps);
    bencher.with_inputs(|| model.clone()).bench_local_values(|mut model| {
        model.play(&step, NOW).expect("a legal step");
        black_box((model.awaiting(), model.undo_to(), model.take_back_to(), model.last_turn()));
        model
    });
}

#[divan::bench(args = [30, 100, LONG])]
fn save(bencher: Bencher<'_, '_>, steps: usize) {
    let (model, _) = game(steps);
    bencher.bench_local(|| model.to_text());
}
