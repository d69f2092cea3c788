//! WebSocket connections: one task each, which handles client messages and drains the send queue.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use mohreh_protocol::{ClientMessage, Code, Person, Refusal, ServerMessage, clean_line, limits};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use crate::app::App;
use crate::auth::not_authenticated;
use crate::hub::{RoomHandle, Subscriber, to_json};
use crate::round_trip::RoundTrip;
use crate::table::Reader;
use crate::{lobby, response};

/// Capacity of the send queue; a client that falls further behind is disconnected.
const SEND_QUEUE: usize = 256;
/// Initial read and write buffers. Most messages are shorter, and every idle socket holds both.
const BUFFER_BYTES: usize = 1024;
/// Idle time before a ping; after twice this time without any frame the connection is closed.
const PING_AFTER: Duration = Duration::from_secs(30);
/// Interval of pings that measure the round trip, while the person has a seat.
const MEASURE_INTERVAL: Duration = Duration::from_secs(5);
/// Consecutive refusals after which a connection is closed.
const MAX_REFUSALS: u32 = 100;

static NEXT_SUBSCRIBER_ID: AtomicU64 = AtomicU64::new(1);

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let from = app.ingress.client_ip(&headers, peer);
    let allowed = async {
        app.ingress.check_origin(&headers)?;
        app.limiter.check_request(from, true)?;
        let person = app.ingress.authenticate(&app.hub.store, &headers).await?;
        let token = app.ingress.token_id(&app.hub.store, &headers).await?;
        app.limiter.acquire_socket(from)?;
        Ok(Visitor { person, token, from })
    };
    match allowed.await {
        Ok(visitor) => upgrade
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(BUFFER_BYTES)
            .max_write_buffer_size(1024 * 1024)
            .max_message_size(limits::MESSAGE_BYTES)
            .max_frame_size(limits::MESSAGE_BYTES)
            .on_failed_upgrade({
                let app = app.clone();
                move |_| app.limiter.release_socket(from)
            })
            .on_upgrade(move |socket| run(app, socket, visitor))
            .into_response(),
        Err(refusal) => response::refusal(&app, &refusal),
    }
}

/// Who opened a socket.
struct Visitor {
    person: Option<Person>,
    /// Id of the token, if the person is authenticated by one.
    token: Option<String>,
    /// Client address.
    from: IpAddr,
}

async fn run(app: Arc<App>, mut socket: WebSocket, visitor: Visitor) {
    let Visitor { person, token, from } = visitor;
    app.hub.metrics.sockets.inc();
    let (queue, outbox) = mpsc::channel(SEND_QUEUE);
    let subscriber =
        Arc::new(Subscriber::new(NEXT_SUBSCRIBER_ID.fetch_add(1, Ordering::Relaxed), queue));
    let mut connection = Connection {
        app: &app,
        person,
        subscriber,
        tables: HashMap::new(),
        refusals: 0,
        round_trip: RoundTrip::default(),
    };
    let tied = match &token {
        Some(token) => app.hub.tie_to_token(token, &connection.subscriber).await,
        None => Ok(()),
    };
    if tied.is_ok() {
        connection.run(&mut socket, outbox).await;
    }
    if let Some(token) = &token {
        app.hub.untie_from_token(token, &connection.subscriber);
    }
    let (tables, subscriber) =
        (std::mem::take(&mut connection.tables), connection.subscriber.clone());
    app.lobby.unsubscribe(&subscriber);
    for handle in tables.into_values() {
        app.hub.leave(&handle, &subscriber).await;
    }
    app.limiter.release_socket(from);
    app.hub.metrics.sockets.dec();
}

/// Handles the messages of a simulated connection until one of its ends is gone.
#[cfg(test)]
pub(crate) async fn simulate(
    app: Arc<App>,
    person: Option<Person>,
    (id, queue): (u64, mpsc::Sender<Utf8Bytes>),
    mut messages: mpsc::UnboundedReceiver<String>,
) {
    let subscriber = Arc::new(Subscriber::new(id, queue));
    let (tables, refusals, round_trip) = (HashMap::new(), 0, RoundTrip::default());
    let mut connection = Connection { app: &app, person, subscriber, tables, refusals, round_trip };
    loop {
        let subscriber = connection.subscriber.clone();
        tokio::select! {
            biased;
            () = subscriber.disconnect.notified() => break,
            text = messages.recv() => match text {
                Some(text) => connection.on_message(&text).await,
                None => break,
            },
        }
    }
    for handle in std::mem::take(&mut connection.tables).into_values() {
        app.hub.leave(&handle, &connection.subscriber).await;
    }
}

/// State of one connection.
struct Connection<'a> {
    app: &'a Arc<App>,
    person: Option<Person>,
    subscriber: Arc<Subscriber>,
    /// Subscribed tables.
    tables: HashMap<String, Arc<RoomHandle>>,
    /// Consecutive refusals.
    refusals: u32,
    round_trip: RoundTrip,
}

impl Connection<'_> {
    async fn run(&mut self, socket: &mut WebSocket, mut outbox: mpsc::Receiver<Utf8Bytes>) {
        let limiter = self.app.limiter.message_limiter();
        let hello = ServerMessage::Hello { person: self.person.clone(), now: self.app.hub.now() };
        if socket.send(Message::Text(to_json(&hello))).await.is_err() {
            return;
        }
        let mut ping_sent = false;
        let mut heard_ms = self.app.hub.now();
        let mut measure = tokio::time::interval(MEASURE_INTERVAL);
        measure.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = self.app.shutdown.cancelled() => {
                    let bye = CloseFrame { code: 1012, reason: "the server starts anew".into() };
                    let _ = socket.send(Message::Close(Some(bye))).await;
                    return;
                }
                () = self.subscriber.disconnect.notified() => {
                    if self.subscriber.is_revoked() {
                        let bye = CloseFrame { code: 1008, reason: "this token was revoked".into() };
                        let _ = socket.send(Message::Close(Some(bye))).await;
                    }
                    return;
                }
                Some(text) = outbox.recv() => {
                    if socket.send(Message::Text(text)).await.is_err() {
                        return;
                    }
                }
                message = socket.recv() => {
                    ping_sent = false;
                    heard_ms = self.app.hub.now();
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Ping(_))) => continue,
                        Some(Ok(Message::Pong(payload))) => {
                            if self.round_trip.pong(&payload, heard_ms) {
                                Box::pin(self.on_lag()).await;
                            }
                            continue;
                        }
                        Some(Ok(Message::Binary(_))) => {
                            self.refuse(None, &Refusal::new(Code::Malformed, "messages are text"));
                            continue;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    };
                    let too_fast = limiter.as_ref().is_some_and(|limiter| limiter.check().is_err());
                    let person = self.person.as_ref();
                    if too_fast || person.is_some_and(|person| self.app.limiter.check_person(&person.id).is_err()) {
                        self.refuse(None, &Refusal::new(Code::TooFast, "too many messages; wait a little"));
                    } else {
                        // Boxed, so that the future of an idle connection stays small.
                        Box::pin(self.on_message(&text)).await;
                    }
                    if self.refusals > MAX_REFUSALS {
                        return;
                    }
                }
                _ = measure.tick(), if self.has_seat() => {
                    let now = self.app.hub.now();
                    let silent = Duration::from_millis(now.saturating_sub(heard_ms));
                    if silent > PING_AFTER * 2 {
                        return;
                    }
                    if (silent > PING_AFTER || self.plays_live())
                        && let Some(payload) = self.round_trip.ping(now)
                        && socket.send(Message::Ping(payload.to_vec().into())).await.is_err()
                    {
                        return;
                    }
                }
                () = tokio::time::sleep(PING_AFTER) => {
                    if ping_sent || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return;
                    }
                    ping_sent = true;
                }
            }
        }
    }

    /// Whether the person has a seat at a subscribed table.
    fn has_seat(&self) -> bool {
        self.tables.values().any(|handle| handle.has_seat(&self.subscriber))
    }

    /// Whether the person plays with a live clock.
    fn plays_live(&self) -> bool {
        let mut tables = self.tables.values();
        tables.any(|handle| handle.has_seat(&self.subscriber) && handle.is_live())
    }

    /// Takes over a new round trip at all tables.
    async fn on_lag(&self) {
        let Some(lag_ms) = self.round_trip.lag_ms() else { return };
        let changed = self.subscriber.set_lag(lag_ms);
        let tables = self.tables.values();
        for handle in tables.filter(|handle| handle.has_seat(&self.subscriber)) {
            self.app.hub.on_lag(handle, changed).await;
        }
    }

    fn send(&self, message: &ServerMessage) {
        self.subscriber.send(&to_json(message));
    }

    fn refuse(&mut self, table: Option<String>, why: &Refusal) {
        self.refusals += 1;
        self.app.hub.metrics.refused.with_label_values(&[why.code.word()]).inc();
        let Refusal { code, why, reason, limit } = why.clone();
        self.send(&ServerMessage::Refused { table, code, why, reason, limit });
    }

    async fn on_message(&mut self, text: &str) {
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let why = format!("this message cannot be read: {error}");
                return self.refuse(None, &Refusal::new(Code::Malformed, why));
            }
        };
        let table = match &message {
            ClientMessage::Watch { table, .. }
            | ClientMessage::Leave { table }
            | ClientMessage::Play { table, .. }
            | ClientMessage::Act { table, .. }
            | ClientMessage::Chat { table, .. } => Some(table.clone()),
            ClientMessage::Lobby { .. } | ClientMessage::Ping { .. } => None,
        };
        match self.handle_message(message).await {
            Ok(()) => self.refusals = 0,
            Err(why) => self.refuse(table, &why),
        }
    }

    async fn handle_message(&mut self, message: ClientMessage) -> Result<(), Refusal> {
        let app = self.app.clone();
        let hub = &app.hub;
        match message {
            ClientMessage::Watch { table, from, key } => {
                if self.tables.len() >= limits::TABLES_PER_SOCKET
                    && !self.tables.contains_key(&table)
                {
                    return Err(Refusal::new(Code::TooLarge, "too many tables on one connection"));
                }
                let handle = hub.handle(&table).await?;
                let key = key.as_deref().unwrap_or_default();
                let reader = Reader { person: self.person.as_ref(), key };
                hub.watch(&handle, &self.subscriber, reader, from).await?;
                self.tables.insert(table, handle);
            }
            ClientMessage::Leave { table } => {
                if let Some(handle) = self.tables.remove(&table) {
                    hub.leave(&handle, &self.subscriber).await;
                }
            }
            ClientMessage::Play { table, ply, steps } => {
                let handle = hub.handle(&table).await?;
                let timer = hub.metrics.ack_seconds.start_timer();
                let replayed = app.play(&handle, self.person.as_ref(), ply, &steps).await?;
                timer.observe_duration();
                // A duplicate is acknowledged again: the first acknowledgement was lost. A player who does not watch
                // the table gets no broadcast and is acknowledged here.
                if replayed.is_some() || !self.tables.contains_key(&table) {
                    let room = hub.room(&handle).await?;
                    let clocks = room.clocks(hub.now(), &hub.outages());
                    let count = replayed.unwrap_or(usize::MAX);
                    let entries = room.entries(ply).iter().take(count).cloned().collect();
                    self.send(&ServerMessage::Played { table, ply, entries, clocks });
                }
            }
            ClientMessage::Act { table, ply, act } => {
                let handle = hub.handle(&table).await?;
                app.act(&handle, self.person.as_ref(), ply, act).await?;
            }
            ClientMessage::Chat { table, text } => {
                let person = self.person.clone().ok_or_else(not_authenticated)?;
                let text = clean_line(&text).map_err(|why| {
                    Refusal::new(Code::Malformed, format!("this line is not possible: {why}"))
                        .because("line")
                })?;
                let handle = hub.handle(&table).await?;
                let watches = self.tables.contains_key(&table);
                hub.chat(&handle, &person, watches, text).await?;
            }
            ClientMessage::Lobby { on } => {
                if on {
                    app.lobby.subscribe(&self.subscriber);
                    let lists = lobby::lists(hub)
                        .await
                        .map_err(|error| crate::hub::store_refusal(&error))?;
                    self.send(&lists);
                } else {
                    app.lobby.unsubscribe(&self.subscriber);
                }
            }
            ClientMessage::Ping { n, lag } => {
                if let Some(lag) = lag {
                    self.round_trip.claim(lag);
                    self.on_lag().await;
                }
                self.send(&ServerMessage::Pong { n, now: hub.now() });
            }
        }
        Ok(())
    }
}
