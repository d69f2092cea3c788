//! The rules of noughts and crosses, by their ids.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]
#![cfg(feature = "toy")]

use mohreh_games::oxo::Oxo;
use mohreh_games::{Game, Seat, Show, Status};

fn played(setup: &str, steps: &str) -> Oxo {
    let mut game = Oxo::start(&setup.parse().unwrap());
    for step in steps.split_ascii_whitespace() {
        game.play(step.parse().unwrap()).unwrap_or_else(|error| panic!("{error}: {game}"));
    }
    game
}

fn outcome(game: &Oxo) -> Option<Option<Seat>> {
    match game.status() {
        Status::Over(outcome) => Some(outcome.winner()),
        _ => None,
    }
}

#[test]
fn o01_nine_points() {
    let spots: Vec<String> =
        played("", "").scene().spots.iter().map(|spot| spot.name.to_string()).collect();
    assert_eq!(spots, ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
    for wrong in ["a4", "d1", "a0", "", "b"] {
        assert!(wrong.parse::<<Oxo as Game>::Step>().is_err(), "{wrong}");
    }
}

#[test]
fn o02_in_turn_on_vacant_points() {
    let mut game = played("", "b2");
    assert_eq!(game.status(), Status::ToMove(Seat::SECOND));
    assert!(game.play("b2".parse().unwrap()).is_err());
    assert_eq!(played("", "b2 a1").status(), Status::ToMove(Seat::FIRST));
}

#[test]
fn o03_every_row_wins() {
    let rows = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3"];
    for row in rows.into_iter().chain(["a1 b2 c3", "a3 b2 c1"]) {
        let cell = |point: &str| if row.contains(point) { 'X' } else { '.' };
        let columns = ["a", "b", "c"]
            .map(|column| [1, 2, 3].map(|n| cell(&format!("{column}{n}"))).iter().collect());
        let cells: [String; 3] = columns;
        // Two noughts that make no row.
        let cells = cells.join("/").replacen('.', "O", 2);
        let game: Oxo = format!("cells={cells}").parse().unwrap();
        assert_eq!(outcome(&game), Some(Some(Seat::FIRST)), "{game}");
        assert_eq!(game.scene().marked.len(), 3);
    }
    assert_eq!(outcome(&played("", "a1 b1 a2 b2 c3 b3")), Some(Some(Seat::SECOND)));
}

#[test]
fn o04_a_full_board_is_a_draw() {
    assert_eq!(outcome(&played("", "b2 a1 c1 a3 a2 c2 b1 b3")), None);
    assert_eq!(outcome(&played("", "b2 a1 c1 a3 a2 c2 b1 b3 c3")), Some(None));
}

#[test]
fn o05_misere() {
    assert_eq!(outcome(&played("misere", "a1 b1 a2 b2 a3")), Some(Some(Seat::SECOND)));
}

#[test]
fn o06_texts() {
    assert_eq!(played("misere", "a1 b2").to_string(), "misere cells=X../.O./...");
    for wrong in ["cells=XX./.../...", "cells=O../.../...", "cells=XXX/OOO/...", "cells=X../..."] {
        assert!(wrong.parse::<Oxo>().is_err(), "{wrong}");
    }
}
