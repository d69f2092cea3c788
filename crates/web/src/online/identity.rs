//! [`Identity`]: the guest account of this browser, a name and a cookie. Created lazily, before the first
//! action that needs one.

use std::rc::Rc;

use reactive_graph::owner::Owner;

use super::json::Message;
use super::request_json;
use super::wire::Person;
use crate::signal::{Global, Signal, Stored};

pub type Callback = Rc<dyn Fn()>;

/// The current guest, and the action that waits for a name.
#[derive(Clone, Copy)]
pub struct Identity {
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

    pub fn global() -> Identity {
        IDENTITY.with(|me| me.get(Identity::new))
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
        request_json("GET", "/api/person".into(), None, move |json| {
            match Person::read(&json.at("person")) {
                Some(person) => {
                    self.person.set(Some(person));
                    then();
                }
                None => self.waiting.set(Some(then)),
            }
        });
    }

    /// Creates the guest account, or renames it.
    pub fn set_name(self, name: &str, then: impl FnOnce() + 'static) {
        let method = if self.person.with_untracked(Option::is_some) { "PATCH" } else { "POST" };
        let body = Message::new().text("name", name).done();
        request_json(method, "/api/person".into(), Some(body), move |json| {
            self.person.set(Person::read(&json.at("person")));
            then();
        });
    }
}
