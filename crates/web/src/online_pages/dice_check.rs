//! Verification of the dice of a table: shows the server's commitment and the revealed seed, and recomputes
//! every roll.

use crate::engine::{Engine, Reply};
use crate::online::online_table::OnlineTable;
use crate::online::{ApiError, request_text};
use crate::say::{Say, say};
use crate::signal::{Memo, Signal};
use crate::view::{View, bind, on, show, view};

pub fn dice_check(online: OnlineTable) -> View {
    let say = Say::global();
    let result = Signal::new(None::<Reply>);
    let head_field = move |name: &'static str| {
        online.state.with(|state| state.head.as_ref().map(|head| head.json.text_or_empty(name)))
    };
    let over = Memo::new(move || head_field("seed").is_some_and(|seed| !seed.is_empty()));
    let check = move |_| {
        let then = move |response: Result<String, ApiError>| match response {
            Ok(text) => {
                Engine::background().check_dice(&text, move |reply| result.try_set(Some(reply)));
            }
            Err(error) => error.notify(),
        };
        request_text("GET", online.address("/record"), None, Box::new(then));
    };
    let outcome = move || match result.get() {
        Some(Reply::Fair(count)) => say.with("say-dice-fair", &[("count", count.into())]),
        Some(Reply::Failed(error)) => {
            say.text("say-dice-unfair") + " " + &say.language().isolate(&error)
        }
        _ => String::new(),
    };
    view! {
        <details class="fair">
            <summary>{say!(say, "say-dice-fairness")}</summary>
            <p class="about">{say!(say, "say-dice-fairness-about")}</p>
            <p>{say!(say, "say-dice-commitment")} <code dir="ltr">{bind(move || head_field("commitment").unwrap_or_default())}</code></p>
            {show(move || over.get(), move || view! {
                <p>{say!(say, "say-dice-seed")} <code dir="ltr">{bind(move || head_field("seed").unwrap_or_default())}</code></p>
                <button class="button plain" type="button" data-act="check-dice" on:click=on(check)>{say!(say, "say-check-dice")}</button>
                <p role="status">{bind(outcome)}</p>
            })}
        </details>
    }
}
