//! A whole course to be read or printed: the positions with what is asked there, and the turn that does it.

use mohreh_draw::{Marks, Palette, Style};
use mohreh_games::show::Name;
use mohreh_lessons::{Course, Lesson, Step};

use super::{notes, sentence};
use crate::dom;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::settings::Settings;
use crate::view::{View, Views, on, view};

pub(super) fn booklet(course: &Course) -> View {
    let (say, kind) = (Say::global(), course.kind);
    let lesson = |lesson: &Lesson| {
        view! {
            <section>
                <h2>{lesson.title.clone()}</h2>
                <p>{sentence(&lesson.about)}</p>
                <div class="figures">
                    {lesson.steps.iter().filter_map(|step| figure(course, step)).views()}
                </div>
            </section>
        }
    };
    let first = course.lessons.first().and_then(|lesson| lesson.steps.first());
    let scene = first.and_then(|step| Some(step.playthrough(kind, 0).ok()?.game().scene()));
    let print = |_| {
        if let Some(window) = dom::window() {
            let _ = window.print();
        }
    };
    view! {
        <main class="prose wide booklet">
            <p class="row small noprint">
                <a class="plain" href=to(say, Route::Learn(kind.to_string()))>{say!(say, "say-lesson-list")}</a>
                <button class="button plain" on:click=on(print)>{say!(say, "say-print")}</button>
            </p>
            <h1>{title(say, kind)}</h1>
            {scene.map(|scene| notes(&scene))}
            {course.lessons.iter().map(lesson).views()}
        </main>
    }
}

/// The position of a step. What the answer touches first is marked.
fn figure(course: &Course, step: &Step) -> Option<View> {
    let play = step.playthrough(course.kind, step.lead.len()).ok()?;
    let scene = play.game().scene();
    let touches = play.game().touches(step.answer.first()?)?.path;
    let on_board = |name: &Name| scene.spots.iter().any(|spot| spot.name == *name);
    let spots: Vec<Name> = touches.into_iter().filter(on_board).collect();
    let marks = match spots.as_slice() {
        [from, .., to] => Marks { arrows: vec![(*from, *to)], spots: Vec::new() },
        _ => Marks { spots, arrows: Vec::new() },
    };
    let signs = Settings::global().with_untracked(|settings| settings.signs);
    let style = Style { palette: Palette::Page, signs, ..Style::default() };
    let drawn = mohreh_draw::picture(&scene, &style, &marks);
    let answer = step.answer.join(" ");
    Some(view! {
        <figure>
            <div inner_html=drawn></div>
            <figcaption>
                <p>{sentence(&step.say)}</p>
                <p class="quiet"><bdi dir="ltr" class="notation">{answer}</bdi></p>
            </figcaption>
        </figure>
    })
}
