//! Tables, people and ends of games in words.

use mohreh_games::show::{Choice, Part, Way};
use mohreh_games::{Kind, Outcome};
use mohreh_protocol::End;

use super::wire::{Clock, Head, Sitter};
use crate::say::Say;
use crate::session::Pace;

/// How a game ended without the last word of the rules, and who of two has won by it.
pub fn end_said(say: Say, end: End, outcome: Option<Outcome>) -> String {
    let said = how_said(say, end);
    let places = outcome.as_ref().map(Outcome::places).unwrap_or_default();
    match places {
        [1, 2] => said + " " + &say.with("say-has-won", &[("seat", 1u8.into())]),
        [2, 1] => said + " " + &say.with("say-has-won", &[("seat", 2u8.into())]),
        _ => said,
    }
}

fn how_said(say: Say, end: End) -> String {
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

/// A name set apart from what stands around it, whichever way it is written.
pub fn apart(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// The name of whoever sits there.
pub fn sitter_said(say: Say, sitter: &Sitter) -> String {
    match sitter {
        Sitter::Open => say.text("say-free-seat"),
        Sitter::Person(person) => person.name.clone(),
        Sitter::Computer(level) => say.with("say-computer-level", &[("level", (*level).into())]),
    }
}

/// A sentence that speaks of players by number, with their names instead, where they are known.
pub fn with_names(say: Say, said: &str, name: &dyn Fn(usize) -> String) -> String {
    let named = |said: String, seat: usize| match name(seat) {
        name if name.is_empty() => said,
        name => {
            let number = say.with("say-player", &[("seat", (seat as u32 + 1).into())]);
            said.replace(&number, &apart(&name))
        }
    };
    (0..mohreh_games::Seat::MOST).fold(said.to_string(), named)
}

/// All names, one after the other; who won has a sign.
pub fn names_said(say: Say, head: &Head) -> String {
    let mut places = head.json.list("result").into_iter();
    let all_won = head.json.list("result").iter().all(|place| place.as_number() == Some(1));
    let mut names = Vec::new();
    for sitter in head.seats() {
        let won = places.next().and_then(|place| place.as_number()) == Some(1);
        let name = apart(&sitter_said(say, &sitter));
        names.push(if won && !all_won { name + " ✓" } else { name });
    }
    names.join(" – ")
}

/// How time is counted.
pub fn clock_said(say: Say, clock: Clock) -> String {
    match clock {
        Clock::None => say.text("say-clock-none"),
        Clock::Days(days) => say.with("say-clock-days", &[("count", days.into())]),
        Clock::Live(Pace { seconds, more }) => {
            let minutes = seconds / 60;
            let all = match seconds % 60 {
                0 => minutes.into(),
                rest => say.digits(&format!("{minutes}:{rest:02}")).into(),
            };
            say.with("say-clock-live", &[("all", all), ("count", more.into())])
        }
    }
}

/// Whether a setup text, read as its words, has been brought about by this way to play.
fn fits(way: &Way, setup: &[&str], draw: bool) -> bool {
    match way.setup {
        Part::Lot => draw,
        Part::Grid(grid) => setup
            .iter()
            .any(|word| word.strip_prefix(grid.word).is_some_and(|w| w.starts_with('='))),
        Part::Words("") => false,
        Part::Words(words) => words.split(' ').all(|word| setup.contains(&word)),
    }
}

/// Which of several ways to play a setup text has; the usual one if it says nothing.
fn way_of(ways: &'static [Way], setup: &[&str], draw: bool) -> Option<&'static Way> {
    // The one with most words is the one that was meant.
    let size = |way: &&Way| match way.setup {
        Part::Words(words) => words.len(),
        Part::Grid(_) => 1,
        Part::Lot => usize::MAX,
    };
    let usual = ways.iter().find(|way| way.setup == Part::Words(""));
    ways.iter().filter(|way| fits(way, setup, draw)).max_by_key(size).or(usual)
}

/// What was agreed on that is not usual, in words; empty if nothing was.
pub fn variant_said(say: Say, kind: Kind, setup: &str, draw: bool) -> String {
    let setup: Vec<&str> = setup.split(' ').collect();
    let mut said = Vec::new();
    let mut brought = "";
    for offer in kind.offers() {
        let key = format!("{kind}-offer-{}", offer.name);
        match offer.choice {
            Choice::OneOf(ways) => match way_of(ways, &setup, draw) {
                Some(way) if *way != ways[0] => {
                    said.push(say.text(&format!("{key}-{}", way.name)));
                    if let Part::Words(words) = way.setup {
                        brought = words;
                    }
                }
                _ => {}
            },
            Choice::Word(word) => {
                if setup.contains(&word) && !brought.split(' ').any(|other| other == word) {
                    said.push(say.text(&key));
                }
            }
        }
    }
    said.join(&say.text("say-comma"))
}

/// What is not usual about a table: how it is played, and how fast.
pub fn table_said(say: Say, head: &Head) -> String {
    let variant = variant_said(say, head.kind, &head.setup(), head.is("draw"));
    match (variant.is_empty(), head.clock()) {
        (_, Clock::None) => variant,
        (true, clock) => clock_said(say, clock),
        (false, clock) => [variant, clock_said(say, clock)].join(" · "),
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::show::setup_of;
    use mohreh_games::{Kind, Record};

    use super::*;

    /// Each way to play is found again in the setup text that it makes.
    #[test]
    fn ways_to_play_are_found_in_setup_texts() {
        for &kind in Kind::ALL {
            for offer in kind.offers() {
                let Choice::OneOf(ways) = offer.choice else { continue };
                for way in ways {
                    let (words, draw) = match way.setup {
                        Part::Words(words) => (words.to_string(), false),
                        Part::Grid(grid) => (format!("{}={}", grid.word, grid.start), false),
                        Part::Lot => (kind.draw_setup(&mut |n| n - 1), true),
                    };
                    let setup = Record::new(kind, &setup_of([words.as_str()])).unwrap();
                    let setup: Vec<&str> = setup.setup().split(' ').collect();
                    assert_eq!(way_of(ways, &setup, draw), Some(way), "{kind} {}", way.name);
                }
            }
        }
    }
}
