//! A puzzle on the board: touches, the opponent's replies, refutations and the solution.

use std::rc::Rc;

use mohreh_draw::changes;
use mohreh_games::show::{Name, Scene};
use mohreh_games::{Record, Seat};
use mohreh_texts::{Addressee, Who};
use web_sys::KeyboardEvent;

use super::attempt::{Attempt, Next, Phase};
use super::chances::chances;
use super::{Place, theme_of};
use crate::board::{Drawn, Marks, board, change_text, duration_ms};
use crate::dom;
use crate::engine::{Engine, Reply};
use crate::game_model::{TouchResult, next_touches, touch};
use crate::icons::{Icon, icon};
use crate::input::{BoardInput, InputCallbacks};
use crate::notice::{Notice, notify};
use crate::refused::{Refused, rule_link};
use crate::say::{Say, say};
use crate::settings::Settings;
use crate::share;
use crate::signal::{Memo, Signal, Stored};
use crate::sound;
use crate::tray::{buttons, dice, trays};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

/// Pause before a step that is shown.
const SHOW_MS: u64 = 420;

type OnResult = Rc<dyn Fn(bool)>;

/// A puzzle that is being solved. A `Copy` handle.
#[derive(Clone, Copy)]
pub(super) struct Solve {
    pub attempt: Signal<Attempt>,
    picked: Signal<Vec<Name>>,
    refused: Signal<Refused>,
    announcement: Signal<String>,
    /// Steps of a refutation or a reply that are still to be shown invalidate when it changes.
    generation: Stored<u32>,
    /// Told once: solved without mistake and help, or not.
    on_result: Stored<Option<OnResult>>,
    /// Without refutations, and nothing waits.
    is_hurried: bool,
}

impl Solve {
    pub(super) fn new(
        attempt: Attempt,
        is_hurried: bool,
        on_result: impl Fn(bool) + 'static,
    ) -> Solve {
        Solve {
            attempt: Signal::new(attempt),
            picked: Signal::new(Vec::new()),
            refused: Signal::new(Refused::default()),
            announcement: Signal::new(String::new()),
            generation: Stored::new(0),
            on_result: Stored::new(Some(Rc::new(on_result))),
            is_hurried,
        }
    }

    pub(super) fn phase(self) -> Phase {
        self.attempt.with(|attempt| attempt.phase)
    }

    fn is_asked(self) -> bool {
        self.attempt.with_untracked(|attempt| attempt.phase == Phase::Asked)
    }

    /// Tells the result when it is known: at the first mistake, or at the end.
    fn report(self) {
        let (clean, over) =
            self.attempt.with_untracked(|attempt| (attempt.clean, attempt.is_over()));
        if clean && !over {
            return;
        }
        let mut tell = None;
        self.on_result.update(|on_result| tell = on_result.take());
        if let Some(tell) = tell {
            tell(clean);
        }
    }

    fn settle(self) {
        self.generation.update(|generation| *generation += 1);
        self.picked.set(Vec::new());
        self.refused.set(Refused::default());
    }

    fn touch(self, name: Name) {
        if !self.is_asked() {
            return;
        }
        let picked = self.picked.get_untracked();
        let result = self.attempt.with_untracked(|attempt| touch(attempt.game(), &picked, name));
        self.refused.set(Refused::default());
        match result {
            TouchResult::Picked(picked) => self.picked.set(picked),
            TouchResult::Step(step) => self.play(&step),
            TouchResult::Refused => {
                let why = |attempt: &Attempt| Refused::of(attempt.game(), &picked, name);
                let why = self.attempt.with_untracked(why);
                self.announcement.set(why.announcement());
                self.refused.set(why);
            }
        }
    }

    fn deselect(self) {
        self.picked.set(Vec::new());
        self.refused.set(Refused::default());
    }

    fn play(self, step: &str) {
        let before = self.attempt.with_untracked(Attempt::scene);
        let mut next = Next::Nothing;
        self.settle();
        self.attempt.update(|attempt| next = attempt.play(step));
        self.tell_changes(&before);
        match next {
            Next::Nothing => self.report(),
            Next::Reply(reply) => self.show(&reply, true),
            Next::Judge(0, _) if self.is_lost_at_once() => {
                self.attempt.update(|attempt| attempt.refute(Vec::new()));
                self.report();
            }
            Next::Judge(left, record) => self.judge(left, &record),
        }
    }

    /// In a hurry, a turn that does not win at once needs no refutation.
    fn is_lost_at_once(self) -> bool {
        self.is_hurried && self.attempt.with_untracked(|attempt| attempt.puzzle.goal.turns() == 1)
    }

    fn judge(self, left: u32, record: &str) {
        let generation = self.generation.get();
        let goal = self.attempt.with_untracked(|attempt| attempt.puzzle.goal.name());
        let request = format!("puzzle {goal} {left} {record}");
        Engine::global().ask(&request, move |reply| {
            if self.generation.try_get() != Some(generation) {
                return;
            }
            let words = match reply {
                Reply::Told(words) => words,
                _ => Vec::new(),
            };
            match words.split_first() {
                Some((word, reply)) if word == "right" => {
                    let mut next = Next::Nothing;
                    self.attempt.update(|attempt| next = attempt.accept_other(reply.to_vec()));
                    match next {
                        Next::Reply(reply) => self.show(&reply, true),
                        _ => self.report(),
                    }
                }
                Some((_, reply)) => {
                    self.attempt.update(|attempt| attempt.refute(reply.to_vec()));
                    self.report();
                    if !self.is_hurried {
                        self.show(reply, false);
                    }
                }
                None => self.attempt.update(|attempt| attempt.phase = Phase::Unknown),
            }
        });
    }

    /// Shows steps one by one. After a reply, the next turn is asked for.
    fn show(self, steps: &[String], is_reply: bool) {
        let generation = self.generation.get();
        let Some((first, rest)) = steps.split_first() else {
            if is_reply {
                self.attempt.update(Attempt::ask);
            }
            return;
        };
        let (first, rest) = (first.clone(), rest.to_vec());
        dom::set_timeout(SHOW_MS, move || {
            if self.generation.try_get() != Some(generation) {
                return;
            }
            let before = self.attempt.with_untracked(Attempt::scene);
            let mut is_legal = false;
            self.attempt.update(|attempt| is_legal = attempt.push(&first));
            let after = self.attempt.with_untracked(Attempt::scene);
            self.tell_changes(&before);
            if !is_legal {
                return;
            }
            match rest.is_empty() {
                true => self.show(&rest, is_reply),
                false => dom::set_timeout(u64::from(duration_ms(&before, &after)), move || {
                    if self.generation.try_get() == Some(generation) {
                        self.show(&rest, is_reply);
                    }
                }),
            }
        });
    }

    /// Sounds, and words for screen readers.
    fn tell_changes(self, before: &Scene) {
        let (kind, after) = self.attempt.with_untracked(|attempt| (attempt.kind, attempt.scene()));
        let changes = changes(before, &after);
        if Settings::global().with_untracked(|settings| settings.sound) {
            sound::play_changes(&changes);
        }
        let say = Say::global();
        let words: Vec<String> =
            changes.iter().filter_map(|change| change_text(say, kind, change)).collect();
        self.announcement.set(words.join(&say.text("say-full-stop")));
    }

    fn undo(self) {
        match self.picked.with_untracked(Vec::is_empty) {
            true => {
                self.settle();
                self.attempt.update(Attempt::undo);
            }
            false => self.deselect(),
        }
    }

    fn try_again(self) {
        self.settle();
        self.attempt.update(Attempt::try_again);
    }

    fn show_solution(self) {
        self.settle();
        let mut line = Vec::new();
        self.attempt.update(|attempt| line = attempt.give_up());
        self.report();
        self.show(&line, false);
    }

    fn marks(self) -> Marks {
        let picked = self.picked.get();
        let is_lit = Settings::global().with(|settings| settings.lit);
        self.attempt.with(|attempt| {
            let mut marks = Marks { last: attempt.last_touched(), ..Marks::default() };
            if attempt.phase == Phase::Asked {
                if is_lit && attempt.game().scene().hints || !picked.is_empty() {
                    marks.lit = next_touches(attempt.game(), &picked);
                }
                marks.picked = picked;
                self.refused.get().mark(&mut marks);
            }
            let touches = |step: &String| {
                attempt.game().touches(step).map(|touches| touches.path).unwrap_or_default()
            };
            let circle = |spot: &Name, class| Drawn { spot: *spot, target: None, class };
            if let Some(chosen) = attempt.choice.as_ref().filter(|_| attempt.phase == Phase::Wrong)
            {
                marks.drawn.extend(touches(chosen).iter().map(|spot| circle(spot, "threat")));
            }
            let best = attempt.puzzle.chances.first().and_then(|best| best.steps.first());
            if let Some(best) = best.filter(|_| attempt.is_over()) {
                marks.hint = touches(best);
            }
            marks
        })
    }

    fn prompt(self) -> String {
        let (say, picked) = (Say::global(), self.picked.get());
        let refused = self.refused.get().text;
        if !refused.is_empty() {
            return refused;
        }
        self.attempt.with(|attempt| {
            let seat_of_person = attempt.seat;
            let addressee = |seat: Option<Seat>| {
                let who = if seat == Some(seat_of_person) { Who::You } else { Who::Named };
                let name = seat.map(|seat| say.seat_name(attempt.kind, seat.index()));
                Addressee { who, name: name.unwrap_or_default() }
            };
            say.prompt_to(&attempt.game().prompt_after(&picked), &addressee)
        })
    }
}

/// The page of a puzzle. `above` stands beside its heading, `after` below what is said of the answer.
pub(super) fn solve_view(solve: Solve, above: View, after: impl Fn() -> View + 'static) -> View {
    let say = Say::global();
    let (kind, seat, seats) = solve
        .attempt
        .with_untracked(|attempt| (attempt.kind, attempt.seat, attempt.game().seats()));
    let puzzle = solve.attempt.with_untracked(|attempt| attempt.puzzle.clone());
    let goal = puzzle.goal.name();
    let scene = Memo::new(move || solve.attempt.with(Attempt::scene));
    let marks = Memo::new(move || solve.marks());
    let phase = Memo::new(move || solve.phase());
    let input = BoardInput::new(InputCallbacks {
        touch: Rc::new(move |name| solve.touch(name)),
        can_pick: Rc::new(move |name| {
            marks.with_untracked(|marks| marks.lit.contains(&name) && marks.picked.is_empty())
        }),
        drop: Rc::new(move |name| solve.touch(name)),
        deselect: Rc::new(move || solve.deselect()),
    });
    let keys = input.clone();
    let on_key = move |event: KeyboardEvent| {
        keys.key(&event);
        match event.key().as_str() {
            "Escape" => solve.deselect(),
            "u" | "U" | "Backspace" => solve.undo(),
            _ => {}
        }
    };
    let (click, down, moved, up, cancel) =
        (input.clone(), input.clone(), input.clone(), input.clone(), input);
    let asked = move || {
        let name = say.seat_name(kind, seat.index());
        say.sentence(&format!("puzzle-asked-{goal}"), &[("name", name.into())])
    };
    let seat_trays = (0..seats).map(move |seat| {
        view! {
            <div class="seat-trays">
                <span class="name">{bind(move || say.seat_name(kind, seat))}</span>
                {trays(kind, scene, marks, Some(Seat::new(seat)))}
            </div>
        }
    });
    view! {
        <div
            class="viewer analysis puzzle"
            class:rolls=bind_bool(move || scene.with(|scene| !scene.dice.is_empty()))
            data-puzzle=format!("{:08x}", puzzle.id())
            data-ply=bind(move || solve.attempt.with(Attempt::ply).to_string())
            data-phase=bind(move || phase_name(phase.get()))
            on:keydown=on(on_key)
            on:click=on(move |event| click.click(&event))
            on:pointerdown=on(move |event| down.down(&event))
            on:pointermove=on(move |event| moved.moved(&event))
            on:pointerup=on(move |event| up.up(&event))
            on:pointercancel=on(move |_| cancel.cancel())
        >
            <div class="head">
                <div class="row">
                    <h1>{bind(move || say.text(&format!("puzzle-goal-{goal}")))}</h1>
                    {above}
                </div>
                <p class="task">{bind(asked)}</p>
            </div>
            <div class="middle">{board(kind, scene, marks)}</div>
            <div class="below">
                <p class="prompt" hidden=bind_bool(move || phase.get() != Phase::Asked)><span>{bind(move || solve.prompt())} {rule_link(kind, solve.refused)}</span></p>
                <div role="status" class="said">{move || verdict(solve, phase.get())}</div>
                {show(move || failed(phase.get()), move || view! {
                    <div class="row deeds">
                        <button class="button" data-act="again" on:click=on(move |_| solve.try_again())>{icon(Icon::Again)} {say!(say, "say-try-again")}</button>
                        {solution_button(solve)}
                    </div>
                })}
                <div class="supply">
                    {dice(scene, marks)}
                    {trays(kind, scene, marks, None)}
                    {buttons(kind, scene, marks)}
                </div>
                <div class="seat-row">{seat_trays.views()}</div>
                {(!solve.is_hurried).then(|| deeds(solve, phase))}
            </div>
            <div class="beside">
                {show(move || has_chances(solve, phase.get()), move || chances(solve.attempt))}
                {after()}
                {(!solve.is_hurried).then(|| about(solve, phase))}
            </div>
            <p class="unseen" aria-live="polite">{bind(move || solve.announcement.get())}</p>
        </div>
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Asked => "asked",
        Phase::Judging => "judging",
        Phase::Replying => "replying",
        Phase::Wrong => "wrong",
        Phase::Unknown => "unknown",
        Phase::Solved => "solved",
        Phase::Shown => "shown",
    }
}

fn has_chances(solve: Solve, phase: Phase) -> bool {
    let answered = matches!(phase, Phase::Solved | Phase::Shown | Phase::Wrong);
    answered
        && !solve.is_hurried
        && solve.attempt.with_untracked(|attempt| attempt.puzzle.goal.is_chance())
}

/// What is said of the answer.
fn verdict(solve: Solve, phase: Phase) -> View {
    let say = Say::global();
    let attempt = solve.attempt;
    let is_clean = attempt.with_untracked(|attempt| attempt.clean);
    let (class, key) = match phase {
        Phase::Asked => return View::none(),
        Phase::Judging => {
            return view! {
                <p class="thinking"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> <span>{say!(say, "puzzle-judging")}</span></p>
            };
        }
        Phase::Replying => ("right", "puzzle-right-so-far"),
        Phase::Wrong => ("wrong-turn", attempt.with_untracked(Attempt::refutation)),
        Phase::Unknown => ("", "puzzle-unknown"),
        Phase::Solved if is_clean => ("right", "puzzle-solved"),
        Phase::Solved => ("right", "puzzle-solved-late"),
        Phase::Shown => ("", "puzzle-shown"),
    };
    let refutation = attempt.with_untracked(|attempt| attempt.reply.join(" "));
    let is_refuted = phase == Phase::Wrong && !refutation.is_empty();
    view! {
        <p class=["verdict ", class].concat()>
            <span><b>{say!(say, if phase == Phase::Wrong { "puzzle-wrong" } else { "puzzle-nothing" })}</b> {say!(say, key)}
            {is_refuted.then(|| view! { " " <bdi dir="ltr" class="notation">{refutation}</bdi> })}</span>
        </p>
    }
}

fn failed(phase: Phase) -> bool {
    matches!(phase, Phase::Wrong | Phase::Unknown)
}

fn solution_button(solve: Solve) -> View {
    let say = Say::global();
    view! {
        <button class="button plain" data-act="solution" on:click=on(move |_| solve.show_solution())>{icon(Icon::Hint)} {say!(say, "puzzle-show-solution")}</button>
    }
}

/// Below the board while the puzzle is asked, and after it was shown.
fn deeds(solve: Solve, phase: Memo<Phase>) -> View {
    let say = Say::global();
    let can_undo = Memo::new(move || {
        solve.attempt.with(Attempt::can_undo) || !solve.picked.with(Vec::is_empty)
    });
    view! {
        {show(move || phase.get() == Phase::Asked, move || view! {
            <div class="row deeds">
                <button class="button plain" data-act="undo" disabled=bind_bool(move || !can_undo.get()) on:click=on(move |_| solve.undo())>
                    {icon(Icon::Undo)} {say!(say, "say-undo")}
                </button>
                {solution_button(solve)}
            </div>
        })}
        {show(move || phase.get() == Phase::Shown, move || view! {
            <div class="row deeds">
                <button class="button plain" on:click=on(move |_| solve.show_solution())>{icon(Icon::Again)} {say!(say, "puzzle-show-again")}</button>
            </div>
        })}
    }
}

/// The facts of a puzzle, a link to it, and its analysis.
fn about(solve: Solve, phase: Memo<Phase>) -> View {
    let say = Say::global();
    let (kind, puzzle) =
        solve.attempt.with_untracked(|attempt| (attempt.kind, attempt.puzzle.clone()));
    let place = Place::One(puzzle.id());
    let copy = move |_| {
        let origin = dom::window().and_then(|window| window.location().origin().ok());
        dom::copy_text(&(origin.unwrap_or_default() + &place.route(kind).path(say.language())));
        notify(Notice::new("puzzle-link-copied"));
    };
    let record = Record::starting(kind, &puzzle.position).ok();
    let rating = puzzle.rating;
    // The theme would tell too much before.
    let over = move || matches!(phase.get(), Phase::Solved | Phase::Shown);
    view! {
        <p class="row small facts">
            <span>{bind(move || say.with("puzzle-rating-of", &[("number", rating.into())]))}</span>
            {show(over, move || {
                let puzzle = puzzle.clone();
                view! { <span>{bind(move || theme_of(say, &puzzle))}</span> }
            })}
        </p>
        <p class="row small">
            {record.map(|record| view! {
                <a class="plain" href=bind(move || share::link(&record, say.language())) data-act="analyse">{say!(say, "puzzle-analyse")}</a>
            })}
            <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
        </p>
    }
}
