//! The computer at a table of this device: its turns, and its hints.

use super::live::{BREATH, Live, Thought};
use crate::app::{Notice, tell};
use crate::board::length;
use crate::dom;
use crate::engine::{Engine, Said};

impl Live {
    pub fn heard(self, said: Said, age: u64) {
        if self.age.try_get() != Some(age) {
            return;
        }
        match said {
            Said::Progress { depth, nodes } => {
                self.thinking.set(Some(Thought { depth, nodes }));
            }
            Said::Best(steps) => {
                self.thinking.set(None);
                self.play_all(&steps);
            }
            Said::Failed(why) => {
                self.thinking.set(None);
                self.halted.set(true);
                tell(Notice::because("say-engine-failed", why));
            }
            Said::Film(_) | Said::Fair(_) => {}
        }
    }

    /// Plays the steps of the computer one after the other, so that each can be seen.
    fn play_all(self, steps: &[String]) {
        let Some((first, rest)) = steps.split_first() else { return };
        let before = self.session.with_untracked(|session| session.game.scene());
        if !self.play(first) || rest.is_empty() {
            return;
        }
        let after = self.session.with_untracked(|session| session.game.scene());
        let rest = rest.to_vec();
        // What `play` has planned would ask the engine again in the middle of its turn.
        self.age.update(|age| *age += 1);
        let age = self.age.get();
        dom::later(u64::from(length(&before, &after) + BREATH), move || {
            if self.age.try_get() == Some(age) {
                self.play_all(&rest);
            }
        });
    }

    /// Stops the computer in its thoughts; it waits until it is told to go on.
    pub fn interrupt(self) {
        if self.thinking.get_untracked().is_some() {
            Engine::here().interrupt();
            self.age.update(|age| *age += 1);
            self.thinking.set(None);
            self.halted.set(true);
        }
    }

    pub fn resume(self) {
        self.halted.set(false);
        self.start();
    }

    pub fn ask_for_hint(self) {
        if !self.is_asked() || self.thinking.get_untracked().is_some() {
            return;
        }
        let age = self.age.get();
        let record = self.session.with_untracked(|session| session.record.to_line());
        self.thinking.set(Some(Thought { depth: 0, nodes: 0 }));
        Engine::here().hint(&record, move |said| {
            if self.age.try_get() != Some(age) {
                self.thinking.try_set(None);
                return;
            }
            match said {
                Said::Progress { depth, nodes } => {
                    self.thinking.set(Some(Thought { depth, nodes }));
                }
                Said::Best(steps) => {
                    self.thinking.set(None);
                    let notation = self.say.language().apart(&steps.join(" "));
                    self.said.set(self.say.with("say-hint-is", &[("steps", notation.into())]));
                    self.hint.set(steps);
                }
                Said::Failed(why) => {
                    self.thinking.set(None);
                    tell(Notice::because("say-engine-failed", why));
                }
                Said::Film(_) | Said::Fair(_) => {}
            }
        });
    }
}
