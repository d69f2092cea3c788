//! The bot's connection: event loop, reconnects with backoff, timers. After a reconnect every unacknowledged request
//! is sent again with the same ply, which makes it idempotent.

mod joining;
mod messages;

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use mohreh_client::{Server, Socket};
use mohreh_protocol::{ClientMessage, Code, Phase, PublicHead as Head, ServerMessage};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::api::{ApiClient, ApiError, sentence};
use super::table::Table;
use super::thinker::{Answer, EngineSpec, Thinker};
use super::{Args, Link};
use crate::chance::new_seed;
use crate::clock::Timer;
use crate::failure::{Failure, Result, english};
use crate::printable::printable;
use crate::terminal::{language, name, notation, tell_now, text, with};

/// Interval for polling the owner's tables.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Interval of pings, which measure the round-trip time. The client detects dead connections itself.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Upper limit of the reconnect backoff.
const MAX_BACKOFF: Duration = Duration::from_secs(30);
/// Delay after each message once the server has applied its rate limit.
const THROTTLE: Duration = Duration::from_millis(70);
/// Most tables followed at once; a server allows 32 subscriptions per connection.
const MAX_TABLES: usize = 30;
/// Consecutive faults after which a table is given up.
const MAX_FAULTS: u32 = 4;

/// Everything the loop handles besides messages of the server.
enum Event {
    /// A search has finished.
    Answered(Answer),
    /// Response to the poll of the owner's tables.
    OwnTables(std::result::Result<Vec<Head>, ApiError>),
    /// Response to a join: the id of the table.
    Joined(JoinReason, std::result::Result<String, ApiError>),
    /// Retry at a table: request a new snapshot. `anew` also discards the search.
    Rewatch { table: String, anew: bool },
    /// Request new snapshots of all tables.
    RewatchAll,
}

/// Why the bot joins a table.
#[derive(Clone)]
enum JoinReason {
    /// Named by `--table`.
    Requested(Link),
    /// An open challenge, by table id.
    Open(String),
    /// A rematch of this table.
    Rematch(String),
}

/// Why a connection ends.
enum Stop {
    /// Connection lost: reconnect.
    Lost(String),
    /// `--games` is reached.
    Enough,
    /// Fatal error.
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        Stop::Failed(error.into())
    }
}

type Flow<T = ()> = std::result::Result<T, Stop>;

/// Plays until `--games` is reached, a signal arrives, or a fatal error.
pub(super) async fn play(args: &Args, spec: &EngineSpec, out: &mut impl Write) -> Result<ExitCode> {
    let server = Server::with_ca(&args.server, args.ca.as_deref()).map_err(Failure::english)?;
    let api = ApiClient::new(server, args.token.trim()).map_err(Failure::new)?;
    let (to, events) = unbounded_channel();
    let answers = to.clone();
    // The receiver is gone only when the bot ends.
    let thinker = Thinker::start(spec, move |answer| drop(answers.send(Event::Answered(answer))))?;
    let mut bot = Bot {
        args,
        spec,
        api,
        thinker,
        to,
        events,
        tables: HashMap::new(),
        excluded: HashSet::new(),
        joining: HashSet::new(),
        requested: args.table.clone(),
        pace: Duration::ZERO,
        outbox: Vec::new(),
        was_connected: false,
        is_polling: false,
        lag_ms: None,
        ended: 0,
        gave_up: false,
        out,
    };
    let mut backoff = Duration::from_secs(1);
    let ended = mohreh_server::shutdown_signal().map_err(|error| {
        Failure::english(format!("signal handlers cannot be installed: {error}"))
    })?;
    tokio::pin!(ended);
    let done = loop {
        let mut is_up = false;
        let stop = tokio::select! {
            stop = bot.connect(&mut is_up) => stop,
            () = &mut ended => break Ok(()),
        };
        if is_up {
            backoff = Duration::from_secs(1);
        }
        match stop {
            Stop::Enough => break Ok(()),
            Stop::Failed(failure) => break Err(failure),
            Stop::Lost(why) => {
                let args = [("why", why.into()), ("seconds", backoff.as_secs().into())];
                tell_now(bot.out, &with("cli-bot-lost", &args))?;
                // Jitter, so that clients do not reconnect all at once.
                let jitter = Duration::from_millis(new_seed()? % 500);
                tokio::select! {
                    () = tokio::time::sleep(backoff + jitter) => {}
                    () = &mut ended => break Ok(()),
                }
                backoff = (backoff * 2).min(MAX_BACKOFF);
            }
        }
    };
    done?;
    bot.print_summary()?;
    Ok(if bot.gave_up { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

struct Bot<'a, W> {
    args: &'a Args,
    spec: &'a EngineSpec,
    api: ApiClient,
    thinker: Thinker,
    to: UnboundedSender<Event>,
    events: UnboundedReceiver<Event>,
    /// Tables followed; `None` until the first snapshot arrives.
    tables: HashMap<String, Option<Table>>,
    /// Tables that are never joined or followed again: unplayable, refused, or already rematched.
    excluded: HashSet<String>,
    /// Joins in flight, by table id.
    joining: HashSet<String>,
    /// Table of `--table`, until it is joined.
    requested: Option<Link>,
    /// Delay after each message; zero until the server throttles.
    pace: Duration,
    /// Messages to send.
    outbox: Vec<ClientMessage>,
    /// A connection was established before.
    was_connected: bool,
    /// A poll of the owner's tables is in flight.
    is_polling: bool,
    /// Last round-trip time.
    lag_ms: Option<u32>,
    /// Games played to the end.
    ended: u32,
    gave_up: bool,
    out: &'a mut W,
}

impl<W: Write> Bot<'_, W> {
    /// Connects and plays until the connection ends.
    async fn connect(&mut self, is_up: &mut bool) -> Stop {
        self.outbox.clear();
        match self.start_session(is_up).await {
            Ok(never) => match never {},
            Err(stop) => stop,
        }
    }

    async fn start_session(&mut self, is_up: &mut bool) -> Flow<Infallible> {
        let me = self.api.me().await.map_err(to_stop)?;
        let me = me.ok_or_else(|| Failure::new(text("cli-bot-unknown")))?;
        let mut socket = self.api.socket().await.map_err(to_stop)?;
        *is_up = true;
        self.greet(&printable(&me.name))?;
        for table in self.tables.values_mut().flatten() {
            table.resend();
        }
        let all: Vec<String> = self.tables.keys().cloned().collect();
        for table in all {
            self.watch(table);
        }
        if self.args.accept_open {
            self.outbox.push(ClientMessage::Lobby { on: true });
        }
        self.run_loop(&mut socket).await
    }

    async fn run_loop(&mut self, socket: &mut Socket) -> Flow<Infallible> {
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        let mut ping = tokio::time::interval(PING_INTERVAL);
        let (mut number, mut sent) = (0, Timer::start());
        loop {
            for message in std::mem::take(&mut self.outbox) {
                socket.send(&message).await.map_err(lost)?;
                tokio::time::sleep(self.pace).await;
            }
            if self.args.games.is_some_and(|games| self.ended >= games) {
                return Err(Stop::Enough);
            }
            tokio::select! {
                text = socket.next() => {
                    let text = text.map_err(lost)?;
                    match serde_json::from_str(&text) {
                        Ok(ServerMessage::Pong { n, .. }) if n == number => {
                            self.lag_ms = u32::try_from(sent.elapsed().as_millis()).ok();
                        }
                        Ok(message) => self.handle(message)?,
                        // Ignore unknown messages, for compatibility with newer servers.
                        Err(_) => {}
                    }
                }
                Some(event) = self.events.recv() => self.handle_event(event)?,
                _ = poll.tick() => self.poll_tables(),
                _ = ping.tick() => {
                    number += 1;
                    sent = Timer::start();
                    self.outbox.push(ClientMessage::Ping { n: number, lag: self.lag_ms });
                }
            }
        }
    }

    fn greet(&mut self, owner: &str) -> Flow {
        let said = match std::mem::replace(&mut self.was_connected, true) {
            true => text("cli-bot-again"),
            false => {
                let server = notation(self.args.server.trim_end_matches('/'));
                let engine = self.spec.said().into();
                let args = [("name", name(owner).into()), ("server", server), ("engine", engine)];
                with("cli-bot-plays", &args)
            }
        };
        Ok(tell_now(self.out, &said)?)
    }

    fn print_summary(&mut self) -> Result<()> {
        let goes_on = |table: &&Table| table.head().phase == Phase::Playing;
        let open = self.tables.values().flatten().filter(goes_on).count() as u64;
        let args = [("count", self.ended.into()), ("open", open.into())];
        tell_now(self.out, &with("cli-bot-done", &args))
    }

    /// Prints a line about a table.
    fn print(&mut self, table: &str, what: &str) -> Flow {
        let table = language().isolate(&printable(table));
        Ok(tell_now(self.out, &format!("{table}  {what}"))?)
    }

    /// Runs a future in the background and delivers its event to the loop.
    fn spawn(&self, task: impl Future<Output = Event> + Send + 'static) {
        let to = self.to.clone();
        tokio::spawn(async move { drop(to.send(task.await)) });
    }

    fn schedule(&self, seconds: u32, event: Event) {
        self.spawn(async move {
            tokio::time::sleep(Duration::from_secs(seconds.into())).await;
            event
        });
    }

    fn handle_event(&mut self, event: Event) -> Flow {
        match event {
            Event::Answered(answer) => self.answered(answer),
            Event::OwnTables(tables) => {
                self.is_polling = false;
                match tables {
                    Ok(tables) => tables.iter().for_each(|head| self.follow_own_table(head)),
                    Err(ApiError::Refused(why)) if why.code == Code::WhoAreYou => {
                        return Err(to_stop(ApiError::Refused(why)));
                    }
                    // The next poll retries.
                    Err(_) => {}
                }
                Ok(())
            }
            Event::Joined(reason, joined) => self.on_joined(&reason, joined),
            Event::Rewatch { table, anew } => {
                if let Some(known) = self.tables.get_mut(&table) {
                    if let Some(known) = known.as_mut().filter(|_| anew) {
                        known.retry();
                    }
                    self.watch(table);
                }
                Ok(())
            }
            Event::RewatchAll => {
                let all: Vec<String> = self.tables.keys().cloned().collect();
                all.into_iter().for_each(|table| self.watch(table));
                Ok(())
            }
        }
    }
}

/// An unknown token is fatal; any other error is a lost connection.
fn to_stop(error: ApiError) -> Stop {
    match error {
        ApiError::Refused(why) if why.code == Code::WhoAreYou => {
            Stop::Failed(Failure::new(sentence(&why)).at(&text("cli-bot-server")))
        }
        ApiError::Refused(why) => Stop::Lost(sentence(&why)),
        ApiError::Transport(why) => Stop::Lost(why),
    }
}

/// A connection that the client calls lost, in English.
fn lost(why: impl AsRef<str>) -> Stop {
    Stop::Lost(english(printable(why.as_ref())))
}
