//! Sentences for people, from the Fluent files in `texts/`: a folder for each language, a file for each
//! game and for each part of the program. The files are read when the program is built.

#![warn(missing_docs)]

mod format;
mod language;

pub use format::Value;
pub use language::{Direction, Language};
use mohreh_games::show::{Arg, Prompt};

/// What the build has made of the files. The page is small, and is handed them (`cfg(small)`).
#[cfg(not(small))]
mod messages {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

/// What stands between a key and its sentence, and after it, in a pack: signs that occur in no text.
const BETWEEN: char = '\u{e}';
const AFTER: char = '\u{f}';

/// All sentences of one language.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    language: Language,
    messages: &'static [(&'static str, &'static str)],
}

impl Texts {
    /// The sentences of a language.
    #[cfg(not(small))]
    #[must_use]
    pub fn new(language: Language) -> Texts {
        let messages = match language {
            Language::English => messages::EN,
            Language::Persian => messages::FA,
        };
        Texts { language, messages }
    }

    /// All of them in one text, for a page that does not carry them.
    #[must_use]
    pub fn pack(&self) -> String {
        let entry = |(key, pattern): &(&str, &str)| format!("{key}{BETWEEN}{pattern}{AFTER}");
        self.messages.iter().map(entry).collect()
    }

    /// Reads such a text. What cannot be read is left out; a sentence that is missing is its key. It stays
    /// for as long as the program runs.
    #[must_use]
    pub fn unpack(language: Language, pack: String) -> Texts {
        let entries = String::leak(pack).split(AFTER).filter_map(|entry| entry.split_once(BETWEEN));
        Texts { language, messages: Vec::leak(entries.collect()) }
    }

    /// Which language it is.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence of a prompt.
    #[must_use]
    pub fn say(&self, prompt: &Prompt) -> String {
        let arg = |(name, arg): &(&'static str, Arg)| {
            let value = match arg {
                Arg::Seat(seat) => seat.number().into(),
                Arg::Number(number) => (*number).into(),
                Arg::Spot(spot) => self.language.apart(spot).into(),
            };
            (*name, value)
        };
        let args: Vec<(&str, Value)> = prompt.args.iter().map(arg).collect();
        self.with(prompt.key, &args)
    }

    /// A sentence that speaks of nothing in particular.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// A sentence with values; the key itself if there is no such sentence.
    #[must_use]
    pub fn with(&self, key: &str, args: &[(&str, Value)]) -> String {
        let filled = self.find(key).and_then(|found| format::format(found, self.language, args));
        filled.unwrap_or_else(|| key.to_string())
    }

    /// What stands beside a sentence to explain it; empty if nothing does.
    #[must_use]
    pub fn about(&self, key: &str) -> String {
        self.find(&format!("{key}.about")).unwrap_or_default().to_string()
    }

    /// Whether there is a sentence with this key.
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
