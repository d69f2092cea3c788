//! [`LiveGame`]: controller of the game on screen. It turns touches into steps, rolls dice, runs the engine
//! and the clocks, and shows what the server broadcasts.

use mohreh_draw::changes;
use mohreh_games::Status;
use mohreh_games::show::{Name, Scene};
use mohreh_protocol::{End, Sitter};

use crate::app::{Notice, Page, notify};
use crate::board::{Marks, change_text, duration_ms};
use crate::engine::Engine;
use crate::game_model::{Awaiting, Controller, GameModel, TouchResult, next_touches, touch};
use crate::online::OnlineTable;
use crate::online::text::{end_text, isolated, sitter_name, with_names};
use crate::say::Say;
use crate::settings::Settings;
use crate::signal::{Memo, Signal, Stored};
use crate::sound::{self, Sound};
use crate::{dom, store};

/// Forced moves are shown as arrows only up to this number.
const MAX_ARROWS: usize = 6;
/// Pause between the animation of a step and the next one.
pub const STEP_PAUSE_MS: u32 = 160;

/// Progress report of the engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchProgress {
    pub depth: u32,
    pub nodes: u64,
}

/// Reactive state of a table, local or online, and the actions on it. A `Copy` handle.
#[derive(Clone, Copy)]
pub struct LiveGame {
    pub model: Signal<GameModel>,
    /// The server's table; `None` for a local game.
    pub online: Option<OnlineTable>,
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
    pub fn new(model: GameModel, online: Option<OnlineTable>) -> LiveGame {
        let left_ms = match online {
            Some(online) => {
                online.state.with_untracked(|state| state.clocks.left_ms(dom::now_ms()))
            }
            None => model.left_ms.clone(),
        };
        let left_ms = Signal::new(left_ms);
        let model = Signal::new(model);
        LiveGame {
            model,
            online,
            left_ms,
            last: Memo::new(move || model.with(GameModel::last_turn)),
            picked: Signal::new(Vec::new()),
            hint: Signal::new(Vec::new()),
            thinking: Signal::new(None),
            halted: Signal::new(false),
            announcement: Signal::new(String::new()),
            viewed_ply: Signal::new(None),
            settings: Page::global().settings,
            say: Say::global(),
            animating: Stored::new(false),
            generation: Stored::new(0),
        }
    }

    pub fn has_clock(self) -> bool {
        match self.online {
            Some(online) => online.state.with_untracked(|state| !state.clocks.left_ms.is_empty()),
            None => self.model.with_untracked(|model| model.clock.is_some()),
        }
    }

    pub fn is_computer(self, seat: usize) -> bool {
        match self.online {
            Some(online) => matches!(online.sitter(seat), Sitter::Computer { .. }),
            None => self
                .model
                .with_untracked(|model| matches!(model.controllers[seat], Controller::Computer(_))),
        }
    }

    pub fn scene(self) -> Scene {
        let viewed_ply = self.viewed_ply.get();
        self.model.with(|model| match viewed_ply {
            Some(ply) => model.record.at(ply).scene(),
            None => model.game().scene(),
        })
    }

    /// Whether a person at this screen can move now.
    pub fn is_local_turn(self) -> bool {
        self.viewed_ply.get().is_none()
            && self.model.with(|model| matches!(model.awaiting(), Awaiting::Person(_)))
    }

    pub fn marks(self) -> Marks {
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

    pub fn touch(self, name: Name) {
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
    pub fn deselect(self) {
        let touch_move = self.model.with_untracked(|model| model.game().scene().touch_move);
        if !touch_move {
            self.picked.set(Vec::new());
        }
    }

    /// Plays a local step, and sends it to the server if the game is online. An illegal step shows a notice
    /// and returns `false`.
    pub fn play(self, step: &str) -> bool {
        let played = self.apply_step(step);
        if let (true, Some(online)) = (played, self.online) {
            online.played(step);
        }
        played
    }

    /// Applies a step without sending it: animates, announces, saves, and schedules what follows.
    pub fn apply_step(self, step: &str) -> bool {
        let before = self.model.with_untracked(|model| model.game().scene());
        let mover = self.model.with_untracked(GameModel::mover);
        let mut illegal = None;
        self.model.update(|model| {
            model.left_ms = self.left_ms.get_untracked();
            if let Err(why) = model.play(step, &dom::now_iso()) {
                illegal = Some(why);
            } else if let Some(clock) = model.clock
                && model.mover() != mover
            {
                model.left_ms[mover.index()] += u64::from(clock.increment_secs) * 1000;
                self.left_ms.set(model.left_ms.clone());
            }
        });
        if let Some(why) = illegal {
            notify(Notice::with_detail("say-not-legal", why));
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
    pub fn prompt(self) -> String {
        let text = self.model.with(|model| match model.early_end {
            Some(end) => end_text(self.say, end, model.outcome()),
            None => self.say.prompt(&model.game().prompt()),
        });
        let Some(online) = self.online else { return text };
        let say = self.say;
        let name = |seat: usize| sitter_name(say, &online.sitter(seat));
        let (awaiting, mover) = self.model.with(|model| (model.awaiting(), model.mover().index()));
        match awaiting {
            // The prompt is written for the mover; other players only see whose move it is.
            Awaiting::Remote if online.sits() => {
                say.with("say-their-move", &[("name", isolated(&name(mover)).into())])
            }
            Awaiting::Person(_) => with_names(say, &text, &|seat| match seat == mover {
                true => say.text("say-you"),
                false => name(seat),
            }),
            _ => with_names(say, &text, &name),
        }
    }

    /// After every change of the model: invalidates pending callbacks, clears transient state, saves.
    pub fn changed(self) {
        self.generation.update(|generation| *generation += 1);
        self.animating.set(false);
        self.picked.set(Vec::new());
        self.hint.set(Vec::new());
        self.viewed_ply.set(None);
        self.save();
    }

    pub fn save(self) {
        if self.online.is_some() {
            return;
        }
        if let Err(why) = self.model.with_untracked(store::save) {
            notify(Notice::new(why.key()));
        }
    }

    /// Rolls dice and runs the engine until a person is to move.
    pub fn start(self) {
        self.proceed(self.generation.get());
    }

    fn proceed(self, generation: u64) {
        // Stale, or disposed of.
        if self.generation.try_get() != Some(generation) {
            return;
        }
        self.animating.set(false);
        if self.online.is_some() {
            return self.catch_up();
        }
        match self.model.with_untracked(GameModel::awaiting) {
            Awaiting::Person(_) | Awaiting::Remote | Awaiting::Over => {}
            Awaiting::Dice => {
                let roll =
                    self.model.with_untracked(|model| model.game().roll(&mut dom::random_below));
                if let Some(roll) = roll {
                    self.play(&roll);
                }
            }
            Awaiting::Computer(_, level) => {
                if self.halted.get_untracked() {
                    return;
                }
                self.thinking.set(Some(SearchProgress { depth: 0, nodes: 0 }));
                let (seed, record) =
                    self.model.with_untracked(|model| (model.seed, model.record.to_line()));
                Engine::global()
                    .choose(level, seed, &record, move |reply| self.on_reply(reply, generation));
            }
        }
    }

    /// Whether there is a step to undo; confirmed steps cannot be undone.
    pub fn can_undo(self) -> bool {
        let to = self.model.with(GameModel::undo_to);
        to.is_some_and(|to| self.online.is_none_or(|online| to >= online.confirmed_steps()))
    }

    pub fn undo(self) {
        if !self.picked.get_untracked().is_empty() {
            self.deselect();
        } else if self.can_undo() {
            self.model.update(GameModel::undo);
            self.changed();
            if let Some(online) = self.online {
                online.undo();
            }
        }
    }

    pub fn take_back(self) {
        self.interrupt();
        self.model.update(GameModel::take_back);
        self.changed();
        self.halted.set(false);
        self.start();
    }

    pub fn end_early(self, end: End) {
        self.interrupt();
        self.model.update(|model| model.end_early(end));
        self.changed();
        self.announcement.set(self.prompt());
    }

    /// Advances the clock of the mover; online, extrapolates the server's clocks.
    pub fn tick_clock(self, elapsed_ms: u64) {
        if let Some(online) = self.online {
            let left_ms = online.state.with_untracked(|state| state.clocks.left_ms(dom::now_ms()));
            if !left_ms.is_empty() && self.left_ms.with_untracked(|shown| *shown != left_ms) {
                self.left_ms.set(left_ms);
            }
            return;
        }
        let running = self.model.with_untracked(|model| {
            model.clock.is_some()
                && matches!(model.game().status(), Status::ToMove(_))
                && !model.is_over()
                && !model.record.steps().is_empty()
        });
        if !running || self.halted.get_untracked() {
            return;
        }
        let mover = self.model.with_untracked(GameModel::mover);
        let mut over = false;
        self.left_ms.update(|left_ms| {
            let left_ms = &mut left_ms[mover.index()];
            *left_ms = left_ms.saturating_sub(elapsed_ms);
            over = *left_ms == 0;
        });
        if over {
            self.end_early(End::OutOfTime(mover));
        }
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
