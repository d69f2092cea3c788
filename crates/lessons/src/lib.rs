//! Lessons: for each game a course of short steps on the board. A step is data: a position, a sentence, what counts as
//! done, answers to the usual mistakes, and a turn that does it, which is also the demonstration.
//!
//! `texts/lessons/KIND.txt` has what all languages share, `texts/LANGUAGE/lessons/KIND.txt` the sentences;
//! docs/lessons.md describes both. There is no sentence in this crate, and no name of a game.

#![warn(missing_docs)]

mod attempt;
mod course;
mod goal;
mod text;

pub use attempt::{Attempt, Verdict};
pub use course::{Course, CourseError, Lesson, Mistake, Step, pack, unpack};
pub use goal::Goal;
pub use text::LessonError;
