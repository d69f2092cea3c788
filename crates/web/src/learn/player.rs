//! A lesson: one step after the other, on the board.

use std::rc::Rc;

use mohreh_games::{Kind, Record};
use mohreh_lessons::{Attempt, Course, Lesson, Step, Verdict};
use reactive_graph::graph::untrack;
use web_sys::{KeyboardEvent, PointerEvent};

use super::progress::Progress;
use super::{lesson_route, notes, sentence};
use crate::board::board;
use crate::dom;
use crate::game_model::{Awaiting, Controller, GameModel};
use crate::icons::{Icon, icon};
use crate::input::{BoardInput, InputCallbacks};
use crate::refused::{Refused, rule_link};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::signal::{Memo, Signal, Stored};
use crate::table_page::{Host, LiveGame, action, keep_focus};
use crate::tray::{buttons, dice, trays};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

/// Before the opponent's turn, or a demonstration.
const LOOK_MS: u64 = 700;
/// After a demonstration, before the person's turn.
const SHOWN_MS: u64 = 1800;
/// After so long, or so many mistakes, the hint stands out.
const HINT_MS: u64 = 20_000;
const HINT_MISTAKES: u32 = 2;

/// What happens in a step.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// So many of the steps that lead to it have been shown.
    Leading(usize),
    Trying,
    /// So many decisions of the answer have been shown.
    Showing(usize),
    Judged(Verdict),
}

/// A step on the board. A `Copy` handle.
#[derive(Clone, Copy)]
struct Player {
    kind: Kind,
    step: Stored<Rc<Step>>,
    stage: Signal<Stage>,
    mistakes: Signal<u32>,
    /// What to touch is shown.
    is_hinted: Signal<bool>,
    waited: Signal<bool>,
    on_done: Stored<Rc<dyn Fn()>>,
}

impl Host for Player {
    fn name(&self, live: LiveGame, seat: usize) -> String {
        live.say.seat_name(self.kind, seat)
    }

    fn is_computer(&self, _live: LiveGame, _seat: usize) -> bool {
        false
    }

    fn left_ms(&self, _model: &GameModel) -> Vec<u64> {
        Vec::new()
    }

    fn tick(&self, _live: LiveGame, _elapsed_ms: u64) {}

    fn proceed(&self, live: LiveGame) {
        let step = self.step.get();
        match self.stage.get_untracked() {
            Stage::Leading(shown) => match step.lead.get(shown) {
                Some(next) => {
                    self.stage.set(Stage::Leading(shown + 1));
                    live.apply_step(next);
                }
                None => self.begin(live),
            },
            Stage::Trying => self.judge(live),
            Stage::Showing(shown) => self.show_on(live, shown),
            Stage::Judged(_) => {}
        }
    }
}

impl Player {
    /// The model before the person's turn, or before what leads to it.
    fn model(self, lead: bool) -> Option<GameModel> {
        let step = self.step.get();
        let whole = step.playthrough(self.kind, step.lead.len()).ok()?;
        let seat = Attempt::new(&whole).seat();
        let play = if lead { step.playthrough(self.kind, 0).ok()? } else { whole };
        let mut model = GameModel::from_record(String::new(), Record::from(play));
        for (at, controller) in model.controllers.iter_mut().enumerate() {
            let is_person = at == seat.index();
            *controller = if is_person { Controller::Person } else { Controller::Remote };
        }
        Some(model)
    }

    /// The turn so far.
    fn attempt(self, live: LiveGame) -> Option<Attempt> {
        let step = self.step.get();
        let start = step.playthrough(self.kind, step.lead.len()).ok()?;
        let mut attempt = Attempt::new(&start);
        let before = start.steps().len();
        live.model.with_untracked(|model| {
            let played = model.record.steps().iter().skip(before);
            for played in played {
                attempt.play(&step, played).ok()?;
            }
            Some(attempt)
        })
    }

    fn begin(self, live: LiveGame) {
        self.stage.set(Stage::Trying);
        self.is_hinted.set(self.step.with(|step| step.is_guided));
        self.show_hint(live);
    }

    /// Back to the beginning of the person's turn.
    fn reset(self, live: LiveGame) {
        if let Some(model) = self.model(false) {
            live.model.set(model);
            live.changed();
            self.begin(live);
        }
    }

    fn judge(self, live: LiveGame) {
        let Some(attempt) = self.attempt(live) else { return };
        let step = self.step.get();
        if let Some(roll) = attempt.roll(&step) {
            live.apply_step(&roll);
            return;
        }
        match attempt.verdict(&step) {
            Verdict::Going => self.show_hint(live),
            verdict => {
                self.stage.set(Stage::Judged(verdict));
                live.announcement.set(self.verdict_text(verdict).replace('`', ""));
                if verdict == Verdict::Done {
                    self.on_done.get()();
                } else {
                    self.mistakes.update(|mistakes| *mistakes += 1);
                }
                dom::next_frame(|| focus(".lesson .verdict .button"));
            }
        }
    }

    /// What is said of a turn.
    fn verdict_text(self, verdict: Verdict) -> String {
        let step = self.step.get();
        match verdict {
            Verdict::Done => step.done.clone(),
            Verdict::Wrong(Some(mistake)) if mistake < step.mistakes.len() => {
                step.mistakes[mistake].say.clone()
            }
            _ => Say::global().text("say-lesson-other"),
        }
    }

    /// Shows what to touch next, if that is wanted and the turn can still become the answer.
    fn show_hint(self, live: LiveGame) {
        let Some(attempt) = self.attempt(live).filter(|_| self.is_hinted.get_untracked()) else {
            return;
        };
        let step = self.step.get();
        if let Some(rest) = step.answer.strip_prefix(attempt.decisions()) {
            live.refused.set(Refused::default());
            live.hint.set(rest.to_vec());
        }
    }

    fn hint(self, live: LiveGame) {
        if self.stage.get_untracked() != Stage::Trying {
            self.reset(live);
        }
        let strays = self.attempt(live).is_none_or(|attempt| {
            !self.step.with(|step| step.answer.starts_with(attempt.decisions()))
        });
        if strays {
            self.reset(live);
        }
        self.is_hinted.set(true);
        self.show_hint(live);
        live.announcement.set(live.hint_text());
    }

    /// Shows the answer from the beginning.
    fn demonstrate(self, live: LiveGame) {
        if let Some(model) = self.model(false) {
            live.model.set(model);
            live.changed();
            self.stage.set(Stage::Showing(0));
            later(live, LOOK_MS, move || live.start());
        }
    }

    fn show_on(self, live: LiveGame, shown: usize) {
        let Some(attempt) = self.attempt(live) else { return };
        let step = self.step.get();
        if let Some(roll) = attempt.roll(&step) {
            live.apply_step(&roll);
        } else if let Some(next) = step.answer.get(shown) {
            self.stage.set(Stage::Showing(shown + 1));
            live.apply_step(next);
        } else {
            later(live, SHOWN_MS, move || {
                self.reset(live);
                focus(".lesson .task");
            });
        }
    }
}

/// Runs later, unless something else has happened on the board.
fn later(live: LiveGame, delay_ms: u64, act: impl Fn() + 'static) {
    let generation = live.generation.get();
    dom::set_timeout(delay_ms, move || {
        if live.generation.try_get() == Some(generation) {
            act();
        }
    });
}

fn focus(selector: &str) {
    let found = dom::document().and_then(|document| document.query_selector(selector).ok()?);
    if let Some(element) = found {
        dom::focus_in_place(&element);
    }
}

/// The steps of a lesson, from the first that is not done.
pub(super) fn player(course: &Course, lesson: usize) -> View {
    let course = Rc::new(course.clone());
    let progress = Progress::read();
    let steps = &course.lessons[lesson].steps;
    let first = steps
        .iter()
        .position(|step| !progress.is_done(&course, &course.lessons[lesson], &step.id))
        .unwrap_or(0);
    let at = Signal::new(first);
    view! {
        {move || {
            let at_step = at.get();
            let course = course.clone();
            untrack(move || step_view(&course, lesson, at_step, at))
        }}
    }
}

fn step_view(course: &Rc<Course>, lesson: usize, at_step: usize, at: Signal<usize>) -> View {
    let say = Say::global();
    let this: &Lesson = &course.lessons[lesson];
    let (kind, all) = (course.kind, this.steps.len());
    let step = Rc::new(this.steps[at_step].clone());
    let on_done = {
        let (course, id) = (course.clone(), step.id.clone());
        Rc::new(move || Progress::mark(&course, &course.lessons[lesson], &id))
    };
    let player = Player {
        kind,
        step: Stored::new(step.clone()),
        stage: Signal::new(Stage::Leading(0)),
        mistakes: Signal::new(0),
        is_hinted: Signal::new(false),
        waited: Signal::new(false),
        on_done: Stored::new(on_done),
    };
    let Some(model) = player.model(true) else { return super::missing() };
    let seats = model.controllers.len();
    let live = LiveGame::new(model, Rc::new(player));
    if step.lead.is_empty() {
        player.begin(live);
    } else {
        later(live, LOOK_MS, move || live.start());
    }
    let waited = player.waited;
    dom::set_timeout(HINT_MS, move || waited.try_set(true));

    let scene = Memo::new(move || live.scene());
    let marks = Memo::new(move || live.marks());
    let is_trying = Memo::new(move || player.stage.get() == Stage::Trying);
    let touch = move |name| {
        if is_trying.get_untracked() {
            live.touch(name);
        }
    };
    let input = BoardInput::new(InputCallbacks {
        touch: Rc::new(touch),
        can_pick: Rc::new(move |name| {
            marks.with_untracked(|marks| marks.lit.contains(&name) && marks.picked.is_empty())
        }),
        drop: Rc::new(move |name| {
            if is_trying.get_untracked() {
                live.drop_at(name);
            }
        }),
        deselect: Rc::new(move || live.deselect()),
    });
    let keyboard_used = keep_focus(scene);
    let on_key = {
        let input = input.clone();
        move |event: KeyboardEvent| {
            keyboard_used.set(true);
            input.key(&event);
            if event.key() == "Escape" {
                live.deselect();
            }
        }
    };
    let (click, down, moved, up, cancel) =
        (input.clone(), input.clone(), input.clone(), input.clone(), input);
    let prompt = move || match (player.stage.get(), live.refused.get().text) {
        (Stage::Showing(_), _) => say.text("say-lesson-watching"),
        (_, refused) if !refused.is_empty() => refused,
        _ if !live.hint.with(Vec::is_empty) => live.hint_text(),
        _ => live.prompt(),
    };
    let seat_trays = (0..seats).map(move |seat| {
        view! {
            <div class="seat-trays">
                <span class="name">{bind(move || say.seat_name(kind, seat))}</span>
                {trays(kind, scene, marks, Some(mohreh_games::Seat::new(seat)))}
            </div>
        }
    });
    let step_of = move || {
        let args = [("step", (at_step as u32 + 1).into()), ("all", (all as u32).into())];
        say.with("say-lesson-count", &args)
    };
    let go = move |to: usize| {
        at.set(to);
        dom::next_frame(|| focus(".lesson .task"));
    };
    let is_judged = move || matches!(player.stage.get(), Stage::Judged(_));
    let course_route = Route::Learn(kind.to_string());
    let (back, whole) = (course_route.clone(), course.clone());
    view! {
        <main
            class="table lesson"
            class:rolls=bind_bool(move || scene.with(|scene| !scene.dice.is_empty()))
            on:click=on(move |event| click.click(&event))
            on:pointerdown=on(move |event: PointerEvent| {
                keyboard_used.set(false);
                down.down(&event);
            })
            on:pointermove=on(move |event| moved.moved(&event))
            on:pointerup=on(move |event| up.up(&event))
            on:pointercancel=on(move |_: PointerEvent| cancel.cancel())
            on:keydown=on(on_key)
        >
            <div class="seats ask">
                <div class="where">
                    <a class="plain" href=to(say, back)>{bind(move || say.title(kind))}</a>
                    <h1>{this.title.clone()}</h1>
                    <div class="walk">
                        <button class="bare" aria-label=say!(say, "say-lesson-before") disabled=at_step == 0 on:click=on(move |_| go(at_step - 1))>
                            {icon(Icon::TakeBack)}
                        </button>
                        <span class="quiet">{bind(step_of)}</span>
                        <button class="bare onward" aria-label=say!(say, "say-lesson-skip") disabled=at_step + 1 == all on:click=on(move |_| go(at_step + 1))>
                            {icon(Icon::TakeBack)}
                        </button>
                    </div>
                </div>
                <p class="task" tabindex="-1">{sentence(&step.say)}</p>
            </div>
            <div class="middle">{board(kind, scene, marks)}</div>
            <div class="below">
                {show(is_judged, move || verdict(player, live, &whole, lesson, at_step, Rc::new(go)))}
                {show(move || !is_judged(), move || view! {
                    <p
                        class="prompt"
                        class:asked=is_trying
                        class:hinted=bind_bool(move || is_trying.get() && !live.hint.with(Vec::is_empty))
                    >
                        <span>{bind(prompt)} {rule_link(kind, live.refused)}</span>
                    </p>
                })}
                <div class="supply">
                    {dice(scene, marks)}
                    {trays(kind, scene, marks, None)}
                    {buttons(kind, scene, marks)}
                </div>
                {helps(player, live)}
                <div class="seat-row">{seat_trays.views()}</div>
                {move || notes(&scene.get())}
            </div>
            <p class="unseen" aria-live="polite" role="status">{bind(move || live.announcement.get())}</p>
        </main>
    }
}

/// Hint, demonstration and another try.
fn helps(player: Player, live: LiveGame) -> View {
    let can_help =
        Memo::new(move || !matches!(player.stage.get(), Stage::Leading(_) | Stage::Showing(_)));
    let is_done = Memo::new(move || player.stage.get() == Stage::Judged(Verdict::Done));
    let is_guided = player.step.with(|step| step.is_guided);
    let stands_out = move || {
        !is_done.get()
            && !is_guided
            && !player.is_hinted.get()
            && (player.waited.get() || player.mistakes.get() >= HINT_MISTAKES)
    };
    let can_reset = move || {
        let judged = matches!(player.stage.get(), Stage::Judged(_));
        let played = live.model.with(|model| model.awaiting() != Awaiting::Dice);
        can_help.get()
            && played
            && (judged
                || live.model.with(|model| {
                    let start = player.step.with(|step| step.past.len() + step.lead.len());
                    model.record.steps().len() > start
                }))
    };
    view! {
        <div class="actions" class:calls=bind_bool(stands_out)>
            {action("hint", Icon::Hint, "say-hint", move || can_help.get() && !is_done.get(), move || player.hint(live))}
            {action("watch", Icon::Play, "say-lesson-watch", move || can_help.get(), move || player.demonstrate(live))}
            {action("again", Icon::Again, "say-lesson-from-start", can_reset, move || player.reset(live))}
        </div>
    }
}

/// What is said of the turn, and the way on.
fn verdict(
    player: Player,
    live: LiveGame,
    course: &Rc<Course>,
    lesson: usize,
    at_step: usize,
    go: Rc<dyn Fn(usize)>,
) -> View {
    let say = Say::global();
    let Stage::Judged(verdict) = player.stage.get_untracked() else { return View::none() };
    let is_done = verdict == Verdict::Done;
    let text = player.verdict_text(verdict);
    let steps = course.lessons[lesson].steps.len();
    let next = course.lessons.get(lesson + 1);
    let kind = course.kind;
    let on_way = match (is_done, next) {
        (false, _) => view! {
            <button class="button" data-act="retry" on:click=on(move |_| {
                player.reset(live);
                focus(".lesson .task");
            })>{say!(say, "say-try-again")}</button>
        },
        (true, _) if at_step + 1 < steps => view! {
            <button class="button" data-act="next" on:click=on(move |_| go(at_step + 1))>{say!(say, "say-lesson-next")}</button>
        },
        (true, Some(next)) => {
            let words = [say.text("say-lesson-next-lesson"), next.title.clone()].concat();
            view! { <a class="button" data-act="next" href=to(say, lesson_route(course, next))>{words}</a> }
        }
        (true, None) => {
            let game = move || format!("{}?with=computer", Route::New(kind).path(say.language()));
            view! {
                <a class="button" data-act="next" href=bind(game)>{say!(say, "say-play-computer")}</a>
                <a class="button plain" href=to(say, Route::Learn(kind.to_string()))>{say!(say, "say-lesson-list")}</a>
            }
        }
    };
    view! {
        <div class="verdict" class:right=is_done>
            <p>
                {is_done.then(|| icon(Icon::Done))}
                <span>{sentence(&text)}</span>
            </p>
            <p class="row">{on_way}</p>
        </div>
    }
}
