//! Tokens of programs that play under the person's name: made and revoked here.

use mohreh_protocol::{CreatedToken, Identity as Known, LabelBody, Token, Wire, limits};

use crate::dom;
use crate::notice::{Notice, notify};
use crate::online::{Identity, request};
use crate::say::{Say, say};
use crate::signal::Signal;
use crate::view::{View, Views, bind, on, show, view};

pub(crate) fn tokens() -> View {
    let (say, me) = (Say::global(), Identity::global());
    let all = Signal::new(Vec::<Token>::new());
    let [label, secret] = [(); 2].map(|()| Signal::new(String::new()));
    let load = move || request("GET", "/api/tokens".into(), None, move |tokens| all.set(tokens));
    let toggle = move |event: web_sys::Event| {
        if dom::is_open(&event) {
            me.recall(Box::new(load));
        }
    };
    let make = move || {
        let body = LabelBody { label: label.get_untracked() }.to_text();
        request("POST", "/api/tokens".into(), Some(body), move |made: CreatedToken| {
            label.set(String::new());
            secret.set(made.token);
            load();
        });
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        me.require_name(make);
    };
    let copy = move |_| {
        dom::copy_text(&secret.get_untracked());
        notify(Notice::transient("say-token-copied"));
    };
    let row = move |Token { id, label, created }: Token| {
        let confirming = Signal::new(false);
        let revoke = move |_| {
            if !confirming.get_untracked() {
                return confirming.set(true);
            }
            request("DELETE", ["/api/tokens/", &id].concat(), None, move |_: Known| load());
        };
        let made = move || dom::local_date(&dom::iso_from_ms(created), say.language().code());
        view! {
            <li class="entry">
                <span class="words"><strong><bdi>{label}</bdi></strong> <span class="quiet">{bind(made)}</span></span>
                <button class="plain forget" class:sure=confirming type="button" on:click=on(revoke) on:blur=on(move |_| confirming.set(false))>
                    {bind(move || say.text(if confirming.get() { "say-token-really-revoke" } else { "say-token-revoke" }))}
                </button>
            </li>
        }
    };
    view! {
        <details class="tokens" on:toggle=on(toggle)>
            <summary>{say!(say, "say-tokens")}</summary>
            <p class="about">{say!(say, "say-tokens-about")}</p>
            <ul class="list">{move || all.get().into_iter().map(row).views()}</ul>
            <div role="status">
                {show(move || !secret.with(String::is_empty), move || view! {
                    <p>{say!(say, "say-token-once")}</p>
                    <p class="pair">
                        <input type="text" dir="ltr" readonly=true name="token" aria-label=say!(say, "say-token-once") prop:value=secret />
                        <button class="button" type="button" on:click=on(copy)>{say!(say, "say-copy")}</button>
                    </p>
                })}
            </div>
            <form on:submit=on(submit)>
                <label>
                    <span>{say!(say, "say-token-label")}</span>
                    <span class="pair">
                        <input name="label" type="text" dir="auto" required=true autocomplete="off" maxlength=limits::NAME_CHARS
                            prop:value=label on:input=on(move |event| label.set(dom::event_value(&event))) />
                        <button class="button plain" type="submit">{say!(say, "say-token-make")}</button>
                    </span>
                </label>
            </form>
        </details>
    }
}
