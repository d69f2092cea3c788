//! [`BotPool`]: threads on which bots think, at low priority, and a queue that is fair to people.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use mohreh_games::Record;
use tokio::sync::oneshot;

use super::{Choose, choose};

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
    /// The queue, and whether the pool has been dropped.
    queue: Mutex<(FairQueue<Task>, bool)>,
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

    fn push(&self, owner: &str, task: Task) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.0.push(owner, task);
        self.shared.changed.notify_one();
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
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
        let task = loop {
            match queue.0.pop() {
                _ if queue.1 => return,
                Some(task) => break task,
                None => {
                    queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        drop(queue);
        // Nobody waits if the table was evicted or the server ends.
        if task.reply.is_closed() {
            continue;
        }
        let Task { record, level, seed, reply } = task;
        let chosen = catch_unwind(AssertUnwindSafe(|| choose(&record, level, seed)));
        let _ = reply.send(chosen.unwrap_or_else(|_| Err("the engine has panicked".to_string())));
    }
}

#[cfg(test)]
mod tests {
    use super::FairQueue;

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
