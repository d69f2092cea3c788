//! The text format.

use super::*;

#[test]
fn the_text_form_is_written_as_it_is_read() {
    let texts = [
        "game: zertz\n\n1. Wd4 -a1\n2. Gd3 -a2\n",
        "game: zertz\nsetup: rings=61\nplayer 1: Sara\nplayer 2: Bahram\n\n; hello\n1. Wd4 -a1\n",
        "game: tzaar\nresult: unfinished\n\n1. e4xd4\n2. f4xf5 -\n3. d5xe6\n",
        "game: yinsh\nsetup: blitz\nevent: a: b; c\n\n1. e5\n2. f6  ; close by\n; and more\n3. g7\n",
        "game: rotas\n\n1. r =13356 r1,4,5 =43336 @f4  ; three alike\n2. r\n",
        "game: yinsh\n\n",
        "game: yinsh\n\n; nothing was played\n",
    ];
    for text in texts {
        check_written(&read_one(text), text);
    }
}

#[test]
fn a_turn_is_all_that_one_seat_does() {
    let record = from_line(&format!("yinsh|blitz|{BLITZ}"));
    assert_eq!(record.turns().len(), 19);
    let text = record.to_string();
    assert!(text.ends_with("\n18. c8-c7\n19. e6-e7 xe2-e6 *e7\n"), "{text}");
    let record = from_line("rotas|seats=3|r =13356 r1,4,5 =43336 @f4 r =11111 r2 =16111");
    assert_eq!(record.turns().len(), 2);
    let text = record.to_string();
    assert!(text.ends_with("\n1. r =13356 r1,4,5 =43336 @f4\n2. r =11111 r2 =16111\n"), "{text}");
}

/// A seat may leave in another seat's turn; in its own, the turn ends.
#[test]
fn leave_steps_begin_no_turn() {
    for (steps, turns, text) in [
        ("r =13356 leave3 r1 leave4 =23356", vec![0], "1. r =13356 leave3 r1 leave4 =23356"),
        // Between two turns it is written with the first.
        (
            "r =33356 @f4 leave4 r =66666 @e5 r",
            vec![0, 4, 7],
            "1. r =33356 @f4 leave4\n2. r =66666 @e5\n3. r",
        ),
        // In one's own turn.
        ("r =33356 leave1 r =66666", vec![0, 3], "1. r =33356 leave1\n2. r =66666"),
        ("r leave1 leave2 r leave3", vec![0, 3], "1. r leave1 leave2\n2. r leave3"),
        ("r =33356 @f4 leave2 r", vec![0, 4], "1. r =33356 @f4 leave2\n2. r"),
        ("r =33356 @f4 leave2 leave3 r", vec![0, 5], "1. r =33356 @f4 leave2 leave3\n2. r"),
        // Before the first turn.
        ("leave2", vec![], "  leave2"),
        ("leave1 leave3 r =66666", vec![2], "  leave1 leave3\n1. r =66666"),
    ] {
        let line = format!("rotas|seats=4|{steps}");
        let record = from_line(&line);
        assert_eq!(turn_starts(&record), turns, "{line}");
        assert_eq!(record.to_line(), line);
        check_written(&record, &format!("game: rotas\nsetup: seats=4\n\n{text}\n"));
        check_reading(&record);
    }
    // A turn number may precede it, as it may the step that begins the turn.
    let before = "game: rotas\nsetup: seats=4\n\n1. leave4 r =33356 @f4\n2. leave3 r\n";
    let record = read_one(before);
    assert_eq!(turn_starts(&record), [1, 5]);
    let result = "game: rotas\nsetup: seats=3\nresult: 2 2 1\n\n  leave1 leave2\n";
    check_written(&read_one(result), result);
    let late = Record::from_line("rotas|seats=3|leave1 leave2 leave3").unwrap_err();
    assert_eq!(late.to_string(), "step 3: `leave3`: the game is over already, 2 2 1");
    let two = Record::from_line("rotas||leave1").unwrap_err();
    assert_eq!(
        two.to_string(),
        "step 1: `leave1` is not a legal step here (R25). Nobody leaves a game of two: whoever gives up has lost"
    );
}

#[test]
fn any_game_gives_leave_steps() {
    for &kind in Kind::ALL {
        let game = AnyGame::start(kind, "").unwrap();
        let seats = (0..Seat::MOST).map(Seat::new);
        assert_eq!(seats.filter_map(|seat| game.leave_step(seat)).next(), None, "{kind}");
    }
    let mut game = AnyGame::start(Kind::Rotas, "seats=3").unwrap();
    let third = Seat::new(2);
    assert_eq!(game.leave_step(third).as_deref(), Some("leave3"));
    assert_eq!(game.leave_step(Seat::new(3)), None);
    assert_eq!((game.leaver("leave3"), game.leaver("leave4")), (Some(third), None));
    assert_eq!((game.leaver("r"), game.leaver("nonsense")), (None, None));
    assert_eq!(game.touches("leave3"), Some(mohreh_games::show::Touches::default()));
    game.play("leave3").unwrap();
    assert_eq!((game.leave_step(third), game.leaver("leave3")), (None, None));
    assert_eq!(game.touches("leave3"), None);
}

#[test]
fn setups_are_written_in_their_one_form() {
    for text in ["game: tzaar\n", "game: tzaar\nsetup:\n", "game: tzaar\nsetup: fixed\n"] {
        let record = read_one(text);
        assert_eq!(record.setup(), "");
        check_written(&record, "game: tzaar\n\n");
    }
    check_written(&read_one("game:yinsh\nsetup:   blitz  \n"), "game: yinsh\nsetup: blitz\n\n");
}

#[test]
fn blank_lines_and_line_breaks_do_not_matter() {
    let expected = from_line("tzaar||e4xd4 f4xf5 - d5xe6");
    let texts = [
        "game: tzaar\n1. e4xd4\n2. f4xf5 -\n3. d5xe6\n",
        "\n\n  game: tzaar  \n\n\n1. e4xd4\n\n2. f4xf5\n   -\n\n3. d5xe6\n\n\n",
        "game: tzaar\n1. e4xd4 2. f4xf5 - 3. d5xe6",
        "game: tzaar\n\t1.e4xd4\n2.f4xf5  -\n3.d5xe6",
        "game: tzaar\n1.\ne4xd4\n2.\nf4xf5\n-\n3.\nd5xe6",
    ];
    for text in texts {
        assert_eq!(read_one(text), expected, "{text}");
    }
}

#[test]
fn turn_numbers_may_be_left_out() {
    let expected = from_line("tzaar||e4xd4 f4xf5 - d5xe6");
    for body in [
        "e4xd4 f4xf5 - d5xe6",
        "e4xd4\nf4xf5\n-\nd5xe6\n",
        "e4xd4\n2. f4xf5 -\nd5xe6",
        "1. e4xd4 f4xf5 -\n3. d5xe6",
    ] {
        assert_eq!(read_one(&format!("game: tzaar\n\n{body}")), expected, "{body}");
    }
}

#[test]
fn comments_survive_in_every_place() {
    let text = "\
; before the game
game: tzaar
; between the headers
player 1: Sara

; before the first turn
1. ; after a number
e4xd4 ; after the first turn
; on its own line
;
2. f4xf5 ; within a turn
; again
- ;after the pass; with a semicolon: 1. e4xd4
;; two semicolons
3. d5xe6
; at the end
; game: yinsh
";
    let record = read_one(text);
    let expected: [&[&str]; 5] = [
        &["before the game", "between the headers", "before the first turn", "after a number"],
        &["after the first turn", "on its own line"],
        &["within a turn", "again"],
        &["after the pass; with a semicolon: 1. e4xd4", "; two semicolons"],
        &["at the end", "game: yinsh"],
    ];
    for (ply, expected) in expected.into_iter().enumerate() {
        assert_eq!(comments(&record, ply), expected, "after {ply} steps");
    }
    check_written(
        &record,
        "\
game: tzaar
player 1: Sara

; before the game
; between the headers
; before the first turn
; after a number
1. e4xd4  ; after the first turn
; on its own line
2. f4xf5  ; within a turn
; again
  -  ; after the pass; with a semicolon: 1. e4xd4
; ; two semicolons
3. d5xe6  ; at the end
; game: yinsh
",
    );
}

#[test]
fn comments_are_added_in_order_and_line_by_line() {
    let mut record = from_line("yinsh||e5 f6");
    record.comment(2, "end");
    record.comment(0, "start");
    record.comment(1, "  one\n\n two\r\nthree ");
    record.comment(1, "four");
    record.comment(99, "after the end");
    record.comment(0, " \n ");
    assert_eq!(comments(&record, 0), ["start"]);
    assert_eq!(comments(&record, 1), ["one", "two", "three", "four"]);
    assert_eq!(comments(&record, 2), ["end", "after the end"]);
    assert_eq!(comments(&record, 99), [""; 0]);
    check_written(
        &record,
        "game: yinsh\n\n; start\n1. e5  ; one\n; two\n; three\n; four\n2. f6  ; end\n; after the end\n",
    );
}

#[test]
fn a_file_may_hold_several_records() {
    let texts = [
        "game: yinsh\nplayer 1: Sara\n\n; first\n1. e5\n2. f6  ; last of the first\n",
        "game: yinsh\n\n",
        "game: tzaar\nresult: unfinished\n\n1. e4xd4\n",
        "game: zertz\nsetup: rings=48\n\n1. Wd4 -a1\n",
    ];
    for gap in ["", "\n", "\n\n\n"] {
        let records = read(&texts.join(gap));
        let kinds: Vec<Kind> = records.iter().map(Record::kind).collect();
        assert_eq!(kinds, [Kind::Yinsh, Kind::Yinsh, Kind::Tzaar, Kind::Zertz]);
        for (record, text) in records.iter().zip(texts) {
            check_written(record, text);
        }
    }
}

#[test]
fn line_ends_of_other_systems_and_a_byte_order_mark_are_accepted() {
    let text = "game: yinsh\nsetup: blitz\nplayer 1: سارا\n\n; hello\n1. e5  ; one\n2. f6\n\ngame: tzaar\n";
    let expected = read(text);
    for other in [
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
        format!("\u{feff}{}", text.replace('\n', "\r\n")),
        text.trim_end().to_string(),
    ] {
        assert_eq!(read(&other), expected, "{other:?}");
    }
    assert!(!expected[0].to_string().contains('\r'));
}

#[test]
fn a_result_must_not_contradict_the_steps() {
    let blitz = |result: &str, steps: &str| {
        Record::read(&format!("game: yinsh\nsetup: blitz\nresult: {result}\n\n{steps}\n"))
    };
    let (unfinished, _) = BLITZ.rsplit_once(' ').unwrap();
    // A game may end by resignation or agreement.
    for result in ["unfinished", "1 2", "2 1", "1 1"] {
        let read = blitz(result, unfinished).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read[0].headers(), [("result".to_string(), result.to_string())]);
    }
    assert!(blitz("1 2", BLITZ).is_ok());
    for result in ["2 1", "1 1", "unfinished", "1 2 2", "1-0"] {
        let why = format!("line 3: `{result}`: the steps end with the result 1 2");
        assert_eq!(blitz(result, BLITZ).unwrap_err().to_string(), why);
    }
    for result in
        ["won", "1", "1 2 2", "0 1", "1 5", "1 3", "3 1", "2 2", "1  2", "1,2", "Unfinished"]
    {
        let why = format!("line 3: `{result}`: expected `unfinished` or 2 finishing places");
        assert_eq!(blitz(result, unfinished).unwrap_err().to_string(), why);
    }
    let three = "game: rotas\nsetup: seats=3\nresult: 1 2\n";
    let why = "line 3: `1 2`: expected `unfinished` or 3 finishing places";
    assert_eq!(Record::read(three).unwrap_err().to_string(), why);
    assert!(Record::read(&three.replace("1 2", "3 1 1")).is_ok());
}

#[test]
fn errors_name_line_and_step_and_what_is_wrong() {
    let begins = "a record begins with a line such as `game: yinsh`";
    let none = "no record found: it begins with a line such as `game: yinsh`";
    let taken = "`e5` is not a legal step here (Y4). A ring stands on e5. Choose a vacant point";
    let yinsh_step = "expected a step such as `d4`, `d4-d8`, `xc2-c6`, `*e5` or `pass`";
    let too_late = format!("game: yinsh\nsetup: blitz\n\n{BLITZ}\n20. a3-b3\n");
    let too_many: String = (0..65).map(|n| format!("key {n}: x\n")).collect();
    let too_many = format!("game: yinsh\n{too_many}");
    let table = [
        // No record, or no `game` line.
        ("", none.to_string()),
        (" \n\t\n", none.into()),
        ("; only a remark\n", none.into()),
        ("1. e5\n", format!("line 1: `1. e5`: {begins}")),
        ("\n; remark\ne5\n", format!("line 3: `e5`: {begins}")),
        ("setup: blitz\ngame: yinsh\n", format!("line 1: {begins}")),
        ("Game: yinsh\n", format!("line 1: `Game: yinsh`: {begins}")),
        // Headers.
        (
            "game: chess\n",
            format!("line 1: `chess`: {}", unknown_game()),
        ),
        ("game:\n", format!("line 1: {}", unknown_game())),
        ("game: yinsh\nsetup: fast\n", "line 2: `fast`: unknown word; known are: blitz".into()),
        (
            "game: yinsh\nevent: x\n; y\nsetup: blitz blitz\nplayer 1: z\n\n1. e5\n",
            "line 4: `blitz`: this word is given twice".into(),
        ),
        (
            "game: yinsh\nsetup: blitz\nsetup: blitz\n",
            "line 3: the header `setup` is given twice".into(),
        ),
        (
            "game: yinsh\nplayer 1: A\n\nplayer 1: B\n",
            "line 4: the header `player 1` is given twice".into(),
        ),
        (&too_many, "line 66: too many header lines".into()),
        // Steps.
        ("game: yinsh\n\n1. e5\n2. zz\n", format!("line 4: step 2: `zz`: {yinsh_step}")),
        ("game: yinsh\n\ne5 f6\ng7 e5\n", format!("line 4: step 4: {taken}")),
        (
            "game: yinsh\n\n1. e5\n2. e5 ; x\n",
            format!("line 4: step 2: {taken}"),
        ),
        (
            "game: yinsh\n\n1. e5\nplayer 1: A\n",
            "line 4: `player 1: A`: a header line stands above the turns, and its key has small letters only".into(),
        ),
        ("game: tzaar\n1. e4xd4 -\n", "line 2: step 2: `-` is not a legal step here (T4 T5 T6). A turn begins with a capture; only its second action \
             may be passed"
                .into()),
        (
            "game: tzaar\n\n1. e4xe5\n",
            "line 3: step 1: `e4xe5`: `e5`: the centre of the TZAAR board is not a point".into(),
        ),
        (
            "game: rotas\n1. r =13356 =13356\n",
            "line 2: step 3: `=13356` is not a legal step here (R6). No dice are rolling, so none can fall".into(),
        ),
        (&too_late, "line 5: step 22: `a3-b3`: the game is over already, 1 2".into()),
        // Turn numbers.
        ("game: yinsh\n\n1. e5\n3. f6\n", "line 4: `3`: this is turn 2".into()),
        ("game: yinsh\n\n0. e5\n", "line 3: `0`: this is turn 1".into()),
        ("game: yinsh\n\ne5 f6 2. g7\n", "line 3: `2`: this is turn 3".into()),
        (
            "game: yinsh\n99999999999999999999999. e5\n",
            "line 2: `99999999999999999999999`: this is turn 1".into(),
        ),
        (
            "game: tzaar\n\n1. e4xd4\n2. f4xf5\n3. d5xe6\n",
            "line 5: `3.`: turn 2 is not complete yet".into(),
        ),
        ("game: rotas\n1. r\n2. =13356\n", "line 3: `2.`: turn 1 is not complete yet".into()),
        // Later records; line numbers are those of the file.
        (
            "game: yinsh\n\n1. e5\n\ngame: zertz\n\n1. Wd4 -a1\n2. Wd4\n",
            "line 8: step 3: `Wd4` is not a legal step here (Z5). A marble stands on d4. Choose a vacant ring".into(),
        ),
        (
            "game: yinsh\n1. e5\ngame: nothing\n",
            format!("line 3: `nothing`: {}", unknown_game()),
        ),
    ];
    for (text, why) in table {
        match Record::read(text) {
            Ok(records) => panic!("read as {records:?}:\n{text}"),
            Err(error) => assert_eq!(error.to_string(), why, "\n{text}"),
        }
    }
}

#[test]
fn an_error_gives_its_place_as_numbers() {
    let error = Record::read("game: yinsh\n\n1. e5\n2. e5\n").unwrap_err();
    let mut game = AnyGame::start(Kind::Yinsh, "").unwrap();
    game.play("e5").unwrap();
    let rule = game.why_not("e5").map(Box::new);
    assert!(rule.is_some());
    let why =
        || RecordError::new(Reason::new("wrong-illegal").with("step", "e5").because(rule.clone()));
    assert_eq!(error, RecordError { line: Some(4), step: Some(2), ..why() });
    let error = Record::from_line("yinsh||e5 e5").unwrap_err();
    assert_eq!(error, RecordError { line: None, step: Some(2), ..why() });
}
