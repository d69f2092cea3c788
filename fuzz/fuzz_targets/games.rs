//! Fuzzes step generation: the first byte selects kind and setup, each other byte a step.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mohreh_games::{Kind, Listed, with_kind};
use mohreh_laws::check_position;

const SETUPS: [&str; 8] = [
    "",
    "blitz",
    "overlook",
    "rings=48 overlook",
    "rings=61",
    "seats=3 advanced",
    "hard-pairs",
    "board=small",
];

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
    with_kind!(kind, G => play::<G>(SETUPS[usize::from(first % 8)], choices));
});
