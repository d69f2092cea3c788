//! [`Evaluation`]: the static evaluation that a search uses.

use crate::engine::Engine;
use crate::heuristics::Heuristics;
use crate::network::Evaluator;
use crate::score::Score;

/// Static evaluation: by the network, or by hand if there is none.
pub(crate) enum Evaluation<'a, G: Heuristics> {
    Network(Box<Evaluator<'a, G>>),
    Hand(&'a [i32]),
}

impl<'a, G: Heuristics> Evaluation<'a, G> {
    pub(crate) fn new(engine: &'a Engine) -> Self {
        match engine.network::<G>() {
            Some(network) => Evaluation::Network(Box::new(Evaluator::new(network))),
            None => Evaluation::Hand(engine.weights::<G>().as_slice()),
        }
    }

    /// Score for the mover.
    pub(crate) fn score(&mut self, game: &G) -> Score {
        match self {
            Evaluation::Network(evaluator) => evaluator.evaluate(game, G::SCALE),
            Evaluation::Hand(weights) => game.evaluate(weights),
        }
    }
}
