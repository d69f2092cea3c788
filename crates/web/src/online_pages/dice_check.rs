//! Verification of the dice of a table: shows the server's commitment and the revealed seed, and recomputes
//! every roll.

use mohreh_texts::Value;

use crate::engine::{Engine, Reply};
use crate::online::online_table::{OnlineTable, TableState};
use crate::online::{ApiError, record_path, request_text};
use crate::say::{Say, say};
use crate::signal::{Memo, Signal};
use crate::view::{View, bind, on, show, view};

/// Says the first mismatch: number of the step or 0, key, arguments in order.
fn mismatch(say: Say, parts: &[String]) -> String {
    let part = |n: usize| parts.get(n).map_or("", String::as_str);
    let first = || Value::from(part(2));
    let args = [("word", first()), ("step", first()), ("fall", part(3).into())];
    let sentence = say.quoted(part(1), &args) + ".";
    match part(0).parse::<u32>() {
        Ok(number @ 1..) => {
            [say.with("wrong-step", &[("step", number.into())]), sentence].join(": ")
        }
        _ => sentence,
    }
}

pub(super) fn dice_check(online: OnlineTable) -> View {
    let say = Say::global();
    let result = Signal::new(None::<Reply>);
    let commitment = move || {
        let of = |state: &TableState| Some(state.head.as_ref()?.table.commitment.clone());
        online.state.with(of).unwrap_or_default()
    };
    let seed = move || {
        online.state.with(|state| state.head.as_ref().and_then(|head| head.table.seed.clone()))
    };
    let over = Memo::new(move || seed().is_some());
    let check = move |_| {
        let then = move |response: Result<String, ApiError>| match response {
            Ok(text) => {
                Engine::background().check_dice(&text, move |reply| result.try_set(Some(reply)));
            }
            Err(error) => error.notify(),
        };
        request_text("GET", record_path(&online.id()), None, Box::new(then));
    };
    let outcome = move || match result.get() {
        Some(Reply::Fair(count)) => say.with("say-dice-fair", &[("count", count.into())]),
        Some(Reply::Unfair(parts)) => say.text("say-dice-unfair") + " " + &mismatch(say, &parts),
        Some(Reply::Failed) => say.text("say-engine-failed"),
        _ => String::new(),
    };
    view! {
        <details class="fair">
            <summary>{say!(say, "say-dice-fairness")}</summary>
            <p class="about">{say!(say, "say-dice-fairness-about")}</p>
            <p>{say!(say, "say-dice-commitment")} <code dir="ltr">{bind(commitment)}</code></p>
            {show(move || over.get(), move || view! {
                <p>{say!(say, "say-dice-seed")} <code dir="ltr">{bind(move || seed().unwrap_or_default())}</code></p>
                <button class="button plain" type="button" data-act="check-dice" on:click=on(check)>{say!(say, "say-check-dice")}</button>
                <p role="status">{bind(outcome)}</p>
            })}
        </details>
    }
}
