//! The engine beside the board: win chance, best lines, arrows, odds of the dice. It runs while the page is visible.

use mohreh_games::show::Name;
use mohreh_games::{AnyGame, Record, Seat, Status};
use mohreh_texts::Direction;
use reactive_graph::owner::on_cleanup;
use web_sys::PointerEvent;

use super::study::{turns_of, ways_of};
use super::{Analysis, Study};
use crate::board::Drawn;
use crate::dom;
use crate::engine::{Engine, Line, Lines, Reply, Win};
use crate::say::{Say, say};
use crate::signal::{Global, Memo, Signal, Stored, effect};
use crate::store;
use crate::switch::switch;
use crate::view::{View, Views, bind, bind_bool, on, show, view};

/// Pause before a search, so that stepping through a game starts none.
const START_DELAY_MS: u64 = 150;
/// Shortest time between two updates of the lines.
const UPDATE_MS: u64 = 120;
const MAX_LINES: usize = 5;
/// Name of the draft that keeps the settings of the panel.
const DRAFT: &str = "analysis";

thread_local! {
    static VISIBLE: Global<Signal<bool>> = const { Global::new() };
}

fn is_visible() -> bool {
    dom::document().is_none_or(|document| !document.hidden())
}

/// Whether the document is visible.
fn visible() -> Signal<bool> {
    VISIBLE.with(|visible| {
        visible.get(|| {
            let visible = Signal::new(is_visible());
            dom::on_window("visibilitychange", move || visible.set(is_visible()));
            visible
        })
    })
}

/// What the engine has found.
#[derive(Clone, PartialEq)]
struct Found {
    lines: Lines,
    per_second: u64,
    /// The position that it was found for.
    game: AnyGame,
}

/// State of the panel. A `Copy` handle.
#[derive(Clone, Copy)]
struct Panel {
    analysis: Analysis,
    on: Signal<bool>,
    lines: Signal<usize>,
    threat: Signal<bool>,
    found: Signal<Option<Found>>,
    failed: Signal<bool>,
    /// Callbacks of an earlier search are stale.
    generation: Stored<u32>,
    /// The latest result, until it is shown.
    latest: Stored<Option<Found>>,
    odds: Signal<Vec<(Name, u32)>>,
}

pub(super) fn engine_panel(analysis: Analysis) -> View {
    let say = Say::global();
    let kept = store::draft(DRAFT);
    let mut words = kept.split(' ');
    let panel = Panel {
        analysis,
        on: Signal::new(words.next() == Some("on")),
        lines: Signal::new(words.next().and_then(|lines| lines.parse().ok()).unwrap_or(1)),
        threat: Signal::new(false),
        found: Signal::new(None),
        failed: Signal::new(false),
        generation: Stored::new(0),
        latest: Stored::new(None),
        odds: Signal::new(Vec::new()),
    };
    panel.run();
    on_cleanup(|| Engine::global().interrupt());
    let select = move |event| {
        let lines = dom::event_value(&event).parse().unwrap_or(1);
        panel.lines.set(usize::clamp(lines, 1, MAX_LINES));
        panel.keep();
    };
    let option = move |n: usize| {
        view! { <option value=n.to_string() selected=n == panel.lines.get_untracked()>{bind(move || say.number(n as u64))}</option> }
    };
    let has_threat = Memo::new(move || analysis.study.with(|study| study.threat_line().is_some()));
    view! {
        <section class="engine" aria-label=say!(say, "say-engine")>
            <div class="row">
                {switch(
                    say!(say, "say-engine"),
                    bind(|| ""),
                    bind_bool(move || panel.on.get()),
                    bind_bool(|| false),
                    move |on| {
                        panel.on.set(on);
                        panel.keep();
                    },
                )}
                {show(move || panel.on.get(), move || view! {
                    <span class="quiet small-text">{bind(move || panel.progress_text())}</span>
                })}
            </div>
            {show(move || panel.on.get(), move || view! {
                {chance_bar(panel)}
                {move || lines_view(panel)}
                {odds_view(panel)}
                <div class="row small">
                    <label class="count">
                        <span>{say!(say, "say-lines")}</span>
                        <select on:change=on(select)>{(1..=MAX_LINES).map(option).views()}</select>
                    </label>
                    <button
                        type="button"
                        class="plain"
                        aria-pressed=bind(move || if panel.threat.get() { "true" } else { "false" })
                        disabled=bind_bool(move || !has_threat.get())
                        title=say!(say, "say-threat-about")
                        on:click=on(move |_| panel.threat.update(|threat| *threat = !*threat))
                    >
                        {say!(say, "say-threat")}
                    </button>
                </div>
            })}
        </section>
    }
}

impl Panel {
    fn keep(self) {
        let on = if self.on.get_untracked() { "on" } else { "off" };
        store::save_draft(DRAFT, &format!("{on} {}", self.lines.get_untracked()));
    }

    /// Searches each position that is looked at.
    fn run(self) {
        let visible = visible();
        let study = self.analysis.study;
        // Memos: comments and other variations do not start the search again.
        let line = Memo::new(move || {
            let threat = self.threat.get();
            study.with(|study| match threat {
                true => study.threat_line(),
                false => study.mover().map(|_| study.line()),
            })
        });
        let has_dice = study.with_untracked(|study| !study.scene().dice.is_empty());
        effect(move || {
            // While a better turn is looked for, the engine keeps it to itself.
            let is_tried = self.analysis.attempt.with(Option::is_some);
            let line = line.get().filter(|_| self.on.get() && visible.get() && !is_tried);
            let lines = self.lines.get();
            Engine::global().interrupt();
            self.generation.update(|generation| *generation += 1);
            self.analysis.suggested.set(Vec::new());
            self.found.set(None);
            self.odds.set(Vec::new());
            let generation = self.generation.get();
            if let Some(line) = line {
                dom::set_timeout(START_DELAY_MS, move || {
                    self.start(generation, lines, &line, has_dice);
                });
            }
        });
        // A threat is that of one position.
        let node = Memo::new(move || study.with(Study::node));
        effect(move || {
            node.get();
            self.threat.set(false);
        });
    }

    fn is_stale(self, generation: u32) -> bool {
        self.generation.try_get() != Some(generation)
    }

    fn start(self, generation: u32, lines: usize, line: &str, has_dice: bool) {
        if self.is_stale(generation) {
            return;
        }
        self.failed.set(false);
        let start_ms = dom::now_ms();
        let threat = self.threat.get_untracked();
        let game = self.analysis.study.with_untracked(|study| match threat {
            true => Record::from_line(line)
                .map_or_else(|_| study.game().clone(), |record| record.game().clone()),
            false => study.game().clone(),
        });
        let show_soon = Stored::new(false);
        Engine::global().analyse(lines, line, move |reply| {
            if self.is_stale(generation) {
                return;
            }
            match reply {
                Reply::Lines(mut lines) => {
                    // A later line may turn out to be better than the first.
                    lines.lines.sort_by_key(|line| std::cmp::Reverse(line.win.ten_thousandths()));
                    let elapsed_ms = dom::now_ms().saturating_sub(start_ms).max(1);
                    let per_second = lines.nodes * 1000 / elapsed_ms;
                    self.latest.set(Some(Found { lines, per_second, game: game.clone() }));
                    if !show_soon.get() {
                        show_soon.set(true);
                        dom::set_timeout(UPDATE_MS, move || {
                            if !self.is_stale(generation) {
                                show_soon.set(false);
                                self.show();
                            }
                        });
                    }
                }
                Reply::Failed => self.failed.set(true),
                _ => {}
            }
        });
        if has_dice {
            Engine::background().odds(line, move |reply| {
                if let Reply::Odds(odds) = reply
                    && !self.is_stale(generation)
                {
                    self.odds.set(odds);
                }
            });
        }
    }

    fn show(self) {
        // A line that is pointed at stays where it is.
        if self.analysis.preview.with_untracked(|preview| !preview.is_empty()) {
            let generation = self.generation.get();
            return dom::set_timeout(UPDATE_MS, move || {
                if !self.is_stale(generation) {
                    self.show();
                }
            });
        }
        let Some(found) = self.latest.get() else { return };
        let class = if self.threat.get_untracked() { "threat" } else { "best" };
        let mut drawn = Vec::new();
        if let Some(best) = found.lines.lines.first() {
            let turns = turns_of(&found.game, &best.steps);
            let first = turns.into_iter().next().map(|(_, steps)| steps).unwrap_or_default();
            for (spot, target) in ways_of(&found.game, &first) {
                drawn.push(Drawn { spot, target, class });
            }
        }
        self.found.set(Some(found));
        self.analysis.suggested.set(drawn);
    }

    fn progress_text(self) -> String {
        let say = Say::global();
        if self.failed.get() {
            return say.text("say-engine-failed");
        }
        if self.analysis.study.with(|study| study.mover().is_none()) {
            return String::new();
        }
        match self.found.get() {
            None => say.text("say-thinking-short"),
            Some(found) => {
                let thousands = (found.per_second / 1000).max(1);
                let args = [("depth", found.lines.depth.into()), ("nodes", thousands.into())];
                say.with("say-engine-speed", &args)
            }
        }
    }
}

/// Win chance of a seat in per cent, rounded, in words.
fn chance_text(say: Say, name: &str, ten_thousandths: u32) -> String {
    let percent = (ten_thousandths + 50) / 100;
    say.with("say-chance", &[("name", name.into()), ("percent", percent.into())])
}

/// Win chance of the first seat, in a game of two; of the seat to move, in others.
fn chance_bar(panel: Panel) -> View {
    let say = Say::global();
    let kind = panel.analysis.kind();
    let chance = Memo::new(move || {
        if let Some(decided) = panel.analysis.study.with(|study| decided(study.game())) {
            return Some(decided);
        }
        let found = panel.found.get()?;
        let mover = mover_of(&found.game)?;
        let win = found.lines.lines.first()?.win.ten_thousandths();
        Some(match (found.game.seats(), mover.index()) {
            (2, 1) => (0, 10_000 - win),
            (2, _) => (0, win),
            (_, seat) => (seat, win),
        })
    });
    let text = move || match chance.get() {
        None => String::new(),
        Some((seat, win)) => chance_text(say, &say.seat_name(kind, seat), win),
    };
    let other = move || match chance.get() {
        Some((0, win)) if panel.analysis.study.with(|study| study.game().seats() == 2) => {
            chance_text(say, &say.seat_name(kind, 1), 10_000 - win)
        }
        _ => String::new(),
    };
    view! {
        <div class="chance" class:unknown=bind_bool(move || chance.get().is_none())>
            <p class="row ends"><span>{bind(text)}</span><span>{bind(other)}</span></p>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <path class="second" d="M0 0H100V6H0Z" />
                <path class="first" d=bind(move || bar_path(say, share(chance.get()))) />
            </svg>
        </div>
    }
}

/// The result of a game as a chance: of the first seat in a game of two, of a winner in others.
fn decided(game: &AnyGame) -> Option<(usize, u32)> {
    let Status::Over(outcome) = game.status() else { return None };
    let winner = outcome.winner().map(Seat::index);
    Some(match (game.seats(), winner) {
        (2, Some(0)) => (0, 10_000),
        (2, Some(_)) => (0, 0),
        (2, None) => (0, 5_000),
        (_, winner) => (winner?, 10_000),
    })
}

/// The part of the first seat, from the beginning of a line of text.
fn bar_path(say: Say, percent: u32) -> String {
    match say.language().direction() {
        Direction::LeftToRight => format!("M0 0H{percent}V6H0Z"),
        Direction::RightToLeft => format!("M100 0H{}V6H100Z", 100 - percent),
    }
}

fn share(chance: Option<(usize, u32)>) -> u32 {
    chance.map_or(50, |(_, win)| (win + 50) / 100)
}

fn mover_of(game: &AnyGame) -> Option<Seat> {
    match game.status() {
        Status::ToMove(seat) => Some(seat),
        _ => None,
    }
}

fn win_text(say: Say, win: Win) -> String {
    match win {
        Win::Won => say.text("say-wins-surely"),
        Win::Lost => say.text("say-loses-surely"),
        Win::Chance(_) => {
            say.with("say-percent", &[("percent", ((win.ten_thousandths() + 50) / 100).into())])
        }
    }
}

fn lines_view(panel: Panel) -> View {
    let say = Say::global();
    let found = panel.found.get();
    let lines = found.as_ref().map(|found| found.lines.lines.clone()).unwrap_or_default();
    let game = found.map(|found| found.game);
    let line = |line: Line| {
        let win = line.win;
        let turns = game.as_ref().map(|game| turns_of(game, &line.steps)).unwrap_or_default();
        let mut steps = Vec::new();
        let turns = turns.into_iter().map(|(_, turn)| {
            steps.extend(turn.iter().cloned());
            turn_button(panel, turn.join(" "), steps.clone())
        });
        let turns: Vec<View> = turns.collect();
        view! {
            <li class="line">
                <span class="win">{bind(move || win_text(say, win))}</span>
                <span class="moves" dir="ltr">{turns}</span>
            </li>
        }
    };
    let lines: Vec<View> = lines.into_iter().map(line).collect();
    view! { <ol class="lines" aria-label=say!(say, "say-best-lines")>{lines}</ol> }
}

/// A turn of a line: pointed at or in focus it is shown on the board, pressed it is played.
fn turn_button(panel: Panel, text: String, steps: Vec<String>) -> View {
    let analysis = panel.analysis;
    let (entered, focused) = (steps.clone(), steps.clone());
    let can_play = !panel.threat.get_untracked();
    let preview = move |steps: &[String]| {
        if can_play {
            analysis.preview.set(steps.to_vec());
        }
    };
    view! {
        <button
            type="button"
            class="move"
            disabled=!can_play
            on:pointerenter=on(move |event: PointerEvent| {
                if event.pointer_type() == "mouse" {
                    preview(&entered);
                }
            })
            on:pointerleave=on(move |_: PointerEvent| preview(&[]))
            on:focus=on(move |_: web_sys::Event| preview(&focused))
            on:blur=on(move |_: web_sys::Event| preview(&[]))
            on:click=on(move |_| { analysis.play(&steps); })
        >
            <bdi class="notation">{text}</bdi>
        </button>
    }
}

/// Chances to reach the spots with these dice, the most likely first.
fn odds_view(panel: Panel) -> View {
    let say = Say::global();
    let list = move || {
        let mut odds = panel.odds.get();
        odds.sort_by_key(|(_, chance)| std::cmp::Reverse(*chance));
        let entry = |(name, chance): (Name, u32)| {
            let percent = (chance + 50) / 100;
            view! {
                <li>
                    <bdi dir="ltr" class="notation">{name.to_string()}</bdi> " "
                    {bind(move || say.with("say-percent", &[("percent", percent.into())]))}
                </li>
            }
        };
        odds.into_iter().map(entry).views()
    };
    view! {
        {show(move || panel.odds.with(|odds| !odds.is_empty()), move || view! {
            <details class="odds">
                <summary>{say!(say, "say-odds")}</summary>
                <p class="quiet">{say!(say, "say-odds-about")}</p>
                <ol>{list}</ol>
            </details>
        })}
    }
}
