//! What has been done of the courses, kept on this device: a line `GAME LESSON STEP` for each step.

use mohreh_lessons::{Course, Lesson};

use crate::store;

/// The steps that are done.
pub(super) struct Progress(Vec<String>);

fn line(course: &Course, lesson: &Lesson, step: &str) -> String {
    [course.kind.name(), &lesson.id, step].join(" ")
}

impl Progress {
    pub(super) fn read() -> Progress {
        Progress(store::lessons_done().lines().map(ToString::to_string).collect())
    }

    pub(super) fn is_done(&self, course: &Course, lesson: &Lesson, step: &str) -> bool {
        self.0.contains(&line(course, lesson, step))
    }

    pub(super) fn mark(course: &Course, lesson: &Lesson, step: &str) {
        let Progress(mut done) = Progress::read();
        let line = line(course, lesson, step);
        if !done.contains(&line) {
            done.push(line);
            store::save_lessons_done(&done.join("\n"));
        }
    }

    /// Forgets a course.
    pub(super) fn forget(course: &Course) {
        let Progress(mut done) = Progress::read();
        let start = [course.kind.name(), " "].concat();
        done.retain(|line| !line.starts_with(&start));
        store::save_lessons_done(&done.join("\n"));
    }

    /// Steps of a lesson that are done.
    pub(super) fn of_lesson(&self, course: &Course, lesson: &Lesson) -> usize {
        lesson.steps.iter().filter(|step| self.is_done(course, lesson, &step.id)).count()
    }

    pub(super) fn of_course(&self, course: &Course) -> usize {
        course.lessons.iter().map(|lesson| self.of_lesson(course, lesson)).sum()
    }

    pub(super) fn is_complete(&self, course: &Course, lesson: &Lesson) -> bool {
        self.of_lesson(course, lesson) == lesson.steps.len()
    }

    /// The lesson to go on with: the first that is not complete.
    pub(super) fn next_lesson(&self, course: &Course) -> Option<usize> {
        course.lessons.iter().position(|lesson| !self.is_complete(course, lesson))
    }
}
