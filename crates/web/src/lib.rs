//! The web client: a single-page application in wasm, for local and online play.
//!
//! It contains no rules and names no game: scenes, touches and options come from `games` as data, SVG from
//! `draw`, messages from `texts`, and the engine's turns from a web worker.

mod app;
mod board;
mod demo;
mod dom;
mod engine;
mod game_model;
mod games_page;
mod grid;
mod home;
mod icons;
mod input;
mod new_game;
mod online;
mod replay;
mod route;
mod say;
mod settings;
mod share;
mod signal;
mod sound;
mod store;
mod table_page;
mod tray;
mod view;

use reactive_graph::owner::Owner;
use wasm_bindgen::prelude::wasm_bindgen;

/// Entry point: mounts the application in the element `app`.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    if let Some(element) = dom::by_id("app") {
        element.set_inner_html("");
        // Fails only if an executor is already set.
        let _ = any_spawner::Executor::init_wasm_bindgen();
        let root = Owner::new();
        root.with(|| app::app().append_to(&element));
        // Never disposed of: the application lives as long as the document.
        std::mem::forget(root);
    }
}
