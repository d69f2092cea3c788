//! The map of all courses, and the lessons of one.

use std::rc::Rc;

use mohreh_games::show::Scene;
use mohreh_lessons::{Course, Lesson};

use super::progress::Progress;
use super::{BOOKLET, lesson_route, rules_link, sentence};
use crate::board::small_board;
use crate::icons::{Icon, icon};
use crate::navigation::navigate;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::Memo;
use crate::table_page::confirm_action;
use crate::view::{View, Views, bind, view};

fn count_steps(course: &Course) -> usize {
    course.lessons.iter().map(|lesson| lesson.steps.len()).sum()
}

/// How much is done, in words and as a bar.
fn done_of(done: usize, all: usize) -> View {
    let say = Say::global();
    let words = move || {
        let args = [("step", (done as u32).into()), ("all", (all as u32).into())];
        say.with("say-lesson-done-of", &args)
    };
    view! {
        <div class="done-of">
            <progress max=all value=done aria-label=bind(words)></progress>
            <span class="quiet" aria-hidden="true">{bind(words)}</span>
        </div>
    }
}

/// A position of the course, to recognise the game by.
fn look(course: &Course) -> Option<Scene> {
    let lesson = course.lessons.get(course.lessons.len() / 2)?;
    let step = lesson.steps.first()?;
    Some(step.playthrough(course.kind, step.lead.len()).ok()?.game().scene())
}

pub(super) fn map(courses: &[Course]) -> View {
    let say = Say::global();
    let progress = Progress::read();
    let card = |course: &Course| {
        let kind = course.kind;
        let (done, all) = (progress.of_course(course), count_steps(course));
        let next = progress.next_lesson(course).map(|at| lesson_route(course, &course.lessons[at]));
        let key = match (done, &next) {
            (0, _) => "say-lesson-start",
            (_, Some(_)) => "say-lesson-go-on",
            (_, None) => "say-lesson-again",
        };
        let route = next.unwrap_or_else(|| Route::Learn(kind.to_string()));
        let scene = look(course);
        view! {
            <article class="card course">
                <a class="look" href=to(say, route.clone()) tabindex="-1" aria-hidden="true">
                    {scene.map(|scene| small_board(kind, Memo::new(move || scene.clone())))}
                </a>
                <h2>{title(say, kind)}</h2>
                <div class="about">{done_of(done, all)}</div>
                <p class="ways">
                    <a class="button" class:calm=done == all href=to(say, route) data-course=kind.name()>{say!(say, key)}</a>
                    <a class="plain" href=to(say, Route::Learn(kind.to_string()))>{say!(say, "say-lesson-list")}</a>
                    {rules_link(course)}
                </p>
            </article>
        }
    };
    view! {
        <main class="home learn">
            <header class="welcome">
                <h1>{say!(say, "say-learn")}</h1>
                <p>{say!(say, "say-learn-about")}</p>
            </header>
            <div class="games">{courses.iter().map(card).views()}</div>
        </main>
    }
}

pub(super) fn course(course: &Course) -> View {
    let (say, kind) = (Say::global(), course.kind);
    let progress = Progress::read();
    let (done, all) = (progress.of_course(course), count_steps(course));
    let next = progress.next_lesson(course);
    let row = |(n, lesson): (usize, &Lesson)| {
        let (of, steps) = (progress.of_lesson(course, lesson), lesson.steps.len());
        let is_complete = of == steps;
        let number = move || say.number(n as u64 + 1);
        let words = move || {
            let args = [("step", (of as u32).into()), ("all", (steps as u32).into())];
            say.with("say-lesson-count", &args)
        };
        view! {
            <li>
                <a class="stop" class:complete=is_complete class:next=next == Some(n) href=to(say, lesson_route(course, lesson)) data-lesson=lesson.id.clone()>
                    <span class="number" aria-hidden="true">
                        {if is_complete { icon(Icon::Done) } else { view! { {bind(number)} } }}
                    </span>
                    <span class="words">
                        <b>{lesson.title.clone()}</b>
                        <span class="about">{sentence(&lesson.about)}</span>
                    </span>
                    <span class="quiet count">{bind(words)}</span>
                </a>
            </li>
        }
    };
    let here = Route::Learn(kind.to_string());
    let whole = Rc::new(course.clone());
    let forget = move || {
        Progress::forget(&whole);
        navigate(&here);
    };
    let begin = next.map(|at| {
        let key = if done == 0 { "say-lesson-start" } else { "say-lesson-go-on" };
        let route = lesson_route(course, &course.lessons[at]);
        view! { <a class="button" href=to(say, route) data-act="begin">{say!(say, key)}</a> }
    });
    let new_game = move || format!("{}?with=computer", Route::New(kind).path(say.language()));
    let booklet = Route::Learn([kind.name(), ".", BOOKLET].concat());
    view! {
        <main class="prose course">
            <p class="row small"><a class="plain" href=to(say, Route::Learn(String::new()))>{say!(say, "say-lesson-map")}</a></p>
            <h1>{title(say, kind)}</h1>
            {done_of(done, all)}
            <p class="row">
                {begin}
                <a class="button plain" href=bind(new_game)>{say!(say, "say-play-computer")}</a>
            </p>
            <ol class="stops several">{course.lessons.iter().enumerate().map(row).views()}</ol>
            <p class="row small">
                {rules_link(course)}
                <a class="plain" href=to(say, booklet)>{say!(say, "say-lesson-print")}</a>
                {(done > 0).then(|| confirm_action("plain", Icon::Again, ["say-lesson-forget", "say-lesson-forget-sure"], forget))}
            </p>
        </main>
    }
}
