//! [`OnlineTable`]: client state of one table of the server, updated by socket messages, and the messages
//! that the page sends about it.

use mohreh_games::Seat;
use mohreh_protocol::{
    Act, Chat, ClientMessage, ClockState, Code, End, Entry, Log, LogEvent, Phase, Refusal,
    ServerMessage, Sitter, Snapshot, limits,
};

use super::clocks::Clocks;
use super::head::{Head, seat_from_number};
use super::http::ApiError;
use super::optimistic_log::{Applied, OptimisticLog};
use super::recent::Recent;
use super::socket::{ConnectionState, Socket};
use crate::game_model::{Controller, GameModel};
use crate::notice::{Notice, notify};
use crate::signal::{Signal, Stored};
use crate::{dom, store};

/// Chat lines kept in memory.
const MAX_CHAT_LINES: usize = 200;
/// Delay before `watch` and a turn are resent after `too-fast` or `unavailable`.
const RETRY_MS: u64 = 2000;

/// Whether the local steps have reached the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyncState {
    /// All steps are confirmed.
    Synced,
    /// The turn is unfinished, or not sent yet.
    Pending,
    /// Sent, not acknowledged.
    Sending,
}

/// Snapshot of a table, as of the last message of the server.
#[derive(Default)]
pub(crate) struct TableState {
    pub head: Option<Head>,
    /// The seat of this client; `None` for a watcher.
    pub me: Option<Seat>,
    pub log: Option<OptimisticLog>,
    pub clocks: Clocks,
    /// Presence: since when each seat is absent, by the device's clock; `None` while present.
    pub absent_since_ms: Vec<Option<u64>>,
    pub watchers: u32,
    /// Round trip of each seat, if it is known.
    lag_ms: Vec<Option<u32>>,
    /// The computer to move has failed.
    pub stuck: bool,
    pub chat: Recent<Chat, MAX_CHAT_LINES>,
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
    pub(crate) fn with_log<T>(&self, read: impl FnOnce(&Log) -> T) -> Option<T> {
        self.log.as_ref().map(|log| read(log.confirmed()))
    }

    pub(crate) fn sitter(&self, seat: usize) -> Sitter {
        let sitter = self.head.as_ref().and_then(|head| head.table.seats.get(seat));
        sitter.cloned().unwrap_or(Sitter::Open)
    }

    /// Whether this event can follow in the confirmed log, so that the server would accept it.
    pub(crate) fn would_accept(&self, event: &LogEvent) -> bool {
        self.with_log(|log| log.clone().apply(event).is_ok()) == Some(true)
    }

    pub(crate) fn sync(&self) -> SyncState {
        match self.log.as_ref().is_none_or(OptimisticLog::is_synced) {
            true => SyncState::Synced,
            false if self.turn_in_flight => SyncState::Sending,
            false => SyncState::Pending,
        }
    }

    fn on_clocks(&mut self, clocks: ClockState, entries: &[Entry]) {
        let received_ms = dom::now_ms();
        if let Some(last) = entries.last() {
            self.last_entry_ms = received_ms.saturating_sub(clocks.now.saturating_sub(last.at));
        }
        let running = seat_from_number(clocks.running);
        self.clocks = Clocks { left_ms: clocks.left, running, received_ms };
    }

    fn on_presence(&mut self, present: &[bool], watchers: u32) {
        let mut before = std::mem::take(&mut self.absent_since_ms).into_iter();
        for present in present {
            let since = before.next().flatten();
            self.absent_since_ms.push((!present).then(|| since.unwrap_or_else(dom::now_ms)));
        }
        self.watchers = watchers;
    }
}

/// Log entries as text.
fn texts(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| entry.what.clone()).collect()
}

fn is_decline(entry: &str) -> bool {
    matches!(entry.parse(), Ok(LogEvent::Decline(_)))
}

/// Key of a table: from the link, and then kept on this device.
fn table_key(table: &str) -> String {
    let hash = dom::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    match hash.strip_prefix('#').filter(|key| key.len() == limits::KEY_CHARS) {
        Some(key) => {
            store::save_table_key(table, key);
            key.to_string()
        }
        None => store::table_key(table),
    }
}

/// Client of one table of the server. A `Copy` handle.
#[derive(Clone, Copy)]
pub(crate) struct OnlineTable {
    id: Stored<String>,
    /// Key of the table, as far as this device knows it; empty otherwise.
    pub key: Signal<String>,
    pub state: Signal<TableState>,
    pub socket: Socket,
}

impl OnlineTable {
    /// Subscribes to a table until the current owner is disposed of.
    pub(crate) fn new(id: &str) -> OnlineTable {
        let online = OnlineTable {
            id: Stored::new(id.to_string()),
            key: Signal::new(table_key(id)),
            state: Signal::new(TableState::default()),
            socket: Socket::global(),
        };
        online.socket.subscribe(
            move || online.subscribe_message(),
            move |message| online.on_message(message),
        );
        online
    }

    pub(crate) fn id(self) -> String {
        self.id.get()
    }

    /// URL of an API endpoint of this table.
    pub(crate) fn address(self, endpoint: &str) -> String {
        ["/api/tables/", &self.id(), endpoint].concat()
    }

    /// The subscribe message after each (re)connect: resumes from the first unknown ply. What was in flight
    /// may be lost, so it is sent again.
    fn subscribe_message(self) -> ClientMessage {
        let mut from = 0;
        self.state.update(|state| {
            state.turn_in_flight = false;
            state.act_in_flight = false;
            from = state.with_log(Log::ply).unwrap_or(0);
        });
        self.watch_message(from)
    }

    fn watch_message(self, from: u32) -> ClientMessage {
        let key = Some(self.key.get_untracked()).filter(|key| !key.is_empty());
        ClientMessage::Watch { table: self.id(), from, key }
    }

    /// Reloads the whole table.
    pub(crate) fn reload(self) {
        self.socket.send(&self.watch_message(0));
    }

    fn on_message(self, message: ServerMessage) {
        let about_this = |table: &str| table == self.id();
        match message {
            ServerMessage::Table(snapshot) if about_this(&snapshot.table.id) => {
                self.on_table(*snapshot);
            }
            ServerMessage::Head { table } if about_this(&table.id) => {
                if let Some(head) = Head::new(*table) {
                    self.on_head(head);
                }
            }
            ServerMessage::Played { table, ply, entries, clocks } if about_this(&table) => {
                self.on_played(ply, &entries, clocks);
            }
            ServerMessage::Present { table, present, lag, stuck, watching }
                if about_this(&table) =>
            {
                self.state.update(|state| {
                    state.on_presence(&present, watching);
                    (state.lag_ms, state.stuck) = (lag, stuck);
                });
            }
            ServerMessage::Chat { table, chat } if about_this(&table) => {
                self.state.update(|state| state.chat.push(chat));
            }
            // A message that the server could not read has no table.
            ServerMessage::Refused { table, code, why, reason, limit }
                if table.as_deref().is_none_or(about_this) =>
            {
                self.on_refused(Refusal { code, why, reason, limit });
            }
            _ => {}
        }
    }

    fn on_table(self, snapshot: Snapshot) {
        let Snapshot { table, from, entries, clocks, present, lag, stuck, watching, chat, you } =
            snapshot;
        let Some(head) = Head::new(table) else { return };
        let me = seat_from_number(you);
        let mut gap = false;
        self.state.update(|state| {
            let known = state.log.take().filter(|log| log.me() == me && from > 0);
            if head.table.phase != Phase::Waiting {
                let fresh = known.is_none();
                state.log = known.or_else(|| OptimisticLog::new(head.kind, &head.table.setup, me));
                let applied =
                    state.log.as_mut().map(|log| log.apply_entries(from, &texts(&entries)));
                gap = applied != Some(Applied::InOrder);
                if let Some(log) = state.log.as_mut().filter(|_| fresh) {
                    log.restore(&store::pending_turn(&self.id()));
                }
            }
            // A full snapshot that does not apply stays unreadable; do not reload in a loop.
            state.not_found = gap && from == 0;
            state.on_clocks(clocks, &entries);
            state.on_presence(&present, watching);
            (state.lag_ms, state.stuck) = (lag, stuck);
            state.chat.replace(chat);
            state.me = me;
            state.head = Some(head);
        });
        if gap && from > 0 { self.reload() } else { self.send() }
    }

    fn on_head(self, head: Head) {
        let waited = self.state.with_untracked(|state| {
            state.head.as_ref().is_some_and(|before| before.table.phase == Phase::Waiting)
        });
        if waited && head.table.phase == Phase::Playing {
            // Seats were drawn at the start: resubscribe, so that the server registers presence at the new seat.
            self.reload();
        } else {
            self.state.update(|state| state.head = Some(head));
        }
    }

    fn on_played(self, ply: u32, entries: &[Entry], clocks: ClockState) {
        let mut gap = false;
        self.state.update(|state| {
            let Some(log) = &mut state.log else { return };
            let asked = log.confirmed().offer().is_some_and(|offer| Some(offer.by()) == log.me());
            if asked && entries.iter().any(|entry| is_decline(&entry.what)) {
                notify(Notice::transient("say-declined"));
            }
            gap = log.apply_entries(ply, &texts(entries)) == Applied::Gap;
            state.turn_in_flight &= !log.is_synced();
            state.act_in_flight = false;
            state.stuck = false;
            state.on_clocks(clocks, entries);
        });
        if gap { self.reload() } else { self.save_pending() }
    }

    fn on_refused(self, refusal: Refusal) {
        let code = refusal.code;
        let why = ApiError::Refused(refusal);
        let (mut turn_in_flight, mut act_in_flight) = (false, false);
        self.state.update(|state| {
            state.not_found |= code == Code::NotFound;
            turn_in_flight = std::mem::take(&mut state.turn_in_flight);
            act_in_flight = std::mem::take(&mut state.act_in_flight);
        });
        match code {
            Code::NotFound => {}
            // Transient: subscribe again; the snapshot that answers is followed by a turn that is still unsent.
            Code::TooFast | Code::Unavailable => {
                why.notify();
                dom::set_timeout(RETRY_MS, move || {
                    if self.id.try_get().is_some() {
                        self.socket.send(&self.subscribe_message());
                    }
                });
            }
            _ if !turn_in_flight => why.notify(),
            // Optimistic-concurrency conflict: fetch the missing entries, then resend.
            code if code == Code::Stale || act_in_flight => {
                self.socket.send(&self.subscribe_message());
            }
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
            Some((ply, steps.to_vec()))
        });
        if let Some((ply, steps)) = turn
            && self.socket.connection.get_untracked() == ConnectionState::Open
        {
            self.state.update(|state| state.turn_in_flight = true);
            self.socket.send(&ClientMessage::Play { table: self.id(), ply, steps });
        }
    }

    /// Adds a local step, and sends the turn if it is complete.
    pub(crate) fn played(self, step: &str) {
        self.update_pending(&|log| log.add(step));
        self.send();
    }

    pub(crate) fn undo(self) {
        self.update_pending(&OptimisticLog::undo);
    }

    /// Sends an action other than a step: resign, offer a draw, …
    pub(crate) fn act(self, act: Act) {
        let mut ply = 0;
        self.state.update(|state| {
            state.act_in_flight = true;
            ply = state.with_log(Log::ply).unwrap_or(0);
        });
        self.socket.send(&ClientMessage::Act { table: self.id(), ply, act });
    }

    pub(crate) fn chat(self, text: &str) {
        self.socket.send(&ClientMessage::Chat { table: self.id(), text: text.to_string() });
    }

    /// How the game ended. One that nobody played on is closed without an entry in its log.
    pub(crate) fn end(self) -> Option<End> {
        self.state.with(|state| {
            let of_log = state.with_log(Log::end).flatten();
            let is_aborted = state
                .head
                .as_ref()
                .is_some_and(|head| head.table.phase == Phase::Over && head.table.result.is_none());
            of_log.or(is_aborted.then_some(End::Aborted))
        })
    }

    pub(crate) fn steps(self) -> Vec<String> {
        self.state.with(|state| state.log.as_ref().map(OptimisticLog::steps).unwrap_or_default())
    }

    /// Number of confirmed steps, which can no longer be undone.
    pub(crate) fn confirmed_steps(self) -> usize {
        self.state.with(|state| state.with_log(|log| log.steps().len()).unwrap_or(0))
    }

    pub(crate) fn sitter(self, seat: usize) -> Sitter {
        self.state.with(|state| state.sitter(seat))
    }

    pub(crate) fn is_mine(self, seat: usize) -> bool {
        self.state.with(|state| state.me.is_some_and(|me| me.index() == seat))
    }

    /// Whether this client has a seat.
    pub(crate) fn sits(self) -> bool {
        self.state.with(|state| state.me.is_some())
    }

    pub(crate) fn is_away(self, seat: usize) -> bool {
        self.state.with(|state| state.absent_since_ms.get(seat).is_some_and(Option::is_some))
    }

    /// Round trip of a seat.
    pub(crate) fn lag_ms(self, seat: usize) -> Option<u32> {
        self.state.with(|state| state.lag_ms.get(seat).copied().flatten())
    }

    /// The game with all its steps, pending ones included.
    pub(crate) fn model(self) -> Option<GameModel> {
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
