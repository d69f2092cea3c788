//! [`Server`]: hosts a game at a table of the server. It sends the steps of this client, and plays those of
//! others: animated one by one, or at once where many were missed or some were taken back.

use mohreh_protocol::{End, Sitter};

use crate::dom;
use crate::game_model::GameModel;
use crate::game_text::isolated;
use crate::online::OnlineTable;
use crate::online::text::sitter_name;
use crate::sound::{self, Sound};
use crate::table_page::{Host, LiveGame};

/// Beyond this many missed steps, only the last [`ANIMATED_TAIL`] are animated.
const MAX_ANIMATED_STEPS: usize = 12;
const ANIMATED_TAIL: usize = 5;

/// A table of the server.
pub(super) struct Server(pub OnlineTable);

impl Host for Server {
    fn name(&self, live: LiveGame, seat: usize) -> String {
        sitter_name(live.say, &self.0.sitter(seat))
    }

    fn is_computer(&self, _: LiveGame, seat: usize) -> bool {
        matches!(self.0.sitter(seat), Sitter::Computer { .. })
    }

    fn is_mine(&self, seat: usize) -> bool {
        self.0.is_mine(seat)
    }

    fn is_away(&self, seat: usize) -> bool {
        self.0.is_away(seat)
    }

    fn lag_ms(&self, seat: usize) -> Option<u32> {
        self.0.lag_ms(seat)
    }

    fn left_ms(&self, _: &GameModel) -> Vec<u64> {
        left_ms(self.0)
    }

    /// Extrapolates the server's clocks.
    fn tick(&self, live: LiveGame, _: u64) {
        let left_ms = left_ms(self.0);
        if !left_ms.is_empty() && live.left_ms.with_untracked(|shown| *shown != left_ms) {
            live.left_ms.set(left_ms);
        }
    }

    fn spoken_name(&self, live: LiveGame, seat: usize) -> String {
        isolated(&self.name(live, seat))
    }

    fn is_stuck(&self) -> bool {
        self.0.state.with(|state| state.stuck)
    }

    fn proceed(&self, live: LiveGame) {
        catch_up(live, self.0);
    }

    fn played(&self, step: &str) {
        self.0.played(step);
    }

    fn undone(&self) {
        self.0.undo();
    }

    fn confirmed_steps(&self) -> usize {
        self.0.confirmed_steps()
    }
}

fn left_ms(online: OnlineTable) -> Vec<u64> {
    online.state.with_untracked(|state| state.clocks.left_ms(dom::now_ms()))
}

/// Brings the model in line with the log: new steps one at a time; take-backs and rolled-back steps at once.
pub(super) fn catch_up(live: LiveGame, online: OnlineTable) {
    if live.animating.get() {
        return;
    }
    let steps = online.steps();
    let (shown, follows) = live.model.with_untracked(|model| {
        let shown = model.record.steps();
        (shown.len(), steps.starts_with(shown))
    });
    let missed = steps.len().saturating_sub(shown);
    let follows = follows && missed <= MAX_ANIMATED_STEPS;
    match steps.get(shown) {
        Some(next) if follows && live.apply_step(next) => {}
        None if follows => apply_end(live, online.end()),
        _ => {
            let tail = if missed > MAX_ANIMATED_STEPS { ANIMATED_TAIL } else { 0 };
            let mut replaced = Ok(());
            live.model.update(|model| {
                replaced = model.replace_steps(&steps[..steps.len() - tail], &dom::now_iso());
            });
            if replaced.is_ok() {
                live.changed();
                // Continues with the remaining steps, then with the end.
                live.start();
            }
        }
    }
}

/// Once all steps are shown: applies an end other than by the rules.
fn apply_end(live: LiveGame, end: Option<End>) {
    let end = end.filter(|end| *end != End::Rules);
    if live.model.with_untracked(|model| model.early_end != end) {
        live.model.update(|model| model.early_end = end);
        live.changed();
        live.announcement.set(live.prompt());
        if end.is_some() && live.settings.with_untracked(|settings| settings.sound) {
            sound::play(Sound::End, 0.0);
        }
    }
}
