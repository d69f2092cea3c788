//! Actions at an online table other than steps: offers, claims, resigning, rematch.

use mohreh_games::Seat;
use mohreh_protocol::{Act, Clock, Join, Log, LogEvent, Offer, Sitter, Snapshot, Wire, limits};
use reactive_graph::graph::untrack;

use crate::attention::my_turn;
use crate::game_model::GameModel;
use crate::game_text::isolated;
use crate::icons::{Icon, icon};
use crate::navigation::navigate;
use crate::notice::{Notice, notify};
use crate::online::clocks::secs_until;
use crate::online::online_table::{OnlineTable, TableState};
use crate::online::text::sitter_name;
use crate::online::{nonce, request};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::signal::{Memo, Signal, effect, every};
use crate::table_page::{LiveGame, action, confirm_action, undo_action};
use crate::view::{View, Views, bind, on, view};
use crate::{dom, store};

/// A request to show: message key, seat it comes from or concerns, seconds until it is possible, and the
/// answers as (message key, action).
type Request = (&'static str, Seat, u64, &'static [(&'static str, Act)]);

/// The open draw or take-back offer, from the view of this seat.
fn open_offer(state: &TableState) -> Option<Request> {
    let offer = state.with_log(|log| log.offer().cloned()).flatten()?;
    let key = match (&offer, state.me == Some(offer.by())) {
        (Offer::Draw(_), true) => "say-you-offer-draw",
        (Offer::Draw(_), false) => "say-offers-draw",
        (Offer::Back(..), true) => "say-you-ask-back",
        (Offer::Back(..), false) => "say-asks-back",
    };
    let answers: &[_] = match state.me {
        Some(me) if state.would_accept(&LogEvent::Agree(me)) => {
            &[("say-agree", Act::Agree), ("say-decline", Act::Decline)]
        }
        _ => &[],
    };
    Some((key, offer.by(), 0, answers))
}

/// The claim against an opponent who is absent on their turn.
fn absence_claim(state: &TableState, now_ms: u64) -> Option<Request> {
    let me = state.me?;
    let actor = state
        .with_log(|log| log.actor().filter(|actor| *actor != me && log.plays(me)))
        .flatten()?;
    let since_ms = state.absent_since_ms.get(actor.index()).copied().flatten()?;
    let seconds = match state.head.as_ref()?.table.clock {
        _ if !matches!(state.sitter(actor.index()), Sitter::Person(_)) => return None,
        Clock::Live { .. } => secs_until(since_ms, limits::CLAIM_AFTER_MS, now_ms),
        // No countdown over a whole day.
        Clock::None
            if secs_until(state.last_entry_ms, limits::CLAIM_AFTER_UNTIMED_MS, now_ms) == 0 =>
        {
            0
        }
        _ => return None,
    };
    Some(match seconds {
        0 => ("say-away-claim", actor, 0, &[("say-claim", Act::Claim)]),
        seconds => ("say-away-claim-soon", actor, seconds, &[]),
    })
}

/// Bar with the open offer or claim, and its answers.
pub(super) fn request_bar(online: OnlineTable) -> View {
    let say = Say::global();
    let now_ms = Signal::new(dom::now_ms());
    every(1000, move || now_ms.set(dom::now_ms()));
    let request = Memo::new(move || {
        let now_ms = now_ms.get();
        online.state.with(|state| open_offer(state).or_else(|| absence_claim(state, now_ms)))
    });
    let answer = move |(key, act): &(&'static str, Act)| {
        let act = *act;
        view! { <button class="button" data-act=act.word() on:click=on(move |_| online.act(act))>{say!(say, *key)}</button> }
    };
    let bar = move |(key, seat, seconds, answers): Request| {
        let text = move || {
            let name = isolated(&sitter_name(say, &online.sitter(seat.index())));
            say.with(key, &[("name", name.into()), ("count", seconds.into())])
        };
        view! {
            <div class="asks" role="status">
                <p>{bind(text)}</p>
                <p class="row">{answers.iter().map(answer).views()}</p>
            </div>
        }
    };
    view! { {move || request.get().map(bar)} }
}

/// Action buttons of a player; a note for watchers. `link` is the address that is shared.
pub(super) fn actions(
    live: LiveGame,
    online: OnlineTable,
    link: fn(OnlineTable) -> String,
) -> View {
    let say = Say::global();
    // (over, own seat): rebuilt only when one of them changes.
    let phase = Memo::new(move || {
        let over = live.model.with(GameModel::is_over);
        online.state.with(|state| {
            (over, state.me.filter(|me| over || state.with_log(|log| log.plays(*me)) == Some(true)))
        })
    });
    let can_abort = Memo::new(move || {
        online
            .state
            .with(|state| state.me.is_some_and(|me| state.would_accept(&LogEvent::Abort(me))))
    });
    view! {
        {move || {
            let (phase, can_abort) = (phase.get(), can_abort.get());
            untrack(move || match phase {
                (true, me) => after(online, me.is_some(), link),
                (false, Some(me)) => during(live, online, me, can_abort),
                (false, None) => view! { <p class="quiet">{say!(say, "say-you-watch")}</p> },
            })
        }}
    }
}

fn during(live: LiveGame, online: OnlineTable, me: Seat, can_abort: bool) -> View {
    let two =
        online.state.with_untracked(|state| state.with_log(|log| log.game().seats()) == Some(2));
    let can_offer = move |make: &dyn Fn(&Log) -> Option<LogEvent>| {
        online.state.with(|state| {
            let event =
                state.with_log(|log| make(log).filter(|event| !log.was_offered(event))).flatten();
            event.is_some_and(|event| state.would_accept(&event))
        })
    };
    let back = move || can_offer(&|log| Some(LogEvent::Back(me, log.take_back_to(me)?)));
    let draw = move || can_offer(&|_| Some(LogEvent::Draw(me)));
    let (act, action_icon, keys) = if can_abort {
        (Act::Abort, Icon::Close, ["say-abort", "say-really-abort"])
    } else {
        (Act::Resign, Icon::Flag, ["say-resign", "say-really-resign"])
    };
    view! {
        <div class="actions">
            {undo_action(live)}
            {action("back", Icon::TakeBack, "say-take-back", back, move || online.act(Act::AskBack))}
            {two.then(|| action(Act::OfferDraw.word(), Icon::Hands, "say-draw", draw, move || online.act(Act::OfferDraw)))}
            {confirm_action(act.word(), action_icon, keys, move || online.act(act))}
        </div>
    }
}

/// After the end: rematch, replay, link, lobby.
fn after(online: OnlineTable, played: bool, link: fn(OnlineTable) -> String) -> View {
    let say = Say::global();
    let next = Memo::new(move || {
        online.state.with(|state| state.head.as_ref().and_then(|head| head.table.next.clone()))
    });
    let rematch = move |_| {
        if !played {
            let next = next.get_untracked().unwrap_or_default();
            // A rematch has the key of the game before.
            online.key.with_untracked(|key| store::save_table_key(&next, key));
            return navigate(&Route::Online(next));
        }
        let body = Join { nonce: nonce(), ..Join::default() }.to_text();
        let first = next.with_untracked(Option::is_none);
        request("POST", online.address("/rematch"), Some(body), move |next: Snapshot| {
            navigate(&Route::Online(next.table.id));
            if first {
                notify(Notice::transient("say-asked-again"));
            }
        });
    };
    let was_offered = next.with_untracked(Option::is_some);
    let label = move || match (played, next.with(Option::is_some)) {
        (false, _) => "say-watch",
        (true, false) => "say-rematch",
        (true, true) if was_offered => "say-next-game",
        (true, true) => "say-they-wait",
    };
    let share = move |_| {
        dom::copy_text(&link(online));
        notify(Notice::transient("say-table-link-copied"));
    };
    // A rematch that is offered while this page is open also shows in the title.
    let my_turn = my_turn();
    effect(move || {
        if played && !was_offered && next.with(Option::is_some) {
            my_turn.set(true);
        }
    });
    view! {
        <div class="actions end">
            {move || (played || next.get().is_some()).then(|| view! {
                <button class="button" data-act="rematch" on:click=on(rematch)>
                    {icon(Icon::Again)} <span>{bind(move || say.text(label()))}</span>
                </button>
            })}
            <a class="button plain" href=bind(move || Route::Replay(Some(online.id())).path(say.language()) + crate::share::REVIEW)>{say!(say, "say-review")}</a>
            <button class="button plain" on:click=on(share)>{icon(Icon::Share)} {say!(say, "say-share")}</button>
            <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
        </div>
    }
}
