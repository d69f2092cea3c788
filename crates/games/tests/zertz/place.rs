//! Placing and removing: Z5–Z7.

use super::*;

/// The rings at the edge of the basic board.
const EDGE: &str = "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g2 g3 g4";

#[test]
fn z05_a_turn_is_a_marble_and_then_a_free_ring() {
    let game = Zertz::start(&Setup::default());
    let everywhere: BTreeSet<String> = ["W", "G", "B"]
        .into_iter()
        .flat_map(|colour| rings(37).into_iter().map(move |name| format!("{colour}{name}")))
        .collect();
    assert_eq!(steps(&game), everywhere.into_iter().collect::<Vec<_>>());
    refuses(&game, "-a1 pass");
    let placed = after(&game, "Gd4");
    assert_eq!(view(&placed).marbles, BTreeMap::from([("d4".to_string(), 'G')]));
    assert_eq!(view(&placed).supply, [6, 7, 10]);
    assert_eq!((status(&placed), prompt(&placed).0), ("to-move 1".into(), "zertz-remove-ring"));
    assert!(steps(&placed).iter().all(|step| step.starts_with('-')));
    refuses(&placed, "Ga1 pass");
    let removed = after(&placed, "-a1");
    assert_eq!(status(&removed), "to-move 2");
    assert!(!view(&removed).rings.contains("a1"));
    assert_eq!(view(&removed).rings.len(), 36);
    refuses(&removed, "Wd4 Wa1 -a2");
}

#[test]
fn z05b_a_colour_that_ran_out_cannot_be_chosen() {
    let colours = |supply: &str| -> String {
        let text = format!("cells={} supply={supply} own=1,1,1/1,1,1 turn=1", full(""));
        let game = game(&text);
        let colours: BTreeSet<char> =
            steps(&game).iter().map(|step| step.chars().next().unwrap()).collect();
        for step in steps(&game) {
            let placed = after(&game, &step);
            assert_eq!(view(&placed).own, [[1; 3]; 2], "captured marbles are not touched");
        }
        colours.into_iter().collect()
    };
    for (supply, expected) in
        [("1,1,1", "BGW"), ("0,1,1", "BG"), ("1,0,1", "BW"), ("1,1,0", "GW"), ("0,0,1", "B")]
    {
        assert_eq!(colours(supply), expected, "supply {supply}");
    }
}

#[test]
fn z06_a_free_ring_is_vacant_with_two_neighbouring_gaps() {
    // On a full board: the rings of the edge, except the one just occupied.
    let start = Zertz::start(&Setup::default());
    let edge: BTreeSet<String> = words(EDGE);
    for name in rings(37) {
        let free: BTreeSet<String> = steps(&after(&start, &format!("W{name}")))
            .iter()
            .map(|step| step[1..].to_string())
            .collect();
        let mut expected = edge.clone();
        expected.remove(&name);
        assert_eq!(free, expected, "after a marble on {name}");
    }
    // Two adjacent gaps are needed; a single gap or separate ones are not enough.
    let around = ["d5", "e4", "e3", "d3", "c3", "c4"];
    for gaps in 0..64u32 {
        let gone: Vec<usize> = (0..6).filter(|n| gaps >> n & 1 == 1).collect();
        let marks: String = gone.iter().map(|n| format!(".{} ", around[*n])).collect();
        let game = after(&placed("", &full(&marks)), "Wd7");
        let free = gone.iter().any(|n| gone.contains(&((n + 1) % 6)));
        let step = "-d4".parse().unwrap();
        // A ring surrounded by gaps is free too: only the six neighbours count.
        assert_eq!(game.is_legal(step), free, "gaps {marks}");
    }
    refuses(&after(&placed("", &full("Wa1")), "Gg1"), "-a1 -g1 -d4");
}

#[test]
fn z06_free_rings_in_random_games_are_those_of_the_rule() {
    for board in BOARDS {
        let mut seen = 0;
        random_games(&format!("rings={board}"), 8, |_, step, game| {
            if game.to_string().ends_with("stage=remove") {
                assert_eq!(steps(game), view(game).removals(board), "after {step}: {game}");
                seen += 1;
            }
        });
        assert!(seen > 50, "{seen} removals on {board} rings");
    }
}

#[test]
fn z06b_a_removed_ring_is_out_of_the_game() {
    let game = after(&Zertz::start(&Setup::default()), "Wd4 -a1");
    let scene = game.scene();
    let spot = scene.spots.iter().find(|spot| &*spot.name == "a1").unwrap();
    assert_eq!(spot.ground, Ground::Gap);
    refuses(&game, "Wa1 Ga1 Ba1");
    assert_eq!(view(&game).own, [[0; 3]; 2], "a ring is no marble");
    random_games("rings=48", 20, |before, step, game| {
        let (before, now) = (view(before).rings, view(game).rings);
        assert!(now.is_subset(&before), "{step} brought a ring back: {game}");
        if let Some(ring) = step.strip_prefix('-') {
            assert!(before.contains(ring) && !now.contains(ring), "{step}: {game}");
        }
    });
}

#[test]
fn z07_without_a_free_ring_the_turn_ends_with_the_placement() {
    let letters = ["W"; 6].into_iter().chain(["G"; 8]).chain(["B"; 4]);
    let edge: String =
        letters.zip(EDGE.split(' ')).map(|(letter, name)| format!("{letter}{name} ")).collect();
    let game = placed("", &full(&edge));
    assert_eq!(steps(&game).len(), 19, "black on any inner ring");
    for step in steps(&game) {
        let next = after(&game, &step);
        assert_eq!(status(&next), "to-move 2", "{step}");
        assert_eq!(view(&next).rings.len(), 37, "{step}");
        assert!(steps(&next).iter().all(|step| !step.starts_with('-')), "{step}");
    }
    // With one free ring anywhere the turn goes on, unless the placement occupies that ring.
    let walls = "Bc2 Bc3 Bc4 Bc5 Be2 Be3 Be4 Be5";
    let game = placed("", &only(&format!("{walls} Gd3 d4 d5 a1")));
    assert_eq!(steps(&after(&game, "Wd5")), ["-a1"]);
    assert_eq!(status(&after(&game, "Wa1")), "to-move 2");
}
