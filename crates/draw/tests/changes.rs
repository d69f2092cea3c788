//! `changes`: replaying the changes on a model of the first scene gives the second, with no superfluous change.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod common;
mod model;

use std::collections::BTreeMap;

use common::{name, piece, plain, scene};
use model::{SceneModel, kind};
use mohreh_draw::{Change, Endpoint, changes};
use mohreh_games::show::{Colour, Ground, Look, Mark, Name, Piece, Scene, Shape, Show, Spot};
use mohreh_games::{Listed, with_kind};
use mohreh_laws::{Rng, playout};

/// Checks the laws of one step between scenes.
fn check(before: &Scene, after: &Scene) -> Vec<Change> {
    let found = check_any(before, after);
    each_once(&found, before, after);
    away_only_if_lost(&found, before, after);
    found
}

/// Checks the law of any two scenes of a game: replaying the changes gives the second.
fn check_any(before: &Scene, after: &Scene) -> Vec<Change> {
    let found = changes(before, after);
    let (mut seen, end) = (SceneModel::of(before), SceneModel::of(after));
    seen.apply(&found);
    assert!(seen.shows(&end), "{found:?}\n{seen:?}\n{end:?}");
    found
}

/// No spot is left or reached twice, and no unchanged spot at all.
fn each_once(found: &[Change], before: &Scene, after: &Scene) {
    let (old, new) = (SceneModel::of(before), SceneModel::of(after));
    let (mut left, mut reached, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    for change in found {
        match *change {
            Change::Move { from, to, height, .. } => {
                assert!(height > 0 && from != to, "{change:?}");
                left.extend(if let Endpoint::Spot(spot) = from { Some(spot) } else { None });
                reached.extend(if let Endpoint::Spot(spot) = to { Some(spot) } else { None });
            }
            Change::Flip { spot, order, .. } => {
                assert_eq!(order, turned.len(), "in the order in which they are shown");
                turned.push(spot);
            }
            Change::Ground { .. } | Change::Roll { .. } => {}
        }
    }
    for spots in [&left, &reached, &turned] {
        for (i, spot) in spots.iter().enumerate() {
            assert!(!spots[..i].contains(spot), "{spot} twice: {found:?}");
            assert_ne!(old.spots[spot], new.spots[spot], "{spot} did not change: {found:?}");
        }
    }
    assert!(turned.iter().all(|spot| !left.contains(spot) && !reached.contains(spot)));
}

/// `Away` occurs only as far as the total number of pieces of a look changes.
fn away_only_if_lost(found: &[Change], before: &Scene, after: &Scene) {
    let (old, new) = (SceneModel::of(before), SceneModel::of(after));
    // Pieces hidden in a stack cannot be counted.
    if before.pieces.iter().chain(&after.pieces).any(|piece| piece.height > 1) {
        return;
    }
    let mut away: BTreeMap<String, (Look, i32)> = BTreeMap::new();
    for change in found {
        if let Change::Move { look, height, from, to } = *change {
            let entry = away.entry(format!("{:?}", kind(look))).or_insert((look, 0));
            let height = i32::from(height);
            entry.1 += if from == Endpoint::Away { height } else { 0 };
            entry.1 -= if to == Endpoint::Away { height } else { 0 };
            let more = new.total(after, look) - old.total(before, look);
            assert!(from != Endpoint::Away || more > 0, "{found:?}");
            assert!(to != Endpoint::Away || more < 0, "{found:?}");
        }
    }
    for (look, more) in away.into_values() {
        assert_eq!(more, new.total(after, look) - old.total(before, look), "{found:?}");
    }
}

/// A step with two touches contains a move from the first spot to the second.
fn follows_the_touches<G: Listed>(game: &G, step: G::Step, after: &Scene, found: &[Change]) {
    let before = game.scene();
    let path = game.touches(step).path;
    let [from, to] = path[..] else { return };
    let held = |scene: &Scene, spot: Name| scene.pieces.iter().any(|piece| piece.spot == spot);
    let slot =
        |name: Name| before.trays.iter().any(|tray| tray.slots.iter().any(|s| s.name == name));
    if !held(after, to) {
        // A row to remove is touched at both ends, without a move.
        return;
    }
    let start = if slot(from) { Endpoint::Slot(from) } else { Endpoint::Spot(from) };
    let moved = found.iter().any(|change| {
        matches!(change, Change::Move { from, to: Endpoint::Spot(end), .. } if *from == start && *end == to)
    });
    assert!(moved, "{step} of {game}: {found:?}");
}

fn along_playouts<G: Listed>(setups: &[&str], games: u64) {
    for setup in setups {
        for seed in 0..games {
            let mut positions: Vec<G> = Vec::new();
            let setup = setup.parse().unwrap_or_else(|error| panic!("{error}"));
            let played = playout(&setup, &mut Rng::new(seed), 500, |game: &G| {
                positions.push(game.clone());
            });
            for (pair, step) in positions.windows(2).zip(&played) {
                let (before, after) = (pair[0].scene(), pair[1].scene());
                let found = check(&before, &after);
                let step = step.parse().unwrap_or_else(|error| panic!("{error}"));
                follows_the_touches(&pair[0], step, &after, &found);
                // The viewer also steps back.
                check(&after, &before);
            }
            // And jumps over several steps.
            for pair in positions.windows(9).step_by(5) {
                check_any(&pair[0].scene(), &pair[8].scene());
            }
        }
    }
}

#[test]
fn every_step_of_random_games() {
    use mohreh_games::Kind;
    for kind in Kind::ALL {
        with_kind!(*kind, G => along_playouts::<G>(G::SAMPLES, 6));
    }
}

/// Five spots in a row, `a` to `e`.
fn row(ground: Ground) -> Scene {
    let names = ["a", "b", "c", "d", "e"];
    let spot = |(i, text): (usize, &&str)| Spot { name: name(text), x: i as f32, y: 0.0, ground };
    scene(names.iter().enumerate().map(spot).collect())
}

/// A row with these pieces on it.
fn with(pieces: &[(&str, Shape, Colour, u8)]) -> Scene {
    let mut scene = row(Ground::Point);
    for (spot, shape, colour, height) in pieces {
        scene.pieces.push(piece(spot, *shape, *colour, 0, *height));
    }
    scene
}

fn moved(change: &Change) -> (Endpoint, Endpoint, u8) {
    match *change {
        Change::Move { from, to, height, .. } => (from, to, height),
        _ => panic!("{change:?} is no move"),
    }
}

fn on(spot: &str) -> Endpoint {
    Endpoint::Spot(name(spot))
}

#[test]
fn a_moving_ring_flips_the_markers_it_passes_in_order() {
    use Colour::{Black, White};
    let before = with(&[
        ("e", Shape::Ring, White, 1),
        ("d", Shape::Marker, Black, 1),
        ("b", Shape::Marker, White, 1),
        ("c", Shape::Marker, Black, 1),
    ]);
    let after = with(&[
        ("a", Shape::Ring, White, 1),
        ("b", Shape::Marker, Black, 1),
        ("c", Shape::Marker, White, 1),
        ("d", Shape::Marker, White, 1),
        ("e", Shape::Marker, White, 1),
    ]);
    let found = check(&before, &after);
    assert_eq!(moved(&found[0]), (Endpoint::Away, on("e"), 1));
    assert_eq!(moved(&found[1]), (on("e"), on("a"), 1));
    let turned: Vec<(String, usize)> = found[2..]
        .iter()
        .map(|change| match change {
            Change::Flip { spot, order, .. } => (spot.to_string(), *order),
            other => panic!("{other:?} is no turn"),
        })
        .collect();
    assert_eq!(turned, [("d".into(), 0), ("c".into(), 1), ("b".into(), 2)]);
}

#[test]
fn a_jump_takes_what_it_jumps_over_even_if_both_look_alike() {
    let ball = |spot| (spot, Shape::Marble, Colour::Grey, 1);
    let found = check(&with(&[ball("b"), ball("c")]), &with(&[ball("d")]));
    assert_eq!(
        found.iter().map(moved).collect::<Vec<_>>(),
        [(on("b"), on("d"), 1), (on("c"), Endpoint::Away, 1)]
    );
}

#[test]
fn stacks_are_captured_and_strengthened() {
    let disc = |spot, colour, height| (spot, Shape::Disc, colour, height);
    let (white, black) = (Colour::White, Colour::Black);
    let captured = check(
        &with(&[disc("a", white, 2), disc("c", black, 1), disc("d", white, 1)]),
        &with(&[disc("c", white, 2), disc("d", white, 1)]),
    );
    assert_eq!(
        captured.iter().map(moved).collect::<Vec<_>>(),
        [(on("a"), on("c"), 2), (on("c"), Endpoint::Away, 1)]
    );
    let onto = |look| {
        let mut before = with(&[disc("a", white, 2)]);
        before.pieces.push(Piece { look, ..piece("c", Shape::Disc, white, 0, 3) });
        check(&before, &with(&[disc("c", white, 5)]))
    };
    let onto = onto(Look { mark: Mark::Star, ..plain(Shape::Disc, white) });
    assert_eq!(onto.iter().map(moved).collect::<Vec<_>>(), [(on("a"), on("c"), 2)]);
}

#[test]
fn a_part_of_the_board_goes_once_nothing_stands_on_it() {
    let mut before = row(Ground::Ring);
    before.pieces.push(piece("e", Shape::Marble, Colour::White, 0, 1));
    let mut after = row(Ground::Ring);
    after.spots[3].ground = Ground::Gap;
    after.spots[4].ground = Ground::Gap;
    let found = check(&before, &after);
    assert_eq!(found[0], Change::Ground { spot: name("d"), gone: true });
    assert_eq!(moved(&found[1]), (on("e"), Endpoint::Away, 1));
    assert_eq!(found[2], Change::Ground { spot: name("e"), gone: true });
    let back = check(&after, &before);
    assert!(matches!(
        back[..],
        [Change::Ground { .. }, Change::Ground { .. }, Change::Move { .. }]
    ));
}

#[test]
fn changes_never_panics_on_unrelated_scenes() {
    let all = common::sample_scenes();
    for before in &all {
        for after in &all {
            let _ = changes(before, after);
        }
    }
}

#[test]
fn nothing_happened_between_equal_scenes() {
    common::visit_random_games(|_, scene| assert_eq!(changes(scene, scene), []));
}
