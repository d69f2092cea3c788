//! Plays one pair: the same opening, or the same dice, once for each seat of A.

use mohreh_engine::EngineGame;
use mohreh_games::{Outcome, Record, Seat, Status};

use super::game_record::{PlayedGame, Side, Spent, Thought, write};
use super::opening::{Opening, Openings, random_step};
use super::player::{Go, Player, PlayerSpec};
use super::program::Program;
use super::seat::{Position, ProgramDefaults, Seated, play};
use super::seeds::{Stream, seed};
use crate::chance::Chance;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Result};
use crate::printable::printable;
use crate::terminal::text;

/// Everything that determines the games of a match.
pub(super) struct Plan<G: EngineGame> {
    /// A and B.
    pub players: [Player; 2],
    pub openings: Openings<G>,
    pub seats: usize,
    /// The game has dice.
    pub dice: bool,
    pub defaults: ProgramDefaults,
    pub seed: u64,
}

/// Programs of A and B that wait for their next game. Each worker has its own.
pub(super) type IdlePrograms = [Vec<Program>; 2];

/// The games of a pair, each with the fault that decided it, in the language of the terminal.
pub(super) type PlayedPair = Vec<(Record, Option<String>)>;

/// Turns after which a game is scored as a draw.
const MAX_TURNS: u64 = 2_000;

impl<G: EngineGame> Plan<G> {
    /// Plays the games of a pair; `None` if stopped.
    pub(super) fn pair(
        &self,
        pair: u64,
        idle: &mut IdlePrograms,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PlayedPair>> {
        let mut chance = Chance::new(seed(self.seed, Stream::Opening, &[pair]));
        let Some(opening) = self.openings.draw(&mut chance, stop)? else { return Ok(None) };
        let mut records = Vec::new();
        for game in 0..self.seats {
            match self.game(pair, game, &opening, idle, stop)? {
                Some(record) => records.push(record),
                None => return Ok(None),
            }
        }
        Ok(Some(records))
    }

    /// What A and B are told with `go`, if they are programs.
    pub(super) fn go(&self) -> [Option<Go>; 2] {
        self.players.each_ref().map(|player| match &player.spec {
            PlayerSpec::Program(command) => Some(command.go.unwrap_or(self.defaults.go)),
            _ => None,
        })
    }

    /// Plays one game with A at the seat of the game's number.
    fn game(
        &self,
        pair: u64,
        number: usize,
        opening: &Opening<G>,
        idle: &mut IdlePrograms,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<(Record, Option<String>)>> {
        let a = Seat::new(number);
        let side = |seat: Seat| if seat == a { Side::A } else { Side::B };
        let mut seated = Vec::new();
        for seat in (0..self.seats).map(Seat::new) {
            let parts = [pair, number as u64, seat.index() as u64];
            let chance = |own: Option<u64>| seed(own.unwrap_or(self.seed), Stream::Player, &parts);
            let player = &self.players[side(seat) as usize];
            let idle = &mut idle[side(seat) as usize];
            seated.push(Seated::sit(player, G::KIND, &self.defaults, &chance, idle)?);
        }
        let Opening { setup, mut steps, mut game } = opening.clone();
        let mut spent = [Spent::default(); 2];
        let (mut fault, mut faulty) = (None, None);
        let mut thoughts = Vec::<Thought>::new();
        let (mut turns, mut actor) = (0, None);
        let mut dice = Chance::new(0);
        let outcome = loop {
            let seat = match game.status() {
                Status::Over(outcome) => break outcome,
                Status::ToMove(seat) => seat,
                Status::ToRoll => {
                    let fall = game.roll(&mut |n| dice.below(n));
                    let fall = fall.ok_or_else(|| Failure::new(text("cli-match-no-dice")))?;
                    steps.push(fall);
                    game.play_unchecked(fall);
                    continue;
                }
            };
            if actor != Some(seat) {
                actor = Some(seat);
                turns += 1;
                thoughts.push(Thought::default());
                // Reseeded every turn, so that the games of a pair get the same dice however often each has rolled.
                dice = Chance::new(seed(self.seed, Stream::Dice, &[pair, turns]));
            }
            if turns > MAX_TURNS {
                break Outcome::draw(self.seats);
            }
            let stopwatch = Stopwatch::start();
            let position = Position { setup: &setup, steps: &steps, game: &game, dice: self.dice };
            let answer = seated[seat.index()].answer(&position, stop);
            if stop() {
                return Ok(None);
            }
            let spent = &mut spent[side(seat) as usize];
            spent.answers += 1;
            let micros = stopwatch.wall().as_micros() as u64;
            spent.micros += micros;
            let played = answer.and_then(|answer| {
                spent.nodes += answer.nodes;
                play(&mut game, &answer.steps, self.dice)?;
                steps.extend(answer.steps);
                if let Some(thought) = thoughts.last_mut() {
                    thought.ply = steps.len();
                    thought.evaluation = answer.evaluation.or(thought.evaluation);
                    thought.nodes += answer.nodes;
                    thought.micros += micros;
                }
                Ok(())
            });
            if let Err(why) = played {
                // A faulty program is started anew for the next game.
                faulty = Some(seat);
                let loser = side(seat);
                let points = (0..self.seats).map(|s| u32::from(side(Seat::new(s)) != loser));
                let outcome = Outcome::by_points(&points.collect::<Vec<_>>());
                fault = Some((loser, why));
                break outcome;
            }
        };
        for (seat, player) in seated.into_iter().enumerate() {
            let seat = Seat::new(seat);
            if faulty != Some(seat) {
                idle[side(seat) as usize].extend(player.into_program());
            }
        }
        let (opening, go) = (opening.steps.len(), self.go());
        let game = number;
        let said = fault.as_ref().map(|(_, fault)| printable(&fault.said()));
        let played = PlayedGame { pair, game, a, outcome, opening, spent, thoughts, go, fault };
        Ok(Some((write::<G>(&played, &self.players, &setup, &steps)?, said)))
    }
}

/// Whether the game has dice, found by a random playout.
pub(super) fn has_dice<G: EngineGame>(setup: &G::Setup) -> bool {
    let (mut game, mut chance) = (G::start(setup), Chance::new(0));
    loop {
        match game.status() {
            Status::ToRoll => return true,
            Status::Over(_) => return false,
            Status::ToMove(_) => {
                let step = random_step(&game, &mut chance);
                game.play_unchecked(step);
            }
        }
    }
}
