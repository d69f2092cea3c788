//! A labelled switch, for forms.

use crate::dom;
use crate::view::{Binding, View, on, view};

pub(crate) fn switch(
    name: Binding,
    about: Binding,
    checked: Binding,
    disabled: Binding,
    set: impl Fn(bool) + 'static,
) -> View {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                prop:checked=checked
                disabled=disabled
                on:change=on(move |event| set(dom::is_checked(&event)))
            />
            <span class="words">
                <span class="name">{name}</span>
                <span class="about">{about}</span>
            </span>
        </label>
    }
}
