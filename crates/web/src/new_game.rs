//! A new game: everything that can be agreed on, each with a sentence, and who plays.

mod draft;
mod elsewhere;
mod who;

use mohreh_games::show::{Choice, Offer, Part, Way};
use mohreh_games::{AnyGame, Kind};

use crate::app::{Notice, go, tell};
use crate::board::small_board;
use crate::grid::grid_editor;
use crate::online::words::clock_said;
use crate::online::{Clock, Me};
use crate::route::Route;
use crate::say::{Say, say};
use crate::session::{Pace, Player, Session};
use crate::settings::switch;
use crate::state::{Derived, State, effect};
use crate::view::{View, Views, on, truth, view, words};
use crate::{dom, store};
use draft::{CLOCKS, Draft, Who};
use elsewhere::open_table;
use who::who_plays;

/// Begins a game and opens its table.
fn begin(kind: Kind, setup: &str, players: &[Player], pace: Option<Pace>) -> Result<(), String> {
    let id = store::new_id();
    let session =
        Session::new(id.clone(), kind, setup, players, dom::new_seed(), pace, &dom::now())?;
    if let Err(why) = store::keep(&session) {
        tell(Notice::new(why.key()));
        return Err(String::new());
    }
    go(&Route::Table(id));
    Ok(())
}

/// The same once more: seats move on by one, and what is drawn by lot is drawn anew.
pub fn rematch(session: &Session) {
    let kind = session.kind();
    let drawn = kind.offers().iter().any(|offer| match offer.choice {
        Choice::OneOf(ways) => ways.iter().any(|way| way.setup == Part::Lot),
        Choice::Word(_) => false,
    });
    let setup = session.record.setup();
    let setup = if drawn && !setup.is_empty() {
        kind.draw_setup(&mut dom::chance)
    } else {
        setup.to_string()
    };
    let mut players = session.players.clone();
    players.rotate_right(1);
    // A setup that was played can be played again.
    let _ = begin(kind, &setup, &players, session.pace);
}

pub fn new_game(kind: Kind) -> View {
    let say = Say::here();
    let draft = State::new(Draft::new(kind));
    let query = dom::window().and_then(|window| window.location().search().ok());
    match query.as_deref() {
        Some("?with=people") => draft.update(|draft| draft.who = Who::People),
        Some("?with=online") => draft.update(|draft| draft.who = Who::Online),
        Some("?with=lobby") => draft.update(|draft| {
            draft.who = Who::Online;
            draft.open = true;
        }),
        Some("?with=computer") => draft.update(|draft| draft.who = Who::Computer),
        _ => {}
    }
    let start = Derived::new(move || {
        draft.with(|draft| {
            let setup = draft.setup(kind, None);
            AnyGame::start(kind, &setup).map_err(|error| error.to_string())
        })
    });
    let seats = Derived::new(move || start.with(|start| start.as_ref().map_or(2, AnyGame::seats)));
    let last_good = State::new(AnyGame::start(kind, "").ok().map(|game| game.scene()));
    effect(move || {
        if let Ok(game) = start.get() {
            last_good.set(Some(game.scene()));
        }
    });
    let refused = State::new(String::new());
    let go_on = move |_| {
        let draft = draft.get_untracked();
        draft.keep(kind);
        if draft.who == Who::Online {
            let seats = seats.get_untracked();
            return Me::here().introduced(move || open_table(kind, &draft, seats));
        }
        let setup = draft.setup(kind, Some(&mut dom::chance));
        let players = draft.players(seats.get_untracked());
        let pace = match CLOCKS[draft.clock()] {
            Clock::Live(pace) => Some(pace),
            Clock::None | Clock::Days(_) => None,
        };
        if let Err(why) = begin(kind, &setup, &players, pace) {
            refused.set(why);
        }
    };
    let has_grid = Derived::new(move || {
        draft.with(|draft| {
            draft.ways(kind).find_map(|way| match way.setup {
                Part::Grid(grid) => Some(grid),
                _ => None,
            })
        })
    });
    let wrong = move || start.with(|start| start.as_ref().err().cloned());
    let title = format!("{kind}-title");
    let about = title.clone();
    let notes = move || {
        let notes =
            last_good.with(|scene| scene.as_ref().map(|s| s.notes.clone()).unwrap_or_default());
        notes.into_iter().map(|note| view! { <p class="note">{say!(say, note)}</p> }).views()
    };
    let clocks = Derived::new(move || draft.with(Draft::clocks));
    let clock = move |(n, clock): (usize, Clock)| {
        view! {
            <label class="choice">
                <input type="radio" name="clock"
                    prop:checked=truth(move || draft.with(|draft| draft.clock() == n))
                    on:change=on(move |_| draft.update(|draft| draft.set_clock(n))) />
                <span class="name">{words(move || clock_said(say, clock))}</span>
            </label>
        }
    };
    let begin_said = move || {
        let online = draft.with(|draft| draft.who == Who::Online);
        say.text(if online { "say-open-table" } else { "say-begin" })
    };
    view! {
        <main class="new">
            <header>
                <h1>{words(move || say.text(&title))}</h1>
                <p>{words(move || say.about(&about))}</p>
            </header>
            <div class="preview">
                {move || last_good.get().map(|scene| view! {
                    {small_board(kind, Derived::new(move || scene.clone()))}
                })}
                {notes}
            </div>
            <form on:submit=on(move |event: web_sys::SubmitEvent| { event.prevent_default(); go_on(()); })>
                {who_plays(draft, seats)}
                {kind.offers().iter().enumerate().map(|(n, offer)| offer_view(kind, n, *offer, draft)).views()}
                {move || has_grid.get().map(|grid| {
                    let text = Derived::new(move || draft.with(|draft| draft.grid.clone()));
                    grid_editor(grid, text, move |text| draft.update(|draft| draft.grid = text))
                })}
                <fieldset>
                    <legend>{say!(say, "say-clock")}</legend>
                    <div class="choices">
                        {move || CLOCKS[..clocks.get()].iter().copied().enumerate().map(clock).views()}
                    </div>
                </fieldset>
                {move || wrong().map(|why| view! {
                    <p class="wrong" role="alert">{say!(say, "say-setup-wrong")} " " <bdi dir="ltr">{why}</bdi></p>
                })}
                {move || (!refused.get().is_empty()).then(|| view! {
                    <p class="wrong" role="alert"><bdi dir="ltr">{refused.get()}</bdi></p>
                })}
                <p class="begin">
                    <button class="button big" type="submit" disabled=truth(move || wrong().is_some())>
                        {words(begin_said)}
                    </button>
                </p>
            </form>
        </main>
    }
}

/// One thing to agree on.
fn offer_view(kind: Kind, n: usize, offer: Offer, draft: State<Draft>) -> View {
    let say = Say::here();
    let key = format!("{kind}-offer-{}", offer.name);
    match offer.choice {
        Choice::OneOf(ways) => {
            let about = key.clone();
            let legend = key.clone();
            let way = move |(m, way): (usize, &Way)| {
                let key = format!("{key}-{}", way.name);
                let about = key.clone();
                view! {
                    <label class="choice way">
                        <input type="radio" name=offer.name
                            value=way.name
                            prop:checked=truth(move || draft.with(|draft| draft.chosen[n] == m))
                            on:change=on(move |_| draft.update(|draft| draft.chosen[n] = m)) />
                        <span class="words">
                            <span class="name">{words(move || say.text(&key))}</span>
                            <span class="about">{words(move || say.about(&about))}</span>
                        </span>
                    </label>
                }
            };
            view! {
                <fieldset>
                    <legend>{words(move || say.text(&legend))}</legend>
                    <p class="about">{words(move || say.about(&about))}</p>
                    <div class="choices ways">{ways.iter().enumerate().map(way).views()}</div>
                </fieldset>
            }
        }
        Choice::Word(word) => {
            let about = key.clone();
            let brought = Derived::new(move || draft.with(|draft| draft.brings(kind, word)));
            switch(
                words(move || say.text(&key)),
                words(move || say.about(&about)),
                truth(move || brought.get() || draft.with(|draft| draft.chosen[n] == 1)),
                truth(move || brought.get()),
                move |on| draft.update(|draft| draft.chosen[n] = usize::from(on)),
            )
        }
    }
}
