//! The reason of each rule, in positions after given steps, and reasons that random games hardly meet.

use mohreh_games::show::{Name, Picked};
use mohreh_games::{AnyGame, Kind, Refusal};

use super::name;

/// Positions of played games with reasons that random games hardly meet.
pub(crate) const RARE: [(&str, &str); 1] = [
    // Y12: no ring of White's can move.
    (
        "yinsh",
        "b6 b4 a5 d4 a2 c7 d3 b2 c2 b5 d3-c3 b2-b3 b6-b7 b4-a4 a2-a3 a4-c4 c2-b1 c7-c8 c3-c1 d4-d2 c1-d1 d2-e2 d1-e1 \
         e2-f2 a5-d8 b5-e8 d8-d7 e8-e7 d7-d6 c4-e6 d6-c6 b3-e3 c6-c5 e6-d5 b1-e4 d5-f5 e4-e5 f5-f6 e5-g5 f6-g6 g5-g2 \
         e3-h3 a3-f3 xb1-f5 *f3 f2-g3 c5-c2 g6-d3 e1-b1 e7-h7 b7-f7 xa3-e7 *f7 g3-g4 c2-c5 h7-e7 c5-a3 e7-b4",
    ),
];

fn names(text: &str) -> Vec<Name> {
    text.split_whitespace().map(name).collect()
}

pub(crate) fn played(game: &str, steps: &str) -> AnyGame {
    let (kind, setup) = game.split_once(' ').unwrap_or((game, ""));
    let mut game = AnyGame::start(kind.parse::<Kind>().unwrap(), setup).unwrap();
    for step in steps.split_whitespace() {
        game.play(step).unwrap_or_else(|error| panic!("{step}: {error}"));
    }
    game
}

/// Plays the steps; then `touched` must lead nowhere after `picked`, for the reason `key`.
fn check(game: &str, steps: &str, picked: &str, touched: &str, key: &str) -> Refusal {
    let game = played(game, steps);
    let (picked, touched) = (names(picked), name(touched));
    if !picked.is_empty() {
        assert!(matches!(game.pick(&picked), Picked::More(_)), "{picked:?} cannot be touched");
    }
    let path: Vec<Name> = picked.iter().copied().chain([touched]).collect();
    assert_eq!(game.pick(&path), Picked::Nothing, "{touched} can be touched");
    let why = game.refusal(&picked, touched).unwrap();
    assert_eq!(why.said.key, key, "{touched} after {steps}");
    why
}

#[test]
fn zertz_says_why() {
    // Z5: a marble, then a ring.
    check("zertz", "", "", "d4", "zertz-no-marble-chosen");
    check("zertz", "Wd4 -a1", "supply-b", "d4", "zertz-no-vacant-ring");
    check("zertz", "Wd4", "", "d4", "zertz-no-marble-on");
    // Z6: the ring is vacant and can be slid out.
    check("zertz", "Wd4", "", "c3", "zertz-no-inner");
    let held = check("zertz", "Wd4 -a1 Wd5 -e1 d4xd6 Wd3", "", "d2", "zertz-no-free-ring");
    assert_eq!(held.cause(), Some(name("d1")));
    // Z17: marbles come from the supply as long as there is one.
    check("zertz", "", "", "own-1-w", "zertz-no-other-stock");
    // Z8: captures are compulsory. Z9: a jump goes over one marble, onto the vacant ring behind.
    let must = check("zertz", "Wd4 -a1 Bd5 -a2", "", "supply-w", "zertz-no-must-capture");
    assert_eq!(must.instead(), names("d4 d5"));
    check("zertz", "Wd4 -a1 Bd5 -a2", "", "c3", "zertz-no-must-capture");
    check("zertz", "Wd4 -a1 Bd5 -a2", "d4", "c3", "zertz-no-landing");
    check("zertz", "Wd4 -a1 Bd5 -a2", "d4", "d2", "zertz-no-between");
    check("zertz", "Wd4 -a1", "", "d4", "zertz-no-jump");
    // Z23: a marble that is touched is placed.
    check("zertz touch", "", "supply-w", "supply-b", "zertz-no-put-down");
    // Z24: only a missed capture can be claimed.
    check("zertz overlook", "", "", "claim", "zertz-no-claim");
    // Z24e: nothing tells that a capture is possible.
    check("zertz overlook", "Wd4 -a1 Bd5 -a2", "", "c3", "zertz-no-marble-chosen");
}

#[test]
fn tzaar_says_why() {
    // T5: the first action is a capture with a piece of one's own.
    check("tzaar", "", "", "d4", "tzaar-no-theirs");
    check("tzaar", "", "", "tott-1", "tzaar-no-count");
    // T8: along a line, to the first piece.
    check("tzaar", "", "d3", "f1", "tzaar-no-line");
    let by = check("tzaar", "", "d3", "a3", "tzaar-no-jump");
    assert_eq!(by.cause(), Some(name("c3")));
    // T10: the centre is not a point.
    check("tzaar", "", "e4", "e6", "tzaar-no-centre");
    // T9: what was captured from is vacant.
    check("tzaar", "d3xd4", "", "d3", "tzaar-no-piece");
    check("tzaar", "d3xd4", "c3", "d3", "tzaar-no-vacant");
}

#[test]
fn yinsh_says_why() {
    let placed = "e5 f6 a2 b1 k7 j5 f2 g3 h4 e9";
    // Y4: rings are placed on vacant points.
    check("yinsh", "e5", "", "e5", "yinsh-no-vacant");
    // Y5: one of one's own rings moves.
    check("yinsh", placed, "", "f6", "yinsh-no-theirs");
    check("yinsh", placed, "", "e6", "yinsh-no-ring-chosen");
    check("yinsh", placed, "", "supply", "yinsh-no-tray");
    // Y6–Y10: in a straight line, not over rings.
    check("yinsh", placed, "e5", "d7", "yinsh-no-line");
    let by = check("yinsh", placed, "e5", "g7", "yinsh-no-over-ring");
    assert_eq!(by.cause(), Some(name("f6")));
    check("yinsh", placed, "e5", "f6", "yinsh-no-onto-ring");
    // Y8, Y9: right behind the markers.
    let moved = format!("{placed} e5-e6 f6-g7");
    check("yinsh", &moved, "e6", "e5", "yinsh-no-onto-marker");
    let behind = check("yinsh", &moved, "e6", "e3", "yinsh-no-landing");
    assert_eq!(behind.instead(), names("e4"));
    check("yinsh", &moved, "", "e5", "yinsh-no-marker");
}

#[test]
fn rotas_says_why() {
    // R6: a turn begins with a roll of all dice.
    check("rotas", "", "", "a1", "rotas-no-dice-yet");
    check("rotas", "", "", "die-1", "rotas-no-dice-yet");
    check("rotas", "r =12346", "", "roll", "rotas-no-dice-chosen");
    check("rotas", "r =12346", "", "hand-1", "rotas-no-cell-chosen");
    // R9: the dice must make what the cell shows.
    check("rotas", "r =12346", "", "a1", "rotas-no-alike");
    check("rotas", "r =12346", "", "a6", "rotas-no-house");
    check("rotas", "r =12346", "", "a5", "rotas-no-straight");
    check("rotas", "r =12346", "", "b1", "rotas-no-pair");
    check("rotas hard-pairs", "r =11346", "", "b1", "rotas-no-pair-of");
}

/// Reasons of steps, which no touch can ask for.
#[test]
fn steps_say_why() {
    for (game, steps, step, key) in [
        ("zertz", "", "-a1", "zertz-no-ring-first"),
        ("zertz", "", "Wi5", "zertz-no-ring"),
        ("zertz", "", "a1xa3", "zertz-no-marble"),
        ("zertz", "", "pass", "zertz-no-pass"),
        ("zertz", "Wd4", "Wd5", "zertz-no-ring-due"),
        ("tzaar", "", "-", "tzaar-no-pass"),
        ("tzaar", "", "d3+d2", "tzaar-no-stack-yet"),
        ("tzaar", "", "d3xd6", "tzaar-no-jump"),
        ("tzaar", "d3xd4 c3xd4", "d4+d5", "tzaar-no-enemy"),
        ("tzaar", "d3xd4 c3xd4", "d4xc4", "tzaar-no-own"),
        ("yinsh", "", "e5-e6", "yinsh-no-placing"),
        ("yinsh", "e5 f6 a2 b1 k7 j5 f2 g3 h4 e9", "e6", "yinsh-no-more-rings"),
        ("yinsh", "e5 f6 a2 b1 k7 j5 f2 g3 h4 e9", "*e5", "yinsh-no-row-taken"),
        ("yinsh", "e5 f6 a2 b1 k7 j5 f2 g3 h4 e9", "xe5-e9", "yinsh-no-five"),
        ("yinsh", "e5 f6 a2 b1 k7 j5 f2 g3 h4 e9", "pass", "yinsh-no-pass"),
        ("rotas", "", "r1", "rotas-no-part"),
        ("rotas", "", "=12345", "rotas-no-fall"),
        ("rotas", "r", "@a1", "rotas-no-rolling"),
        ("rotas", "r =12346 r1", "=62346", "rotas-no-over"),
        ("rotas", "r =12346 r1", "=11346", "rotas-no-kept-die"),
        ("rotas", "r =12346", "lose", "rotas-no-lose"),
        ("rotas", "r =12346", "@l12", "rotas-no-cell"),
        ("rotas", "", "leave1", "rotas-no-leaving"),
        ("rotas seats=3", "leave1", "leave1", "rotas-no-seat"),
    ] {
        let game = played(game, steps);
        match game.why_not(step) {
            Some(why) => assert_eq!(why.said.key, key, "{step}"),
            None => assert_eq!(key, "rotas-no-over", "{step} is legal"),
        }
    }
}
