//! The first page: the four games, and what is going on.

use mohreh_games::Kind;

use crate::board::small_board;
use crate::games_page::row;
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::state::{Derived, State, Stored, every};
use crate::store::{self, Kept};
use crate::view::{View, Views, view, words};
use crate::{demo, dom};

/// Where in a demonstration the small boards begin, as a part of it.
const FROM: f64 = 0.35;
/// Milliseconds between two steps of it.
const PACE: u64 = 1600;
/// No more unfinished games are listed here.
const LISTED: usize = 3;

pub fn home() -> View {
    let say = Say::here();
    let unfinished: Vec<Kept> = store::games()
        .into_iter()
        .filter(|kept| match kept {
            Kept::Game(session) => !session.is_over(),
            Kept::Broken { .. } => true,
        })
        .take(LISTED)
        .collect();
    let any = !unfinished.is_empty();
    view! {
        <main class="home">
            <header class="welcome">
                <h1>{say!(say, "say-welcome")}</h1>
                <p>{say!(say, "say-welcome-about")}</p>
                <p><a class="button plain" href=to(say, Route::Lobby) data-way="online">{say!(say, "say-play-online")}</a></p>
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
                {Kind::ALL.iter().map(|kind| card(*kind)).views()}
            </div>
            <p class="row bring">
                <a class="plain" href=to(say, Route::Replay(None))>{say!(say, "say-bring")}</a>
            </p>
        </main>
    }
}

/// One game: a small board that lives, and the ways into it.
fn card(kind: Kind) -> View {
    let say = Say::here();
    let scenes = demo::scenes(kind);
    let many = scenes.len();
    let start = (many as f64 * FROM) as usize;
    let at = State::new(start.min(many.saturating_sub(1)));
    let scenes = Stored::new(scenes);
    let scene = Derived::new(move || scenes.with(|scenes| scenes[at.get()].clone()));
    if !dom::is_still() && many > 1 {
        // The boards do not all move at once.
        let place = Kind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as u64;
        every(PACE + 170 * place, move || {
            at.update(|at| *at = if *at + 1 < many { *at + 1 } else { start });
        });
    }
    let title = format!("{kind}-title");
    let about = title.clone();
    let with = move |who: &str| format!("{}?with={who}", Route::New(kind).path(say.language()));
    view! {
        <article class="card">
            <a class="look" href=words(move || with("computer")) tabindex="-1" aria-hidden="true">
                {small_board(kind, scene)}
            </a>
            <h2>{words(move || say.text(&title))}</h2>
            <p class="about">{words(move || say.about(&about))}</p>
            <p class="ways">
                <a class="button" href=words(move || with("computer")) data-way="computer">{say!(say, "say-play-computer")}</a>
                <a class="button plain" href=words(move || with("people")) data-way="people">{say!(say, "say-play-here")}</a>
                <a class="plain" href=words(move || format!("/{}/rules/{kind}/", say.language().code())) rel="external">
                    {say!(say, "say-rules")}
                </a>
            </p>
        </article>
    }
}
