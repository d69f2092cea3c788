//! What can be done at a table of the server besides playing.

use mohreh_games::Seat;
use mohreh_protocol::{Log, Offer, What};
use reactive_graph::graph::untrack;

use super::ask;
use super::clocks::until;
use super::json::Message;
use super::table::{Online, Told};
use super::wire::{Clock, Sitter, nonce};
use super::words::{apart, sitter_said};
use crate::app::{Notice, Page, go, tell};
use crate::dom;
use crate::icons::{Icon, icon};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::session::Session;
use crate::state::{Derived, State, effect, every};
use crate::table::{Live, action, sure_action, undo_action};
use crate::view::{View, Views, on, view, words};

/// Whoever has been gone so long loses the game to a claim, in milliseconds: at a live clock, and where
/// nobody counts the time.
const GONE: u64 = 60_000;
const LONG_GONE: u64 = 24 * 60 * 60 * 1000;

/// Something that was asked, by whom, after how many seconds it counts, and what can be answered: what is
/// said and what is done.
type Asked = (&'static str, Seat, u64, &'static [(&'static str, &'static str)]);

/// What the others have asked, or what one has asked oneself.
fn offered(told: &Told) -> Option<Asked> {
    let offer = told.log(|log| log.offer().cloned()).flatten()?;
    let key = match (&offer, told.me == Some(offer.by())) {
        (Offer::Draw(_), true) => "say-you-offer-draw",
        (Offer::Draw(_), false) => "say-offers-draw",
        (Offer::Back(..), true) => "say-you-ask-back",
        (Offer::Back(..), false) => "say-asks-back",
    };
    let answers: &[_] = match told.me {
        Some(me) if told.could(&What::Agree(me)) => {
            &[("say-agree", "agree"), ("say-decline", "decline")]
        }
        _ => &[],
    };
    Some((key, offer.by(), 0, answers))
}

/// The game of somebody who does not come back can be claimed.
fn absent(told: &Told, now: u64) -> Option<Asked> {
    let me = told.me?;
    let actor =
        told.log(|log| log.actor().filter(|actor| *actor != me && log.plays(me))).flatten()?;
    let gone = told.gone.get(actor.index()).copied().flatten()?;
    let seconds = match told.head.as_ref()?.clock() {
        _ if !matches!(told.sitter(actor.index()), Sitter::Person(_)) => return None,
        Clock::Live(_) => until(gone, GONE, now),
        // Nobody waits here for a day and counts.
        Clock::None if until(told.last, LONG_GONE, now) == 0 => 0,
        _ => return None,
    };
    Some(match seconds {
        0 => ("say-away-claim", actor, 0, &[("say-claim", "claim")]),
        seconds => ("say-away-claim-soon", actor, seconds, &[]),
    })
}

/// A calm bar with what is asked, and the answers.
pub fn asks(online: Online) -> View {
    let say = Say::here();
    let now = State::new(dom::ticks());
    every(1000, move || now.set(dom::ticks()));
    let asked = Derived::new(move || {
        let now = now.get();
        online.told.with(|told| offered(told).or_else(|| absent(told, now)))
    });
    let answer = move |(key, act): &(&'static str, &'static str)| {
        let act = *act;
        view! { <button class="button" data-act=act on:click=on(move |_| online.act(act))>{say!(say, *key)}</button> }
    };
    let bar = move |(key, seat, seconds, answers): Asked| {
        let said = move || {
            let name = apart(&sitter_said(say, &online.sitter(seat.index())));
            say.with(key, &[("name", name.into()), ("count", seconds.into())])
        };
        view! {
            <div class="asks" role="status">
                <p>{words(said)}</p>
                <p class="row">{answers.iter().map(answer).views()}</p>
            </div>
        }
    };
    view! { {move || asked.get().map(bar)} }
}

/// What a player can do; those who watch are told that they do.
pub fn actions(live: Live, online: Online) -> View {
    let say = Say::here();
    // Nothing, a seat that plays, or the end.
    let stage = Derived::new(move || {
        let over = live.session.with(Session::is_over);
        online.told.with(|told| {
            (over, told.me.filter(|me| over || told.log(|log| log.plays(*me)) == Some(true)))
        })
    });
    let can_abort = Derived::new(move || {
        online.told.with(|told| told.me.is_some_and(|me| told.could(&What::Abort(me))))
    });
    view! {
        {move || {
            let (stage, can_abort) = (stage.get(), can_abort.get());
            untrack(move || match stage {
                (true, me) => after(online, me.is_some()),
                (false, Some(me)) => during(live, online, me, can_abort),
                (false, None) => view! { <p class="quiet">{say!(say, "say-you-watch")}</p> },
            })
        }}
    }
}

fn during(live: Live, online: Online, me: Seat, can_abort: bool) -> View {
    let two = online.told.with_untracked(|told| told.log(|log| log.game().seats()) == Some(2));
    let ask = move |what: &dyn Fn(&Log) -> Option<What>| {
        online.told.with(|told| {
            let what = told.log(|log| what(log).filter(|what| !log.was_asked(what))).flatten();
            what.is_some_and(|what| told.could(&what))
        })
    };
    let back = move || ask(&|log| Some(What::Back(me, log.back_of(me)?)));
    let draw = move || ask(&|_| Some(What::Draw(me)));
    let (class, drawn, keys) = if can_abort {
        ("abort", Icon::Close, ["say-abort", "say-really-abort"])
    } else {
        ("resign", Icon::Flag, ["say-resign", "say-really-resign"])
    };
    view! {
        <div class="actions">
            {undo_action(live)}
            {action("back", Icon::TakeBack, "say-take-back", back, move || online.act("ask-back"))}
            {two.then(|| action("draw", Icon::Hands, "say-draw", draw, move || online.act("offer-draw")))}
            {sure_action(class, drawn, keys, move || online.act(class))}
        </div>
    }
}

/// After the end: again, or look at it once more.
fn after(online: Online, played: bool) -> View {
    let say = Say::here();
    let next = Derived::new(move || {
        online.told.with(|told| told.head.as_ref().and_then(|head| head.json.text("next")))
    });
    let rematch = move |_| {
        if !played {
            return go(&Route::Online(next.get_untracked().unwrap_or_default()));
        }
        let body = Message::new().text("nonce", &nonce()).done();
        let first = next.with_untracked(Option::is_none);
        ask("POST", online.address("/rematch"), Some(body), move |json| {
            go(&Route::Online(json.at("table").word("id")));
            if first {
                tell(Notice::brief("say-asked-again"));
            }
        });
    };
    let old = next.with_untracked(Option::is_some);
    let label = move || match (played, next.with(Option::is_some)) {
        (false, _) => "say-watch",
        (true, false) => "say-rematch",
        (true, true) if old => "say-next-game",
        (true, true) => "say-they-wait",
    };
    // Whoever has just asked waits: the title says so too.
    let my_turn = Page::here().my_turn;
    effect(move || {
        if played && !old && next.with(Option::is_some) {
            my_turn.set(true);
        }
    });
    view! {
        <div class="actions end">
            {move || (played || next.get().is_some()).then(|| view! {
                <button class="button" data-act="rematch" on:click=on(rematch)>
                    {icon(Icon::Again)} <span>{words(move || say.text(label()))}</span>
                </button>
            })}
            <a class="button plain" href=to(say, Route::Replay(Some(online.id())))>{say!(say, "say-review")}</a>
            <a class="button plain" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a>
        </div>
    }
}
