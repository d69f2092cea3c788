//! Navigation: the current route as a signal, kept in step with the URL.

use mohreh_texts::Language;

use crate::dom;
use crate::notice;
use crate::route::Route;
use crate::say::Say;
use crate::signal::{Global, Signal};

thread_local! {
    static ROUTE: Global<Signal<Route>> = const { Global::new() };
}

/// The current route.
pub(crate) fn current() -> Signal<Route> {
    ROUTE.with(|route| route.get(|| Signal::new(Route::read(&dom::path()).1)))
}

/// Updates route and language from the URL.
pub(crate) fn on_location_change() {
    let (language, route) = Route::read(&dom::path());
    if let Some(language) = language {
        Say::global().set_language(language);
    }
    notice::dismiss();
    current().set(route);
}

/// Navigates to a route in the current language.
pub(crate) fn navigate(route: &Route) {
    let language = Route::read(&dom::path()).0.unwrap_or(Language::English);
    navigate_to(&route.path(language));
}

/// Replaces the URL without navigating, so that the page keeps its state.
pub(crate) fn replace_url(url: &str) {
    if let Some(history) = dom::window().and_then(|window| window.history().ok()) {
        let _ = history.replace_state_with_url(&"".into(), "", Some(url));
    }
}

pub(crate) fn navigate_to(path: &str) {
    let Some(window) = dom::window() else { return };
    if let Ok(history) = window.history() {
        let _ = history.push_state_with_url(&"".into(), "", Some(path));
    }
    on_location_change();
    window.scroll_to_with_x_and_y(0.0, 0.0);
}
