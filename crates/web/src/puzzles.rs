//! Puzzles: those of the day, a run with a rating, a storm against the clock, and a choice by theme and difficulty.

mod attempt;
mod chances;
mod choose;
mod fetch;
mod overview;
mod progress;
mod session;
mod sheet;
mod solve;
mod storm;

use std::rc::Rc;

use mohreh_games::{AnyGame, Kind};
use mohreh_puzzles::{Bank, Puzzle};
use reactive_graph::graph::untrack;

use crate::attention::set_subject;
use crate::board::small_board;
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::signal::{Memo, Signal};
use crate::view::{View, on, view};
use fetch::Fetched;

/// What is opened: the part of the URL after `puzzles/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// All puzzles of a game.
    All,
    Daily,
    Run,
    Storm,
    One(u32),
}

impl Place {
    fn read(which: &str) -> Option<(Kind, Place)> {
        let (kind, place) = which.split_once('-').unwrap_or((which, ""));
        let place = match place {
            "" => Place::All,
            "daily" => Place::Daily,
            "run" => Place::Run,
            "storm" => Place::Storm,
            id => Place::One(u32::from_str_radix(id, 16).ok()?),
        };
        Some((kind.parse().ok()?, place))
    }

    fn route(self, kind: Kind) -> Route {
        Route::Puzzles(match self {
            Place::All => kind.to_string(),
            Place::Daily => format!("{kind}-daily"),
            Place::Run => format!("{kind}-run"),
            Place::Storm => format!("{kind}-storm"),
            Place::One(id) => format!("{kind}-{id:08x}"),
        })
    }
}

pub(crate) fn puzzles_page(which: &str) -> View {
    let say = Say::global();
    if which.is_empty() {
        return overview::overview();
    }
    let Some((kind, place)) = Place::read(which).filter(|(kind, _)| fetch::kinds().contains(kind))
    else {
        return missing();
    };
    set_subject(move || [say.title(kind), say.text("say-puzzles")].join(" · "));
    with_bank(kind, move |bank| match place {
        Place::All => choose::choose(kind, bank),
        Place::Daily => session::daily(kind, bank),
        Place::Run => session::run(kind, bank),
        Place::Storm => storm::storm(kind, bank),
        Place::One(id) => match bank.puzzles.iter().find(|puzzle| puzzle.id() == id) {
            Some(puzzle) => session::one(kind, bank, puzzle.clone()),
            None => missing(),
        },
    })
}

/// A view of a bank, once it is there.
fn with_bank(kind: Kind, make: impl Fn(&Rc<Bank>) -> View + 'static) -> View {
    let say = Say::global();
    let bank = Signal::new(fetch::bank(kind));
    view! {
        {move || match bank.get().get() {
            Fetched::Ready(bank) => untrack(|| make(&bank)),
            Fetched::Pending => view! { <main class="prose" aria-busy="true"><p>{say!(say, "say-loading")}</p></main> },
            Fetched::Failed => view! {
                <main class="prose">
                    <h1>{say!(say, "puzzle-no-bank")}</h1>
                    <p>{say!(say, "say-part-missing-why")}</p>
                    <p><button class="button" on:click=on(move |_| bank.set(fetch::bank(kind)))>{say!(say, "say-try-again")}</button></p>
                </main>
            },
        }}
    }
}

fn missing() -> View {
    let say = Say::global();
    view! {
        <main class="prose">
            <h1>{say!(say, "puzzle-missing")}</h1>
            <p>{say!(say, "puzzle-missing-why")}</p>
            <p><a class="button" href=to(say, Route::Puzzles(String::new()))>{say!(say, "puzzle-all")}</a></p>
        </main>
    }
}

/// Name of a theme: its goal, and what it is about.
fn theme_name(say: Say, goal: &str, idea: &str) -> String {
    let goal = say.text(&format!("puzzle-goal-{goal}"));
    match idea {
        "" => goal,
        idea => [goal, say.text(&format!("puzzle-idea-{idea}"))].join(" · "),
    }
}

fn theme_of(say: Say, puzzle: &Puzzle) -> String {
    theme_name(say, puzzle.goal.name(), &puzzle.idea)
}

/// A small board with a puzzle.
fn picture(kind: Kind, puzzle: &Puzzle) -> Option<View> {
    let scene = AnyGame::parse(kind, &puzzle.position).ok()?.scene();
    Some(small_board(kind, Memo::new(move || scene.clone())))
}

#[cfg(test)]
mod tests {
    use mohreh_games::Kind;
    use mohreh_puzzles::{Bank, Difficulty, Goal};
    use mohreh_texts::{Language, Texts};

    use super::Place;
    use crate::route::Route;

    #[test]
    fn places_round_trip() {
        let places = [
            Place::All,
            Place::Daily,
            Place::Run,
            Place::Storm,
            Place::One(7),
            Place::One(u32::MAX),
        ];
        for place in places {
            let Route::Puzzles(which) = place.route(Kind::ALL[1]) else { unreachable!() };
            assert_eq!(Place::read(&which), Some((Kind::ALL[1], place)));
        }
        for garbage in ["", "chess", "chess-daily", "-daily"] {
            assert_eq!(Place::read(garbage), None, "{garbage}");
        }
        for garbage in ["nothing", "123456789"] {
            assert_eq!(Place::read(&format!("{}-{garbage}", Kind::ALL[0])), None, "{garbage}");
        }
    }

    #[test]
    fn every_theme_has_a_name_in_each_language() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/banks");
        for language in Language::ALL {
            let texts = Texts::new(language);
            for goal in Goal::ALL.map(Goal::name) {
                for key in ["goal", "asked"] {
                    assert!(texts.has(&format!("puzzle-{key}-{goal}")), "{key} {goal}");
                }
            }
            for difficulty in Difficulty::ALL.map(Difficulty::name) {
                assert!(texts.has(&format!("puzzle-{difficulty}")), "{difficulty}");
            }
            for kind in Kind::ALL {
                let bank = std::fs::read_to_string(format!("{folder}/{kind}.txt"));
                for puzzle in bank.iter().flat_map(|text| Bank::parse(text).unwrap().puzzles) {
                    let key = format!("puzzle-idea-{}", puzzle.idea);
                    assert!(puzzle.idea.is_empty() || texts.has(&key), "{key}");
                }
            }
        }
    }
}
