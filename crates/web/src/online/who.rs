//! Who one is to the server: a guest with a name, known by a cookie. Asked once, when it first matters.

use std::rc::Rc;

use mohreh_protocol::limits;
use reactive_graph::owner::Owner;

use super::json::Message;
use super::wire::Person;
use super::{Socket, ask};
use crate::app::Page;
use crate::dom;
use crate::say::{Say, say};
use crate::state::{State, Stored, effect};
use crate::view::{View, on, view};

pub type Then = Rc<dyn Fn()>;

/// Who one is, and what waits for it to be known.
#[derive(Clone, Copy)]
pub struct Me {
    pub person: State<Option<Person>>,
    waits: State<Option<Then>>,
}

impl Me {
    pub fn new() -> Me {
        Me { person: State::new(None), waits: State::new(None) }
    }

    pub fn here() -> Me {
        Page::here().me
    }

    /// Does something as somebody; whoever is not known yet is asked for a name first.
    pub fn introduced(self, then: impl Fn() + 'static) {
        if self.person.with_untracked(Option::is_some) {
            return then();
        }
        let (owner, alive) = (Owner::current(), Stored::new(()));
        let then: Then = Rc::new(move || match &owner {
            // Whoever wanted it may be gone.
            _ if alive.try_get().is_none() => {}
            Some(owner) => owner.with(&then),
            None => then(),
        });
        // Perhaps the cookie is there, and nobody has asked yet.
        ask("GET", "/api/person".into(), None, move |json| {
            match Person::read(&json.at("person")) {
                Some(person) => {
                    self.person.set(Some(person));
                    then();
                }
                None => self.waits.set(Some(then)),
            }
        });
    }

    /// Takes a name, or another one.
    fn call(self, name: &str, then: Then) {
        let method = if self.person.with_untracked(Option::is_some) { "PATCH" } else { "POST" };
        let body = Message::new().text("name", name).done();
        ask(method, "/api/person".into(), Some(body), move |json| {
            self.person.set(Person::read(&json.at("person")));
            // What is open speaks for whoever one was.
            Socket::here().again();
            then();
        });
    }
}

/// Shown over the page while a name is asked for.
pub fn name_sheet() -> View {
    let (say, me) = (Say::here(), Me::here());
    let sheet = move |then: Then| {
        let then = move || {
            me.waits.set(None);
            then();
        };
        view! {
            <div class="veil">
                <section class="sheet" role="dialog" aria-modal="true" aria-labelledby="who">
                    <h2 id="who">{say!(say, "say-your-name")}</h2>
                    <p class="about">{say!(say, "say-your-name-about")}</p>
                    {name_form(Rc::new(then), Rc::new(move || me.waits.set(None)))}
                </section>
            </div>
        }
    };
    view! { {move || me.waits.get().map(sheet)} }
}

/// One friendly field.
pub fn name_form(then: Then, close: Then) -> View {
    let (say, me) = (Say::here(), Me::here());
    let suggestion = say.with("say-guest", &[("number", (100 + dom::chance(900)).into())]);
    let known =
        me.person.with_untracked(|person| person.as_ref().map(|person| person.name.clone()));
    let name = State::new(known.unwrap_or(suggestion));
    let field = State::new(None::<web_sys::Element>);
    effect(move || {
        if let Some(field) = field.get() {
            dom::focus(&field);
        }
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        me.call(&name.get_untracked(), then.clone());
    };
    view! {
        <form class="name" on:submit=on(submit)>
            <input
                node_ref=field
                name="name"
                type="text"
                dir="auto"
                required=true
                autocomplete="nickname"
                maxlength=limits::NAME
                aria-label=say!(say, "say-your-name")
                prop:value=name
                on:input=on(move |event| name.set(dom::value(&event)))
            />
            <p class="row">
                <button class="button" type="submit">{say!(say, "say-go-on")}</button>
                <button class="plain" type="button" on:click=on(move |_| close())>{say!(say, "say-not-now")}</button>
            </p>
        </form>
    }
}
