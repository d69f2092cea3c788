//! The title of the document: what the page shows, and whether an online game waits for this client.

use reactive_graph::owner::on_cleanup;

use crate::signal::{Global, Signal, effect};

thread_local! {
    static MY_TURN: Global<Signal<bool>> = const { Global::new() };
    static SUBJECT: Global<Signal<String>> = const { Global::new() };
}

pub(crate) fn my_turn() -> Signal<bool> {
    MY_TURN.with(|my_turn| my_turn.get(|| Signal::new(false)))
}

/// What the page shows, if the route does not tell: the game, and who plays.
pub(crate) fn subject() -> Signal<String> {
    SUBJECT.with(|subject| subject.get(|| Signal::new(String::new())))
}

/// Sets the subject while the current owner lives.
pub(crate) fn set_subject(text: impl Fn() -> String + 'static) {
    effect(move || subject().set(text()));
    on_cleanup(|| subject().set(String::new()));
}
