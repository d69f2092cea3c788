//! `Texts`: localised messages from the Fluent files in `texts/`, one folder per language, one file per game and per
//! part of the program. The build script compiles them into tables.

#![warn(missing_docs)]

mod addressee;
mod format;
mod language;

pub use addressee::{Addressee, Who};
pub use format::Value;
pub use language::{Direction, Language};
use mohreh_games::Seat;
use mohreh_games::show::{Arg, Prompt};

/// Tables made by the build script. The page (`cfg(small)`) does not embed them; it fetches a pack.
#[cfg(not(small))]
mod messages {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

/// Separators in a pack: after each key and after each pattern. Control characters that occur in no text.
const KEY_END: char = '\u{e}';
const PATTERN_END: char = '\u{f}';

/// All messages of one language.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    language: Language,
    messages: &'static [(&'static str, &'static str)],
}

impl Texts {
    /// The embedded messages of a language.
    #[cfg(not(small))]
    #[must_use]
    pub fn new(language: Language) -> Texts {
        let messages = match language {
            Language::English => messages::EN,
            Language::Persian => messages::FA,
        };
        Texts { language, messages }
    }

    /// Serialises all messages into one text, for the page.
    #[must_use]
    pub fn pack(&self) -> String {
        let entry = |(key, pattern): &(&str, &str)| format!("{key}{KEY_END}{pattern}{PATTERN_END}");
        self.messages.iter().map(entry).collect()
    }

    /// Parses a pack. Malformed entries are skipped; a missing message formats as its key. Leaks the pack, so call it
    /// once per language.
    #[must_use]
    pub fn unpack(language: Language, pack: String) -> Texts {
        let entries =
            String::leak(pack).split(PATTERN_END).filter_map(|entry| entry.split_once(KEY_END));
        Texts { language, messages: Vec::leak(entries.collect()) }
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Formats a prompt for people who share a screen: the player is named by seat.
    #[must_use]
    pub fn say(&self, prompt: &Prompt) -> String {
        let game = prompt.key.split('-').next().unwrap_or_default();
        self.say_to(prompt, &|seat| {
            let name = seat.map(|seat| self.seat_name(game, seat));
            Addressee { who: Who::Named, name: name.unwrap_or_default() }
        })
    }

    /// Formats a prompt. `addressee` tells how to speak of a seat; without one, of all who sit there.
    #[must_use]
    pub fn say_to(&self, prompt: &Prompt, addressee: &dyn Fn(Option<Seat>) -> Addressee) -> String {
        let mut args: Vec<(&str, Value)> = Vec::new();
        let mut whose = None;
        for (name, arg) in &prompt.args {
            let value = match arg {
                Arg::Seat(seat) if *name == "seat" => {
                    whose = Some(*seat);
                    continue;
                }
                Arg::Seat(seat) => addressee(Some(*seat)).name.into(),
                Arg::Number(number) => (*number).into(),
                Arg::Spot(spot) => self.language.isolate(spot).into(),
            };
            args.push((name, value));
        }
        args.extend(addressee(whose).args());
        self.sentence(prompt.key, &args)
    }

    /// Name of a seat in a game: by its colour, or by its number.
    #[must_use]
    pub fn seat_name(&self, game: &str, seat: Seat) -> String {
        let own = format!("{game}-name");
        let key = if self.has(&own) { &own } else { "say-player" };
        self.with(key, &[("seat", seat.number().into())])
    }

    /// Formats a message without arguments.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// Formats a message with arguments; falls back to the key if the message or an argument is missing.
    #[must_use]
    pub fn with(&self, key: &str, args: &[(&str, Value)]) -> String {
        let filled = self.find(key).and_then(|found| format::format(found, self.language, args));
        filled.unwrap_or_else(|| key.to_string())
    }

    /// Like [`Texts::with`], with a capital letter: a name at the beginning, such as that of the computer, is written as
    /// within a sentence.
    #[must_use]
    pub fn sentence(&self, key: &str, args: &[(&str, Value)]) -> String {
        let mut text = self.with(key, args);
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text
    }

    /// The `.about` attribute of a message; empty if it has none.
    #[must_use]
    pub fn about(&self, key: &str) -> String {
        self.find(&format!("{key}.about")).unwrap_or_default().to_string()
    }

    /// Whether a message exists.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn find(&self, key: &str) -> Option<&'static str> {
        let place = self.messages.binary_search_by(|(known, _)| (*known).cmp(key)).ok()?;
        Some(self.messages[place].1)
    }
}

#[cfg(test)]
mod tests;
