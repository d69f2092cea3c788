//! [`Settings`] of this device, and their page.

use crate::app::{Notice, Page, notify};
use crate::say::{Say, say};
use crate::signal::{Signal, Stored, effect};
use crate::view::{Binding, View, Views, bind, bind_bool, on, view};
use crate::{dom, store};

/// Colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Follows `prefers-color-scheme`.
    #[default]
    System,
    Light,
    Dark,
    Contrast,
}

impl Theme {
    const ALL: [(Theme, &'static str, &'static str); 4] = [
        (Theme::System, "machine", "say-theme-machine"),
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
    /// Mark pieces by shape in addition to colour.
    pub signs: bool,
    /// Show coordinates.
    pub names: bool,
    /// Rotate the board by 180 degrees.
    pub turned: bool,
    pub sound: bool,
    /// Highlight legal spots.
    pub lit: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::System,
            signs: false,
            names: true,
            turned: false,
            sound: true,
            lit: true,
        }
    }
}

impl Settings {
    /// Parses `key=value` lines. Missing keys keep their defaults; a flag with a value other than `yes` is off.
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let enabled = value == "yes";
            match key {
                "theme" => {
                    let known = Theme::ALL.iter().find(|(_, code, _)| *code == value);
                    settings.theme = known.map_or(Theme::System, |(theme, ..)| *theme);
                }
                "signs" => settings.signs = enabled,
                "names" => settings.names = enabled,
                "turned" => settings.turned = enabled,
                "sound" => settings.sound = enabled,
                "lit" => settings.lit = enabled,
                _ => {}
            }
        }
        settings
    }

    pub fn write(&self) -> String {
        let yes_no = |on: bool| if on { "yes" } else { "no" };
        format!(
            "theme={}\nsigns={}\nnames={}\nturned={}\nsound={}\nlit={}\n",
            self.theme.code(),
            yes_no(self.signs),
            yes_no(self.names),
            yes_no(self.turned),
            yes_no(self.sound),
            yes_no(self.lit)
        )
    }

    /// Applies the theme, and saves the settings when they change.
    pub fn apply_and_persist(settings: Signal<Settings>) {
        let initialised = Stored::new(false);
        effect(move || {
            let settings = settings.get();
            let root = dom::document().and_then(|document| document.document_element());
            if let Some(root) = root {
                let _ = match settings.theme {
                    Theme::System => root.remove_attribute("data-theme"),
                    theme => root.set_attribute("data-theme", theme.code()),
                };
            }
            if initialised.get()
                && let Err(why) = store::save_settings(&settings.write())
            {
                notify(Notice::new(why.key()));
            }
            initialised.set(true);
        });
    }
}

/// A labelled switch.
pub fn switch(
    name: Binding,
    about: Binding,
    checked: Binding,
    disabled: Binding,
    set: impl Fn(bool) + 'static,
) -> View {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                prop:checked=checked
                disabled=disabled
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
    let say = Say::global();
    let settings = Page::global().settings;
    let theme = move |(theme, code, key): (Theme, &'static str, &'static str)| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="theme"
                    value=code
                    prop:checked=bind_bool(move || settings.with(|settings| settings.theme == theme))
                    on:change=on(move |_| settings.update(|settings| settings.theme = theme))
                />
                <span class="name">{say!(say, key)}</span>
            </label>
        }
    };
    let choose =
        move |key: &'static str, get: fn(&Settings) -> bool, set: fn(&mut Settings, bool)| {
            switch(
                bind(move || say.text(key)),
                bind(move || say.about(key)),
                bind_bool(move || settings.with(get)),
                bind_bool(|| false),
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
    fn settings_round_trip() {
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
