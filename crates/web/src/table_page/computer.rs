//! The engine at a local table: its turns, and hints.

use super::live::{LiveGame, STEP_PAUSE_MS, SearchProgress};
use crate::board::duration_ms;
use crate::dom;
use crate::engine::{Engine, Reply};
use crate::notice::{Notice, notify};
use crate::refused::Refused;

impl LiveGame {
    /// Handles a reply to the engine's turn; stale ones are dropped.
    pub(crate) fn on_reply(self, reply: Reply, generation: u64) {
        if self.generation.try_get() != Some(generation) {
            return;
        }
        match reply {
            Reply::Progress { depth, nodes } => {
                self.thinking.set(Some(SearchProgress { depth, nodes }));
            }
            Reply::Best(steps) => {
                self.thinking.set(None);
                self.play_all(&steps);
            }
            Reply::Failed => {
                self.thinking.set(None);
                self.halted.set(true);
                notify(Notice::new("say-engine-failed"));
            }
            _ => {}
        }
    }

    /// Plays the steps of the engine's turn one by one, each after the animation of the last.
    fn play_all(self, steps: &[String]) {
        let Some((first, rest)) = steps.split_first() else { return };
        let before = self.model.with_untracked(|model| model.game().scene());
        if !self.play(first) || rest.is_empty() {
            return;
        }
        let after = self.model.with_untracked(|model| model.game().scene());
        let rest = rest.to_vec();
        // Invalidates the callback that `play` has scheduled, which would run the engine in mid-turn.
        self.generation.update(|generation| *generation += 1);
        let generation = self.generation.get();
        dom::set_timeout(u64::from(duration_ms(&before, &after) + STEP_PAUSE_MS), move || {
            if self.generation.try_get() == Some(generation) {
                self.play_all(&rest);
            }
        });
    }

    /// Stops the search, whose reply is then not delivered; `false` if there was none.
    pub(crate) fn cancel_search(self) -> bool {
        let searches = self.thinking.get_untracked().is_some();
        if searches {
            Engine::global().interrupt();
            self.thinking.set(None);
        }
        searches
    }

    /// Stops the search; the engine waits for [`LiveGame::resume`].
    pub(crate) fn interrupt(self) {
        if self.cancel_search() {
            self.generation.update(|generation| *generation += 1);
            // A search for a hint has nothing to resume.
            self.halted.set(!self.is_local_turn());
        }
    }

    pub(crate) fn resume(self) {
        self.halted.set(false);
        self.start();
    }

    pub(crate) fn request_hint(self) {
        if !self.is_local_turn() || self.thinking.get_untracked().is_some() {
            return;
        }
        let generation = self.generation.get();
        let record = self.model.with_untracked(|model| model.record.to_line());
        self.thinking.set(Some(SearchProgress { depth: 0, nodes: 0 }));
        Engine::global().hint(&record, move |reply| {
            if self.generation.try_get() != Some(generation) {
                return;
            }
            match reply {
                Reply::Progress { depth, nodes } => {
                    self.thinking.set(Some(SearchProgress { depth, nodes }));
                }
                Reply::Best(steps) => {
                    self.thinking.set(None);
                    self.refused.set(Refused::default());
                    self.hint.set(steps);
                    self.announcement.set(self.hint_text());
                }
                Reply::Failed => {
                    self.thinking.set(None);
                    notify(Notice::new("say-engine-failed"));
                }
                _ => {}
            }
        });
    }
}
