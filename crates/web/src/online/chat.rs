//! What is said at a table. Whoever is not to be heard is muted on this device.

use mohreh_protocol::limits;

use super::table::Online;
use super::who::Me;
use super::wire::Line;
use crate::say::{Say, say};
use crate::state::{Derived, State, effect};
use crate::view::{View, Views, on, show, view, words};
use crate::{dom, store};

pub fn chat(online: Online) -> View {
    let (say, me) = (Say::here(), Me::here());
    let muted = State::new(store::muted());
    // Unfolded where there is room for it.
    let open = State::new(dom::matches("(min-width: 60rem)"));
    let heard = Derived::new(move || {
        let muted = muted.get();
        let mut lines = online.told.with(|told| told.chat.clone());
        lines.retain(|line| !muted.contains(&line.person.id));
        lines
    });
    let seen = State::new(heard.with_untracked(Vec::len));
    let list = State::new(None::<web_sys::Element>);
    effect(move || {
        let many = heard.with(Vec::len);
        if open.get() {
            seen.set(many);
        }
        if let Some(list) = list.get() {
            dom::next_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let mute = move |people: Vec<String>| {
        store::keep_muted(&people);
        muted.set(people);
    };
    let line = move |Line { person, text }: Line| {
        let id = person.id;
        let own = me.person.with(|me| me.as_ref().is_some_and(|me| me.id == id));
        let hush = move |_| {
            let mut people = muted.get_untracked();
            people.push(id.clone());
            mute(people);
        };
        view! {
            <li>
                <p><b><bdi>{person.name}</bdi></b> <span dir="auto">{text}</span></p>
                {(!own).then(|| view! { <button class="plain" type="button" on:click=on(hush)>{say!(say, "say-mute")}</button> })}
            </li>
        }
    };
    let text = State::new(String::new());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked();
        if !said.trim().is_empty() {
            online.chat(said.trim());
            text.set(String::new());
        }
    };
    let unseen = move || match heard.with(Vec::len).saturating_sub(seen.get()) {
        0 => String::new(),
        many => say.number(many as u64),
    };
    view! {
        <details class="chat" prop:open=open on:toggle=on(move |event: web_sys::Event| open.set(dom::is_open(&event)))>
            <summary>{say!(say, "say-chat")} <b class="count">{words(unseen)}</b></summary>
            <ol node_ref=list aria-live="polite">{move || heard.get().into_iter().map(line).views()}</ol>
            {show(move || !muted.with(Vec::is_empty), move || view! {
                <button class="plain" type="button" on:click=on(move |_| mute(Vec::new()))>{say!(say, "say-unmute")}</button>
            })}
            {show(move || me.person.with(Option::is_some), move || view! {
                <form on:submit=on(send)>
                    <input
                        name="line"
                        type="text"
                        dir="auto"
                        autocomplete="off"
                        maxlength=limits::CHAT
                        aria-label=say!(say, "say-chat-line")
                        placeholder=say!(say, "say-chat-line")
                        prop:value=text
                        on:input=on(move |event| text.set(dom::value(&event)))
                    />
                    <button class="plain" type="submit">{say!(say, "say-send")}</button>
                </form>
            })}
        </details>
    }
}
