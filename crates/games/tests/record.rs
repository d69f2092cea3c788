//! Records of all games, in the text format and the one-line format.

use mohreh_games::record::{RecordError, line_parts, replay};
use mohreh_games::{AnyGame, Game, Kind, Record, Seat, Status, with_kind};
use mohreh_laws::{Rng, playout, record_round_trips};

/// A blitz game of YINSH that White wins with the last step.
const BLITZ: &str = "e2 k7 a2 a3 a4 a5 j5 j6 b7 c8 \
    e2-e3 k7-k8 e3-e4 k8-k9 e4-e5 k9-k10 e5-e6 c8-c7 e6-e7 xe2-e6 *e7";

fn read(text: &str) -> Vec<Record> {
    Record::read(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The first ply of each turn.
fn turn_starts(record: &Record) -> Vec<usize> {
    record.turns().iter().map(|turn| turn.start).collect()
}

fn read_one(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn from_line(line: &str) -> Record {
    Record::from_line(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn comments(record: &Record, ply: usize) -> Vec<&str> {
    record.comments(ply).collect()
}

/// Serialising gives exactly `text`, and parsing that gives the same record.
fn check_written(record: &Record, text: &str) {
    assert_eq!(record.to_string(), text);
    assert_eq!(&read_one(text), record, "{text}");
}

// The text form.

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
    assert_eq!(two.to_string(), "step 1: `leave1` is not a legal step here");
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
            "line 1: `chess`: unknown game; known are: zertz, tzaar, yinsh, rotas".into(),
        ),
        ("game:\n", "line 1: unknown game; known are: zertz, tzaar, yinsh, rotas".into()),
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
        ("game: yinsh\n\ne5 f6\ng7 e5\n", "line 4: step 4: `e5` is not a legal step here".into()),
        (
            "game: yinsh\n\n1. e5\n2. e5 ; x\n",
            "line 4: step 2: `e5` is not a legal step here".into(),
        ),
        (
            "game: yinsh\n\n1. e5\nplayer 1: A\n",
            "line 4: `player 1: A`: a header line stands above the turns, and its key has small letters only".into(),
        ),
        ("game: tzaar\n1. e4xd4 -\n", "line 2: step 2: `-` is not a legal step here".into()),
        (
            "game: tzaar\n\n1. e4xe5\n",
            "line 3: step 1: `e4xe5`: `e5`: the centre of the TZAAR board is not a point".into(),
        ),
        (
            "game: rotas\n1. r =13356 =13356\n",
            "line 2: step 3: `=13356` is not a legal step here".into(),
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
            "line 8: step 3: `Wd4` is not a legal step here".into(),
        ),
        (
            "game: yinsh\n1. e5\ngame: nothing\n",
            "line 3: `nothing`: unknown game; known are: zertz, tzaar, yinsh, rotas".into(),
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
    let why = "`e5` is not a legal step here".to_string();
    assert_eq!(error, RecordError { line: Some(4), step: Some(2), why: why.clone() });
    let error = Record::from_line("yinsh||e5 e5").unwrap_err();
    assert_eq!(error, RecordError { line: None, step: Some(2), why });
}

// Headers.

#[test]
fn headers_are_kept_in_order_and_replaced_in_place() {
    let mut record = Record::new(Kind::Yinsh, "").unwrap();
    for (key, value) in [
        ("player 1", "Sara"),
        ("event-2", " final: «; 1. e5» "),
        ("player 1", "سارا"),
        ("note", ""),
    ] {
        record.set_header(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let expected = [("player 1", "سارا"), ("event-2", "final: «; 1. e5»"), ("note", "")];
    assert_eq!(record.headers(), expected.map(|(k, v)| (k.to_string(), v.to_string())));
    check_written(&record, "game: yinsh\nplayer 1: سارا\nevent-2: final: «; 1. e5»\nnote:\n\n");
}

#[test]
fn keys_and_values_that_no_header_can_have_are_refused() {
    let mut record = Record::new(Kind::Yinsh, "").unwrap();
    for key in [
        "", " ", "Player", "player_1", " player", "player ", "1st", "-a", "a:b", "a;b", "é", "a\nb",
    ] {
        let error = record.set_header(key, "x").expect_err(key);
        assert!(
            error.why.ends_with(
                "expected a key of small letters and digits, with blanks or dashes inside"
            ),
            "{error}"
        );
    }
    // Reserved keys.
    for key in ["game", "setup"] {
        assert!(record.set_header(key, "blitz").is_err(), "{key}");
    }
    for value in ["two\nlines", "two\rlines", "end\n"] {
        let error = record.set_header("note", value).expect_err(value);
        assert!(error.why.ends_with("a header has one line"), "{error}");
    }
    assert!(record.headers().is_empty());
}

#[test]
fn a_result_that_contradicts_the_steps_cannot_be_set() {
    let mut record = from_line(&format!("yinsh|blitz|{BLITZ}"));
    assert!(record.set_header("result", "2 1").is_err());
    assert!(record.set_header("result", "nonsense").is_err());
    assert!(record.set_header("result", "1 2").is_ok());
    assert_eq!(read_one(&record.to_string()), record);
}

#[test]
fn as_many_headers_can_be_set_as_can_be_read() {
    let mut record = Record::new(Kind::Yinsh, "").unwrap();
    let set = (0..100).filter(|n| record.set_header(&format!("key {n}"), "x").is_ok()).count();
    assert!(set >= 20);
    assert_eq!(Record::read(&record.to_string()), Ok(vec![record]));
}

// The one-line form.

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
    let table = [
        ("", "expected KIND|SETUP|STEP STEP …"),
        ("yinsh", "`yinsh`: expected KIND|SETUP|STEP STEP …"),
        ("yinsh|blitz", "`yinsh|blitz`: expected KIND|SETUP|STEP STEP …"),
        ("chess||", "`chess`: unknown game; known are: zertz, tzaar, yinsh, rotas"),
        ("yinsh|fast|", "`fast`: unknown word; known are: blitz"),
        ("yinsh||e5 e5", "step 2: `e5` is not a legal step here"),
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

// Positions of a record.

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
    assert_eq!(error.to_string(), "step 3: `f6` is not a legal step here");
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

// Random games of every kind.

#[test]
fn random_games_of_every_kind_are_written_and_read_again() {
    for &kind in Kind::ALL {
        for game in 0..4 {
            let mut rng = Rng::new(game);
            with_kind!(kind, G => {
                let setup = G::draw_setup(&mut |n| rng.below(n));
                let (mut actors, mut last) = (Vec::new(), G::start(&setup));
                let played = playout(&setup, &mut rng, 120, |game: &G| {
                    if let Status::ToMove(seat) = game.status() {
                        actors.push(seat);
                    }
                    last = game.clone();
                });
                if matches!(last.status(), Status::ToMove(_)) {
                    actors.pop();
                }
                record_round_trips(&setup, &played, &last);
                let record = from_line(&format!("{kind}|{setup}|{}", played.join(" ")));
                assert_eq!(record.turns().len(), actors.chunk_by(Seat::eq).count(), "{record}");
                check_reading(&record);
            });
        }
    }
}

/// Parses the same game from other layouts, and with comments after every step.
fn check_reading(record: &Record) {
    let head = format!("game: {}\nsetup: {}\n\n", record.kind(), record.setup());
    for between in [" ", "\n", "\r\n", " ;\n"] {
        assert_eq!(&read_one(&format!("{head}{}", record.steps().join(between))), record);
    }
    let mut remarked = record.clone();
    for ply in 0..=record.steps().len() {
        remarked.comment(ply, &format!("after {ply}\nand {ply} again"));
    }
    let text = remarked.to_string();
    check_written(&remarked, &text);
    let without: String = text
        .lines()
        .map(|line| line.split_once(';').map_or(line, |(steps, _)| steps))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_eq!(&read_one(&without), record);
}

#[test]
fn a_mistake_in_one_record_does_not_spoil_the_others() {
    let text = "game: yinsh\n1. a2\n\ngame: chess\n1. e4\n\ngame: yinsh\n1. a2 a2\n2. a3\n\n\
                ; a remark\ngame: zertz\nsetup: rings=1\n1. Wd4\n\ngame: yinsh\n1. a3\n";
    let read: Vec<Result<String, String>> = Record::read_each(text)
        .into_iter()
        .map(|read| read.map(|record| record.to_line()).map_err(|error| error.to_string()))
        .collect();
    assert_eq!(read.len(), 5, "{read:#?}");
    assert_eq!(read[0], Ok("yinsh||a2".into()));
    let wrong = |n: usize, place: &str| read[n].as_ref().is_err_and(|why| why.starts_with(place));
    assert!(wrong(1, "line 4: `chess`"), "{read:#?}");
    assert!(wrong(2, "line 8: step 2: `a2`"), "{read:#?}");
    assert!(wrong(3, "line 13: `1`"), "{read:#?}");
    assert_eq!(read[4], Ok("yinsh||a3".into()));
    assert!(Record::read(text).is_err());
}
