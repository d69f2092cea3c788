//! What can be done with the position: a game, an analysis, a link, a picture.

use mohreh_games::edit::Draft;
use mohreh_games::{AnyGame, Record, Status};
use mohreh_protocol::limits;

use super::bench::Bench;
use super::verdict::Checked;
use crate::dom;
use crate::game_model::Controller;
use crate::icons::{Icon, icon};
use crate::local_game;
use crate::navigation::navigate_to;
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::say::{Say, say};
use crate::share;
use crate::signal::{Memo, Signal};
use crate::view::{View, Views, bind, bind_bool, on, view};

/// Level of the computer that is preselected.
const LEVEL: u8 = 3;

pub(super) fn actions(bench: Bench, checked: Memo<Checked>) -> View {
    let (say, kind) = (Say::global(), bench.kind);
    let is_playable = Memo::new(move || checked.with(Checked::is_playable));
    let is_legal = Memo::new(move || checked.with(|checked| checked.game.is_ok()));
    let seats =
        Memo::new(move || checked.with(|checked| checked.game.as_ref().map_or(2, AnyGame::seats)));
    let level = Signal::new(LEVEL);
    // By default the person moves first.
    let side = Signal::new(None::<usize>);
    let mover = Memo::new(move || {
        checked.with(|checked| match checked.game.as_ref().map(AnyGame::status) {
            Ok(Status::ToMove(seat)) => seat.index(),
            _ => 0,
        })
    });
    let mine =
        Memo::new(move || side.get().filter(|seat| *seat < seats.get()).unwrap_or(mover.get()));
    let position = move || {
        checked.with_untracked(|checked| checked.game.as_ref().ok().map(ToString::to_string))
    };
    let play = move |computer: bool| {
        let Some(text) = position() else { return };
        let controller = |seat: usize| match computer && seat != mine.get_untracked() {
            true => Controller::Computer(level.get_untracked()),
            false => Controller::Person,
        };
        let controllers: Vec<Controller> = (0..seats.get_untracked()).map(controller).collect();
        // The position was checked, so this cannot fail.
        let _ = local_game::begin(kind, &text, &controllers, None);
    };
    let analyse = move |_| {
        if let Some(text) = position() {
            let path = Route::Replay(None).path(say.language());
            navigate_to(&format!("{path}#{}", share::position_fragment(kind, &text)));
        }
    };
    let copy_link = move |_| {
        let record = position().and_then(|text| Record::starting(kind, &text).ok());
        if let Some(record) = record {
            dom::copy_text(&share::position_link(kind, record.setup(), say.language()));
            notify(Notice::new("say-edit-link-copied"));
        }
    };
    let copy_text = move |_| {
        dom::copy_text(&bench.draft.with_untracked(|draft| format!("{kind}|{draft}")));
        notify(Notice::new("say-position-copied"));
    };
    // With what lies beside the board, if it is a position.
    let scene = move || {
        let whole =
            checked.with_untracked(|checked| checked.game.as_ref().ok().map(AnyGame::scene));
        whole.unwrap_or_else(|| bench.draft.with_untracked(Draft::scene))
    };
    let level_option = move |n: u8| {
        view! {
            <option value=n selected=bind_bool(move || level.get() == n)>{bind(move || say.number(n))}</option>
        }
    };
    let side_option = move |seat: usize| {
        view! {
            <option value=seat selected=bind_bool(move || mine.get() == seat)>{bind(move || say.seat_name(kind, seat))}</option>
        }
    };
    view! {
        <section class="onward">
            <h2>{say!(say, "say-edit-play")}</h2>
            <div class="fields">
                <label class="field">
                    <span class="name">{say!(say, "say-level")}</span>
                    <select name="level" on:change=on(move |event| level.set(dom::event_value(&event).parse().unwrap_or(LEVEL)))>
                        {limits::LEVELS.map(level_option).views()}
                    </select>
                </label>
                <label class="field">
                    <span class="name">{say!(say, "say-edit-side")}</span>
                    <select name="side" on:change=on(move |event| side.set(dom::event_value(&event).parse().ok()))>
                        {move || (0..seats.get()).map(side_option).views()}
                    </select>
                </label>
            </div>
            <p class="row">
                <button type="button" class="button" data-act="computer" disabled=bind_bool(move || !is_playable.get()) on:click=on(move |_| play(true))>
                    {say!(say, "say-play-computer")}
                </button>
                <button type="button" class="button plain" data-act="people" disabled=bind_bool(move || !is_playable.get()) on:click=on(move |_| play(false))>
                    {say!(say, "say-play-here")}
                </button>
                <button type="button" class="button plain" data-act="analyse" disabled=bind_bool(move || !is_legal.get()) on:click=on(analyse)>
                    {say!(say, "say-edit-analyse")}
                </button>
            </p>
            <p class="row small">
                <button type="button" class="plain" data-act="link" disabled=bind_bool(move || !is_legal.get()) on:click=on(copy_link)>
                    {icon(Icon::Share)} {say!(say, "say-copy-link")}
                </button>
                <button type="button" class="plain" data-act="text" on:click=on(copy_text)>{say!(say, "say-copy-position")}</button>
                <button type="button" class="plain" on:click=on(move |_| share::save_svg(&scene(), &format!("{kind}.svg")))>"SVG"</button>
                <button type="button" class="plain" on:click=on(move |_| share::save_png(&scene(), format!("{kind}.png")))>"PNG"</button>
            </p>
        </section>
    }
}
