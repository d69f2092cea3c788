//! Whether an online game waits for this client; shown in the title of the document.

use crate::signal::{Global, Signal};

thread_local! {
    static MY_TURN: Global<Signal<bool>> = const { Global::new() };
}

pub(crate) fn my_turn() -> Signal<bool> {
    MY_TURN.with(|my_turn| my_turn.get(|| Signal::new(false)))
}
