//! `Seated`: a player set up for one game. Rebuilt for each game, so that no state carries over.

use std::time::Duration;

use mohreh_engine::{Engine, EngineGame, Handicap, Limits};
use mohreh_games::{Kind, Status};

use super::fault::Fault;
use super::opening::{random_step, random_turn};
use super::player::{BuiltIn, Go, Player, PlayerSpec, Strength};
use super::program::Program;
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
    },
    Program {
        program: Program,
        go: Go,
        timeout: Option<Duration>,
    },
    /// A program that could not be started: forfeits.
    Absent(String),
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

/// Steps of an answer and the nodes searched.
pub(super) struct Answer<S> {
    pub steps: Vec<S>,
    pub nodes: u64,
}

impl Seated {
    /// Sets up a player. `seed` derives the game's seed from the player's own, if it has one.
    pub(super) fn sit(
        player: &Player,
        kind: Kind,
        defaults: &ProgramDefaults,
        seed: &dyn Fn(Option<u64>) -> u64,
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
            },
            PlayerSpec::Program(command) => match Program::start(command) {
                Ok(program) => {
                    let go = command.go.unwrap_or(defaults.go);
                    Seated::Program { program, go, timeout: defaults.timeout }
                }
                Err(error) => Seated::Absent(format!("`{}`: {error}", command.words[0])),
            },
        })
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
                Ok(Answer { steps, nodes: 0 })
            }
            Seated::BuiltIn { engine, own, seed } => {
                Ok(think(engine, own, *seed, position.game, stop))
            }
            Seated::Program { program, go, timeout } => {
                let (kind, setup, steps) = (G::KIND, position.setup, join_steps(position.steps));
                let line = format!("{kind}|{setup}|{steps}");
                let (texts, nodes) = program.ask(&line, *go, *timeout, stop)?;
                let read = |text: &String| text.parse().map_err(|e| Fault::Illegal(format!("{e}")));
                let steps = texts.iter().map(read).collect::<std::result::Result<_, _>>()?;
                Ok(Answer { steps, nodes })
            }
            Seated::Absent(why) => Err(Fault::Crash(why.clone())),
        }
    }
}

fn think<G: EngineGame>(
    engine: &Engine,
    own: &BuiltIn,
    seed: u64,
    game: &G,
    stop: &dyn Fn() -> bool,
) -> Answer<G::Step> {
    let stopwatch = Stopwatch::start();
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
    Answer { steps: choice.turn, nodes: choice.report.nodes }
}

/// Validates and plays an answer. On a fault the game is unchanged.
pub(super) fn play<G: EngineGame>(
    game: &mut G,
    steps: &[G::Step],
    dice: bool,
) -> std::result::Result<(), Fault> {
    let mut after = game.clone();
    let due = game.status();
    let wrong = |why: String| Err(Fault::Illegal(why));
    for (number, step) in steps.iter().enumerate() {
        if number > 0 && (dice || after.status() != due) {
            return wrong(format!("`{step}`: the turn had ended"));
        }
        if after.leaver(*step).is_some() {
            return wrong(format!("`{step}`: nobody leaves in a match"));
        }
        if let Err(error) = after.play(*step) {
            return wrong(error.to_string());
        }
    }
    let halfway = !dice && after.status() == due && matches!(due, Status::ToMove(_));
    if steps.is_empty() || halfway {
        return wrong(format!("`{}` is not a whole turn", join_steps(steps)));
    }
    *game = after;
    Ok(())
}
