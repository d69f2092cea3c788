//! What can be done at a table besides touching the board.

use mohreh_games::Seat;
use mohreh_protocol::End;

use super::live::Live;
use crate::icons::{Icon, icon};
use crate::new_game;
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::session::{Now, Player, Session};
use crate::state::{Derived, State};
use crate::view::{Given, View, on, show, truth, view, words};

/// That the computer thinks, or was told to wait.
pub fn thinking(live: Live) -> View {
    let say = Say::here();
    let words = move || match live.thinking.get() {
        Some(thought) if thought.depth > 0 => say.with(
            "say-thinking-deep",
            &[("depth", thought.depth.into()), ("nodes", thought.nodes.into())],
        ),
        Some(_) => say.text("say-thinking"),
        None => String::new(),
    };
    view! {
        {show(move || live.thinking.get().is_some(), move || view! {
            <p class="thinking">
                <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
                <span>{words}</span>
                <button class="plain" on:click=on(move |_| live.interrupt())>
                    {icon(Icon::Stop)} {say!(say, "say-interrupt")}
                </button>
            </p>
        })}
        {show(move || live.halted.get() && live.thinking.get().is_none(), move || view! {
            <p class="thinking">
                <span>{say!(say, "say-halted")}</span>
                <button class="plain" on:click=on(move |_| live.resume())>
                    {icon(Icon::Play)} {say!(say, "say-go-on")}
                </button>
            </p>
        })}
    }
}

/// Something that can be done besides touching the board.
pub fn action(
    class: &'static str,
    drawn: Icon,
    key: &'static str,
    possible: impl Fn() -> bool + 'static,
    act: impl Fn() + 'static,
) -> View {
    let said = Box::new(move || key);
    action_of(class, drawn, said, truth(move || !possible()), State::new(false), Box::new(act))
}

/// The same, where it is asked once more.
pub fn sure_action(
    class: &'static str,
    drawn: Icon,
    [first, again]: [&'static str; 2],
    act: impl Fn() + 'static,
) -> View {
    let sure = State::new(false);
    let press = move || {
        sure.update(|sure| *sure = !*sure);
        if !sure.get_untracked() {
            act();
        }
    };
    let said = Box::new(move || if sure.get() { again } else { first });
    action_of(class, drawn, said, truth(|| false), sure, Box::new(press))
}

fn action_of(
    class: &'static str,
    drawn: Icon,
    said: Box<dyn Fn() -> &'static str>,
    impossible: Given,
    sure: State<bool>,
    act: Box<dyn Fn()>,
) -> View {
    let say = Say::here();
    view! {
        <button
            class=["action ", class].concat()
            class:sure=sure
            disabled=impossible
            on:click=on(move |_| act())
            on:blur=on(move |_| sure.set(false))
        >
            {icon(drawn)} <span>{words(move || say.text(said()))}</span>
        </button>
    }
}

/// Takes back what was picked, or a step of the turn.
pub fn undo_action(live: Live) -> View {
    let can_undo = Derived::new(move || {
        !live.picked.get().is_empty()
            && live.session.with(|session| !session.game.scene().touch_move)
            || live.can_undo()
    });
    action("undo", Icon::Undo, "say-undo", move || can_undo.get(), move || live.undo())
}

/// What can be done besides touching the board.
pub fn actions(live: Live) -> View {
    let say = Say::here();
    let against_computer = live.session.with_untracked(Session::is_against_computer);
    let can_take_back = Derived::new(move || live.session.with(|s| s.take_back_to().is_some()));
    let over = Derived::new(move || live.session.with(Session::is_over));
    let resign = move || {
        let seat = live.session.with_untracked(|session| match session.now() {
            Now::Person(seat) => seat,
            _ => session
                .players
                .iter()
                .position(|player| *player == Player::Person)
                .map_or(session.mover(), Seat::new),
        });
        live.give_up(End::Resigned(seat));
    };
    let can_hint = move || live.is_asked() && live.thinking.get().is_none();
    view! {
        {show(move || !over.get(), move || view! {
            <div class="actions">
                {undo_action(live)}
                {against_computer.then(|| view! {
                    {action("back", Icon::TakeBack, "say-take-back", move || can_take_back.get(), move || live.take_back())}
                    {action("hint", Icon::Hint, "say-hint", can_hint, move || live.ask_for_hint())}
                })}
                {sure_action("resign", Icon::Flag, ["say-resign", "say-really-resign"], resign)}
            </div>
        })}
        {show(move || !live.hint.get().is_empty(), move || view! {
            <p class="hinted">
                {say!(say, "say-hint")} " " <bdi dir="ltr" class="notation">{words(move || live.hint.get().join(" "))}</bdi>
            </p>
        })}
    }
}

/// After the end: again, or look at it once more.
pub fn over(live: Live) -> View {
    let say = Say::here();
    let over = Derived::new(move || live.session.with(Session::is_over));
    let review = move || {
        let id = live.session.with(|session| session.id.clone());
        Route::Replay(Some(id)).path(say.language())
    };
    view! {
        {show(move || over.get(), move || view! {
            <div class="actions end">
                <button class="button" on:click=on(move |_| {
                    let session = live.session.get_untracked();
                    new_game::rematch(&session);
                })>
                    {icon(Icon::Again)} <span>{say!(say, "say-rematch")}</span>
                </button>
                <a class="button plain" href=review>{say!(say, "say-review")}</a>
                <a class="button plain" href=to(say, Route::Home)>{say!(say, "say-home")}</a>
            </div>
        })}
    }
}
