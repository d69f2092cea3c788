//! `Texts`: localised messages from the Fluent files in `texts/`, one folder per language, one file per game and per
//! part of the program. The build script compiles them into tables.

#![warn(missing_docs)]

mod addressee;
mod format;
mod language;

pub use addressee::{Addressee, Who};
pub use format::Value;
pub use language::{Direction, Language};
use mohreh_games::record::RecordError;
use mohreh_games::show::{Arg, Name, Prompt};
use mohreh_games::{ReasonArg, Refusal, Seat};

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
    /// Messages of pages that the first visit does not load.
    later: &'static [(&'static str, &'static str)],
    /// Messages of the terminal, which the page does not load.
    terminal: &'static [(&'static str, &'static str)],
}

impl Texts {
    /// The embedded messages of a language.
    #[cfg(not(small))]
    #[must_use]
    pub fn new(language: Language) -> Texts {
        let (messages, later, terminal) = match language {
            Language::English => (messages::EN, messages::EN_LATER, messages::EN_TERMINAL),
            Language::Persian => (messages::FA, messages::FA_LATER, messages::FA_TERMINAL),
        };
        Texts { language, messages, later, terminal }
    }

    /// Serialises the messages that every page needs into one text.
    #[must_use]
    pub fn pack(&self) -> String {
        pack(self.messages)
    }

    /// Serialises the messages of the pages that are loaded later.
    #[must_use]
    pub fn pack_later(&self) -> String {
        pack(self.later)
    }

    /// Parses a pack. Malformed entries are skipped; a missing message formats as its key. Leaks the pack, so call it
    /// once per language.
    #[must_use]
    pub fn unpack(language: Language, pack: String) -> Texts {
        Texts { language, messages: unpack(pack), later: &[], terminal: &[] }
    }

    /// Adds the messages of the pages that are loaded later. Leaks the pack, too.
    pub fn unpack_later(&mut self, pack: String) {
        self.later = unpack(pack);
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
                Arg::OneOf(spots) => self.one_of(spots).into(),
            };
            args.push((name, value));
        }
        args.extend(addressee(whose).args());
        self.sentence(prompt.key, &args)
    }

    /// Spots to choose from; many are cut short.
    fn one_of(&self, spots: &[Name]) -> String {
        let (list, more) = Refusal::listed(spots);
        let mut list: Vec<String> = list.iter().map(|spot| self.language.isolate(spot)).collect();
        if more {
            list.push(self.text("list-another"));
        }
        let last = list.pop().unwrap_or_default();
        if list.is_empty() {
            return last;
        }
        let list = list.join(&self.text("say-comma"));
        self.with("list-or", &[("list", list.into()), ("last", last.into())])
    }

    /// Name of a seat in a game: by its colour, or by its number.
    #[must_use]
    pub fn seat_name(&self, game: &str, seat: Seat) -> String {
        let own = format!("{game}-name");
        let key = if self.has(&own) { &own } else { "say-player" };
        self.with(key, &[("seat", seat.number().into())])
    }

    /// Says what is wrong with a text or a step, as a sentence: its place, what is quoted, and the reason; of an illegal
    /// step also the rule.
    #[must_use]
    pub fn wrong(&self, error: &RecordError) -> String {
        let place = [("wrong-line", "line", error.line), ("wrong-step", "step", error.step)];
        let place = place.into_iter().filter_map(|(key, name, number)| {
            Some(self.with(key, &[(name, Value::Number(number? as u64))]))
        });
        let found = error.error.found().iter().map(|text| self.quote(text));
        let mut out = String::new();
        for parts in [place.collect::<Vec<_>>(), found.collect()] {
            if !parts.is_empty() {
                out += &parts.join(&self.text("say-comma"));
                out += ": ";
            }
        }
        let arg = |(name, arg): &(&'static str, ReasonArg)| {
            let value = match arg {
                ReasonArg::Number(number) => (*number).into(),
                ReasonArg::Text(text) => text.replace('`', "'").into(),
            };
            (*name, value)
        };
        let reason = error.error.reason();
        let args: Vec<(&str, Value)> = reason.args().iter().map(arg).collect();
        out += &self.quoted(reason.key(), &args);
        match reason.why() {
            None => out + ".",
            Some(why) => {
                format!("{out} ({}). {}", self.language.isolate(why.rules), self.say(&why.said))
            }
        }
    }

    /// Formats a message in which notation stands in backticks: it is put in quotation marks.
    #[must_use]
    pub fn quoted(&self, key: &str, args: &[(&str, Value)]) -> String {
        let said = self.with(key, args);
        let part = |(n, part): (usize, &str)| match n % 2 {
            0 => part.to_string(),
            _ => self.quote(part),
        };
        said.split('`').enumerate().map(part).collect()
    }

    /// Notation in quotation marks.
    fn quote(&self, notation: &str) -> String {
        self.with("wrong-quote", &[("text", self.language.isolate(notation).into())])
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

    /// A noun in the form that precedes an adjective or an owner, in Persian with ezafe: the `.of` attribute, or the
    /// message itself if it has none.
    #[must_use]
    pub fn noun(&self, key: &str) -> String {
        self.find(&format!("{key}.of")).map_or_else(|| self.text(key), ToString::to_string)
    }

    /// Whether a message exists.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    fn find(&self, key: &str) -> Option<&'static str> {
        [self.messages, self.later, self.terminal].into_iter().find_map(|messages| {
            let place = messages.binary_search_by(|(known, _)| (*known).cmp(key)).ok()?;
            Some(messages[place].1)
        })
    }
}

fn pack(messages: &[(&str, &str)]) -> String {
    let entry = |(key, pattern): &(&str, &str)| format!("{key}{KEY_END}{pattern}{PATTERN_END}");
    messages.iter().map(entry).collect()
}

fn unpack(pack: String) -> &'static [(&'static str, &'static str)] {
    let entries =
        String::leak(pack).split(PATTERN_END).filter_map(|entry| entry.split_once(KEY_END));
    Vec::leak(entries.collect())
}

#[cfg(test)]
mod tests;
