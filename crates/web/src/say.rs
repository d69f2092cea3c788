//! [`Say`]: localised messages in the language of the page. Reading one subscribes to the language.

use mohreh_games::record::RecordError;
use mohreh_games::show::Prompt;
use mohreh_games::{Kind, Seat};
use mohreh_texts::{Addressee, Language, Texts, Value};

use crate::dom;
use crate::route::Route;
use crate::signal::{Global, Signal, Stored};
use crate::view::{Binding, bind};

/// The message catalogues, and the current language. A `Copy` handle.
#[derive(Clone, Copy)]
pub(crate) struct Say {
    language: Signal<Language>,
    texts: Stored<Vec<Texts>>,
}

thread_local! {
    static SAY: Global<Say> = const { Global::new() };
}

/// The catalogue of a language, fetched by `boot.js` beside the wasm.
#[cfg(small)]
fn texts(language: Language) -> Texts {
    let catalogues = js_sys::Reflect::get(&js_sys::global(), &"mohrehWords".into());
    let pack = catalogues
        .and_then(|catalogues| js_sys::Reflect::get(&catalogues, &language.code().into()));
    let pack = pack.ok().and_then(|pack| pack.as_string());
    Texts::unpack(language, pack.unwrap_or_default())
}

#[cfg(not(small))]
fn texts(language: Language) -> Texts {
    Texts::new(language)
}

impl Say {
    /// In the language of the URL.
    fn new() -> Say {
        let language = Route::read(&dom::path()).0.unwrap_or(Language::English);
        let texts = Language::ALL.into_iter().map(texts).collect();
        Say { language: Signal::new(language), texts: Stored::new(texts) }
    }

    pub(crate) fn global() -> Say {
        SAY.with(|say| say.get(Say::new))
    }

    /// Adds the messages of the pages that are loaded later.
    pub(crate) fn add_later(self, language: Language, pack: String) {
        self.texts.update(|all| {
            if let Some(texts) = all.iter_mut().find(|texts| texts.language() == language) {
                texts.unpack_later(pack);
            }
        });
    }

    pub(crate) fn language(self) -> Language {
        self.language.get()
    }

    pub(crate) fn set_language(self, language: Language) {
        self.language.set(language);
    }

    fn texts<T>(self, read: impl FnOnce(&Texts) -> T) -> T {
        let language = self.language.get();
        self.texts.with(|all| {
            let at = all.iter().position(|texts| texts.language() == language).unwrap_or(0);
            read(&all[at])
        })
    }

    pub(crate) fn text(self, key: &str) -> String {
        self.texts(|texts| texts.text(key))
    }

    pub(crate) fn with(self, key: &str, args: &[(&str, Value)]) -> String {
        self.texts(|texts| texts.with(key, args))
    }

    /// A message whose notation stands in backticks.
    pub(crate) fn quoted(self, key: &str, args: &[(&str, Value)]) -> String {
        self.texts(|texts| texts.quoted(key, args))
    }

    /// What is wrong with a text or a step.
    pub(crate) fn wrong(self, error: &RecordError) -> String {
        self.texts(|texts| texts.wrong(error))
    }

    pub(crate) fn title(self, kind: Kind) -> String {
        self.text(&format!("{kind}-title"))
    }

    pub(crate) fn about(self, key: &str) -> String {
        self.texts(|texts| texts.about(key))
    }

    pub(crate) fn noun(self, key: &str) -> String {
        self.texts(|texts| texts.noun(key))
    }

    pub(crate) fn has(self, key: &str) -> bool {
        self.texts(|texts| texts.has(key))
    }

    /// A message that begins with a capital letter.
    pub(crate) fn sentence(self, key: &str, args: &[(&str, Value)]) -> String {
        self.texts(|texts| texts.sentence(key, args))
    }

    /// A prompt that names the player by seat.
    pub(crate) fn prompt(self, prompt: &Prompt) -> String {
        self.texts(|texts| texts.say(prompt))
    }

    /// A prompt that speaks to whom it concerns.
    pub(crate) fn prompt_to(
        self,
        prompt: &Prompt,
        addressee: &dyn Fn(Option<Seat>) -> Addressee,
    ) -> String {
        self.texts(|texts| texts.say_to(prompt, addressee))
    }

    /// Name of a seat: by its colour, or by its number.
    pub(crate) fn seat_name(self, kind: Kind, seat: usize) -> String {
        self.texts(|texts| texts.seat_name(kind.name(), Seat::new(seat)))
    }

    /// Converts the digits of a text to those of the language.
    pub(crate) fn digits(self, text: &str) -> String {
        self.language().digits(text)
    }

    pub(crate) fn number(self, number: impl Into<u64>) -> String {
        self.digits(&number.into().to_string())
    }
}

/// A message as a reactive text.
pub(crate) fn message(say: Say, key: &'static str) -> Binding {
    bind(move || say.text(key))
}

/// An error as a reactive text.
pub(crate) fn wrong(say: Say, error: RecordError) -> Binding {
    bind(move || say.wrong(&error))
}

/// The title of a game as a reactive text.
pub(crate) fn title(say: Say, kind: Kind) -> Binding {
    bind(move || say.title(kind))
}

/// The URL of a route, as a reactive attribute.
pub(crate) fn to(say: Say, route: Route) -> Binding {
    bind(move || route.path(say.language()))
}

/// Short for [`message`].
macro_rules! say {
    ($say:expr, $key:expr) => {
        crate::say::message($say, $key)
    };
}
pub(crate) use say;
