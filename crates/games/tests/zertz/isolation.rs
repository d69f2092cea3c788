//! Isolation: Z13–Z15.

use super::*;

#[test]
fn z13_cut_off_full_rings_go_to_the_player_whose_turn_did_it() {
    for seat in 1..=2 {
        // Isolated by removing the ring between.
        let board = only("Ga1 b1 c1 c2 d1 d2 d3");
        let cut = game(&format!("cells={board} supply=1,1,1 own=0,0,0/0,0,0 turn={seat}"));
        let next = after(&cut, "Wd3 -b1");
        let mut own = [[0; 3]; 2];
        own[seat - 1] = [0, 1, 0];
        assert_eq!(view(&next).own, own);
        assert_eq!(view(&next).rings, words("c1 c2 d1 d2 d3"));
        // Filled: the last vacant ring of a group that was isolated before.
        let board = only("a1 Gb1 d3 d4 d5 e3 e4");
        let fill = game(&format!("cells={board} supply=1,1,1 own=0,0,0/0,0,0 turn={seat}"));
        own[seat - 1] = [1, 1, 0];
        let next = after(&fill, "Wa1 -d5");
        assert_eq!(view(&next).own, own);
        assert_eq!(view(&next).rings, words("d3 d4 e3 e4"));
        // It is not compulsory.
        assert_eq!(view(&after(&fill, "Wd4 -d5")).own, [[0; 3]; 2]);
        assert_eq!(view(&after(&cut, "Wd3 -d1")).own, [[0; 3]; 2]);
    }
}

/// On random games: no isolated full group remains, and only placing turns isolate.
#[test]
fn z13_no_full_group_is_ever_left_on_the_board() {
    let mut taken = 0;
    for board in [37, 44, 61] {
        random_games(&format!("rings={board}"), 200, |before, step, game| {
            let (old, new) = (view(before), view(game));
            let vacant = new.vacant();
            let full = |group: &BTreeSet<String>| group.is_disjoint(&vacant);
            let lying = new.groups(board).iter().filter(|group| full(group)).count();
            assert!(lying == 0 || vacant.is_empty(), "{step}: {game}");
            let removed: BTreeSet<String> =
                step.strip_prefix('-').into_iter().map(str::to_string).collect();
            let gone: BTreeSet<String> = old.rings.difference(&new.rings).cloned().collect();
            if gone != removed {
                assert!(!step.contains('x'), "only a placing turn isolates: {before}");
                taken += 1;
            }
        });
    }
    assert!(taken > 20, "{taken} groups were taken");
}

#[test]
fn z13b_taking_is_automatic() {
    let game = placed("", &only("Ga1 b1 c1 c2 d1 d2 d3"));
    let next = after(&game, "Wd3 -b1");
    assert_eq!(status(&next), "to-move 2", "there is no step for it");
    let scene = next.scene();
    let ground = |name: &str| scene.spots.iter().find(|spot| &*spot.name == name).unwrap().ground;
    assert_eq!(ground("a1"), Ground::Gap, "the ring leaves the game");
    assert_eq!(view(&next).marbles, BTreeMap::from([("d3".to_string(), 'W')]));
    assert_eq!(view(&next).own[0], [0, 1, 0], "the marble is captured");
    // So the parser rejects a position in which it has not happened.
    let left = only("Ga1 c1 c2 d1 d2 Wd3");
    let text = format!("cells={left} supply=1,1,1 own=0,0,0/0,0,0 turn=2");
    assert!(text.parse::<Zertz>().is_err());
}

#[test]
fn z14_a_cut_off_group_with_a_vacant_ring_stays_in_play() {
    let main = "d1 d2 d3 e1 e2";
    // Isolating it captures nothing.
    let cut = after(&placed("", &only("Ga1 a2 b1 c1 d1 d2 d3")), "Wd3 -b1");
    assert_eq!(view(&cut).own, [[0; 3]; 2]);
    assert_eq!(view(&cut).rings, words("a1 a2 c1 d1 d2 d3"));
    assert_eq!(status(&cut), "to-move 2");
    // Placing and jumping in it.
    let game = placed("", &only(&format!("Ga1 a2 a3 {main}")));
    let beside = after(&game, "Wa2 -d3");
    assert_eq!(view(&beside).own, [[0; 3]; 2], "a3 is still vacant");
    assert_eq!(steps(&beside), ["a1xa3"]);
    let jumped = after(&beside, "a1xa3");
    assert_eq!(view(&jumped).own, [[0; 3], [1, 0, 0]]);
    // Removing rings from it; the last vacant one makes it full.
    assert_eq!(view(&after(&game, "Wd1 -a3")).own, [[0; 3]; 2]);
    let last = after(&game, "Wa2 -a3");
    assert_eq!(view(&last).own, [[1, 1, 0], [0; 3]], "removed as a free ring");
    assert_eq!(view(&last).rings, words(main));
    let filled = after(&placed("", &only(&format!("Ga1 a2 {main}"))), "Ba2");
    assert_eq!(view(&filled).own, [[0, 1, 1], [0; 3]], "filled");
}

#[test]
fn z14b_place_take_remove_take_and_then_the_ends() {
    let text = |own: &str, rings: &str| {
        game(&format!("cells={} supply=1,1,1 own={own}/0,0,0 turn=1", only(rings)))
    };
    // A group filled by the placement is captured before the removal, which is still compulsory.
    let filled = after(&text("0,0,0", "Ga1 a2 d3 d4 e3"), "Wa2");
    assert_eq!(view(&filled).own[0], [1, 1, 0]);
    assert_eq!(status(&filled), "to-move 1");
    assert_eq!(steps(&filled), sorted("-d3 -d4 -e3"));
    // End conditions are tested after the removal.
    let four = after(&text("3,0,0", "Ga1 a2 d3 d4 e3"), "Wa2");
    assert_eq!(view(&four).own[0][0], 4);
    assert_eq!(status(&four), "to-move 1");
    assert_eq!(prompt(&after(&four, "-d3")), ("zertz-over-white", Some(1)));
    // Z19 is tested before Z16: four whites, and every ring that is left is occupied.
    let both = after(&text("2,0,0", "Wa1 a2 Bd4 d5"), "Wa2 -d5");
    assert_eq!(view(&both).own[0][0], 4);
    assert_eq!(prompt(&both), ("zertz-over-full", Some(1)));
    // Z16 is tested before Z20; a composed position can meet both.
    let board = only("d3 Wd4");
    let seen = format!("{board}:0,0,0/4,0,0:1");
    let both =
        game(&format!("cells={board} supply=0,0,0 own=0,0,0/4,0,0 turn=1 seen={seen};{seen}"));
    assert_eq!(prompt(&both), ("zertz-over-white", Some(2)));
}

#[test]
fn z15_any_full_group_counts_as_long_as_another_is_left() {
    // The larger part is full, the smaller has the vacant ring.
    let game = placed("", &only("Gb1 Bb2 Wb3 Bb4 c4 d4 e4 e3"));
    let larger = after(&game, "We3 -c4");
    assert_eq!(view(&larger).rings, words("d4 e4 e3"));
    assert_eq!(view(&larger).own[0], [1, 1, 2]);
    assert_eq!(status(&larger), "to-move 2");
    // One turn captures two groups: one filled, one isolated.
    let game = placed("", &only("Ga1 a2 Bd5 d4 e3 f3"));
    let two = after(&game, "Wa2 -d4");
    assert_eq!(view(&two).own[0], [1, 1, 1]);
    assert_eq!(view(&two).rings, words("e3 f3"));
    // All rings left are occupied, in two groups: none is captured, and the board is full.
    let game = placed("", &only("Bd4 d5 d6"));
    let full = after(&game, "Wd6 -d5");
    assert_eq!(view(&full).groups(37).len(), 2);
    assert_eq!(view(&full).own, [[0; 3]; 2]);
    assert_eq!(prompt(&full), ("zertz-over-full", Some(1)));
}
