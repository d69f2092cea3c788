//! Options of an online table, and the request that opens it.

use mohreh_games::Kind;

use super::draft::{CLOCKS, Draft, FirstMove};
use super::players::{choices, levels};
use crate::navigation::navigate_to;
use crate::online::{Message, nonce, request_json};
use crate::route::Route;
use crate::say::{Say, say};
use crate::signal::{Memo, Signal};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

pub fn online_options(draft: Signal<Draft>, seats: Memo<usize>) -> View {
    const VISIBILITY: &[(bool, &str)] = &[(false, "say-by-link"), (true, "say-by-lobby")];
    const FIRST: &[(FirstMove, &str)] = &[
        (FirstMove::Lot, "say-first-lot"),
        (FirstMove::Me, "say-first-me"),
        (FirstMove::Other, "say-first-them"),
    ];
    let say = Say::global();
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
        </div>
        <div class="first">
            <span class="name">{say!(say, "say-first")}</span>
            {choices("first", FIRST, move || draft.with(|draft| draft.first), move |first| draft.update(|draft| draft.first = first))}
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
pub fn open_table(kind: Kind, draft: &Draft, seats: usize) {
    let say = Say::global();
    // At least one seat stays open for another person.
    let computers = if seats > 2 { draft.computers.min(seats - 2) } else { 0 };
    let levels = vec![draft.level.to_string(); computers].join(",");
    let first = match draft.first {
        FirstMove::Lot => "lot",
        FirstMove::Me => "me",
        FirstMove::Other => "other",
    };
    let json_bool = |value: bool| if value { "true" } else { "false" };
    let body = Message::new()
        .text("kind", kind.name())
        .text("setup", &draft.setup(kind, None))
        .json("draw", json_bool(draft.has_random_setup(kind)))
        .json("computers", &["[", &levels, "]"].concat())
        .json("clock", &CLOCKS[draft.clock()].write())
        .json("open", json_bool(draft.open))
        .text("first", first)
        .text("nonce", &nonce())
        .done();
    request_json("POST", "/api/tables".into(), Some(body), move |json| {
        let path = Route::Online(json.text_or_empty("table")).path(say.language());
        navigate_to(&[&path, "#", &json.text_or_empty("key")].concat());
    });
}
