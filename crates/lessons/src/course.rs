//! [`Course`]: the lessons of a game, read from two files.

use mohreh_games::{Kind, ParseError, PlayError, Playthrough};

use crate::goal::Goal;
use crate::text::{Block, LessonError, blocks};

/// The lessons of a game, in the language of their sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The game.
    pub kind: Kind,
    /// The lessons, in order.
    pub lessons: Vec<Lesson>,
}

/// Some steps about one subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name in URLs, unique in the course.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// Something to do on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its name, unique in the lesson.
    pub id: String,
    /// The line of its heading.
    pub line: usize,
    /// Setup or position at which it starts; empty for the default setup.
    pub start: String,
    /// Steps to be played from `start`, and not to be watched: those of the steps that it continues.
    pub past: Vec<String>,
    /// Steps to be watched before the person's turn, such as the opponent's reply.
    pub lead: Vec<String>,
    /// Faces of the dice in the person's turn, in order.
    pub chance: Vec<u32>,
    /// What counts as done: any of these.
    pub goals: Vec<Goal>,
    /// Number of turns that count as done.
    pub accepts: usize,
    /// A turn that does it: the demonstration. Only decisions; the dice follow from `chance`.
    pub answer: Vec<String>,
    /// Mistakes with answers of their own, the first that fits counts.
    pub mistakes: Vec<Mistake>,
    /// Ids of the rules that it teaches.
    pub teaches: Vec<String>,
    /// What to touch is shown from the beginning.
    pub is_guided: bool,
    /// What is asked.
    pub say: String,
    /// What is said when it is done.
    pub done: String,
}

/// A turn that is legal but not what is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Its name in the files.
    pub id: String,
    /// The turns.
    pub goal: Goal,
    /// What is answered.
    pub say: String,
}

impl Step {
    /// The game at the beginning of the step. `watched` of the steps in [`Step::lead`] have been played.
    pub fn playthrough(&self, kind: Kind, watched: usize) -> Result<Playthrough, ParseError> {
        let mut play = Playthrough::starting(kind, &self.start)?;
        let lead = self.lead.iter().take(watched);
        let played: Result<(), PlayError> =
            self.past.iter().chain(lead).try_for_each(|step| play.play(step));
        played.map(|()| play).map_err(ParseError::from)
    }
}

impl Course {
    /// Reads what all languages share, and the sentences. An error is in the first file if it says so.
    pub fn read(kind: Kind, shared: &str, sentences: &str) -> Result<Course, CourseError> {
        let mut said = blocks(sentences).map_err(CourseError::Sentences)?;
        let mut lessons: Vec<Lesson> = Vec::new();
        for mut block in blocks(shared).map_err(CourseError::Shared)? {
            let is_same = |said: &Block<'_>| said.lesson == block.lesson && said.step == block.step;
            let Some(at) = said.iter().position(is_same) else {
                let id = if block.step.is_empty() { block.lesson } else { block.step };
                return Err(CourseError::Sentences(LessonError::new(0, id, "is missing")));
            };
            let mut words = said.remove(at);
            if block.step.is_empty() {
                let title = words.need("title").map_err(CourseError::Sentences)?;
                let about = words.need("about").map_err(CourseError::Sentences)?;
                let id = block.lesson.to_string();
                lessons.push(Lesson { id, title, about, steps: Vec::new() });
            } else if let Some(lesson) = lessons.last_mut() {
                let before = lesson.steps.last();
                let step = step(kind, &mut block, before).map_err(CourseError::Shared)?;
                lesson.steps.push(with_words(step, &mut words).map_err(CourseError::Sentences)?);
            }
            block.finish().map_err(CourseError::Shared)?;
            words.finish().map_err(CourseError::Sentences)?;
        }
        match said.first() {
            Some(block) => Err(CourseError::Sentences(LessonError::new(
                block.line,
                if block.step.is_empty() { block.lesson } else { block.step },
                "belongs to no step of the course",
            ))),
            None => Ok(Course { kind, lessons }),
        }
    }
}

/// Which of the two files is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CourseError {
    /// The file that all languages share.
    Shared(LessonError),
    /// The file of the language.
    Sentences(LessonError),
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(ToString::to_string).collect()
}

/// A step without its sentences. `before` is the one that it may continue.
fn step(kind: Kind, block: &mut Block<'_>, before: Option<&Step>) -> Result<Step, LessonError> {
    let line = block.line;
    let position = block.take("position");
    let setup = block.take("setup");
    let follows = block.take("follow");
    let (start, past, lead) = match (position, setup, follows, before) {
        (Some((_, start)), None, None, _) | (None, Some((_, start)), None, _) => {
            let lead = block.take("lead").map(|(_, lead)| words(&lead)).unwrap_or_default();
            (start, Vec::new(), lead)
        }
        (None, None, Some((_, lead)), Some(before)) => {
            let mut past = before.past.clone();
            past.extend(before.lead.iter().cloned());
            past.extend(steps_of_answer(kind, before).ok_or_else(|| {
                LessonError::new(line, block.step, "follows a step whose answer is not legal")
            })?);
            (before.start.clone(), past, words(&lead))
        }
        _ => {
            let why = "needs one of `position`, `setup` and `follow`";
            return Err(LessonError::new(line, block.step, why));
        }
    };
    let chance = block.take("chance").map_or(Ok(Vec::new()), |(line, text)| {
        let face = |c: char| c.to_digit(10).filter(|face| (1..=6).contains(face));
        let faces = text.chars().filter(|c| !c.is_whitespace()).map(face).collect();
        let faces: Option<Vec<u32>> = faces;
        faces.ok_or_else(|| LessonError::new(line, &text, "are no faces of dice"))
    })?;
    let answer = words(&block.need("answer")?);
    let mut goals = Vec::new();
    while let Some((line, text)) = block.take("done") {
        goals.push(Goal::read(line, &text)?);
    }
    let accepts = match block.take("accepts") {
        Some((line, text)) => {
            text.parse().map_err(|_| LessonError::new(line, &text, "is no number of turns"))?
        }
        None if goals.is_empty() => 1,
        None => return Err(LessonError::new(line, "accepts", "is missing beside `done`")),
    };
    if goals.is_empty() {
        goals.push(Goal::turn(&answer));
    }
    let is_guided = match block.take("guide") {
        Some((line, text)) if text != "yes" => {
            return Err(LessonError::new(line, &text, "is not `yes`"));
        }
        found => found.is_some(),
    };
    let teaches = block.take("teaches").map(|(_, ids)| words(&ids)).unwrap_or_default();
    let mut mistakes = Vec::new();
    let is_mistake = |key: &str| key.strip_prefix("wrong ").map(str::trim).map(str::to_string);
    while let Some(at) = block.entries.iter().position(|entry| is_mistake(entry.key).is_some()) {
        let entry = block.entries.remove(at);
        let id = is_mistake(entry.key).unwrap_or_default();
        let goal = Goal::read(entry.line, &entry.value)?;
        mistakes.push(Mistake { id, goal, say: String::new() });
    }
    Ok(Step {
        id: block.step.to_string(),
        line,
        start,
        past,
        lead,
        chance,
        goals,
        accepts,
        answer,
        mistakes,
        teaches,
        is_guided,
        say: String::new(),
        done: String::new(),
    })
}

/// The steps of the answer, with the falls of the dice.
fn steps_of_answer(kind: Kind, step: &Step) -> Option<Vec<String>> {
    let start = step.playthrough(kind, step.lead.len()).ok()?;
    let mut attempt = crate::Attempt::new(&start);
    let mut steps = Vec::new();
    for decision in &step.answer {
        attempt.play(step, decision).ok()?;
        steps.push(decision.clone());
        if let Some(roll) = attempt.roll(step) {
            attempt.play(step, &roll).ok()?;
            steps.push(roll);
        }
    }
    Some(steps)
}

fn with_words(mut step: Step, words: &mut Block<'_>) -> Result<Step, LessonError> {
    step.say = words.need("say")?;
    step.done = words.need("done")?;
    for mistake in &mut step.mistakes {
        let key = ["wrong ", &mistake.id].concat();
        let line = words.line;
        let found = words.take(&key).map(|(_, say)| say);
        mistake.say = found.ok_or_else(|| LessonError::new(line, &key, "is missing"))?;
    }
    Ok(step)
}

/// Between the parts of a pack: a form feed, which is in no file.
const PART: char = '\u{c}';

/// The courses of a language as one text, for the page: kind, shared file and sentences of each.
#[must_use]
pub fn pack(courses: &[(Kind, String, String)]) -> String {
    let parts = courses
        .iter()
        .flat_map(|(kind, shared, sentences)| [kind.name(), shared.as_str(), sentences.as_str()]);
    parts.collect::<Vec<_>>().join(&PART.to_string())
}

/// Reads a [`pack`]; `None` if it is not one.
#[must_use]
pub fn unpack(pack: &str) -> Option<Vec<Course>> {
    let parts: Vec<&str> = pack.split(PART).collect();
    let course = |part: &[&str]| match part {
        [kind, shared, sentences] => Course::read(kind.parse().ok()?, shared, sentences).ok(),
        _ => None,
    };
    parts.chunks(3).map(course).collect()
}
