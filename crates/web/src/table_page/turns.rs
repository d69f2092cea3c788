//! The list of turns; a click shows the position after that turn.

use std::ops::Range;

use mohreh_games::Seat;
use web_sys::MouseEvent;

use super::live::LiveGame;
use crate::dom;
use crate::say::{Say, say};
use crate::signal::{Memo, Signal, effect};
use crate::view::{View, on, show, view};

/// Time after which the list scrolls to its end: the frame with the new turn is laid out by then.
const SCROLL_MS: u64 = 100;

pub(super) fn turns(live: LiveGame) -> View {
    let say = Say::global();
    let last = Memo::new(move || live.model.with(|model| model.record.steps().len()));
    // As text, which is patched: a new turn leaves the elements of the others as they are.
    let turns = Memo::new(move || {
        live.model.with(|model| {
            let steps = model.record.steps();
            let turn = |(n, (seat, plies)): (u32, (Seat, Range<usize>))| {
                let (end, text) = (plies.end, steps[plies].join(" "));
                format!(
                    concat!(
                        r#"<li><button type="button" class="turn" data-seat="{}" data-end="{}">"#,
                        r#"<span class="number">{}</span><bdi dir="ltr" class="notation">{}</bdi></button></li>"#
                    ),
                    seat.number(),
                    end,
                    say.number(n),
                    text
                )
            };
            (1..).zip(model.record.playthrough().turn_ranges()).map(turn).collect::<String>()
        })
    });
    let list = Signal::new(None::<web_sys::Element>);
    effect(move || {
        last.get();
        if let Some(list) = list.get() {
            dom::set_timeout(SCROLL_MS, move || list.set_scroll_top(list.scroll_height()));
        }
    });
    effect(move || {
        let viewed = live.viewed_ply.get();
        let Some(list) = list.get() else { return };
        let set = |selector: &str, here: bool| {
            if let Ok(Some(turn)) = list.query_selector(selector) {
                let _ = turn.class_list().toggle_with_force("here", here);
            }
        };
        set(".here", false);
        if let Some(end) = viewed {
            set(&format!("[data-end=\"{end}\"]"), true);
        }
    });
    let on_click = move |event: MouseEvent| {
        let turn = dom::closest(&event, ".turn");
        let end = turn.and_then(|turn| turn.get_attribute("data-end")?.parse().ok());
        if let Some(end) = end {
            live.viewed_ply.set(Some(end).filter(|end| *end != last.get_untracked()));
        }
    };
    view! {
        <section class="turns" aria-label=say!(say, "say-turns")>
            <h2>{say!(say, "say-turns")}</h2>
            <ol node_ref=list inner_html=turns on:click=on(on_click)></ol>
            {show(move || live.viewed_ply.get().is_some(), move || view! {
                <button class="button plain" on:click=on(move |_| live.viewed_ply.set(None))>
                    {say!(say, "say-back-to-now")}
                </button>
            })}
        </section>
    }
}
