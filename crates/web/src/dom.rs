//! The browser, as far as the page needs it: small functions that give nothing instead of failing.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Document, Element, EventTarget, HtmlAnchorElement, HtmlElement, HtmlInputElement, Window,
};

pub fn window() -> Option<Window> {
    web_sys::window()
}

pub fn document() -> Option<Document> {
    window()?.document()
}

pub fn by_id(id: &str) -> Option<HtmlElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// The element that an event is about, or the one around it, that matches.
pub fn around(event: &web_sys::Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()?
}

/// Whether the person has asked for little motion.
pub fn is_still() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether something is true of the screen.
pub fn matches(query: &str) -> bool {
    let query = window().and_then(|window| window.match_media(query).ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Whether what an event is about is unfolded.
pub fn is_open(event: &web_sys::Event) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| element.has_attribute("open"))
}

/// The value of the field that an event is about.
pub fn value(event: &web_sys::Event) -> String {
    // Selects and text areas have a value as inputs do.
    let field = event.target().map(JsCast::unchecked_into::<HtmlInputElement>);
    field.map(|field| field.value()).unwrap_or_default()
}

/// Whether the box that an event is about is checked.
pub fn is_checked(event: &web_sys::Event) -> bool {
    let field = event.target().map(JsCast::unchecked_into::<HtmlInputElement>);
    field.is_some_and(|field| field.checked())
}

pub fn later(milliseconds: u64, work: impl FnOnce() + 'static) {
    let work = Closure::once_into_js(work);
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    if let Some(window) = window() {
        let work = work.unchecked_ref();
        let _ = window.set_timeout_with_callback_and_timeout_and_arguments_0(work, milliseconds);
    }
}

/// Does something when the next frame is drawn.
pub fn next_frame(work: impl FnOnce() + 'static) {
    let work = Closure::once_into_js(work);
    if let Some(window) = window() {
        let _ = window.request_animation_frame(work.unchecked_ref());
    }
}

/// Something that is done again and again, until this is dropped.
pub struct Interval {
    id: i32,
    _work: Closure<dyn Fn()>,
}

impl Interval {
    pub fn start(milliseconds: u64, work: Box<dyn Fn()>) -> Option<Interval> {
        let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
        let work = Closure::wrap(work);
        let callback = work.as_ref().unchecked_ref();
        let id = window()?
            .set_interval_with_callback_and_timeout_and_arguments_0(callback, milliseconds)
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

/// A number that nobody can foresee, below `n`, all equally likely.
pub fn chance(n: u32) -> u32 {
    let unfair = n.wrapping_neg() % n.max(1);
    loop {
        let product = u64::from(any_number()) * u64::from(n);
        if product as u32 >= unfair {
            return (product >> 32) as u32;
        }
    }
}

fn any_number() -> u32 {
    let mut bytes = [0; 4];
    match window().and_then(|window| window.crypto().ok()) {
        Some(crypto) if crypto.get_random_values_with_u8_array(&mut bytes).is_ok() => {
            u32::from_le_bytes(bytes)
        }
        // Every browser with wasm has it; without it, dice still must fall.
        _ => (js_sys::Math::random() * f64::from(u32::MAX)) as u32,
    }
}

/// A seed for the computer's play, short enough to be typed into the terminal.
pub fn new_seed() -> u64 {
    any_number().into()
}

/// The time now, as `2026-11-16T03:14:15Z`.
pub fn now() -> String {
    String::from(js_sys::Date::new_0().to_iso_string())
        .split('.')
        .next()
        .unwrap_or_default()
        .to_string()
        + "Z"
}

/// Milliseconds, to measure how much time has passed.
pub fn ticks() -> u64 {
    js_sys::Date::now() as u64
}

/// When a day, as fields for dates write it, begins on this device, in milliseconds since 1970.
pub fn day(text: &str) -> Option<u64> {
    let time = js_sys::Date::new(&format!("{text}T00:00").into()).get_time();
    (time > 0.0).then_some(time as u64)
}

/// Milliseconds since 1970 as [`now`] writes them.
pub fn moment(milliseconds: u64) -> String {
    js_sys::Date::new(&(milliseconds as f64).into()).to_iso_string().into()
}

/// A moment as people of a language write its day.
pub fn date(moment: &str, language: &str) -> String {
    let date = js_sys::Date::new(&moment.into());
    if date.get_time().is_nan() {
        return String::new();
    }
    let options = js_sys::Object::new();
    for (key, value) in [("year", "numeric"), ("month", "long"), ("day", "numeric")] {
        let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
    }
    // Persian comes with its own calendar and digits.
    date.to_locale_date_string(if language == "fa" { "fa-IR" } else { "en-GB" }, &options).into()
}

/// Reads the file that a person has chosen. What is no text is read as one, and is for `then` to refuse.
pub fn read_file(event: &web_sys::Event, then: impl FnOnce(String) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
    let Some(file) = file else { return };
    spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        then(text.unwrap_or_default());
    });
}

/// Hands a file to the person.
pub fn save_as(name: &str, address: &str) {
    let anchor = document().and_then(|document| document.create_element("a").ok());
    if let Some(anchor) = anchor.and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok()) {
        anchor.set_href(address);
        anchor.set_download(name);
        anchor.click();
    }
}

/// Hands a text to the person as a file.
pub fn save_text(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    if let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

pub fn save_blob(name: &str, blob: &web_sys::Blob) {
    if let Ok(address) = web_sys::Url::create_object_url_with_blob(blob) {
        save_as(name, &address);
        // The browser has to have begun before the address goes away.
        later(10_000, move || {
            let _ = web_sys::Url::revoke_object_url(&address);
        });
    }
}

/// Puts a text where it can be pasted from.
pub fn copy(text: &str) {
    if let Some(window) = window() {
        let _ = window.navigator().clipboard().write_text(text);
    }
}

/// Does something whenever the window, or what is in it, tells of an event; for the whole page.
pub fn on_window(event: &str, act: impl Fn() + 'static) {
    let act = Closure::<dyn Fn()>::new(act);
    // What the document is told of, the window hears too, except this.
    let target = match event {
        "visibilitychange" => document().map(EventTarget::from),
        _ => window().map(EventTarget::from),
    };
    if let Some(target) = target {
        let _ = target.add_event_listener_with_callback(event, act.as_ref().unchecked_ref());
    }
    act.forget();
}

/// Whether somebody can see the page.
pub fn is_visible() -> bool {
    document().is_some_and(|document| !document.hidden())
}

pub fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// What a `<meta>` of the page says.
pub fn meta(name: &str) -> Option<String> {
    let element = document()?.query_selector(&format!("meta[name={name}]")).ok()??;
    element.get_attribute("content")
}
