//! The one socket of the page: open while somebody listens, and opened again by itself when it is lost.

use std::rc::Rc;

use reactive_graph::owner::{Owner, on_cleanup};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::json::{Json, Message};
use super::wire::Person;
use crate::app::Page;
use crate::dom::{self, Interval};
use crate::state::{State, Stored};

/// Seconds between two signs of life.
const PING: u32 = 10;
/// So many seconds without an answer, and the connection is taken for lost.
const PATIENCE: u32 = 6;
/// The longest pause between two tries, in seconds.
const LONGEST: u32 = 30;
/// The server says so before it starts anew.
const STARTS_ANEW: u16 = 1012;

/// How it stands with the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    Connecting,
    There,
    /// Tried again after so many seconds.
    Gone(u32),
}

/// Hears what was said, and of what kind it is.
type Hear = Rc<dyn Fn(&str, &Json)>;

/// Somebody who listens.
#[derive(Clone)]
struct Ear {
    number: u32,
    /// What is said first, after each time the connection is made.
    greeting: Rc<dyn Fn() -> String>,
    hear: Hear,
    owner: Option<Owner>,
}

#[derive(Default)]
struct Inner {
    socket: Option<WebSocket>,
    /// What the browser calls; kept as long as the socket.
    hears: Vec<JsValue>,
    ear: Option<Ear>,
    ears: u32,
    ticking: Option<Interval>,
    /// Tries since it was last there.
    tries: u32,
    /// Seconds in this state, or since the last sign of life.
    seconds: u32,
    /// When a sign of life was asked for that has not come.
    asked: Option<u64>,
    lag: Option<u32>,
}

/// The socket; copies speak of the same one.
#[derive(Clone, Copy)]
pub struct Socket {
    pub link: State<Link>,
    person: State<Option<Person>>,
    inner: Stored<Inner>,
}

impl Socket {
    /// For the whole page; `person` is told who one is to the server.
    pub fn new(person: State<Option<Person>>) -> Socket {
        let socket = Socket {
            link: State::new(Link::Connecting),
            person,
            inner: Stored::new(Inner::default()),
        };
        dom::on_window("online", move || socket.hurry());
        dom::on_window("offline", move || socket.lost(1));
        dom::on_window("visibilitychange", move || {
            if dom::is_visible() {
                socket.hurry();
            }
        });
        socket
    }

    pub fn here() -> Socket {
        Page::here().socket
    }

    /// Listens until the part of the page that does so is gone.
    pub fn listen(
        self,
        greeting: impl Fn() -> String + 'static,
        hear: impl Fn(&str, &Json) + 'static,
    ) {
        let mut number = 0;
        self.inner.update(|inner| {
            inner.ears += 1;
            number = inner.ears;
            inner.ear = Some(Ear {
                number,
                greeting: Rc::new(greeting),
                hear: Rc::new(hear),
                owner: Owner::current(),
            });
            let tick = move || self.tick();
            inner.ticking = Interval::start(1000, Box::new(tick));
            inner.tries = 0;
        });
        self.connect();
        on_cleanup(move || self.leave(number));
    }

    fn leave(self, number: u32) {
        let mut ticking = None;
        self.inner.update(|inner| {
            if inner.ear.as_ref().is_some_and(|ear| ear.number == number) {
                inner.ear = None;
                ticking = inner.ticking.take();
            }
        });
        if ticking.is_some() {
            self.close();
        }
    }

    /// Says something, if anybody is there to hear it.
    pub fn say(self, text: &str) {
        if self.link.get_untracked() == Link::There
            && let Some(socket) = self.inner.with(|inner| inner.socket.clone())
        {
            let _ = socket.send_with_str(text);
        }
    }

    /// Connects anew: the server has to learn who one is now.
    pub fn again(self) {
        if self.inner.with(|inner| inner.ear.is_some()) {
            self.connect();
        }
    }

    /// What was open is closed; nobody hears of it.
    fn close(self) {
        let mut old = None;
        self.inner.update(|inner| {
            old = inner.socket.take();
            inner.asked = None;
            inner.seconds = 0;
        });
        if let Some(old) = old {
            old.set_onopen(None);
            old.set_onmessage(None);
            old.set_onclose(None);
            let _ = old.close();
        }
    }

    fn connect(self) {
        self.close();
        self.link.set(Link::Connecting);
        let address = dom::window().and_then(|window| window.location().origin().ok());
        let address = address.unwrap_or_default().replacen("http", "ws", 1) + "/api/socket";
        let Ok(socket) = WebSocket::new(&address) else { return self.lost(0) };
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(json) = event.data().as_string().and_then(|text| Json::read(&text)) {
                self.heard(&json);
            }
        });
        let closed = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| {
            self.lost(event.code());
        });
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        self.inner.update(|inner| {
            inner.socket = Some(socket);
            inner.hears = vec![heard.into_js_value(), closed.into_js_value()];
        });
    }

    /// The connection is lost, or could not be made.
    fn lost(self, code: u16) {
        if self.inner.with(|inner| inner.ear.is_none()) {
            return;
        }
        self.close();
        let mut seconds = 1;
        self.inner.update(|inner| {
            if code == STARTS_ANEW {
                // It is back soon, and not everybody should come at once.
                inner.tries = 0;
                seconds += dom::chance(2);
            } else {
                seconds = (1 << inner.tries.min(5)).min(LONGEST);
                inner.tries += 1;
            }
        });
        self.link.set(Link::Gone(seconds));
    }

    /// Now is a good time to try again, and to see whether what seems to be there still is.
    fn hurry(self) {
        if self.inner.with(|inner| inner.ear.is_none()) {
            return;
        }
        match self.link.get_untracked() {
            Link::There => self.ping(),
            Link::Gone(_) => self.connect(),
            Link::Connecting => {}
        }
    }

    fn tick(self) {
        let mut waited = 0;
        self.inner.update(|inner| {
            inner.seconds += 1;
            waited = inner.seconds;
        });
        match self.link.get_untracked() {
            Link::Gone(0 | 1) => self.connect(),
            Link::Gone(seconds) => self.link.set(Link::Gone(seconds - 1)),
            Link::Connecting if waited > PING => self.lost(0),
            Link::There if self.inner.with(|inner| inner.asked.is_some()) => {
                if waited > PATIENCE {
                    self.lost(0);
                }
            }
            Link::There if waited >= PING => self.ping(),
            Link::Connecting | Link::There => {}
        }
    }

    fn ping(self) {
        let mut lag = None;
        self.inner.update(|inner| {
            inner.asked.get_or_insert(dom::ticks());
            inner.seconds = 0;
            lag = inner.lag;
        });
        let mut ping = Message::of("ping").number("n", 1);
        if let Some(lag) = lag {
            ping = ping.number("lag", lag);
        }
        self.say(&ping.done());
    }

    fn heard(self, json: &Json) {
        let kind = json.word("type");
        match kind.as_str() {
            "hello" => {
                let person = Person::read(&json.at("person"));
                if self.person.with_untracked(|known| *known != person) {
                    self.person.set(person);
                }
                self.inner.update(|inner| {
                    inner.tries = 0;
                    inner.seconds = 0;
                });
                self.link.set(Link::There);
                if let Some(ear) = self.inner.with(|inner| inner.ear.clone()) {
                    self.say(&(ear.greeting)());
                }
                self.ping();
            }
            "pong" => self.inner.update(|inner| {
                inner.lag = inner.asked.take().map(|at| dom::ticks().saturating_sub(at) as u32);
            }),
            _ => match self.inner.with(|inner| inner.ear.clone()) {
                Some(Ear { hear, owner: Some(owner), .. }) => owner.with(|| hear(&kind, json)),
                Some(Ear { hear, .. }) => hear(&kind, json),
                None => {}
            },
        }
    }
}
