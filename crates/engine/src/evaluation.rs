//! [`Evaluation`]: the static evaluation that a search uses.

use crate::engine::Engine;
use crate::heuristics::Heuristics;
use crate::network::Evaluator;
use crate::score::{MAX_EVAL, Score};

/// Most that a network corrects the hand evaluation by.
const MAX_CORRECTION: Score = 200;

/// Static evaluation: by the network, or by hand if there is none.
pub(crate) enum Evaluation<'a, G: Heuristics> {
    Network(Box<Evaluator<'a, G>>),
    Hand(&'a [i32]),
    /// By hand, corrected by the network.
    Corrected(&'a [i32], Box<Evaluator<'a, G>>),
}

impl<'a, G: Heuristics> Evaluation<'a, G> {
    pub(crate) fn new(engine: &'a Engine) -> Self {
        let weights = engine.weights::<G>().as_slice();
        match engine.network::<G>() {
            Some(network) if G::CORRECTS_HAND => {
                Evaluation::Corrected(weights, Box::new(Evaluator::new(network)))
            }
            Some(network) => Evaluation::Network(Box::new(Evaluator::new(network))),
            None => Evaluation::Hand(weights),
        }
    }

    /// Score for the mover; only a bound where it is outside the window.
    pub(crate) fn score(&mut self, game: &G, (alpha, beta): (Score, Score)) -> Score {
        match self {
            Evaluation::Network(evaluator) => evaluator.evaluate(game, G::SCALE),
            Evaluation::Hand(weights) => game.evaluate(weights),
            Evaluation::Corrected(weights, evaluator) => {
                let hand = game
                    .evaluate(weights)
                    .clamp(MAX_CORRECTION - MAX_EVAL, MAX_EVAL - MAX_CORRECTION);
                // Most positions are far outside the window.
                if hand + MAX_CORRECTION <= alpha {
                    return hand + MAX_CORRECTION;
                }
                if hand - MAX_CORRECTION >= beta {
                    return hand - MAX_CORRECTION;
                }
                hand + evaluator.evaluate(game, G::SCALE).clamp(-MAX_CORRECTION, MAX_CORRECTION)
            }
        }
    }
}
