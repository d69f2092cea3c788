//! Who sits around the table, with what each has and how much time is left.

use mohreh_games::Seat;
use mohreh_games::show::Scene;

use super::live::Live;
use crate::board::Marks;
use crate::icons::{Icon, icon};
use crate::say::Say;
use crate::session::{Player, Session};
use crate::state::Derived;
use crate::tray::trays;
use crate::view::{View, Views, view, words};

/// The name of whoever sits at a seat.
pub fn name(say: Say, session: &Session, seat: usize) -> String {
    let number = seat as u32 + 1;
    match session.players[seat] {
        Player::Computer(level) => say.with("say-computer-level", &[("level", level.into())]),
        Player::Person => {
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
    let text = if milliseconds < 20_000 {
        format!("0:{:02}.{}", milliseconds / 1000, milliseconds / 100 % 10)
    } else {
        let seconds = milliseconds.div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    say.digits(&text)
}

pub fn seats(live: Live, scene: Derived<Scene>, marks: Derived<Marks>) -> View {
    let say = Say::here();
    let (kind, seats, clock) = live
        .session
        .with_untracked(|session| (session.kind(), session.players.len(), session.pace.is_some()));
    let seat = move |seat: usize| {
        let active = Derived::new(move || {
            live.session.with(|session| !session.is_over() && session.mover().index() == seat)
        });
        let won = Derived::new(move || {
            let outcome = live.session.with(Session::outcome);
            outcome.is_some_and(|outcome| outcome.places().get(seat) == Some(&1))
        });
        let is_computer = live
            .session
            .with_untracked(|session| matches!(session.players[seat], Player::Computer(_)));
        let trays = trays(kind, scene, marks, Some(Seat::new(seat)));
        let left = move || live.left.with(|left| time(say, left[seat]));
        view! {
            <section
                class="seat"
                class:active=active
                class:won=won
                data-seat=seat + 1
                aria-current=words(move || if active.get() { "true" } else { "false" })
            >
                <h2>
                    {icon(if is_computer { Icon::Computer } else { Icon::Person })}
                    <span>{words(move || live.session.with(|session| name(say, session, seat)))}</span>
                    {clock.then(|| view! { <bdi dir="ltr" class="clock">{words(left)}</bdi> })}
                </h2>
                <div class="trays">{trays}</div>
            </section>
        }
    };
    (0..seats).map(seat).views()
}
