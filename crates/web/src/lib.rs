//! The web client: a single-page application in wasm, for local and online play.
//!
//! It contains no rules and names no game: scenes, touches and options come from `games` as data, SVG from
//! `draw`, messages from `texts`, and the engine's turns from a web worker.

// In layers: a module uses those of its own group and of the groups above it, without cycles (`cargo xtask tidy`).

// Utilities: the browser, signals, views, messages.
mod attention;
mod dom;
mod engine;
mod icons;
mod jalali;
mod navigation;
mod notice;
mod patch;
mod route;
mod say;
mod signal;
mod sound;
mod switch;
mod view;

// The model and what is kept of it.
mod demo;
// Public for the benchmark.
pub mod game_model;
mod game_text;
mod settings;
mod share;
mod store;
mod tab_lock;

// Boards, and the client of the server.
mod board;
mod grid;
mod input;
mod local_game;
mod online;
mod refused;
mod tray;

// Pages.
mod analysis;
mod corrupt_game;
mod editor;
mod games_page;
mod home;
mod later;
mod learn;
mod new_game;
mod online_pages;
mod puzzles;
mod replay;
mod settings_page;
mod table_page;

// The application shell.
mod app;

use wasm_bindgen::prelude::wasm_bindgen;

/// Entry point: mounts the application in the element `app`.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    if let Some(element) = dom::by_id("app") {
        // Fails only if an executor is already set.
        let _ = any_spawner::Executor::init_wasm_bindgen();
        signal::in_root(|| {
            let app = app::app();
            // The shell, which was painted before the wasm came.
            element.set_inner_html("");
            app.append_to(&element);
        });
    }
}
