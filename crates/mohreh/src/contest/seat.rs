//! A player at the board, for the length of one game: nothing of one game reaches another.

use std::time::Duration;

use mohreh_engine::{Engine, Limits, Manner, Thinks};
use mohreh_games::{Kind, Status};

use super::fault::Fault;
use super::opening::{random_step, random_turn};
use super::player::{Go, Own, Player, Strength, Who};
use super::program::Program;
use crate::chance::Chance;
use crate::clock::Stopwatch;
use crate::failure::Result;
use crate::think::words;

/// Somebody who answers.
pub enum Seated {
    Random(Chance),
    Own {
        engine: Box<Engine>,
        own: Own,
        seed: u64,
    },
    Program {
        program: Program,
        go: Go,
        patience: Option<Duration>,
    },
    /// A program that could not be started.
    Absent(String),
}

/// What a program is told if the player's text says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Orders {
    pub go: Go,
    /// How long to wait for an answer, if not as usual.
    pub patience: Option<Duration>,
}

/// A position with how it came about.
pub struct Position<'a, G: Thinks> {
    pub setup: &'a G::Setup,
    pub steps: &'a [G::Step],
    pub game: &'a G,
    /// Dice fall, so that one step is a whole answer.
    pub dice: bool,
}

/// The steps of an answer, and how many nodes it took.
pub struct Answer<S> {
    pub steps: Vec<S>,
    pub nodes: u64,
}

impl Seated {
    /// Sits down. `seed` makes the seed of whoever plays by chance out of the player's own, if it has one.
    pub fn sit(
        player: &Player,
        kind: Kind,
        orders: &Orders,
        seed: &dyn Fn(Option<u64>) -> u64,
    ) -> Result<Seated> {
        Ok(match &player.who {
            Who::Random { seed: own } => Seated::Random(Chance::new(seed(*own))),
            Who::Own(own) => Seated::Own {
                engine: Box::new(own.engine(kind)?),
                own: own.clone(),
                // Only a level, or whoever is given a seed, plays by chance.
                seed: match (own.strength, own.seed) {
                    (Strength::Level(_), _) | (_, Some(_)) => seed(own.seed),
                    (_, None) => 0,
                },
            },
            Who::Program(command) => match Program::start(command) {
                Ok(program) => {
                    let go = command.go.unwrap_or(orders.go);
                    Seated::Program { program, go, patience: orders.patience }
                }
                Err(error) => Seated::Absent(format!("`{}`: {error}", command.words[0])),
            },
        })
    }

    /// The answer for the seat to move: a whole turn, or one step where dice fall. Whether it is legal
    /// is for others to judge.
    pub fn answer<G: Thinks>(
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
            Seated::Own { engine, own, seed } => Ok(think(engine, own, *seed, position.game, stop)),
            Seated::Program { program, go, patience } => {
                let (kind, setup, steps) = (G::KIND, position.setup, words(position.steps));
                let line = format!("{kind}|{setup}|{steps}");
                let (texts, nodes) = program.ask(&line, *go, *patience, stop)?;
                let read = |text: &String| text.parse().map_err(|e| Fault::Illegal(format!("{e}")));
                let steps = texts.iter().map(read).collect::<std::result::Result<_, _>>()?;
                Ok(Answer { steps, nodes })
            }
            Seated::Absent(why) => Err(Fault::Crash(why.clone())),
        }
    }
}

fn think<G: Thinks>(
    engine: &Engine,
    own: &Own,
    seed: u64,
    game: &G,
    stop: &dyn Fn() -> bool,
) -> Answer<G::Step> {
    let stopwatch = Stopwatch::start();
    let free = Limits { manner: Manner { seed, ..Manner::default() }, ..Limits::default() };
    let choice = match own.strength {
        Strength::Level(level) => level.choose(engine, game, seed, stop, &mut |_| {}),
        Strength::Nodes(nodes) => {
            engine.think(game, &Limits { nodes: Some(nodes), ..free }, stop, &mut |_| {})
        }
        Strength::Depth(depth) => {
            engine.think(game, &Limits { depth: Some(depth), ..free }, stop, &mut |_| {})
        }
        Strength::Time(time) => {
            let late = || stop() || stopwatch.wall() >= time;
            engine.think(game, &free, &late, &mut |_| {})
        }
    };
    Answer { steps: choice.turn, nodes: choice.report.nodes }
}

/// Plays an answer, if it is what the rules ask for; otherwise the game stays as it was.
pub fn play<G: Thinks>(
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
        return wrong(format!("`{}` is not a whole turn", words(steps)));
    }
    *game = after;
    Ok(())
}
