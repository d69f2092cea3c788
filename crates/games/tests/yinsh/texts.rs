//! Text forms and prompts.

use super::*;

#[test]
fn setup_texts_are_refused_with_the_reason() {
    check_refused::<Setup>(&[
        ("fast", "`fast`: unknown word"),
        ("Blitz", "`Blitz`: unknown word"),
        ("blitz fixed", "`fixed`: unknown word"),
        ("rings=5", "`rings`: unknown word"),
        ("blitz blitz", "given twice"),
        ("blitz=1", "`blitz` stands alone, without a value"),
        ("blitz,", "unknown word"),
    ]);
}

#[test]
fn equal_setups_have_equal_texts() {
    for (text, written) in [("", ""), ("  ", ""), ("blitz", "blitz"), (" \tblitz ", "blitz")] {
        assert_eq!(text.parse::<Setup>().unwrap().to_string(), written, "`{text}`");
    }
    assert_eq!("".parse::<Setup>(), Ok(Setup::default()));
}

#[test]
fn step_texts_are_refused_with_the_reason() {
    check_refused::<Step>(&[
        ("a1", "`a1`: there is no such point"),
        ("k6", "`k6`: there is no such point"),
        ("", "expected a step such as"),
        ("D4", "expected a step such as"),
        ("d04", "expected a step such as"),
        ("d4d8", "expected a step such as"),
        ("d4 ", "expected a step such as"),
        ("Pass", "expected a step such as"),
        ("a1-a2", "`a1`: there is no such point on the YINSH board"),
        ("a2-a6", "`a6`: there is no such point"),
        ("k7-k6", "`k6`: there is no such point"),
        ("k7-k11", "`k11`: there is no such point"),
        ("f1-f2", "`f1`: there is no such point"),
        ("f10-f11", "`f11`: there is no such point"),
        ("g12-g11", "`g12`: there is no such point"),
        ("l5-k7", "`l5`: there is no such point"),
        ("d4-", "a place is missing here"),
        ("-d4", "a place is missing here"),
        ("d4-d8-d9", "there is no such point"),
        ("*a1", "`a1`: there is no such point"),
        ("*", "a place is missing here"),
        ("**e5", "there is no such point"),
        ("x", "expected a row such as"),
        ("xc2", "expected a row such as"),
        ("xa1-a5", "`a1`: there is no such point"),
        ("xk6-k10", "`k6`: there is no such point"),
        ("xb1-f1", "`f1`: there is no such point"),
        ("xc2-c5", "expected the two ends of five in a line"),
        ("xc2-c7", "expected the two ends of five in a line"),
        ("xc2-c2", "expected the two ends of five in a line"),
        ("xc6-g2", "expected the two ends of five in a line"),
        ("xc2-g3", "expected the two ends of five in a line"),
        ("xc2-e6", "expected the two ends of five in a line"),
        ("xc6-c2", "smaller first"),
        ("xg2-c2", "smaller first"),
        ("xg6-c2", "smaller first"),
    ]);
}

#[test]
fn just_the_123_rows_can_be_written() {
    let names: Vec<String> = points().into_iter().map(name).collect();
    let pairs = names.iter().flat_map(|first| names.iter().map(move |last| (first, last)));
    let written: BTreeSet<String> = pairs
        .map(|(first, last)| format!("x{first}-{last}"))
        .filter(|text| text.parse::<Step>().is_ok())
        .collect();
    let rows = row_places().into_iter();
    assert_eq!(written, rows.map(|(a, b)| format!("x{}-{}", name(a), name(b))).collect());
    assert_eq!(written.len(), 123);
}

#[test]
fn a_step_is_read_without_the_position_and_played_with_it() {
    let before = position("R=d4,a2 r=d8 M=b4-f8", "turn=2 stage=move");
    let mut game = before.clone();
    for (step, why) in [
        ("e5", "Y4). All your rings are placed; now move one of them"),
        ("d8-d8", "Y6). A ring moves in a straight line, and that is in no line with d8"),
        ("d8-e4", "Y6). A ring moves in a straight line, and that is in no line with d8"),
        ("d4-d5", "Y5). The ring on d4 is your opponent's. Choose one of your own"),
        ("xb4-f8", "Y13). b4 has no marker of yours, so these five are no row"),
        ("*d8", "Y14). A ring is removed only after a row is taken"),
        ("pass", "Y12). You pass only when none of your rings can move"),
    ] {
        let parsed: Step = step.parse().unwrap();
        assert_eq!(parsed.to_string(), step);
        let error = game.play(parsed).unwrap_err();
        assert_eq!(error.to_string(), format!("`{step}` is not a legal step here ({why}"));
        assert_eq!(game, before, "{step} changed the position");
    }
}

#[test]
fn position_texts_are_refused_with_the_reason() {
    let empty = "..../......./......../........./........../........./........../........./......../......./....";
    let whole = |cells: &str, words: &str| format!("cells={cells} {words}");
    let start = whole(empty, "supply=51 taken=0/0 turn=1 stage=place");
    assert_eq!(Yinsh::start(&Setup::default()).to_string(), start);
    let of = |pieces: &[(&str, char)], words: &str| -> String {
        text(&pieces.iter().map(|(point, piece)| (point.to_string(), *piece)).collect(), words)
    };
    let six = [("a2", 'R'), ("a3", 'R'), ("a4", 'R'), ("a5", 'R'), ("b1", 'R'), ("b2", 'R')];
    let table = [
        (
            start.replacen("/....... ", " ", 1).replacen("..../", "", 1),
            "expected 11 columns of cells",
        ),
        (start.replacen("..../", ".../", 1), "expected a column of 4 places"),
        (start.replacen("..../", "...../", 1), "expected a column of 4 places"),
        (start.replacen('.', "Z", 1), "expected `R`, `r`, `M`, `m` or `.`"),
        (start.replace("supply=51", "supply=52"), "expected a whole number from 0 to 51"),
        (start.replace("supply=51", "supply=051"), "expected a whole number from 0 to 51"),
        (start.replace("supply=51 ", ""), "`supply=…` is missing"),
        (start.replace("taken=0/0 ", ""), "`taken=…` is missing"),
        (start.replace("turn=1 ", ""), "`turn=…` is missing"),
        (start.replace(" stage=place", ""), "`stage=…` is missing"),
        (start.replace("cells=", "cell="), "`cell`: unknown word; known are: blitz, cells,"),
        (start.replace("taken=0/0", "taken=0"), "expected 2 numbers separated by `/`"),
        (start.replace("taken=0/0", "taken=0/0/0"), "expected 2 numbers"),
        (start.replace("turn=1", "turn=0"), "expected a seat from 1 to 2"),
        (start.replace("turn=1", "turn=3"), "expected a seat from 1 to 2"),
        (
            start.replace("stage=place", "stage=go"),
            "expected place, move, moved, ring-move or ring",
        ),
        (format!("{start} fixed"), "`fixed`: unknown word"),
        (format!("{start} turn=1"), "given twice"),
        (format!("{start} passed=1"), "`passed` stands alone"),
        (start.replace("turn=1", "turn=2"), "rings are placed in turn, White first"),
        (of(&[("a2", 'R')], "turn=1 stage=place"), "rings are placed in turn, White first"),
        (of(&[("a2", 'M')], "turn=1 stage=place"), "there are no markers while rings are placed"),
        (of(&six, "turn=1 stage=move"), "a player has five rings"),
        (of(&six[..5], "taken=1/0 turn=1 stage=move"), "a player has five rings"),
        (of(&[("a2", 'M')], "supply=51 turn=1 stage=move"), "only 51 markers"),
        (of(&[], "taken=3/3 turn=1 stage=move"), "both players have taken all their rings"),
        (of(&[("a2", 'R')], "taken=3/0 turn=1 stage=ring"), "the game is won"),
        (of(&[("a2", 'R')], "turn=1 stage=moved"), "there must be a row to take"),
        (of(&[("a2", 'R')], "turn=2 stage=ring"), "there is no ring to remove"),
        (of(&[("a2", 'R')], "turn=2 stage=ring-move"), "there is no ring to remove"),
        (of(&[("a2", 'R')], "turn=1 stage=ring passed"), "`passed` goes with the stage `move`"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, why)| (text.as_str(), *why)).collect();
    check_refused::<Yinsh>(&table);
}

#[test]
fn a_position_text_remembers_the_pass_and_the_step_of_the_turn() {
    let passed = play(&position(&white_blocked(), "turn=1 stage=move"), "pass");
    let row_before = play(&position("R=a2 r=k7,j5 m=d3-d7", "turn=2 stage=move"), "xd3-d7");
    let row_after = play(&position("R=a2 r=k7,j5 m=d3-d7", "turn=2 stage=moved"), "xd3-d7");
    for game in [&passed, &row_before, &row_after] {
        assert_eq!(&read(&game.to_string()), game);
    }
    assert_eq!(status(&play(&read(&row_before.to_string()), "*k7")), "to-move 2");
    assert_eq!(status(&play(&read(&row_after.to_string()), "*k7")), "to-move 1");
}

#[test]
fn every_prompt_can_be_reached() {
    let mut keys: BTreeSet<&str> = [
        position("R=a2 r=k7", "taken=3/0 turn=1 stage=move"),
        position(FOR_BLACK, "supply=0 taken=1/0 turn=1 stage=move"),
        position(FOR_BLACK, "supply=0 turn=1 stage=move"),
        position(BLOCKED, "taken=1/0 turn=1 stage=move passed"),
        position(BLOCKED, "turn=1 stage=move passed"),
        position(BLOCKED, "turn=1 stage=move"),
        position("R=a2 r=k7 M=d3-d7", "turn=1 stage=moved"),
        position("R=a2 r=k7 M=d3-d7", "turn=1 stage=move"),
        position("R=a2 r=k7", "turn=1 stage=ring"),
    ]
    .iter()
    .map(|game| game.prompt().key)
    .collect();
    playout::<Yinsh>(&Setup::default(), &mut Rng::new(1), 12, |game| {
        keys.insert(game.prompt().key);
    });
    assert_eq!(keys, Yinsh::PROMPTS.iter().copied().collect());
}
