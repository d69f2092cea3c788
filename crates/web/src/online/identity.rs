//! [`Identity`]: the guest account of this browser, a name and a cookie. Created lazily, before the first
//! action that needs one.

use std::rc::Rc;

use mohreh_protocol::{NameBody, Person, Wire};
use reactive_graph::owner::Owner;

use super::{ApiError, request, request_text};
use crate::signal::{Global, Signal, Stored};

pub(crate) type Callback = Rc<dyn Fn()>;

/// The current guest, and the action that waits for a name.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    pub person: Signal<Option<Person>>,
    pub waiting: Signal<Option<Callback>>,
}

thread_local! {
    static IDENTITY: Global<Identity> = const { Global::new() };
}

impl Identity {
    fn new() -> Identity {
        Identity { person: Signal::new(None), waiting: Signal::new(None) }
    }

    pub(crate) fn global() -> Identity {
        IDENTITY.with(|me| me.get(Identity::new))
    }

    /// Runs `then` once there is a guest account; opens the name dialog if there is none.
    pub(crate) fn require_name(self, then: impl Fn() + 'static) {
        self.require_name_boxed(Box::new(then));
    }

    fn require_name_boxed(self, then: Box<dyn Fn()>) {
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

    /// Runs `then` if there is a guest account. The cookie may exist although this page has not connected yet.
    pub(crate) fn recall(self, then: Box<dyn Fn()>) {
        if self.person.with_untracked(Option::is_some) {
            return then();
        }
        let known = move |response: Result<String, ApiError>| {
            let known = response.ok().and_then(|text| mohreh_protocol::Identity::from_text(&text));
            if let Some(person) = known.and_then(|known| known.person) {
                self.person.set(Some(person));
                then();
            }
        };
        request_text("GET", "/api/person".into(), None, Box::new(known));
    }

    /// Creates the guest account, or renames it.
    pub(crate) fn set_name(self, name: &str, then: impl FnOnce() + 'static) {
        let method = if self.person.with_untracked(Option::is_some) { "PATCH" } else { "POST" };
        let body = NameBody { name: name.to_string() }.to_text();
        let named = move |known: mohreh_protocol::Identity| {
            self.person.set(known.person);
            then();
        };
        request(method, "/api/person".into(), Some(body), named);
    }
}
