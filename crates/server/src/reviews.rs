//! Reviews of finished games on the server, for those whom the operator allows: one game at a time, a turn at a time, on
//! threads of the [`BotPool`] that no bot needs. So a bot waits for one turn of a review at most, and other work of the
//! server for none, as these threads have a low priority.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use mohreh_games::Record;
use mohreh_protocol::{
    Code, JudgedPosition, Person, Phase, Refusal, ReviewPhase, ReviewState, limits,
};
use mohreh_review::Judged;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::bot::BotPool;
use crate::hub::{Hub, lock, store_refusal};
use crate::store::{ReviewRow, StoreError};
use crate::table::{Head, Reader};
use crate::tasks::spawn;

/// Nodes for each position, unless the operator sets others.
pub const REVIEW_NODES: u64 = 100_000;

/// Who may ask for reviews.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Reviewers {
    /// Nobody; verdicts that there are can be read.
    #[default]
    Nobody,
    /// Everybody who has a session or a token.
    Everybody,
    /// People with these ids, and their tokens.
    People(Vec<String>),
}

impl FromStr for Reviewers {
    type Err = String;

    /// `nobody`, `everybody`, or ids separated by commas.
    fn from_str(text: &str) -> Result<Reviewers, String> {
        let is_id = |id: &String| {
            (1..=16).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        match text.trim() {
            "nobody" => Ok(Reviewers::Nobody),
            "everybody" => Ok(Reviewers::Everybody),
            list => {
                let ids: Vec<String> = list.split(',').map(|id| id.trim().to_string()).collect();
                match ids.iter().all(is_id) {
                    true => Ok(Reviewers::People(ids)),
                    false => Err("expected nobody, everybody, or ids of people".to_string()),
                }
            }
        }
    }
}

impl Reviewers {
    fn allow(&self, person: Option<&Person>) -> bool {
        match self {
            Reviewers::Nobody => false,
            Reviewers::Everybody => true,
            Reviewers::People(ids) => person.is_some_and(|person| ids.contains(&person.id)),
        }
    }
}

/// A review that waits or runs.
struct Job {
    game: String,
    /// Person id of whoever asked for it.
    owner: String,
    record: Arc<Record>,
    done: usize,
    is_running: bool,
    cancelled: CancellationToken,
}

/// Reviews of this node.
pub(crate) struct Reviews {
    who: Reviewers,
    nodes: u64,
    /// The first one runs.
    jobs: Mutex<VecDeque<Job>>,
    changed: Notify,
}

/// Starts the task that runs reviews.
pub(crate) fn start(hub: &Arc<Hub>, reviews: &Arc<Reviews>, pool: Arc<BotPool>) {
    if reviews.who != Reviewers::Nobody {
        spawn(run(hub.clone(), reviews.clone(), pool));
    }
}

/// Runs one review after the other.
async fn run(hub: Arc<Hub>, reviews: Arc<Reviews>, pool: Arc<BotPool>) {
    loop {
        let Some((game, record, cancelled)) = reviews.begin_next() else {
            reviews.changed.notified().await;
            continue;
        };
        let judged = tokio::select! {
            biased;
            () = cancelled.cancelled() => None,
            judged = judge_all(&reviews, &pool, &game, &record) => Some(judged),
        };
        match judged {
            None => {}
            Some(Err(why)) => tracing::error!(table = game, why, "the review has failed"),
            Some(Ok(judged)) => {
                let judged = serde_json::to_string(&judged).unwrap_or_default();
                let row = ReviewRow { nodes: reviews.nodes, judged, at: hub.now() };
                if let Err(error) = hub.store.keep_review(&game, &row).await {
                    tracing::warn!(table = game, %error, "the review could not be kept");
                }
            }
        }
        reviews.end(&game);
    }
}

/// Judges the positions of a game, all of one turn at once: those of a game with dice share the engine's table.
async fn judge_all(
    reviews: &Reviews,
    pool: &BotPool,
    game: &str,
    record: &Arc<Record>,
) -> Result<Vec<JudgedPosition>, String> {
    let starts: Vec<usize> = record.turns().iter().map(|turn| turn.start).collect();
    let turn = |ply: &usize| starts.partition_point(|start| start <= ply);
    let plies = mohreh_review::positions(record);
    let mut judged = Vec::new();
    for plies in plies.chunk_by(|one, other| turn(one) == turn(other)) {
        let some = pool.judge(record.clone(), plies.to_vec(), reviews.nodes).await?;
        judged.extend(some.into_iter().map(to_wire));
        reviews.advance(game, plies.len());
    }
    Ok(judged)
}

fn to_wire(judged: Judged) -> JudgedPosition {
    let Judged { ply, best, played, best_turn } = judged;
    JudgedPosition { ply: u32::try_from(ply).unwrap_or(u32::MAX), best, played, best_turn }
}

impl Reviews {
    pub(crate) fn new(who: Reviewers, nodes: u64) -> Arc<Reviews> {
        Arc::new(Reviews { who, nodes, jobs: Mutex::default(), changed: Notify::new() })
    }

    /// The state of the review of a game, as a person sees it.
    pub(crate) async fn state(
        &self,
        hub: &Hub,
        id: &str,
        reader: Reader<'_>,
    ) -> Result<ReviewState, Refusal> {
        let head = hub.stored_head(id, reader).await?;
        self.state_of(hub, &head, reader.person).await
    }

    async fn state_of(
        &self,
        hub: &Hub,
        head: &Head,
        person: Option<&Person>,
    ) -> Result<ReviewState, Refusal> {
        let allowed = is_finished(head) && self.who.allow(person);
        let kept = hub.store.review(&head.id).await.map_err(|error| store_refusal(&error))?;
        if let Some(ReviewRow { nodes, judged, .. }) = kept {
            let judged = serde_json::from_str(&judged).map_err(|why| {
                let error = StoreError::Broken(format!("the review of table {}: {why}", head.id));
                hub.report_damage(&error);
                store_refusal(&error)
            })?;
            let phase = ReviewPhase::Done;
            return Ok(ReviewState { phase, allowed, nodes, judged, ..ReviewState::default() });
        }
        let none = ReviewState { allowed, nodes: self.nodes, ..ReviewState::default() };
        let jobs = lock(&self.jobs);
        let Some(job) = jobs.iter().find(|job| job.game == head.id) else { return Ok(none) };
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(ReviewState {
            phase: if job.is_running { ReviewPhase::Running } else { ReviewPhase::Waiting },
            own: person.is_some_and(|person| person.id == job.owner),
            done: count(job.done),
            all: count(mohreh_review::positions(&job.record).len()),
            ..none
        })
    }

    /// Queues the review of a finished game, unless there is one.
    pub(crate) async fn ask(
        &self,
        hub: &Hub,
        id: &str,
        person: &Person,
    ) -> Result<ReviewState, Refusal> {
        let reader = Reader { person: Some(person), key: "" };
        let head = hub.stored_head(id, reader).await?;
        let state = self.state_of(hub, &head, Some(person)).await?;
        if state.phase != ReviewPhase::None {
            return Ok(state);
        }
        if !is_finished(&head) {
            let why = "only a game that is over can be reviewed";
            return Err(Refusal::new(Code::Forbidden, why).because("review-unfinished"));
        }
        if !state.allowed {
            let why = "the operator of this server does not let you have games reviewed";
            return Err(Refusal::new(Code::Forbidden, why).because("review"));
        }
        let record = Arc::new(hub.record(id, reader).await?);
        self.push(id, &person.id, record)?;
        self.state_of(hub, &head, Some(person)).await
    }

    fn push(&self, game: &str, owner: &str, record: Arc<Record>) -> Result<(), Refusal> {
        let too_many = |limit: usize, why: String| {
            Err(Refusal::new(Code::TooLarge, why).because("reviews").limit(limit))
        };
        let mut jobs = lock(&self.jobs);
        if jobs.iter().any(|job| job.game == game) {
            return Ok(());
        }
        let own = jobs.iter().filter(|job| job.owner == owner).count();
        if own >= limits::REVIEWS_PER_PERSON {
            return too_many(
                limits::REVIEWS_PER_PERSON,
                format!("{own} reviews that you have asked for are not complete; wait for them"),
            );
        }
        if jobs.len() >= limits::REVIEWS {
            let why = format!("{} games wait for a review; ask again later", jobs.len());
            return too_many(limits::REVIEWS, why);
        }
        jobs.push_back(Job {
            game: game.to_string(),
            owner: owner.to_string(),
            record,
            done: 0,
            is_running: false,
            cancelled: CancellationToken::new(),
        });
        self.changed.notify_one();
        Ok(())
    }

    /// Cancels a review that the person has asked for.
    pub(crate) async fn cancel(
        &self,
        hub: &Hub,
        id: &str,
        person: &Person,
    ) -> Result<ReviewState, Refusal> {
        let reader = Reader { person: Some(person), key: "" };
        let head = hub.stored_head(id, reader).await?;
        lock(&self.jobs).retain(|job| {
            let is_it = job.game == id && job.owner == person.id;
            if is_it {
                job.cancelled.cancel();
            }
            !is_it
        });
        self.state_of(hub, &head, Some(person)).await
    }

    /// Marks the first review as running.
    fn begin_next(&self) -> Option<(String, Arc<Record>, CancellationToken)> {
        let mut jobs = lock(&self.jobs);
        let job = jobs.front_mut()?;
        job.is_running = true;
        Some((job.game.clone(), job.record.clone(), job.cancelled.clone()))
    }

    fn advance(&self, game: &str, positions: usize) {
        let mut jobs = lock(&self.jobs);
        if let Some(job) = jobs.iter_mut().find(|job| job.game == game && job.is_running) {
            job.done += positions;
        }
    }

    /// Forgets a review that has run; one that was cancelled and asked for again waits.
    fn end(&self, game: &str) {
        lock(&self.jobs).retain(|job| job.game != game || !job.is_running);
    }
}

fn is_finished(head: &Head) -> bool {
    head.phase == Phase::Over && head.end.as_deref() != Some("aborted")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mohreh_games::{Kind, Record};
    use mohreh_protocol::{Code, Person, limits};

    use super::{Reviewers, Reviews};

    #[test]
    fn the_setting_is_read() {
        assert_eq!("nobody".parse(), Ok(Reviewers::Nobody));
        assert_eq!(" everybody ".parse(), Ok(Reviewers::Everybody));
        let some = Reviewers::People(vec!["abc".to_string(), "d2".to_string()]);
        assert_eq!("abc, d2".parse(), Ok(some.clone()));
        for wrong in ["", "a,", "a b", "سارا", "x".repeat(17).as_str()] {
            assert!(wrong.parse::<Reviewers>().is_err(), "{wrong}");
        }
        let person = |id: &str| Person { id: id.to_string(), name: "Sara".to_string() };
        assert!(some.allow(Some(&person("d2"))));
        assert!(!some.allow(Some(&person("d"))) && !some.allow(None));
        assert!(Reviewers::Everybody.allow(None) && !Reviewers::Nobody.allow(Some(&person("d2"))));
    }

    #[test]
    fn the_queue_is_bounded_and_runs_in_order() {
        let reviews = Reviews::new(Reviewers::Everybody, 1);
        let record = Arc::new(Record::new(Kind::ALL[0], "").unwrap());
        let push = |game: usize, owner: usize| {
            reviews.push(&format!("g{game}"), &format!("p{owner}"), record.clone())
        };
        for game in 0..limits::REVIEWS_PER_PERSON {
            push(game, 0).unwrap();
            push(game, 0).unwrap();
        }
        let refused = push(limits::REVIEWS_PER_PERSON, 0).unwrap_err();
        assert_eq!((refused.code, refused.limit), (Code::TooLarge, Some(2)));
        for game in limits::REVIEWS_PER_PERSON..limits::REVIEWS {
            push(game, game).unwrap();
        }
        assert_eq!(push(limits::REVIEWS, limits::REVIEWS).unwrap_err().limit, Some(32));
        for game in 0..limits::REVIEWS {
            let (id, _, _) = reviews.begin_next().unwrap();
            assert_eq!(id, format!("g{game}"));
            reviews.end(&id);
        }
        assert!(reviews.begin_next().is_none());
    }
}
