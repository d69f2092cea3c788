//! Whether an online game waits for this client; shown in the title of the document.

use crate::signal::{Signal, in_root};

thread_local! {
    static MY_TURN: Signal<bool> = in_root(|| Signal::new(false));
}

pub fn my_turn() -> Signal<bool> {
    MY_TURN.with(|my_turn| *my_turn)
}
