//! The canonical hash: equal under all maps of the board, different for positions that differ otherwise.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::collections::HashMap;

use mohreh_games::{AnyGame, Canon, Game, Kind, Listed, Status, with_kind};
use mohreh_laws::Rng;

/// The text of a position without what the hash leaves out: the repetition history.
fn text<G: Game>(game: &G) -> String {
    let text = game.to_string();
    let words = text
        .split(' ')
        .filter(|word| !word.starts_with("seen=") && !word.starts_with("claim-seen="));
    words.collect::<Vec<_>>().join(" ")
}

/// Compares hashes with canonical texts on positions of random games, `count` in all. Returns how many differ.
fn check<G: Listed>(setup_text: &str, count: usize, seed: u64) -> usize {
    let setup: G::Setup = setup_text.parse().unwrap();
    let start = G::start(&setup);
    let symmetries = start.symmetries();
    let canon = Canon::new(&any(&start));
    let mut rng = Rng::new(seed);
    let (mut hashes, mut texts) = (HashMap::<u64, String>::new(), HashMap::<String, u64>::new());
    let (mut game, mut steps) = (start.clone(), Vec::new());
    for n in 0..count {
        let hash = canon.hash(&any(&game));
        let image = &symmetries[n % symmetries.len()];
        assert_eq!(canon.hash(&any(&game.map(image))), hash, "{game}");
        let canonical = symmetries.iter().map(|images| text(&game.map(images))).min().unwrap();
        let known = hashes.entry(hash).or_insert_with(|| canonical.clone());
        assert_eq!(*known, canonical, "two positions have one hash");
        assert_eq!(*texts.entry(canonical).or_insert(hash), hash, "one position has two hashes");
        steps.clear();
        game.steps(&mut steps);
        if let Some(step) = steps.get(n % steps.len().max(1)) {
            let (_, canonical) = canon.canonical(&any(&game), &[step.to_string()]);
            let turned = game.map(image);
            let turned_step = G::map_step(*step, image).to_string();
            assert_eq!(
                canon.canonical(&any(&turned), &[turned_step]).1,
                canonical,
                "{step}: {game}"
            );
            // Back in the position it is legal, and leads to an image of the same position.
            let mut here = any(&game);
            let [back] = canon.localise(&here, &canonical).try_into().unwrap();
            here.play(&back).unwrap();
            let mut there = game.clone();
            there.play(*step).unwrap();
            assert_eq!(canon.hash(&here), canon.hash(&any(&there)), "{step} and {back}: {game}");
        }
        let step = match game.status() {
            Status::Over(_) => None,
            Status::ToRoll => game.roll(&mut |n| rng.below(n)),
            Status::ToMove(_) => Some(*rng.one_of(&steps)),
        };
        match step {
            Some(step) => game.play_unchecked(step),
            None => game = start.clone(),
        }
    }
    hashes.len()
}

fn any<G: Listed>(game: &G) -> AnyGame {
    AnyGame::parse(G::KIND, &game.to_string()).unwrap()
}

fn check_all(count: usize) {
    for &kind in Kind::ALL {
        for (seed, setup) in kind.samples().iter().enumerate() {
            let count = count / kind.samples().len();
            let distinct = with_kind!(kind, G => check::<G>(setup, count, seed as u64));
            assert!(distinct > count / 100 || kind.name() == "oxo", "{kind} {setup}: {distinct}");
        }
    }
}

#[test]
fn the_canonical_hash_is_that_of_the_position_up_to_symmetry() {
    check_all(4_000);
}

/// 1,000,000 positions of each game: `cargo test --release -p mohreh-games --test canonical -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_million_positions() {
    check_all(1_000_000);
}

/// Setups do not share hashes: the same stones are another game.
#[test]
fn setups_differ() {
    for (kind, one, other) in
        [(Kind::Yinsh, "", "blitz"), (Kind::Zertz, "", "blitz"), (Kind::Rotas, "", "hard-pairs")]
    {
        let [one, other] = [one, other].map(|setup| AnyGame::start(kind, setup).unwrap());
        assert_ne!(Canon::new(&one).hash(&one), Canon::new(&other).hash(&other));
        assert_ne!(Canon::variant(&one), Canon::variant(&other));
    }
}
