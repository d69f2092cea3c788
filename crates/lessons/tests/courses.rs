//! The courses of `texts/lessons`, in every language: each step can be done, by its own answer and by touches, and
//! accepts nothing else than its data says.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use mohreh_games::show::{Name, Picked};
use mohreh_games::{Kind, Status};
use mohreh_lessons::{Attempt, Course, CourseError, Step, Verdict, pack, unpack};

const LANGUAGES: [&str; 2] = ["fa", "en"];
/// Turns of one step that are tried at most: a step with more needs `turn` patterns.
const MAX_TURNS: usize = 40_000;

fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../texts");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("texts/{path}: {error}"))
}

fn course(kind: Kind, language: &str) -> Course {
    let (shared, said) =
        (text(&format!("lessons/{kind}.txt")), text(&format!("{language}/lessons/{kind}.txt")));
    match Course::read(kind, &shared, &said) {
        Ok(course) => course,
        Err(CourseError::Shared(error)) => panic!("texts/lessons/{kind}.txt: {error}"),
        Err(CourseError::Sentences(error)) => {
            panic!("texts/{language}/lessons/{kind}.txt: {error}")
        }
    }
}

/// Calls `test` with every step and the next of its lesson, and reports all that fail.
fn each_step(test: impl Fn(Kind, &Step, Option<&Step>) -> Result<(), String>) {
    let mut failed = String::new();
    for &kind in Kind::ALL {
        for lesson in course(kind, "en").lessons {
            for (n, step) in lesson.steps.iter().enumerate() {
                if let Err(why) = test(kind, step, lesson.steps.get(n + 1)) {
                    failed +=
                        &format!("{kind} {} {} (line {}): {why}\n", lesson.id, step.id, step.line);
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

fn start(kind: Kind, step: &Step) -> Result<Attempt, String> {
    let play = step.playthrough(kind, step.lead.len()).map_err(|error| error.to_string())?;
    match play.game().status() {
        Status::ToMove(_) => Ok(Attempt::new(&play)),
        other => Err(format!("nobody is to move: {other:?}")),
    }
}

fn roll(attempt: &mut Attempt, step: &Step) {
    if let Some(roll) = attempt.roll(step) {
        attempt.play(step, &roll).unwrap();
    }
}

#[test]
fn languages_have_the_same_courses() {
    let bare = |mut course: Course| {
        for lesson in &mut course.lessons {
            for said in [&mut lesson.title, &mut lesson.about] {
                assert!(!said.is_empty(), "{} {}", course.kind, lesson.id);
                said.clear();
            }
            for step in &mut lesson.steps {
                let answers = step.mistakes.iter_mut().map(|mistake| &mut mistake.say);
                for said in [&mut step.say, &mut step.done].into_iter().chain(answers) {
                    assert!(!said.is_empty(), "{} {} {}", course.kind, lesson.id, step.id);
                    assert_eq!(said.matches('`').count() % 2, 0, "{said}");
                    said.clear();
                }
            }
        }
        course
    };
    for &kind in Kind::ALL {
        let [first, second] = LANGUAGES.map(|language| bare(course(kind, language)));
        assert_eq!(first, second, "{kind}");
        assert!(first.lessons.iter().all(|lesson| !lesson.steps.is_empty()), "{kind}");
    }
}

#[test]
fn every_step_is_done_by_its_answer_through_touches() {
    each_step(|kind, step, _| {
        let mut attempt = start(kind, step)?;
        for decision in &step.answer {
            if attempt.verdict(step) != Verdict::Going {
                return Err(format!("`{decision}` comes after the verdict"));
            }
            let touches = attempt.game().touches(decision);
            let touches = touches.ok_or_else(|| format!("`{decision}` is not legal"))?;
            let mut touched: Vec<Name> = Vec::new();
            for spot in touches.path {
                match attempt.game().pick(&touched) {
                    Picked::More(next) if next.contains(&spot) => touched.push(spot),
                    other => return Err(format!("`{decision}`, {spot}: {other:?}")),
                }
            }
            assert_eq!(attempt.game().pick(&touched), Picked::Done(decision.clone()));
            attempt.play(step, decision).unwrap();
            roll(&mut attempt, step);
        }
        match attempt.verdict(step) {
            Verdict::Done => Ok(()),
            other => Err(format!("the answer is {other:?}")),
        }
    });
}

/// Plays all turns of a step, and calls `judged` with the verdict on each.
fn all_turns(attempt: &Attempt, step: &Step, judged: &mut dyn FnMut(Verdict, &Attempt)) {
    for decision in attempt.game().steps() {
        let mut next = attempt.clone();
        next.play(step, &decision).unwrap();
        roll(&mut next, step);
        match next.verdict(step) {
            Verdict::Going => all_turns(&next, step, judged),
            verdict => judged(verdict, &next),
        }
    }
}

#[test]
fn a_step_accepts_what_its_data_says_and_answers_the_rest() {
    each_step(|kind, step, next| {
        let (mut done, mut all) = (Vec::new(), 0);
        let mut met = vec![0; step.mistakes.len()];
        all_turns(&start(kind, step)?, step, &mut |verdict, attempt| {
            all += 1;
            assert!(all < MAX_TURNS, "{} has too many turns", step.id);
            match verdict {
                Verdict::Done => done.push(attempt.decisions().join(" ")),
                Verdict::Wrong(Some(mistake)) => met[mistake] += 1,
                Verdict::Wrong(None) => {}
                Verdict::Going => panic!("no verdict on {:?}", attempt.decisions()),
            }
        });
        if done.len() != step.accepts {
            let count = done.len();
            done.truncate(60);
            return Err(format!(
                "of {all} turns it accepts {count}, not {}: {done:?}",
                step.accepts
            ));
        }
        if let Some(unmet) = step.mistakes.iter().zip(met).find(|(_, met)| *met == 0) {
            return Err(format!("no turn is the mistake `{}`", unmet.0.id));
        }
        // What follows starts where the answer ends.
        let is_followed =
            next.is_some_and(|next| next.start == step.start && next.past.len() > step.past.len());
        if is_followed && done.len() != 1 {
            return Err("another turn leads elsewhere than the step that follows".to_string());
        }
        Ok(())
    });
}

#[test]
fn packs_round_trip() {
    for language in LANGUAGES {
        let file = |kind: &Kind| {
            let said = text(&format!("{language}/lessons/{kind}.txt"));
            (*kind, text(&format!("lessons/{kind}.txt")), said)
        };
        let courses: Vec<_> = Kind::ALL.iter().map(file).collect();
        let read = unpack(&pack(&courses)).unwrap();
        assert_eq!(read, Kind::ALL.iter().map(|kind| course(*kind, language)).collect::<Vec<_>>());
    }
    for garbage in ["", "x", "\u{c}\u{c}", "zertz\u{c}# a\u{c}"] {
        assert_eq!(unpack(garbage), None, "{garbage:?}");
    }
}

#[test]
fn garbage_is_refused_with_its_line() {
    let kind = Kind::ALL[0];
    let said = "# a\ntitle: t\nabout: a\n## b\nsay: s\ndone: d\n";
    let good = "# a\n\n## b\nposition:\nanswer: x\n";
    assert!(Course::read(kind, good, said).is_ok());
    for (shared, line) in [
        ("answer: x", 1),
        ("## b", 1),
        ("# A", 1),
        ("# a\n# a", 2),
        ("# a\n## b\n## b", 3),
        ("# a\n  more", 2),
        ("# a\nno colon", 2),
        ("# a\nunknown: x", 2),
        ("# a\n## b\nanswer: x", 2),
        ("# a\n## b\nsetup:\nposition:\nanswer: x", 2),
        ("# a\n## b\nfollow:\nanswer: x", 2),
        ("# a\n## b\nsetup:", 2),
        ("# a\n## b\nsetup:\nanswer: x\ndone: win", 2),
        ("# a\n## b\nsetup:\nanswer: x\ndone: nonsense\naccepts: 1", 5),
        ("# a\n## b\nsetup:\nanswer: x\naccepts: many", 5),
        ("# a\n## b\nsetup:\nanswer: x\nchance: 17", 5),
        ("# a\n## b\nsetup:\nanswer: x\nguide: no", 5),
        ("# a\n## b\nsetup:\nanswer: x\nwrong y: what", 5),
        ("# a\n## b\nsetup:\nanswer: x\nanswer: y", 5),
    ] {
        match Course::read(kind, shared, said) {
            Err(CourseError::Shared(error)) => assert_eq!(error.line, line, "{shared}: {error}"),
            other => panic!("{shared}: {other:?}"),
        }
    }
    for (said, line) in [
        ("# a\ntitle: t\nabout: a\n", 0),
        ("# a\ntitle: t\n## b\nsay: s\ndone: d\n", 1),
        ("# a\ntitle: t\nabout: a\n## b\nsay: s\n", 4),
        ("# a\ntitle: t\nabout: a\n## b\nsay: s\ndone: d\nwrong w: x\n", 7),
        ("# a\ntitle: t\nabout: a\n## b\nsay: s\ndone: d\n## c\nsay: s\n", 7),
    ] {
        match Course::read(kind, good, said) {
            Err(CourseError::Sentences(error)) => assert_eq!(error.line, line, "{said}: {error}"),
            other => panic!("{said}: {other:?}"),
        }
    }
}
