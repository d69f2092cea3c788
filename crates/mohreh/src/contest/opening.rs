//! Random balanced openings. Both games of a pair start from the same one.

use mohreh_engine::{Engine, EngineGame, Limits};
use mohreh_games::Status;

use crate::chance::Chance;
use crate::failure::{Failure, Result};
use crate::terminal::with;

/// Start of a game: setup, opening steps and the position after them.
#[derive(Clone)]
pub(super) struct Opening<G: EngineGame> {
    pub setup: G::Setup,
    pub steps: Vec<G::Step>,
    pub game: G,
}

impl<G: EngineGame> Opening<G> {
    /// No opening steps.
    pub(super) fn none(setup: &G::Setup) -> Opening<G> {
        Opening { setup: setup.clone(), steps: Vec::new(), game: G::start(setup) }
    }
}

/// Generator of openings.
#[derive(Clone)]
pub(super) struct Openings<G: EngineGame> {
    /// `None` if it is drawn at random for each pair.
    pub setup: Option<G::Setup>,
    /// Number of random turns; 0 is the start position, which is not checked for balance.
    pub turns: u32,
}

/// Lowest winning probability of either side in a balanced opening.
const MIN_WIN: f64 = 0.35;
/// Node limit of the balance check.
const CHECK_NODES: u64 = 10_000;
/// Transposition table of the balance check: large enough for its nodes, cheap to clear.
const CHECK_TABLE_BYTES: usize = 1 << 20;
/// Openings drawn before giving up.
const MAX_TRIES: u32 = 500;

impl<G: EngineGame> Openings<G> {
    /// Draws openings until one is balanced; `None` if stopped.
    pub(super) fn draw(
        &self,
        chance: &mut Chance,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Opening<G>>> {
        for _ in 0..MAX_TRIES {
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
        let args = [("turns", self.turns.into()), ("tries", MAX_TRIES.into())];
        Err(Failure::new(with("cli-match-no-opening", &args)))
    }
}

/// Plays uniformly random legal steps until the turn ends.
pub(super) fn random_turn<G: EngineGame>(
    game: &mut G,
    chance: &mut Chance,
    played: &mut Vec<G::Step>,
) {
    let Status::ToMove(seat) = game.status() else { return };
    while game.status() == Status::ToMove(seat) {
        let step = random_step(game, chance);
        played.push(step);
        game.play_unchecked(step);
    }
}

/// A uniformly random legal step. The status must be `ToMove`, so that there is one.
pub(super) fn random_step<G: EngineGame>(game: &G, chance: &mut Chance) -> G::Step {
    let mut steps = Vec::new();
    game.steps(&mut steps);
    steps[chance.below(steps.len() as u32) as usize]
}

/// Whether the winning probability is balanced for the side to move, and after its best turn for the opponent.
fn is_balanced<G: EngineGame>(game: &G) -> bool {
    let mut game = game.clone();
    (0..2).all(|_| {
        let limits = Limits { nodes: Some(CHECK_NODES), ..Limits::default() };
        let choice = Engine::new(CHECK_TABLE_BYTES).think(&game, &limits, &|| false, &mut |_| {});
        let win = choice.report.lines.first().map(|line| line.win);
        for step in choice.turn {
            game.play_unchecked(step);
        }
        win.is_some_and(|win| (MIN_WIN..=1.0 - MIN_WIN).contains(&win))
    })
}
