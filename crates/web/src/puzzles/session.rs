//! One puzzle after the other: that of the day, a run with a rating, or one that was chosen.

use std::rc::Rc;

use mohreh_games::Kind;
use mohreh_puzzles::{Bank, Puzzle, of_day};
use reactive_graph::graph::untrack;
use wasm_bindgen::JsCast;

use super::Place;
use super::attempt::{Attempt, Phase};
use super::choose::Selection;
use super::progress::Progress;
use super::solve::{Solve, solve_view};
use crate::dom;
use crate::navigation::navigate;
use crate::say::{Say, say, title, to};
use crate::signal::Signal;
use crate::view::{View, bind, on, show, view};

/// Days since 1970 in the person's calendar.
pub(super) fn today() -> u32 {
    let minutes_west = js_sys::Date::new_0().get_timezone_offset() as i64;
    ((dom::now_ms() as i64 / 60_000 - minutes_west) / (24 * 60)) as u32
}

/// The puzzle of today.
pub(super) fn of_today(bank: &Bank) -> Option<Puzzle> {
    bank.puzzles.get(of_day(today(), bank.puzzles.len())?).cloned()
}

/// Focuses the heading of the next puzzle, so that the keyboard and screen readers start there.
pub(super) fn focus_heading() {
    dom::next_frame(|| {
        let found =
            dom::document().and_then(|document| document.query_selector(".puzzle h1").ok()?);
        if let Some(heading) = found {
            let _ = heading.set_attribute("tabindex", "-1");
            dom::focus_in_place(&heading);
        }
    });
}

/// Link back to the puzzles of the game.
pub(super) fn back_link(kind: Kind) -> View {
    let say = Say::global();
    view! { <a class="plain up" href=to(say, Place::All.route(kind))>{title(say, kind)}</a> }
}

fn frame(solve: Solve, above: View, after: impl Fn() -> View + 'static) -> View {
    view! { <main class="replay">{solve_view(solve, above, after)}</main> }
}

pub(super) fn daily(kind: Kind, bank: &Rc<Bank>) -> View {
    let say = Say::global();
    let day = today();
    let Some(attempt) = of_today(bank).and_then(|puzzle| Attempt::new(kind, puzzle)) else {
        return super::missing();
    };
    let puzzle = attempt.puzzle.clone();
    let solve = Solve::new(attempt, false, move |solved| {
        let mut progress = Progress::of(kind);
        progress.note(&puzzle, solved);
        if solved {
            progress.note_day(day);
        }
        progress.save(kind);
    });
    let date = move || {
        let date = dom::local_date(&dom::now_iso(), say.language().code());
        say.with("puzzle-of-day", &[("date", date.into())])
    };
    let above = view! { <p class="quiet row">{back_link(kind)} <span>{bind(date)}</span></p> };
    frame(solve, above, move || {
        let over = move || matches!(solve.phase(), Phase::Solved | Phase::Shown);
        show(over, move || {
            view! {
                <p class="row">
                    <a class="button" href=to(say, Place::Run.route(kind))>{say!(say, "puzzle-go-on-run")}</a>
                </p>
            }
        })
    })
}

pub(super) fn run(kind: Kind, bank: &Rc<Bank>) -> View {
    let bank = bank.clone();
    let count = Signal::new(0_u32);
    view! {
        <main class="replay">
            {move || {
                let number = count.get();
                let bank = bank.clone();
                untrack(move || run_puzzle(kind, &bank, number, count))
            }}
        </main>
    }
}

/// The next puzzle of a run.
fn run_puzzle(kind: Kind, bank: &Rc<Bank>, number: u32, count: Signal<u32>) -> View {
    let say = Say::global();
    let mut progress = Progress::of(kind);
    let next = progress.next(bank, &mut dom::random_below);
    let Some(attempt) = next.and_then(|puzzle| Attempt::new(kind, puzzle)) else {
        return super::missing();
    };
    if number > 0 {
        focus_heading();
    }
    let shown = Signal::new(progress.clone());
    let before = progress.shown_rating();
    let puzzle = attempt.puzzle.clone();
    let solve = Solve::new(attempt, false, move |solved| {
        let mut progress = Progress::of(kind);
        progress.rate(&puzzle, solved);
        progress.save(kind);
        shown.set(progress);
    });
    let rating = move || {
        let rating = shown.with(Progress::shown_rating);
        say.with("puzzle-your-rating", &[("number", rating.into())])
    };
    let change = move || {
        let rating = shown.with(Progress::shown_rating);
        let key = if rating >= before { "puzzle-gained" } else { "puzzle-lost" };
        match rating.abs_diff(before) {
            0 => String::new(),
            count => say.with(key, &[("count", count.into())]),
        }
    };
    let above = view! {
        <p class="quiet row">{back_link(kind)} <span class="rating">{bind(rating)} " " <b>{bind(change)}</b></span></p>
    };
    solve_view(solve, above, move || {
        let over = move || matches!(solve.phase(), Phase::Solved | Phase::Shown);
        view! {
            {show(over, move || view! {
                <p class="row">
                    <button class="button" data-act="next" on:click=on(move |_| count.update(|count| *count += 1))>{say!(say, "puzzle-next")}</button>
                </p>
            })}
            {move || graph(&shown.with(|progress| progress.history.clone()))}
        }
    })
}

/// The ratings of the run as a small curve.
pub(super) fn graph(history: &[u32]) -> View {
    let say = Say::global();
    let (Some(low), Some(high), [first, .., last]) =
        (history.iter().min(), history.iter().max(), history)
    else {
        return View::none();
    };
    // At least so high that small changes look small.
    let span = (high - low).max(100);
    let point = |(n, value): (usize, &u32)| {
        let x = n * 300 / (history.len() - 1);
        let y = 56 - (value - low) * 52 / span;
        format!("{x} {y}")
    };
    let points = history.iter().enumerate().map(point).collect::<Vec<_>>().join("L");
    let (first, last) = (*first, *last);
    let words =
        move || say.with("puzzle-graph-words", &[("first", first.into()), ("last", last.into())]);
    view! {
        <svg class="curve" viewBox="0 0 300 60" role="img" aria-label=bind(words)>
            <path d=["M", &points].concat()></path>
        </svg>
    }
}

/// A puzzle that was chosen, or that a link leads to.
pub(super) fn one(kind: Kind, bank: &Rc<Bank>, puzzle: Puzzle) -> View {
    let say = Say::global();
    let selection = Selection::load(kind);
    let next = selection.next(bank, &puzzle, &Progress::of(kind));
    let Some(attempt) = Attempt::new(kind, puzzle.clone()) else { return super::missing() };
    let solve = Solve::new(attempt, false, move |solved| {
        let mut progress = Progress::of(kind);
        progress.note(&puzzle, solved);
        progress.save(kind);
    });
    let above = view! { <p class="quiet row">{back_link(kind)}</p> };
    frame(solve, above, move || {
        let over = move || matches!(solve.phase(), Phase::Solved | Phase::Shown);
        show(
            move || over() && next.is_some(),
            move || {
                let go = move |_| {
                    if let Some(id) = next {
                        navigate(&Place::One(id).route(kind));
                    }
                };
                view! {
                    <p class="row">
                        <button class="button" data-act="next" on:click=on(go)>{say!(say, "puzzle-next")}</button>
                    </p>
                }
            },
        )
    })
}

/// Opens the print dialogue of the browser.
pub(super) fn print() {
    if let Some(window) = dom::window() {
        let _ = window.unchecked_into::<web_sys::Window>().print();
    }
}
