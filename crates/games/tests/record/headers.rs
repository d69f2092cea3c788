//! Headers.

use super::*;

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
            error.to_string().ends_with(
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
        assert!(error.to_string().ends_with("a header has one line"), "{error}");
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
