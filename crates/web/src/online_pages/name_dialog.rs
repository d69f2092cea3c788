//! The name of the guest account: dialog and form.

use std::rc::Rc;

use mohreh_protocol::{TextError, clean_name, limits};
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::dom;
use crate::online::{Callback, Identity, Socket};
use crate::say::{Say, say};
use crate::signal::{Signal, effect};
use crate::view::{View, bind, on, view};

/// Modal dialog, open while an action waits for a name. The browser keeps the focus in it, closes it on Escape, and
/// gives the focus back.
pub(crate) fn name_dialog() -> View {
    let (say, me) = (Say::global(), Identity::global());
    let node = Signal::new(None::<web_sys::Element>);
    let dialog = move || node.get().and_then(|node| node.dyn_into::<HtmlDialogElement>().ok());
    effect(move || {
        let wanted = me.waiting.with(Option::is_some);
        if let Some(dialog) = dialog().filter(|dialog| dialog.open() != wanted) {
            if wanted {
                let _ = dialog.show_modal();
            } else {
                dialog.close();
            }
        }
    });
    let content = move |then: Callback| {
        let then = move || {
            me.waiting.set(None);
            then();
        };
        view! {
            <h2 id="who">{say!(say, "say-your-name")}</h2>
            <p class="about">{say!(say, "say-your-name-about")}</p>
            {name_form(Rc::new(then), Rc::new(move || me.waiting.set(None)))}
        }
    };
    let closed = move |_| {
        if dialog().is_some_and(|dialog| !dialog.open()) {
            me.waiting.set(None);
        }
    };
    view! {
        <dialog node_ref=node class="sheet" aria-labelledby="who" on:close=on(closed)>
            {move || me.waiting.get().map(content)}
        </dialog>
    }
}

/// What is wrong with a name: message key, or `""`.
fn complaint(name: &str) -> &'static str {
    match clean_name(name) {
        Ok(_) => "",
        Err(TextError::Empty) => "say-name-empty",
        Err(TextError::TooLong(_)) => "say-name-long",
        Err(TextError::Invisible(_)) => "say-name-invisible",
        Err(TextError::TooManyMarks) => "say-name-marks",
        Err(TextError::MixedAlphabets) => "say-name-mixed",
    }
}

/// Form for the name, with the current one or a suggestion filled in.
pub(super) fn name_form(then: Callback, close: Callback) -> View {
    let (say, me) = (Say::global(), Identity::global());
    let suggestion = say.with("say-guest", &[("number", (100 + dom::random_below(900)).into())]);
    let known =
        me.person.with_untracked(|person| person.as_ref().map(|person| person.name.clone()));
    let name = Signal::new(known.unwrap_or(suggestion));
    let field = Signal::new(None::<web_sys::Element>);
    effect(move || {
        if let Some(field) = field.get() {
            dom::focus(&field);
        }
    });
    let wrong = move || match name.with(|name| complaint(name)) {
        "" => String::new(),
        key => say.with(key, &[("count", (limits::NAME_CHARS as u32).into())]),
    };
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if !name.with_untracked(|name| complaint(name)).is_empty() {
            return;
        }
        let then = then.clone();
        me.set_name(&name.get_untracked(), move || {
            // The open socket is authenticated as the previous identity.
            Socket::global().reconnect();
            then();
        });
    };
    view! {
        <form class="name" on:submit=on(submit)>
            <input
                node_ref=field
                name="name"
                type="text"
                dir="auto"
                required=true
                autocomplete="nickname"
                maxlength=limits::NAME_CHARS * limits::CODE_POINTS
                aria-label=say!(say, "say-your-name")
                prop:value=name
                on:input=on(move |event| name.set(dom::event_value(&event)))
            />
            <p class="row">
                <button class="button" type="submit">{say!(say, "say-go-on")}</button>
                <button class="plain" type="button" on:click=on(move |_| close())>{say!(say, "say-not-now")}</button>
            </p>
            <p class="about" role="status">{bind(wrong)}</p>
        </form>
    }
}
