//! Sentences in the language of the page. Whoever reads one inside a view hears of it when the language
//! changes.

use leptos::prelude::*;
use mohreh_games::show::Prompt;
use mohreh_texts::{Language, Texts, Value};

use crate::state::{State, Stored};

#[derive(Clone, Copy)]
pub struct Say {
    language: State<Language>,
    texts: Stored<Vec<Texts>>,
}

impl Say {
    pub fn new(language: Language) -> Say {
        let texts = Language::ALL.into_iter().map(Texts::new).collect();
        Say { language: State::new(language), texts: Stored::new(texts) }
    }

    /// The one of the page.
    pub fn here() -> Say {
        expect_context()
    }

    pub fn language(self) -> Language {
        self.language.get()
    }

    pub fn speak(self, language: Language) {
        self.language.set(language);
    }

    fn texts<T>(self, of: impl FnOnce(&Texts) -> T) -> T {
        let language = self.language.get();
        self.texts.with(|all| {
            let at = all.iter().position(|texts| texts.language() == language).unwrap_or(0);
            of(&all[at])
        })
    }

    pub fn text(self, key: &str) -> String {
        self.texts(|texts| texts.text(key))
    }

    pub fn with(self, key: &str, args: &[(&str, Value)]) -> String {
        self.texts(|texts| texts.with(key, args))
    }

    pub fn about(self, key: &str) -> String {
        self.texts(|texts| texts.about(key))
    }

    pub fn has(self, key: &str) -> bool {
        self.texts(|texts| texts.has(key))
    }

    pub fn prompt(self, prompt: &Prompt) -> String {
        self.texts(|texts| texts.say(prompt))
    }

    /// A text with its digits as the language writes them.
    pub fn digits(self, text: &str) -> String {
        self.language().digits(text)
    }

    /// A number in the digits of the language.
    pub fn number(self, number: impl Into<u64>) -> String {
        self.digits(&number.into().to_string())
    }
}

/// A sentence for a view, said anew when the language changes.
macro_rules! say {
    ($say:expr, $key:expr) => {{
        let say = $say;
        crate::view::words(move || say.text($key))
    }};
}
pub(crate) use say;
