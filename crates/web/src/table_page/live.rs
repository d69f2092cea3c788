//! [`LiveGame`]: controller of the game on screen. It turns touches into steps, and animates, announces and
//! marks them; its [`Host`] does the rest.

use std::rc::Rc;

use mohreh_draw::{Change, Endpoint, changes};
use mohreh_games::Seat;
use mohreh_games::show::{Name, Piece, Prompt, Scene};
use mohreh_protocol::End;
use mohreh_texts::{Addressee, Who};

use super::host::Host;
use crate::board::{Marks, change_text, duration_ms};
use crate::dom;
use crate::game_model::{
    Awaiting, Controller, GameModel, TouchResult, next_touches, scene_at, touch,
};
use crate::game_text::end_text;
use crate::notice::{Notice, notify};
use crate::refused::Refused;
use crate::say::Say;
use crate::settings::Settings;
use crate::signal::{Memo, Signal, Stored};
use crate::sound::{self, Sound};

/// Forced moves are shown as arrows only up to this number.
const MAX_ARROWS: usize = 6;
/// Pause between the animation of a step and the next one.
pub(super) const STEP_PAUSE_MS: u32 = 160;
/// Duration of the movement that answers a refused touch, as in the style sheet.
const NUDGE_MS: u64 = 320;

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
    /// Why the last touch was refused; empty after any other.
    pub refused: Signal<Refused>,
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
            refused: Signal::new(Refused::default()),
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
            Some(ply) => scene_at(model.record.playthrough(), ply),
            None => model.scene(),
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
                crate::game_model::touched_spots(model.record.playthrough(), from, ply)
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
            self.refused.get().mark(&mut marks);
            if let Some(step) = self.hint.get().first() {
                let touches = model.game().touches(step).unwrap_or_default();
                (marks.hint, marks.ghost) = (touches.path, ghost(model, step));
                marks.arrows.clear();
            }
            marks
        })
    }

    pub(crate) fn touch(self, name: Name) {
        if !self.is_local_turn() {
            return self.touch_out_of_turn(name);
        }
        let picked = self.picked.get_untracked();
        let outcome = self.model.with_untracked(|model| touch(model.game(), &picked, name));
        self.refused.set(Refused::default());
        match outcome {
            TouchResult::Picked(picked) => {
                self.picked.set(picked);
                self.announcement.set(self.prompt());
            }
            TouchResult::Step(step) => {
                self.play(&step);
            }
            TouchResult::Refused => {
                // What is selected stays: the person corrects the touch, and still sees where it can go.
                let why = |model: &GameModel| Refused::of(model.game(), &picked, name);
                self.refuse(name, self.model.with_untracked(why));
            }
        }
    }

    fn touch_out_of_turn(self, name: Name) {
        let waits = self.model.with_untracked(|model| {
            let awaited = matches!(model.awaiting(), Awaiting::Computer(..) | Awaiting::Remote);
            (awaited && model.controllers.contains(&Controller::Person)).then(|| model.mover())
        });
        if let Some(mover) = waits.filter(|_| self.viewed_ply.get_untracked().is_none()) {
            let mover = self.addressee(Some(mover));
            let why = self.say.with("say-not-your-turn", &mover.args());
            self.refuse(name, Refused::plain(why));
        }
    }

    /// Answers a touch that leads to no step: in words, by marks, and by a small movement.
    fn refuse(self, name: Name, why: Refused) {
        let mut words = why.announcement();
        // The same words twice are announced only if they differ.
        if self.announcement.with_untracked(|said| *said == words) {
            words.push('\u{a0}');
        }
        self.announcement.set(words);
        self.refused.set(why);
        let beside = format!(".table [data-at=\"{name}\"], .table button[data-spot=\"{name}\"]");
        for selector in [".prompt", &beside] {
            let found = dom::document()
                .and_then(|document| document.query_selector(selector).ok().flatten());
            if let Some(element) = found {
                let _ = element.class_list().add_1("no");
                dom::set_timeout(NUDGE_MS, move || drop(element.class_list().remove_1("no")));
            }
        }
    }

    /// Touches the spot at which a drag has ended. A piece that may not stay there is put down.
    pub(crate) fn drop_at(self, name: Name) {
        self.touch(name);
        if !self.refused.with_untracked(Refused::is_empty) {
            self.clear_selection();
        }
    }

    pub(crate) fn deselect(self) {
        self.refused.set(Refused::default());
        self.clear_selection();
    }

    /// Clears the selection, unless touch-move forbids it.
    fn clear_selection(self) {
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
    fn announce(self, scene_changes: &[Change]) {
        let kind = self.model.with_untracked(GameModel::kind);
        let sentence = |change| change_text(self.say, kind, change);
        let mut sentences: Vec<String> = scene_changes.iter().filter_map(sentence).collect();
        sentences.push(self.prompt());
        self.announcement.set(sentences.join(&self.say.text("say-full-stop")));
    }

    /// What is to be done now, or how the game ended.
    pub(crate) fn prompt(self) -> String {
        let addressee = |seat| self.addressee(seat);
        let end = self
            .model
            .with(|model| Some(end_text(self.say, model.early_end?, model.outcome(), &addressee)));
        match end {
            Some(end) => end,
            None if self.host().is_stuck() => self.say.text("say-stuck"),
            None => self.say.prompt_to(&self.asked(), &addressee),
        }
    }

    /// The game's own prompt, after the spots that are selected.
    pub(crate) fn asked(self) -> Prompt {
        let picked = self.picked.get();
        self.model.with(|model| model.game().prompt_after(&picked))
    }

    /// How to speak of a seat, or of nobody in particular.
    fn addressee(self, seat: Option<Seat>) -> Addressee {
        let who = self.model.with(|model| {
            let me = model.only_person();
            let first = |me| model.outcome().is_some_and(|end| end.places().get(me) == Some(&1));
            match seat.map(Seat::index) {
                seat if seat.is_some() && seat == me => Who::You,
                Some(_) if model.is_over() && me.is_some() => Who::Lost,
                Some(seat) if !model.is_over() && model.controllers[seat] != Controller::Person => {
                    Who::Other
                }
                None if me.is_some_and(first) => Who::You,
                _ => Who::Named,
            }
        });
        let name = seat.map(|seat| self.spoken_name(seat.index()));
        Addressee { who, name: name.unwrap_or_default() }
    }

    fn spoken_name(self, seat: usize) -> String {
        let (host, seats) = (self.host(), self.model.with(|model| model.controllers.len()));
        let is_computer = |seat: &usize| host.is_computer(self, *seat);
        match (0..seats).filter(is_computer).count() {
            1 if is_computer(&seat) => self.say.text("say-the-computer"),
            _ if is_computer(&seat) => {
                self.say.seat_name(self.model.with_untracked(GameModel::kind), seat)
            }
            _ => host.spoken_name(self, seat),
        }
    }

    /// Whether the one person at this screen has won.
    pub(crate) fn is_won(self) -> bool {
        self.model.with(|model| model.only_person().is_some_and(|me| model.has_won(me)))
    }

    /// The suggested turn in words.
    pub(crate) fn hint_text(self) -> String {
        let steps = self.hint.get();
        let words = self.model.with(|model| {
            let mut game = model.game().clone();
            let mut words = Vec::new();
            for step in &steps {
                let touches = game.touches(step).unwrap_or_default().path;
                let before = game.scene();
                if game.play(step).is_err() {
                    break;
                }
                let changes = changes(&before, &game.scene());
                let told = main_change(&changes)
                    .and_then(|change| change_text(self.say, model.kind(), change));
                let button = touches.last().map(|name| format!("{}-button-{name}", model.kind()));
                words.extend(told.or(button.map(|key| self.say.text(&key))));
            }
            words
        });
        let steps = words.join(&self.say.text("say-comma"));
        self.say.with("say-hint-is", &[("steps", steps.into())])
    }

    /// After every change of the model: invalidates pending callbacks, clears transient state.
    pub(crate) fn changed(self) {
        // A hint for the position before.
        self.cancel_search();
        self.generation.update(|generation| *generation += 1);
        self.animating.set(false);
        self.picked.set(Vec::new());
        self.refused.set(Refused::default());
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

/// The change that a step is named by: a piece that moves, that comes, or something that goes.
fn main_change(changes: &[Change]) -> Option<&Change> {
    let rank = |change: &Change| match change {
        Change::Move { from: Endpoint::Spot(_), to: Endpoint::Spot(_), .. } => 0,
        Change::Move { to: Endpoint::Spot(_), .. } => 1,
        Change::Ground { .. } => 2,
        Change::Move { from: Endpoint::Spot(_), .. } => 3,
        _ => 4,
    };
    changes.iter().min_by_key(|change| rank(change)).filter(|change| rank(change) < 4)
}

/// The pieces that will stand where a step puts one.
fn ghost(model: &GameModel, step: &str) -> Vec<Piece> {
    let (before, mut game) = (model.game().scene(), model.game().clone());
    if game.play(step).is_err() {
        return Vec::new();
    }
    let after = game.scene();
    match main_change(&changes(&before, &after)) {
        Some(Change::Move { to: Endpoint::Spot(spot), .. }) => {
            after.pieces.into_iter().filter(|piece| piece.spot == *spot).collect()
        }
        _ => Vec::new(),
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
