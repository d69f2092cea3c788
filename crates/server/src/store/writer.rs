//! A writer: a task with a connection of its own. It takes all that waits, and commits it at once.

use std::collections::VecDeque;
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::StoreError;
use super::group::{Trouble, attempt};
use super::place::{Place, Role};
use super::rows::Change;
use super::shape::Value;

/// How many rows were changed, or why none.
pub type Answer = Result<u64, StoreError>;

pub enum Work {
    Change(Box<Change>),
    /// A statement with its values.
    Run(&'static str, Vec<Value>),
    /// Finishes what waits, and ends.
    End,
}

pub struct Job {
    pub work: Work,
    pub reply: oneshot::Sender<Answer>,
}

impl Job {
    fn answer(self, answer: Answer) {
        // Whoever does not wait any more does not want to know.
        let _ = self.reply.send(answer);
    }
}

/// How many are committed at once; as many again and more may wait.
const MOST: usize = 256;
const WAITING: usize = 4096;

/// How long the database may take for a group. It is less than anybody waits.
const PATIENCE: Duration = Duration::from_secs(4);

/// How often one that is alone is tried again when somebody else wrote between question and answer.
const TRIES: usize = 5;

/// Starts a writer; it ends when nobody can send to it any more.
pub fn start(place: Place) -> mpsc::Sender<Job> {
    let (sender, queue) = mpsc::channel(WAITING);
    tokio::spawn(Writer { place, queue, connection: None }.run());
    sender
}

struct Writer {
    place: Place,
    queue: mpsc::Receiver<Job>,
    connection: Option<AnyConnection>,
}

impl Writer {
    async fn run(mut self) {
        let mut jobs = Vec::with_capacity(MOST);
        let mut ends = Vec::new();
        while self.queue.recv_many(&mut jobs, MOST).await > 0 {
            let mut group = VecDeque::with_capacity(jobs.len());
            for job in jobs.drain(..).filter(|job| !job.reply.is_closed()) {
                match job.work {
                    Work::End => ends.push(job),
                    _ => group.push_back(job),
                }
            }
            if !ends.is_empty() {
                self.queue.close();
            }
            if !group.is_empty() {
                self.serve(group).await;
            }
        }
        if let Some(connection) = self.connection.take() {
            // Everything is on the disk; to part politely is all that is left.
            let _ = timeout(PATIENCE, connection.close()).await;
        }
        for end in ends {
            end.answer(Ok(0));
        }
    }

    /// Answers everybody in a group.
    async fn serve(&mut self, mut group: VecDeque<Job>) {
        let why = match timeout(PATIENCE, self.settle(&mut group)).await {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(_) => StoreError::Unavailable("no answer in time".to_string()),
        };
        for job in group {
            job.answer(Err(why.clone()));
        }
    }

    /// Commits a group, or, where something in it is in the way, one after the other. Those who were
    /// answered are no longer in it. An error is one of the database, and holds for all who are left.
    async fn settle(&mut self, group: &mut VecDeque<Job>) -> Result<(), StoreError> {
        let works: Vec<&Work> = group.iter().map(|job| &job.work).collect();
        match self.attempt(&works).await {
            Ok(answers) => {
                for (job, answer) in group.drain(..).zip(answers) {
                    job.answer(answer);
                }
            }
            Err(Trouble::Raced | Trouble::Refused(_)) => {
                while let Some(job) = group.front() {
                    let answer = self.alone(&job.work).await?;
                    if let Some(job) = group.pop_front() {
                        job.answer(answer);
                    }
                }
            }
            Err(Trouble::NotBegun(why) | Trouble::Gone(why)) => return Err(why),
        }
        Ok(())
    }

    async fn alone(&mut self, work: &Work) -> Result<Answer, StoreError> {
        for _ in 0..TRIES {
            match self.attempt(&[work]).await {
                Ok(answers) => return Ok(answers.into_iter().next().unwrap_or(Ok(0))),
                Err(Trouble::Raced) => {}
                Err(Trouble::Refused(why)) => return Ok(Err(StoreError::Broken(why))),
                Err(Trouble::NotBegun(why) | Trouble::Gone(why)) => return Err(why),
            }
        }
        Ok(Err(StoreError::Unavailable("others kept coming first".to_string())))
    }

    /// One transaction. A connection that saw an error is not used again, nor one that was given up on.
    async fn attempt(&mut self, works: &[&Work]) -> Result<Vec<Answer>, Trouble> {
        loop {
            let (mut connection, is_new) = match self.connection.take() {
                Some(connection) => (connection, false),
                None => {
                    let new = self.place.connect(Role::Write).await;
                    (new.map_err(|why| Trouble::Gone(StoreError::writing(&why)))?, true)
                }
            };
            let answers = attempt(&mut connection, self.place.begin(), works).await;
            match answers {
                // It was lost while nobody used it; nothing has been done yet.
                Err(Trouble::NotBegun(_)) if !is_new => continue,
                Ok(_) | Err(Trouble::Raced) => self.connection = Some(connection),
                Err(_) => {}
            }
            return answers;
        }
    }
}
