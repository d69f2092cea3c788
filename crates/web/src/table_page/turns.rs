//! The list of turns; a click shows the position after that turn.

use super::live::LiveGame;
use crate::dom;
use crate::say::{Say, say};
use crate::signal::{Memo, Signal, effect};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

pub(super) fn turns(live: LiveGame) -> View {
    let say = Say::global();
    let turns = Memo::new(move || {
        live.model.with(|model| {
            let steps = model.record.steps();
            let turns = model.record.playthrough().turn_ranges();
            turns
                .map(|(seat, plies)| (plies.end, seat.number(), steps[plies].join(" ")))
                .collect::<Vec<_>>()
        })
    });
    let last = Memo::new(move || live.model.with(|model| model.record.steps().len()));
    let turn = move |(n, (end, seat, text)): (usize, (usize, u8, String))| {
        view! {
            <li>
                <button
                    type="button"
                    class="turn"
                    class:here=bind_bool(move || live.viewed_ply.get() == Some(end))
                    data-seat=seat
                    on:click=on(move |_| live.viewed_ply.set((end != last.get_untracked()).then_some(end)))
                >
                    <span class="number">{bind(move || say.number(n as u64 + 1))}</span>
                    <bdi dir="ltr" class="notation">{text}</bdi>
                </button>
            </li>
        }
    };
    let list = Signal::new(None::<web_sys::Element>);
    effect(move || {
        last.get();
        if let Some(list) = list.get() {
            dom::next_frame(move || list.set_scroll_top(list.scroll_height()));
        }
    });
    view! {
        <section class="turns" aria-label=say!(say, "say-turns")>
            <h2>{say!(say, "say-turns")}</h2>
            <ol node_ref=list>{move || turns.get().into_iter().enumerate().map(turn).views()}</ol>
            {show(move || live.viewed_ply.get().is_some(), move || view! {
                <button class="button plain" on:click=on(move |_| live.viewed_ply.set(None))>
                    {say!(say, "say-back-to-now")}
                </button>
            })}
        </section>
    }
}
