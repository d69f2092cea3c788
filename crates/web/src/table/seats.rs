//! Who sits around the table, with what each has and how much time is left.

use mohreh_games::Seat;
use mohreh_games::show::Scene;

use super::live::Live;
use crate::board::Marks;
use crate::icons::{Icon, icon};
use crate::online::words::sitter_said;
use crate::say::{Say, say};
use crate::session::{Player, Session};
use crate::state::Derived;
use crate::tray::trays;
use crate::view::{View, Views, show, truth, view, words};

/// So few milliseconds are told as a warning.
const LOW: u64 = 20_000;
const DAY: u64 = 24 * 60 * 60 * 1000;

/// The name of whoever sits at a seat.
fn name(say: Say, live: Live, seat: usize) -> String {
    match live.online {
        Some(online) => sitter_said(say, &online.sitter(seat)),
        None => live.session.with(|session| name_here(say, session, seat)),
    }
}

fn name_here(say: Say, session: &Session, seat: usize) -> String {
    let number = seat as u32 + 1;
    match session.players[seat] {
        Player::Computer(level) => say.with("say-computer-level", &[("level", level.into())]),
        Player::Person | Player::Elsewhere => {
            let people = session.players.iter().filter(|player| **player == Player::Person).count();
            match people {
                1 => say.text("say-you"),
                _ => say.with("say-player", &[("seat", number.into())]),
            }
        }
    }
}

/// `4:05`, and below twenty seconds with tenths.
fn time(say: Say, milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    let (minutes, rest) = (seconds / 60, seconds % 60);
    let text = if milliseconds >= DAY {
        let hours = minutes / 60;
        let count = [("count", (hours / 24).into()), ("number", (hours % 24).into())];
        return say.with("say-days-hours", &count);
    } else if milliseconds < LOW {
        format!("0:{:02}.{}", milliseconds / 1000, milliseconds / 100 % 10)
    } else if minutes >= 60 {
        format!("{}:{:02}:{rest:02}", minutes / 60, minutes % 60)
    } else {
        format!("{minutes}:{rest:02}")
    };
    say.digits(&text)
}

pub fn seats(live: Live, scene: Derived<Scene>, marks: Derived<Marks>) -> View {
    let say = Say::here();
    let (kind, seats) =
        live.session.with_untracked(|session| (session.kind(), session.players.len()));
    let clock = live.has_clock();
    let seat = move |seat: usize| {
        let active = Derived::new(move || {
            live.session.with(|session| !session.is_over() && session.mover().index() == seat)
        });
        let won = Derived::new(move || {
            let outcome = live.session.with(Session::outcome);
            outcome.is_some_and(|outcome| outcome.places().get(seat) == Some(&1))
        });
        let is_computer = live.is_computer(seat);
        let away = move || live.online.is_some_and(|online| online.is_away(seat));
        let mine = move || live.online.is_some_and(|online| online.is_mine(seat));
        let trays = trays(kind, scene, marks, Some(Seat::new(seat)));
        let left = move || live.left.with(|left| left.get(seat).copied().unwrap_or(0));
        view! {
            <section
                class="seat"
                class:active=active
                class:won=won
                class:away=truth(away)
                data-seat=seat + 1
                aria-current=words(move || if active.get() { "true" } else { "false" })
            >
                <h2>
                    {icon(if is_computer { Icon::Computer } else { Icon::Person })}
                    <span dir="auto">{words(move || name(say, live, seat))}</span>
                    {show(mine, move || view! { <small>{say!(say, "say-that-is-you")}</small> })}
                    {show(away, move || view! { <small>{say!(say, "say-away")}</small> })}
                    {clock.then(|| view! {
                        <bdi
                            class="clock"
                            class:low=truth(move || left() < LOW)
                            dir=words(move || if left() < DAY { "ltr" } else { "auto" })
                        >{words(move || time(say, left()))}</bdi>
                    })}
                </h2>
                <div class="trays">{trays}</div>
            </section>
        }
    };
    (0..seats).map(seat).views()
}
