//! Home page: the games, and the latest unfinished ones of this device.

use mohreh_games::Kind;

use crate::board::small_board;
use crate::games_page::row;
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::signal::{Memo, Signal, Stored, every};
use crate::store::{self, SavedGame};
use crate::view::{View, Views, bind, view};
use crate::{demo, dom};

/// Where the demo games start, as a fraction of their length.
const DEMO_START: f64 = 0.35;
const DEMO_STEP_MS: u64 = 1600;
/// Unfinished games listed at most.
const MAX_LISTED: usize = 3;

pub(crate) fn home() -> View {
    let say = Say::global();
    let games = store::games();
    // One button stands out: of the game that was played last, or the way to learn one.
    let last_kind = games.iter().find_map(|saved| match saved {
        SavedGame::Game(model) => Some(model.kind()),
        SavedGame::Corrupt { .. } => None,
    });
    let unfinished: Vec<SavedGame> = games
        .into_iter()
        .filter(|saved| match saved {
            SavedGame::Game(model) => !model.is_over(),
            SavedGame::Corrupt { .. } => true,
        })
        .take(MAX_LISTED)
        .collect();
    let any = !unfinished.is_empty();
    view! {
        <main class="home">
            <header class="welcome">
                <h1>{say!(say, "say-welcome")}</h1>
                <p>{say!(say, "say-welcome-about")}</p>
                <p class="row">
                    <a class="button" class:plain=last_kind.is_some() href=to(say, Route::Learn(String::new())) data-way="learn">
                        {say!(say, "say-learn")}
                    </a>
                    <a class="button plain" href=to(say, Route::Puzzles(String::new())) data-way="puzzles">{say!(say, "say-puzzles")}</a>
                    <a class="button plain" href=to(say, Route::Lobby) data-way="online">{say!(say, "say-play-online")}</a>
                </p>
            </header>
            {any.then(|| view! {
                <section class="going-on">
                    <h2>{say!(say, "say-going-on")}</h2>
                    <ul class="list">
                        {unfinished.into_iter().map(row).views()}
                    </ul>
                </section>
            })}
            <div class="games">
                {Kind::ALL.iter().map(|kind| card(*kind, last_kind == Some(*kind))).views()}
            </div>
            <p class="row bring">
                <a class="plain" href=to(say, Route::Replay(None))>{say!(say, "say-bring")}</a>
                <a class="plain" href=to(say, Route::Editor(last_kind.unwrap_or(Kind::ALL[0])))>{say!(say, "say-editor")}</a>
            </p>
        </main>
    }
}

/// Card of one game: animated demo board, description, links. The button of a `main` card stands out.
fn card(kind: Kind, main: bool) -> View {
    let say = Say::global();
    let scenes = demo::scenes(kind);
    let count = scenes.len();
    let start = (count as f64 * DEMO_START) as usize;
    let at = Signal::new(start.min(count.saturating_sub(1)));
    let scenes = Stored::new(scenes);
    let scene = Memo::new(move || scenes.with(|scenes| scenes[at.get()].clone()));
    if !dom::prefers_reduced_motion() && count > 1 {
        // Different periods, so that the boards do not move in sync.
        let index = Kind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as u64;
        every(DEMO_STEP_MS + 170 * index, move || {
            at.update(|at| *at = if *at + 1 < count { *at + 1 } else { start });
        });
    }
    let title = format!("{kind}-title");
    let about = title.clone();
    let with = move |who: &str| format!("{}?with={who}", Route::New(kind).path(say.language()));
    view! {
        <article class="card">
            <a class="look" href=bind(move || with("computer")) tabindex="-1" aria-hidden="true">
                {small_board(kind, scene)}
            </a>
            <h2>{bind(move || say.text(&title))}</h2>
            <p class="about">{bind(move || say.about(&about))}</p>
            <p class="ways">
                <a class="button" class:calm=!main href=bind(move || with("computer")) data-way="computer">{say!(say, "say-play-computer")}</a>
                <a class="button plain" href=bind(move || with("people")) data-way="people">{say!(say, "say-play-here")}</a>
                <a class="plain" href=to(say, Route::Learn(kind.to_string())) data-way="learn">{say!(say, "say-learn-this")}</a>
                <a class="plain" href=bind(move || format!("/{}/rules/{kind}/", say.language().code())) rel="external">
                    {say!(say, "say-rules")}
                </a>
            </p>
        </article>
    }
}
