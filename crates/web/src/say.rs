//! Sentences in the language of the page. Whoever reads one inside a view hears of it when the language
//! changes.

use leptos::prelude::*;
use mohreh_games::show::Prompt;
use mohreh_texts::{Language, Texts, Value};

#[derive(Clone, Copy)]
pub struct Say {
    language: RwSignal<Language>,
    texts: StoredValue<Vec<Texts>, LocalStorage>,
}

impl Say {
    pub fn new(language: Language) -> Say {
        let texts = Language::ALL.into_iter().map(Texts::new).collect();
        Say { language: RwSignal::new(language), texts: StoredValue::new_local(texts) }
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
        self.texts.with_value(|all| {
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
        crate::say::words(move || say.text($key))
    }};
}
pub(crate) use say;

/// Words that may change. Here and below closures are boxed and so all of one type: views of each
/// closure's own type would be compiled for each (docs/benchmarks.md tells what that is worth).
pub fn words<T: Into<String>>(say: impl Fn() -> T + Send + Sync + 'static) -> Signal<String> {
    boxed(Box::new(move || say().into()))
}

/// Something that is true or not, and may change.
pub fn truth(is: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    boxed(Box::new(is))
}

fn boxed<T: Send + Sync + 'static>(value: Box<dyn Fn() -> T + Send + Sync>) -> Signal<T> {
    Signal::derive(value)
}

/// A value that is worked out anew when what it depends on has changed.
pub fn memo<T>(value: impl Fn() -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    boxed_memo(Box::new(value))
}

fn boxed_memo<T>(value: Box<dyn Fn() -> T + Send + Sync>) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| value())
}

/// What an event does.
pub fn on<E: 'static>(act: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(act)
}
