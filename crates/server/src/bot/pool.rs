//! [`BotPool`]: threads on which bots think, at low priority, and a queue that is fair to people. When no bot has to
//! move, they judge positions of finished games.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use mohreh_games::Record;
use mohreh_review::Judged;
use tokio::sync::oneshot;

use super::{Choose, choose, judge};

/// Added to the niceness of the threads, so that the writer and the sockets come first.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A bot move to be chosen.
struct Task {
    record: Record,
    level: u8,
    seed: u64,
    reply: oneshot::Sender<Result<Vec<String>, String>>,
}

/// Positions of a finished game to be judged.
struct Judgement {
    record: Arc<Record>,
    plies: Vec<usize>,
    nodes: u64,
    reply: oneshot::Sender<Result<Vec<Judged>, String>>,
}

/// What the threads have to do.
#[derive(Default)]
struct Queue {
    bots: FairQueue<Task>,
    /// For threads that no bot needs.
    judgements: VecDeque<Judgement>,
    /// The pool has been dropped.
    is_over: bool,
}

enum Work {
    Choose(Box<Task>),
    Judge(Judgement),
}

impl Queue {
    fn pop(&mut self) -> Option<Work> {
        let bot = self.bots.pop().map(|task| Work::Choose(Box::new(task)));
        bot.or_else(|| self.judgements.pop_front().map(Work::Judge))
    }
}

/// Waiting tasks by owner, served in turns: whoever has many tables waits for their own.
struct FairQueue<T> {
    waiting: HashMap<String, VecDeque<T>>,
    /// Owners with waiting tasks; the next one first.
    owners: VecDeque<String>,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { waiting: HashMap::new(), owners: VecDeque::new() }
    }
}

impl<T> FairQueue<T> {
    fn push(&mut self, owner: &str, task: T) {
        let tasks = self.waiting.entry(owner.to_string()).or_default();
        tasks.push_back(task);
        if tasks.len() == 1 {
            self.owners.push_back(owner.to_string());
        }
    }

    fn pop(&mut self) -> Option<T> {
        let owner = self.owners.pop_front()?;
        let tasks = self.waiting.get_mut(&owner)?;
        let task = tasks.pop_front();
        if tasks.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.owners.push_back(owner);
        }
        task
    }
}

/// Queue shared by the pool and its threads.
#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// Threads on which bots think. They end when the pool is dropped.
pub(crate) struct BotPool {
    shared: Arc<Shared>,
    /// Chooses on the caller's thread.
    #[cfg(test)]
    inline: Option<Choose>,
}

impl BotPool {
    /// Pool with this many threads, at least one.
    pub(crate) fn new(threads: usize) -> BotPool {
        BotPool::with_chooser(threads, choose)
    }

    /// Pool whose threads choose moves by this function.
    pub(crate) fn with_chooser(threads: usize, choose: Choose) -> BotPool {
        let shared = Arc::<Shared>::default();
        for _ in 0..threads.max(1) {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name("bot".to_string());
            // Without a thread its tasks wait; the error is the operator's to see.
            if let Err(error) = thread.spawn(move || run(&shared, choose)) {
                tracing::error!(%error, "a thread for computer players could not be started");
            }
        }
        BotPool {
            shared,
            #[cfg(test)]
            inline: None,
        }
    }

    /// Pool without threads, for simulations.
    #[cfg(test)]
    pub(crate) fn inline(choose: Choose) -> BotPool {
        BotPool { shared: Arc::default(), inline: Some(choose) }
    }

    /// Chooses a move on one of the threads. Tasks of one owner wait for each other, not for those of others.
    pub(crate) async fn choose(
        &self,
        owner: &str,
        record: Record,
        level: u8,
        seed: u64,
    ) -> Result<Vec<String>, String> {
        #[cfg(test)]
        if let Some(choose) = self.inline {
            return choose(&record, level, seed);
        }
        let (reply, answer) = oneshot::channel();
        self.push(owner, Task { record, level, seed, reply });
        answer.await.unwrap_or_else(|_| Err("the server is about to end".to_string()))
    }

    /// Judges positions of a finished game on one of the threads, all on the same, once no bot waits. To drop the future
    /// is to stop the search.
    pub(crate) async fn judge(
        &self,
        record: Arc<Record>,
        plies: Vec<usize>,
        nodes: u64,
    ) -> Result<Vec<Judged>, String> {
        let (reply, answer) = oneshot::channel();
        self.change(|queue| {
            queue.judgements.push_back(Judgement { record, plies, nodes, reply });
        });
        answer.await.unwrap_or_else(|_| Err("the server is about to end".to_string()))
    }

    fn push(&self, owner: &str, task: Task) {
        self.change(|queue| queue.bots.push(owner, task));
    }

    fn change(&self, change: impl FnOnce(&mut Queue)) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut queue);
        self.shared.changed.notify_one();
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.shared.changed.notify_all();
    }
}

/// Serves tasks until the pool is dropped.
fn run(shared: &Shared, choose: Choose) {
    // Without the right to do so the priority stays as it is.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
    loop {
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let work = loop {
            match queue.pop() {
                _ if queue.is_over => return,
                Some(work) => break work,
                None => {
                    queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        drop(queue);
        match work {
            // Nobody waits if the table was evicted or the server ends.
            Work::Choose(task) if task.reply.is_closed() => {}
            Work::Choose(task) => {
                let Task { record, level, seed, reply } = *task;
                let _ = reply.send(unless_panic(|| choose(&record, level, seed)));
            }
            Work::Judge(task) => {
                let Judgement { record, plies, nodes, reply } = task;
                let judged = unless_panic(|| judge(&record, &plies, nodes, &|| reply.is_closed()));
                let _ = reply.send(judged);
            }
        }
    }
}

fn unless_panic<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let result = catch_unwind(AssertUnwindSafe(run));
    result.unwrap_or_else(|_| Err("the engine has panicked".to_string()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mohreh_games::{Kind, Record};
    use tokio::sync::oneshot;

    use super::{FairQueue, Judgement, Queue, Task, Work};

    #[test]
    fn bots_come_before_judgements() {
        let record = Record::new(Kind::ALL[0], "").unwrap();
        let mut queue = Queue::default();
        let reply = oneshot::channel().0;
        let judgement =
            Judgement { record: Arc::new(record.clone()), plies: vec![0], nodes: 1, reply };
        queue.judgements.push_back(judgement);
        for seed in 0..2 {
            let task = Task { record: record.clone(), level: 1, seed, reply: oneshot::channel().0 };
            queue.bots.push("one", task);
        }
        assert!(matches!(queue.pop(), Some(Work::Choose(_))));
        assert!(matches!(queue.pop(), Some(Work::Choose(_))));
        assert!(matches!(queue.pop(), Some(Work::Judge(_))));
        assert!(queue.pop().is_none());
    }

    #[test]
    fn owners_are_served_in_turns() {
        let mut queue = FairQueue::default();
        for n in 0..75 {
            queue.push("many", n);
        }
        queue.push("one", 1000);
        queue.push("two", 2000);
        queue.push("two", 2001);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order[..7], [0, 1000, 2000, 1, 2001, 2, 3]);
        assert_eq!(order.len(), 78);
        assert!(queue.waiting.is_empty() && queue.owners.is_empty());
        queue.push("one", 1);
        assert_eq!((queue.pop(), queue.pop()), (Some(1), None));
    }
}
