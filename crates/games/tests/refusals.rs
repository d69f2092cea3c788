//! What is said when something is touched that cannot be: the reason follows from the rule that forbids it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_games::show::{Name, Picked};
use mohreh_games::{AnyGame, Kind};

fn names(text: &str) -> Vec<Name> {
    text.split_whitespace().map(|name| Name::new(name).unwrap()).collect()
}

/// Plays the steps; then `touched` must lead nowhere after `picked`, for the reason `key`.
fn check(game: &str, steps: &str, picked: &str, touched: &str, key: &str) {
    let (kind, setup) = game.split_once(' ').unwrap_or((game, ""));
    let mut game = AnyGame::start(kind.parse::<Kind>().unwrap(), setup).unwrap();
    for step in steps.split_whitespace() {
        game.play(step).unwrap_or_else(|error| panic!("{step}: {error}"));
    }
    let (picked, touched) = (names(picked), Name::new(touched).unwrap());
    if !picked.is_empty() {
        assert!(matches!(game.pick(&picked), Picked::More(_)), "{picked:?} cannot be touched");
    }
    let path: Vec<Name> = picked.iter().copied().chain([touched]).collect();
    assert_eq!(game.pick(&path), Picked::Nothing, "{touched} can be touched");
    assert_eq!(game.refusal(&picked, touched).key, key, "{touched} after {steps}");
}

#[test]
fn zertz_says_why() {
    // Z5: a marble, then a ring.
    check("zertz", "", "", "d4", "zertz-no-marble-chosen");
    check("zertz", "Wd4 -a1", "supply-b", "d4", "zertz-no-vacant-ring");
    check("zertz", "Wd4", "", "d4", "zertz-no-free-ring");
    check("zertz", "Wd4", "", "c3", "zertz-no-free-ring");
    // Z17: marbles come from the supply as long as there is one.
    check("zertz", "", "", "own-1-w", "zertz-no-other-stock");
    // Z8: captures are compulsory. Z9: a jump goes over one marble, onto the vacant ring behind.
    check("zertz", "Wd4 -a1 Bd5 -a2", "", "supply-w", "zertz-no-must-capture");
    check("zertz", "Wd4 -a1 Bd5 -a2", "", "c3", "zertz-no-must-capture");
    check("zertz", "Wd4 -a1 Bd5 -a2", "d4", "c3", "zertz-no-landing");
    check("zertz", "Wd4 -a1", "", "d4", "zertz-no-jump");
    // Z24: only a missed capture can be claimed.
    check("zertz overlook", "", "", "claim", "zertz-no-claim");
}

#[test]
fn tzaar_says_why() {
    let game = AnyGame::start(Kind::Tzaar, "").unwrap();
    let owner = |name: Name| {
        let scene = game.scene();
        scene.pieces.iter().find(|piece| piece.spot == name).map(|piece| piece.look.colour)
    };
    let white = mohreh_games::show::Colour::White;
    let spots: Vec<Name> = game.scene().spots.iter().map(|spot| spot.name).collect();
    for &touched in &spots {
        // T5: the first action is a capture with a piece of one's own.
        let key = game.refusal(&[], touched).key;
        let own = owner(touched) == Some(white);
        assert_eq!(key, if own { "tzaar-no-capture" } else { "tzaar-no-theirs" }, "{touched}");
    }
    check("tzaar", "", "", "tott-1", "tzaar-no-count");
    // T9: along a line, to the first piece. T11: not onto a higher stack.
    let step = game.steps().into_iter().next().unwrap();
    let from = game.touches(&step).unwrap().path[0];
    let far = spots
        .iter()
        .find(|spot| owner(**spot) != Some(white) && game.pick(&[from, **spot]) == Picked::Nothing);
    check("tzaar", "", &from, far.unwrap(), "tzaar-no-line");
    // What was captured from is vacant.
    check("tzaar", &step, "", &from, "tzaar-no-vacant");
}

#[test]
fn yinsh_says_why() {
    let placed = "e5 f6 a2 b1 k7 j5 f2 g3 h4 e9";
    // Y4: rings are placed on vacant points.
    check("yinsh", "e5", "", "e5", "yinsh-no-vacant");
    // Y5: one of one's own rings moves.
    check("yinsh", placed, "", "f6", "yinsh-no-theirs");
    check("yinsh", placed, "", "e6", "yinsh-no-ring-chosen");
    check("yinsh", placed, "", "supply", "yinsh-no-ring-chosen");
    // Y6–Y10: in a straight line, not over rings.
    check("yinsh", placed, "e5", "d7", "yinsh-no-landing");
    check("yinsh", placed, "e5", "g7", "yinsh-no-landing");
}

#[test]
fn rotas_says_why() {
    // R6: a turn begins with a roll of all dice.
    check("rotas", "", "", "a1", "rotas-no-dice-yet");
    check("rotas", "", "", "die-1", "rotas-no-dice-yet");
    // R7: dice are chosen before they are rolled again.
    check("rotas", "r =12346", "", "roll", "rotas-no-dice-chosen");
    check("rotas", "r =12346", "", "hand-1", "rotas-no-cell-chosen");
    let game = AnyGame::start(Kind::Rotas, "").unwrap();
    let mut rolled = game.clone();
    for step in ["r", "=12346"] {
        rolled.play(step).unwrap();
    }
    // R8: the dice must make what the cell shows.
    for spot in game.scene().spots {
        if rolled.pick(&[spot.name]) == Picked::Nothing {
            assert_eq!(rolled.refusal(&[], spot.name).key, "rotas-no-such-dice", "{}", spot.name);
        }
    }
}
