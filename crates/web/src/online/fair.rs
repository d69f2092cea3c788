//! Dice that can be checked: what the server committed to, and whether what fell follows from it.

use super::ask::{Refused, try_text};
use super::table::Online;
use crate::engine::{Engine, Said};
use crate::say::{Say, say};
use crate::state::{Derived, State};
use crate::view::{View, on, show, view, words};

pub fn fair(online: Online) -> View {
    let say = Say::here();
    let result = State::new(None::<Said>);
    let told = move |what: &'static str| {
        online.told.with(|told| told.head.as_ref().map(|head| head.json.word(what)))
    };
    let over = Derived::new(move || told("seed").is_some_and(|seed| !seed.is_empty()));
    let check = move |_| {
        let then = move |answer: Result<String, Refused>| match answer {
            Ok(text) => Engine::here().check_dice(&text, move |said| result.try_set(Some(said))),
            Err(why) => why.tell(),
        };
        try_text("GET", online.address("/record"), None, Box::new(then));
    };
    let said = move || match result.get() {
        Some(Said::Fair(many)) => say.with("say-dice-fair", &[("count", many.into())]),
        Some(Said::Failed(why)) => say.text("say-dice-unfair") + " " + &say.language().apart(&why),
        _ => String::new(),
    };
    view! {
        <details class="fair">
            <summary>{say!(say, "say-dice-fairness")}</summary>
            <p class="about">{say!(say, "say-dice-fairness-about")}</p>
            <p>{say!(say, "say-dice-commitment")} <code dir="ltr">{words(move || told("commitment").unwrap_or_default())}</code></p>
            {show(move || over.get(), move || view! {
                <p>{say!(say, "say-dice-seed")} <code dir="ltr">{words(move || told("seed").unwrap_or_default())}</code></p>
                <button class="button plain" type="button" data-act="check-dice" on:click=on(check)>{say!(say, "say-check-dice")}</button>
                <p role="status">{words(said)}</p>
            })}
        </details>
    }
}
