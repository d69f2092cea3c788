//! Openings: random turns that a short look finds balanced. Both games of a pair begin with the same.

use mohreh_engine::{Engine, Limits, Thinks};
use mohreh_games::Status;

use crate::chance::Chance;
use crate::failure::{Failure, Result};

/// Where a game begins.
#[derive(Clone)]
pub struct Opening<G: Thinks> {
    pub setup: G::Setup,
    pub steps: Vec<G::Step>,
    pub game: G,
}

impl<G: Thinks> Opening<G> {
    /// The start of the game.
    pub fn none(setup: &G::Setup) -> Opening<G> {
        Opening { setup: setup.clone(), steps: Vec::new(), game: G::start(setup) }
    }
}

/// How openings are made.
#[derive(Clone)]
pub struct Openings<G: Thinks> {
    /// None if it is drawn for each pair.
    pub setup: Option<G::Setup>,
    /// How many random turns; 0 is the start of the game, whatever it is worth.
    pub turns: u32,
}

/// An opening is balanced if nobody's chance to win is smaller.
const FAIR: f64 = 0.35;
/// How long it is looked for that chance.
const NODES: u64 = 10_000;
/// Enough for so few nodes, and quickly forgotten.
const TABLE: usize = 1 << 20;
/// So many openings are drawn before we give up.
const TRIES: u32 = 500;

impl<G: Thinks> Openings<G> {
    /// Draws until an opening is balanced; none if it was stopped.
    pub fn draw(&self, chance: &mut Chance, stop: &dyn Fn() -> bool) -> Result<Option<Opening<G>>> {
        for _ in 0..TRIES {
            if stop() {
                return Ok(None);
            }
            let setup = match &self.setup {
                Some(setup) => setup.clone(),
                None => G::draw_setup(&mut |n| chance.below(n)),
            };
            let mut opening = Opening::none(&setup);
            for _ in 0..self.turns {
                random_turn(&mut opening.game, chance, &mut opening.steps);
            }
            if self.turns == 0 || is_balanced(&opening.game) {
                return Ok(Some(opening));
            }
        }
        let turns = self.turns;
        Err(Failure::new(format!(
            "no opening of {turns} random turns in {TRIES} was balanced; try another --opening-turns"
        )))
    }
}

/// Plays any legal steps, all equally likely, until somebody else is to move.
pub fn random_turn<G: Thinks>(game: &mut G, chance: &mut Chance, played: &mut Vec<G::Step>) {
    let Status::ToMove(seat) = game.status() else { return };
    while game.status() == Status::ToMove(seat) {
        let step = random_step(game, chance);
        played.push(step);
        game.play_unchecked(step);
    }
}

/// Any legal step. There is one whenever somebody is to move.
pub fn random_step<G: Thinks>(game: &G, chance: &mut Chance) -> G::Step {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps[chance.below(steps.len() as u32) as usize]
}

/// Whether the seat to move finds its chance fair, and after the turn it would play the other seat too.
fn is_balanced<G: Thinks>(game: &G) -> bool {
    let mut game = game.clone();
    (0..2).all(|_| {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let choice = Engine::new(TABLE).think(&game, &limits, &|| false, &mut |_| {});
        let win = choice.report.lines.first().map(|line| line.win);
        for step in choice.turn {
            game.play_unchecked(step);
        }
        win.is_some_and(|win| (FAIR..=1.0 - FAIR).contains(&win))
    })
}
