//! Editor for custom arrangements: pieces are swapped on the board, by two touches or a drag.

use std::rc::Rc;

use mohreh_games::show::{Name, Scene};
use mohreh_games::{AnyGame, Kind};
use web_sys::KeyboardEvent;

use super::draft::Draft;
use crate::board::{Marks, board};
use crate::input::{BoardInput, InputCallbacks};
use crate::say::{Say, say};
use crate::signal::{Memo, Signal};
use crate::view::{View, on, view};

pub(super) fn arrangement_editor(kind: Kind, draft: Signal<Draft>) -> View {
    let say = Say::global();
    let picked = Signal::new(None::<Name>);
    let scene = Memo::new(move || {
        let setup = draft.with(|draft| draft.arrangement.clone());
        AnyGame::start(kind, &setup).map_or_else(|_| Scene::of(Vec::new()), |game| game.scene())
    });
    let marks = Memo::new(move || Marks {
        lit: scene.with(|scene| scene.spots.iter().map(|spot| spot.name).collect()),
        picked: picked.get().into_iter().collect(),
        ..Marks::default()
    });
    let touch = move |name: Name| {
        let place = |name: Name| {
            scene.with_untracked(|scene| scene.spots.iter().position(|spot| spot.name == name))
        };
        match picked.get_untracked() {
            None => picked.set(Some(name)),
            Some(first) => {
                if let (Some(a), Some(b)) = (place(first), place(name)) {
                    draft.update(|draft| draft.swap(kind, a, b));
                }
                picked.set(None);
            }
        }
    };
    let input = BoardInput::new(InputCallbacks {
        touch: Rc::new(touch),
        drop: Rc::new(touch),
        can_pick: Rc::new(move |_| picked.get_untracked().is_none()),
        deselect: Rc::new(move || picked.set(None)),
    });
    let mix = move |_| {
        picked.set(None);
        draft.update(|draft| draft.mix(kind));
    };
    let (click, down, moved, up, key, cancel) =
        (input.clone(), input.clone(), input.clone(), input.clone(), input.clone(), input);
    view! {
        <div
            class="arrange"
            on:click=on(move |event| click.click(&event))
            on:pointerdown=on(move |event| down.down(&event))
            on:pointermove=on(move |event| moved.moved(&event))
            on:pointerup=on(move |event| up.up(&event))
            on:pointercancel=on(move |_| cancel.cancel())
            on:keydown=on(move |event: KeyboardEvent| key.key(&event))
        >
            {board(kind, scene, marks)}
        </div>
        <p class="note">{say!(say, "say-swap-about")}</p>
        <p class="row"><button type="button" class="plain" on:click=on(mix)>{say!(say, "say-mix")}</button></p>
    }
}
