//! [`Host`]: where a game is played, on this device or on a server.

use super::live::LiveGame;
use crate::game_model::GameModel;

/// What differs between a local game and one of a server. The methods that read may be reactive.
pub(crate) trait Host {
    /// Name of a seat.
    fn name(&self, live: LiveGame, seat: usize) -> String;

    fn is_computer(&self, live: LiveGame, seat: usize) -> bool;

    /// Whether this client sits there, among players of other clients.
    fn is_mine(&self, _seat: usize) -> bool {
        false
    }

    /// Whether the player is disconnected.
    fn is_away(&self, _seat: usize) -> bool {
        false
    }

    /// Round trip of the player's connection, if it is known.
    fn lag_ms(&self, _seat: usize) -> Option<u32> {
        None
    }

    /// Remaining time of each seat; empty without a clock.
    fn left_ms(&self, model: &GameModel) -> Vec<u64>;

    /// Shows the clocks, after this much time.
    fn tick(&self, live: LiveGame, elapsed_ms: u64);

    /// Name of a person within a sentence.
    fn spoken_name(&self, live: LiveGame, seat: usize) -> String {
        live.say.seat_name(live.model.with_untracked(GameModel::kind), seat)
    }

    /// Whether the computer that is to move has failed.
    fn is_stuck(&self) -> bool {
        false
    }

    /// Continues the game when nothing is animated: with steps that no person at this screen plays.
    fn proceed(&self, live: LiveGame);

    /// The model has changed.
    fn changed(&self, _live: LiveGame) {}

    /// A person at this screen has played a step.
    fn played(&self, _step: &str) {}

    /// A person at this screen has undone a step.
    fn undone(&self) {}

    /// Number of steps that can no longer be undone.
    fn confirmed_steps(&self) -> usize {
        0
    }
}
