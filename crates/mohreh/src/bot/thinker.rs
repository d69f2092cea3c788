//! Who finds the turns: our own engine, or another program that speaks the engine's protocol. It thinks on
//! a thread of its own, about one position after the other, so that whatever is heard is heard at once.

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
use crate::failure::{Failure, Result};

/// Who thinks.
#[derive(Clone, Debug)]
pub enum Who {
    Level(Level),
    Program(Command),
}

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Who::Level(level) => write!(f, "level {}", level.number()),
            Who::Program(command) => f.write_str(&command.words.join(" ")),
        }
    }
}

/// What a program is told to think for, if nothing else was said: milliseconds.
const USUAL: u64 = 1_000;

/// What became of a question.
#[derive(Debug)]
pub struct Thought {
    pub table: String,
    pub line: String,
    /// The turn, or why there is none.
    pub found: std::result::Result<Vec<String>, String>,
}

/// The thread. It ends when this is dropped.
pub struct Thinker {
    questions: Option<mpsc::Sender<Question>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// Starts it. A program that cannot be started is told at once.
    pub fn start(who: &Who, tell: impl Fn(Thought) + Send + 'static) -> Result<Thinker> {
        let mut brain = Brain::new(who)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (questions, asked) = mpsc::channel::<Question>();
        let thread = std::thread::spawn({
            let stop = Arc::clone(&stop);
            move || {
                for question in asked {
                    if stop.load(Relaxed) {
                        return;
                    }
                    let found = brain.think(&question, &|| stop.load(Relaxed));
                    tell(Thought { table: question.table, line: question.line, found });
                }
            }
        });
        Ok(Thinker { questions: Some(questions), stop, thread: Some(thread) })
    }

    pub fn ask(&self, question: Question) {
        if let Some(questions) = &self.questions {
            // A thread that has ended is about to be dropped.
            let _ = questions.send(question);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, that was told already.
            let _ = thread.join();
        }
    }
}

enum Brain {
    Own {
        level: Level,
        engine: Box<Engine>,
        seed: u64,
    },
    Program {
        command: Command,
        /// Gone after it has done something that it should not.
        program: Option<Program>,
    },
}

impl Brain {
    fn new(who: &Who) -> Result<Brain> {
        Ok(match who {
            Who::Level(level) => Brain::Own {
                level: *level,
                engine: Box::new(Engine::new(Level::TABLE)),
                seed: new_seed()?,
            },
            Who::Program(command) => {
                let program = start(command).map_err(Failure::new)?;
                Brain::Program { command: command.clone(), program: Some(program) }
            }
        })
    }

    fn think(
        &mut self,
        question: &Question,
        stop: &dyn Fn() -> bool,
    ) -> std::result::Result<Vec<String>, String> {
        match self {
            Brain::Own { level, engine, seed } => {
                let stopwatch = Stopwatch::start();
                let stop = || stop() || question.most.is_some_and(|most| stopwatch.wall() >= most);
                Ok(with_game!(&question.game, game => {
                    let choice = level.choose(engine, game, *seed, &stop, &mut |_| {});
                    choice.turn.iter().map(ToString::to_string).collect()
                }))
            }
            Brain::Program { command, program } => {
                let running = match program {
                    Some(running) => running,
                    None => program.insert(start(command)?),
                };
                let go = within(command.go.unwrap_or(Go::Time(USUAL)), question.most);
                running.ask(&question.line, go, None, stop).map(|(steps, _)| steps).map_err(
                    |fault| {
                        // Whatever it says later would be taken for the answer to something else.
                        *program = None;
                        fault.to_string()
                    },
                )
            }
        }
    }
}

fn start(command: &Command) -> std::result::Result<Program, String> {
    Program::start(command)
        .map_err(|error| format!("`{}` does not start: {error}", command.words.join(" ")))
}

/// No longer than the clock allows. How long nodes take, only the program knows.
fn within(go: Go, most: Option<Duration>) -> Go {
    match (go, most) {
        (Go::Time(time), Some(most)) => Go::Time(time.min(most.as_millis() as u64).max(1)),
        _ => go,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use mohreh_engine::Level;
    use mohreh_games::{AnyGame, Kind, Status};

    use super::{Go, Question, Thinker, Who, within};
    use crate::contest::Command;

    fn question(kind: Kind) -> Question {
        let game = AnyGame::start(kind, "").unwrap();
        Question {
            table: "x".to_string(),
            line: format!("{kind}||"),
            game,
            most: Some(Duration::from_secs(5)),
        }
    }

    #[test]
    fn a_level_answers_with_a_turn_that_can_be_played() {
        let (to, thoughts) = channel();
        let who = Who::Level(Level::new(1).unwrap());
        let thinker = Thinker::start(&who, move |thought| drop(to.send(thought))).unwrap();
        for kind in Kind::ALL {
            thinker.ask(question(*kind));
            let thought = thoughts.recv().unwrap();
            let mut game = AnyGame::start(*kind, "").unwrap();
            let before = game.status();
            let steps = thought.found.unwrap();
            assert_eq!(thought.line, format!("{kind}||"));
            for step in &steps {
                assert_eq!(game.status(), before);
                game.play(step).unwrap();
            }
            assert!(!steps.is_empty() && matches!(before, Status::ToMove(_)));
        }
    }

    #[test]
    fn a_program_that_says_nonsense_is_told_and_started_anew() {
        let (to, thoughts) = channel();
        let command = Command { words: vec!["cat".to_string()], go: None };
        let who = Who::Program(command);
        let thinker = Thinker::start(&who, move |thought| drop(to.send(thought))).unwrap();
        for _ in 0..2 {
            thinker.ask(question(Kind::ALL[0]));
            let why = thoughts.recv().unwrap().found.unwrap_err();
            assert!(why.contains("it answered: position "), "{why}");
        }
        let command = Command { words: vec!["no-such-program".to_string()], go: None };
        let why =
            Thinker::start(&Who::Program(command), |_| {}).err().map(|why| format!("{why:?}"));
        assert!(why.unwrap().contains("`no-such-program` does not start"));
    }

    #[test]
    fn nobody_thinks_longer_than_the_clock_allows() {
        let half = Some(Duration::from_millis(500));
        assert_eq!(within(Go::Time(1_000), half), Go::Time(500));
        assert_eq!(within(Go::Time(100), half), Go::Time(100));
        assert_eq!(within(Go::Time(100), None), Go::Time(100));
        assert_eq!(within(Go::Nodes(100), half), Go::Nodes(100));
    }
}
