//! [`Socket`]: the page's WebSocket, open while there is a subscriber; heartbeat, and reconnect with
//! exponential backoff.

use std::rc::Rc;

use mohreh_protocol::{ClientMessage, ServerMessage, Wire};
use reactive_graph::owner::{Owner, on_cleanup};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::identity::Identity;
use crate::dom::{self, Interval};
use crate::signal::{Global, Signal, Stored};

/// Heartbeat interval; also the timeout of a connection attempt.
const PING_INTERVAL_SECS: u32 = 10;
/// The connection is considered lost when no pong arrives in this time.
const PONG_TIMEOUT_SECS: u32 = 6;
const MAX_BACKOFF_SECS: u32 = 30;
/// WebSocket close code "Service Restart".
const SERVICE_RESTART: u16 = 1012;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionState {
    Connecting,
    Open,
    /// Reconnects after this many seconds.
    Lost(u32),
}

type OnMessage = Rc<dyn Fn(ServerMessage)>;

/// The part of the page that receives messages; there is at most one, the latest.
#[derive(Clone)]
struct Subscriber {
    id: u32,
    /// First message after each (re)connect.
    first_message: Rc<dyn Fn() -> ClientMessage>,
    on_message: OnMessage,
    owner: Option<Owner>,
}

#[derive(Default)]
struct Inner {
    socket: Option<WebSocket>,
    /// JS callbacks, kept alive as long as the socket.
    callbacks: Vec<JsValue>,
    subscriber: Option<Subscriber>,
    /// Id of the latest subscriber.
    last_id: u32,
    timer: Option<Interval>,
    /// Failed attempts since the connection was last open.
    attempts: u32,
    /// Time in the current connection state, or since the last ping.
    state_secs: u32,
    /// When the unanswered ping was sent.
    ping_sent_ms: Option<u64>,
    lag_ms: Option<u32>,
}

/// A reconnecting WebSocket. A `Copy` handle.
#[derive(Clone, Copy)]
pub(crate) struct Socket {
    pub connection: Signal<ConnectionState>,
    inner: Stored<Inner>,
}

thread_local! {
    static SOCKET: Global<Socket> = const { Global::new() };
}

impl Socket {
    fn new() -> Socket {
        let socket = Socket {
            connection: Signal::new(ConnectionState::Connecting),
            inner: Stored::new(Inner::default()),
        };
        dom::on_window("online", move || socket.retry_now());
        dom::on_window("offline", move || socket.on_lost(1));
        dom::on_window("visibilitychange", move || {
            if dom::is_visible() {
                socket.retry_now();
            }
        });
        socket
    }

    pub(crate) fn global() -> Socket {
        SOCKET.with(|socket| socket.get(Socket::new))
    }

    /// Subscribes until the current owner is disposed of, and connects.
    pub(crate) fn subscribe(
        self,
        first_message: impl Fn() -> ClientMessage + 'static,
        on_message: impl Fn(ServerMessage) + 'static,
    ) {
        let mut id = 0;
        self.inner.update(|inner| {
            inner.last_id += 1;
            id = inner.last_id;
            inner.subscriber = Some(Subscriber {
                id,
                first_message: Rc::new(first_message),
                on_message: Rc::new(on_message),
                owner: Owner::current(),
            });
            let tick = move || self.tick();
            inner.timer = Interval::start(1000, Box::new(tick));
            inner.attempts = 0;
        });
        self.connect();
        on_cleanup(move || self.unsubscribe(id));
    }

    fn unsubscribe(self, id: u32) {
        let mut timer = None;
        self.inner.update(|inner| {
            if inner.subscriber.as_ref().is_some_and(|subscriber| subscriber.id == id) {
                inner.subscriber = None;
                timer = inner.timer.take();
            }
        });
        if timer.is_some() {
            self.close();
        }
    }

    /// Sends a message; dropped if the connection is not open.
    pub(crate) fn send(self, message: &ClientMessage) {
        if self.connection.get_untracked() == ConnectionState::Open
            && let Some(socket) = self.inner.with(|inner| inner.socket.clone())
        {
            let _ = socket.send_with_str(&message.to_text());
        }
    }

    /// Reconnects, so that the server reads the changed cookie.
    pub(crate) fn reconnect(self) {
        if self.inner.with(|inner| inner.subscriber.is_some()) {
            self.connect();
        }
    }

    /// Closes the socket without calling the callbacks.
    fn close(self) {
        let mut old = None;
        self.inner.update(|inner| {
            old = inner.socket.take();
            inner.ping_sent_ms = None;
            inner.state_secs = 0;
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
        self.connection.set(ConnectionState::Connecting);
        let address = dom::window().and_then(|window| window.location().origin().ok());
        let address = address.unwrap_or_default().replacen("http", "ws", 1) + "/api/socket";
        let Ok(socket) = WebSocket::new(&address) else { return self.on_lost(0) };
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            // Types that a newer server has added are ignored.
            if let Some(message) = ServerMessage::from_text(&text) {
                self.on_message(message);
            }
        });
        let on_close = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| {
            self.on_lost(event.code());
        });
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        self.inner.update(|inner| {
            inner.socket = Some(socket);
            inner.callbacks = vec![on_message.into_js_value(), on_close.into_js_value()];
        });
    }

    /// The connection was lost, or could not be opened: schedules a reconnect.
    fn on_lost(self, code: u16) {
        if self.inner.with(|inner| inner.subscriber.is_none()) {
            return;
        }
        self.close();
        let mut seconds = 1;
        self.inner.update(|inner| {
            if code == SERVICE_RESTART {
                // Back soon. Jitter, so that clients do not reconnect all at once.
                inner.attempts = 0;
                seconds += dom::random_below(2);
            } else {
                seconds = (1 << inner.attempts.min(5)).min(MAX_BACKOFF_SECS);
                inner.attempts += 1;
            }
        });
        self.connection.set(ConnectionState::Lost(seconds));
    }

    /// Skips the backoff, or probes an open connection: the device is online again, or the page visible.
    fn retry_now(self) {
        if self.inner.with(|inner| inner.subscriber.is_none()) {
            return;
        }
        match self.connection.get_untracked() {
            ConnectionState::Open => self.ping(),
            ConnectionState::Lost(_) => self.connect(),
            ConnectionState::Connecting => {}
        }
    }

    /// Runs every second: countdown to the reconnect, timeouts, heartbeat.
    fn tick(self) {
        let mut elapsed_secs = 0;
        self.inner.update(|inner| {
            inner.state_secs += 1;
            elapsed_secs = inner.state_secs;
        });
        match self.connection.get_untracked() {
            ConnectionState::Lost(0 | 1) => self.connect(),
            ConnectionState::Lost(seconds) => {
                self.connection.set(ConnectionState::Lost(seconds - 1));
            }
            ConnectionState::Connecting if elapsed_secs > PING_INTERVAL_SECS => self.on_lost(0),
            ConnectionState::Open if self.inner.with(|inner| inner.ping_sent_ms.is_some()) => {
                if elapsed_secs > PONG_TIMEOUT_SECS {
                    self.on_lost(0);
                }
            }
            ConnectionState::Open if elapsed_secs >= PING_INTERVAL_SECS => self.ping(),
            ConnectionState::Connecting | ConnectionState::Open => {}
        }
    }

    fn ping(self) {
        let mut lag_ms = None;
        self.inner.update(|inner| {
            inner.ping_sent_ms.get_or_insert(dom::now_ms());
            inner.state_secs = 0;
            lag_ms = inner.lag_ms;
        });
        self.send(&ClientMessage::Ping { n: 1, lag: lag_ms });
    }

    fn on_message(self, message: ServerMessage) {
        match message {
            ServerMessage::Hello { person, .. } => {
                let me = Identity::global();
                if me.person.with_untracked(|known| *known != person) {
                    me.person.set(person);
                }
                self.inner.update(|inner| {
                    inner.attempts = 0;
                    inner.state_secs = 0;
                });
                self.connection.set(ConnectionState::Open);
                if let Some(subscriber) = self.inner.with(|inner| inner.subscriber.clone()) {
                    self.send(&(subscriber.first_message)());
                }
                self.ping();
            }
            ServerMessage::Pong { .. } => self.inner.update(|inner| {
                inner.lag_ms =
                    inner.ping_sent_ms.take().map(|at| dom::now_ms().saturating_sub(at) as u32);
            }),
            message => match self.inner.with(|inner| inner.subscriber.clone()) {
                Some(Subscriber { on_message, owner: Some(owner), .. }) => {
                    owner.with(|| on_message(message));
                }
                Some(Subscriber { on_message, .. }) => on_message(message),
                None => {}
            },
        }
    }
}
