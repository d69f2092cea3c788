//! One socket: a task that reads what a client says and writes what it hears.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use mohreh_games::Seat;
use mohreh_protocol::{Ask, Code, Person, Refusal, Tell, limits};
use tokio::sync::mpsc;

use crate::api::{App, answer};
use crate::hub::{Cell, Ear, written};
use crate::lobby;
use crate::people::is_plain;
use crate::time::now;

/// Messages that may wait for a slow client.
const WAITING: usize = 256;
/// Tables that one socket may hear of.
const TABLES: usize = 32;
/// Bytes that are read and written at once. Most messages are shorter, and every socket keeps so much.
const BUFFER: usize = 1024;
/// Nothing heard for so long, and the client is asked whether it is there; once more, and it is not.
const SILENCE: Duration = Duration::from_secs(30);
/// Refusals in a row after which a socket is closed.
const PATIENCE: u32 = 100;

static SOCKETS: AtomicU64 = AtomicU64::new(1);

pub async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let from = app.reach.address(&headers, peer);
    let allowed = async {
        app.reach.check_origin(&headers)?;
        app.door.request(from)?;
        let person = app.reach.person(&app.hub.store, &headers).await?;
        app.door.enter(from)?;
        Ok(person)
    };
    match allowed.await {
        Ok(person) => upgrade
            .read_buffer_size(BUFFER)
            .write_buffer_size(BUFFER)
            .max_write_buffer_size(1024 * 1024)
            .max_message_size(limits::MESSAGE)
            .max_frame_size(limits::MESSAGE)
            .on_failed_upgrade({
                let app = app.clone();
                move |_| app.door.leave(from)
            })
            .on_upgrade(move |socket| talk(app, socket, person, from))
            .into_response(),
        Err(refusal) => answer::refused(&app, &refusal),
    }
}

async fn talk(app: Arc<App>, mut socket: WebSocket, person: Option<Person>, from: IpAddr) {
    app.hub.metrics.sockets.inc();
    let (to, heard) = mpsc::channel(WAITING);
    let ear = Arc::new(Ear::new(SOCKETS.fetch_add(1, Ordering::Relaxed), to));
    let mut talk = Talk { app: &app, person, ear, tables: HashMap::new(), refused: 0 };
    talk.listen(&mut socket, heard).await;
    let (tables, ear) = (std::mem::take(&mut talk.tables), talk.ear.clone());
    app.lobby.leave(&ear);
    for (cell, _) in tables.into_values() {
        app.hub.leave(&cell, &ear).await;
    }
    app.door.leave(from);
    app.hub.metrics.sockets.dec();
}

struct Talk<'a> {
    app: &'a Arc<App>,
    person: Option<Person>,
    ear: Arc<Ear>,
    tables: HashMap<String, (Arc<Cell>, Option<Seat>)>,
    refused: u32,
}

impl Talk<'_> {
    async fn listen(&mut self, socket: &mut WebSocket, mut heard: mpsc::Receiver<Utf8Bytes>) {
        let limiter = self.app.door.messages();
        let hello = Tell::Hello { person: self.person.clone(), now: now() };
        if socket.send(Message::Text(written(&hello))).await.is_err() {
            return;
        }
        let mut asked = false;
        loop {
            tokio::select! {
                biased;
                () = self.app.ending.cancelled() => {
                    let bye = CloseFrame { code: 1012, reason: "the server starts anew".into() };
                    let _ = socket.send(Message::Close(Some(bye))).await;
                    return;
                }
                () = self.ear.wake.notified() => return,
                Some(said) = heard.recv() => {
                    if socket.send(Message::Text(said)).await.is_err() {
                        return;
                    }
                }
                message = socket.recv() => {
                    asked = false;
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Binary(_))) => {
                            self.refuse(None, &Refusal::new(Code::Malformed, "messages are text"));
                            continue;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    };
                    if limiter.as_ref().is_some_and(|limiter| limiter.check().is_err()) {
                        self.refuse(None, &Refusal::new(Code::TooFast, "too many messages; wait a little"));
                    } else {
                        // Apart, so that a socket at which nothing happens does not keep room for it.
                        Box::pin(self.hear(&text)).await;
                    }
                    if self.refused > PATIENCE {
                        return;
                    }
                }
                () = tokio::time::sleep(SILENCE) => {
                    if asked || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                        return;
                    }
                    asked = true;
                }
            }
        }
    }

    fn tell(&self, tell: &Tell) {
        self.ear.tell(&written(tell));
    }

    fn refuse(&mut self, table: Option<String>, why: &Refusal) {
        self.refused += 1;
        self.app.hub.metrics.refused.with_label_values(&[&code(why.code)]).inc();
        self.tell(&Tell::Refused { table, code: why.code, why: why.why.clone() });
    }

    async fn hear(&mut self, text: &str) {
        let ask: Ask = match serde_json::from_str(text) {
            Ok(ask) => ask,
            Err(error) => {
                let why = format!("this message cannot be read: {error}");
                return self.refuse(None, &Refusal::new(Code::Malformed, why));
            }
        };
        let table = match &ask {
            Ask::Watch { table, .. }
            | Ask::Leave { table }
            | Ask::Play { table, .. }
            | Ask::Act { table, .. }
            | Ask::Chat { table, .. } => Some(table.clone()),
            Ask::Lobby { .. } | Ask::Ping { .. } => None,
        };
        match self.answer(ask).await {
            Ok(()) => self.refused = 0,
            Err(why) => self.refuse(table, &why),
        }
    }

    async fn answer(&mut self, ask: Ask) -> Result<(), Refusal> {
        let app = self.app.clone();
        let hub = &app.hub;
        match ask {
            Ask::Watch { table, from } => {
                if self.tables.len() >= TABLES && !self.tables.contains_key(&table) {
                    return Err(Refusal::new(Code::TooLarge, "too many tables on one connection"));
                }
                let cell = hub.cell(&table).await?;
                let seat = hub.watch(&cell, &self.ear, self.person.as_ref(), from).await?;
                self.tables.insert(table, (cell, seat));
            }
            Ask::Leave { table } => {
                if let Some((cell, _)) = self.tables.remove(&table) {
                    hub.leave(&cell, &self.ear).await;
                }
            }
            Ask::Play { table, ply, steps } => {
                let cell = hub.cell(&table).await?;
                let timer = hub.metrics.kept.start_timer();
                let again = app.play(&cell, self.person.as_ref(), ply, &steps).await?;
                timer.observe_duration();
                // Whoever says it again has not heard the answer; who does not watch gets one too.
                if again.is_some() || !self.tables.contains_key(&table) {
                    let room = hub.room(&cell).await?;
                    let clocks = room.clocks(now(), &hub.outages());
                    let many = again.unwrap_or(usize::MAX);
                    let entries = room.entries(ply).iter().take(many).cloned().collect();
                    self.tell(&Tell::Played { table, ply, entries, clocks });
                }
            }
            Ask::Act { table, ply, act } => {
                let cell = hub.cell(&table).await?;
                app.act(&cell, self.person.as_ref(), ply, act).await?;
            }
            Ask::Chat { table, text } => {
                let person = self.person.clone().ok_or_else(crate::api::stranger)?;
                let text = text.trim();
                if text.is_empty() || text.chars().count() > limits::CHAT || !is_plain(text) {
                    let why = format!("a line of chat has 1 to {} letters", limits::CHAT);
                    return Err(Refusal::new(Code::Malformed, why));
                }
                let cell = hub.cell(&table).await?;
                hub.chat(&cell, &person, text).await?;
            }
            Ask::Lobby { on } => {
                if on {
                    app.lobby.enter(&self.ear);
                    let lists =
                        lobby::lists(hub).await.map_err(|error| crate::hub::refused(&error))?;
                    self.tell(&lists);
                } else {
                    app.lobby.leave(&self.ear);
                }
            }
            Ask::Ping { n, lag } => {
                if let Some(lag) = lag {
                    for (cell, seat) in self.tables.values() {
                        if let Some(seat) = seat {
                            hub.set_lag(cell, *seat, lag).await;
                        }
                    }
                }
                self.tell(&Tell::Pong { n, now: now() });
            }
        }
        Ok(())
    }
}

/// A code as it is written.
pub fn code(code: Code) -> String {
    serde_json::to_string(&code).unwrap_or_default().trim_matches('"').to_string()
}
