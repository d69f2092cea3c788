//! Notices at the top of the page: [`notify`] shows one in place of the last.

use std::borrow::Cow;

use mohreh_games::record::RecordError;

use crate::dom;
use crate::icons::{Icon, icon};
use crate::say::{Say, say, wrong};
use crate::signal::{Global, Signal};
use crate::view::{View, bind, on, view};

/// Lifetime of a transient notice.
const TRANSIENT_MS: u64 = 7000;

/// A notification at the top of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    key: Cow<'static, str>,
    /// Argument of the message, where it has one.
    count: u32,
    error: Option<RecordError>,
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
        Notice { key: key.into(), count: 0, error: None, transient: false }
    }

    pub(crate) fn transient(key: &'static str) -> Notice {
        Notice { transient: true, ..Notice::new(key) }
    }

    /// With the argument `count`.
    pub(crate) fn counted(key: String, count: u32) -> Notice {
        Notice { key: key.into(), count, ..Notice::new("") }
    }

    /// With what is wrong.
    pub(crate) fn with_error(key: &'static str, error: RecordError) -> Notice {
        Notice { error: Some(error), ..Notice::new(key) }
    }

    fn view(self, say: Say) -> View {
        let Notice { key, count, error, .. } = self;
        view! {
            <span>
                {bind(move || say.with(&key, &[("count", count.into())]))}
                {error.map(|error| view! { " " {wrong(say, error)} })}
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
