//! Fuzzes step generation: the first byte selects kind and setup, each other byte a step.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_games::{Kind, Listed, Show, with_kind};
use mohreh_laws::check_position;

fn play<G: Listed>(setup: &str, choices: &[u8]) {
    let Ok(setup) = setup.parse::<G::Setup>() else { return };
    let mut game = G::start(&setup);
    let mut steps = Vec::new();
    for (number, choice) in choices.iter().enumerate() {
        steps.clear();
        game.steps(&mut steps);
        if steps.is_empty() {
            break;
        }
        let chosen = usize::from(*choice) * 31 % steps.len();
        game.play_unchecked(steps[chosen]);
        if number % 8 == 0 {
            check_position(&game);
        }
    }
    check_position(&game);
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, choices)) = bytes.split_first() else { return };
    let kind = Kind::ALL[usize::from(first / 8) % Kind::ALL.len()];
    with_kind!(kind, G => {
        let setup = usize::from(first % 8) % G::SAMPLES.len();
        play::<G>(G::SAMPLES[setup], choices);
    });
});
