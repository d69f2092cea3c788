//! Text forms of setups, steps and positions, and the prompts.

use super::*;

#[test]
fn setup_texts_are_printed_in_one_way() {
    for (text, printed) in [
        ("", ""),
        ("  ", ""),
        ("rings=37", ""),
        ("touch overlook", "overlook touch"),
        ("touch  blitz\toverlook rings=37", "blitz overlook touch"),
        ("overlook rings=61", "rings=61 overlook"),
        ("touch rings=40", "rings=40 touch"),
    ] {
        let setup: Setup = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(setup.to_string(), printed, "{text:?}");
        assert_eq!(printed.parse(), Ok(setup));
    }
}

#[test]
fn setup_texts_are_refused_with_the_reason() {
    for (text, found, why) in [
        ("fast", "fast", "unknown"),
        ("Blitz", "Blitz", "unknown"),
        ("seats=2", "seats", "unknown"),
        ("blitz blitz", "blitz", "twice"),
        ("rings=37 rings=37", "rings=37", "twice"),
        ("rings=48 rings=61", "rings=61", "twice"),
        ("rings=38", "38", "37, 40, 41, 43, 44, 48 or 61"),
        ("rings=037", "037", "37, 40, 41, 43, 44, 48 or 61"),
        ("rings=", "", "37, 40, 41, 43, 44, 48 or 61"),
        ("rings", "rings", "value"),
        ("blitz=1", "blitz=1", "alone"),
        ("touch=yes", "touch=yes", "alone"),
        ("rings=48 blitz", "blitz", "37 rings only"),
        ("blitz rings=61 overlook", "blitz", "37 rings only"),
    ] {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!(error.found().first().map_or("", String::as_str), found, "{text:?}: {error}");
        assert!(error.to_string().contains(why), "{text:?}: {error}");
    }
}

#[test]
fn step_texts_are_read_without_the_position() {
    for text in ["Wd4", "Gi5", "Be9", "-a1", "-h4", "d4xd6", "a1xi5", "pass", "claim"] {
        let step: Step = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(step.to_string(), text);
    }
    for text in [
        "", "W", "d4", "wd4", "WD4", "Wz9", "Wj1", "Wa6", "Wa0", "Wd04", "We10", "W d4", "Rd4",
        "-", "-z1", "a1-", "--a1", "d4x", "xd4", "d4Xd6", "d4-d6", "d4xd6xd4", "d4xz9", "PASS",
        "pass ", "claims", "r", "=12345",
    ] {
        let error = text.parse::<Step>().expect_err(text);
        assert_eq!(error.found().first().map_or("", String::as_str), text);
    }
    // A well-formed step of another board is rejected when it is played.
    refuses(&Zertz::start(&Setup::default()), "Wh4 Wa5 We9 -h4 a1xa3");
}

#[test]
fn position_texts_are_refused_when_they_contradict_themselves() {
    let board = full("Wd4");
    let rest = "supply=1,1,1 own=0,0,0/0,0,0 turn=1";
    let good = format!("cells={board} {rest}");
    assert!(good.parse::<Zertz>().is_ok());
    for (text, why) in [
        (format!("cells={board}"), "missing"),
        (format!("{good} turn=2"), "twice"),
        (format!("{good} dice=12345"), "unknown"),
        (format!("rings=48 {good}"), "8 columns of cells"),
        (good.replace("turn=1", "turn=3"), "seat from 1 to 2"),
        (good.replace("turn=1", "turn=0"), "1 to 2"),
        (good.replace("supply=1,1,1", "supply=6,8,10"), "more marbles"),
        (good.replace("supply=1,1,1", "supply=1,1"), "3 numbers"),
        (good.replace("own=0,0,0/0,0,0", "own=0,0,0"), "two lists"),
        (good.replace('W', "R"), "expected `o`"),
        (format!("{good} stage=jump-d4"), "cannot"),
        (format!("{good} stage=capture"), "nothing to capture"),
        (format!("{good} stage=roll"), "expected remove"),
        (format!("{good} passes=3"), "1 or 2"),
        (format!("{good} stage=remove passes=1"), "start of a turn"),
        (format!("cells={} {rest} stage=capture", full("Wd4 Gd5")), "overlook"),
        (format!("cells={} {rest} stage=remove", only("Wd4")), "no free ring"),
        (format!("rings=40 cells={} {rest}", cells(40, 'o', "h4")), "no ring h4"),
    ] {
        let error = text.parse::<Zertz>().expect_err(&text);
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
}

/// The text carries the whole state: seat to move, stage, passes (Z18), repetition history (Z20)
/// and claim (Z24).
#[test]
fn position_texts_carry_all_that_the_rules_remember() {
    for setup in ["", "blitz overlook", "rings=61", "rings=44 overlook touch"] {
        random_games(setup, 10, |before, step, after| {
            let mut read = game(&before.to_string());
            assert_eq!(read, *before);
            read.play_unchecked(step.parse().unwrap());
            assert_eq!(read, *after, "{step} in {before}");
        });
    }
}

#[test]
fn every_prompt_can_be_reached() {
    let bare = full("");
    let next = "supply=1,1,1 own=0,0,0/0,0,0 turn=1";
    let empty = |own: &str| format!("supply=0,0,0 own={own}/0,0,0 turn=1");
    let repeated = format!("{bare}:0,0,0/0,0,0:1");
    let texts = [
        format!("cells={bare} {next}"),
        format!("cells={bare} {}", empty("1,0,0")),
        format!("cells={bare} {next} stage=remove"),
        format!("cells={} {next}", full("Wd4 Gd5")),
        format!("cells={} {next} stage=jump-d4", full("Wd4 Gd5")),
        format!("cells={bare} {}", empty("0,0,0")),
        format!("overlook cells={bare} {next}"),
        format!("overlook cells={bare} {}", empty("1,0,0")),
        format!("overlook cells={} {next} stage=capture", full("Wd4 Gd5")),
        format!(
            "overlook cells={} {next} claim={}:0,0,1:0,0,0/0,0,0",
            only("Wd4 Gd5 Bd6"),
            only("Wd4 Gd5 d6")
        ),
        format!("cells={bare} {}", empty("3,3,3")),
        format!("cells={bare} {}", empty("4,0,0")),
        format!("cells={bare} {}", empty("0,5,0")),
        format!("cells={bare} {}", empty("0,0,6")),
        format!("cells={} {next}", only("Wd4")),
        format!("cells={bare} {} passes=2", empty("0,0,0")),
        format!("cells={bare} {} seen={repeated};{repeated}", empty("0,0,0")),
    ];
    let keys: Vec<&str> = texts.iter().map(|text| prompt(&game(text)).0).collect();
    assert_eq!(keys, Zertz::PROMPTS);
    // And no other prompt occurs in play.
    let mut met = BTreeSet::new();
    for setup in ["", "blitz", "overlook", "blitz overlook"] {
        random_games(setup, 60, |_, _, game| {
            met.insert(prompt(game).0);
        });
    }
    let listed: BTreeSet<&str> = Zertz::PROMPTS.iter().copied().collect();
    assert!(met.is_subset(&listed), "{met:?}");
    assert!(met.len() > 10, "{met:?}");
}
