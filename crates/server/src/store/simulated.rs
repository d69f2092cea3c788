//! A database in memory, with the conflict rules of the real one, and links to it that delay, lose and refuse. Only
//! for simulations: single-threaded, in virtual time, every choice from a seed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::rows::{ChatRow, PlyRow, TableRow, WriteSet};
use super::{Heartbeat, KEPT_HEARTBEATS, StoreError, TIMEOUT};
use crate::machine::{Machine, Rng};

/// Time after which a writer gives up; see `GROUP_TIMEOUT` of the real one.
const WRITER_TIMEOUT: Duration = Duration::from_secs(4);

/// Requests in a history after which the database answers no more: the nodes go round in circles.
pub(crate) const MAX_REQUESTS: u64 = 50_000;

/// Committed write set.
#[derive(Clone, Debug)]
pub struct Commit {
    pub node: usize,
    /// True time at which the node asked for it.
    pub asked_ms: u64,
    pub write_set: WriteSet,
}

/// Contents of the database, and how they came about.
#[derive(Default)]
pub struct Contents {
    pub tables: BTreeMap<String, TableRow>,
    pub plies: BTreeMap<String, Vec<PlyRow>>,
    pub chat: BTreeMap<String, Vec<ChatRow>>,
    beats: BTreeMap<String, Heartbeat>,
    pub outages: BTreeSet<(u64, u64)>,
    /// In the order in which they took effect.
    pub commits: Vec<Commit>,
    /// True times at which nodes asked for the heartbeats that took effect.
    pub beat_times: Vec<u64>,
    /// Heartbeats that nodes know of: the node, and the true times of request and answer.
    pub known_beats: Vec<(usize, u64, u64)>,
}

impl Contents {
    /// Admits a write set by the rules of `group_commit`.
    fn commit(
        &mut self,
        node: usize,
        asked_ms: u64,
        write_set: WriteSet,
    ) -> Result<u64, StoreError> {
        if let Some((table, rows)) = &write_set.plies {
            let next = self.plies.get(table).map_or(0, Vec::len);
            if rows.first().is_some_and(|row| row.ply as usize != next) {
                return Err(StoreError::Conflict);
            }
        }
        if let Some(row) = &write_set.table {
            let version = self.tables.get(&row.id).map_or(-1, |row| i64::from(row.version));
            if version != i64::from(row.version) - 1 {
                return Err(StoreError::Conflict);
            }
        }
        if let Some((table, rows)) = &write_set.plies {
            self.plies.entry(table.clone()).or_default().extend(rows.iter().cloned());
        }
        if let Some(row) = &write_set.table {
            self.tables.insert(row.id.clone(), row.clone());
        }
        if let Some((table, due)) = &write_set.due
            && let Some(row) = self.tables.get_mut(table)
        {
            row.due = *due;
        }
        if let Some((table, row)) = &write_set.chat {
            self.chat.entry(table.clone()).or_default().push(row.clone());
        }
        self.commits.push(Commit { node, asked_ms, write_set });
        Ok(0)
    }
}

/// The database that all simulated nodes share.
pub struct Memory {
    contents: Mutex<Contents>,
    /// The machine on which it runs.
    pub machine: Arc<Machine>,
    /// Whether it is one for several nodes.
    pub shared: bool,
    requests: AtomicU64,
    /// Everything that happened, if it is asked for.
    trace: Option<Mutex<String>>,
}

impl Memory {
    pub fn new(machine: Arc<Machine>, shared: bool, traced: bool) -> Memory {
        let trace = traced.then(Mutex::default);
        Memory { contents: Mutex::default(), machine, shared, requests: 0.into(), trace }
    }

    /// Adds a line to the trace of the history.
    pub fn trace(&self, line: impl FnOnce() -> String) {
        if let Some(trace) = &self.trace {
            let line = format!("{:>6} {}\n", self.machine.true_time() % 1_000_000, line());
            trace.lock().unwrap().push_str(&line);
        }
    }

    /// The trace so far.
    pub fn traced(&self) -> String {
        self.trace.as_ref().map_or(String::new(), |trace| trace.lock().unwrap().clone())
    }

    /// Counts a request; without end once there are too many.
    async fn count(&self) {
        if self.requests.fetch_add(1, Ordering::Relaxed) > MAX_REQUESTS {
            std::future::pending::<()>().await;
        }
    }

    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap()
    }
}

/// What goes wrong between a node and the database.
#[derive(Clone, Copy, Default, Debug)]
pub struct Faults {
    /// Longest delay of a message, in either direction.
    pub delay_ms: u64,
    /// Requests that fail, in a thousand.
    pub failures: u64,
    /// Nothing gets through.
    pub unreachable: bool,
    /// Writes are refused.
    pub read_only: bool,
}

/// Connections of a node to the database.
pub struct Link {
    node: usize,
    memory: Arc<Memory>,
    faults: Mutex<Faults>,
    rng: Mutex<Rng>,
    /// Crashes so far. What a process that is gone has asked for does not reach a database of its own.
    crashes: AtomicU64,
    /// Commits of a node are made one after the other, as by the writer task.
    writer: Arc<tokio::sync::Mutex<()>>,
}

/// How a request fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// It does not arrive.
    Lost,
    /// It takes effect, but the answer is lost.
    AnswerLost,
    /// It takes effect after the connection has broken.
    Late,
}

fn unavailable() -> StoreError {
    StoreError::Unavailable("simulated".to_string())
}

impl Link {
    pub fn new(memory: Arc<Memory>, node: usize, rng: Rng) -> Link {
        Link {
            node,
            memory,
            faults: Mutex::default(),
            rng: Mutex::new(rng),
            crashes: 0.into(),
            writer: Arc::default(),
        }
    }

    pub fn set_faults(&self, change: impl FnOnce(&mut Faults)) {
        change(&mut self.faults.lock().unwrap());
    }

    /// The node of this link has crashed.
    pub fn crash(&self) {
        if !self.memory.shared {
            self.crashes.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn faults(&self) -> Faults {
        *self.faults.lock().unwrap()
    }

    fn delay(&self) -> Duration {
        let longest = self.faults().delay_ms;
        Duration::from_millis(self.rng.lock().unwrap().below(longest + 1))
    }

    fn failure(&self) -> Option<Failure> {
        let faults = self.faults();
        let mut rng = self.rng.lock().unwrap();
        if faults.unreachable {
            return Some(Failure::Lost);
        }
        let fails = rng.below(1000) < faults.failures;
        fails.then(|| rng.pick(&[Failure::Lost, Failure::AnswerLost, Failure::Late]))
    }

    /// The error of a lost message comes at once, if the connection breaks, or after a timeout.
    async fn notice_loss(&self) -> StoreError {
        let at_once = self.rng.lock().unwrap().below(3) > 0;
        sleep(if at_once { self.delay() } else { WRITER_TIMEOUT }).await;
        unavailable()
    }

    /// Reads at a moment between request and answer.
    async fn read<T>(&self, read: impl FnOnce(&Contents) -> T) -> Result<T, StoreError> {
        self.memory.count().await;
        let response = async {
            sleep(self.delay()).await;
            if self.failure().is_some() {
                return Err(self.notice_loss().await);
            }
            let answer = read(&self.memory.contents());
            sleep(self.delay()).await;
            if self.faults().unreachable { Err(self.notice_loss().await) } else { Ok(answer) }
        };
        timeout(TIMEOUT, response).await.unwrap_or_else(|_| Err(unavailable()))
    }

    /// Writes. The request is on its way even if the node crashes meanwhile, so its task belongs to no group.
    async fn write(
        self: &Arc<Link>,
        in_order: bool,
        write: impl FnOnce(&mut Contents) -> Result<u64, StoreError> + Send + 'static,
    ) -> Result<u64, StoreError> {
        self.memory.count().await;
        let (reply, answer) = oneshot::channel();
        let (link, crashes) = (self.clone(), self.crashes.load(Ordering::Relaxed));
        let write = move |link: &Link| match link.crashes.load(Ordering::Relaxed) == crashes {
            true => write(&mut link.memory.contents()),
            false => Err(unavailable()),
        };
        tokio::spawn(async move {
            let order = if in_order { Some(link.writer.clone().lock_owned().await) } else { None };
            if reply.is_closed() {
                return;
            }
            sleep(link.delay()).await;
            let result = match link.failure() {
                Some(Failure::Lost) => Err(link.notice_loss().await),
                Some(Failure::Late) => {
                    let _ = reply.send(Err(link.notice_loss().await));
                    drop(order);
                    let late = Duration::from_millis(link.rng.lock().unwrap().below(9_000));
                    sleep(late).await;
                    let _ = write(&link);
                    return;
                }
                _ if link.faults().read_only => Err(StoreError::DiskFull("simulated".to_string())),
                failure => {
                    let result = write(&link);
                    sleep(link.delay()).await;
                    if failure.is_some() || link.faults().unreachable {
                        Err(link.notice_loss().await)
                    } else {
                        result
                    }
                }
            };
            let _ = reply.send(result);
        });
        let answer = timeout(TIMEOUT, answer).await;
        answer.ok().and_then(Result::ok).unwrap_or_else(|| Err(unavailable()))
    }

    // The methods of `Store` that a node calls.

    pub async fn commit(self: &Arc<Link>, write_set: WriteSet) -> Result<(), StoreError> {
        let (node, asked_ms) = (self.node, self.memory.machine.true_time());
        let memory = self.memory.clone();
        let commit = move |contents: &mut Contents| {
            let result = contents.commit(node, asked_ms, write_set);
            memory.trace(|| match (&result, contents.commits.last()) {
                (Ok(_), Some(Commit { write_set: WriteSet { plies, chat, .. }, .. })) => {
                    let asked = asked_ms % 1_000_000;
                    format!("node {node} has committed, asked at {asked}: {plies:?} {chat:?}")
                }
                _ => format!("node {node} has not committed: {result:?}"),
            });
            result
        };
        self.write(true, commit).await.map(drop)
    }

    pub fn is_shared(&self) -> bool {
        self.memory.shared
    }

    pub async fn wall_clock(&self) -> Result<Option<u64>, StoreError> {
        if !self.memory.shared {
            return Ok(None);
        }
        self.read(|_| Some(self.memory.machine.wall_clock())).await
    }

    pub async fn add_heartbeat(self: &Arc<Link>, beat: Heartbeat) -> Result<(), StoreError> {
        let asked_ms = self.memory.machine.true_time();
        let memory = self.memory.clone();
        let add = move |contents: &mut Contents| {
            memory.trace(|| format!("asked at {}: {beat:?}", asked_ms % 1_000_000));
            contents.beat_times.push(asked_ms);
            let known = contents.beats.entry(beat.node.clone()).or_insert_with(|| beat.clone());
            if beat.at >= known.at {
                *known = beat;
            }
            Ok(1)
        };
        self.write(false, add).await?;
        let answered_ms = self.memory.machine.true_time();
        self.memory.contents().known_beats.push((self.node, asked_ms, answered_ms));
        Ok(())
    }

    pub async fn heartbeats(&self) -> Result<Vec<Heartbeat>, StoreError> {
        self.read(|contents| contents.beats.values().cloned().collect()).await
    }

    pub async fn delete_heartbeat(self: &Arc<Link>, beat: Heartbeat) -> Result<(), StoreError> {
        let delete = move |contents: &mut Contents| {
            contents.beats.retain(|node, known| *node != beat.node || known.at != beat.at);
            Ok(0)
        };
        self.write(false, delete).await.map(drop)
    }

    pub async fn prune_heartbeats(self: &Arc<Link>) -> Result<(), StoreError> {
        let prune = move |contents: &mut Contents| {
            let mut times: Vec<u64> = contents.beats.values().map(|beat| beat.at).collect();
            times.sort_unstable_by_key(|at| std::cmp::Reverse(*at));
            times.truncate(KEPT_HEARTBEATS as usize);
            let oldest = times.last().copied().unwrap_or(0);
            contents.beats.retain(|_, beat| oldest <= beat.at);
            Ok(0)
        };
        self.write(false, prune).await.map(drop)
    }

    pub async fn add_outage(self: &Arc<Link>, from: u64, to: u64) -> Result<(), StoreError> {
        let (node, memory) = (self.node, self.memory.clone());
        let add = move |contents: &mut Contents| {
            memory.trace(|| format!("node {node} records an outage: {from}–{to}"));
            Ok(u64::from(contents.outages.insert((from, to))))
        };
        self.write(false, add).await.map(drop)
    }

    pub async fn delete_outage(self: &Arc<Link>, from: u64, to: u64) -> Result<(), StoreError> {
        let (node, memory) = (self.node, self.memory.clone());
        let delete = move |contents: &mut Contents| {
            memory.trace(|| format!("node {node} deletes an outage: {from}–{to}"));
            Ok(u64::from(contents.outages.remove(&(from, to))))
        };
        self.write(false, delete).await.map(drop)
    }

    pub async fn outages(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        self.read(|contents| contents.outages.iter().copied().collect()).await
    }

    pub async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        self.read(|contents| contents.tables.get(id).cloned()).await
    }

    pub async fn log(&self, id: &str, from: u32) -> Result<Vec<PlyRow>, StoreError> {
        let rows = |contents: &Contents| {
            let rows = contents.plies.get(id).map(Vec::as_slice).unwrap_or_default();
            rows.get(from as usize..).unwrap_or_default().to_vec()
        };
        self.read(rows).await
    }

    pub async fn progress(&self, ids: &[&str]) -> Result<Vec<(String, u32, u32)>, StoreError> {
        let progress = |contents: &Contents| {
            let rows = ids.iter().filter_map(|id| contents.tables.get(*id));
            let plies = |id: &str| contents.plies.get(id).map_or(0, Vec::len) as u32;
            rows.map(|row| (row.id.clone(), row.version, plies(&row.id))).collect()
        };
        self.read(progress).await
    }

    pub async fn due_tables(
        &self,
        until: u64,
        after: &(u64, String),
        limit: u32,
    ) -> Result<Vec<(u64, String)>, StoreError> {
        let due = |contents: &Contents| {
            let rows = contents.tables.values().filter(|row| row.phase == "playing");
            let mut due: Vec<_> = rows.map(|row| (row.due, row.id.clone())).collect();
            due.retain(|row| row.0 <= until && row > after);
            due.sort_unstable();
            due.truncate(limit as usize);
            due
        };
        self.read(due).await
    }

    pub async fn postpone(
        self: &Arc<Link>,
        id: String,
        before: u64,
        due: u64,
    ) -> Result<(), StoreError> {
        let postpone = move |contents: &mut Contents| {
            let row = contents.tables.get_mut(&id).filter(|row| row.due == before);
            Ok(row.map(|row| row.due = due).map_or(0, |()| 1))
        };
        self.write(false, postpone).await.map(drop)
    }

    pub async fn chat(&self, table: &str, limit: u32) -> Result<Vec<ChatRow>, StoreError> {
        let lines = |contents: &Contents| {
            let lines = contents.chat.get(table).map(Vec::as_slice).unwrap_or_default();
            lines[lines.len().saturating_sub(limit as usize)..].to_vec()
        };
        self.read(lines).await
    }
}
