//! Localised texts for tables and their players.

use mohreh_games::Kind;
use mohreh_games::show::{Choice, Grid, SetupPart, Variant};
use mohreh_protocol::{Clock, Sitter};

use super::head::Head;
use crate::game_text::isolated;
use crate::say::Say;

pub(crate) fn sitter_name(say: Say, sitter: &Sitter) -> String {
    match sitter {
        Sitter::Open => say.text("say-free-seat"),
        Sitter::Person(person) => person.name.clone(),
        Sitter::Computer { level } => say.with("say-computer-level", &[("level", (*level).into())]),
    }
}

/// All names in seat order; winners are marked with ✓, unless all share the first place.
pub(crate) fn names_text(say: Say, head: &Head) -> String {
    let places = head.table.result.as_deref().unwrap_or_default();
    let all_won = places.iter().all(|place| *place == 1);
    let mut names = Vec::new();
    for (seat, sitter) in head.table.seats.iter().enumerate() {
        let won = places.get(seat) == Some(&1);
        let name = isolated(&sitter_name(say, sitter));
        names.push(if won && !all_won { name + " ✓" } else { name });
    }
    names.join(" – ")
}

/// Name of a time control.
pub(crate) fn clock_text(say: Say, clock: Clock) -> String {
    match clock {
        Clock::None => say.text("say-clock-none"),
        Clock::Days { days } => say.with("say-clock-days", &[("count", days.into())]),
        Clock::Live { main, more } => {
            let minutes = main / 60;
            let all = match main % 60 {
                0 => minutes.into(),
                rest => say.digits(&format!("{minutes}:{rest:02}")).into(),
            };
            say.with("say-clock-live", &[("all", all), ("count", more.into())])
        }
    }
}

/// Whether the words of a setup text contain everything that this variant adds.
fn matches_setup(variant: &Variant, setup: &[&str], draw: bool) -> bool {
    match variant.setup {
        SetupPart::Random => draw,
        SetupPart::Grid(Grid { word: key, .. }) | SetupPart::Arrangement(key) => {
            setup.iter().any(|word| word.strip_prefix(key).is_some_and(|w| w.starts_with('=')))
        }
        SetupPart::Words("") => false,
        SetupPart::Words(words) => words.split(' ').all(|word| setup.contains(&word)),
    }
}

/// Reverse lookup: the variant that a setup text was made from, or the default.
fn variant_of(
    variants: &'static [Variant],
    setup: &[&str],
    draw: bool,
) -> Option<&'static Variant> {
    // The most specific match wins.
    let size = |variant: &&Variant| match variant.setup {
        SetupPart::Words(words) => words.len(),
        SetupPart::Grid(_) | SetupPart::Arrangement(_) => 1,
        SetupPart::Random => usize::MAX,
    };
    let default = variants.iter().find(|variant| variant.setup == SetupPart::Words(""));
    variants
        .iter()
        .filter(|variant| matches_setup(variant, setup, draw))
        .max_by_key(size)
        .or(default)
}

/// The options of a setup that differ from the defaults; empty if none does.
pub(crate) fn variant_text(say: Say, kind: Kind, setup: &str, draw: bool) -> String {
    let setup: Vec<&str> = setup.split(' ').collect();
    let mut text = Vec::new();
    let mut implied = "";
    for offer in kind.offers() {
        let key = format!("{kind}-offer-{}", offer.name);
        match offer.choice {
            Choice::OneOf(variants) => match variant_of(variants, &setup, draw) {
                Some(variant) if *variant != variants[0] => {
                    text.push(say.text(&format!("{key}-{}", variant.name)));
                    if let SetupPart::Words(words) = variant.setup {
                        implied = words;
                    }
                }
                _ => {}
            },
            Choice::Word(word) => {
                if setup.contains(&word) && !implied.split(' ').any(|other| other == word) {
                    text.push(say.text(&key));
                }
            }
        }
    }
    text.join(&say.text("say-comma"))
}

/// Variant and time control of a table, as far as they differ from the defaults.
pub(crate) fn table_text(say: Say, head: &Head) -> String {
    let variant = variant_text(say, head.kind, &head.table.setup, head.table.draw);
    match (variant.is_empty(), head.table.clock) {
        (_, Clock::None) => variant,
        (true, clock) => clock_text(say, clock),
        (false, clock) => [variant, clock_text(say, clock)].join(" · "),
    }
}

#[cfg(test)]
mod tests {
    use mohreh_games::show::setup_of;
    use mohreh_games::{Kind, Record};

    use super::*;

    #[test]
    fn each_variant_is_found_in_its_setup_text() {
        for &kind in Kind::ALL {
            for offer in kind.offers() {
                let Choice::OneOf(variants) = offer.choice else { continue };
                for variant in variants {
                    let (words, draw) = match variant.setup {
                        SetupPart::Words(words) => (words.to_string(), false),
                        SetupPart::Grid(grid) => (format!("{}={}", grid.word, grid.start), false),
                        SetupPart::Random => (kind.draw_setup(&mut |n| n - 1), true),
                        SetupPart::Arrangement(_) => (kind.draw_setup(&mut |n| n / 2), false),
                    };
                    let setup = Record::new(kind, &setup_of([words.as_str()])).unwrap();
                    let setup: Vec<&str> = setup.setup().split(' ').collect();
                    assert_eq!(
                        variant_of(variants, &setup, draw),
                        Some(variant),
                        "{kind} {}",
                        variant.name
                    );
                }
            }
        }
    }
}
