//! `Thinker`: a worker thread that searches one position after the other, with our engine or an external program, so
//! that the event loop never blocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use mohreh_engine::{Engine, Level};
use mohreh_games::with_game;

use super::table::Question;
use crate::chance::new_seed;
use crate::clock::Stopwatch;
use crate::contest::{Command, Go, Program};
use crate::failure::{Failure, Result, system_message};
use crate::terminal::{language, with};

/// Which engine plays.
#[derive(Clone, Debug)]
pub(super) enum EngineSpec {
    Level(Level),
    Program(Command),
}

impl EngineSpec {
    /// Its name in a sentence.
    pub(super) fn said(&self) -> String {
        match self {
            EngineSpec::Level(level) => with("cli-bot-level", &[("level", level.number().into())]),
            EngineSpec::Program(command) => language().isolate(&command.words.join(" ")),
        }
    }
}

/// Default time for a program's search.
const DEFAULT_TIME_MS: u64 = 1_000;

/// Result of a `Question`.
#[derive(Debug)]
pub(super) struct Answer {
    pub table: String,
    pub line: String,
    /// The steps of the turn, or why there are none.
    pub found: std::result::Result<Vec<String>, String>,
}

/// Handle of the worker thread, which is stopped on drop.
pub(super) struct Thinker {
    questions: Option<mpsc::Sender<Question>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// Starts the thread; fails if the program cannot be started. `on_answer` is called on that thread.
    pub(super) fn start(
        spec: &EngineSpec,
        on_answer: impl Fn(Answer) + Send + 'static,
    ) -> Result<Thinker> {
        let mut backend = Backend::new(spec)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (questions, asked) = mpsc::channel::<Question>();
        let thread = std::thread::spawn({
            let stop = Arc::clone(&stop);
            move || {
                for question in asked {
                    if stop.load(Relaxed) {
                        return;
                    }
                    let found = backend.think(&question, &|| stop.load(Relaxed));
                    on_answer(Answer { table: question.table, line: question.line, found });
                }
            }
        });
        Ok(Thinker { questions: Some(questions), stop, thread: Some(thread) })
    }

    pub(super) fn ask(&self, question: Question) {
        if let Some(questions) = &self.questions {
            // Fails only if the thread has panicked.
            let _ = questions.send(question);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been printed already.
            let _ = thread.join();
        }
    }
}

enum Backend {
    Own {
        level: Level,
        engine: Box<Engine>,
        seed: u64,
    },
    Program {
        command: Command,
        /// `None` after a fault; restarted by the next question.
        program: Option<Program>,
    },
}

impl Backend {
    fn new(spec: &EngineSpec) -> Result<Backend> {
        Ok(match spec {
            EngineSpec::Level(level) => Backend::Own {
                level: *level,
                engine: Box::new(Engine::new(Level::TABLE_BYTES)),
                seed: new_seed()?,
            },
            EngineSpec::Program(command) => {
                let program = start(command).map_err(Failure::new)?;
                Backend::Program { command: command.clone(), program: Some(program) }
            }
        })
    }

    fn think(
        &mut self,
        question: &Question,
        stop: &dyn Fn() -> bool,
    ) -> std::result::Result<Vec<String>, String> {
        match self {
            Backend::Own { level, engine, seed } => {
                let stopwatch = Stopwatch::start();
                let stop =
                    || stop() || question.time_limit.is_some_and(|limit| stopwatch.wall() >= limit);
                Ok(with_game!(&question.game, game => {
                    let choice = level.choose(engine, game, *seed, &stop, &mut |_| {});
                    choice.turn.iter().map(ToString::to_string).collect()
                }))
            }
            Backend::Program { command, program } => {
                let running = match program {
                    Some(running) => running,
                    None => program.insert(start(command)?),
                };
                let go =
                    within(command.go.unwrap_or(Go::TimeMs(DEFAULT_TIME_MS)), question.time_limit);
                running.ask(&question.line, go, None, stop).map(|reply| reply.steps).map_err(
                    |fault| {
                        // Restart it: a late answer would be taken for the next position's.
                        *program = None;
                        fault.said()
                    },
                )
            }
        }
    }
}

fn start(command: &Command) -> std::result::Result<Program, String> {
    Program::start(command).map_err(|error| {
        let (command, why) = (command.words.join(" "), system_message(&error));
        with("cli-no-start", &[("command", command.into()), ("why", why.into())])
    })
}

/// Caps a time limit by the clock. A node limit stays: its duration is unknown.
fn within(go: Go, limit: Option<Duration>) -> Go {
    match (go, limit) {
        (Go::TimeMs(time), Some(limit)) => Go::TimeMs(time.min(limit.as_millis() as u64).max(1)),
        _ => go,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use mohreh_engine::Level;
    use mohreh_games::{AnyGame, Kind, Status};

    use super::{EngineSpec, Go, Question, Thinker, within};
    use crate::contest::Command;

    fn question(kind: Kind) -> Question {
        let game = AnyGame::start(kind, "").unwrap();
        Question {
            table: "x".to_string(),
            line: format!("{kind}||"),
            game,
            time_limit: Some(Duration::from_secs(5)),
        }
    }

    #[test]
    fn a_level_answers_with_a_turn_that_can_be_played() {
        let (to, answers) = channel();
        let spec = EngineSpec::Level(Level::new(1).unwrap());
        let thinker = Thinker::start(&spec, move |answer| drop(to.send(answer))).unwrap();
        for kind in Kind::ALL {
            thinker.ask(question(*kind));
            let answer = answers.recv().unwrap();
            let mut game = AnyGame::start(*kind, "").unwrap();
            let before = game.status();
            let steps = answer.found.unwrap();
            assert_eq!(answer.line, format!("{kind}||"));
            for step in &steps {
                assert_eq!(game.status(), before);
                game.play(step).unwrap();
            }
            assert!(!steps.is_empty() && matches!(before, Status::ToMove(_)));
        }
    }

    #[test]
    fn a_program_that_breaks_the_protocol_is_reported_and_restarted() {
        let (to, answers) = channel();
        let command = Command { words: vec!["cat".to_string()], go: None };
        let spec = EngineSpec::Program(command);
        let thinker = Thinker::start(&spec, move |answer| drop(to.send(answer))).unwrap();
        for _ in 0..2 {
            thinker.ask(question(Kind::ALL[0]));
            let why = answers.recv().unwrap().found.unwrap_err();
            assert!(why.contains("it answered: position "), "{why}");
        }
        let command = Command { words: vec!["no-such-program".to_string()], go: None };
        let why = Thinker::start(&EngineSpec::Program(command), |_| {})
            .err()
            .map(|why| format!("{why:?}"));
        assert!(why.unwrap().contains("`no-such-program` does not start"));
    }

    #[test]
    fn time_limits_are_capped_by_the_clock() {
        let half = Some(Duration::from_millis(500));
        assert_eq!(within(Go::TimeMs(1_000), half), Go::TimeMs(500));
        assert_eq!(within(Go::TimeMs(100), half), Go::TimeMs(100));
        assert_eq!(within(Go::TimeMs(100), None), Go::TimeMs(100));
        assert_eq!(within(Go::Nodes(100), half), Go::Nodes(100));
    }
}
