//! Sentences for people, from the Fluent files in `texts/`: a folder for each language, a file for each
//! game and for each part of the program.

#![warn(missing_docs)]

mod language;

use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
pub use language::{Direction, Language};
use mohreh_games::show::{Arg, Prompt};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../texts"]
#[include = "*.ftl"]
struct Files;

/// All sentences of one language.
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// A value that a sentence speaks of.
pub type Value = FluentValue<'static>;

impl Texts {
    /// The sentences of a language.
    #[must_use]
    pub fn new(language: Language) -> Texts {
        let mut bundle = FluentBundle::new(vec![language.id()]);
        // Notation is isolated by the page, and a terminal cannot isolate it.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(match language {
            Language::English => |value, _| number(value, Language::English),
            Language::Persian => |value, _| number(value, Language::Persian),
        }));
        for text in files(language) {
            // The files are part of the program; a test reads each of them without any error.
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(text);
            bundle.add_resource_overriding(resource);
        }
        Texts { language, bundle }
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
        self.find(key, args).unwrap_or_else(|| key.to_string())
    }

    /// What stands beside a sentence to explain it; empty if nothing does.
    #[must_use]
    pub fn about(&self, key: &str) -> String {
        let message = self.bundle.get_message(key);
        let pattern = message.and_then(|message| message.get_attribute("about"));
        pattern
            .map(|about| self.bundle.format_pattern(about.value(), None, &mut Vec::new()).into())
            .unwrap_or_default()
    }

    /// Whether there is a sentence with this key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    fn find(&self, key: &str, args: &[(&str, Value)]) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let args: FluentArgs<'_> = args.iter().cloned().collect();
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&args), &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }
}

fn number(value: &FluentValue<'_>, language: Language) -> Option<String> {
    let FluentValue::Number(FluentNumber { value, .. }) = value else { return None };
    Some(language.digits(&value.to_string()))
}

/// The files of a language.
fn files(language: Language) -> impl Iterator<Item = String> {
    let folder = format!("{}/", language.code());
    let names: Vec<_> = Files::iter().filter(|name| name.starts_with(&folder)).collect();
    names.into_iter().filter_map(|name| {
        Files::get(&name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
    })
}

#[cfg(test)]
mod tests;
