//! The one-line format, and the positions of a record.

use super::*;

#[test]
fn the_one_line_form_is_kind_setup_and_steps() {
    for line in ["yinsh||", "yinsh|blitz|e5 f6", "tzaar||e4xd4 f4xf5 -", "zertz|rings=48|Wd4 -a1"] {
        assert_eq!(from_line(line).to_line(), line);
    }
    // Non-canonical forms.
    for (line, written) in [
        (" yinsh | blitz |  e5   f6 ", "yinsh|blitz|e5 f6"),
        ("tzaar|fixed|e4xd4", "tzaar||e4xd4"),
        ("zertz|rings=37|", "zertz||"),
        ("yinsh||e5\r\n", "yinsh||e5"),
    ] {
        assert_eq!(from_line(line).to_line(), written, "{line:?}");
    }
    assert_eq!(line_parts("yinsh|blitz|e5 f6"), Ok((Kind::Yinsh, "blitz", "e5 f6")));
}

#[test]
fn errors_of_the_one_line_form_name_the_step() {
    let unknown_game = format!("`chess`: {}", unknown_game());
    let table = [
        ("", "expected KIND|SETUP|STEP STEP …"),
        ("yinsh", "`yinsh`: expected KIND|SETUP|STEP STEP …"),
        ("yinsh|blitz", "`yinsh|blitz`: expected KIND|SETUP|STEP STEP …"),
        ("chess||", &unknown_game),
        ("yinsh|fast|", "`fast`: unknown word; known are: blitz"),
        (
            "yinsh||e5 e5",
            "step 2: `e5` is not a legal step here (Y4). A ring stands on e5. Choose a vacant point",
        ),
        (
            "yinsh||1. e5",
            "step 1: `1.`: expected a step such as `d4`, `d4-d8`, `xc2-c6`, `*e5` or `pass`",
        ),
        (
            "tzaar||e4xd4 e5xd5",
            "step 2: `e5xd5`: `e5`: the centre of the TZAAR board is not a point",
        ),
        ("tzaar||e4xd4|", "step 1: `e4xd4|`: `d4|`: there is no such point on the TZAAR board"),
    ];
    for (line, why) in table {
        assert_eq!(Record::from_line(line).expect_err(line).to_string(), why);
    }
}

#[test]
fn a_record_gives_every_position_of_its_game() {
    let record = from_line("tzaar||e4xd4 f4xf5 - d5xe6");
    let mut game = AnyGame::start(Kind::Tzaar, "").unwrap();
    for (ply, step) in record.steps().iter().enumerate() {
        assert_eq!(record.at(ply), game);
        game.play(step).unwrap();
    }
    assert_eq!(record.at(4), game);
    assert_eq!(*record.game(), game, "there are no more steps");
}

#[test]
fn replay_shows_the_position_before_each_step() {
    use mohreh_games::yinsh::Yinsh;
    let mut seen = Vec::new();
    let last: Yinsh =
        replay("blitz", BLITZ.split(' '), |game: &Yinsh| seen.push(game.clone())).unwrap();
    assert_eq!(last.status().to_string(), "over 1 2");
    assert_eq!(seen.len(), BLITZ.split(' ').count());
    assert_eq!(seen[0], Yinsh::start(&"blitz".parse().unwrap()));
    assert!(seen.iter().all(|game| matches!(game.status(), Status::ToMove(_))));
    let error = replay::<Yinsh>("", ["e5", "f6", "f6"], |_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 3: `f6` is not a legal step here (Y4). A ring stands on f6. Choose a vacant point"
    );
}

#[test]
fn a_new_record_has_a_setup_and_no_steps() {
    for &kind in Kind::ALL {
        let record = Record::new(kind, "").unwrap();
        assert_eq!((record.kind(), record.setup(), record.turns().len()), (kind, "", 0));
        assert!(record.steps().is_empty() && record.headers().is_empty());
        check_written(&record, &format!("game: {kind}\n\n"));
        assert_eq!(record.to_line(), format!("{kind}||"));
        assert!(Record::new(kind, "nonsense").is_err());
    }
}
