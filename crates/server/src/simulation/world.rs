//! [`World`]: nodes, database and bus of a history, and what goes wrong with them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use mohreh_games::{Record, Status};
use mohreh_protocol::{Act, Chatters, NewTable, Person, Seed};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::client::Client;
use super::view::View;
use super::{Plan, Report, Rng, model, ms};
use crate::app::App;
use crate::bot::BotPool;
use crate::bot_games::BotGames;
use crate::bus::{Bus, Incoming, NodeEvent};
use crate::lobby::Lobby;
use crate::machine::Machine;
use crate::rate_limit::{Limiter, RateLimits};
use crate::scheduler::{self, Bots};
use crate::store::simulated::{Faults, Link, Memory};
use crate::store::{Store, StoreError};
use crate::table::Head;
use crate::tasks::Group;
use crate::time::Source;

/// Id of the table.
pub(super) const TABLE: &str = "table";
/// Key of the table.
pub(super) const KEY: &str = "key";

/// Time after the last fault in which everything has to come right at one node: longer than a commit may be late.
const CALM_MS: u64 = 22_000;
/// The same at several nodes: longer than the lifetime of a presence report, and than the scan for tables whose bot
/// move is due.
const CALM_NODES_MS: u64 = 50_000;

/// Time in which everybody sees a commit if all is well: the event, and a node that reads the table anew.
const SETTLE_MS: u64 = 500;

/// Time for which people stay away from a node that did not answer, and after which it starts again.
const RETRY_MS: u64 = 500;

/// What a person asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Intent {
    Play { ply: u32, steps: Vec<String> },
    Act(Act),
    Chat(String),
}

/// A node that runs.
#[derive(Clone)]
pub(super) struct Node {
    pub app: Arc<App>,
    pub group: Group,
    incoming: mpsc::UnboundedSender<Incoming>,
    disconnected: Arc<AtomicBool>,
}

/// Place of a node, which survives its crashes.
pub(super) struct Slot {
    pub machine: Arc<Machine>,
    link: Arc<Link>,
    group: Mutex<Group>,
    pub node: Mutex<Option<Node>>,
    starts: AtomicU64,
}

pub(super) struct World {
    pub plan: Plan,
    pub memory: Arc<Memory>,
    pub slots: Vec<Slot>,
    /// Pairs of nodes between which no event gets through.
    cut: Mutex<Vec<(usize, usize)>>,
    bus_rng: Mutex<Rng>,
    /// Faults are over, and people only watch.
    pub calm: AtomicBool,
    pub next_connection: AtomicU64,
    pub intents: Mutex<Vec<(String, Intent)>>,
    pub views: Vec<Mutex<View>>,
    failure: Mutex<Option<String>>,
}

/// The first person opens the table.
pub(super) fn person(n: usize) -> Person {
    Person { id: format!("person{n}"), name: format!("P{n}") }
}

/// A bot without an engine: any step, by the hash of the position.
fn choose(record: &Record, _level: u8, _seed: u64) -> Result<Vec<String>, String> {
    let mut game = record.game().clone();
    let mover = game.status();
    let mut steps = Vec::new();
    while game.status() == mover && matches!(mover, Status::ToMove(_)) && steps.len() < 8 {
        let legal = game.steps();
        let step = legal[(game.hash() % legal.len() as u64) as usize].clone();
        game.play(&step).map_err(|why| why.to_string())?;
        steps.push(step);
    }
    Ok(steps)
}

impl World {
    pub(super) fn new(plan: Plan, traced: bool) -> Arc<World> {
        let start = Instant::now();
        let seed = plan.seed;
        let mut rng = Rng::new(seed, 1);
        let memory = Memory::new(Arc::new(Machine::new(start, 0, 0)), plan.nodes > 1, traced);
        let memory = Arc::new(memory);
        let slots = (0..plan.nodes).map(|n| {
            let drift = if plan.drift { rng.below(400) as i64 - 200 } else { 0 };
            let machine = Machine::new(start, rng.below(1_000_000_000), drift);
            let link = Link::new(memory.clone(), n, Rng::new(seed, 10 + n as u64));
            link.set_faults(|faults| faults.delay_ms = plan.delay_ms);
            Slot {
                machine: Arc::new(machine),
                link: Arc::new(link),
                group: Mutex::default(),
                node: Mutex::default(),
                starts: 0.into(),
            }
        });
        let people = plan.players + plan.spectators;
        Arc::new(World {
            slots: slots.collect(),
            cut: Mutex::default(),
            bus_rng: Mutex::new(Rng::new(seed, 2)),
            calm: AtomicBool::new(false),
            next_connection: 1.into(),
            intents: Mutex::default(),
            views: (0..people).map(|n| Mutex::new(View::new(person(n)))).collect(),
            failure: Mutex::default(),
            memory,
            plan,
        })
    }

    pub(super) fn now(&self) -> u64 {
        self.memory.machine.true_time()
    }

    /// Adds a line to the trace.
    pub(super) fn trace(&self, line: impl FnOnce() -> String) {
        self.memory.trace(line);
    }

    /// Keeps the first failure.
    pub(super) fn fail(&self, why: String) {
        self.trace(|| format!("FAILURE {why}"));
        self.failure.lock().unwrap().get_or_insert(why);
    }

    pub(super) fn report(&self) -> Report {
        Report {
            failure: self.failure.lock().unwrap().clone(),
            trace: self.memory.traced(),
            entries: self.memory.contents().plies.get(TABLE).map_or(0, Vec::len),
        }
    }

    pub(super) async fn run(self: &Arc<World>) {
        for n in 0..self.slots.len() {
            self.start(n);
        }
        while self.slots.iter().any(|slot| slot.node.lock().unwrap().is_none()) {
            sleep(ms(10)).await;
        }
        self.open_table().await;
        for n in 0..self.views.len() {
            tokio::spawn(Client::new(self.clone(), n).run());
        }
        let end = Instant::now() + ms(self.plan.busy_ms);
        let mut rng = Rng::new(self.plan.seed, 3);
        while Instant::now() < end && self.failure.lock().unwrap().is_none() {
            let pause = ms(200 + rng.below(6_000)).min(end - Instant::now());
            sleep(pause).await;
            self.fault(&mut rng);
        }
        self.heal();
        let calm_ms = if self.plan.nodes == 1 { CALM_MS } else { CALM_NODES_MS };
        let calm = Instant::now() + ms(calm_ms);
        while Instant::now() < calm && self.failure.lock().unwrap().is_none() {
            sleep(ms(1_000)).await;
        }
        // The last flag may have fallen just now.
        while self.is_settling() && self.failure.lock().unwrap().is_none() {
            sleep(ms(100)).await;
        }
        if self.failure.lock().unwrap().is_none()
            && let Err(why) = model::check(self)
        {
            self.fail(why);
        }
    }

    /// Whether something was committed that not everybody may have seen yet.
    fn is_settling(&self) -> bool {
        let contents = self.memory.contents();
        let last = contents.commits.last().map_or(0, |commit| commit.asked_ms);
        self.now() - last < SETTLE_MS
    }

    /// Opens the table at the first node.
    async fn open_table(self: &Arc<World>) {
        let plan = &self.plan;
        let wanted = NewTable {
            kind: plan.kind.to_string(),
            setup: plan.setup.clone(),
            draw: plan.draw,
            computers: vec![1; plan.computers],
            clock: plan.clock,
            open: true,
            chat: Chatters::Everybody,
            first: plan.first,
            nonce: "n0".to_string(),
        };
        let Some(node) = self.slots[0].node.lock().unwrap().clone() else { return };
        let secrets = (TABLE.to_string(), KEY.to_string(), Seed::new([7; 32]));
        let now = node.app.hub.now();
        let mut head = Head::new(&wanted, &person(0), secrets, now).unwrap();
        head.begin_if_full(now);
        node.app.hub.open(head).await.unwrap();
    }

    /// Starts a node, again and again until the database answers.
    fn start(self: &Arc<World>, n: usize) {
        let (world, group) = (self.clone(), Group::default());
        // A start that hangs is ended first.
        std::mem::replace(&mut *self.slots[n].group.lock().unwrap(), group.clone()).crash();
        self.trace(|| format!("node {n} starts"));
        group.clone().spawn(async move {
            while world.try_start(n, &group).await.is_err() {
                sleep(ms(RETRY_MS)).await;
            }
        });
    }

    async fn try_start(self: &Arc<World>, n: usize, group: &Group) -> Result<(), StoreError> {
        let slot = &self.slots[n];
        let name = format!("{n}-{}", slot.starts.fetch_add(1, Ordering::Relaxed));
        let disconnected = Arc::<AtomicBool>::default();
        let (queue, mut events) = mpsc::channel(10_000);
        let queue = (self.plan.nodes > 1).then_some(queue);
        let bus = Bus::simulated(name, queue, disconnected.clone());
        let store = Store::simulated(slot.link.clone());
        let source = Source::Simulated(slot.machine.clone());
        let (hub, jobs) = crate::start_hub(store, bus, source).await?;
        let (incoming, mut arrivals) = mpsc::unbounded_channel();
        group.spawn({
            let hub = hub.clone();
            async move {
                while let Some(incoming) = arrivals.recv().await {
                    hub.on_incoming(incoming).await;
                }
            }
        });
        group.spawn({
            let world = self.clone();
            async move {
                while let Some(event) = events.recv().await {
                    world.publish(n, &event);
                }
            }
        });
        let lobby = Arc::<Lobby>::default();
        scheduler::start(&hub, &lobby, jobs, Bots::new(BotPool::inline(choose).into()));
        let app = Arc::new(App {
            hub,
            lobby,
            bot_games: BotGames::new(false),
            readiness: crate::readiness::Readiness::default(),
            reviews: crate::reviews::Reviews::new(crate::Reviewers::Nobody, 1),
            limiter: Limiter::new(RateLimits::NONE),
            ingress: crate::Ingress::default(),
            shutdown: CancellationToken::new(),
        });
        let node = Node { app, group: group.clone(), incoming, disconnected };
        *slot.node.lock().unwrap() = Some(node);
        self.trace(|| format!("node {n} runs"));
        Ok(())
    }

    /// Sends an event to the other nodes.
    fn publish(self: &Arc<World>, from: usize, event: &NodeEvent) {
        let mut rng = self.bus_rng.lock().unwrap();
        for to in (0..self.slots.len()).filter(|to| *to != from) {
            let faulty = self.plan.bus_faults && !self.calm.load(Ordering::Relaxed);
            let is_cut = self.cut.lock().unwrap().contains(&(from.min(to), from.max(to)));
            if is_cut || faulty && rng.percent(5) {
                continue;
            }
            let copies = if faulty && rng.percent(5) { 2 } else { 1 };
            for _ in 0..copies {
                let slow = faulty && rng.percent(10);
                let delay = ms(rng.below(if slow { 3_000 } else { 10 }));
                let (world, event) = (self.clone(), event.clone());
                let target = self.slots[to].node.lock().unwrap().clone();
                tokio::spawn(async move {
                    sleep(delay).await;
                    if let Some(node) = target {
                        world.trace(|| format!("bus {from} > {to} {event:?}"));
                        // The node may have crashed meanwhile.
                        let _ = node.incoming.send(Incoming::Event(event));
                    }
                });
            }
        }
    }

    /// Lets something go wrong, or come right again.
    fn fault(self: &Arc<World>, rng: &mut Rng) {
        let plan = &self.plan;
        let n = rng.below(plan.nodes as u64) as usize;
        if plan.crashes && rng.percent(35) {
            self.crash(n);
            let (world, down) = (self.clone(), rng.pick(&[0, 300, 4_000, 9_000, 15_000]));
            tokio::spawn(async move {
                sleep(ms(down)).await;
                // Or it has been started meanwhile.
                let is_up = world.slots[n].node.lock().unwrap().is_some();
                if !is_up && !world.calm.load(Ordering::Relaxed) {
                    world.start(n);
                }
            });
        }
        if plan.database_faults && rng.percent(60) {
            let delay_ms = plan.delay_ms;
            let well = Faults { delay_ms, ..Faults::default() };
            let faults = match rng.below(6) {
                0 => Faults { unreachable: true, ..well },
                1 => Faults { read_only: true, ..well },
                2 => Faults { delay_ms: 3_000, ..well },
                3 | 4 => Faults { failures: 50 + rng.below(400), ..well },
                _ => well,
            };
            let all = rng.percent(40);
            self.trace(|| format!("node {n} (all: {all}) {faults:?}"));
            for (m, slot) in self.slots.iter().enumerate() {
                if all || n == m {
                    slot.link.set_faults(|now| *now = faults);
                }
            }
        }
        if plan.bus_faults && rng.percent(50) {
            let other = rng.below(plan.nodes as u64) as usize;
            let pair = (n.min(other), n.max(other));
            let mut cut = self.cut.lock().unwrap();
            if rng.percent(50) {
                cut.push(pair);
            } else {
                cut.clear();
            }
            self.trace(|| format!("cut: {cut:?}"));
            if rng.percent(40) {
                let known = rng.percent(50);
                self.set_disconnected(n, known);
            }
        }
        if plan.jumps && rng.percent(50) {
            let by = rng.pick(&[0, 700, 25_000, 3_600_000, 86_400_000]) as i64;
            let by = if rng.percent(50) { by } else { -by };
            self.trace(|| format!("wall clocks ahead by {by}"));
            self.memory.machine.set_wall_ahead(by);
            self.slots[n].machine.set_wall_ahead(by);
            if plan.crashes && rng.percent(50) {
                // Before the next heartbeat of the others.
                self.crash(n);
                self.start(n);
            }
        }
    }

    /// A node notices that it lost the bus, or that it is back.
    fn set_disconnected(&self, n: usize, disconnected: bool) {
        let Some(node) = self.slots[n].node.lock().unwrap().clone() else { return };
        let before = node.disconnected.swap(disconnected, Ordering::Relaxed);
        if before && !disconnected {
            let _ = node.incoming.send(Incoming::Reconnected);
        }
        self.trace(|| format!("node {n} has lost the bus: {disconnected}"));
    }

    fn crash(&self, n: usize) {
        self.trace(|| format!("node {n} crashes"));
        *self.slots[n].node.lock().unwrap() = None;
        self.slots[n].group.lock().unwrap().crash();
        self.slots[n].link.crash();
    }

    /// Ends all faults.
    fn heal(self: &Arc<World>) {
        self.trace(|| "calm".to_string());
        self.calm.store(true, Ordering::Relaxed);
        self.cut.lock().unwrap().clear();
        let delay_ms = self.plan.delay_ms;
        for (n, slot) in self.slots.iter().enumerate() {
            slot.link.set_faults(|faults| *faults = Faults { delay_ms, ..Faults::default() });
            self.set_disconnected(n, false);
            let is_up = slot.node.lock().unwrap().is_some();
            if !is_up {
                self.start(n);
            }
        }
    }

    /// A node that runs, if there is one.
    pub(super) fn any_node(&self, rng: &mut Rng) -> Option<(usize, Node)> {
        let n = rng.below(self.slots.len() as u64) as usize;
        Some((n, self.slots[n].node.lock().unwrap().clone()?))
    }
}
