//! A saved game that cannot be parsed.

use mohreh_games::record::RecordError;

use crate::navigation::navigate;
use crate::route::Route;
use crate::say::{Say, say, wrong};
use crate::view::{View, on, view};
use crate::{dom, store};

/// Page of such a game.
pub(crate) fn corrupt_game_page(id: String, text: String, why: RecordError) -> View {
    let say = Say::global();
    view! {
        <main class="prose">
            <h1>{say!(say, "say-broken-game")}</h1>
            {corrupt_game(id, text, why)}
        </main>
    }
}

/// Shows the error, and offers to download or delete the game.
pub(crate) fn corrupt_game(id: String, text: String, why: RecordError) -> View {
    let say = Say::global();
    let name = format!("mohreh-{id}.txt");
    view! {
        <p>{say!(say, "say-broken-game-why")}</p>
        <p class="wrong">{wrong(say, why)}</p>
        <p class="row">
            <button class="button" on:click=on(move |_| dom::save_text(&name, &text))>
                {say!(say, "say-save-file")}
            </button>
            <button
                class="button plain"
                on:click=on(move |_| {
                    store::delete(&id);
                    navigate(&Route::Home);
                })
            >
                {say!(say, "say-delete")}
            </button>
        </p>
    }
}
