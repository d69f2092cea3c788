//! [`OnlineTable`]: client state of one table of the server, updated by socket messages, and the messages
//! that the page sends about it.

use mohreh_games::Seat;
use mohreh_protocol::{End, Log, LogEvent};

use super::clocks::Clocks;
use super::http::ApiError;
use super::json::{Json, Message, quoted};
use super::optimistic_log::{Applied, OptimisticLog};
use super::recent::Recent;
use super::socket::{ConnectionState, Socket};
use super::wire::{self, ChatLine, Head, Phase, Sitter};
use crate::game_model::{Controller, GameModel};
use crate::notice::{Notice, notify};
use crate::signal::{Signal, Stored};
use crate::{dom, store};

/// Chat lines kept in memory.
const MAX_CHAT_LINES: usize = 200;
/// Delay before a turn is resent after `too-fast` or `unavailable`.
const RETRY_MS: u64 = 2000;

/// Whether the local steps have reached the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncState {
    /// All steps are confirmed.
    Synced,
    /// The turn is unfinished, or not sent yet.
    Pending,
    /// Sent, not acknowledged.
    Sending,
}

/// Snapshot of a table, as of the last message of the server.
#[derive(Default)]
pub struct TableState {
    pub head: Option<Head>,
    /// The seat of this client; `None` for a watcher.
    pub me: Option<Seat>,
    pub log: Option<OptimisticLog>,
    pub clocks: Clocks,
    /// Presence: since when each seat is absent, by the device's clock; `None` while present.
    pub absent_since_ms: Vec<Option<u64>>,
    pub watchers: u32,
    pub chat: Recent<ChatLine, MAX_CHAT_LINES>,
    /// No such table, or its log is unreadable.
    pub not_found: bool,
    /// Time of the last log entry, by the device's clock.
    pub last_entry_ms: u64,
    /// A turn was sent and is not acknowledged.
    turn_in_flight: bool,
    /// Another action was sent and is not acknowledged.
    act_in_flight: bool,
}

impl TableState {
    /// Reads the confirmed log, if the game has begun.
    pub fn with_log<T>(&self, read: impl FnOnce(&Log) -> T) -> Option<T> {
        self.log.as_ref().map(|log| read(log.confirmed()))
    }

    pub fn sitter(&self, seat: usize) -> Sitter {
        let sitter = self.head.as_ref().and_then(|head| head.seats().into_iter().nth(seat));
        sitter.unwrap_or(Sitter::Open)
    }

    /// Whether this event can follow in the confirmed log, so that the server would accept it.
    pub fn would_accept(&self, event: &LogEvent) -> bool {
        self.with_log(|log| log.clone().apply(event).is_ok()) == Some(true)
    }

    pub fn sync(&self) -> SyncState {
        match self.log.as_ref().is_none_or(OptimisticLog::is_synced) {
            true => SyncState::Synced,
            false if self.turn_in_flight => SyncState::Sending,
            false => SyncState::Pending,
        }
    }

    fn on_clocks(&mut self, json: &Json) {
        self.clocks = Clocks {
            left_ms: json.list("left").iter().filter_map(Json::as_number).collect(),
            running: wire::seat_from_number(json.number("running")),
            received_ms: dom::now_ms(),
        };
        let last = json.list("entries").last().and_then(|entry| entry.number("at"));
        if let (Some(last), Some(now)) = (last, json.number("now")) {
            self.last_entry_ms = dom::now_ms().saturating_sub(now.saturating_sub(last));
        }
    }

    fn on_presence(&mut self, json: &Json) {
        let mut before = std::mem::take(&mut self.absent_since_ms).into_iter();
        for present in json.list("present") {
            let since = before.next().flatten();
            self.absent_since_ms
                .push((!present.is_true()).then(|| since.unwrap_or_else(dom::now_ms)));
        }
        self.watchers = json.number("watching").unwrap_or(0) as u32;
    }
}

/// The log entries of a message, as text.
fn entries(json: &Json) -> Vec<String> {
    json.list("entries").iter().map(|entry| entry.text_or_empty("what")).collect()
}

/// Client of one table of the server. A `Copy` handle.
#[derive(Clone, Copy)]
pub struct OnlineTable {
    id: Stored<String>,
    pub state: Signal<TableState>,
    pub socket: Socket,
}

impl OnlineTable {
    /// Subscribes to a table until the current owner is disposed of.
    pub fn new(id: &str) -> OnlineTable {
        let online = OnlineTable {
            id: Stored::new(id.to_string()),
            state: Signal::new(TableState::default()),
            socket: Socket::global(),
        };
        online.socket.subscribe(
            move || online.subscribe_message(),
            move |message_type, json| online.on_message(message_type, json),
        );
        online
    }

    pub fn id(self) -> String {
        self.id.get()
    }

    /// URL of an API endpoint of this table.
    pub fn address(self, endpoint: &str) -> String {
        ["/api/tables/", &self.id(), endpoint].concat()
    }

    fn message(self, message_type: &str) -> Message {
        Message::typed(message_type).text("table", &self.id())
    }

    /// The subscribe message after each (re)connect: resumes from the first unknown ply. What was in flight
    /// may be lost, so it is sent again.
    fn subscribe_message(self) -> String {
        let mut from = 0;
        self.state.update(|state| {
            state.turn_in_flight = false;
            state.act_in_flight = false;
            from = state.with_log(Log::ply).unwrap_or(0);
        });
        self.message("watch").number("from", from).done()
    }

    /// Reloads the whole table.
    pub fn reload(self) {
        self.socket.send(&self.message("watch").number("from", 0).done());
    }

    fn on_message(self, message_type: &str, json: &Json) {
        if message_type == "table" || message_type == "head" {
            let head = Head::read(&json.at("table")).filter(|head| head.id() == self.id());
            if let Some(head) = head {
                if message_type == "table" { self.on_table(head, json) } else { self.on_head(head) }
            }
            return;
        }
        if json.text("table").is_some_and(|table| table != self.id()) {
            return;
        }
        match message_type {
            "played" => self.on_played(json),
            "present" => self.state.update(|state| state.on_presence(json)),
            "chat" => self.state.update(|state| {
                ChatLine::read(json).into_iter().for_each(|line| state.chat.push(line));
            }),
            "refused" => self.on_refused(ApiError::read(json)),
            _ => {}
        }
    }

    fn on_table(self, head: Head, json: &Json) {
        let me = wire::seat_from_number(json.number("you"));
        let from = json.number("from").unwrap_or(0) as u32;
        let mut gap = false;
        self.state.update(|state| {
            let known = state.log.take().filter(|log| log.me() == me && from > 0);
            if head.phase() != Phase::Waiting {
                let fresh = known.is_none();
                state.log = known.or_else(|| OptimisticLog::new(head.kind, &head.setup(), me));
                let applied = state.log.as_mut().map(|log| log.apply_entries(from, &entries(json)));
                gap = applied != Some(Applied::InOrder);
                if let Some(log) = state.log.as_mut().filter(|_| fresh) {
                    log.restore(&store::pending_turn(&self.id()));
                }
            }
            // A full snapshot that does not apply stays unreadable; do not reload in a loop.
            state.not_found = gap && from == 0;
            state.on_clocks(json);
            state.on_presence(json);
            state.chat.replace(json.list("chat").iter().filter_map(ChatLine::read).collect());
            state.me = me;
            state.head = Some(head);
        });
        if gap && from > 0 { self.reload() } else { self.send() }
    }

    fn on_head(self, head: Head) {
        let waited = self.state.with_untracked(|state| {
            state.head.as_ref().is_some_and(|before| before.phase() == Phase::Waiting)
        });
        if waited && head.phase() == Phase::Playing {
            // Seats were drawn at the start: resubscribe, so that the server registers presence at the new seat.
            self.reload();
        } else {
            self.state.update(|state| state.head = Some(head));
        }
    }

    fn on_played(self, json: &Json) {
        let (ply, entries) = (json.number("ply").unwrap_or(0) as u32, entries(json));
        let mut gap = false;
        self.state.update(|state| {
            let Some(log) = &mut state.log else { return };
            let asked = log.confirmed().offer().is_some_and(|offer| Some(offer.by()) == log.me());
            if asked && entries.iter().any(|entry| entry.starts_with("!decline")) {
                notify(Notice::transient("say-declined"));
            }
            gap = log.apply_entries(ply, &entries) == Applied::Gap;
            state.turn_in_flight &= !log.is_synced();
            state.act_in_flight = false;
            state.on_clocks(json);
        });
        if gap { self.reload() } else { self.save_pending() }
    }

    fn on_refused(self, why: ApiError) {
        let (mut turn_in_flight, mut act_in_flight) = (false, false);
        self.state.update(|state| {
            state.not_found |= why.code == "not-found";
            turn_in_flight = std::mem::take(&mut state.turn_in_flight);
            act_in_flight = std::mem::take(&mut state.act_in_flight);
        });
        match why.code.as_str() {
            "not-found" => {}
            _ if !turn_in_flight => why.notify(),
            // Transient: retry.
            "too-fast" | "unavailable" => {
                why.notify();
                dom::set_timeout(RETRY_MS, move || {
                    if self.id.try_get().is_some() {
                        self.send();
                    }
                });
            }
            // Optimistic-concurrency conflict: fetch the missing entries, then resend.
            code if code == "stale" || act_in_flight => self.socket.send(&self.subscribe_message()),
            _ => {
                why.notify();
                self.update_pending(&OptimisticLog::roll_back);
            }
        }
    }

    /// Changes the pending steps and saves them.
    fn update_pending(self, change: &dyn Fn(&mut OptimisticLog)) {
        self.state.update(|state| state.log.iter_mut().for_each(change));
        self.save_pending();
    }

    /// Saves the pending steps in session storage, so that they survive a reload.
    fn save_pending(self) {
        let text = self.state.with_untracked(|state| {
            state.log.as_ref().filter(|log| !log.is_synced()).map(OptimisticLog::to_text)
        });
        store::save_pending_turn(&self.id(), text.as_deref());
    }

    /// Sends the pending turn, if it is complete and not in flight.
    fn send(self) {
        let turn = self.state.with_untracked(|state| {
            let (ply, steps) = state.log.as_ref().filter(|_| !state.turn_in_flight)?.to_send()?;
            let steps: Vec<String> = steps.iter().map(|step| quoted(step)).collect();
            Some((ply, steps.join(",")))
        });
        if let Some((ply, steps)) = turn
            && self.socket.connection.get_untracked() == ConnectionState::Open
        {
            self.state.update(|state| state.turn_in_flight = true);
            let play = self.message("play").number("ply", ply);
            self.socket.send(&play.json("steps", &["[", &steps, "]"].concat()).done());
        }
    }

    /// Adds a local step, and sends the turn if it is complete.
    pub fn played(self, step: &str) {
        self.update_pending(&|log| log.add(step));
        self.send();
    }

    pub fn undo(self) {
        self.update_pending(&OptimisticLog::undo);
    }

    /// Sends an action other than a step: resign, offer a draw, …
    pub fn act(self, act: &str) {
        let mut ply = 0;
        self.state.update(|state| {
            state.act_in_flight = true;
            ply = state.with_log(Log::ply).unwrap_or(0);
        });
        self.socket.send(&self.message("act").number("ply", ply).text("act", act).done());
    }

    pub fn chat(self, text: &str) {
        self.socket.send(&self.message("chat").text("text", text).done());
    }

    pub fn end(self) -> Option<End> {
        self.state.with(|state| state.with_log(Log::end).flatten())
    }

    pub fn steps(self) -> Vec<String> {
        self.state.with(|state| state.log.as_ref().map(OptimisticLog::steps).unwrap_or_default())
    }

    /// Number of confirmed steps, which can no longer be undone.
    pub fn confirmed_steps(self) -> usize {
        self.state.with(|state| state.with_log(|log| log.steps().len()).unwrap_or(0))
    }

    pub fn sitter(self, seat: usize) -> Sitter {
        self.state.with(|state| state.sitter(seat))
    }

    pub fn is_mine(self, seat: usize) -> bool {
        self.state.with(|state| state.me.is_some_and(|me| me.index() == seat))
    }

    /// Whether this client has a seat.
    pub fn sits(self) -> bool {
        self.state.with(|state| state.me.is_some())
    }

    pub fn is_away(self, seat: usize) -> bool {
        self.state.with(|state| state.absent_since_ms.get(seat).is_some_and(Option::is_some))
    }

    /// The game with all its steps, pending ones included.
    pub fn model(self) -> Option<GameModel> {
        self.state.with_untracked(|state| {
            let log = state.log.as_ref()?;
            let mut controllers = vec![Controller::Remote; log.confirmed().game().seats()];
            if let Some(me) = log.me().and_then(|me| controllers.get_mut(me.index())) {
                *me = Controller::Person;
            }
            GameModel::from_log(self.id(), log.confirmed(), &log.steps(), &controllers).ok()
        })
    }
}
