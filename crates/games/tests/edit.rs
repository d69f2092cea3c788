//! Positions that are set up by hand: any position can be built, nothing panics, and pieces are kept count of.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::edit::{Draft, Selector, Thing};
use mohreh_games::show::Ground;
use mohreh_games::{AnyGame, Kind, Status};
use mohreh_laws::Rng;

/// The text of a position without its past, which a draft leaves out.
fn without_past(game: &AnyGame) -> String {
    let text = game.to_string();
    let is_past = |word: &&str| {
        ["seen=", "claim=", "claim-seen=", "passes="].iter().any(|past| word.starts_with(past))
            || *word == "passed"
    };
    text.split(' ').filter(|word| !is_past(word)).collect::<Vec<_>>().join(" ")
}

/// Calls `see` for positions of random games of every setup.
fn random_positions(games: u64, mut see: impl FnMut(&AnyGame, &AnyGame, &mut Rng)) {
    for kind in Kind::ALL {
        for (setup, seed) in
            kind.samples().iter().flat_map(|setup| (0..games).map(move |n| (setup, n)))
        {
            let mut rng = Rng::new(seed);
            let start = AnyGame::start(*kind, setup).unwrap();
            let mut game = start.clone();
            loop {
                if rng.below(4) == 0 {
                    see(&start, &game, &mut rng);
                }
                let step = match game.status() {
                    Status::Over(_) => break,
                    Status::ToRoll => game.roll(&mut |n| rng.below(n)).unwrap(),
                    Status::ToMove(_) => rng.one_of(&game.steps()).clone(),
                };
                game.play(&step).unwrap();
            }
            see(&start, &game, &mut rng);
        }
    }
}

#[test]
fn a_draft_is_the_position_that_it_was_made_of() {
    random_positions(3, |_, game, _| {
        let text = without_past(game);
        // Dice that roll, a jump that goes on: stages that no editor offers stay as they are.
        assert_eq!(
            without_past(&AnyGame::parse(game.kind(), &Draft::of(game).to_string()).unwrap()),
            text
        );
    });
}

/// Sets every selector to what it is in another draft.
fn select_as(draft: &mut Draft, there: &Draft) {
    let selectors: Vec<Selector> = there.layout().selectors.clone();
    for (n, selector) in selectors.iter().enumerate() {
        draft.select(n, there.selected(selector));
    }
}

/// In the middle of a turn, with dice rolling, or without somebody who left: no editor offers it.
fn is_half_done(kind: Kind, text: &str) -> bool {
    let has = |word: &str| text.contains(word);
    let is_rolling = text.split("dice=").nth(1).is_some_and(|dice| dice.contains('-'));
    let is_claimed = kind == Kind::Zertz && has("stage=capture");
    has("stage=jump") || has("stage=ring-move") || is_claimed || is_rolling || has("out=")
}

#[test]
fn any_position_can_be_built_from_the_bare_board() {
    random_positions(2, |start, game, _| {
        let there = Draft::of(game);
        let text = there.to_string();
        if is_half_done(game.kind(), &text) {
            return;
        }
        let mut draft = Draft::of(start);
        draft.clear();
        let scene = there.scene();
        for spot in &scene.spots {
            // The board of ZÈRTZ shrinks.
            if spot.ground == Ground::Gap
                && draft
                    .scene()
                    .spots
                    .iter()
                    .any(|s| s.name == spot.name && s.ground == Ground::Ring)
            {
                draft.take(spot.name);
            }
        }
        for piece in &scene.pieces {
            let brush = draft
                .layout()
                .brushes
                .iter()
                .find(|brush| brush.thing == Thing::Piece(piece.look))
                .unwrap();
            let letter = brush.letter;
            for _ in 0..piece.height {
                draft.put(piece.spot, letter);
            }
        }
        select_as(&mut draft, &there);
        for n in 0..there.layout().counters.len() {
            let count = there.count(&there.layout().counters[n]);
            draft.set_count(n, count);
        }
        // Giving to one takes from the supply, so the supply comes last, again.
        for n in 0..there.layout().counters.len() {
            let count = there.count(&there.layout().counters[n]);
            draft.set_count(n, count);
        }
        assert_eq!(draft.to_string(), text);
        assert_eq!(without_past(&draft.check().unwrap()), without_past(game));
    });
}

#[test]
fn no_piece_is_lost_or_made_in_play() {
    random_positions(2, |_, game, _| {
        let unbalanced = Draft::of(game).unbalanced();
        assert!(unbalanced.is_empty(), "{unbalanced:?}: {game}");
    });
}

#[test]
fn random_changes_keep_count_or_are_refused_in_words() {
    random_positions(1, |_, game, rng| {
        let mut draft = Draft::of(game);
        for _ in 0..60 {
            let spots = draft.scene().spots;
            let spot = rng.one_of(&spots).name;
            let brushes = draft.layout().brushes.clone();
            match rng.below(7) {
                6 => draft.shift(spot, Some(rng.one_of(&spots).name)),
                0..3 => draft.put(spot, rng.one_of(&brushes).letter),
                3 => draft.take(spot),
                4 => {
                    let selectors = draft.layout().selectors.clone();
                    if !selectors.is_empty() {
                        let n = rng.below(selectors.len() as u32) as usize;
                        draft.select(n, &rng.one_of(&selectors[n].values).clone());
                    }
                }
                _ => {
                    let counters = draft.layout().counters.len() as u32;
                    if counters > 0 {
                        draft.set_count(rng.below(counters) as usize, rng.below(60) as u8);
                    }
                }
            }
            // What is wrong can be saved and opened again, too.
            let text = draft.to_string();
            assert_eq!(Draft::read(draft.kind(), &text).map(|read| read.to_string()), Ok(text));
            match draft.check() {
                Ok(game) => assert_eq!(game.to_string(), draft.to_string()),
                Err(why) => assert!(why.reason().key().contains("wrong"), "{why}"),
            }
        }
        draft.clear();
        assert!(draft.scene().pieces.is_empty());
    });
}

/// One more marble than the box has.
#[test]
fn what_is_too_many_and_what_is_missing_is_told() {
    let mut draft = Draft::of(&AnyGame::start(Kind::Zertz, "").unwrap());
    let spots: Vec<_> = draft.scene().spots.iter().map(|spot| spot.name).collect();
    for spot in &spots[..7] {
        draft.put(*spot, 'W');
    }
    let [too_many] = draft.unbalanced().try_into().unwrap();
    assert_eq!((too_many.used, too_many.total), (7, 6));
    assert_eq!(draft.check().unwrap_err().reason().key(), "zertz-wrong-too-many");
    for spot in &spots[..7] {
        draft.take(*spot);
    }
    draft.set_count(0, 4);
    let [missing] = draft.unbalanced().try_into().unwrap();
    assert_eq!((missing.used, missing.total), (4, 6));
    assert!(draft.check().is_ok(), "a puzzle may do without");
}

/// A piece that is moved is neither lost nor made, wherever it goes.
#[test]
fn a_moved_piece_stands_where_it_was_moved_to() {
    random_positions(2, |_, game, rng| {
        let mut draft = Draft::of(game);
        let scene = draft.scene();
        let Some(piece) = scene.pieces.iter().max_by_key(|piece| (piece.spot, piece.level)) else {
            return;
        };
        let to = rng.one_of(&scene.spots).name;
        draft.shift(piece.spot, Some(to));
        let after = draft.scene();
        let top = after.pieces.iter().filter(|other| other.spot == to).max_by_key(|p| p.level);
        let is_full = scene.pieces.iter().filter(|other| other.spot == to).count() >= 5;
        assert!(
            top.is_some_and(|top| top.look == piece.look) || is_full,
            "{piece:?} to {to}: {game} / {draft}"
        );
    });
}

#[test]
fn garbage_is_no_draft_and_never_panics() {
    for &kind in Kind::ALL {
        let start = AnyGame::start(kind, "").unwrap().to_string();
        let mut rng = Rng::new(7);
        for garbage in ["", "cells=", "cells=é/é", "cells=/////", "seats=9 cells=1", "turn=1"] {
            assert!(Draft::read(kind, garbage).is_err(), "{kind}: {garbage}");
        }
        for _ in 0..2000 {
            let mut letters: Vec<char> = start.chars().collect();
            for _ in 0..=rng.below(3) {
                let at = rng.below(letters.len() as u32) as usize;
                letters[at] = *rng.one_of(&['.', 'o', '9', '/', ',', '=', ' ', 'é', '1', 'Z', '-']);
            }
            let text: String = letters.into_iter().collect();
            if let Ok(mut draft) = Draft::read(kind, &text) {
                let spots = draft.scene().spots;
                let letter = draft.layout().brushes[0].letter;
                draft.put(rng.one_of(&spots).name, letter);
                draft.shift(rng.one_of(&spots).name, Some(rng.one_of(&spots).name));
                let _ = (draft.check(), draft.unbalanced(), draft.absent(), draft.to_string());
            }
        }
    }
}

/// Every board and variant can be reached from every other one; where the spots are the same, pieces stay.
#[test]
fn another_setup_keeps_the_pieces_or_starts_anew() {
    random_positions(1, |_, game, rng| {
        let draft = Draft::of(game);
        let setup = rng.one_of(game.kind().samples());
        let other = draft.with_setup(setup).unwrap();
        let start = Draft::of(&AnyGame::start(game.kind(), setup).unwrap());
        assert_eq!(other.setup(), start.setup());
        let pieces = other.scene().pieces;
        assert!(
            pieces == draft.scene().pieces || pieces == start.scene().pieces,
            "{game} with {setup}"
        );
        if draft.unbalanced().is_empty() && pieces == draft.scene().pieces {
            let missing = other.unbalanced().into_iter().find(|stock| stock.used < stock.total);
            assert_eq!(missing, None, "{game} with {setup}: {other}");
        }
    });
}

/// As many pieces as the largest board of RO-TAS can hold.
#[test]
fn hundreds_of_pieces_are_counted() {
    let row = ["3,4,5,H,S,P1,3,4,5,H,S,P2"; 12].join("/");
    let mut draft = Draft::of(&AnyGame::start(Kind::Rotas, &format!("board={row}")).unwrap());
    for spot in draft.scene().spots {
        for _ in 0..6 {
            draft.put(spot.name, '1');
        }
    }
    let [too_many] = draft.unbalanced().try_into().unwrap();
    assert_eq!((too_many.used, too_many.total), (720, 15));
    assert!(draft.check().is_err());
}

#[test]
fn a_side_that_shows_no_piece_of_a_type_lacks_it() {
    let mut draft = Draft::of(&AnyGame::start(Kind::Tzaar, "").unwrap());
    assert_eq!(draft.absent(), []);
    draft.clear();
    assert_eq!(draft.absent().len(), 6);
    assert_eq!(draft.check().unwrap_err().reason().key(), "tzaar-wrong-both-lost");
}
