//! What is told of two scenes explains every difference between them, and nothing else.

mod common;
mod seen;

use std::collections::BTreeMap;

use common::{name, piece, scene};
use mohreh_draw::{Change, End, changes};
use mohreh_games::show::{Colour, Ground, Look, Name, Scene, Shape, Spot};
use mohreh_games::{Listed, with_kind};
use mohreh_laws::{Chance, playout};
use seen::{Seen, kind};

/// All laws of one step from a scene to the next.
fn check(before: &Scene, after: &Scene) -> Vec<Change> {
    let told = check_any(before, after);
    each_once(&told, before, after);
    away_only_if_lost(&told, before, after);
    told
}

/// The laws of any two scenes of a game.
fn check_any(before: &Scene, after: &Scene) -> Vec<Change> {
    let told = changes(before, after);
    let (mut seen, end) = (Seen::of(before), Seen::of(after));
    seen.apply(&told);
    assert!(seen.shows(&end), "{told:?}\n{seen:?}\n{end:?}");
    told
}

/// No spot is left or reached twice, and none that shows what it showed.
fn each_once(told: &[Change], before: &Scene, after: &Scene) {
    let (old, new) = (Seen::of(before), Seen::of(after));
    let (mut left, mut reached, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    for change in told {
        match *change {
            Change::Move { from, to, height, .. } => {
                assert!(height > 0 && from != to, "{change:?}");
                left.extend(if let End::Spot(spot) = from { Some(spot) } else { None });
                reached.extend(if let End::Spot(spot) = to { Some(spot) } else { None });
            }
            Change::Turn { spot, order, .. } => {
                assert_eq!(order, turned.len(), "in the order in which they are shown");
                turned.push(spot);
            }
            Change::Ground { .. } | Change::Roll { .. } => {}
        }
    }
    for spots in [&left, &reached, &turned] {
        for (i, spot) in spots.iter().enumerate() {
            assert!(!spots[..i].contains(spot), "{spot} twice: {told:?}");
            assert_ne!(old.spots[spot], new.spots[spot], "{spot} did not change: {told:?}");
        }
    }
    assert!(turned.iter().all(|spot| !left.contains(spot) && !reached.contains(spot)));
}

/// Pieces come from nowhere and vanish only as far as there are more or fewer in all.
fn away_only_if_lost(told: &[Change], before: &Scene, after: &Scene) {
    let (old, new) = (Seen::of(before), Seen::of(after));
    // What is hidden in a stack cannot be counted.
    if before.pieces.iter().chain(&after.pieces).any(|piece| piece.height > 1) {
        return;
    }
    let mut away: BTreeMap<String, (Look, i32)> = BTreeMap::new();
    for change in told {
        if let Change::Move { look, height, from, to } = *change {
            let entry = away.entry(format!("{:?}", kind(look))).or_insert((look, 0));
            let height = i32::from(height);
            entry.1 += if from == End::Away { height } else { 0 };
            entry.1 -= if to == End::Away { height } else { 0 };
            let more = new.total(after, look) - old.total(before, look);
            assert!(from != End::Away || more > 0, "{told:?}");
            assert!(to != End::Away || more < 0, "{told:?}");
        }
    }
    for (look, more) in away.into_values() {
        assert_eq!(more, new.total(after, look) - old.total(before, look), "{told:?}");
    }
}

/// Whoever touches one spot after the other moves something from here to there.
fn follows_the_hand<G: Listed>(game: &G, step: G::Step, after: &Scene, told: &[Change]) {
    let before = game.scene();
    let path = game.touches(step).path;
    let [from, to] = path[..] else { return };
    let held = |scene: &Scene, spot: Name| scene.pieces.iter().any(|piece| piece.spot == spot);
    let slot =
        |name: Name| before.trays.iter().any(|tray| tray.slots.iter().any(|s| s.name == name));
    if !held(after, to) {
        // A row that is taken is touched at both ends.
        return;
    }
    let start = if slot(from) { End::Slot(from) } else { End::Spot(from) };
    let moved = told.iter().any(|change| {
        matches!(change, Change::Move { from, to: End::Spot(end), .. } if *from == start && *end == to)
    });
    assert!(moved, "{step} of {game}: {told:?}");
}

fn along_playouts<G: Listed>(setups: &[&str], games: u64) {
    for setup in setups {
        for seed in 0..games {
            let mut positions: Vec<G> = Vec::new();
            let setup = setup.parse().unwrap_or_else(|error| panic!("{error}"));
            let played = playout(&setup, &mut Chance::new(seed), 500, |game: &G| {
                positions.push(game.clone());
            });
            for (pair, step) in positions.windows(2).zip(&played) {
                let (before, after) = (pair[0].scene(), pair[1].scene());
                let told = check(&before, &after);
                let step = step.parse().unwrap_or_else(|error| panic!("{error}"));
                follows_the_hand(&pair[0], step, &after, &told);
                // A review steps back as well.
                check(&after, &before);
            }
            // And it jumps.
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
        let setups: &[&str] = match kind {
            Kind::Zertz => &["", "rings=61", "overlook"],
            Kind::Yinsh => &["", "blitz"],
            Kind::Rotas => &["", "seats=4"],
            Kind::Tzaar => &[""],
        };
        with_kind!(*kind, G => along_playouts::<G>(setups, 12));
    }
}

/// Five spots in a row, a to e.
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

fn moved(change: &Change) -> (End, End, u8) {
    match *change {
        Change::Move { from, to, height, .. } => (from, to, height),
        _ => panic!("{change:?} is no move"),
    }
}

fn on(spot: &str) -> End {
    End::Spot(name(spot))
}

#[test]
fn a_ring_that_moves_turns_what_it_passes_in_order() {
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
    let told = check(&before, &after);
    assert_eq!(moved(&told[0]), (End::Away, on("e"), 1));
    assert_eq!(moved(&told[1]), (on("e"), on("a"), 1));
    let turned: Vec<(String, usize)> = told[2..]
        .iter()
        .map(|change| match change {
            Change::Turn { spot, order, .. } => (spot.to_string(), *order),
            other => panic!("{other:?} is no turn"),
        })
        .collect();
    assert_eq!(turned, [("d".into(), 0), ("c".into(), 1), ("b".into(), 2)]);
}

#[test]
fn a_jump_takes_what_it_jumps_over_even_if_both_look_alike() {
    let ball = |spot| (spot, Shape::Marble, Colour::Grey, 1);
    let told = check(&with(&[ball("b"), ball("c")]), &with(&[ball("d")]));
    assert_eq!(
        told.iter().map(moved).collect::<Vec<_>>(),
        [(on("b"), on("d"), 1), (on("c"), End::Away, 1)]
    );
}

#[test]
fn stacks_are_captured_and_strengthened() {
    let disc = |spot, colour, height| (spot, Shape::Disc { crowns: 1 }, colour, height);
    let (white, black) = (Colour::White, Colour::Black);
    let captured = check(
        &with(&[disc("a", white, 2), disc("c", black, 1), disc("d", white, 1)]),
        &with(&[disc("c", white, 2), disc("d", white, 1)]),
    );
    assert_eq!(
        captured.iter().map(moved).collect::<Vec<_>>(),
        [(on("a"), on("c"), 2), (on("c"), End::Away, 1)]
    );
    let plain = |spot, height| (spot, Shape::Disc { crowns: 0 }, white, height);
    let onto = check(&with(&[disc("a", white, 2), plain("c", 3)]), &with(&[disc("c", white, 5)]));
    assert_eq!(onto.iter().map(moved).collect::<Vec<_>>(), [(on("a"), on("c"), 2)]);
}

#[test]
fn a_part_of_the_board_goes_once_nothing_stands_on_it() {
    let mut before = row(Ground::Ring);
    before.pieces.push(piece("e", Shape::Marble, Colour::White, 0, 1));
    let mut after = row(Ground::Ring);
    after.spots[3].ground = Ground::Gap;
    after.spots[4].ground = Ground::Gap;
    let told = check(&before, &after);
    assert_eq!(told[0], Change::Ground { spot: name("d"), gone: true });
    assert_eq!(moved(&told[1]), (on("e"), End::Away, 1));
    assert_eq!(told[2], Change::Ground { spot: name("e"), gone: true });
    let back = check(&after, &before);
    assert!(matches!(
        back[..],
        [Change::Ground { .. }, Change::Ground { .. }, Change::Move { .. }]
    ));
}

#[test]
fn whatever_two_scenes_show_is_told() {
    let all = common::by_hand();
    for before in &all {
        for after in &all {
            let _ = changes(before, after);
        }
    }
}

#[test]
fn nothing_happened_between_equal_scenes() {
    common::along_random_games(|_, scene| assert_eq!(changes(scene, scene), []));
}
