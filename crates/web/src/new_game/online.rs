//! Options of an online table, and the request that opens it.

use mohreh_games::Kind;
use mohreh_protocol::{Chatters, First, Invitation, NewTable, Wire};

use super::draft::{CLOCKS, Draft};
use super::players::{choices, levels};
use crate::navigation::navigate_to;
use crate::online::{nonce, request};
use crate::route::Route;
use crate::say::{Say, say};
use crate::signal::{Memo, Signal};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

pub(super) fn online_options(draft: Signal<Draft>, seats: Memo<usize>) -> View {
    const VISIBILITY: &[(bool, &str)] = &[(false, "say-by-link"), (true, "say-by-lobby")];
    const FIRST: &[(First, &str)] = &[
        (First::Lot, "say-first-lot"),
        (First::Me, "say-first-me"),
        (First::Other, "say-first-them"),
    ];
    const CHAT: &[(Chatters, &str)] = &[
        (Chatters::Players, "say-chat-players"),
        (Chatters::Everybody, "say-chat-everybody"),
        (Chatters::Nobody, "say-chat-nobody"),
    ];
    let say = Say::global();
    let about = move || {
        say.text(if draft.with(|draft| draft.open) {
            "say-public-about"
        } else {
            "say-private-about"
        })
    };
    let computers = Memo::new(move || draft.with(|draft| draft.computers));
    let computer = move |n: usize| {
        view! {
            <label class="level">
                <input type="radio" name="computers" value=n
                    prop:checked=bind_bool(move || computers.get() == n)
                    on:change=on(move |_| draft.update(|draft| draft.computers = n)) />
                <span>{bind(move || say.number(n as u64))}</span>
            </label>
        }
    };
    view! {
        <div class="first">
            <span class="name">{say!(say, "say-how-they-come")}</span>
            {choices("how", VISIBILITY, move || draft.with(|draft| draft.open), move |open| draft.update(|draft| draft.open = open))}
            <span class="about">{bind(about)}</span>
        </div>
        <div class="first">
            <span class="name">{say!(say, "say-chat")}</span>
            {choices("writers", CHAT, move || draft.with(|draft| draft.chat), move |chat| draft.update(|draft| draft.chat = chat))}
        </div>
        <div class="first">
            <span class="name">{say!(say, "say-first")}</span>
            {choices("starts", FIRST, move || draft.with(|draft| draft.first), move |first| draft.update(|draft| draft.first = first))}
        </div>
        {show(move || seats.get() > 2, move || view! {
            <div class="levels" role="radiogroup" aria-label=say!(say, "say-computers")>
                <span class="name">{say!(say, "say-computers")}</span>
                <div class="scale">{move || (0..seats.get() - 1).map(computer).views()}</div>
            </div>
            {show(move || computers.get() > 0, move || levels(draft))}
        })}
    }
}

/// Creates the table on the server and opens it.
pub(super) fn open_table(kind: Kind, draft: &Draft, seats: usize) {
    let say = Say::global();
    // At least one seat stays open for another person.
    let computers = if seats > 2 { draft.computers.min(seats - 2) } else { 0 };
    let wanted = NewTable {
        kind: kind.name().to_string(),
        setup: draft.setup(kind, None),
        draw: draft.has_random_setup(kind),
        computers: vec![draft.level; computers],
        clock: CLOCKS[draft.clock()],
        open: draft.open,
        chat: draft.chat,
        first: draft.first,
        nonce: nonce(),
    };
    let opened = move |invitation: Invitation| {
        let path = Route::Online(invitation.table).path(say.language());
        navigate_to(&[&path, "#", &invitation.key].concat());
    };
    request("POST", "/api/tables".into(), Some(wanted.to_text()), opened);
}
