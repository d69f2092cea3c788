//! What `view!` makes: nodes of the document, which follow what they were made from.
//!
//! Everything here takes any closure and boxes it at once, so that hardly anything is compiled for each
//! use. What a view follows, and what it hears, ends with the part of the page that made it.

use std::borrow::Cow;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Event, Node};

use crate::dom;
use crate::state::{Derived, State};

pub use mohreh_markup::view;

/// A part of the page: one node, or a fragment of several.
pub struct View(Node);

impl View {
    pub fn none() -> View {
        several([])
    }

    /// Puts it at the end of an element.
    pub fn put(&self, into: &Node) {
        let _ = into.append_child(&self.0);
    }
}

#[expect(clippy::expect_used, reason = "there is no page without a document")]
fn document() -> Document {
    dom::document().expect("a document")
}

/// Several views one after the other.
pub fn several(views: impl IntoIterator<Item = View>) -> View {
    let fragment: Node = document().create_document_fragment().into();
    for view in views {
        view.put(&fragment);
    }
    View(fragment)
}

/// Does its work now, and again whenever something that it looked at has changed.
fn follow(mut work: Box<dyn FnMut()>) {
    let _ = StoredValue::new_local(RenderEffect::new(move |_: Option<()>| work()));
}

/// A text, or something that is true or not (the empty text, or none).
type Text = Option<Cow<'static, str>>;

/// A value of an attribute or a text: it stays, or it follows something.
pub enum Given {
    Still(Text),
    Live(Box<dyn Fn() -> Text>),
}

impl Given {
    /// Uses the value, now and whenever it is another.
    fn each(self, using: impl Fn(&Text) + 'static) {
        match self {
            Given::Still(text) => using(&text),
            Given::Live(text) => each_of(text, Box::new(using)),
        }
    }
}

fn each_of(text: Box<dyn Fn() -> Text>, using: Box<dyn Fn(&Text)>) {
    let mut last = None;
    follow(Box::new(move || {
        let new = Some(text());
        if new != last
            && let Some(text) = &new
        {
            using(text);
        }
        last = new;
    }));
}

/// What can be a text that stays.
pub trait Plain {
    fn text(self) -> Text;
}

impl Plain for &'static str {
    fn text(self) -> Text {
        Some(self.into())
    }
}

impl Plain for String {
    fn text(self) -> Text {
        Some(self.into())
    }
}

impl Plain for bool {
    fn text(self) -> Text {
        self.then_some("".into())
    }
}

macro_rules! number {
    ($($number:ty),*) => {
        $(impl Plain for $number {
            fn text(self) -> Text {
                self.to_string().text()
            }
        })*
    };
}

number!(i32, u8, usize);

/// What can be the value of an attribute.
pub trait Value {
    fn given(self) -> Given;
}

impl Value for Given {
    fn given(self) -> Given {
        self
    }
}

macro_rules! still {
    ($($plain:ty),*) => {
        $(impl Value for $plain {
            fn given(self) -> Given {
                Given::Still(self.text())
            }
        })*
    };
}

still!(&'static str, String, bool, i32, u8, usize);

macro_rules! live {
    ($($changing:ty),*) => {
        $(impl Value for $changing {
            fn given(self) -> Given {
                Given::Live(Box::new(move || self.get().text()))
            }
        })*
    };
}

live!(State<bool>, Derived<bool>, State<String>, Derived<String>);

impl<T: Plain, F: Fn() -> T + 'static> Value for F {
    fn given(self) -> Given {
        Given::Live(Box::new(move || self().text()))
    }
}

/// What can stand inside a tag.
pub trait Child {
    fn view(self) -> View;
}

impl Child for View {
    fn view(self) -> View {
        self
    }
}

impl Child for Given {
    fn view(self) -> View {
        let text = document().create_text_node("");
        let node = View(text.clone().into());
        self.each(move |said| text.set_data(said.as_deref().unwrap_or_default()));
        node
    }
}

impl Child for &'static str {
    fn view(self) -> View {
        self.given().view()
    }
}

impl Child for String {
    fn view(self) -> View {
        self.given().view()
    }
}

impl<T: Child> Child for Option<T> {
    fn view(self) -> View {
        self.map_or_else(View::none, Child::view)
    }
}

impl<T: Child> Child for Vec<T> {
    fn view(self) -> View {
        several(self.into_iter().map(Child::view))
    }
}

impl<T: Child, F: Fn() -> T + 'static> Child for F {
    fn view(self) -> View {
        region(Box::new(move || self().view()))
    }
}

/// Lists of views, in a view.
pub trait Views {
    fn views(self) -> View;
}

impl<I: Iterator<Item = View>> Views for I {
    fn views(self) -> View {
        several(self)
    }
}

/// A part of the page that is made anew whenever something that was looked at in making it has changed.
fn region(make: Box<dyn Fn() -> View>) -> View {
    let (start, end) = (document().create_comment(""), document().create_comment(""));
    let all = several([View(start.clone().into()), View(end.clone().into())]);
    let end: Node = end.into();
    follow(Box::new(move || {
        let new = make();
        let Some(parent) = end.parent_node() else { return };
        while let Some(old) = start.next_sibling().filter(|next| *next != end) {
            let _ = parent.remove_child(&old);
        }
        let _ = parent.insert_before(&new.0, Some(&end));
    }));
    all
}

/// A part of the page that is there only at times.
pub fn show(when: impl Fn() -> bool + 'static, make: impl Fn() -> View + 'static) -> View {
    let when = Derived::new(when);
    region(Box::new(move || if when.get() { untrack(&make) } else { View::none() }))
}

/// What an event does.
pub fn on<E: 'static>(act: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(act)
}

/// Words that may change.
pub fn words<T: Plain>(say: impl Fn() -> T + 'static) -> Given {
    say.given()
}

/// Something that is true or not, and may change.
pub fn truth(is: impl Fn() -> bool + 'static) -> Given {
    is.given()
}

/// Somebody who hears an event, until this is dropped.
struct Heard {
    element: web_sys::Element,
    event: &'static str,
    act: Closure<dyn FnMut(Event)>,
}

impl Drop for Heard {
    fn drop(&mut self) {
        let act = self.act.as_ref().unchecked_ref();
        let _ = self.element.remove_event_listener_with_callback(self.event, act);
    }
}

/// An element that is being made.
pub struct Element(web_sys::Element);

impl Element {
    #[expect(
        clippy::expect_used,
        reason = "tags are written in the code, where `view!` reads them"
    )]
    pub fn new(tag: &str, drawn: bool) -> Element {
        let made = if drawn {
            document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        } else {
            document().create_element(tag)
        };
        Element(made.expect("a tag"))
    }

    pub fn set(&self, name: &'static str, value: impl Value) {
        set(self.0.clone(), name, value.given());
    }

    pub fn class(&self, name: &'static str, value: impl Value) {
        class(self.0.clone(), name, value.given());
    }

    pub fn property(&self, name: &'static str, value: impl Value) {
        property(self.0.clone(), name, value.given());
    }

    pub fn html(&self, value: impl Value) {
        html(self.0.clone(), value.given());
    }

    pub fn hear<E: JsCast + 'static>(&self, event: &'static str, mut act: Box<dyn FnMut(E)>) {
        hear(self.0.clone(), event, Box::new(move |event| act(event.unchecked_into())));
    }

    /// Others find the element there.
    pub fn known_as(&self, place: State<Option<web_sys::Element>>) {
        place.set(Some(self.0.clone()));
    }

    pub fn add(&self, view: &View) {
        view.put(&self.0);
    }

    pub fn done(self) -> View {
        View(self.0.into())
    }
}

fn set(element: web_sys::Element, name: &'static str, value: Given) {
    value.each(move |text| {
        let _ = match text {
            Some(text) => element.set_attribute(name, text),
            None => element.remove_attribute(name),
        };
    });
}

fn class(element: web_sys::Element, name: &'static str, value: Given) {
    value.each(move |text| {
        let _ = element.class_list().toggle_with_force(name, text.is_some());
    });
}

fn property(element: web_sys::Element, name: &'static str, value: Given) {
    value.each(move |text| {
        let value = match text {
            Some(text) if name == "value" => JsValue::from_str(text),
            text => text.is_some().into(),
        };
        let _ = js_sys::Reflect::set(&element, &name.into(), &value);
    });
}

fn html(element: web_sys::Element, value: Given) {
    value.each(move |text| element.set_inner_html(text.as_deref().unwrap_or_default()));
}

/// What is done belongs to the part of the page that hears, as if it were done while it was made.
fn hear(element: web_sys::Element, event: &'static str, mut act: Box<dyn FnMut(Event)>) {
    let owner = Owner::current();
    let act: Box<dyn FnMut(Event)> = Box::new(move |event| match &owner {
        Some(owner) => owner.with(|| act(event)),
        None => act(event),
    });
    let heard = Heard { element, event, act: Closure::wrap(act) };
    let _ =
        heard.element.add_event_listener_with_callback(event, heard.act.as_ref().unchecked_ref());
    let _ = StoredValue::new_local(Rc::new(heard));
}
