//! The puzzles of a game: daily, run, storm, and all of them by theme and difficulty.

use std::rc::Rc;

use mohreh_games::Kind;
use mohreh_puzzles::{Bank, Difficulty, Goal, Puzzle};

use super::progress::Progress;
use super::session::{graph, of_today, today};
use super::sheet::sheet;
use super::{Place, picture, theme_name};
use crate::dom;
use crate::route::Route;
use crate::say::{Say, say, title, to};
use crate::signal::{Memo, Signal};
use crate::store;
use crate::view::{View, Views, bind, bind_bool, on, show, view};

/// Puzzles that are listed at first, and with each request for more.
const PAGE: usize = 40;

/// Which puzzles are chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Selection {
    /// `GOAL IDEA`; empty for all.
    theme: String,
    /// Empty for all.
    difficulty: String,
}

fn theme_text(puzzle: &Puzzle) -> String {
    [puzzle.goal.name(), " ", &puzzle.idea].concat().trim_end().to_string()
}

impl Selection {
    fn name(kind: Kind) -> String {
        format!("puzzles-{kind}")
    }

    /// The last choice.
    pub(super) fn load(kind: Kind) -> Selection {
        let text = store::draft(&Selection::name(kind));
        let (theme, difficulty) = text.split_once('\n').unwrap_or_default();
        Selection { theme: theme.to_string(), difficulty: difficulty.to_string() }
    }

    fn save(&self, kind: Kind) {
        store::save_draft(&Selection::name(kind), &[&*self.theme, "\n", &self.difficulty].concat());
    }

    fn fits(&self, puzzle: &Puzzle) -> bool {
        let difficulty = Difficulty::of(puzzle.rating).name();
        (self.theme.is_empty() || theme_text(puzzle) == self.theme)
            && (self.difficulty.is_empty() || difficulty == self.difficulty)
    }

    pub(super) fn puzzles<'a>(&self, bank: &'a Bank) -> Vec<&'a Puzzle> {
        bank.puzzles.iter().filter(|puzzle| self.fits(puzzle)).collect()
    }

    /// The id of the next puzzle that is not solved, after this one.
    pub(super) fn next(&self, bank: &Bank, puzzle: &Puzzle, progress: &Progress) -> Option<u32> {
        let all = self.puzzles(bank);
        let at = all.iter().position(|other| *other == puzzle).map_or(0, |at| at + 1);
        let others = all.iter().skip(at).chain(all.iter().take(at));
        let mut open = others.filter(|other| **other != puzzle && !progress.has_solved(other));
        open.next().map(|next| next.id())
    }
}

/// The themes of a bank, in the order of the goals.
fn themes(bank: &Bank) -> Vec<(Goal, String)> {
    let mut themes: Vec<(Goal, String)> = Vec::new();
    for puzzle in &bank.puzzles {
        let theme = (puzzle.goal, puzzle.idea.clone());
        if let Err(at) = themes.binary_search(&theme) {
            themes.insert(at, theme);
        }
    }
    themes
}

pub(super) fn choose(kind: Kind, bank: &Rc<Bank>) -> View {
    let say = Say::global();
    let progress = Rc::new(Progress::of(kind));
    let selection = Signal::new(Selection::load(kind));
    let listed = Signal::new(PAGE);
    let printing = Signal::new(false);
    let set = move |change: &dyn Fn(&mut Selection)| {
        selection.update(|selection| change(selection));
        selection.with_untracked(|selection| selection.save(kind));
        listed.set(PAGE);
    };
    let themes = themes(bank);
    let difficulties: Vec<Difficulty> = Difficulty::ALL.to_vec();
    let counted = bank.clone();
    let count = Memo::new(move || selection.with(|selection| selection.puzzles(&counted).len()));
    let solved = {
        let (bank, progress) = (bank.clone(), progress.clone());
        Memo::new(move || {
            let chosen = selection.with(|selection| {
                selection.puzzles(&bank).iter().filter(|puzzle| progress.has_solved(puzzle)).count()
            });
            chosen as u32
        })
    };
    let total = move || {
        let numbers = [("count", solved.get().into()), ("all", (count.get() as u32).into())];
        say.with("puzzle-solved-of", &numbers)
    };
    let (list_bank, sheet_bank, list_progress) = (bank.clone(), bank.clone(), progress.clone());
    let list = move || {
        let limit = listed.get();
        let chip = |(n, puzzle): (usize, &Puzzle)| {
            let is_solved = list_progress.has_solved(puzzle);
            let place = Place::One(puzzle.id());
            view! {
                <li>
                    <a class="chip" class:done=is_solved href=to(say, place.route(kind))>
                        <span>{bind(move || say.number(n as u32 + 1))}</span>
                        {is_solved.then(|| view! { <span class="unseen">{say!(say, "puzzle-is-solved")}</span> })}
                    </a>
                </li>
            }
        };
        let puzzles = selection.with(|selection| {
            selection
                .puzzles(&list_bank)
                .into_iter()
                .take(limit)
                .enumerate()
                .map(chip)
                .collect::<Vec<_>>()
        });
        puzzles.into_iter().views()
    };
    let theme_option = move |(goal, idea): (Goal, String)| {
        let text = [goal.name(), " ", &idea].concat().trim_end().to_string();
        let value = text.clone();
        view! {
            <option value=value selected=bind_bool(move || selection.with(|selection| selection.theme == text))>
                {bind(move || theme_name(say, goal.name(), &idea))}
            </option>
        }
    };
    let difficulty_option = move |difficulty: Difficulty| {
        let name = difficulty.name();
        view! {
            <option value=name selected=bind_bool(move || selection.with(|selection| selection.difficulty == name))>
                {bind(move || say.text(&format!("puzzle-{name}")))}
            </option>
        }
    };
    let history = progress.history.clone();
    view! {
        <main class="prose wide puzzles">
            <p class="quiet noprint"><a class="plain up" href=to(say, Route::Puzzles(String::new()))>{say!(say, "puzzle-all")}</a></p>
            <h1 class="noprint">{title(say, kind)} " · " {say!(say, "say-puzzles")}</h1>
            <div class="noprint">{ways(kind, bank, &progress)}</div>
            <div class="noprint">{graph(&history)}</div>
            <section class="noprint pick">
                <h2>{say!(say, "puzzle-choose")}</h2>
                <div class="filters">
                    <label><span>{say!(say, "puzzle-theme")}</span>
                        <select name="theme" on:change=on(move |event| {
                            let theme = dom::event_value(&event);
                            set(&|selection| selection.theme.clone_from(&theme));
                        })>
                            <option value="" selected=bind_bool(move || selection.with(|selection| selection.theme.is_empty()))>{say!(say, "puzzle-any")}</option>
                            {themes.into_iter().map(theme_option).views()}
                        </select>
                    </label>
                    <label><span>{say!(say, "puzzle-difficulty")}</span>
                        <select name="difficulty" on:change=on(move |event| {
                            let difficulty = dom::event_value(&event);
                            set(&|selection| selection.difficulty.clone_from(&difficulty));
                        })>
                            <option value="" selected=bind_bool(move || selection.with(|selection| selection.difficulty.is_empty()))>{say!(say, "puzzle-any")}</option>
                            {difficulties.into_iter().map(difficulty_option).views()}
                        </select>
                    </label>
                </div>
                <p class="row spread">
                    <span class="quiet" role="status">{bind(total)}</span>
                    <button class="plain" data-act="sheet" aria-pressed=bind(move || if printing.get() { "true" } else { "false" })
                        on:click=on(move |_| printing.update(|printing| *printing = !*printing))>{say!(say, "puzzle-sheet")}</button>
                </p>
            </section>
            {show(move || printing.get(), move || {
                let bank = sheet_bank.clone();
                view! { {move || sheet(kind, &selection.with(|selection| selection.puzzles(&bank).into_iter().cloned().collect::<Vec<_>>()))} }
            })}
            <ul class="chips noprint" hidden=bind_bool(move || printing.get())>{list}</ul>
            {show(move || count.get() > listed.get() && !printing.get(), move || view! {
                <p class="row noprint"><button class="button plain" on:click=on(move |_| listed.update(|listed| *listed += 2 * PAGE))>{say!(say, "puzzle-more")}</button></p>
            })}
        </main>
    }
}

/// The puzzle of today, the run and the storm of a game.
pub(super) fn ways(kind: Kind, bank: &Bank, progress: &Progress) -> View {
    let say = Say::global();
    let today_puzzle = of_today(bank);
    let is_done = progress.days.contains(&today());
    let (rating, rated) = (progress.shown_rating(), !progress.history.is_empty());
    let best = progress.storm;
    let daily = today_puzzle.map(|puzzle| {
        let goal = puzzle.goal.name();
        view! {
            <a class="daily" href=to(say, Place::Daily.route(kind)) data-way="daily">
                {picture(kind, &puzzle)}
                <span class="words">
                    <b>{say!(say, "puzzle-today")}</b>
                    <span>{bind(move || say.text(&format!("puzzle-goal-{goal}")))}</span>
                    {is_done.then(|| view! { <span class="done">{say!(say, "puzzle-is-solved")}</span> })}
                </span>
            </a>
        }
    });
    view! {
        <div class="ways">
            {daily}
            <a class="button plain" href=to(say, Place::Run.route(kind)) data-way="run">
                <span class="words"><b>{say!(say, "puzzle-run")}</b>
                {rated.then(|| view! { <span class="about">{bind(move || say.with("puzzle-your-rating", &[("number", rating.into())]))}</span> })}</span>
            </a>
            <a class="button plain" href=to(say, Place::Storm.route(kind)) data-way="storm">
                <span class="words"><b>{say!(say, "puzzle-storm")}</b>
                {(best > 0).then(|| view! { <span class="about">{bind(move || say.with("puzzle-storm-best", &[("count", best.into())]))}</span> })}</span>
            </a>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use mohreh_puzzles::{Bank, Goal};

    use super::{Progress, Selection, themes};

    #[test]
    fn a_selection_finds_its_puzzles_and_the_next_open_one() {
        let line = |n: u32| {
            let theme = ["win-in-one row", "win-in-one", "only-defence"][n as usize % 3];
            format!("{theme} | {} 1 1 | cells={n} | a\n", 700 + 20 * n)
        };
        let bank = Bank::parse(&(0..30).map(line).collect::<String>()).unwrap();
        assert_eq!(
            themes(&bank),
            [(Goal::WinInOne, ""), (Goal::WinInOne, "row"), (Goal::OnlyDefence, "")]
                .map(|(goal, idea)| (goal, idea.to_string()))
        );
        let selection = Selection { theme: "win-in-one row".into(), difficulty: "medium".into() };
        let chosen = selection.puzzles(&bank);
        assert_eq!(chosen.iter().map(|puzzle| puzzle.rating).collect::<Vec<_>>(), [820, 880, 940]);
        let mut progress = Progress::default();
        assert_eq!(selection.next(&bank, chosen[0], &progress), Some(chosen[1].id()));
        progress.note(chosen[1], true);
        assert_eq!(selection.next(&bank, chosen[0], &progress), Some(chosen[2].id()));
        progress.note(chosen[2], true);
        assert_eq!(selection.next(&bank, chosen[0], &progress), None);
        assert_eq!(Selection::default().puzzles(&bank).len(), 30);
    }
}
