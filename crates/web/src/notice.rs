//! Notices at the top of the page: [`notify`] shows one in place of the last.

use crate::dom;
use crate::icons::{Icon, icon};
use crate::say::{Say, say};
use crate::signal::{Global, Signal};
use crate::view::{View, on, view};

/// Lifetime of a transient notice.
const TRANSIENT_MS: u64 = 7000;

/// A notification at the top of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    key: &'static str,
    detail: String,
    /// Dismissed automatically after [`TRANSIENT_MS`].
    transient: bool,
}

thread_local! {
    static SHOWN: Global<Signal<Option<Notice>>> = const { Global::new() };
}

fn shown() -> Signal<Option<Notice>> {
    SHOWN.with(|shown| shown.get(|| Signal::new(None)))
}

impl Notice {
    pub(crate) fn new(key: &'static str) -> Notice {
        Notice { key, detail: String::new(), transient: false }
    }

    pub(crate) fn transient(key: &'static str) -> Notice {
        Notice { transient: true, ..Notice::new(key) }
    }

    /// With an error message, which is not localised.
    pub(crate) fn with_detail(key: &'static str, detail: String) -> Notice {
        Notice { detail, ..Notice::new(key) }
    }

    fn view(self, say: Say) -> View {
        let Notice { key, detail, .. } = self;
        view! {
            <span>
                {say!(say, key)}
                {(!detail.is_empty()).then(|| view! { " " <bdi dir="ltr" class="why">{detail}</bdi> })}
            </span>
        }
    }
}

/// Shows a notice, in place of the current one.
pub(crate) fn notify(notice: Notice) {
    let shown = shown();
    if notice.transient {
        let expected = Some(notice.clone());
        dom::set_timeout(TRANSIENT_MS, move || {
            if shown.with_untracked(|shown| *shown == expected) {
                shown.set(None);
            }
        });
    }
    shown.set(Some(notice));
}

/// Removes the current notice.
pub(crate) fn dismiss() {
    shown().set(None);
}

/// The place of the notices.
pub(crate) fn notices() -> View {
    let say = Say::global();
    view! {
        <div aria-live="assertive">
            {move || shown().get().map(|current| view! {
                <p class="notice">
                    {current.view(say)}
                    <button class="bare" aria-label=say!(say, "say-close") on:click=on(|_| dismiss())>
                        {icon(Icon::Close)}
                    </button>
                </p>
            })}
        </div>
    }
}
