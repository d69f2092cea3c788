//! Sentences in the language of the page. Whoever reads one inside a view hears of it when the language
//! changes.

use mohreh_games::Kind;
use mohreh_games::show::Prompt;
use mohreh_texts::{Language, Texts, Value};

use crate::app::Page;
use crate::route::Route;
use crate::state::{State, Stored};
use crate::view::{Given, words};

#[derive(Clone, Copy)]
pub struct Say {
    language: State<Language>,
    texts: Stored<Vec<Texts>>,
}

/// The sentences of a language, as the page was handed them.
#[cfg(small)]
fn texts(language: Language) -> Texts {
    let words = js_sys::Reflect::get(&js_sys::global(), &"mohrehWords".into());
    let pack = words.and_then(|words| js_sys::Reflect::get(&words, &language.code().into()));
    let pack = pack.ok().and_then(|pack| pack.as_string());
    Texts::unpack(language, pack.unwrap_or_default())
}

#[cfg(not(small))]
fn texts(language: Language) -> Texts {
    Texts::new(language)
}

impl Say {
    pub fn new(language: Language) -> Say {
        let texts = Language::ALL.into_iter().map(texts).collect();
        Say { language: State::new(language), texts: Stored::new(texts) }
    }

    /// The one of the page.
    pub fn here() -> Say {
        Page::here().say
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

    /// The title of a game.
    pub fn title(self, kind: Kind) -> String {
        self.text(&format!("{kind}-title"))
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
pub fn said(say: Say, key: &'static str) -> Given {
    words(move || say.text(key))
}

/// The title of a game.
pub fn title(say: Say, kind: Kind) -> Given {
    words(move || say.title(kind))
}

/// The address of another page, for a link.
pub fn to(say: Say, route: Route) -> Given {
    words(move || route.path(say.language()))
}

/// Short for [`said`], where there is much to say.
macro_rules! say {
    ($say:expr, $key:expr) => {
        crate::say::said($say, $key)
    };
}
pub(crate) use say;
