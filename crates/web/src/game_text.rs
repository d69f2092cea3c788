//! Localised texts for results and names of players.

use mohreh_games::Outcome;
use mohreh_protocol::End;

use crate::say::Say;

/// How a game ended other than by the rules, with the winner if there are two seats.
pub fn end_text(say: Say, end: End, outcome: Option<Outcome>) -> String {
    let text = end_reason(say, end);
    let places = outcome.as_ref().map(Outcome::places).unwrap_or_default();
    match places {
        [1, 2] => text + " " + &say.with("say-has-won", &[("seat", 1u8.into())]),
        [2, 1] => text + " " + &say.with("say-has-won", &[("seat", 2u8.into())]),
        _ => text,
    }
}

fn end_reason(say: Say, end: End) -> String {
    let (key, seat) = match end {
        End::Resigned(seat) => ("say-resigned", seat),
        End::OutOfTime(seat) => ("say-out-of-time", seat),
        End::Gone(seat) => ("say-gone", seat),
        End::Agreed => return say.text("say-draw-agreed"),
        End::Aborted => return say.text("say-aborted"),
        End::Rules => return String::new(),
    };
    say.with(key, &[("seat", seat.number().into())])
}

/// Wraps a name in Unicode bidi isolates (FSI … PDI).
pub fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// Replaces "player N" in a localised sentence by the name of seat N; an empty name keeps the number.
pub fn with_names(say: Say, text: &str, name: &dyn Fn(usize) -> String) -> String {
    let named = |text: String, seat: usize| match name(seat) {
        name if name.is_empty() => text,
        name => {
            let number = say.with("say-player", &[("seat", (seat as u32 + 1).into())]);
            text.replace(&number, &isolated(&name))
        }
    };
    (0..mohreh_games::Seat::MOST).fold(text.to_string(), named)
}
