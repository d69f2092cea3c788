//! Thin wrappers of browser APIs. Failures are ignored or read as `None`.

use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Document, Element, EventTarget, HtmlAnchorElement, HtmlElement, HtmlInputElement, Window,
};

pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

pub(crate) fn by_id(id: &str) -> Option<HtmlElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// The path of the URL.
pub(crate) fn path() -> String {
    window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

/// The closest ancestor of an event's target, or the target itself, that matches.
pub(crate) fn closest(event: &web_sys::Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

pub(crate) fn prefers_reduced_motion() -> bool {
    media_matches("(prefers-reduced-motion: reduce)")
}

/// Whether a media query matches.
pub(crate) fn media_matches(query: &str) -> bool {
    let query = window().and_then(|window| window.match_media(query).ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Whether the `<details>` that an event targets is open.
pub(crate) fn is_open(event: &web_sys::Event) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| element.has_attribute("open"))
}

/// The value of the form field that an event targets.
pub(crate) fn event_value(event: &web_sys::Event) -> String {
    // Unchecked: `<select>` and `<textarea>` have the same property.
    let field = event.target().map(JsCast::unchecked_into::<HtmlInputElement>);
    field.map(|field| field.value()).unwrap_or_default()
}

/// Whether the checkbox that an event targets is checked.
pub(crate) fn is_checked(event: &web_sys::Event) -> bool {
    let field = event.target().map(JsCast::unchecked_into::<HtmlInputElement>);
    field.is_some_and(|field| field.checked())
}

pub(crate) fn set_timeout(delay_ms: u64, work: impl FnOnce() + 'static) {
    let work = Closure::once_into_js(work);
    let delay_ms = i32::try_from(delay_ms).unwrap_or(i32::MAX);
    if let Some(window) = window() {
        let work = work.unchecked_ref();
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(work, delay_ms);
    }
}

/// Runs `work` in the next animation frame.
pub(crate) fn next_frame(work: impl FnOnce() + 'static) {
    let work = Closure::once_into_js(work);
    if let Some(window) = window() {
        let _ = window.request_animation_frame(work.unchecked_ref());
    }
}

/// A timer, cleared on drop.
pub(crate) struct Interval {
    id: i32,
    _work: Closure<dyn Fn()>,
}

impl Interval {
    pub(crate) fn start(period_ms: u64, work: Box<dyn Fn()>) -> Option<Interval> {
        let period_ms = i32::try_from(period_ms).unwrap_or(i32::MAX);
        let work = Closure::wrap(work);
        let callback = work.as_ref().unchecked_ref();
        let id = window()?
            .set_interval_with_callback_and_timeout_and_arguments_0(callback, period_ms)
            .ok()?;
        Some(Interval { id, _work: work })
    }
}

impl Drop for Interval {
    fn drop(&mut self) {
        if let Some(window) = window() {
            window.clear_interval_with_handle(self.id);
        }
    }
}

/// A uniform random number below `n`, by Lemire's method: multiply-shift with rejection.
pub(crate) fn random_below(n: u32) -> u32 {
    let threshold = n.wrapping_neg() % n.max(1);
    loop {
        let product = u64::from(random_u32()) * u64::from(n);
        if product as u32 >= threshold {
            return (product >> 32) as u32;
        }
    }
}

fn random_u32() -> u32 {
    let mut bytes = [0; 4];
    match window().and_then(|window| window.crypto().ok()) {
        Some(crypto) if crypto.get_random_values_with_u8_array(&mut bytes).is_ok() => {
            u32::from_le_bytes(bytes)
        }
        // Fallback, not cryptographic; every browser with wasm has `crypto`.
        _ => (js_sys::Math::random() * f64::from(u32::MAX)) as u32,
    }
}

/// A random seed for the engine; 32 bits, so that it is short enough to type.
pub(crate) fn new_seed() -> u64 {
    random_u32().into()
}

/// The current time as `2026-11-16T03:14:15Z`.
pub(crate) fn now_iso() -> String {
    String::from(js_sys::Date::new_0().to_iso_string())
        .split('.')
        .next()
        .unwrap_or_default()
        .to_string()
        + "Z"
}

/// Milliseconds since the Unix epoch, by the device's clock.
pub(crate) fn now_ms() -> u64 {
    js_sys::Date::now() as u64
}

/// Start of a day, as a date input formats it, in local time; milliseconds since the Unix epoch.
pub(crate) fn day_start_ms(text: &str) -> Option<u64> {
    let time = js_sys::Date::new(&format!("{text}T00:00").into()).get_time();
    (time > 0.0).then_some(time as u64)
}

/// Local midnight of a day of the Jalali calendar, as counted by `jalali`.
fn jalali_date(day: i32) -> js_sys::Date {
    // Days beyond the month are those of later months, or of earlier ones.
    js_sys::Date::new_with_year_month_day(2021, 2, 21 + day)
}

/// The same in Unix milliseconds.
pub(crate) fn jalali_day_ms(day: i32) -> u64 {
    jalali_date(day).get_time().max(0.0) as u64
}

/// The name of the month of a day.
pub(crate) fn jalali_month(day: i32) -> String {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"month".into(), &"long".into());
    jalali_date(day).to_locale_date_string("fa-IR", &options).into()
}

/// The current year of the Jalali calendar.
pub(crate) fn jalali_year() -> u32 {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"year".into(), &"numeric".into());
    let year = js_sys::Date::new_0().to_locale_date_string("fa-IR-u-nu-latn", &options);
    let digits: String = String::from(year).chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(1405)
}

/// Converts milliseconds since the Unix epoch to an ISO time.
pub(crate) fn iso_from_ms(epoch_ms: u64) -> String {
    js_sys::Date::new(&(epoch_ms as f64).into()).to_iso_string().into()
}

/// Formats the date of an ISO time for a language; empty if it is not a time.
pub(crate) fn local_date(iso_time: &str, language: &str) -> String {
    let date = js_sys::Date::new(&iso_time.into());
    if date.get_time().is_nan() {
        return String::new();
    }
    let options = js_sys::Object::new();
    for (key, value) in [("year", "numeric"), ("month", "long"), ("day", "numeric")] {
        let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
    }
    // `fa-IR` implies the Persian calendar and digits.
    date.to_locale_date_string(if language == "fa" { "fa-IR" } else { "en-GB" }, &options).into()
}

/// Reads the selected file as text. Binary files are decoded lossily; `then` has to reject them.
pub(crate) fn read_file(event: &web_sys::Event, then: impl FnOnce(String) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    if let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) {
        read_text(file, Box::new(then));
    }
}

/// Reads a file that was dropped, as text.
pub(crate) fn read_dropped(event: &web_sys::Event, then: impl FnOnce(String) + 'static) {
    let get = |of: &JsValue, key: &str| js_sys::Reflect::get(of, &key.into()).ok();
    let files = get(event, "dataTransfer").and_then(|dropped| get(&dropped, "files"));
    let file = files.and_then(|files| get(&files, "0")).and_then(|file| file.dyn_into().ok());
    if let Some(file) = file {
        read_text(file, Box::new(then));
    }
}

fn read_text(file: web_sys::File, then: Box<dyn FnOnce(String)>) {
    spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        then(text.unwrap_or_default());
    });
}

/// Downloads a URL as a file.
pub(crate) fn save_as(name: &str, url: &str) {
    let anchor = document().and_then(|document| document.create_element("a").ok());
    if let Some(anchor) = anchor.and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok()) {
        anchor.set_href(url);
        anchor.set_download(name);
        anchor.click();
    }
}

/// Downloads a text as a file.
pub(crate) fn save_text(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    if let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

pub(crate) fn save_blob(name: &str, blob: &web_sys::Blob) {
    if let Ok(url) = web_sys::Url::create_object_url_with_blob(blob) {
        save_as(name, &url);
        // The URL must stay valid until the download has started.
        set_timeout(10_000, move || {
            let _ = web_sys::Url::revoke_object_url(&url);
        });
    }
}

/// Copies a text to the clipboard.
pub(crate) fn copy_text(text: &str) {
    if let Some(window) = window() {
        let _ = window.navigator().clipboard().write_text(text);
    }
}

/// Adds an event listener to the window that is never removed.
pub(crate) fn on_window(event: &str, act: impl Fn() + 'static) {
    let act = Closure::<dyn Fn()>::new(act);
    // `visibilitychange` is the one event here that is dispatched on the document.
    let target = match event {
        "visibilitychange" => document().map(EventTarget::from),
        _ => window().map(EventTarget::from),
    };
    if let Some(target) = target {
        let _ = target.add_event_listener_with_callback(event, act.as_ref().unchecked_ref());
    }
    act.forget();
}

pub(crate) fn is_visible() -> bool {
    document().is_some_and(|document| !document.hidden())
}

pub(crate) fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Focuses an element without scrolling to it.
pub(crate) fn focus_in_place(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// Content of a `<meta>` element.
pub(crate) fn meta(name: &str) -> Option<String> {
    let element = document()?.query_selector(&format!("meta[name={name}]")).ok()??;
    element.get_attribute("content")
}
