//! Localised texts for results and names of players.

use mohreh_games::{Outcome, Seat};
use mohreh_protocol::End;
use mohreh_texts::Addressee;

use crate::say::Say;

/// How a game ended other than by the rules, with the winner if there are two seats.
pub(crate) fn end_text(
    say: Say,
    end: End,
    outcome: Option<Outcome>,
    addressee: &dyn Fn(Option<Seat>) -> Addressee,
) -> String {
    let about = |key: &str, seat: Seat| say.sentence(key, &addressee(Some(seat)).args());
    let text = match end {
        End::Resigned(seat) => about("say-resigned", seat),
        End::OutOfTime(seat) => about("say-out-of-time", seat),
        End::Gone(seat) => about("say-gone", seat),
        End::Agreed => say.text("say-draw-agreed"),
        End::Aborted => say.text("say-aborted"),
        End::Rules => String::new(),
    };
    match outcome.as_ref().map(Outcome::places).unwrap_or_default() {
        [1, 2] => text + " " + &about("say-has-won", Seat::FIRST),
        [2, 1] => text + " " + &about("say-has-won", Seat::SECOND),
        _ => text,
    }
}

/// Wraps a name in Unicode bidi isolates (FSI … PDI).
pub(crate) fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}
