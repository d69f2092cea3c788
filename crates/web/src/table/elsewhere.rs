//! What others play at a table of a server, as it is shown here.

use mohreh_protocol::End;

use super::live::Live;
use crate::sound::{self, Sound};

/// Whoever has missed more steps than this sees only the last few of them played.
const MISSED: usize = 12;
const FEW: usize = 5;

impl Live {
    /// Shows what the server has told: step by step what follows, at once what was taken back or refused.
    pub fn catch_up(self) {
        let Some(online) = self.online.filter(|_| !self.moving.get()) else { return };
        let steps = online.steps();
        let shown = self.session.with_untracked(|session| session.record.steps().to_vec());
        let missed = steps.len().saturating_sub(shown.len());
        let follows = steps.starts_with(&shown) && missed <= MISSED;
        match steps.get(shown.len()) {
            Some(next) if follows && self.advance(next) => {}
            None if follows => self.settle(online.end()),
            _ => {
                let few = if missed > MISSED { FEW } else { 0 };
                if let Some(session) = online.session(steps.len() - few) {
                    self.session.set(session);
                    self.changed();
                    // What is still missing, and how it ended.
                    self.start();
                }
            }
        }
    }

    /// All steps are shown; perhaps the game has ended otherwise.
    fn settle(self, end: Option<End>) {
        let end = end.filter(|end| *end != End::Rules);
        if self.session.with_untracked(|session| session.given_up != end) {
            self.session.update(|session| session.given_up = end);
            self.changed();
            self.said.set(self.prompt());
            if end.is_some() && self.settings.with_untracked(|settings| settings.sound) {
                sound::play(Sound::End, 0.0);
            }
        }
    }
}
