//! [`Client`]: a person at the table, or one who looks on and meddles. People play, ask and answer, repeat themselves,
//! play out of turn and for others, lie about their lag, and change to other nodes.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use axum::extract::ws::Utf8Bytes;
use mohreh_games::Seat;
use mohreh_protocol::{Act, ClientMessage, Log, Person, Phase, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::world::{Intent, KEY, TABLE, World};
use super::{Rng, ms};
use crate::app::App;
use crate::socket;
use crate::tasks::Group;

/// Capacity of the queue to a connection.
const QUEUE: usize = 256;

struct Connection {
    n: usize,
    /// Weak, as a node that has crashed closes its connections.
    app: Weak<App>,
    group: Group,
    to: mpsc::UnboundedSender<String>,
    from: mpsc::Receiver<Utf8Bytes>,
}

pub(super) struct Client {
    world: Arc<World>,
    /// Index of the view.
    n: usize,
    person: Person,
    rng: Rng,
    connection: Option<Connection>,
    /// The last turn that was sent.
    last_turn: Option<ClientMessage>,
    lines: u32,
    /// The connection has brought a snapshot.
    is_subscribed: bool,
}

impl Client {
    pub(super) fn new(world: Arc<World>, n: usize) -> Client {
        let rng = Rng::new(world.plan.seed, 100 + n as u64);
        let person = super::world::person(n);
        let (connection, last_turn) = (None, None);
        Client { world, n, person, rng, connection, last_turn, lines: 0, is_subscribed: false }
    }

    pub(super) async fn run(mut self) {
        loop {
            let rests = self.is_calm() && self.is_subscribed;
            let longest = if rests { 10_000 } else { self.rng.pick(&[100, 1_000, 1_000, 4_000]) };
            let think = ms(1 + self.rng.below(longest));
            self.listen(Instant::now() + think).await;
            if self.connection.is_none() {
                self.connect();
            } else if !self.is_subscribed {
                self.watch();
            } else if !self.is_calm() {
                self.act();
            }
        }
    }

    /// Whether people only watch. Asked before each act: who did one more might leave, and be missed at the end.
    fn is_calm(&self) -> bool {
        self.world.calm.load(Ordering::Relaxed)
    }

    /// Takes messages until then.
    async fn listen(&mut self, until: Instant) {
        loop {
            let Some(connection) = &mut self.connection else {
                return sleep_until(until).await;
            };
            let message = tokio::select! {
                biased;
                message = connection.from.recv() => message,
                () = sleep_until(until) => return,
            };
            match message {
                Some(text) => self.receive(&text),
                None => self.disconnect(),
            }
        }
    }

    fn receive(&mut self, text: &str) {
        let (n, person) = (self.n, &self.person.id);
        self.world.trace(|| format!("{person} < {text}"));
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(why) => return self.world.fail(format!("{person}: {why}: {text}")),
        };
        self.is_subscribed |= matches!(message, ServerMessage::Table(_));
        let is_head = matches!(message, ServerMessage::Head { .. });
        let mut view = self.world.views[n].lock().unwrap();
        let before = view.phase();
        let received = view.receive(message, &self.world.memory.contents());
        let has_begun = before == Some(Phase::Waiting) && view.phase() == Some(Phase::Playing);
        let is_reseated = is_head && view.you != view.seat().map(Seat::number);
        drop(view);
        if let Err(why) = received {
            self.world.fail(format!("{person}: {why}"));
        }
        if has_begun || is_reseated {
            // The seat of this connection is another one.
            self.send(&ClientMessage::Watch { table: TABLE.to_string(), from: 0, key: None });
        }
    }

    fn connect(&mut self) {
        let Some((n, node)) = self.world.any_node(&mut self.rng) else { return };
        let (to, messages) = mpsc::unbounded_channel();
        let (queue, from) = mpsc::channel(QUEUE);
        let id = self.world.next_connection.fetch_add(1, Ordering::Relaxed);
        let person = Some(self.person.clone());
        node.group.spawn(socket::simulate(node.app.clone(), person, (id, queue), messages));
        self.world.trace(|| format!("{} connects to node {n}", self.person.id));
        let (app, group) = (Arc::downgrade(&node.app), node.group);
        self.connection = Some(Connection { n, app, group, to, from });
        self.watch();
    }

    fn disconnect(&mut self) {
        self.connection = None;
        self.is_subscribed = false;
    }

    fn watch(&mut self) {
        let from = self.world.views[self.n].lock().unwrap().entries.len() as u32;
        self.send(&ClientMessage::Watch { table: TABLE.to_string(), from, key: None });
    }

    fn send(&self, message: &ClientMessage) {
        let Some(connection) = &self.connection else { return };
        let text = serde_json::to_string(message).unwrap();
        self.world.trace(|| format!("{} > {} {text}", self.person.id, connection.n));
        // A connection that is gone is noticed by its other half.
        let _ = connection.to.send(text);
    }

    fn intend(&self, intent: Intent) {
        self.world.intents.lock().unwrap().push((self.person.id.clone(), intent));
    }

    /// Does one thing.
    fn act(&mut self) {
        let view = self.world.views[self.n].lock().unwrap();
        let (phase, seat, log) = (view.phase(), view.seat(), view.log().cloned());
        drop(view);
        let what = self.rng.below(100);
        if what < 4 {
            // Leaves without a word.
            return self.disconnect();
        }
        let table = TABLE.to_string();
        match (phase, log) {
            _ if what < 8 => self.watch(),
            _ if what < 11 => {
                let lag = Some(self.rng.pick(&[0, 80, 400, u32::MAX]));
                self.send(&ClientMessage::Ping { n: 1, lag });
            }
            _ if what < 16 => {
                self.lines += 1;
                let text = format!("{} says {}", self.person.name, self.lines);
                self.intend(Intent::Chat(text.clone()));
                let mut view = self.world.views[self.n].lock().unwrap();
                let said = view.said.clone();
                view.says.push((text.clone(), said));
                drop(view);
                self.send(&ClientMessage::Chat { table, text });
            }
            (Some(Phase::Waiting), _) if seat.is_none() => self.join(),
            (_, Some(log)) if what < 22 => {
                let acts = [
                    Act::OfferDraw,
                    Act::AskBack,
                    Act::Agree,
                    Act::Agree,
                    Act::Decline,
                    Act::Claim,
                    Act::Abort,
                ];
                let act = if self.rng.percent(4) { Act::Resign } else { self.rng.pick(&acts) };
                self.ask(act, log.ply());
            }
            (_, Some(log)) if what < 26 && log.offer().is_some() => {
                self.ask(Act::Agree, log.ply());
            }
            (_, Some(_)) if what < 30 => {
                // Again, perhaps to another node.
                if let Some(turn) = self.last_turn.clone() {
                    self.send(&turn);
                }
            }
            (_, Some(log)) => {
                // Now and then out of turn, for somebody else or at the wrong ply.
                let is_due = log.mover().is_some() && log.mover() == seat;
                if is_due && what < 90 || what >= 96 {
                    let mut ply = log.ply();
                    if what >= 98 {
                        ply = (ply + 1).saturating_sub(2 * self.rng.below(2) as u32);
                    }
                    self.play(&log, ply);
                }
            }
            _ => {}
        }
    }

    fn ask(&mut self, act: Act, ply: u32) {
        self.intend(Intent::Act(act));
        self.send(&ClientMessage::Act { table: TABLE.to_string(), ply, act });
    }

    /// Plays a turn of whoever is to move, or a part of it.
    fn play(&mut self, log: &Log, ply: u32) {
        let Some(mover) = log.mover() else { return };
        let mut game = log.game().clone();
        let mut steps = Vec::new();
        while game.status() == mohreh_games::Status::ToMove(mover) && steps.len() < 8 {
            let legal: Vec<String> =
                game.steps().into_iter().filter(|step| game.leaver(step).is_none()).collect();
            let step = self.rng.pick(&legal);
            if game.play(&step).is_err() {
                break;
            }
            steps.push(step);
            if self.rng.percent(20) {
                break;
            }
        }
        let turn = ClientMessage::Play { table: TABLE.to_string(), ply, steps: steps.clone() };
        self.intend(Intent::Play { ply, steps });
        self.send(&turn);
        if self.rng.percent(5) {
            self.send(&turn);
        }
        self.last_turn = Some(turn);
    }

    /// Sits down, as by a request over HTTP.
    fn join(&self) {
        let Some(Connection { app, group, .. }) = &self.connection else { return };
        let Some(app) = app.upgrade() else { return };
        let person = self.person.clone();
        let nonce = format!("n{}", self.n);
        self.world.trace(|| format!("{} joins", person.id));
        group.spawn(async move {
            let hub = &app.hub;
            if let Ok(handle) = hub.handle(TABLE).await {
                let join =
                    |room: &crate::table::Room| room.join(&person, (KEY, false), &nonce, hub.now());
                // Whoever was late sees it at the table.
                let _ = hub.update(&handle, join).await;
            }
        });
    }
}
