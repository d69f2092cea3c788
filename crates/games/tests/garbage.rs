//! Robustness of all parsers against random text and mutated valid text: an error, or a value that
//! round-trips and satisfies all properties; never a panic.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::{Game, Kind, Record, with_kind};
use mohreh_laws::{
    Rng, check_line_text, check_record_text, check_text, playout_with_leavers, random_tree,
};
use proptest::prelude::*;

/// A valid text of a game: a setup, a step, a position, or a record in either format.
fn valid_text(kind: Kind, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let setup_text = *rng.one_of(kind.samples());
    with_kind!(kind, G => {
        let setup: <G as Game>::Setup = setup_text.parse().unwrap();
        let stop = rng.below(90) as usize;
        let mut position = String::new();
        let played = playout_with_leavers::<G>(&setup, &mut rng, stop, 30, |game| {
            position = game.to_string();
        });
        let line = format!("{kind}|{setup}|{}", played.join(" "));
        match rng.below(8) {
            6 => random_tree(kind, setup_text, &mut rng, 30).to_tree_line(),
            7 => random_tree(kind, setup_text, &mut rng, 30).to_string(),
            0 => setup.to_string(),
            1 => played.last().cloned().unwrap_or_default(),
            2 => line,
            3 => Record::from_line(&line).unwrap().to_string(),
            _ => position,
        }
    })
}

/// Mutates characters: delete, insert, replace, duplicate, swap, truncate.
fn mutate(text: &str, changes: &[(u16, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(place, change, letter) in changes {
        let at = usize::from(place) % (letters.len() + 1);
        let inside = at < letters.len();
        match change % 6 {
            0 if inside => drop(letters.remove(at)),
            1 => letters.insert(at, letter),
            2 if inside => letters[at] = letter,
            3 if inside => letters.insert(at, letters[at]),
            4 if inside => letters.swap(at, at / 2),
            5 if change > 240 => letters.truncate(at),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

fn letter() -> impl Strategy<Value = char> {
    prop_oneof![
        8 => prop::sample::select("abcdefghijkl0123456789WGBRrMmZzTto.-/,;:|=x+*@ \n".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

fn check(kind: Kind, text: &str) {
    with_kind!(kind, G => check_text::<G>(text));
    check_record_text(text);
    check_line_text(text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text(text in prop::collection::vec(letter(), 0..120)) {
        let text: String = text.into_iter().collect();
        for &kind in Kind::ALL {
            check(kind, &text);
        }
    }

    #[test]
    fn mutated_valid_text(
        kind in prop::sample::select(Kind::ALL),
        seed in any::<u64>(),
        changes in prop::collection::vec((any::<u16>(), any::<u8>(), letter()), 0..4),
    ) {
        check(kind, &mutate(&valid_text(kind, seed), &changes));
    }
}

/// Parsers take linear time: with anything worse, this test would not finish.
#[test]
fn long_texts_take_linear_time() {
    let million = 1_000_000;
    let bricks = [
        "a",
        "a1",
        "=",
        "/",
        ",",
        "rings=37 ",
        "x",
        ";",
        ":",
        "Wd4 ",
        "1. ",
        "\n",
        "k: v\n",
        "o",
        "4",
        "é",
        "(",
        ")",
        "( ",
        "e5 (",
        "!d4 ",
        "!d4>e5 ",
        "'",
        "'a'",
        "e5 (f6) ",
    ];
    for brick in bricks {
        let text = brick.repeat(million / brick.len());
        for &kind in Kind::ALL {
            check(kind, &text);
            check(kind, &format!("cells={text}"));
            check(kind, &format!("board={text}"));
            check(kind, &format!("{kind}|{text}|"));
            check(kind, &format!("{kind}||{text}"));
            check(kind, &format!("game: {kind}\n{text}"));
        }
    }
    // Legitimately long texts: the repetition history of ZÈRTZ, and comments.
    let cells = "oooo/ooooo/oooooo/oooWooo/oooooo/ooooo/oooo";
    let seen = vec![format!("{cells}:1,0,0/0,0,0:1"); 10_000].join(";");
    check(Kind::Zertz, &format!("cells={cells} supply=0,0,0 own=1,0,0/0,0,0 turn=2 seen={seen}"));
    check(Kind::Zertz, &format!("game: zertz\n{}", "; a remark\n".repeat(100_000)));
}
