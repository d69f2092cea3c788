//! Dice: R6, R7, R9, R17, R18, and exact probabilities.

use super::*;

#[test]
fn r06_five_rolls_at_most_of_any_dice() {
    let mut game = start("");
    assert_eq!(steps(&game), ["r"]);
    for roll in 1..=5 {
        let left = game.scene().rolls_left;
        assert_eq!(left, Some(6 - roll), "before roll {roll}");
        game = after(&game, if roll == 1 { "r" } else { "r1,2" });
        assert_eq!((status(&game), key(&game)), ("to-roll".into(), "rotas-dice-fall"));
        // Neither of these outcomes can be placed.
        game = after(&game, if roll % 2 == 1 { "=12346" } else { "=21346" });
        assert_eq!(status(&game), "to-move 1");
        let rolls_on: BTreeSet<String> =
            steps(&game).into_iter().filter(|step| step.starts_with('r')).collect();
        assert_eq!(rolls_on, if roll < 5 { rolls() } else { words("") }, "after roll {roll}");
    }
    assert_eq!(game.scene().rolls_left, Some(0));
    refuses(&game, "r r1");
    // A kept die may be rolled later.
    let kept = after(&start(""), "r =12346 r1 =52346");
    assert_eq!(steps(&after(&kept, "r2")).len(), 6);
}

#[test]
fn r06_every_fall_of_the_rolling_dice_is_equally_likely() {
    let thrown = after(&start(""), "r =12346");
    for choice in rolls() {
        let rolling = after(&thrown, &choice);
        let moving = |place: usize| choice == "r" || choice.contains(&(place + 1).to_string());
        let count = (0..5).filter(|place| moving(*place)).count() as u32;
        let falls = steps(&rolling);
        assert_eq!(falls.len(), 6usize.pow(count), "{choice}");
        let faces = |fall: &str, place: usize| fall.as_bytes()[place + 1];
        for place in (0..5).filter(|place| !moving(*place)) {
            assert!(falls.iter().all(|fall| faces(fall, place) == faces("=12346", place)));
        }
        for (place, die) in rolling.scene().dice.iter().enumerate() {
            assert_eq!(die.face.is_none(), moving(place), "{choice}");
        }
        // The random draws map one-to-one to the outcomes.
        let drawn: BTreeSet<String> = (0..6u32.pow(count))
            .map(|n| {
                let mut rest = n;
                let fall = rolling.roll(&mut |below| {
                    assert_eq!(below, 6);
                    let face = rest % 6;
                    rest /= 6;
                    face
                });
                fall.unwrap().to_string()
            })
            .collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), falls, "{choice}");
    }
    let rolling = after(&thrown, "r2,4");
    refuses(&rolling, "=22346 =12345 r r1 @a1 lose");
    assert_eq!(thrown.roll(&mut |_| 0), None, "no roll is due");
}

#[test]
fn r07_only_the_present_dice_count() {
    let fives = after(&start(""), "r =55555");
    assert!(figures(&fives, &SIX).contains("5"));
    let given_up = after(&fives, "r1 =15555");
    assert_eq!(figures(&given_up, &SIX), words("3 4 P1 P2 P3 P4 P5 P6"));
    let gone = after(&given_up, "r2,3,4 =12345");
    assert_eq!(figures(&gone, &SIX), words("S"));
    // Legal steps depend on the current dice only.
    assert_eq!(places(&gone), places(&rolled("", &stacks(&SIX, ""), 1, "54321")));
}

fn check_makes(options: &str, table: &[(&str, &str)]) {
    for &(dice, expected) in table {
        let game = rolled(options, &stacks(&EVERY, ""), 1, dice);
        assert_eq!(figures(&game, &EVERY), words(expected), "{dice} {options}");
    }
}

const PAIRS: &str = "P1 P2 P3 P4 P5 P6";

#[test]
fn r09_what_dice_make() {
    let with = |rest: &str| format!("{rest} {PAIRS}");
    let (three, four, house) = (with("3"), with("3 4"), with("3 H"));
    let (five, strict) = (with("3 4 5 H"), with("3 4 5"));
    check_makes(
        "",
        &[
            ("12346", ""),
            ("13456", ""),
            ("12345", "S"),
            ("64253", "S"),
            ("23456", "S"),
            ("34561", ""),
            ("45612", ""),
            ("11346", PAIRS),
            ("11334", PAIRS),
            ("61616", &house),
            ("22231", &three),
            ("25222", &four),
            ("44444", &five),
        ],
    );
    check_makes("strict-house", &[("44444", &strict), ("44422", &house), ("44442", &four)]);
}

/// All 7,776 outcomes with every option, against [`makes`].
#[test]
fn r09_what_dice_make_of_every_throw() {
    let tokens = tokens(&EVERY);
    for options in ["", "strict-house", "hard-pairs", "hard-pairs strict-house"] {
        let thrown = after(&start(&format!("board={} {options}", EVERY.join("/"))), "r");
        for dice in all_dice() {
            let fall = format!("={dice}").parse().unwrap();
            let mut game = thrown.clone();
            game.play_unchecked(fall);
            for (cell, token) in &tokens {
                let place = format!("@{cell}").parse().unwrap();
                let expected = makes(token, &dice, options);
                assert_eq!(game.is_legal(place), expected, "{token} of {dice} {options}");
            }
        }
    }
}

#[test]
fn r17_hard_pairs_take_only_their_own_number() {
    check_makes(
        "hard-pairs",
        &[
            ("44123", "P4"),
            ("44116", "P1 P4"),
            ("44422", "3 H P2 P4"),
            ("44441", "3 4 P4"),
            ("66666", "3 4 5 H P6"),
            ("12345", "S"),
        ],
    );
    check_makes("", &[("44123", PAIRS)]);
}

#[test]
fn r18_advanced_and_hard_pairs_are_independent() {
    for (advanced, hard) in [(false, false), (false, true), (true, false), (true, true)] {
        let word = |on: bool, word: &'static str| if on { word } else { "" };
        let options = format!("{} {}", word(advanced, "advanced"), word(hard, "hard-pairs"));
        // P4 is c2 and holds three pieces; P1 is d3 and is empty.
        let game = rolled(&options, &stacks(&EVERY, "c2=121"), 3, "44123");
        let mut expected = words("d3 a2 b2 c2 d2 a1");
        if hard {
            expected = words("c2");
        }
        if advanced {
            expected.remove("c2");
        }
        assert_eq!(places(&game), expected, "{options}");
    }
}

/// Probability of a combination within 1 to 5 rolls under optimal re-rolls, from the legal
/// placements.
fn odds(options: &str, token: &str) -> [f64; 5] {
    let tokens = tokens(&EVERY);
    let cell = tokens.iter().find(|(_, other)| *other == token).unwrap().0;
    let place: Step = format!("@{cell}").parse().unwrap();
    let thrown = after(&start(&format!("board={} {options}", EVERY.join("/"))), "r");
    let mut met: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
    for dice in all_dice() {
        let mut game = thrown.clone();
        game.play_unchecked(format!("={dice}").parse().unwrap());
        let mut sorted = dice.into_bytes();
        sorted.sort_unstable();
        let won = f64::from(u8::from(game.is_legal(place)));
        assert_eq!(*met.entry(sorted).or_insert(won), won, "the order of dice does not matter");
    }
    assert_eq!(met.len(), 252);
    let mut value = met.clone();
    let mut odds = [0.0; 5];
    for probability in &mut odds {
        // Backward induction: the expectation for each set of kept dice, then the best set to keep.
        let mut expected: BTreeMap<Vec<u8>, f64> = value.clone();
        for kept in (0..5).rev() {
            for dice in multisets(kept) {
                let more = (b'1'..=b'6').map(|face| {
                    let mut dice = dice.clone();
                    dice.push(face);
                    dice.sort_unstable();
                    expected[&dice]
                });
                let mean = more.sum::<f64>() / 6.0;
                expected.insert(dice, mean);
            }
        }
        *probability = expected[&Vec::new()];
        for (dice, value) in &mut value {
            let keep = |bits: u32| -> Vec<u8> {
                (0..5).filter(|n| bits >> n & 1 == 1).map(|n| dice[n]).collect()
            };
            let best = (0..31).map(|bits| expected[&keep(bits)]).fold(0.0, f64::max);
            *value = if met[dice] == 1.0 { 1.0 } else { best };
        }
    }
    odds
}

fn multisets(count: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|dice: &Vec<u8>| {
                let from = dice.last().copied().unwrap_or(b'1');
                (from..=b'6').map(move |face| [dice.as_slice(), &[face]].concat())
            })
            .collect();
    }
    all
}

#[test]
fn r09_the_odds_of_each_combination() {
    for (options, token, expected) in [
        ("", "P4", [0.907407, 0.991427, 0.999206, 0.999926, 0.999993]),
        ("hard-pairs", "P4", [0.196245, 0.483182, 0.698839, 0.833897, 0.911510]),
        ("", "3", [0.212963, 0.541324, 0.743195, 0.857147, 0.920620]),
        ("", "H", [0.039352, 0.194102, 0.366145, 0.513995, 0.637145]),
        ("strict-house", "H", [0.038580, 0.191222, 0.362883, 0.512133, 0.635982]),
        ("", "4", [0.020062, 0.132302, 0.290794, 0.448007, 0.583600]),
        ("", "S", [0.030864, 0.129747, 0.261095, 0.390377, 0.508875]),
        ("", "5", [0.000772, 0.012631, 0.046029, 0.100575, 0.170507]),
    ] {
        for (rolls, (odds, expected)) in (1..).zip(odds(options, token).iter().zip(expected)) {
            assert!((odds - expected).abs() < 6e-7, "{token} {options}, {rolls} rolls: {odds}");
        }
    }
}
