//! [`Identity`]: the guest account of this browser, a name and a cookie. Created lazily, before the first
//! action that needs one.

use std::rc::Rc;

use mohreh_protocol::{NameBody, Person, Wire, limits};
use reactive_graph::owner::Owner;

use super::{Socket, request};
use crate::app::Page;
use crate::dom;
use crate::say::{Say, say};
use crate::signal::{Signal, Stored, effect};
use crate::view::{View, on, view};

pub type Callback = Rc<dyn Fn()>;

/// The current guest, and the action that waits for a name.
#[derive(Clone, Copy)]
pub struct Identity {
    pub person: Signal<Option<Person>>,
    waiting: Signal<Option<Callback>>,
}

impl Identity {
    pub fn new() -> Identity {
        Identity { person: Signal::new(None), waiting: Signal::new(None) }
    }

    pub fn global() -> Identity {
        Page::global().me
    }

    /// Runs `then` once there is a guest account; opens the name dialog if there is none.
    pub fn require_name(self, then: impl Fn() + 'static) {
        if self.person.with_untracked(Option::is_some) {
            return then();
        }
        let (owner, alive) = (Owner::current(), Stored::new(()));
        let then: Callback = Rc::new(move || match &owner {
            // The view that requested it was disposed of.
            _ if alive.try_get().is_none() => {}
            Some(owner) => owner.with(&then),
            None => then(),
        });
        // The cookie may exist although this page has not connected yet.
        let known = move |known: mohreh_protocol::Identity| match known.person {
            Some(person) => {
                self.person.set(Some(person));
                then();
            }
            None => self.waiting.set(Some(then)),
        };
        request("GET", "/api/person".into(), None, known);
    }

    /// Creates the guest account, or renames it.
    fn set_name(self, name: &str, then: Callback) {
        let method = if self.person.with_untracked(Option::is_some) { "PATCH" } else { "POST" };
        let body = NameBody { name: name.to_string() }.to_text();
        let named = move |known: mohreh_protocol::Identity| {
            self.person.set(known.person);
            // The open socket is authenticated as the previous identity.
            Socket::global().reconnect();
            then();
        };
        request(method, "/api/person".into(), Some(body), named);
    }
}

/// Modal dialog, open while an action waits for a name.
pub fn name_dialog() -> View {
    let (say, me) = (Say::global(), Identity::global());
    let dialog = move |then: Callback| {
        let then = move || {
            me.waiting.set(None);
            then();
        };
        view! {
            <div class="veil">
                <section class="sheet" role="dialog" aria-modal="true" aria-labelledby="who">
                    <h2 id="who">{say!(say, "say-your-name")}</h2>
                    <p class="about">{say!(say, "say-your-name-about")}</p>
                    {name_form(Rc::new(then), Rc::new(move || me.waiting.set(None)))}
                </section>
            </div>
        }
    };
    view! { {move || me.waiting.get().map(dialog)} }
}

/// Form for the name, with the current one or a suggestion filled in.
pub fn name_form(then: Callback, close: Callback) -> View {
    let (say, me) = (Say::global(), Identity::global());
    let suggestion = say.with("say-guest", &[("number", (100 + dom::random_below(900)).into())]);
    let known =
        me.person.with_untracked(|person| person.as_ref().map(|person| person.name.clone()));
    let name = Signal::new(known.unwrap_or(suggestion));
    let field = Signal::new(None::<web_sys::Element>);
    effect(move || {
        if let Some(field) = field.get() {
            dom::focus(&field);
        }
    });
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        me.set_name(&name.get_untracked(), then.clone());
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
                maxlength=limits::NAME_CHARS
                aria-label=say!(say, "say-your-name")
                prop:value=name
                on:input=on(move |event| name.set(dom::event_value(&event)))
            />
            <p class="row">
                <button class="button" type="submit">{say!(say, "say-go-on")}</button>
                <button class="plain" type="button" on:click=on(move |_| close())>{say!(say, "say-not-now")}</button>
            </p>
        </form>
    }
}
