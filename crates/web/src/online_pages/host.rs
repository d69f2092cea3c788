//! Catching up with the server: animates remote steps one by one, or jumps to the current position.

use mohreh_protocol::End;

use super::live::LiveGame;
use crate::sound::{self, Sound};

/// Beyond this many missed steps, only the last [`ANIMATED_TAIL`] are animated.
const MAX_ANIMATED_STEPS: usize = 12;
const ANIMATED_TAIL: usize = 5;

impl LiveGame {
    /// Brings the model in line with the log: new steps one at a time; take-backs and rolled-back steps at once.
    pub fn catch_up(self) {
        let Some(online) = self.online.filter(|_| !self.animating.get()) else { return };
        let steps = online.steps();
        let shown = self.model.with_untracked(|model| model.record.steps().to_vec());
        let missed = steps.len().saturating_sub(shown.len());
        let follows = steps.starts_with(&shown) && missed <= MAX_ANIMATED_STEPS;
        match steps.get(shown.len()) {
            Some(next) if follows && self.apply_step(next) => {}
            None if follows => self.apply_end(online.end()),
            _ => {
                let tail = if missed > MAX_ANIMATED_STEPS { ANIMATED_TAIL } else { 0 };
                if let Some(model) = online.model(steps.len() - tail) {
                    self.model.set(model);
                    self.changed();
                    // Continues with the remaining steps, then with the end.
                    self.start();
                }
            }
        }
    }

    /// Once all steps are shown: applies an end other than by the rules.
    fn apply_end(self, end: Option<End>) {
        let end = end.filter(|end| *end != End::Rules);
        if self.model.with_untracked(|model| model.early_end != end) {
            self.model.update(|model| model.early_end = end);
            self.changed();
            self.announcement.set(self.prompt());
            if end.is_some() && self.settings.with_untracked(|settings| settings.sound) {
                sound::play(Sound::End, 0.0);
            }
        }
    }
}
