//! Page of an online table: connecting, waiting for players, playing.

use std::rc::Rc;

use mohreh_protocol::{Invitation, Phase, Sitter};
use reactive_graph::graph::untrack;
use reactive_graph::owner::on_cleanup;

use super::actions::{actions, request_bar};
use super::chat::chat;
use super::dice_check::dice_check;
use super::host::{Server, catch_up};
use super::invite::{table_link, waiting};
use crate::attention::{my_turn, set_subject};
use crate::game_model::{Awaiting, GameModel};
use crate::icons::{Icon, icon};
use crate::notice::{Notice, notify};
use crate::online::head::Head;
use crate::online::online_table::{OnlineTable, SyncState, TableState};
use crate::online::socket::{ConnectionState, Socket};
use crate::online::text::{names_text, table_text};
use crate::online::{record_path, request};
use crate::route::Route;
use crate::say::{Say, say, to};
use crate::signal::{Memo, effect};
use crate::table_page::{LiveGame, TableSlots, table_view};
use crate::view::{View, bind, on, show, view};
use crate::{dom, store};

/// Which view is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Connecting,
    NotFound,
    /// Closed before the game began.
    Closed,
    Waiting,
    Playing,
}

fn stage(online: OnlineTable) -> Stage {
    online.state.with(|state| match &state.head {
        _ if state.not_found => Stage::NotFound,
        None => Stage::Connecting,
        Some(head) if head.table.phase == Phase::Waiting => Stage::Waiting,
        Some(head) if head.table.seats.contains(&Sitter::Open) => Stage::Closed,
        Some(_) => Stage::Playing,
    })
}

pub(crate) fn online_page(id: &str) -> View {
    let online = OnlineTable::new(id);
    // Players of a private table have its key for others, whom they invite or let watch.
    let needs_key = Memo::new(move || {
        let is_private = |state: &TableState| {
            state.me.is_some() && state.head.as_ref().is_some_and(|head| !head.table.open)
        };
        online.key.with(String::is_empty) && online.state.with(is_private)
    });
    effect(move || {
        if needs_key.get() {
            let path = online.address("/key");
            request("GET", path, None, move |invitation: Invitation| {
                store::save_table_key(&invitation.table, &invitation.key);
                online.key.set(invitation.key);
            });
        }
    });
    let say = Say::global();
    set_subject(move || {
        let names = |head: &Head| [say.title(head.kind), names_text(say, head)].join(" · ");
        online.state.with(|state| state.head.as_ref().map(names).unwrap_or_default())
    });
    let stage = Memo::new(move || stage(online));
    view! {
        {move || {
            let stage = stage.get();
            untrack(move || match stage {
                Stage::Connecting => no_network(online.socket),
                Stage::NotFound => message_page("say-no-table", "say-no-table-why"),
                Stage::Closed => message_page("say-closed", "say-closed-why"),
                Stage::Waiting => waiting(online),
                Stage::Playing => playing(online),
            })
        }}
    }
}

fn message_page(title: &'static str, why: &'static str) -> View {
    let say = Say::global();
    view! {
        <main class="prose">
            <h1>{say!(say, title)}</h1>
            <p>{say!(say, why)}</p>
            <p><a class="button" href=to(say, Route::Lobby)>{say!(say, "say-lobby")}</a></p>
        </main>
    }
}

/// Placeholder while there is no connection.
pub(super) fn no_network(socket: Socket) -> View {
    let say = Say::global();
    view! {
        <main class="prose">
            {show(move || matches!(socket.connection.get(), ConnectionState::Lost(_)), move || view! {
                <h1>{say!(say, "say-no-network")}</h1>
                <p>{say!(say, "say-no-network-why")}</p>
            })}
            <p class="standing">{connection_sign(socket, || "say-connecting")}</p>
        </main>
    }
}

/// Connection indicator; `connected_key` gives the message while the connection is open.
pub(super) fn connection_sign(socket: Socket, connected_key: fn() -> &'static str) -> View {
    connection_sign_boxed(socket, Box::new(connected_key))
}

fn connection_sign_boxed(socket: Socket, connected_key: Box<dyn Fn() -> &'static str>) -> View {
    let say = Say::global();
    let state = move || match socket.connection.get() {
        ConnectionState::Connecting => "connecting",
        ConnectionState::Open => "there",
        ConnectionState::Lost(_) => "gone",
    };
    let text = move || match socket.connection.get() {
        ConnectionState::Connecting => say.text("say-connecting"),
        ConnectionState::Open => say.text(connected_key()),
        ConnectionState::Lost(seconds) => {
            say.with("say-trying-again", &[("count", seconds.into())])
        }
    };
    view! { <span class="link" data-link=bind(state) role="status">{bind(text)}</span> }
}

fn playing(online: OnlineTable) -> View {
    let Some(model) = online.model() else { return View::none() };
    let live = LiveGame::new(model, Rc::new(Server(online)));
    effect(move || {
        online.state.with(|_| ());
        untrack(|| catch_up(live, online));
    });
    let my_turn = my_turn();
    effect(move || {
        my_turn.set(live.model.with(|model| matches!(model.awaiting(), Awaiting::Person(_))));
    });
    on_cleanup(move || my_turn.set(false));
    let has_dice = live.model.with_untracked(|model| !model.game().scene().dice.is_empty());
    let slots = TableSlots {
        above: above(online),
        below: view! { {request_bar(online)} {actions(live, online, table_link)} },
        beside: view! { {chat(online)} {has_dice.then(|| dice_check(online))} },
        links: links(online, live),
    };
    table_view(live, slots)
}

/// Status line: connection, sync state, number of watchers, variant and time control.
fn above(online: OnlineTable) -> View {
    let say = Say::global();
    let sync_key = move || match online.state.with(TableState::sync) {
        SyncState::Synced => "say-saved",
        SyncState::Pending => "say-not-sent",
        SyncState::Sending => "say-sending",
    };
    let more = move || {
        online.state.with(|state| {
            let options = state.head.as_ref().map(|head| table_text(say, head)).unwrap_or_default();
            match state.watchers {
                0 => options,
                count => {
                    let mut parts =
                        vec![say.with("say-watching", &[("count", count.into())]), options];
                    parts.retain(|part| !part.is_empty());
                    parts.join(" · ")
                }
            }
        })
    };
    view! { <p class="standing">{connection_sign_boxed(online.socket, Box::new(sync_key))} <span>{bind(more)}</span></p> }
}

fn links(online: OnlineTable, live: LiveGame) -> View {
    let say = Say::global();
    let kind = live.model.with_untracked(GameModel::kind);
    let copy = move |_| {
        dom::copy_text(&table_link(online));
        notify(Notice::transient("say-table-link-copied"));
    };
    view! {
        <button class="plain" on:click=on(copy)>{icon(Icon::Share)} {say!(say, "say-copy-link")}</button>
        <a class="plain" href=bind(move || { online.key.get(); record_path(&online.id()) }) download=["mohreh-", kind.name(), ".txt"].concat()>
            {say!(say, "say-save-file")}
        </a>
    }
}
