//! The page: everything that one person, or several at one screen, need in order to play.
//!
//! It knows no game and no rule: what there is to see, to touch and to agree on comes from `games` as
//! data, drawings come from `draw`, sentences from `texts`, and the computer's turns from a worker.

mod app;
mod board;
mod demo;
mod dom;
mod engine;
mod games_page;
mod grid;
mod hand;
mod home;
mod icons;
mod new_game;
mod online;
mod replay;
mod route;
mod say;
mod session;
mod settings;
mod share;
mod sound;
mod state;
mod store;
mod table;
mod tray;
mod view;

use reactive_graph::owner::Owner;
use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the page in the element `app`.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    if let Some(place) = dom::by_id("app") {
        place.set_inner_html("");
        // It fails only if it was done before.
        let _ = any_spawner::Executor::init_wasm_bindgen();
        let root = Owner::new();
        root.with(|| app::app().put(&place));
        // The page is there until the browser leaves it.
        std::mem::forget(root);
    }
}
