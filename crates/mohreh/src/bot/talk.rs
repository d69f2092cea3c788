//! What the bot hears and says. The connection may be lost at any time: then it is made anew, and whatever
//! was not acknowledged is said again with the same ply, so that nothing happens twice.

mod hear;
mod seek;

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use mohreh_client::Socket;
use mohreh_protocol::{Ask, Code, Phase, Table as Head, Tell};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::calls::{Desk, Trouble};
use super::table::{Table, plain};
use super::thinker::{Thinker, Thought, Who};
use super::{Args, Link};
use crate::chance::new_seed;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Result};

/// How often it is looked whether the owner has sat down somewhere.
const LOOK: Duration = Duration::from_secs(5);
/// How often the way to the server and back is measured. Silence is noticed by the client.
const BEAT: Duration = Duration::from_secs(10);
/// The longest wait before the connection is tried again.
const LONGEST: Duration = Duration::from_secs(30);
/// The time between two messages, once the server has said that they come too fast.
const PACE: Duration = Duration::from_millis(70);
/// Tables that are followed; a server allows 32 on one connection.
const TABLES: usize = 30;
/// So many faults in a row, and a table is given up.
const PATIENCE: u32 = 4;

/// What happens beside what is heard.
enum Event {
    Thought(Thought),
    /// The tables of the owner.
    Mine(std::result::Result<Vec<Head>, Trouble>),
    /// Somewhere the bot wanted to sit down.
    Joined(Wish, std::result::Result<String, Trouble>),
    /// Something is tried again at a table; with `anew`, after thinking again.
    Again {
        table: String,
        anew: bool,
    },
    /// The same for all tables.
    AllAgain,
}

/// Why the bot wants to sit down somewhere.
#[derive(Clone)]
enum Wish {
    /// It was told to.
    Told(Link),
    /// An open challenge.
    Open(String),
    /// A rematch of this table.
    Rematch(String),
}

/// Why a connection ends.
enum Stop {
    Lost(String),
    /// All games that were wanted have been played.
    Enough,
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

type Done<T = ()> = std::result::Result<T, Stop>;

/// Plays until somebody says that it is enough.
pub async fn play(args: &Args, who: &Who, out: &mut impl Write) -> Result<ExitCode> {
    let desk = Desk::new(&args.server, args.token.trim()).map_err(Failure::new)?;
    let (to, events) = unbounded_channel();
    let thoughts = to.clone();
    // If nobody listens any more, nobody needs to know.
    let thinker = Thinker::start(who, move |thought| drop(thoughts.send(Event::Thought(thought))))?;
    let mut bot = Bot {
        args,
        who,
        desk,
        thinker,
        to,
        events,
        tables: HashMap::new(),
        shunned: HashSet::new(),
        joining: HashSet::new(),
        told: args.table.clone(),
        pace: Duration::ZERO,
        to_say: Vec::new(),
        is_known: false,
        is_looking: false,
        lag: None,
        ended: 0,
        gave_up: false,
        out,
    };
    let mut pause = Duration::from_secs(1);
    let ended = asked_to_end();
    tokio::pin!(ended);
    let done = loop {
        let mut is_up = false;
        let stop = tokio::select! {
            stop = bot.connect(&mut is_up) => stop,
            () = &mut ended => break Ok(()),
        };
        if is_up {
            pause = Duration::from_secs(1);
        }
        match stop {
            Stop::Enough => break Ok(()),
            Stop::Failed(failure) => break Err(failure),
            Stop::Lost(why) => {
                let why = plain(&why);
                writeln!(bot.out, "no connection ({why}); again in {} s", pause.as_secs())?;
                bot.out.flush()?;
                // Not everybody who was cut off comes back at the same moment.
                let more = Duration::from_millis(new_seed()? % 500);
                tokio::select! {
                    () = tokio::time::sleep(pause + more) => {}
                    () = &mut ended => break Ok(()),
                }
                pause = (pause * 2).min(LONGEST);
            }
        }
    };
    done?;
    bot.farewell()?;
    Ok(if bot.gave_up { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn asked_to_end() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    // If nothing can be heard, only the system ends the process.
    let _ = interrupted.await;
}

struct Bot<'a, W> {
    args: &'a Args,
    who: &'a Who,
    desk: Desk,
    thinker: Thinker,
    to: UnboundedSender<Event>,
    events: UnboundedReceiver<Event>,
    /// Tables that are followed; nothing is known yet of those that were just asked for.
    tables: HashMap<String, Option<Table>>,
    /// Tables at which the bot cannot play.
    shunned: HashSet<String>,
    /// Tables at which it is about to sit down.
    joining: HashSet<String>,
    /// The table that it was told to sit down at, until it does.
    told: Option<Link>,
    /// How long to wait after each message.
    pace: Duration,
    /// What is on its way to the server.
    to_say: Vec<Ask>,
    /// Whether it has been connected before.
    is_known: bool,
    /// Whether the list of the owner's tables is on its way.
    is_looking: bool,
    /// What the last round trip took, in milliseconds.
    lag: Option<u32>,
    ended: u32,
    gave_up: bool,
    out: &'a mut W,
}

impl<W: Write> Bot<'_, W> {
    /// Connects, and plays for as long as the connection lasts.
    async fn connect(&mut self, is_up: &mut bool) -> Stop {
        self.to_say.clear();
        match self.follow(is_up).await {
            Ok(never) => match never {},
            Err(stop) => stop,
        }
    }

    async fn follow(&mut self, is_up: &mut bool) -> Done<Infallible> {
        let me = self.desk.me().await.map_err(fatal)?;
        let me = me.ok_or_else(|| Failure::new("the server does not know whose token this is"))?;
        let mut socket = self.desk.socket().await.map_err(fatal)?;
        *is_up = true;
        self.greet(&plain(&me.name))?;
        for table in self.tables.values_mut().flatten() {
            table.say_again();
        }
        let all: Vec<String> = self.tables.keys().cloned().collect();
        for table in all {
            self.watch(table);
        }
        if self.args.accept_open {
            self.to_say.push(Ask::Lobby { on: true });
        }
        self.talk(&mut socket).await
    }

    async fn talk(&mut self, socket: &mut Socket) -> Done<Infallible> {
        let mut look = tokio::time::interval(LOOK);
        let mut beat = tokio::time::interval(BEAT);
        let (mut number, mut sent) = (0, Stopwatch::start());
        loop {
            for ask in std::mem::take(&mut self.to_say) {
                socket.say(&ask).await.map_err(Stop::Lost)?;
                tokio::time::sleep(self.pace).await;
            }
            if self.args.games.is_some_and(|games| self.ended >= games) {
                return Err(Stop::Enough);
            }
            tokio::select! {
                said = socket.next() => {
                    let said = said.map_err(Stop::Lost)?;
                    match serde_json::from_str(&said) {
                        Ok(Tell::Pong { n, .. }) if n == number => {
                            self.lag = u32::try_from(sent.wall().as_millis()).ok();
                        }
                        Ok(tell) => self.hear(tell)?,
                        // A newer server may say more than is known here.
                        Err(_) => {}
                    }
                }
                Some(event) = self.events.recv() => self.happen(event)?,
                _ = look.tick() => self.look(),
                _ = beat.tick() => {
                    number += 1;
                    sent = Stopwatch::start();
                    self.to_say.push(Ask::Ping { n: number, lag: self.lag });
                }
            }
        }
    }

    fn greet(&mut self, name: &str) -> Done {
        if self.is_known {
            writeln!(self.out, "connected again")?;
        } else {
            let (server, who) = (self.args.server.trim_end_matches('/'), self.who);
            writeln!(self.out, "{name} plays at {server}, with {who} (Ctrl+C ends it)")?;
        }
        self.is_known = true;
        Ok(self.out.flush()?)
    }

    fn farewell(&mut self) -> Result<()> {
        let goes_on = |table: &&Table| table.head().phase == Phase::Playing;
        let open = self.tables.values().flatten().filter(goes_on).count();
        let games = if self.ended == 1 { "game" } else { "games" };
        writeln!(self.out, "{} {games} played to the end, {open} unfinished", self.ended)?;
        Ok(self.out.flush()?)
    }

    /// Tells something of a table.
    fn tell(&mut self, table: &str, what: &str) -> Done {
        writeln!(self.out, "{}  {what}", plain(table))?;
        Ok(self.out.flush()?)
    }

    /// Does something beside what is heard, and lets it happen.
    fn start(&self, doing: impl Future<Output = Event> + Send + 'static) {
        let to = self.to.clone();
        tokio::spawn(async move { drop(to.send(doing.await)) });
    }

    fn later(&self, seconds: u32, event: Event) {
        self.start(async move {
            tokio::time::sleep(Duration::from_secs(seconds.into())).await;
            event
        });
    }

    fn happen(&mut self, event: Event) -> Done {
        match event {
            Event::Thought(thought) => self.thought(thought),
            Event::Mine(mine) => {
                self.is_looking = false;
                match mine {
                    Ok(mine) => mine.iter().for_each(|head| self.find(head)),
                    Err(Trouble::Refused(why)) if why.code == Code::WhoAreYou => {
                        return Err(fatal(Trouble::Refused(why)));
                    }
                    // It is asked for again soon.
                    Err(_) => {}
                }
                Ok(())
            }
            Event::Joined(wish, joined) => self.joined(&wish, joined),
            Event::Again { table, anew } => {
                if let Some(known) = self.tables.get_mut(&table) {
                    if let Some(known) = known.as_mut().filter(|_| anew) {
                        known.retry();
                    }
                    self.watch(table);
                }
                Ok(())
            }
            Event::AllAgain => {
                let all: Vec<String> = self.tables.keys().cloned().collect();
                all.into_iter().for_each(|table| self.watch(table));
                Ok(())
            }
        }
    }
}

fn fatal(trouble: Trouble) -> Stop {
    match trouble {
        Trouble::Refused(why) if why.code == Code::WhoAreYou => {
            Stop::Failed(Failure::new(plain(&why.why)).about("the server"))
        }
        Trouble::Refused(why) => Stop::Lost(why.why),
        Trouble::Lost(why) => Stop::Lost(why),
    }
}
