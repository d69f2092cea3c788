//! Records of other sites: each format, its traps, garbage, and our own SGF.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use mohreh_foreign::{Imported, read, to_sgf};
use mohreh_games::record::RecordError;
use mohreh_games::{Kind, Record};
use mohreh_laws::{Rng, random_start, random_tree};
use proptest::prelude::*;

fn one(text: &str) -> Result<Imported, RecordError> {
    let mut games = read(text).expect("a known format");
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// A file of boardspace.net with these gestures, one a node: `0 RtoB …` is one of the first player.
fn boardspace(game: &str, variant: &str, gestures: &[&str]) -> String {
    let nodes = gestures.iter().map(|gesture| {
        let (player, words) = gesture.split_once(' ').unwrap();
        format!("; P{player}[{words}]TM[100]\n")
    });
    let nodes: String = nodes.collect();
    format!(
        " (;\nGM[{game}]VV[2]\nSU[{variant}]\nRE[Game won by Sara Jr]\nP0[id \"Sara\"]\nP1[id \"Sara Jr\"]\n\
         ; P-1[a note with \\[brackets\\]]\n{nodes};\nP0[time 0:01:00 ]\nP1[time 0:01:00 ]\n)\n"
    )
}

/// The steps of a file, and its result.
fn check(file: &str, steps: &str, result: &str) -> Record {
    let record = one(file).unwrap_or_else(|error| panic!("{error}\n{file}")).record;
    assert_eq!(record.steps().join(" "), steps, "{file}");
    assert_eq!(record.header("result"), Some(result), "{file}");
    record
}

fn check_error(file: &str, step: Option<usize>, key: &str) {
    let error = one(file).expect_err(file);
    assert_eq!((error.step, error.error.reason().key()), (step, key), "{error}");
}

#[test]
fn zertz_turns_are_settled_as_a_whole() {
    // The ring first, a marble shifted, a ring put back, gestures in any case, blanks repeated.
    let gestures = [
        "0 1 Start P0",
        "0 2 R- A  4",
        "0 3 rtob 2 0 D 4",
        "0 4 BtoB D 4 D 5",
        "0 5 Done ",
        "1 6 RtoB 2 2 C 3",
        "1 7 R- A 1",
        "1 8 R+ A 1",
        "1 9 r- g 1",
        "1 10 Pick 2 0",
        "1 11 done",
    ];
    let record = check(&boardspace("22", "Zertz", &gestures), "Wd5 -a4 Bc3 -g1", "2 1");
    assert_eq!(record.header("player 2"), Some("Sara Jr"));
    // Without `Done` a turn ends when the other player acts; whoever acts first has the first seat.
    let gestures = ["1 RtoB 2 0 D 4", "1 R- A 1", "0 R- A 2", "0 RtoB 2 1 D 5", "1 BtoB D 4 D 6"];
    let record = check(&boardspace("22", "Zertz", &gestures), "Wd4 -a1 Gd5 -a2 d4xd6", "1 2");
    assert_eq!(record.header("player 1"), Some("Sara Jr"));
    // A jump taken back.
    let gestures = [
        "0 RtoB 2 0 D 4",
        "0 R- A 1",
        "0 Done",
        "1 RtoB 2 1 D 5",
        "1 R- A 2",
        "1 Done",
        "0 BtoB D 4 D 6",
        "0 BtoB D 6 D 4",
        "0 BtoB D 4 D 6",
        "0 Done",
    ];
    check(&boardspace("22", "Zertz+11", &gestures), "Wd4 -a1 Gd5 -a2 d4xd6", "2 1");
}

#[test]
fn resigning_and_its_traps() {
    let turn = ["0 1 RtoB 2 0 D 4", "0 2 R- A 1", "0 3 Done"];
    let with = |more: &[&str]| boardspace("22", "Zertz", &[&turn[..], more].concat());
    check(&with(&["1 4 RtoB 2 0 D 5", "1 5 Resign", "1 6 Done"]), "Wd4 -a1", "1 2");
    check(
        &with(&["1 4 Resign", "1 5 Resign", "1 6 RtoB 2 0 C 3", "1 7 R- A 2", "1 8 Done"]),
        "Wd4 -a1 Wc3 -a2",
        "2 1",
    );
    check(&with(&["1 4 Resign", "1 4 Resign"]), "Wd4 -a1", "1 2");
    check(&with(&["0 5 WinOnTime"]), "Wd4 -a1", "1 2");
    check(&with(&["1 4 Edit", "1 5 RtoB 2 0 D 4"]), "Wd4 -a1", "2 1");
    check(&with(&["0 4 OfferDraw", "1 5 AcceptDraw"]), "Wd4 -a1", "1 1");
}

#[test]
fn marbles_given_away_make_a_position() {
    let gestures = ["0 Edit", "1 RtoR 2 0 1", "0 Start P0", "0 RtoB 2 0 D 4", "0 R- A 1", "0 Done"];
    let record = check(&boardspace("22", "Zertz+H", &gestures), "Wd4 -a1", "2 1");
    assert!(record.setup().contains("supply=5,8,10 own=0,0,0/1,0,0"), "{}", record.setup());
    let laid = ["0 Edit", "0 RtoB 2 0 D 4", "0 Start P0", "0 RtoB 2 0 D 5"];
    check_error(&boardspace("22", "Zertz", &laid), Some(1), "wrong-foreign-edit");
}

#[test]
fn what_cannot_be_expressed_is_named() {
    let two = ["0 RtoB 2 0 D 4", "0 RtoB 2 0 D 5", "0 Done"];
    check_error(&boardspace("22", "Zertz", &two), Some(2), "wrong-foreign-two-marbles");
    let bad = ["0 RtoB 2 0 D 4", "0 R- D 5", "0 Done"];
    check_error(&boardspace("22", "Zertz", &bad), Some(3), "wrong-foreign-illegal");
    check_error(&boardspace("22", "Zertz", &["0 Juggle 7"]), Some(1), "wrong-foreign-gesture");
    check_error(&boardspace("22", "Zertz+xx", &[]), None, "wrong-foreign-variant");
    check_error(&boardspace("77", "Chess", &[]), None, "wrong-foreign-game");
    check_error("(;GM[22]SU[Zertz]", None, "wrong-foreign-sgf");
    check_error("()", None, "wrong-foreign-empty");
    check_error("recordedHistory story Zertz+11 0", None, "wrong-foreign-server-log");
    check_error("{\"logs\": [", None, "wrong-foreign-json");
    check_error(
        &format!("(;C[{}])", "x".repeat(mohreh_foreign::MAX_LEN)),
        None,
        "wrong-foreign-long",
    );
    assert!(read("game: yinsh").is_none());
}

#[test]
fn yinsh_parts_are_settled() {
    let mut gestures: Vec<String> = vec!["0 Start White".into()];
    let rings = ["E 2", "K 7", "A 2", "A 3", "A 4", "A 5", "J 5", "J 6", "B 7", "C 8"];
    for (n, ring) in rings.iter().enumerate() {
        let (player, colour) = (n % 2, ["wr", "br"][n % 2]);
        match n {
            // Taken up and put down again.
            3 => {
                gestures.push(format!("{player} pick {colour}"));
                gestures.push(format!("{player} drop board B 2"));
                gestures.push(format!("{player} pick board B 2"));
                gestures.push(format!("{player} drop board {ring}"));
            }
            _ => gestures.push(format!("{player} place {colour}  {ring}")),
        }
        gestures.push(format!("{player} Done "));
    }
    for more in [
        "0 place w E 2",
        "0 drop board E 4",
        "0 pick board E 4",
        "0 drop board E 3",
        "0 Done",
        "1 move K 7 K 8",
        "1 Done",
        "0 pick w",
        "0 drop board E 3",
        "0 drop board E 4",
        "0 Done",
        "1 pick b",
        "1 drop b",
        "1 move K 8 K 9",
        "1 Done",
        "0 move E 4 E 5",
        "0 Done",
        "1 move K 9 K 10",
        "1 Done",
        "0 move E 5 E 6",
        "0 Done",
        "1 move C 8 C 7",
        "1 Done",
        "0 move E 6 E 7",
        "0 Done",
        "0 remove w E 6 E 2",
        "0 Done",
        "0 remove wr E 7",
        "0 Done",
    ] {
        gestures.push(more.into());
    }
    let gestures: Vec<&str> = gestures.iter().map(String::as_str).collect();
    let steps = "e2 k7 a2 a3 a4 a5 j5 j6 b7 c8 e2-e3 k7-k8 e3-e4 k8-k9 e4-e5 k9-k10 e5-e6 c8-c7 \
        e6-e7 xe2-e6 *e7";
    check(&boardspace("24", "Yinsh-Blitz", &gestures), steps, "1 2");
    // What follows the end by our rules is left out, and said.
    let longer = [&gestures[..], &["1 move C 7 C 6", "1 Done"]].concat();
    let imported = one(&boardspace("24", "Yinsh-Blitz", &longer)).unwrap();
    assert_eq!(imported.record.steps().join(" "), steps);
    assert_eq!(imported.left_out[0].error.reason().key(), "wrong-foreign-after-end");
}

/// The first legal steps of a TZAAR setup, as gestures of both kinds.
#[test]
fn tzaar_arrangements_and_actions() {
    for (variant, setup) in [
        ("Tzaar-standard 0", "fixed".to_string()),
        (
            "Tzaar-random 1",
            "pieces=rTzrZTRtTTTzZtTtrrRZTrzTtzTZtTRrtRZTtTRztttRrRTZzRtttTTtrtrR".into(),
        ),
    ] {
        let mut game = mohreh_games::AnyGame::start(Kind::Tzaar, &setup).unwrap();
        let place = |point: &str| format!("{} {}", point[..1].to_uppercase(), &point[1..]);
        let (mut gestures, mut steps) = (Vec::new(), Vec::new());
        for (player, by_hand) in [(0, true), (1, false), (1, true)] {
            let step = game.steps().into_iter().find(|step| step != "-").unwrap();
            let (from, to) = step.split_once(['x', '+']).unwrap();
            if by_hand {
                gestures.push(format!("{player} Pickb {}", place(from)));
                gestures.push(format!("{player} Dropb {}", place(to)));
            } else {
                gestures.push(format!("{player} Capture {} {}", place(from), place(to)));
            }
            if steps.len() != 1 {
                gestures.push(format!("{player} Done "));
            }
            game.play(&step).unwrap();
            steps.push(step);
        }
        let gestures: Vec<&str> = gestures.iter().map(String::as_str).collect();
        check(&boardspace("Tzaar", variant, &gestures), &steps.join(" "), "2 1");
    }
}

#[test]
fn tzaar_of_little_golem() {
    let pos = "c".repeat(15)
        + &"b".repeat(9)
        + &"a".repeat(6)
        + &"C".repeat(15)
        + &"B".repeat(9)
        + &"A".repeat(6);
    let file = format!("(;FF[TZAAR]VA[RANDOM]EV[t.1]PB[?]PW[Sara]POS[{pos}]SO[x];W[nppo])");
    let error = one(&file).unwrap_err();
    assert_eq!(error.step, Some(1), "{error}");
    let file = file.replace(";W[nppo]", "");
    let record = check(&file, "", "unfinished");
    // Columns run downwards there, and small letters are White.
    assert!(record.setup().starts_with("pieces=TTTTT"), "{}", record.setup());
    assert_eq!(record.header("event"), Some("t.1"));
    check_error("(;FF[TZAAR]POS[abc])", None, "wrong-foreign-arrangement");
}

#[test]
fn yinsh_of_board_game_arena() {
    let notice = |player: u32, from: &str, to: &str| {
        format!(
            r#"{{"type":"move","log":"…","args":{{"player_id":"{player}","locationFrom":"{from}","locationTo":"{to}"}}}}"#
        )
    };
    let undo =
        |log: &str| format!(r#"{{"type":"restartUndo","log":"{log}","args":{{"player_id":100}}}}"#);
    let rings = ["E2", "K7", "A2", "A3", "A4", "A5", "J5", "J6", "B7", "C8"];
    let mut notices: Vec<String> = Vec::new();
    for (n, ring) in rings.iter().enumerate() {
        notices.push(notice([100, 200][n % 2], "@0", ring));
    }
    notices.push(notice(100, "@1", "E2"));
    notices.push(notice(100, "E2", "E5"));
    notices.push(undo("${player_name} takes back their last move"));
    notices.push(notice(100, "E2", "E4"));
    notices.push(undo("${player_name} restarts their turn"));
    notices.push(notice(100, "@1", "E2"));
    notices.push(notice(100, "E2", "E3"));
    notices.push(r#"{"type":"gameEnd","args":{"player_id":200}}"#.to_string());
    let file = format!(
        r#"{{"status":1,"data":{{"players":[{{"id":100,"name":"Sara"}},{{"id":"200","name":"Bahram"}}],
        "logs":[{{"data":[{}]}}]}}}}"#,
        notices.join(",")
    );
    let record = check(&file, "e2 k7 a2 a3 a4 a5 j5 j6 b7 c8 e2-e3", "2 1");
    assert_eq!(record.header("player 1"), Some("Sara"));
}

#[test]
fn a_collection_of_our_own() {
    let records =
        ["yinsh||e5 (f6 'a]b\\\\c') d4", "zertz|rings=48|Wd4 -a1", "rotas|seats=3|leave2 r"];
    let records = records.map(|line| Record::from_line(line).unwrap());
    let sgf: String = records.iter().map(to_sgf).collect();
    let again: Vec<Record> =
        read(&sgf).unwrap().into_iter().map(|game| game.unwrap().record).collect();
    assert_eq!(again, records);
}

/// Cuts and changes bytes of a valid file.
fn damage(text: &str, changes: &[(u16, u8)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for &(place, change) in changes {
        let at = usize::from(place) % chars.len().max(1);
        match change % 4 {
            0 => chars.truncate(at),
            1 if at < chars.len() => drop(chars.remove(at)),
            2 => chars
                .insert(at, "()[];\\ 09AaPx\n\"{}:".chars().nth(usize::from(change) % 18).unwrap()),
            _ if at < chars.len() => chars[at] = char::from(change),
            _ => {}
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_survives_sgf(kind in prop::sample::select(Kind::ALL), seed in any::<u64>(), edits in 0_usize..120) {
        let mut rng = Rng::new(seed);
        let setup = *rng.one_of(kind.samples());
        let start = if seed % 3 == 0 { random_start(kind, setup, &mut rng, 40) } else { setup.to_string() };
        let mut record = random_tree(kind, &start, &mut rng, edits);
        record.set_header("player 1", "سارا ] \\ (").unwrap();
        record.set_header("odd key", "a: b").unwrap();
        let sgf = to_sgf(&record);
        let again = one(&sgf).unwrap_or_else(|error| panic!("{error}\n{sgf}"));
        prop_assert_eq!(&again.record, &record, "\n{}", sgf);
        prop_assert_eq!(to_sgf(&again.record), sgf);
    }

    #[test]
    fn damaged_files_are_errors_or_games(
        seed in any::<u64>(),
        changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..6),
    ) {
        let zertz = boardspace("22", "Zertz+11", &["0 Start P0", "0 RtoB 2 0 D 4", "0 R- A 1", "0 Done", "1 Resign"]);
        let yinsh = boardspace("24", "Yinsh", &["0 place wr E 2", "0 Done", "1 place br K 7", "1 Done", "0 pick wr", "0 drop board F 3", "0 pass"]);
        let tzaar = boardspace("Tzaar", "Tzaar-random 7", &["0 Pickb A 1", "0 Dropb A 2", "0 Pass", "0 Done"]);
        let json = r#"{"data":{"players":[],"logs":[{"data":[{"type":"move","args":{"locationTo":"A2"}}]}]}}"#.to_string();
        let mut rng = Rng::new(seed);
        let own = to_sgf(&random_tree(Kind::Zertz, "", &mut rng, 20));
        for file in [zertz, yinsh, tzaar, json, own] {
            for game in read(&damage(&file, &changes)).unwrap_or_default() {
                match game {
                    Ok(game) => mohreh_laws::check_tree(&game.record),
                    Err(error) => prop_assert!(error.to_string().len() < 2_000),
                }
            }
        }
    }

    #[test]
    fn garbage_is_refused(text in "[(;]{0,3}[A-Z\\[\\]();{}\"a-z0-9 \\\\-]{0,80}") {
        for game in read(&text).unwrap_or_default().into_iter().flatten() {
            mohreh_laws::check_tree(&game.record);
        }
    }
}

#[test]
fn long_files_take_linear_time() {
    for brick in ["(", "(;", ";P0[1 RtoB 2 0 D 4]", ";P0[Resign]", ")", "[", "A[", "\\"] {
        let text = format!("(;GM[22]SU[Zertz]{}", brick.repeat(1_000_000 / brick.len()));
        for game in read(&text).unwrap_or_default() {
            let _ = game;
        }
    }
}
