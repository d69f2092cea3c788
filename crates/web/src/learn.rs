//! Courses: the map of all of them, the lessons of one, a lesson on the board, and a course to be printed.

mod booklet;
mod fetch;
mod map;
mod player;
mod progress;

use std::rc::Rc;

use mohreh_games::show::Scene;
use mohreh_lessons::{Course, Lesson};
use reactive_graph::graph::untrack;

use self::fetch::{Fetched, courses};
use crate::attention::set_subject;
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::view::{View, Views, bind, on, view};

/// Follows the game in the place of a booklet.
const BOOKLET: &str = "all";

/// `place` is empty, a game, `GAME.LESSON`, or `GAME.all`.
pub(crate) fn learn_page(place: String) -> View {
    let say = Say::global();
    let fetched = courses();
    view! {
        {move || match fetched.state.get() {
            Fetched::Pending => view! { <main class="prose" aria-busy="true"><p>{say!(say, "say-loading")}</p></main> },
            Fetched::Failed => view! {
                <main class="prose">
                    <h1>{say!(say, "say-part-missing")}</h1>
                    <p>{say!(say, "say-part-missing-why")}</p>
                    <p><button class="button" on:click=on(move |_| fetched.again())>{say!(say, "say-try-again")}</button></p>
                </main>
            },
            Fetched::Courses(all) => untrack(|| page(&all, &place)),
        }}
    }
}

fn page(courses: &Rc<Vec<Course>>, place: &str) -> View {
    let say = Say::global();
    let (game, lesson) = place.split_once('.').unwrap_or((place, ""));
    let found = courses.iter().find(|course| course.kind.name() == game);
    let Some(course) = found else {
        if place.is_empty() {
            return map::map(courses);
        }
        return missing();
    };
    let kind = course.kind;
    set_subject(move || [say.title(kind), say.text("say-learn")].join(" · "));
    match course.lessons.iter().position(|known| known.id == lesson) {
        Some(at) => player::player(course, at),
        None if lesson.is_empty() => map::course(course),
        None if lesson == BOOKLET => booklet::booklet(course),
        None => missing(),
    }
}

fn missing() -> View {
    let say = Say::global();
    view! {
        <main class="prose">
            <h1>{say!(say, "say-lost")}</h1>
            <p>{say!(say, "say-lost-why")}</p>
            <p><a class="button" href=to(say, Route::Learn(String::new()))>{say!(say, "say-learn")}</a></p>
        </main>
    }
}

/// The place of a lesson.
fn lesson_route(course: &Course, lesson: &Lesson) -> Route {
    Route::Learn([course.kind.name(), ".", &lesson.id].concat())
}

/// A sentence in which notation stands in backticks.
fn sentence(text: &str) -> View {
    let part = |(n, part): (usize, &str)| {
        let part = part.to_string();
        match n % 2 {
            0 => view! { {part} },
            _ => view! { <bdi dir="ltr" class="notation">{part}</bdi> },
        }
    };
    text.split('`').enumerate().map(part).views()
}

/// What is to be told beside a board.
fn notes(scene: &Scene) -> View {
    let say = Say::global();
    let note = |key: &&'static str| view! { <p class="note">{say!(say, *key)}</p> };
    scene.notes.iter().map(note).views()
}

/// The URL of the rules of a game.
fn rules_link(course: &Course) -> View {
    let (say, kind) = (Say::global(), course.kind);
    view! {
        <a class="plain" href=bind(move || format!("/{}/rules/{kind}/", say.language().code())) rel="external">
            {say!(say, "say-rules")}
        </a>
    }
}
