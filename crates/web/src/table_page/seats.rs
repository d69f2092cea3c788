//! The seats of a table: name, trays, clock.

use mohreh_games::Seat;
use mohreh_games::show::Scene;

use super::live::LiveGame;
use crate::board::Marks;
use crate::game_model::GameModel;
use crate::icons::{Icon, icon};
use crate::say::{Say, say};
use crate::signal::Memo;
use crate::tray::trays;
use crate::view::{View, Views, bind, bind_bool, show, view};

/// Below this, the clock warns and shows tenths.
const LOW_MS: u64 = 20_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// `4:05`; tenths below [`LOW_MS`], days and hours from [`DAY_MS`] on.
fn clock_text(say: Say, left_ms: u64) -> String {
    let seconds = left_ms.div_ceil(1000);
    let (minutes, rest) = (seconds / 60, seconds % 60);
    let text = if left_ms >= DAY_MS {
        let hours = minutes / 60;
        let count = [("count", (hours / 24).into()), ("number", (hours % 24).into())];
        return say.with("say-days-hours", &count);
    } else if left_ms < LOW_MS {
        format!("0:{:02}.{}", left_ms / 1000, left_ms / 100 % 10)
    } else if minutes >= 60 {
        format!("{}:{:02}:{rest:02}", minutes / 60, minutes % 60)
    } else {
        format!("{minutes}:{rest:02}")
    };
    say.digits(&text)
}

pub(super) fn seats(live: LiveGame, scene: Memo<Scene>, marks: Memo<Marks>) -> View {
    let say = Say::global();
    let (kind, seats) = live.model.with_untracked(|model| (model.kind(), model.controllers.len()));
    let clock = live.has_clock();
    let seat = move |seat: usize| {
        let active = Memo::new(move || {
            live.model.with(|model| !model.is_over() && model.mover().index() == seat)
        });
        let won = Memo::new(move || {
            let outcome = live.model.with(GameModel::outcome);
            outcome.is_some_and(|outcome| outcome.places().get(seat) == Some(&1))
        });
        let is_computer = live.host().is_computer(live, seat);
        let is_away = move || live.host().is_away(seat);
        let is_mine = move || live.host().is_mine(seat);
        let lag_ms = move || live.host().lag_ms(seat);
        let lag = move |key| say.with(key, &[("count", lag_ms().unwrap_or(0).into())]);
        let trays = trays(kind, scene, marks, Some(Seat::new(seat)));
        let left_ms = move || live.left_ms.with(|left_ms| left_ms.get(seat).copied().unwrap_or(0));
        view! {
            <section
                class="seat"
                class:active=active
                class:won=won
                class:away=bind_bool(is_away)
                data-seat=seat + 1
                aria-current=bind(move || if active.get() { "true" } else { "false" })
            >
                <h2>
                    {icon(if is_computer { Icon::Computer } else { Icon::Person })}
                    <span dir="auto">{bind(move || live.host().name(live, seat))}</span>
                    {show(is_mine, move || view! { <small>{say!(say, "say-that-is-you")}</small> })}
                    {show(is_away, move || view! { <small>{say!(say, "say-away")}</small> })}
                    {show(move || lag_ms().is_some(), move || view! {
                        <small title=bind(move || lag("say-lag"))>{bind(move || lag("say-lag-short"))}</small>
                    })}
                    {clock.then(|| view! {
                        <bdi
                            class="clock"
                            class:low=bind_bool(move || left_ms() < LOW_MS)
                            dir=bind(move || if left_ms() < DAY_MS { "ltr" } else { "auto" })
                        >{bind(move || clock_text(say, left_ms()))}</bdi>
                    })}
                </h2>
                <div class="trays">{trays}</div>
            </section>
        }
    };
    (0..seats).map(seat).views()
}
