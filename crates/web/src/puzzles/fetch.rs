//! Banks of puzzles: files beside the page, fetched when a game's puzzles are first opened.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_games::Kind;
use mohreh_puzzles::Bank;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

use crate::dom;
use crate::signal::{Signal, in_root};

/// A bank that may still be on its way.
#[derive(Clone)]
pub(super) enum Fetched {
    Pending,
    Ready(Rc<Bank>),
    Failed,
}

thread_local! {
    static BANKS: RefCell<Vec<(Kind, Signal<Fetched>)>> = const { RefCell::new(Vec::new()) };
}

/// The games that have puzzles, with the addresses of their banks.
fn addresses() -> Vec<(Kind, String)> {
    let list = dom::meta("mohreh-puzzles").unwrap_or_default();
    let entry = |entry: &str| {
        let (kind, url) = entry.split_once('=')?;
        Some((kind.parse().ok()?, url.to_string()))
    };
    list.split(' ').filter_map(entry).collect()
}

/// The games that have puzzles.
pub(super) fn kinds() -> Vec<Kind> {
    addresses().into_iter().map(|(kind, _)| kind).collect()
}

/// The bank of a game. One that could not be fetched is requested again.
pub(super) fn bank(kind: Kind) -> Signal<Fetched> {
    let known = BANKS.with_borrow(|banks| banks.iter().find(|(of, _)| *of == kind).copied());
    let signal = known.map_or_else(
        || {
            let signal = in_root(|| Signal::new(Fetched::Failed));
            BANKS.with_borrow_mut(|banks| banks.push((kind, signal)));
            signal
        },
        |(_, signal)| signal,
    );
    if signal.with_untracked(|fetched| matches!(fetched, Fetched::Failed)) {
        signal.set(Fetched::Pending);
        let url = addresses().into_iter().find(|(of, _)| *of == kind).map(|(_, url)| url);
        spawn_local(async move {
            let bank =
                read(url).await.map_or(Fetched::Failed, |bank| Fetched::Ready(Rc::new(bank)));
            signal.set(bank);
        });
    }
    signal
}

async fn read(url: Option<String>) -> Option<Bank> {
    let response = JsFuture::from(dom::window()?.fetch_with_str(&url?)).await.ok()?;
    let response: Response = response.dyn_into().ok()?;
    let text = response.ok().then(|| response.text().ok()).flatten()?;
    Bank::parse(&JsFuture::from(text).await.ok()?.as_string()?).ok()
}
