//! Fetches the courses: one file for each language, named by its contents.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_lessons::{Course, unpack};
use mohreh_texts::Language;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

use crate::dom;
use crate::say::Say;
use crate::signal::{Signal, effect};

#[derive(Clone)]
pub(super) enum Fetched {
    Pending,
    Courses(Rc<Vec<Course>>),
    Failed,
}

/// The courses in the language of the page. A `Copy` handle.
#[derive(Clone, Copy)]
pub(super) struct Courses {
    pub state: Signal<Fetched>,
}

thread_local! {
    static READ: RefCell<Vec<(Language, Rc<Vec<Course>>)>> = const { RefCell::new(Vec::new()) };
}

pub(super) fn courses() -> Courses {
    let courses = Courses { state: Signal::new(Fetched::Pending) };
    courses.load(Say::global().language());
    effect(move || courses.load(Say::global().language()));
    courses
}

impl Courses {
    /// Another try.
    pub(super) fn again(self) {
        self.load(Say::global().language());
    }

    fn load(self, language: Language) {
        let known = READ.with_borrow(|read| {
            read.iter().find(|(of, _)| *of == language).map(|(_, courses)| courses.clone())
        });
        if let Some(courses) = known {
            // The effect runs once more than is needed: nothing is shown anew.
            let is_shown = self.state.with_untracked(|state| match state {
                Fetched::Courses(shown) => Rc::ptr_eq(shown, &courses),
                _ => false,
            });
            if !is_shown {
                self.state.set(Fetched::Courses(courses));
            }
            return;
        }
        self.state.set(Fetched::Pending);
        spawn_local(async move {
            let read = fetch(language).await.and_then(|text| unpack(&text)).map(Rc::new);
            if let Some(courses) = &read {
                READ.with_borrow_mut(|all| all.push((language, courses.clone())));
            }
            self.state.try_set(read.map_or(Fetched::Failed, Fetched::Courses));
        });
    }
}

async fn fetch(language: Language) -> Option<String> {
    let list = dom::meta("mohreh-lessons")?;
    let urls = list.split(' ').filter_map(|entry| entry.split_once('='));
    let url = urls.filter(|(code, _)| *code == language.code()).map(|(_, url)| url).next()?;
    let response = JsFuture::from(dom::window()?.fetch_with_str(url)).await.ok()?;
    let response: Response = response.dyn_into().ok()?;
    let text = response.ok().then(|| response.text().ok()).flatten()?;
    JsFuture::from(text).await.ok()?.as_string()
}
