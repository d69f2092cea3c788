//! [`LiveGame`]: controller of the game on screen. It turns touches into steps, and animates, announces and
//! marks them; its [`Host`] does the rest.

use std::rc::Rc;

use mohreh_draw::changes;
use mohreh_games::show::{Name, Scene};
use mohreh_protocol::End;

use super::host::Host;
use crate::board::{Marks, change_text, duration_ms};
use crate::dom;
use crate::game_model::{Awaiting, GameModel, TouchResult, next_touches, touch};
use crate::game_text::end_text;
use crate::notice::{Notice, notify};
use crate::say::Say;
use crate::settings::Settings;
use crate::signal::{Memo, Signal, Stored};
use crate::sound::{self, Sound};

/// Forced moves are shown as arrows only up to this number.
const MAX_ARROWS: usize = 6;
/// Pause between the animation of a step and the next one.
pub(super) const STEP_PAUSE_MS: u32 = 160;

/// Progress report of the engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SearchProgress {
    pub depth: u32,
    pub nodes: u64,
}

/// Reactive state of a table, local or online, and the actions on it. A `Copy` handle.
#[derive(Clone, Copy)]
pub(crate) struct LiveGame {
    pub model: Signal<GameModel>,
    host: Stored<Rc<dyn Host>>,
    /// Spots selected for the next step.
    pub picked: Signal<Vec<Name>>,
    /// Steps of the turn that the engine suggests.
    pub hint: Signal<Vec<String>>,
    pub thinking: Signal<Option<SearchProgress>>,
    /// The engine was interrupted and waits for [`LiveGame::resume`].
    pub halted: Signal<bool>,
    /// Text of the `aria-live` region.
    pub announcement: Signal<String>,
    /// Remaining time of each seat. Its own signal, so that a tick does not invalidate the model.
    pub left_ms: Signal<Vec<u64>>,
    /// Spots that the last turn touched.
    last: Memo<Vec<Name>>,
    /// Ply of the earlier position on display; `None` for the current one.
    pub viewed_ply: Signal<Option<usize>>,
    pub settings: Signal<Settings>,
    pub say: Say,
    /// An animation runs; the next step waits for it.
    pub animating: Stored<bool>,
    /// Generation counter; callbacks of an older generation are stale and dropped.
    pub generation: Stored<u64>,
}

impl LiveGame {
    pub(crate) fn new(model: GameModel, host: Rc<dyn Host>) -> LiveGame {
        let left_ms = host.left_ms(&model);
        let left_ms = Signal::new(left_ms);
        let model = Signal::new(model);
        LiveGame {
            model,
            host: Stored::new(host),
            left_ms,
            last: Memo::new(move || model.with(GameModel::last_turn)),
            picked: Signal::new(Vec::new()),
            hint: Signal::new(Vec::new()),
            thinking: Signal::new(None),
            halted: Signal::new(false),
            announcement: Signal::new(String::new()),
            viewed_ply: Signal::new(None),
            settings: Settings::global(),
            say: Say::global(),
            animating: Stored::new(false),
            generation: Stored::new(0),
        }
    }

    /// Where the game is played.
    pub(crate) fn host(self) -> Rc<dyn Host> {
        self.host.get()
    }

    pub(crate) fn has_clock(self) -> bool {
        self.left_ms.with_untracked(|left_ms| !left_ms.is_empty())
    }

    pub(crate) fn scene(self) -> Scene {
        let viewed_ply = self.viewed_ply.get();
        self.model.with(|model| match viewed_ply {
            Some(ply) => model.record.at(ply).scene(),
            None => model.game().scene(),
        })
    }

    /// Whether a person at this screen can move now.
    pub(crate) fn is_local_turn(self) -> bool {
        self.viewed_ply.get().is_none()
            && self.model.with(|model| matches!(model.awaiting(), Awaiting::Person(_)))
    }

    pub(crate) fn marks(self) -> Marks {
        if let Some(ply) = self.viewed_ply.get() {
            let last = self.model.with(|model| {
                let from = model.record.playthrough().turn_start_before(ply);
                crate::game_model::touched_spots(&model.record, from, ply)
            });
            return Marks { last, ..Marks::default() };
        }
        let picked = self.picked.get();
        let (local_turn, settings, last) =
            (self.is_local_turn(), self.settings.get(), self.last.get());
        self.model.with(|model| {
            let scene = model.game().scene();
            let mut marks = Marks { last, ..Marks::default() };
            if model.is_over() {
                return marks;
            }
            if local_turn {
                // Games without hints highlight only the continuations of a touch.
                if settings.lit && scene.hints || !picked.is_empty() {
                    marks.lit = next_touches(model.game(), &picked);
                }
                if settings.lit && scene.hints && picked.is_empty() {
                    marks.arrows = forced_moves(model, &scene);
                }
            }
            marks.picked = picked;
            let hint = self.hint.get();
            if let Some(touches) = hint.first().and_then(|step| model.game().touches(step)) {
                let spots: Vec<Name> = touches
                    .path
                    .into_iter()
                    .filter(|name| scene.spots.iter().any(|spot| spot.name == *name))
                    .collect();
                match spots.as_slice() {
                    [from, .., to] => marks.arrows = vec![(*from, *to)],
                    [only] => marks.last.push(*only),
                    [] => {}
                }
            }
            marks
        })
    }

    pub(crate) fn touch(self, name: Name) {
        if !self.is_local_turn() {
            return;
        }
        let outcome = self
            .model
            .with_untracked(|model| touch(model.game(), &self.picked.get_untracked(), name));
        match outcome {
            TouchResult::Picked(picked) => self.picked.set(picked),
            TouchResult::Step(step) => {
                self.play(&step);
            }
        }
    }

    /// Clears the selection, unless touch-move forbids it.
    pub(crate) fn deselect(self) {
        let touch_move = self.model.with_untracked(|model| model.game().scene().touch_move);
        if !touch_move {
            self.picked.set(Vec::new());
        }
    }

    /// Plays a step of this client, and tells the host. An illegal step shows a notice and returns `false`.
    pub(crate) fn play(self, step: &str) -> bool {
        let played = self.apply_step(step);
        if played {
            self.host().played(step);
        }
        played
    }

    /// Applies a step without telling the host that it was played here: animates, announces, and schedules what
    /// follows.
    pub(crate) fn apply_step(self, step: &str) -> bool {
        let before = self.model.with_untracked(|model| model.game().scene());
        let mover = self.model.with_untracked(GameModel::mover);
        let mut illegal = None;
        self.model.update(|model| {
            if let Err(why) = model.play(step, &dom::now_iso()) {
                illegal = Some(why);
            } else if let Some(clock) = model.clock {
                model.left_ms = self.left_ms.get_untracked();
                if model.mover() != mover {
                    model.left_ms[mover.index()] += u64::from(clock.increment_secs) * 1000;
                    self.left_ms.set(model.left_ms.clone());
                }
            }
        });
        if let Some(why) = illegal {
            notify(Notice::with_error("say-not-legal", why));
            return false;
        }
        self.changed();
        let (after, over) =
            self.model.with_untracked(|model| (model.game().scene(), model.is_over()));
        let scene_changes = changes(&before, &after);
        if self.settings.with_untracked(|settings| settings.sound) {
            sound::play_changes(&scene_changes);
            if over {
                sound::play(Sound::End, 0.5);
            }
        }
        self.announce(&scene_changes);
        let pause_ms = duration_ms(&before, &after) + STEP_PAUSE_MS;
        let generation = self.generation.get();
        self.animating.set(true);
        dom::set_timeout(u64::from(pause_ms), move || self.proceed(generation));
        true
    }

    /// Announces changes to screen readers.
    fn announce(self, scene_changes: &[mohreh_draw::Change]) {
        let kind = self.model.with_untracked(GameModel::kind);
        let sentence = |change| change_text(self.say, kind, change);
        let mut sentences: Vec<String> = scene_changes.iter().filter_map(sentence).collect();
        sentences.push(self.prompt());
        self.announcement.set(sentences.join(&self.say.text("say-full-stop")));
    }

    /// What is to be done now, or how the game ended.
    pub(crate) fn prompt(self) -> String {
        let text = self.model.with(|model| match model.early_end {
            Some(end) => end_text(self.say, end, model.outcome()),
            None => self.say.prompt(&model.game().prompt()),
        });
        self.host().prompt(self, text)
    }

    /// After every change of the model: invalidates pending callbacks, clears transient state.
    pub(crate) fn changed(self) {
        // A hint for the position before.
        self.cancel_search();
        self.generation.update(|generation| *generation += 1);
        self.animating.set(false);
        self.picked.set(Vec::new());
        self.hint.set(Vec::new());
        self.viewed_ply.set(None);
        self.host().changed(self);
    }

    /// Continues the game until a person is to move.
    pub(crate) fn start(self) {
        self.proceed(self.generation.get());
    }

    fn proceed(self, generation: u64) {
        // Stale, or disposed of.
        if self.generation.try_get() != Some(generation) {
            return;
        }
        self.animating.set(false);
        self.host().proceed(self);
    }

    /// Whether there is a step to undo; confirmed steps cannot be undone.
    pub(crate) fn can_undo(self) -> bool {
        let to = self.model.with(GameModel::undo_to);
        to.is_some_and(|to| to >= self.host().confirmed_steps())
    }

    pub(crate) fn undo(self) {
        if !self.picked.get_untracked().is_empty() {
            self.deselect();
        } else if self.can_undo() {
            self.model.update(GameModel::undo);
            self.changed();
            self.host().undone();
        }
    }

    pub(crate) fn take_back(self) {
        self.interrupt();
        self.model.update(GameModel::take_back);
        self.changed();
        self.halted.set(false);
        self.start();
    }

    pub(crate) fn end_early(self, end: End) {
        self.interrupt();
        self.model.update(|model| model.end_early(end));
        self.changed();
        self.announcement.set(self.prompt());
    }
}

/// The legal moves as arrows, if all of them go from spot to spot and there are few.
fn forced_moves(model: &GameModel, scene: &Scene) -> Vec<(Name, Name)> {
    let on_board = |name: &Name| scene.spots.iter().any(|spot| spot.name == *name);
    let (steps, mut arrows) = (model.game().steps(), Vec::new());
    if steps.len() > MAX_ARROWS {
        return arrows;
    }
    for step in steps {
        let touches = model.game().touches(&step).map(|touches| touches.path).unwrap_or_default();
        match touches.as_slice() {
            [from, .., to] if touches.iter().all(on_board) => {
                arrows.push((*from, *to));
            }
            _ => return Vec::new(),
        }
    }
    arrows
}
