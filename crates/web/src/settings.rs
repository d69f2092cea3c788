//! What a person has chosen for this device, and the page to choose it.

use crate::app::{Notice, Page, tell};
use crate::say::{Say, say};
use crate::state::{State, Stored, effect};
use crate::view::{Given, View, Views, on, truth, view, words};
use crate::{dom, store};

/// Colours of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the machine has it.
    #[default]
    Machine,
    Light,
    Dark,
    Contrast,
}

impl Theme {
    const ALL: [(Theme, &'static str, &'static str); 4] = [
        (Theme::Machine, "machine", "say-theme-machine"),
        (Theme::Light, "light", "say-theme-light"),
        (Theme::Dark, "dark", "say-theme-dark"),
        (Theme::Contrast, "contrast", "say-theme-contrast"),
    ];

    fn code(self) -> &'static str {
        Theme::ALL.iter().find(|(theme, ..)| *theme == self).map_or("machine", |(_, code, _)| code)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub theme: Theme,
    /// Pieces are told apart by shape as well.
    pub signs: bool,
    /// Coordinates.
    pub names: bool,
    /// The board is seen from the other side.
    pub turned: bool,
    pub sound: bool,
    /// Legal spots are lit.
    pub lit: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::Machine,
            signs: false,
            names: true,
            turned: false,
            sound: true,
            lit: true,
        }
    }
}

impl Settings {
    /// Reads what was kept; what cannot be read is as usual.
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let yes = value == "yes";
            match key {
                "theme" => {
                    let known = Theme::ALL.iter().find(|(_, code, _)| *code == value);
                    settings.theme = known.map_or(Theme::Machine, |(theme, ..)| *theme);
                }
                "signs" => settings.signs = yes,
                "names" => settings.names = yes,
                "turned" => settings.turned = yes,
                "sound" => settings.sound = yes,
                "lit" => settings.lit = yes,
                _ => {}
            }
        }
        settings
    }

    pub fn write(&self) -> String {
        let yes = |on: bool| if on { "yes" } else { "no" };
        format!(
            "theme={}\nsigns={}\nnames={}\nturned={}\nsound={}\nlit={}\n",
            self.theme.code(),
            yes(self.signs),
            yes(self.names),
            yes(self.turned),
            yes(self.sound),
            yes(self.lit)
        )
    }

    /// Keeps the settings, and follows them, whenever they change.
    pub fn follow(settings: State<Settings>) {
        let before = Stored::new(false);
        effect(move || {
            let settings = settings.get();
            let root = dom::document().and_then(|document| document.document_element());
            if let Some(root) = root {
                let _ = match settings.theme {
                    Theme::Machine => root.remove_attribute("data-theme"),
                    theme => root.set_attribute("data-theme", theme.code()),
                };
            }
            if before.get()
                && let Err(why) = store::keep_settings(&settings.write())
            {
                tell(Notice::new(why.key()));
            }
            before.set(true);
        });
    }
}

/// A switch with its explanation.
pub fn switch(
    name: Given,
    about: Given,
    yes: Given,
    fixed: Given,
    set: impl Fn(bool) + 'static,
) -> View {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                prop:checked=yes
                disabled=fixed
                on:change=on(move |event| set(dom::is_checked(&event)))
            />
            <span class="words">
                <span class="name">{name}</span>
                <span class="about">{about}</span>
            </span>
        </label>
    }
}

pub fn settings_page() -> View {
    let say = Say::here();
    let settings = Page::here().settings;
    let theme = move |(theme, code, key): (Theme, &'static str, &'static str)| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="theme"
                    value=code
                    prop:checked=truth(move || settings.with(|settings| settings.theme == theme))
                    on:change=on(move |_| settings.update(|settings| settings.theme = theme))
                />
                <span class="name">{say!(say, key)}</span>
            </label>
        }
    };
    let choose =
        move |key: &'static str, get: fn(&Settings) -> bool, set: fn(&mut Settings, bool)| {
            switch(
                words(move || say.text(key)),
                words(move || say.about(key)),
                truth(move || settings.with(get)),
                truth(|| false),
                move |on| settings.update(|settings| set(settings, on)),
            )
        };
    view! {
        <main class="prose settings">
            <h1>{say!(say, "say-settings")}</h1>
            <fieldset>
                <legend>{say!(say, "say-theme")}</legend>
                <div class="choices">{Theme::ALL.map(theme).into_iter().views()}</div>
            </fieldset>
            <fieldset>
                <legend>{say!(say, "say-board")}</legend>
                {choose("say-setting-lit", |s| s.lit, |s, on| s.lit = on)}
                {choose("say-setting-names", |s| s.names, |s, on| s.names = on)}
                {choose("say-setting-signs", |s| s.signs, |s, on| s.signs = on)}
                {choose("say-setting-turned", |s| s.turned, |s, on| s.turned = on)}
                {choose("say-setting-sound", |s| s.sound, |s, on| s.sound = on)}
            </fieldset>
            <p class="quiet">{say!(say, "say-settings-kept")}</p>
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::{Settings, Theme};

    #[test]
    fn settings_are_read_as_they_are_written() {
        let changed =
            Settings { theme: Theme::Contrast, signs: true, names: false, ..Settings::default() };
        for settings in [Settings::default(), changed] {
            assert_eq!(Settings::read(&settings.write()), settings);
        }
        for garbage in ["", "theme", "theme=\u{1f600}\nsigns=maybe\n\0", "=\n=="] {
            assert_eq!(Settings::read(garbage), Settings::default());
        }
    }
}
