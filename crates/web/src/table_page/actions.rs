//! Action buttons of a table: undo, take-back, hint, resign, rematch.

use mohreh_games::Seat;
use mohreh_protocol::End;

use super::live::LiveGame;
use crate::game_model::{Awaiting, Controller, GameModel};
use crate::icons::{Icon, icon};
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::signal::{Memo, Signal};
use crate::view::{Binding, View, Views, bind, bind_bool, on, show, view};
use crate::{dom, local_game, share};

/// One line of fixed height: the parts of the turn, or the progress of a search.
pub(super) fn strip(live: LiveGame) -> View {
    let say = Say::global();
    let busy = move || live.thinking.get().is_some() || live.halted.get();
    let parts = Memo::new(move || {
        let prompt = live.asked();
        let shown = live.viewed_ply.get().is_none() && !live.model.with(GameModel::is_over);
        if shown && !busy() { (prompt.parts, prompt.part) } else { (&[][..], 0) }
    });
    let part = move |(n, key): (usize, &'static str), due: usize| {
        view! {
            <li aria-current=if n == due { "step" } else { "false" }>
                <span class="number">{bind(move || say.number(n as u64 + 1))}</span> {say!(say, key)}
            </li>
        }
    };
    view! {
        <div class="strip">
            <ol class="parts">
                {move || {
                    let (parts, due) = parts.get();
                    parts.iter().copied().enumerate().map(|one| part(one, due)).views()
                }}
            </ol>
            {thinking(live)}
        </div>
    }
}

/// Progress of the search, or a word that it is interrupted.
fn thinking(live: LiveGame) -> View {
    let say = Say::global();
    let text = move || match live.thinking.get() {
        Some(progress) if progress.depth > 0 => say.with(
            "say-thinking-deep",
            &[("depth", progress.depth.into()), ("nodes", progress.nodes.into())],
        ),
        Some(_) => say.text("say-thinking"),
        None => String::new(),
    };
    view! {
        {show(move || live.thinking.get().is_some(), move || view! {
            <p class="thinking">
                <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
                <span>{text}</span>
            </p>
        })}
        {show(move || live.halted.get() && live.thinking.get().is_none(), move || view! {
            <p class="thinking">{say!(say, "say-halted")}</p>
        })}
    }
}

/// An action button.
pub(crate) fn action(
    class: &'static str,
    button_icon: Icon,
    key: &'static str,
    possible: impl Fn() -> bool + 'static,
    act: impl Fn() + 'static,
) -> View {
    let label = Box::new(move || key);
    action_boxed(
        class,
        button_icon,
        label,
        bind_bool(move || !possible()),
        Signal::new(false),
        Box::new(act),
    )
}

/// An action button that acts on the second click; losing the focus resets it.
pub(crate) fn confirm_action(
    class: &'static str,
    button_icon: Icon,
    [first, again]: [&'static str; 2],
    act: impl Fn() + 'static,
) -> View {
    let confirming = Signal::new(false);
    let press = move || {
        confirming.update(|confirming| *confirming = !*confirming);
        if !confirming.get_untracked() {
            act();
        }
    };
    let label = Box::new(move || if confirming.get() { again } else { first });
    action_boxed(class, button_icon, label, bind_bool(|| false), confirming, Box::new(press))
}

fn action_boxed(
    class: &'static str,
    button_icon: Icon,
    label: Box<dyn Fn() -> &'static str>,
    disabled: Binding,
    confirming: Signal<bool>,
    act: Box<dyn Fn()>,
) -> View {
    let say = Say::global();
    view! {
        <button
            class=["action ", class].concat()
            class:sure=confirming
            disabled=disabled
            on:click=on(move |_| act())
            on:blur=on(move |_| confirming.set(false))
        >
            {icon(button_icon)} <span>{bind(move || say.text(label()))}</span>
        </button>
    }
}

/// Clears the selection, or undoes a step of the turn.
pub(crate) fn undo_action(live: LiveGame) -> View {
    let can_undo = Memo::new(move || {
        !live.picked.get().is_empty() && live.model.with(|model| !model.game().scene().touch_move)
            || live.can_undo()
    });
    action("undo", Icon::Undo, "say-undo", move || can_undo.get(), move || live.undo())
}

/// The buttons of a local game.
pub(super) fn actions(live: LiveGame) -> View {
    let against_computer = live.model.with_untracked(GameModel::is_against_computer);
    let can_take_back = Memo::new(move || live.model.with(|model| model.take_back_to().is_some()));
    let over = Memo::new(move || live.model.with(GameModel::is_over));
    let resign = move || {
        let seat = live.model.with_untracked(|model| match model.awaiting() {
            Awaiting::Person(seat) => seat,
            _ => model
                .controllers
                .iter()
                .position(|controller| *controller == Controller::Person)
                .map_or(model.mover(), Seat::new),
        });
        live.end_early(End::Resigned(seat));
    };
    let thinks = move || live.thinking.get().is_some();
    let is_halted = move || live.halted.get() && !thinks();
    view! {
        {show(move || !over.get(), move || view! {
            <div class="actions">
                {undo_action(live)}
                {against_computer.then(|| view! {
                    {action("back", Icon::TakeBack, "say-take-back", move || can_take_back.get(), move || live.take_back())}
                    // One place for three actions, so that nothing moves.
                    {show(thinks, move || action("stop", Icon::Stop, "say-interrupt", || true, move || live.interrupt()))}
                    {show(is_halted, move || action("go-on", Icon::Play, "say-go-on", || true, move || live.resume()))}
                    {show(move || !thinks() && !is_halted(), move || {
                        action("hint", Icon::Hint, "say-hint", move || live.is_local_turn(), move || live.request_hint())
                    })}
                })}
                {confirm_action("resign", Icon::Flag, ["say-resign", "say-really-resign"], resign)}
            </div>
        })}
    }
}

/// Copies a link that contains the whole game.
pub(super) fn copy_link(live: LiveGame) {
    let language = live.say.language();
    dom::copy_text(&live.model.with_untracked(|model| share::link(&model.record, language)));
    notify(Notice::new("say-link-copied"));
}

/// After the end: rematch, replay, link, home.
pub(super) fn over(live: LiveGame) -> View {
    let say = Say::global();
    let over = Memo::new(move || live.model.with(GameModel::is_over));
    let review = move || {
        let id = live.model.with(|model| model.id.clone());
        Route::Replay(Some(id)).path(say.language()) + share::REVIEW
    };
    view! {
        {show(move || over.get(), move || view! {
            <div class="actions end">
                <button class="button" on:click=on(move |_| {
                    let model = live.model.get_untracked();
                    local_game::rematch(&model);
                })>
                    {icon(Icon::Again)} <span>{say!(say, "say-rematch")}</span>
                </button>
                <a class="button plain" href=review>{say!(say, "say-review")}</a>
                <button class="button plain" on:click=on(move |_| copy_link(live))>{icon(Icon::Share)} {say!(say, "say-share")}</button>
                <a class="button plain" href=to(say, Route::Home)>{say!(say, "say-home")}</a>
            </div>
        })}
    }
}
