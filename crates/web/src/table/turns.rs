//! The list of turns; each leads back to the position after it.

use super::live::Live;
use crate::dom;
use crate::say::{Say, say};
use crate::state::{Derived, State, effect};
use crate::view::{View, Views, on, show, truth, view, words};

pub fn turns(live: Live) -> View {
    let say = Say::here();
    let turns = Derived::new(move || {
        live.session.with(|session| {
            let steps = session.record.steps();
            let starts = session.record.turn_starts();
            let ends = starts.iter().skip(1).copied().chain([steps.len()]);
            let turns = starts.iter().zip(ends).zip(session.movers());
            turns
                .map(|((start, end), seat)| (end, seat.number(), steps[*start..end].join(" ")))
                .collect::<Vec<_>>()
        })
    });
    let last = Derived::new(move || live.session.with(|session| session.record.steps().len()));
    let turn = move |(n, (end, seat, text)): (usize, (usize, u8, String))| {
        view! {
            <li>
                <button
                    type="button"
                    class="turn"
                    class:here=truth(move || live.look.get() == Some(end))
                    data-seat=seat
                    on:click=on(move |_| live.look.set((end != last.get_untracked()).then_some(end)))
                >
                    <span class="number">{words(move || say.number(n as u64 + 1))}</span>
                    <bdi dir="ltr" class="notation">{text}</bdi>
                </button>
            </li>
        }
    };
    let list = State::new(None::<web_sys::Element>);
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
            {show(move || live.look.get().is_some(), move || view! {
                <button class="button plain" on:click=on(move |_| live.look.set(None))>
                    {say!(say, "say-back-to-now")}
                </button>
            })}
        </section>
    }
}
