//! Localised texts for results and names of players.

use mohreh_games::Outcome;
use mohreh_protocol::End;

use crate::say::Say;

/// How a game ended other than by the rules, with the winner if there are two seats.
pub(crate) fn end_text(say: Say, end: End, outcome: Option<Outcome>) -> String {
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
pub(crate) fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// Replaces "player N" in a localised sentence by the name of seat N; an empty name keeps the number.
pub(crate) fn with_names(say: Say, text: &str, name: &dyn Fn(usize) -> String) -> String {
    let named = |seat: usize| {
        let number = say.with("say-player", &[("seat", (seat as u32 + 1).into())]);
        (number, name(seat))
    };
    let names: Vec<_> = (0..mohreh_games::Seat::MOST).map(named).collect();
    replace_each(text, &names)
}

/// Replaces each key by its isolated value, unless that is empty. In one pass, so that a value may contain a key.
fn replace_each(mut text: &str, names: &[(String, String)]) -> String {
    let mut replaced = String::new();
    let names = names.iter().filter(|(_, name)| !name.is_empty());
    let first = |text: &str| {
        let found = names.clone().filter_map(|(key, name)| Some((text.find(key)?, key, name)));
        found.min_by_key(|(at, ..)| *at)
    };
    while let Some((at, key, name)) = first(text) {
        replaced += &text[..at];
        replaced += &isolated(name);
        text = &text[at + key.len()..];
    }
    replaced + text
}

#[cfg(test)]
mod tests {
    use super::replace_each;

    #[test]
    fn names_that_look_like_numbers_are_not_replaced_again() {
        let names = [("Player 1", "Player 2"), ("Player 2", "Sara"), ("Player 3", "")];
        let names = names.map(|(key, name)| (key.to_string(), name.to_string()));
        let check = |text, expected: &str| {
            let plain = replace_each(text, &names).replace(['\u{2068}', '\u{2069}'], "");
            assert_eq!(plain, expected);
        };
        check("Player 1 beats Player 2.", "Player 2 beats Sara.");
        check("Player 2, Player 1, Player 3", "Sara, Player 2, Player 3");
        check("nobody", "nobody");
    }
}
