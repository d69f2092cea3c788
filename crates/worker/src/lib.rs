//! The engine in a worker of the page: one question in, answers out.
//!
//! Questions are texts: `NUMBER choose LEVEL SEED RECORD`, `NUMBER hint RECORD`, with the record in its
//! one-line form; answers are `NUMBER info DEPTH NODES`, `NUMBER best STEP …` and `NUMBER error WHY`.
//! `NUMBER dice RECORD`, with the record in its long form, is answered by `NUMBER fair COUNT` if all falls
//! of the dice follow from the seed that it tells, and else by an error.
//! A list `[NUMBER film WIDTH HEIGHT PAUSE, FRAME, …]` of pictures in RGBA is answered by
//! `[NUMBER, BYTES]`, a GIF.

use std::cell::RefCell;

use gif::{Encoder, Frame, Repeat};
use js_sys::{Array, Function, Uint8Array};
use mohreh_engine::{Engine, Level, Limits, Report};
use mohreh_games::{Record, with_game};
use mohreh_protocol::check_dice;
use wasm_bindgen::prelude::*;

/// A hint looks at so many positions: much, and never long.
const HINT_NODES: u64 = 200_000;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Answers one question.
#[wasm_bindgen]
pub fn answer(question: &JsValue, tell: &Function) {
    let tell = |told: &JsValue| {
        // Whoever does not listen any more misses nothing.
        let _ = tell.call1(&JsValue::NULL, told);
    };
    if let Some(text) = question.as_string() {
        answer_text(&text, &mut |told| tell(&told.into()));
    } else if let Some(parts) = question.dyn_ref::<Array>() {
        film(parts, &tell);
    }
}

/// Answers a question that is a text.
pub fn answer_text(question: &str, tell: &mut dyn FnMut(String)) {
    let Some((number, rest)) = question.split_once(' ') else { return };
    if let Some(text) = rest.strip_prefix("dice ") {
        return tell(match check(text) {
            Ok(count) => format!("{number} fair {count}"),
            Err(why) => format!("{number} error {why}"),
        });
    }
    match think(rest, &mut |depth, nodes| tell(format!("{number} info {depth} {nodes}"))) {
        Ok(steps) => tell(format!("{number} best {}", steps.join(" "))),
        Err(why) => tell(format!("{number} error {why}")),
    }
}

fn check(text: &str) -> Result<usize, String> {
    let records = Record::read(text).map_err(|error| error.to_string())?;
    check_dice(records.first().ok_or("no record")?)
}

fn think(question: &str, progress: &mut dyn FnMut(u32, u64)) -> Result<Vec<String>, String> {
    let (level, record) = if let Some(rest) = question.strip_prefix("choose ") {
        let mut parts = rest.splitn(3, ' ');
        let level: Option<Level> = parts.next().and_then(|level| level.parse().ok());
        let seed: Option<u64> = parts.next().and_then(|seed| seed.parse().ok());
        let choice = level.zip(seed).ok_or("expected a level and a seed")?;
        (Some(choice), parts.next().unwrap_or_default())
    } else {
        (None, question.strip_prefix("hint ").ok_or("expected `choose` or `hint`")?)
    };
    let record = Record::from_line(record).map_err(|error| error.to_string())?;
    let game = record.at(usize::MAX).map_err(|error| error.to_string())?;
    ENGINE.with_borrow_mut(|engine| {
        let engine = engine.get_or_insert_with(|| Engine::new(Level::TABLE));
        Ok(with_game!(&game, game => {
            let mut report = |report: &Report<_>| {
                progress(report.depth, report.nodes);
            };
            let choice = match level {
                Some((level, seed)) => level.choose(engine, game, seed, &|| false, &mut report),
                None => {
                    let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
                    engine.think(game, &limits, &|| false, &mut report)
                }
            };
            choice.turn.iter().map(ToString::to_string).collect()
        }))
    })
}

fn film(parts: &Array, tell: &dyn Fn(&JsValue)) {
    let Some(told) = parts.get(0).as_string() else { return };
    let mut words = told.split(' ');
    let Some(number) = words.next().and_then(|number| number.parse::<u32>().ok()) else { return };
    let numbers: Vec<u16> = words.skip(1).filter_map(|word| word.parse().ok()).collect();
    let frames = (1..parts.length()).map(|place| Uint8Array::new(&parts.get(place)).to_vec());
    match encode(&numbers, frames) {
        Ok(bytes) => tell(&Array::of2(&number.into(), &Uint8Array::from(bytes.as_slice()))),
        Err(why) => tell(&format!("{number} error {why}").into()),
    }
}

/// A GIF that begins again at its end.
pub fn encode(numbers: &[u16], frames: impl Iterator<Item = Vec<u8>>) -> Result<Vec<u8>, String> {
    let &[width, height, pause] = numbers else { return Err("expected three numbers".to_string()) };
    let mut bytes = Vec::new();
    let wrong = |error: gif::EncodingError| error.to_string();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(wrong)?;
    encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
    for mut pixels in frames {
        if pixels.len() != usize::from(width) * usize::from(height) * 4 {
            return Err("a frame of another size".to_string());
        }
        let mut frame = Frame::from_rgba_speed(width, height, &mut pixels, 20);
        // GIF counts in hundredths.
        frame.delay = pause / 10;
        encoder.write_frame(&frame).map_err(wrong)?;
    }
    drop(encoder);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use mohreh_engine::{Engine, Level};
    use mohreh_games::{AnyGame, Kind, Record, with_game};
    use mohreh_protocol::{Dice, Seed};

    use super::{answer_text, encode};

    fn answers(question: &str) -> Vec<String> {
        let mut told = Vec::new();
        answer_text(question, &mut |text| told.push(text));
        told
    }

    #[test]
    fn a_level_plays_as_in_the_terminal() {
        for &kind in Kind::ALL {
            let game = AnyGame::start(kind, "").unwrap();
            let level = Level::new(3).unwrap();
            let engine = Engine::new(Level::TABLE);
            let steps: Vec<String> = with_game!(&game, game => {
                let choice = level.choose(&engine, game, 7, &|| false, &mut |_| {});
                choice.turn.iter().map(ToString::to_string).collect()
            });
            let told = answers(&format!("5 choose 3 7 {kind}||"));
            assert_eq!(told.last().unwrap(), &format!("5 best {}", steps.join(" ")));
        }
    }

    #[test]
    fn garbage_is_answered_with_an_error() {
        for question in [
            "1 dice ",
            "1 dice game: chess",
            "1 choose 9 1 x||",
            "1 choose",
            "1 hint chess||",
            "1 sing",
            "1 ",
        ] {
            let told = answers(question);
            assert!(told.last().unwrap().starts_with("1 error "), "{question}: {told:?}");
        }
        assert_eq!(answers(""), [""; 0]);
    }

    #[test]
    fn dice_are_checked() {
        let seed = Seed::new([7; 32]);
        let dies = |kind: &&Kind| AnyGame::start(**kind, "").unwrap().scene().dice.len() > 1;
        let kind = Kind::ALL.iter().find(dies).unwrap();
        let mut record = Record::new(*kind, "").unwrap();
        let mut falls = Vec::new();
        for _ in 0..12 {
            let game = record.at(usize::MAX).unwrap();
            let ply = record.steps().len().to_string();
            let mut dice = Dice::new(&seed, "k3xk3xk3", &ply, &[]);
            let fall = game.roll(&mut |n| dice.below(n));
            falls.extend(fall.is_some().then_some(ply));
            let step = fall.unwrap_or_else(|| game.steps()[0].clone());
            let steps = record.steps().iter().map(String::as_str).chain([step.as_str()]);
            record = record.with_steps(steps).unwrap();
        }
        for (key, value) in [
            ("table", "k3xk3xk3"),
            ("commitment", &seed.commitment()),
            ("seed", &seed.reveal()),
            ("dice", &falls.join(" ")),
        ] {
            record.set_header(key, value).unwrap();
        }
        assert_eq!(answers(&format!("3 dice {record}")), [format!("3 fair {}", falls.len())]);
        record.set_header("table", "another").unwrap();
        assert!(answers(&format!("3 dice {record}"))[0].starts_with("3 error "));
    }

    #[test]
    fn frames_make_a_film() {
        let frames = || [vec![255; 4 * 4 * 4], vec![0; 4 * 4 * 4]].into_iter();
        let film = encode(&[4, 4, 500], frames()).unwrap();
        assert!(film.starts_with(b"GIF89a"));
        assert!(encode(&[5, 4, 500], frames()).is_err(), "frames of another size");
        assert!(encode(&[4], frames()).is_err());
    }
}
