//! Web worker of the page: engine search, answers to puzzles, verification of dice, GIFs, QR codes.
//!
//! Requests and replies are messages that start with the request's id:
//!
//! - `ID choose LEVEL SEED RECORD` and `ID hint RECORD`, with the record in its one-line form: any number of
//!   `ID info DEPTH NODES`, then `ID best STEP …`.
//! - `ID analyse LINES RECORD`: any number of `ID lines DEPTH NODES|WIN STEP …|WIN STEP …`, one part for each line, best
//!   first. `WIN` is the win chance of the seat to move in ten thousandths, `won` or `lost`. Then `ID best STEP …`.
//! - `ID review NODES RECORD`: for each turn of the main line, in a game with dice for each choice,
//!   `ID judged PLY BEST PLAYED STEP …`: the steps before it, the win chances of its seat with the best turn and with the
//!   one that was played (`-` if that follows from the next), and the best turn. Then `ID done`.
//! - `ID puzzle GOAL LEFT RECORD`: `ID told right STEP …` or `ID told wrong STEP …`, the reply to the last turn of the
//!   record, which starts at the puzzle; `LEFT` turns remain after it.
//! - `ID danger NODES RECORD`: `ID told BEST PLAYED STEP …`, the win chances of the last turn's seat with the best turn and
//!   with the one that was played, and the reply to it.
//! - `ID level KIND LEVEL:HALVES …`: `ID told LEVEL`, the level against which a person with these results, in half points,
//!   would win half of the games.
//! - `ID odds RECORD`: `ID odds SPOT=CHANCE …`, in ten thousandths, in a game with dice.
//! - `ID dice RECORD`, with the record in its long form: `ID fair ROLLS` if all rolls follow from the seed in
//!   its headers, else
//!   `ID unfair STEP KEY ARG …`: the number of the step or 0, and the message for the first mismatch.
//! - `ID qr TEXT`: `ID qr SIZE PATH`, the side of the code in modules and its dark modules as an SVG path.
//! - An array `[ID film WIDTH HEIGHT FRAME_MS, FRAME, …]` of RGBA frames: `[ID, BYTES]`, a GIF.
//!
//! Any request can be answered by `ID error MESSAGE`.

mod coach;
mod puzzles;
mod qr;
mod review;

use std::cell::RefCell;

use gif::{Encoder, Frame, Repeat};
use js_sys::{Array, Function, Uint8Array};
use mohreh_engine::{Engine, EngineGame, Level, Limits, Line, Report, WIN_THRESHOLD};
use mohreh_games::record::RecordError;
use mohreh_games::show::Name;
use mohreh_games::{AnyGame, ReasonArg, Record, with_game};
use mohreh_protocol::check_dice;
use wasm_bindgen::prelude::*;

/// Node limit of a hint.
const HINT_NODES: u64 = 200_000;
/// Node limit of an analysis, which usually ends when the position changes.
const ANALYSIS_NODES: u64 = 100_000_000;
const MAX_LINES: usize = 5;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Handles a message of the page; `reply` is called with each answer.
#[wasm_bindgen]
pub fn answer(request: &JsValue, reply: &Function) {
    let reply = |message: &JsValue| {
        // The result of the callback is not used, and an exception in it is not ours.
        let _ = reply.call1(&JsValue::NULL, message);
    };
    if let Some(text) = request.as_string() {
        answer_text(&text, &mut |message| reply(&message.into()));
    } else if let Some(parts) = request.dyn_ref::<Array>() {
        answer_gif(parts, &reply);
    }
}

/// Sets the network of a game; `false` if the file is damaged, and the hand evaluation stays.
#[wasm_bindgen]
pub fn load_network(bytes: &[u8]) -> bool {
    with_engine(|engine| engine.load_network(bytes).is_ok())
}

fn with_engine<T>(run: impl FnOnce(&mut Engine) -> T) -> T {
    ENGINE.with_borrow_mut(|engine| {
        run(engine.get_or_insert_with(|| Engine::new(Level::TABLE_BYTES)))
    })
}

/// Handles a text request.
pub fn answer_text(request: &str, reply: &mut dyn FnMut(String)) {
    let Some((id, rest)) = request.split_once(' ') else { return };
    if let Some(text) = rest.strip_prefix("dice ") {
        return reply(match verify_dice(text) {
            Ok(count) => format!("{id} fair {count}"),
            Err(why) => format!("{id} unfair {}", mismatch(&why)),
        });
    }
    if let Some(text) = rest.strip_prefix("qr ") {
        return reply(match qr::path(text) {
            Some((size, path)) => format!("{id} qr {size} {path}"),
            None => format!("{id} error too long for a QR code"),
        });
    }
    if let Some(request) = rest.strip_prefix("analyse ") {
        let done = analyse(request, &mut |lines| reply(format!("{id} lines {lines}")));
        return reply(match done {
            Ok(steps) => format!("{id} best {}", steps.join(" ")),
            Err(why) => format!("{id} error {why}"),
        });
    }
    if let Some(request) = rest.strip_prefix("review ") {
        let done = review::review(request, &mut |judged| reply(format!("{id} judged {judged}")));
        return reply(match done {
            Ok(()) => format!("{id} done"),
            Err(why) => format!("{id} error {why}"),
        });
    }
    let told = match rest.split_once(' ') {
        Some(("puzzle", request)) => Some(puzzles::answer(request)),
        Some(("danger", request)) => Some(coach::danger(request)),
        Some(("level", request)) => Some(coach::level(request)),
        _ => None,
    };
    if let Some(told) = told {
        return reply(match told {
            Ok(words) => format!("{id} told {words}"),
            Err(why) => format!("{id} error {why}"),
        });
    }
    if let Some(record) = rest.strip_prefix("odds ") {
        return reply(match odds(record) {
            Ok(odds) => format!("{id} odds {odds}"),
            Err(why) => format!("{id} error {why}"),
        });
    }
    match think(rest, &mut |depth, nodes| reply(format!("{id} info {depth} {nodes}"))) {
        Ok(steps) => reply(format!("{id} best {}", steps.join(" "))),
        Err(why) => reply(format!("{id} error {why}")),
    }
}

fn verify_dice(text: &str) -> Result<usize, RecordError> {
    let unreadable = || RecordError::new("wrong-dice-record");
    let records = Record::read(text).map_err(|_| unreadable())?;
    check_dice(records.first().ok_or_else(unreadable)?)
}

/// `STEP KEY ARG …`: the number of the step or 0, and the message with its arguments in order.
fn mismatch(error: &RecordError) -> String {
    let reason = error.error.reason();
    let mut words = format!("{} {}", error.step.unwrap_or(0), reason.key());
    for (_, arg) in reason.args() {
        words += " ";
        match arg {
            ReasonArg::Number(number) => words += &number.to_string(),
            ReasonArg::Text(text) => words += text,
        }
    }
    words
}

fn think(request: &str, progress: &mut dyn FnMut(u32, u64)) -> Result<Vec<String>, String> {
    let (level, record) = if let Some(rest) = request.strip_prefix("choose ") {
        let mut parts = rest.splitn(3, ' ');
        let level: Option<Level> = parts.next().and_then(|level| level.parse().ok());
        let seed: Option<u64> = parts.next().and_then(|seed| seed.parse().ok());
        let choice = level.zip(seed).ok_or("expected a level and a seed")?;
        (Some(choice), parts.next().unwrap_or_default())
    } else {
        (None, request.strip_prefix("hint ").ok_or("expected `choose` or `hint`")?)
    };
    // Without the reason, whose sentences would be in the wasm: the page sends records that it has played.
    let record = Record::from_line(record).map_err(|_| "not a record")?;
    with_engine(|engine| {
        Ok(with_game!(record.game(), game => {
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

fn position(record: &str) -> Result<AnyGame, String> {
    // Without the reason, whose sentences would be in the wasm: the page sends records that it has played.
    let record = Record::from_line(record).map_err(|_| "not a record")?;
    Ok(record.game().clone())
}

fn analyse(request: &str, report: &mut dyn FnMut(String)) -> Result<Vec<String>, String> {
    let (lines, record) = request.split_once(' ').ok_or("expected a number and a record")?;
    let lines = lines.parse::<usize>().map_err(|_| "expected a number of lines")?;
    let limits = Limits {
        nodes: Some(ANALYSIS_NODES),
        lines: lines.clamp(1, MAX_LINES),
        ..Limits::default()
    };
    let game = position(record)?;
    with_engine(|engine| {
        engine.clear();
        Ok(with_game!(&game, game => {
            let mut report = |found: &Report<_>| report(report_text(found));
            let choice = engine.think(game, &limits, &|| false, &mut report);
            choice.turn.iter().map(ToString::to_string).collect()
        }))
    })
}

/// `DEPTH NODES|WIN STEP …|…`.
fn report_text<S: ToString>(report: &Report<S>) -> String {
    let mut text = format!("{} {}", report.depth, report.nodes);
    for line in &report.lines {
        text += "|";
        text += &win_text(line);
        for step in &line.steps {
            text += " ";
            text += &step.to_string();
        }
    }
    text
}

fn win_text<S>(line: &Line<S>) -> String {
    match line.score {
        WIN_THRESHOLD.. => "won".to_string(),
        score if score <= -WIN_THRESHOLD => "lost".to_string(),
        _ => ten_thousandths(line.win).to_string(),
    }
}

fn ten_thousandths(chance: f64) -> u32 {
    (chance * 10_000.0 + 0.5) as u32
}

fn odds(record: &str) -> Result<String, String> {
    let odds = with_game!(&position(record)?, game => game.odds());
    let entry = |(name, chance): &(Name, f64)| format!("{name}={}", ten_thousandths(*chance));
    Ok(odds.iter().map(entry).collect::<Vec<_>>().join(" "))
}

fn answer_gif(parts: &Array, reply: &dyn Fn(&JsValue)) {
    let Some(header) = parts.get(0).as_string() else { return };
    let mut words = header.split(' ');
    let Some(id) = words.next().and_then(|id| id.parse::<u32>().ok()) else { return };
    let numbers: Vec<u16> = words.skip(1).filter_map(|word| word.parse().ok()).collect();
    let frames = (1..parts.length()).map(|index| Uint8Array::new(&parts.get(index)).to_vec());
    match encode(&numbers, frames) {
        Ok(bytes) => reply(&Array::of2(&id.into(), &Uint8Array::from(bytes.as_slice()))),
        Err(why) => reply(&format!("{id} error {why}").into()),
    }
}

/// Encodes RGBA frames as a looping GIF. `numbers` are width, height and frame duration in milliseconds.
pub fn encode(numbers: &[u16], frames: impl Iterator<Item = Vec<u8>>) -> Result<Vec<u8>, String> {
    let &[width, height, frame_ms] = numbers else {
        return Err("expected three numbers".to_string());
    };
    let mut bytes = Vec::new();
    let encoding_error = |error: gif::EncodingError| error.to_string();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(encoding_error)?;
    encoder.set_repeat(Repeat::Infinite).map_err(encoding_error)?;
    for mut pixels in frames {
        if pixels.len() != usize::from(width) * usize::from(height) * 4 {
            return Err("a frame of another size".to_string());
        }
        let mut frame = Frame::from_rgba_speed(width, height, &mut pixels, 20);
        // GIF delays are in hundredths of a second.
        frame.delay = frame_ms / 10;
        encoder.write_frame(&frame).map_err(encoding_error)?;
    }
    drop(encoder);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use mohreh_engine::{Engine, Level};
    use mohreh_games::{AnyGame, Kind, Record, with_game};
    use mohreh_protocol::{Dice, Seed};

    use super::{answer_text, encode, load_network};

    fn replies(request: &str) -> Vec<String> {
        let mut sent = Vec::new();
        answer_text(request, &mut |text| sent.push(text));
        sent
    }

    #[test]
    fn a_level_plays_as_in_the_terminal() {
        for &kind in Kind::ALL {
            let game = AnyGame::start(kind, "").unwrap();
            let level = Level::new(3).unwrap();
            let engine = Engine::new(Level::TABLE_BYTES);
            let steps: Vec<String> = with_game!(&game, game => {
                let choice = level.choose(&engine, game, 7, &|| false, &mut |_| {});
                choice.turn.iter().map(ToString::to_string).collect()
            });
            let sent = replies(&format!("5 choose 3 7 {kind}||"));
            assert_eq!(sent.last().unwrap(), &format!("5 best {}", steps.join(" ")));
        }
    }

    #[test]
    fn every_turn_of_a_game_is_judged_alike_each_time() {
        for &kind in Kind::ALL {
            let mut record = Record::new(kind, "").unwrap();
            for _ in 0..9 {
                let game = record.game().clone();
                let step = game.roll(&mut |_| 2).or_else(|| game.steps().into_iter().next());
                let Some(step) = step else { break };
                record.push(&step).unwrap();
            }
            let request = format!("5 review 300 {}", record.to_line());
            let sent = replies(&request);
            assert_eq!(sent, replies(&request), "{kind}");
            assert_eq!(sent.last().unwrap(), "5 done");
            assert!(sent.len() > record.turns().len().min(4), "{kind}: {sent:?}");
            for judged in &sent[..sent.len() - 1] {
                let words: Vec<&str> = judged.split(' ').collect();
                let chance: u32 = words[3].parse().unwrap();
                assert!(words[1] == "judged" && chance <= 10_000 && words.len() > 5, "{judged}");
            }
        }
    }

    /// The best and the played chance that `danger` tells of the last turn; the rest of its answer is a legal reply.
    fn danger(record: &Record) -> Option<[u32; 2]> {
        let request = format!("5 danger 300 {}", record.to_line());
        let sent = replies(&request);
        assert_eq!(sent, replies(&request));
        let words: Vec<&str> = sent[0].split_ascii_whitespace().collect();
        if words[1] != "told" {
            return None;
        }
        let mut after = record.clone();
        for step in &words[4..] {
            after.push(step).unwrap();
        }
        Some([2, 3].map(|n| words[n].parse().unwrap()))
    }

    /// Rolls the dice, or plays the first legal step. False if the game is over.
    fn go_on(record: &mut Record) -> bool {
        let game = record.game();
        let mut fallen = record.steps().len() as u32;
        let mut below = |sides| {
            fallen += 1;
            fallen % sides
        };
        let step = game.roll(&mut below).or_else(|| game.steps().into_iter().next());
        step.is_some_and(|step| record.push(&step).is_ok())
    }

    fn is_between_turns(record: &Record) -> bool {
        record.game().roll(&mut |_| 2).is_some() || record.playthrough().is_turn_due()
    }

    #[test]
    fn only_turns_that_give_something_away_are_a_danger() {
        for &kind in Kind::ALL {
            let mut record = Record::new(kind, "").unwrap();
            let mut losses = Vec::new();
            for ply in [4, 30] {
                let has_dice = !record.game().scene().dice.is_empty();
                let is_choice = |record: &Record| {
                    let is_turn_due = has_dice || record.playthrough().is_turn_due();
                    record.game().roll(&mut |_| 2).is_none() && is_turn_due
                };
                while record.steps().len() < ply || !is_choice(&record) {
                    if !go_on(&mut record) {
                        break;
                    }
                }
                for step in record.game().steps() {
                    let mut played = record.clone();
                    played.push(&step).unwrap();
                    while !is_between_turns(&played) && go_on(&mut played) {}
                    let Some([best, chance]) = danger(&played) else { continue };
                    assert!(best <= 10_000 && chance <= 10_000, "{kind} {step}");
                    losses.push(best.saturating_sub(chance));
                }
            }
            assert!(losses.iter().min() < losses.iter().max(), "{kind}: {losses:?}");
        }
    }

    #[test]
    fn odds_are_those_of_games_with_dice() {
        for &kind in Kind::ALL {
            let game = AnyGame::start(kind, "").unwrap();
            let sent = replies(&format!("5 odds {kind}||"));
            let has_dice = !game.scene().dice.is_empty();
            let spots = sent[0].split(' ').skip(2).filter(|entry| !entry.is_empty()).count();
            assert_eq!(spots, if has_dice { game.scene().spots.len() } else { 0 }, "{sent:?}");
        }
    }

    #[test]
    fn a_damaged_network_is_refused_and_the_game_goes_on() {
        assert!(!load_network(b"no network"));
        for kind in Kind::ALL {
            let sent = replies(&format!("2 choose 1 7 {kind}||"));
            assert!(sent.last().unwrap().starts_with("2 best "), "{sent:?}");
        }
    }

    #[test]
    fn garbage_is_answered_with_an_error() {
        for request in [
            &format!("1 qr {}", "x".repeat(214)),
            "1 choose 9 1 x||",
            "1 choose",
            "1 analyse",
            "1 review",
            "1 review x y||",
            "1 review 5 chess||",
            "1 analyse x y||",
            "1 analyse 2 chess||",
            "1 odds chess||",
            "1 puzzle",
            "1 danger",
            "1 danger 5 chess||",
            "1 level chess 3:2",
            "1 puzzle win-in-one x y||",
            "1 puzzle win-in-nine 0 y||",
            "1 puzzle win-in-one 0 chess||",
            "1 hint chess||",
            "1 sing",
            "1 ",
        ] {
            let sent = replies(request);
            assert!(sent.last().unwrap().starts_with("1 error "), "{request}: {sent:?}");
        }
        for request in ["danger 5 KIND||", "level KIND 3:2", "level KIND 3:2 9:1 x"] {
            let sent = replies(&format!("1 {}", request.replace("KIND", Kind::ALL[0].name())));
            assert!(sent[0].starts_with("1 error "), "{request}: {sent:?}");
        }
        assert_eq!(replies(""), [""; 0]);
        for request in ["1 dice ", "1 dice game: chess"] {
            let sent = replies(request);
            assert!(sent.last().unwrap().starts_with("1 unfair 0 "), "{request}: {sent:?}");
        }
    }

    #[test]
    fn dice_are_verified() {
        let seed = Seed::new([7; 32]);
        let has_dice = |kind: &&Kind| AnyGame::start(**kind, "").unwrap().scene().dice.len() > 1;
        let kind = Kind::ALL.iter().find(has_dice).unwrap();
        let mut record = Record::new(*kind, "").unwrap();
        let mut rolls = Vec::new();
        for _ in 0..12 {
            let game = record.game().clone();
            let ply = record.steps().len().to_string();
            let mut dice = Dice::new(&seed, "k3xk3xk3", &ply, &[]);
            let roll = game.roll(&mut |n| dice.below(n));
            rolls.extend(roll.is_some().then_some(ply));
            let step = roll.unwrap_or_else(|| game.steps()[0].clone());
            let steps = record.steps().iter().map(String::as_str).chain([step.as_str()]);
            record = record.with_steps(steps).unwrap();
        }
        for (key, value) in [
            ("table", "k3xk3xk3"),
            ("commitment", &seed.commitment()),
            ("seed", &seed.reveal()),
            ("dice", &rolls.join(" ")),
        ] {
            record.set_header(key, value).unwrap();
        }
        assert_eq!(replies(&format!("3 dice {record}")), [format!("3 fair {}", rolls.len())]);
        record.set_header("table", "another").unwrap();
        assert!(replies(&format!("3 dice {record}"))[0].starts_with("3 unfair "));
    }

    #[test]
    fn frames_are_encoded_as_gif() {
        let frames = || [vec![255; 4 * 4 * 4], vec![0; 4 * 4 * 4]].into_iter();
        let gif = encode(&[4, 4, 500], frames()).unwrap();
        assert!(gif.starts_with(b"GIF89a"));
        assert!(encode(&[5, 4, 500], frames()).is_err(), "frames of another size");
        assert!(encode(&[4], frames()).is_err());
    }
}
