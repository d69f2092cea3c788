//! A table over the network: how others come to it, and who starts.

use mohreh_games::Kind;

use super::draft::{CLOCKS, Draft, First};
use super::who::{choices, levels};
use crate::app::go_to;
use crate::online::{Message, ask, nonce};
use crate::route::Route;
use crate::say::{Say, say};
use crate::state::{Derived, State};
use crate::view::{View, Views, on, show, truth, view, words};

pub fn elsewhere(draft: State<Draft>, seats: Derived<usize>) -> View {
    const HOW: &[(bool, &str)] = &[(false, "say-by-link"), (true, "say-by-lobby")];
    const FIRST: &[(First, &str)] = &[
        (First::Lot, "say-first-lot"),
        (First::Me, "say-first-me"),
        (First::Other, "say-first-them"),
    ];
    let say = Say::here();
    let computers = Derived::new(move || draft.with(|draft| draft.computers));
    let computer = move |n: usize| {
        view! {
            <label class="level">
                <input type="radio" name="computers" value=n
                    prop:checked=truth(move || computers.get() == n)
                    on:change=on(move |_| draft.update(|draft| draft.computers = n)) />
                <span>{words(move || say.number(n as u64))}</span>
            </label>
        }
    };
    view! {
        <div class="first">
            <span class="name">{say!(say, "say-how-they-come")}</span>
            {choices("how", HOW, move || draft.with(|draft| draft.open), move |open| draft.update(|draft| draft.open = open))}
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

/// Opens the table at the server, and goes there.
pub fn open_table(kind: Kind, draft: &Draft, seats: usize) {
    let say = Say::here();
    // One seat at least is for somebody else.
    let computers = if seats > 2 { draft.computers.min(seats - 2) } else { 0 };
    let levels = vec![draft.level.to_string(); computers].join(",");
    let first = match draft.first {
        First::Lot => "lot",
        First::Me => "me",
        First::Other => "other",
    };
    let truth = |is: bool| if is { "true" } else { "false" };
    let body = Message::new()
        .text("kind", kind.name())
        .text("setup", &draft.setup(kind, None))
        .json("draw", truth(draft.draws(kind)))
        .json("computers", &["[", &levels, "]"].concat())
        .json("clock", &CLOCKS[draft.clock()].write())
        .json("open", truth(draft.open))
        .text("first", first)
        .text("nonce", &nonce())
        .done();
    ask("POST", "/api/tables".into(), Some(body), move |json| {
        let path = Route::Online(json.word("table")).path(say.language());
        go_to(&[&path, "#", &json.word("key")].concat());
    });
}
