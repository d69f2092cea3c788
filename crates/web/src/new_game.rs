//! New-game form: the options of the game, the players, the clock.

mod arrangement;
mod draft;
mod online;
mod players;

use mohreh_games::record::RecordError;
use mohreh_games::show::{Choice, Offer, SetupPart, Variant};
use mohreh_games::{AnyGame, Kind, ParseError};
use mohreh_protocol::Clock;

use crate::board::small_board;
use crate::dom;
use crate::game_model::FischerClock;
use crate::grid::grid_editor;
use crate::local_game;
use crate::online::Identity;
use crate::online::text::clock_text;
use crate::say::{Say, say, wrong};
use crate::signal::{Memo, Signal, effect};
use crate::switch::switch;
use crate::view::{View, Views, bind, bind_bool, on, view};
use arrangement::arrangement_editor;
use draft::{CLOCKS, Draft, PlayMode};
use online::open_table;
use players::players_view;

pub(crate) fn new_game(kind: Kind) -> View {
    let say = Say::global();
    let draft = Signal::new(Draft::new(kind));
    let query = dom::window().and_then(|window| window.location().search().ok());
    match query.as_deref() {
        Some("?with=people") => draft.update(|draft| draft.mode = PlayMode::People),
        Some("?with=online") => draft.update(|draft| draft.mode = PlayMode::Online),
        Some("?with=lobby") => draft.update(|draft| {
            draft.mode = PlayMode::Online;
            draft.open = true;
        }),
        Some("?with=computer") => draft.update(|draft| draft.mode = PlayMode::Computer),
        _ => {}
    }
    let start = Memo::new(move || {
        draft.with(|draft| {
            let setup = draft.setup(kind, None);
            AnyGame::start(kind, &setup).map_err(RecordError::from)
        })
    });
    let seats = Memo::new(move || start.with(|start| start.as_ref().map_or(2, AnyGame::seats)));
    let preview = Signal::new(AnyGame::start(kind, "").ok().map(|game| game.scene()));
    effect(move || {
        if let Ok(game) = start.get() {
            preview.set(Some(game.scene()));
        }
    });
    let start_error = Signal::new(String::new());
    let submit = move |_| {
        let draft = draft.get_untracked();
        draft.save(kind);
        if draft.mode == PlayMode::Online {
            let seats = seats.get_untracked();
            return Identity::global().require_name(move || open_table(kind, &draft, seats));
        }
        let setup = draft.setup(kind, Some(&mut dom::random_below));
        let controllers = draft.controllers(seats.get_untracked());
        let clock = match CLOCKS[draft.clock()] {
            Clock::Live { main, more } => {
                Some(FischerClock { base_secs: main, increment_secs: more })
            }
            Clock::None | Clock::Days { .. } => None,
        };
        if let Err(why) = local_game::begin(kind, &setup, &controllers, clock) {
            start_error.set(why);
        }
    };
    let has_grid = Memo::new(move || {
        draft.with(|draft| {
            draft.variants(kind).find_map(|variant| match variant.setup {
                SetupPart::Grid(grid) => Some(grid),
                _ => None,
            })
        })
    });
    let has_arrangement =
        Memo::new(move || draft.with(|draft| draft.arrangement_word(kind).is_some()));
    let setup_error = move || start.with(|start| start.as_ref().err().cloned());
    let title = format!("{kind}-title");
    let about = title.clone();
    let notes = move || {
        let notes =
            preview.with(|scene| scene.as_ref().map(|s| s.notes.clone()).unwrap_or_default());
        notes.into_iter().map(|note| view! { <p class="note">{say!(say, note)}</p> }).views()
    };
    let clock_count = Memo::new(move || draft.with(Draft::clock_count));
    let clock = move |(n, clock): (usize, Clock)| {
        view! {
            <label class="choice">
                <input type="radio" name="clock"
                    prop:checked=bind_bool(move || draft.with(|draft| draft.clock() == n))
                    on:change=on(move |_| draft.update(|draft| draft.set_clock(n))) />
                <span class="name">{bind(move || clock_text(say, clock))}</span>
            </label>
        }
    };
    let submit_label = move || {
        let online = draft.with(|draft| draft.mode == PlayMode::Online);
        say.text(if online { "say-open-table" } else { "say-begin" })
    };
    view! {
        <main class="new">
            <header>
                <h1>{bind(move || say.text(&title))}</h1>
                <p>{bind(move || say.about(&about))}</p>
            </header>
            <div class="preview">
                {move || match has_arrangement.get() {
                    true => arrangement_editor(kind, draft),
                    false => view! {
                        {move || preview.get().map(|scene| view! {
                            {small_board(kind, Memo::new(move || scene.clone()))}
                        })}
                    },
                }}
                {notes}
            </div>
            <form on:submit=on(move |event: web_sys::SubmitEvent| { event.prevent_default(); submit(()); })>
                {players_view(draft, seats)}
                {kind.offers().iter().enumerate().map(|(n, offer)| offer_view(kind, n, *offer, draft)).views()}
                {move || has_grid.get().map(|grid| {
                    let text = Memo::new(move || draft.with(|draft| draft.grid.clone()));
                    grid_editor(grid, text, move |text| draft.update(|draft| draft.grid = text))
                })}
                <fieldset>
                    <legend>{say!(say, "say-clock")}</legend>
                    <div class="choices">
                        {move || CLOCKS[..clock_count.get()].iter().copied().enumerate().map(clock).views()}
                    </div>
                </fieldset>
                {move || setup_error().map(|why| in_words(&why)).map(|why| view! {
                    <p class="wrong" role="alert">{say!(say, "say-setup-wrong")} " " {wrong(say, why)}</p>
                })}
                {move || (!start_error.get().is_empty()).then(|| view! {
                    <p class="wrong" role="alert">{start_error.get()}</p>
                })}
                <p class="begin">
                    <button class="button big" type="submit" disabled=bind_bool(move || setup_error().is_some())>
                        {bind(submit_label)}
                    </button>
                </p>
            </form>
        </main>
    }
}

/// Form fields of one option of the game.
fn offer_view(kind: Kind, n: usize, offer: Offer, draft: Signal<Draft>) -> View {
    let say = Say::global();
    let key = format!("{kind}-offer-{}", offer.name);
    match offer.choice {
        Choice::OneOf(variants) => {
            let about = key.clone();
            let legend = key.clone();
            let variant = move |(m, variant): (usize, &Variant)| {
                let key = format!("{key}-{}", variant.name);
                let about = key.clone();
                view! {
                    <label class="choice way">
                        <input type="radio" name=offer.name
                            value=variant.name
                            prop:checked=bind_bool(move || draft.with(|draft| draft.chosen[n] == m))
                            on:change=on(move |_| draft.update(|draft| draft.chosen[n] = m)) />
                        <span class="words">
                            <span class="name">{bind(move || say.text(&key))}</span>
                            <span class="about">{bind(move || say.about(&about))}</span>
                        </span>
                    </label>
                }
            };
            view! {
                <fieldset>
                    <legend>{bind(move || say.text(&legend))}</legend>
                    <p class="about">{bind(move || say.about(&about))}</p>
                    <div class="choices ways">{variants.iter().enumerate().map(variant).views()}</div>
                </fieldset>
            }
        }
        Choice::Word(word) => {
            let about = key.clone();
            let implied = Memo::new(move || draft.with(|draft| draft.implies(kind, word)));
            switch(
                bind(move || say.text(&key)),
                bind(move || say.about(&about)),
                bind_bool(move || implied.get() || draft.with(|draft| draft.chosen[n] == 1)),
                bind_bool(move || implied.get()),
                move |on| draft.update(|draft| draft.chosen[n] = usize::from(on)),
            )
        }
    }
}

/// What is wrong with a setup, without its text: the person has chosen it in the form, and never wrote it.
fn in_words(error: &RecordError) -> RecordError {
    let error_in_words = ParseError::new("", error.error.reason().clone());
    RecordError { error: error_in_words, line: error.line, step: error.step }
}
