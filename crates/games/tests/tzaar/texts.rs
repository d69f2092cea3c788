//! Text forms and prompts.

use super::*;

fn check_refused<T: FromStr<Err = ParseError> + Debug>(table: &[(&str, &str)]) {
    for (text, why) in table {
        match text.parse::<T>() {
            Ok(read) => panic!("`{text}` was read as {read:?}"),
            Err(error) => {
                assert!(error.to_string().contains(why), "`{text}` is refused by «{error}»");
            }
        }
    }
}

const FIXED: &str = "ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT";

#[test]
fn setup_texts_are_refused_with_the_reason() {
    let short = format!("pieces={}", &FIXED[1..]);
    let long = format!("pieces={FIXED}T");
    let letter = format!("pieces={}", FIXED.replacen('Z', "Q", 1));
    let digit = format!("pieces={}", FIXED.replacen('t', "1", 1));
    let tzaars = format!("pieces={}", FIXED.replacen('Z', "R", 1));
    let totts = format!("pieces={}", FIXED.replacen('t', "T", 1));
    let both = format!("fixed pieces={FIXED}");
    let both_turned = format!("pieces={FIXED} fixed");
    let twice = format!("pieces={FIXED} pieces={FIXED}");
    let colours = format!("pieces={}", FIXED.to_uppercase());
    check_refused::<Setup>(&[
        ("random", "`random`: unknown word"),
        ("fixed blitz", "`blitz`: unknown word"),
        ("Fixed", "`Fixed`: unknown word"),
        ("fixed fixed", "given twice"),
        (&twice, "given twice"),
        ("fixed=1", "`fixed` stands alone"),
        ("pieces", "expected a value"),
        ("pieces=", "expected 60 letters"),
        (&short, "expected 60 letters"),
        (&long, "expected 60 letters"),
        (&letter, "`Q`: expected Z, R, T for White and z, r, t for Black"),
        (&digit, "`1`: expected Z, R, T"),
        (&tzaars, "expected 6 of `Z`, found 5"),
        (&totts, "expected 15 of `T`, found 16"),
        (&colours, "expected 6 of `Z`, found 12"),
        (&both, "contradict each other"),
        (&both_turned, "contradict each other"),
    ]);
}

#[test]
fn equal_setups_have_equal_texts() {
    let written = format!("pieces={FIXED}");
    for text in ["", "fixed", "  fixed\t", &written, &format!(" {written} ")] {
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup, Setup::default(), "`{text}`");
        assert_eq!(setup.to_string(), "", "`{text}`");
    }
    let turned: String = FIXED.chars().rev().collect();
    let turned = format!("pieces={turned}");
    assert_eq!(format!("  {turned} ").parse::<Setup>().unwrap().to_string(), turned);
}

#[test]
fn step_texts_are_refused_with_the_reason() {
    check_refused::<Step>(&[
        ("e5xe6", "`e5`: the centre of the TZAAR board is not a point"),
        ("e6xe5", "`e5`: the centre"),
        ("e5+e4", "`e5`: the centre"),
        ("a1xz9", "`z9`: there is no such point"),
        ("a6xa5", "`a6`: there is no such point"),
        ("a0+a1", "`a0`: there is no such point"),
        ("j1xi1", "`j1`: there is no such point"),
        ("a1xe10", "`e10`: there is no such point"),
        ("a01xa2", "`a01`: there is no such point"),
        ("A1xa2", "`A1`: there is no such point"),
        ("a1xa2xa3", "there is no such point"),
        ("a1x", "a place is missing here"),
        ("xa1", "a place is missing here"),
        ("a1 x a2", "there is no such point"),
        (" a1xa2", "there is no such point"),
        ("", "expected a step such as"),
        ("a1", "expected a step such as"),
        ("a1-a2", "expected a step such as"),
        ("a1Xa2", "expected a step such as"),
        ("--", "expected a step such as"),
        ("pass", "expected a step such as"),
    ]);
}

#[test]
fn a_step_is_read_without_the_position_and_played_with_it() {
    let mut game = Tzaar::start(&Setup::default());
    // Well-formed, but not along a line, from an enemy, onto an own piece, or from a point to
    // itself.
    for (step, why) in [
        ("a5xi5", "T8). A piece moves in a straight line, and that is in no line with a5"),
        ("a1xa5", "T8). The piece on a1 is your opponent's. First choose one of your own"),
        ("d8xd7", "T11 T12). The piece on d7 is your own, so you cannot capture it"),
        ("e1xe1", "T8). A piece moves in a straight line, and that is in no line with e1"),
        (
            "d8+d7",
            "T4 T5 T7). A capture comes first, with a5, b1, b5 or another one. You put pieces on your own only as the second \
             action",
        ),
        ("-", "T4 T5 T6). A turn begins with a capture; only its second action may be passed"),
    ] {
        let parsed: Step = step.parse().unwrap();
        let error = game.play(parsed).unwrap_err();
        assert_eq!(error.to_string(), format!("`{step}` is not a legal step here ({why}"));
        assert_eq!(game, Tzaar::start(&Setup::default()), "{step} changed the position");
    }
}

#[test]
fn position_texts_are_refused_with_the_reason() {
    let cells = "...../ZRTzrt/......./......../......../......../......./....../.....";
    let of = |cells: &str| format!("cells={cells} turn=1 stage=capture");
    assert_eq!(read(&of(cells)).to_string(), of(cells));
    let table = [
        (of("zrt/ZRT"), "expected 9 columns of cells separated by `/`"),
        (of(&cells.replacen("ZRTzrt", "ZRTzr", 1)), "the column is too short"),
        (of(&cells.replacen("ZRTzrt", "ZRTzrt.", 1)), "the column is too long"),
        (of(&format!("{cells}.")), "the column is too long"),
        // Column e is written without the centre.
        (
            of("...../ZRTzrt/......./......../........./......../......./....../....."),
            "the column is too long",
        ),
        (of(&cells.replacen('Z', "Q", 1)), "expected `Z`, `R`, `T`, `z`, `r`, `t` or `.`"),
        (of(&cells.replacen('Z', "Z1", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z0", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z02", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z31", 1)), "expected a height from 2 to 30"),
        (of(&cells.replacen('Z', "Z29", 1)), "at most 30 pieces"),
        (of(&cells.replacen('t', "t29", 1)), "at most 30 pieces"),
        (of(&cells.replacen("ZRTzrt", "ZR.zr.", 1)), "both sides lack a type"),
        (format!("turn=1 stage=capture cells={cells} blitz"), "`blitz`: unknown word"),
        (format!("cells={cells} turn=1"), "`stage=…` is missing"),
        (format!("cells={cells} stage=capture"), "`turn=…` is missing"),
        ("turn=1 stage=capture".into(), "`cells=…` is missing"),
        (format!("cells={cells} turn=0 stage=capture"), "expected a seat from 1 to 2"),
        (format!("cells={cells} turn=3 stage=capture"), "expected a seat from 1 to 2"),
        (format!("cells={cells} turn=1 stage=third"), "expected opening, capture or second"),
        (format!("cells={cells} turn=2 stage=opening"), "White makes the opening capture"),
        (format!("cells={cells} turn=1 turn=1 stage=capture"), "given twice"),
    ];
    let table: Vec<(&str, &str)> = table.iter().map(|(text, why)| (text.as_str(), *why)).collect();
    check_refused::<Tzaar>(&table);
}

#[test]
fn a_position_that_no_game_reaches_can_be_written() {
    // More Tzaars than the game has, a stack of all thirty pieces, one side nearly empty.
    let stacks = "a1=Z28 a2=R a3=T b1=z b2=z b3=z b4=z b5=z b6=z c1=z c2=r c3=t";
    let game = position(stacks, 1, "second");
    assert_eq!(read(&game.to_string()), game);
    assert_eq!(shown(&game)["a1"], "Z28");
    assert_eq!(shown(&play(&game, "a1+a2"))["a2"], "Z29");
}

#[test]
fn every_prompt_can_be_reached() {
    let mut keys: BTreeSet<&str> = [
        position("d4=T5 d6=R4 a1=z a2=r a3=t", 1, "capture"),
        position("d4=T5 d6=Z4 a1=z a2=r a3=t", 1, "capture"),
        position("d4=R5 d6=Z4 a1=z a2=r a3=t", 1, "capture"),
        position("d4=Z d5=R d6=T g1=z2 g2=r2 g3=t2", 1, "capture"),
    ]
    .iter()
    .map(|game| game.prompt().key)
    .collect();
    assert!(keys.iter().all(|key| key.contains("-over-")), "{keys:?}");
    let mut rng = Rng::new(1);
    playout::<Tzaar>(&Setup::default(), &mut rng, 10, |game| {
        keys.insert(game.prompt().key);
    });
    assert_eq!(keys, Tzaar::PROMPTS.iter().copied().collect());
}
