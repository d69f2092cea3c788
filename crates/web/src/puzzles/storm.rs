//! A storm: as many short puzzles as possible in three minutes; a mistake costs ten seconds.

use std::rc::Rc;

use mohreh_games::Kind;
use mohreh_puzzles::{Bank, Puzzle};
use reactive_graph::graph::untrack;

use super::Place;
use super::attempt::Attempt;
use super::progress::Progress;
use super::session::{back_link, focus_heading};
use super::solve::{Solve, solve_view};
use crate::dom;
use crate::say::{Say, say, title, to};
use crate::signal::{Memo, Signal, every};
use crate::view::{View, bind, bind_bool, on, view};

const STORM_MS: u64 = 180_000;
const MISTAKE_MS: u64 = 10_000;
/// Time during which the last answer is seen before the next puzzle comes.
const BETWEEN_MS: u64 = 450;
/// Puzzles from the easiest of the bank to the hardest.
const STAIRS: usize = 45;

/// State of a storm. A `Copy` handle.
#[derive(Clone, Copy)]
struct Storm {
    /// When it ends, by the device's clock; 0 before it begins.
    end_ms: Signal<u64>,
    now_ms: Signal<u64>,
    solved: Signal<u32>,
    mistakes: Signal<u32>,
    /// Number of the puzzle.
    number: Signal<u32>,
}

impl Storm {
    fn left_ms(self) -> u64 {
        self.end_ms.get().saturating_sub(self.now_ms.get())
    }

    fn is_running(self) -> bool {
        self.end_ms.get() > 0 && self.left_ms() > 0
    }

    fn begin(self) {
        self.solved.set(0);
        self.mistakes.set(0);
        self.now_ms.set(dom::now_ms());
        self.end_ms.set(dom::now_ms() + STORM_MS);
        self.number.update(|number| *number += 1);
    }
}

/// The puzzles of storms: one turn each.
fn short_ones(bank: &Bank) -> Vec<Puzzle> {
    let is_short = |puzzle: &&Puzzle| puzzle.goal.turns() <= 1;
    bank.puzzles.iter().filter(is_short).cloned().collect()
}

/// The puzzle after so many, each a little harder.
fn next(all: &[Puzzle], done: usize, below: &mut dyn FnMut(u32) -> u32) -> Option<Puzzle> {
    let width = (all.len() / STAIRS).max(1);
    let at = done.min(STAIRS - 1) * width + below(width as u32) as usize;
    all.get(at.min(all.len().checked_sub(1)?)).cloned()
}

pub(super) fn storm(kind: Kind, bank: &Rc<Bank>) -> View {
    let say = Say::global();
    let all = Rc::new(short_ones(bank));
    let storm = Storm {
        end_ms: Signal::new(0),
        now_ms: Signal::new(0),
        solved: Signal::new(0),
        mistakes: Signal::new(0),
        number: Signal::new(0),
    };
    let running = Memo::new(move || storm.is_running());
    every(200, move || {
        if running.get_untracked() {
            storm.now_ms.set(dom::now_ms());
            if !storm.is_running() {
                let mut progress = Progress::of(kind);
                progress.storm = progress.storm.max(storm.solved.get_untracked());
                progress.save(kind);
            }
        }
    });
    view! {
        <main class="replay storm">
            {move || match running.get() {
                true => {
                    let all = all.clone();
                    view! {
                        {move || {
                            storm.number.get();
                            let all = all.clone();
                            untrack(move || storm_puzzle(kind, &all, storm))
                        }}
                    }
                }
                false => untrack(move || between(kind, storm)),
            }}
            <p class="unseen" aria-live="polite">{bind(move || match storm.number.get() {
                0 | 1 => String::new(),
                _ => score(say, storm),
            })}</p>
        </main>
    }
}

fn score(say: Say, storm: Storm) -> String {
    let (solved, mistakes) = (storm.solved.get(), storm.mistakes.get());
    say.with("puzzle-storm-score", &[("count", solved.into()), ("mistakes", mistakes.into())])
}

/// Before the first storm, and between two.
fn between(kind: Kind, storm: Storm) -> View {
    let say = Say::global();
    let is_first = storm.end_ms.get() == 0;
    let best = Progress::of(kind).storm;
    view! {
        <div class="prose storm-end">
            <p class="quiet">{back_link(kind)}</p>
            <h1>{say!(say, if is_first { "puzzle-storm" } else { "puzzle-storm-over" })}</h1>
            {(!is_first).then(|| view! { <p class="score" role="status">{bind(move || score(say, storm))}</p> })}
            {is_first.then(|| view! { <p>{say!(say, "puzzle-storm-about")}</p> })}
            {(best > 0).then(|| view! { <p class="quiet">{bind(move || say.with("puzzle-storm-best", &[("count", best.into())]))}</p> })}
            <p class="row">
                <button class="button big" data-act="begin" on:click=on(move |_| storm.begin())>{say!(say, if is_first { "puzzle-storm-begin" } else { "puzzle-storm-again" })}</button>
                <a class="button plain" href=to(say, Place::All.route(kind))>{title(say, kind)}</a>
            </p>
        </div>
    }
}

fn storm_puzzle(kind: Kind, all: &Rc<Vec<Puzzle>>, storm: Storm) -> View {
    let say = Say::global();
    let done = storm.solved.get() + storm.mistakes.get();
    let next = next(all, done as usize, &mut dom::random_below);
    let Some(attempt) = next.and_then(|puzzle| Attempt::new(kind, puzzle)) else {
        return super::missing();
    };
    focus_heading();
    let solve = Solve::new(attempt, true, move |solved| {
        if solved {
            storm.solved.update(|solved| *solved += 1);
        } else {
            storm.mistakes.update(|mistakes| *mistakes += 1);
            storm.end_ms.update(|end_ms| *end_ms = end_ms.saturating_sub(MISTAKE_MS));
        }
        let number = storm.number.get_untracked();
        dom::set_timeout(BETWEEN_MS, move || {
            if storm.end_ms.with_untracked(|end_ms| *end_ms > 0)
                && storm.number.get_untracked() == number
            {
                storm.number.set(number + 1);
            }
        });
    });
    let clock = move || {
        let seconds = storm.left_ms().div_ceil(1000);
        say.digits(&format!("{}:{:02}", seconds / 60, seconds % 60))
    };
    let above = view! {
        <p class="row clock-row">
            <bdi class="clock" dir="ltr" role="timer" class:low=bind_bool(move || storm.left_ms() < 20_000)>{bind(clock)}</bdi>
            <span>{bind(move || score(say, storm))}</span>
        </p>
    };
    solve_view(solve, above, View::none)
}

#[cfg(test)]
mod tests {
    use mohreh_puzzles::{Bank, Puzzle};

    use super::{STAIRS, next, short_ones};

    #[test]
    fn a_storm_gets_harder_and_never_runs_out() {
        let puzzle = |n: u32| -> Puzzle {
            let goal = if n.is_multiple_of(3) { "win-in-two" } else { "win-in-one" };
            format!("{goal} | {} 1 1 | cells={n} | a", 500 + n).parse().unwrap()
        };
        let all = short_ones(&Bank { puzzles: (0..400).map(puzzle).collect() });
        assert!(all.iter().all(|puzzle| puzzle.goal.turns() == 1));
        let rating = |done| next(&all, done, &mut |most| most / 2).unwrap().rating;
        assert!((1..STAIRS).all(|done| rating(done) > rating(done - 1)));
        assert_eq!(rating(STAIRS), rating(5000));
        assert_eq!(next(&[], 0, &mut |_| 0), None);
        assert!(next(&all[..1], 9, &mut |_| 0).is_some());
    }
}
