//! Settings page.

use crate::online_pages::tokens;
use crate::say::{Say, say};
use crate::settings::{Settings, Theme};
use crate::switch::switch;
use crate::view::{View, Views, bind, bind_bool, on, view};

pub(crate) fn settings_page() -> View {
    let say = Say::global();
    let settings = Settings::global();
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
            {tokens()}
        </main>
    }
}
