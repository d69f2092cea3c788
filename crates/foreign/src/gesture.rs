//! Gestures of boardspace.net: the words of a node, and the order of play around them.

use mohreh_games::record::RecordError;

use crate::sgf::Node;
use crate::wrong;

/// A gesture of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gesture {
    /// One-based number in the file, for messages.
    pub(crate) number: usize,
    /// 0 or 1, as the site counts.
    pub(crate) player: usize,
    /// The index that the site wrote before it.
    index: Option<String>,
    /// In lower case, without the index.
    pub(crate) words: Vec<String>,
}

impl Gesture {
    pub(crate) fn text(&self) -> String {
        self.words.join(" ")
    }

    /// The words as string slices, to match on.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }

    fn is(&self, word: &str) -> bool {
        self.words.first().is_some_and(|first| first == word)
    }
}

/// A point from its column and row, `D` `4`.
pub(crate) fn point(column: &str, row: &str) -> String {
    format!("{column}{row}")
}

/// What a file says about the game besides its turns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Course {
    /// Gestures of the game, without those that cancel each other, and without what follows its end.
    pub(crate) gestures: Vec<Gesture>,
    /// Gestures before the start, by which marbles are given away.
    pub(crate) gifts: Vec<Gesture>,
    /// Whether turns end with `Done`; otherwise when the other player acts.
    pub(crate) has_done: bool,
    /// The player who wins, if a gesture tells.
    pub(crate) winner: Option<usize>,
    pub(crate) is_drawn: bool,
}

/// Words that are about the clock or a player, not about the game.
const NOT_GESTURES: [&str; 4] = ["id", "time", "ranking", "country"];

fn all_gestures(nodes: &[Node]) -> Vec<Gesture> {
    let mut gestures: Vec<Gesture> = Vec::new();
    for (name, value) in nodes.iter().flat_map(|node| &node.properties) {
        let player = match name.as_str() {
            "P0" => 0,
            "P1" => 1,
            _ => continue,
        };
        let mut words: Vec<String> = value.split_whitespace().map(str::to_lowercase).collect();
        let is_index = |word: &String| word.bytes().all(|b| b.is_ascii_digit());
        let index = words.first().filter(|word| is_index(word)).cloned();
        if index.is_some() {
            words.remove(0);
        }
        if words.first().is_none_or(|first| NOT_GESTURES.contains(&first.as_str())) {
            continue;
        }
        gestures.push(Gesture { number: gestures.len() + 1, player, index, words });
    }
    gestures
}

/// The gestures of a file in the order of play, up to the end of the game.
pub(crate) fn course(nodes: &[Node]) -> Result<Course, RecordError> {
    let all = all_gestures(nodes);
    let has_done = all.iter().any(|gesture| gesture.is("done"));
    let mut course = Course { has_done, ..Course::default() };
    let mut edited: Option<Gesture> = None;
    let mut gestures = all.into_iter().peekable();
    while let Some(gesture) = gestures.next() {
        match gesture.words[0].as_str() {
            "reset" | "undo" | "offerdraw" | "declinedraw" => {}
            "start" => {
                if course.gestures.iter().all(|gesture| gesture.is("rtor")) {
                    course.gifts.append(&mut course.gestures);
                } else if let Some(edit) = &edited {
                    return Err(wrong(edit.number, &edit.text(), "wrong-foreign-edit"));
                }
                edited = None;
            }
            "edit" if course.gestures.is_empty() => edited = Some(gesture),
            // A board for review.
            "edit" => break,
            "acceptdraw" => course.is_drawn = true,
            "winontime" => {
                course.winner = Some(gesture.player);
                drop_open_turn(&mut course);
                break;
            }
            "resign" => {
                let next = gestures.peek().filter(|next| next.is("resign"));
                match next.map(|next| next.index == gesture.index && next.index.is_some()) {
                    // Twice: taken back, unless the one gesture was written twice.
                    Some(false) => drop(gestures.next()),
                    Some(true) => {}
                    None => {
                        let rest = gestures.clone();
                        let ends = ["done", "start"];
                        if rest.clone().all(|later| ends.iter().any(|end| later.is(end))) {
                            course.winner = Some(1 - gesture.player);
                            drop_open_turn(&mut course);
                            break;
                        }
                    }
                }
            }
            _ => course.gestures.push(gesture),
        }
    }
    match edited.filter(|_| !course.gestures.is_empty()) {
        Some(edit) => Err(wrong(edit.number, &edit.text(), "wrong-foreign-edit")),
        None => Ok(course),
    }
}

/// Drops the gestures of a turn that was not finished.
fn drop_open_turn(course: &mut Course) {
    if course.has_done {
        while course.gestures.last().is_some_and(|last| !last.is("done")) {
            course.gestures.pop();
        }
    }
}
