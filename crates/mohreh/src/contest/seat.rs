//! `Seated`: a player set up for one game. Rebuilt for each game, so that no state carries over; only programs are kept
//! from game to game.

use std::time::Duration;

use mohreh_engine::{Choice, Engine, EngineGame, Handicap, Limits};
use mohreh_engine_protocol::forced_turn;
use mohreh_games::record::RecordError;
use mohreh_games::{Kind, ParseError, Status};

use super::fault::{Fault, Why};
use super::opening::{random_step, random_turn};
use super::player::{BuiltIn, Command, Go, Player, PlayerSpec, Strength};
use super::program::{Evaluation, Program, Reply, late};
use crate::chance::Chance;
use crate::clock::Stopwatch;
use crate::failure::Result;
use crate::think::join_steps;

/// A player ready to answer.
pub(super) enum Seated {
    Random(Chance),
    BuiltIn {
        engine: Box<Engine>,
        own: BuiltIn,
        seed: u64,
        timeout: Option<Duration>,
    },
    Program {
        program: Program,
        go: Go,
        timeout: Option<Duration>,
    },
    /// A program that could not be started: forfeits.
    Absent(Why),
}

/// Limits for programs whose player text has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramDefaults {
    pub go: Go,
    /// Answer timeout; `None` derives it from `go`.
    pub timeout: Option<Duration>,
}

/// A position with its history.
pub(super) struct Position<'a, G: EngineGame> {
    pub setup: &'a G::Setup,
    pub steps: &'a [G::Step],
    pub game: &'a G,
    /// The game has dice, so an answer is one step instead of a turn.
    pub dice: bool,
}

/// Steps of an answer and what was found in the search for them.
pub(super) struct Answer<S> {
    pub steps: Vec<S>,
    pub nodes: u64,
    /// `None` if nothing was searched, as for a forced turn.
    pub evaluation: Option<Evaluation>,
}

impl<S> Answer<S> {
    fn unsearched(steps: Vec<S>) -> Answer<S> {
        Answer { steps, nodes: 0, evaluation: None }
    }
}

impl<S> From<Choice<S>> for Answer<S> {
    fn from(choice: Choice<S>) -> Answer<S> {
        let best = choice.report.lines.first();
        let depth = choice.report.depth.into();
        Answer {
            evaluation: best.map(|line| Evaluation { win: line.win, depth }),
            nodes: choice.report.nodes,
            steps: choice.turn,
        }
    }
}

impl Seated {
    /// Sets up a player. `seed` derives the game's seed from the player's own, if it has one; `idle` are its programs
    /// that are left from earlier games.
    pub(super) fn sit(
        player: &Player,
        kind: Kind,
        defaults: &ProgramDefaults,
        seed: &dyn Fn(Option<u64>) -> u64,
        idle: &mut Vec<Program>,
    ) -> Result<Seated> {
        Ok(match &player.spec {
            PlayerSpec::Random { seed: own } => Seated::Random(Chance::new(seed(*own))),
            PlayerSpec::BuiltIn(own) => Seated::BuiltIn {
                engine: Box::new(own.engine(kind)?),
                own: own.clone(),
                // Only levels and players with a seed are randomised.
                seed: match (own.strength, own.seed) {
                    (Strength::Level(_), _) | (_, Some(_)) => seed(own.seed),
                    (_, None) => 0,
                },
                timeout: defaults.timeout,
            },
            PlayerSpec::Program(command) => match running(command, idle) {
                Ok(program) => {
                    let go = command.go.unwrap_or(defaults.go);
                    Seated::Program { program, go, timeout: defaults.timeout }
                }
                Err(error) => {
                    let why = error.to_string();
                    let args = [("command", command.words[0].as_str()), ("why", &why)];
                    Seated::Absent(Why::new("cli-no-start", &args))
                }
            },
        })
    }

    /// The program, to be used in another game.
    pub(super) fn into_program(self) -> Option<Program> {
        match self {
            Seated::Program { program, .. } => Some(program),
            _ => None,
        }
    }

    /// The answer for the seat to move: a whole turn, or one step in games with dice. Not validated; `play` does that.
    pub(super) fn answer<G: EngineGame>(
        &mut self,
        position: &Position<'_, G>,
        stop: &dyn Fn() -> bool,
    ) -> std::result::Result<Answer<G::Step>, Fault> {
        match self {
            Seated::Random(chance) => {
                let mut steps = Vec::new();
                match position.dice {
                    true => steps.push(random_step(position.game, chance)),
                    false => random_turn(&mut position.game.clone(), chance, &mut steps),
                }
                Ok(Answer::unsearched(steps))
            }
            Seated::BuiltIn { engine, own, seed, timeout } => {
                let stopwatch = Stopwatch::start();
                let answer = think(engine, own, *seed, position.game, stop);
                // Its time is as binding as that of a program.
                if let Strength::Time(time) = own.strength {
                    let (go, waited) = (Go::TimeMs(time.as_millis() as u64), stopwatch.wall());
                    if waited > timeout.unwrap_or(go.timeout()) {
                        return Err(late(go, waited));
                    }
                }
                Ok(answer)
            }
            Seated::Program { program, go, timeout } => {
                let (kind, setup, steps) = (G::KIND, position.setup, join_steps(position.steps));
                let line = format!("{kind}|{setup}|{steps}");
                let reply = program.ask(&line, *go, *timeout, stop)?;
                let Reply { steps: texts, nodes, evaluation } = reply;
                let wrong = |error: ParseError| Fault::Illegal(Why::of(&error.into()));
                let read = |text: &String| text.parse().map_err(wrong);
                let steps = texts.iter().map(read).collect::<std::result::Result<_, _>>()?;
                Ok(Answer { steps, nodes, evaluation })
            }
            Seated::Absent(why) => Err(Fault::Crash(why.clone())),
        }
    }
}

/// A program that is left from an earlier game and still runs, or a new one.
fn running(command: &Command, idle: &mut Vec<Program>) -> std::io::Result<Program> {
    while let Some(mut program) = idle.pop() {
        if program.new_game() {
            return Ok(program);
        }
    }
    Program::start(command)
}

fn think<G: EngineGame>(
    engine: &Engine,
    own: &BuiltIn,
    seed: u64,
    game: &G,
    stop: &dyn Fn() -> bool,
) -> Answer<G::Step> {
    let stopwatch = Stopwatch::start();
    // As the engine's protocol does.
    if let Some(turn) = forced_turn(game) {
        return Answer::unsearched(turn);
    }
    let unlimited =
        Limits { handicap: Handicap { seed, ..Handicap::default() }, ..Limits::default() };
    let choice = match own.strength {
        Strength::Level(level) => level.choose(engine, game, seed, stop, &mut |_| {}),
        Strength::Nodes(nodes) => {
            engine.think(game, &Limits { nodes: Some(nodes), ..unlimited }, stop, &mut |_| {})
        }
        Strength::Depth(depth) => {
            engine.think(game, &Limits { depth: Some(depth), ..unlimited }, stop, &mut |_| {})
        }
        Strength::Time(time) => {
            let late = || stop() || stopwatch.wall() >= time;
            engine.think(game, &unlimited, &late, &mut |_| {})
        }
    };
    choice.into()
}

/// Validates and plays an answer. On a fault the game is unchanged.
pub(super) fn play<G: EngineGame>(
    game: &mut G,
    steps: &[G::Step],
    dice: bool,
) -> std::result::Result<(), Fault> {
    let mut after = game.clone();
    let due = game.status();
    let wrong = |why: Why| Err(Fault::Illegal(why));
    for (number, step) in steps.iter().enumerate() {
        if number > 0 && (dice || after.status() != due) {
            return wrong(Why::new("cli-fault-turn-over", &[("step", &step.to_string())]));
        }
        if after.leaver(*step).is_some() {
            return wrong(Why::new("cli-fault-leaves", &[("step", &step.to_string())]));
        }
        if let Err(error) = after.play(*step) {
            return wrong(Why::of(&RecordError::new(&error)));
        }
    }
    let halfway = !dice && after.status() == due && matches!(due, Status::ToMove(_));
    if steps.is_empty() || halfway {
        return wrong(Why::new("cli-fault-part", &[("steps", &join_steps(steps))]));
    }
    *game = after;
    Ok(())
}
