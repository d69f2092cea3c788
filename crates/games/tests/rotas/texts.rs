//! Text forms of setups, steps and positions, and the prompts.

use super::*;

#[test]
fn setup_texts_are_printed_in_one_way() {
    let (six, six_b, small) = (SIX.join("/"), SIX_B.join("/"), SMALL.join("/"));
    let every = EVERY.join("/");
    for (text, printed) in [
        (String::new(), String::new()),
        ("seats=2 board=six".into(), String::new()),
        ("strict-house  advanced\thard-pairs".into(), "advanced hard-pairs strict-house".into()),
        ("advanced board=small seats=3".into(), "seats=3 board=small advanced".into()),
        ("hard-pairs seats=4".into(), "seats=4 hard-pairs".into()),
        (format!("board={six}"), String::new()),
        (format!("board={six_b}"), "board=six-b".into()),
        (format!("advanced board={small}"), "board=small advanced".into()),
        (format!("advanced board={every}"), format!("board={every} advanced")),
    ] {
        let setup: Setup = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(setup.to_string(), printed, "{text:?}");
        assert_eq!(printed.parse(), Ok(setup));
    }
}

#[test]
fn setup_texts_are_refused_with_the_reason() {
    for (text, found, why) in [
        ("blitz", "blitz", "unknown"),
        ("Advanced", "Advanced", "unknown"),
        ("hard_pairs", "hard_pairs", "unknown"),
        ("advanced advanced", "advanced", "twice"),
        ("seats=2 seats=2", "seats=2", "twice"),
        ("board=six board=small", "board=small", "twice"),
        ("seats", "seats", "value"),
        ("seats=5", "5", "2, 3 or 4"),
        ("board", "board", "value"),
        ("board=Six", "Six", "expected a cell"),
        ("advanced=1", "advanced=1", "alone"),
        ("hard-pairs=", "hard-pairs=", "alone"),
    ] {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!(error.found().first().map_or("", String::as_str), found, "{text:?}: {error}");
        assert!(error.to_string().contains(why), "{text:?}: {error}");
    }
}

#[test]
fn step_texts_are_read_without_the_position() {
    for text in [
        "r", "r1", "r5", "r2,4", "r1,2,3,4", "r2,3,4,5", "=13356", "@a1", "@c12", "@l12", "lose",
        "leave1", "leave4",
    ] {
        let step: Step = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(step.to_string(), text);
    }
    for text in [
        "",
        "R",
        "r0",
        "r6",
        "r1,1",
        "r4,2",
        "r1,2,3,4,5",
        "r12",
        "r1,",
        "r,1",
        "r1 2",
        "=",
        "=12",
        "=123456",
        "=12347",
        "=01234",
        "=1 345",
        "13356",
        "@",
        "@m1",
        "@a0",
        "@a13",
        "@A1",
        "@a01",
        "@1a",
        "a1",
        "Lose",
        "lose ",
        "leave",
        "leave0",
        "leave5",
        "leave01",
        "leave12",
        "leave 1",
        "Leave1",
        "leaves1",
        "pass",
        "place",
    ] {
        let error = text.parse::<Step>().expect_err(text);
        assert_eq!(error.found().first().map_or("", String::as_str), text);
    }
    // A well-formed step of another board is rejected when it is played.
    refuses(&after(&start(""), "r =66666"), "@g1 @a7 @l12");
    refuses(&rolled("", &stacks(&EVERY, ""), 1, "66666"), "@b1 @d1");
}

#[test]
fn the_example_turn_of_the_notation() {
    let game = after(&start(""), "r =13356 r1,4,5 =43336 @f4");
    assert_eq!(pieces(&game), BTreeMap::from([("f4".to_string(), "1".to_string())]));
    assert_eq!(tokens(&SIX)["f4"], "3");
    // Re-rolling one or the other of two equal dice are different steps.
    let twice = after(&start(""), "r =13356");
    assert_ne!(after(&twice, "r2 =11356"), after(&twice, "r3 =13156"));
}

#[test]
fn position_texts_are_refused_when_they_contradict_themselves() {
    let bare = stacks(&SIX, "");
    let good = format!("{bare} hand=5/5 turn=1 rolls=2 dice=12345");
    assert!(good.parse::<Rotas>().is_ok());
    let line = stacks(&SIX, "a1=1 b1=1 c1=1 d1=1");
    for (text, why) in [
        ("hand=15/15 turn=1".to_string(), "missing"),
        (format!("{good} turn=1"), "twice"),
        (format!("{good} supply=1,1,1"), "unknown"),
        (good.replace("hand=5/5", "hand=5/4"), "seat after seat"),
        (good.replace("hand=5/5", "hand=5/5/5"), "2 numbers of pieces"),
        (good.replace("hand=5/5", "hand=16/16"), "0 to 15"),
        (good.replace("turn=1", "turn=2"), "seat after seat"),
        (good.replace("turn=1", "turn=3"), "seat from 1 to 2"),
        (good.replace("rolls=2", "rolls=0"), "leave it out"),
        (good.replace("rolls=2", "rolls=6"), "0 to 5"),
        (good.replace("rolls=2", "rolls=5").replace("12345", "1234-"), "five rolls"),
        (good.replace(" dice=12345", ""), "missing"),
        (good.replace(" rolls=2", ""), "before the first roll"),
        (good.replace("12345", "1234"), "five dice"),
        (good.replace("12345", "12347"), "five dice"),
        (format!("{line} hand=5/5 turn=1 rolls=1 dice=12345"), "over"),
        (format!("{} hand=5/5 turn=1", stacks(&SIX, "a1=3")), "seats 1 to 2"),
        (format!("{} hand=5/5 turn=1", stacks(&SIX, "a1=.")), "no hole"),
        (format!("{} hand=5/5 turn=1", stacks(&EVERY, "d1=1")), "a hole"),
        (format!("{} hand=5/5 turn=1", stacks(&EVERY, "d1=-")), "a hole"),
    ] {
        let error = text.parse::<Rotas>().expect_err(&text);
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
}

/// The text carries the whole state: dice, number of rolls and seat to move.
#[test]
fn position_texts_carry_all_that_the_rules_remember() {
    for setup in ["", "seats=4 advanced", "board=small hard-pairs seats=3"] {
        random_games(setup, 6, |before, step, after| {
            let mut read = game(&before.to_string());
            assert_eq!(read, *before);
            read.play_unchecked(step.parse().unwrap());
            assert_eq!(read, *after, "{step} in {before}");
        });
    }
}

#[test]
fn every_prompt_can_be_reached() {
    let bare = stacks(&EVERY, "");
    let turn = "hand=5/5 turn=1";
    let texts = [
        format!("{bare} {turn}"),
        format!("{bare} {turn} dice=-----"),
        format!("{bare} {turn} rolls=1 dice=66666"),
        format!("{bare} {turn} rolls=4 dice=12346"),
        format!("{bare} {turn} rolls=5 dice=66666"),
        format!("{bare} {turn} rolls=5 dice=12346"),
        format!("advanced {} hand=1/1 turn=1 rolls=1 dice=12346", stacks(&TIGHT, FULL)),
        format!("{} {turn}", stacks(&EVERY, "a4=1 b4=1 c4=1 d4=1")),
        format!("{} {turn}", stacks(&EVERY, "a3=1 b3=1 c3=1")),
        format!("{} hand=0/0 turn=1", stacks(&EVERY, "a4=1")),
        format!("{} hand=0/0 turn=1", stacks(&EVERY, "a4=1 b4=2")),
        format!("seats=3 {bare} hand=5/5/5 out=2,3 turn=1"),
    ];
    let keys: Vec<&str> = texts.iter().map(|text| key(&game(text))).collect();
    assert_eq!(keys, Rotas::PROMPTS);
    // And no other prompt occurs in play.
    let mut met = BTreeSet::new();
    for setup in ["", "advanced", "seats=4 board=small"] {
        random_games(setup, 40, |_, _, game| {
            met.insert(key(game));
        });
    }
    let listed: BTreeSet<&str> = Rotas::PROMPTS.iter().copied().collect();
    assert!(met.is_subset(&listed), "{met:?}");
    assert!(met.len() > 7, "{met:?}");
}
