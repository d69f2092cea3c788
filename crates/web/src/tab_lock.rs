//! One tab at a time plays a local game: a tab that opens its table takes it over from the one before, by a message
//! on a channel of the game.

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::BroadcastChannel;

use crate::signal::{Global, Signal};

/// A channel, with the listener that it calls.
type Channel = (BroadcastChannel, Closure<dyn Fn()>);

thread_local! {
    static LOST: Global<Signal<bool>> = const { Global::new() };
    static CHANNEL: RefCell<Option<Channel>> = const { RefCell::new(None) };
}

/// Whether another tab has taken over the game at the table.
pub(crate) fn lost() -> Signal<bool> {
    LOST.with(|lost| lost.get(|| Signal::new(false)))
}

/// Gives up the game at the table.
pub(crate) fn lose() {
    release();
    lost().set(true);
}

/// Takes a game over from other tabs. Browsers without channels have only the check on saving.
pub(crate) fn claim(id: &str) {
    release();
    lost().set(false);
    let Ok(channel) = BroadcastChannel::new(&["mohreh/game/", id].concat()) else { return };
    let on_claim = Closure::<dyn Fn()>::new(lose);
    channel.set_onmessage(Some(on_claim.as_ref().unchecked_ref()));
    let _ = channel.post_message(&true.into());
    CHANNEL.set(Some((channel, on_claim)));
}

/// Stops listening: the table was left.
pub(crate) fn release() {
    if let Some((channel, on_claim)) = CHANNEL.take() {
        channel.set_onmessage(None);
        channel.close();
        // It may be running: freed when it has ended.
        crate::dom::set_timeout(0, move || drop(on_claim));
    }
}
