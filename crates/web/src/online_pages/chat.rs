//! Chat of a table. Muting is local to the device.

use mohreh_protocol::{Chat, ChatBody, Chatters, Snapshot, Wire, limits};

use crate::online::online_table::{OnlineTable, TableState};
use crate::online::{Identity, request};
use crate::say::{Say, say};
use crate::signal::{Memo, Signal, effect};
use crate::view::{View, Views, bind, on, show, view};
use crate::{dom, store};

pub(super) fn chat(online: OnlineTable) -> View {
    let (say, me) = (Say::global(), Identity::global());
    let muted = Signal::new(store::muted());
    // Expanded on wide screens.
    let open = Signal::new(dom::media_matches("(min-width: 60rem)"));
    let visible = Memo::new(move || {
        let muted = muted.get();
        let mut lines = online.state.with(|state| state.chat.items().to_vec());
        lines.retain(|(_, line)| !muted.contains(&line.person.id));
        lines
    });
    // Number of the first unread line.
    let next = move || visible.with(|lines| lines.last().map_or(0, |(number, _)| number + 1));
    let unread_from = Signal::new(next());
    let list = Signal::new(None::<web_sys::Element>);
    effect(move || {
        let next = next();
        if open.get() {
            unread_from.set(next);
        }
        if let Some(list) = list.get() {
            dom::next_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    let mute = move |people: Vec<String>| {
        store::save_muted(&people);
        muted.set(people);
    };
    let line = move |(_, Chat { person, text, .. }): (usize, Chat)| {
        let id = person.id;
        let own = me.person.with(|me| me.as_ref().is_some_and(|me| me.id == id));
        let mute_author = move |_| {
            let mut people = muted.get_untracked();
            people.push(id.clone());
            mute(people);
        };
        view! {
            <li>
                <p><b><bdi>{person.name}</bdi></b> <span dir="auto">{text}</span></p>
                {(!own).then(|| view! { <button class="plain" type="button" on:click=on(mute_author)>{say!(say, "say-mute")}</button> })}
            </li>
        }
    };
    let writers = move || {
        let head = |state: &TableState| Some(state.head.as_ref()?.table.chat);
        online.state.with(head).unwrap_or_default()
    };
    let may_write = move || match writers() {
        Chatters::Nobody => false,
        Chatters::Players => online.sits(),
        Chatters::Everybody => me.person.with(Option::is_some),
    };
    // Who writes here, where not everybody does.
    let rule = move || match writers() {
        Chatters::Nobody => say.text("say-chat-closed"),
        Chatters::Players if !online.sits() => say.text("say-chat-of-players"),
        _ => String::new(),
    };
    let close = move |_| {
        let body = ChatBody { chat: Chatters::Players }.to_text();
        request("POST", online.address("/chat"), Some(body), |_: Snapshot| ());
    };
    let text = Signal::new(String::new());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let line_text = text.get_untracked();
        if !line_text.trim().is_empty() {
            online.chat(line_text.trim());
            text.set(String::new());
        }
    };
    let unmute = move || say.with("say-unmute", &[("count", (muted.with(Vec::len) as u64).into())]);
    let unread = move || {
        let from = unread_from.get();
        match visible.with(|lines| lines.iter().filter(|(number, _)| *number >= from).count()) {
            0 => String::new(),
            count => say.number(count as u64),
        }
    };
    view! {
        <details class="chat" prop:open=open on:toggle=on(move |event: web_sys::Event| open.set(dom::is_open(&event)))>
            <summary>{say!(say, "say-chat")} <b class="count">{bind(unread)}</b></summary>
            <ol node_ref=list aria-live="polite">{move || visible.get().into_iter().map(line).views()}</ol>
            {show(move || !muted.with(Vec::is_empty), move || view! {
                <button class="plain" type="button" on:click=on(move |_| mute(Vec::new()))>{bind(unmute)}</button>
            })}
            <p class="quiet">{bind(rule)}</p>
            {show(move || online.sits() && writers() == Chatters::Everybody, move || view! {
                <button class="plain" type="button" data-act="close-chat" on:click=on(close)>{say!(say, "say-close-chat")}</button>
            })}
            {show(may_write, move || view! {
                <form on:submit=on(send)>
                    <input
                        name="line"
                        type="text"
                        dir="auto"
                        autocomplete="off"
                        maxlength=limits::CHAT_CHARS
                        aria-label=say!(say, "say-chat-line")
                        placeholder=say!(say, "say-chat-line")
                        prop:value=text
                        on:input=on(move |event| text.set(dom::event_value(&event)))
                    />
                    <button class="plain" type="submit">{say!(say, "say-send")}</button>
                </form>
            })}
        </details>
    }
}
