//! boardspace.net: players, variant and result around the gestures of each game.

use mohreh_games::record::RecordError;
use mohreh_games::{Kind, Record};

use crate::gesture::{Course, Gesture, course};
use crate::sgf::Node;
use crate::{Imported, Transcript, tzaar, wrong, yinsh, zertz};

const SOURCE: &str = "boardspace.net";

/// Gathers the gestures of a turn, and settles them into steps.
pub(crate) trait Settle {
    /// Takes a gesture of the current turn.
    fn take(&mut self, gesture: &Gesture) -> Result<(), RecordError>;
    /// Plays what stands at the end of the turn; `false` if the game is over and the rest is left out.
    fn settle(&mut self, transcript: &mut Transcript, last: &Gesture) -> Result<bool, RecordError>;
}

pub(crate) fn read(nodes: &[Node]) -> Result<Imported, RecordError> {
    let Some(root) = nodes.first() else { return Err(RecordError::new("wrong-foreign-empty")) };
    let game = root.value("GM").unwrap_or_default().to_lowercase();
    let variant = root.value("SU").unwrap_or_default().to_lowercase();
    let course = course(nodes)?;
    let begins = course.gestures.first().map_or(0, |gesture| gesture.player);
    let played = match game.as_str() {
        "22" | "zertz" => {
            let start = zertz::start(&variant, &course, begins)?;
            let transcript = Transcript::new(Record::starting(Kind::Zertz, &start)?);
            play(transcript, &mut zertz::Turn::default(), &course)
        }
        "24" | "yinsh" => {
            let setup = yinsh::setup(&variant)?;
            let transcript = Transcript::new(Record::new(Kind::Yinsh, setup)?);
            play(transcript, &mut yinsh::Turn::default(), &course)
        }
        "tzaar" => {
            let colours = root.value("CM").unwrap_or_default();
            let mut tried = Err(RecordError::new("wrong-foreign-variant"));
            for setup in tzaar::candidates(&variant, colours, begins, &course)? {
                let record = Record::new(Kind::Tzaar, &setup)?;
                tried = play(Transcript::new(record), &mut tzaar::Turn::default(), &course);
                if tried.is_ok() {
                    break;
                }
            }
            tried
        }
        _ => return Err(wrong_game(&game)),
    };
    let mut transcript = played?;
    for (seat, player) in [(1, begins), (2, 1 - begins)] {
        transcript.header(&format!("player {seat}"), &name(nodes, player).unwrap_or_default());
    }
    transcript.header("date", root.value("DT").unwrap_or_default());
    let result = result(root, nodes, &course, begins);
    Ok(transcript.finish(SOURCE, result))
}

fn wrong_game(game: &str) -> RecordError {
    mohreh_games::ParseError::new(game, "wrong-foreign-game").into()
}

/// Settles turn after turn.
fn play(
    mut transcript: Transcript,
    turn: &mut dyn Settle,
    course: &Course,
) -> Result<Transcript, RecordError> {
    let mut gestures = course.gestures.iter().peekable();
    while let Some(gesture) = gestures.next() {
        let is_done = gesture.words[0] == "done";
        if !is_done {
            turn.take(gesture)?;
        }
        let next = gestures.peek();
        let passes = next.is_none_or(|next| next.player != gesture.player);
        // At the end of a file `Done` may be missing.
        let ends = is_done || next.is_none() || !course.has_done && passes;
        if ends && !turn.settle(&mut transcript, gesture)? {
            break;
        }
    }
    Ok(transcript)
}

/// The name in `P0[id "…"]`.
fn name(nodes: &[Node], player: usize) -> Option<String> {
    let property = format!("P{player}");
    let ids = nodes.iter().flat_map(|node| node.values(&property));
    let id = ids.filter_map(|value| value.trim().strip_prefix("id ")).next()?;
    Some(id.trim().trim_matches('"').to_string())
}

/// The places of the seats, by gestures or by the sentence in `RE`.
fn result(root: &Node, nodes: &[Node], course: &Course, begins: usize) -> Option<&'static str> {
    let won_by = |player: usize| if player == begins { "1 2" } else { "2 1" };
    if let Some(winner) = course.winner {
        return Some(won_by(winner));
    }
    if course.is_drawn {
        return Some("1 1");
    }
    let sentence = root.value("RE")?;
    if sentence.to_lowercase().contains("game is a draw") {
        return Some("1 1");
    }
    let mut names: Vec<(usize, String)> =
        (0..2).filter_map(|player| Some((player, name(nodes, player)?))).collect();
    names.sort_by_key(|(_, name)| usize::MAX - name.len());
    let found = names.iter().find(|(_, name)| has_word(sentence, name));
    found.map(|(player, _)| won_by(*player))
}

/// Whether a name stands in a sentence as a whole word.
fn has_word(sentence: &str, name: &str) -> bool {
    let bounds = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    !name.is_empty()
        && sentence.match_indices(name).any(|(at, _)| {
            let (before, after) = (&sentence[..at], &sentence[at + name.len()..]);
            bounds(before.chars().next_back()) && bounds(after.chars().next())
        })
}

/// Error of a gesture that is not known.
pub(crate) fn unknown(gesture: &Gesture) -> RecordError {
    wrong(gesture.number, &gesture.text(), "wrong-foreign-gesture")
}
