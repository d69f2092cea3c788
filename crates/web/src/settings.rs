//! [`Settings`] of this device.

use crate::notice::{Notice, notify};
use crate::signal::{Global, Signal, Stored, effect};
use crate::{dom, store};

/// Colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// Follows `prefers-color-scheme`.
    #[default]
    System,
    Light,
    Dark,
    Contrast,
}

impl Theme {
    pub(crate) const ALL: [(Theme, &'static str, &'static str); 4] = [
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
pub(crate) struct Settings {
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

thread_local! {
    static SETTINGS: Global<Signal<Settings>> = const { Global::new() };
}

impl Settings {
    pub(crate) fn global() -> Signal<Settings> {
        SETTINGS.with(|settings| settings.get(|| Signal::new(Settings::read(&store::settings()))))
    }

    /// Parses `key=value` lines. Missing keys keep their defaults; a flag with a value other than `yes` is off.
    fn read(text: &str) -> Settings {
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

    fn write(&self) -> String {
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
    pub(crate) fn apply_and_persist() {
        let settings = Settings::global();
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
