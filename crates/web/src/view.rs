//! What `view!` makes: nodes of the document, which follow what they were made from.
//!
//! Everything here takes any closure and boxes it at once, so that hardly anything is compiled for each
//! use. What a view follows, and what it hears, ends with the part of the page that made it.

use std::borrow::Cow;
use std::rc::Rc;

use reactive_graph::effect::RenderEffect;
use reactive_graph::graph::untrack;
use reactive_graph::owner::{Owner, StoredValue};
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
        Element::several().done()
    }

    /// Puts it at the end of a node.
    pub fn put(self, into: &Node) {
        let _ = into.append_child(&self.0);
    }
}

#[expect(clippy::expect_used, reason = "there is no page without a document")]
fn document() -> Document {
    dom::document().expect("a document")
}

/// Does its work now, and again whenever something that it looked at has changed.
fn follow(mut work: Box<dyn FnMut()>) {
    let _ = StoredValue::new_local(RenderEffect::new(move |_: Option<()>| work()));
}

/// A text, or something that is true or not (the empty text, or none).
type Text = Option<Cow<'static, str>>;

/// What is done with a text.
type Use = Box<dyn Fn(Option<&str>)>;

/// A value of an attribute or a text that follows something.
pub struct Given(Box<dyn Fn() -> Text>);

impl Given {
    /// Uses the value, now and whenever it is another.
    fn each(self, using: Use) {
        let mut last = None;
        follow(Box::new(move || {
            let new = Some((self.0)());
            if new != last
                && let Some(text) = &new
            {
                using(text.as_deref());
            }
            last = new;
        }));
    }
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

/// What a value is used as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Using {
    Attribute,
    Class,
    Property,
    Html,
}

/// Gives an element a value. It is called for everything that is written in markup, so that each place
/// costs no more than this one call.
fn give(element: &Element, name: &str, using: Using, text: Option<&str>) {
    let element: &web_sys::Element = element.0.unchecked_ref();
    match (using, text) {
        (Using::Attribute, Some(text)) => drop(element.set_attribute(name, text)),
        (Using::Attribute, None) => drop(element.remove_attribute(name)),
        (Using::Class, text) => drop(element.class_list().toggle_with_force(name, text.is_some())),
        (Using::Html, text) => element.set_inner_html(text.unwrap_or_default()),
        (Using::Property, text) => {
            let value = match text {
                Some(text) if name == "value" => JsValue::from_str(text),
                text => text.is_some().into(),
            };
            let _ = js_sys::Reflect::set(element, &name.into(), &value);
        }
    }
}

/// The same for a value that may change.
fn give_live(element: &Element, name: &'static str, using: Using, value: Given) {
    let element = Element(element.0.clone());
    value.each(Box::new(move |text| give(&element, name, using, text)));
}

/// What can be the value of an attribute.
pub trait Value {
    fn give(self, to: &Element, name: &'static str, using: Using);
}

impl Value for Given {
    fn give(self, to: &Element, name: &'static str, using: Using) {
        give_live(to, name, using, self);
    }
}

impl Value for &'static str {
    fn give(self, to: &Element, name: &'static str, using: Using) {
        give(to, name, using, Some(self));
    }
}

macro_rules! still {
    ($($plain:ty),*) => {
        $(impl Value for $plain {
            fn give(self, to: &Element, name: &'static str, using: Using) {
                give(to, name, using, self.text().as_deref());
            }
        })*
    };
}

still!(String, bool, i32, u8, usize);

macro_rules! live {
    ($($changing:ty),*) => {
        $(impl Value for $changing {
            fn give(self, to: &Element, name: &'static str, using: Using) {
                give_live(to, name, using, Given(Box::new(move || self.get().text())));
            }
        })*
    };
}

live!(State<bool>, Derived<bool>, State<String>, Derived<String>);

impl<T: Plain, F: Fn() -> T + 'static> Value for F {
    fn give(self, to: &Element, name: &'static str, using: Using) {
        give_live(to, name, using, words(self));
    }
}

/// What can stand inside a tag.
pub trait Child: Sized {
    /// Puts it at the end of an element.
    fn put(self, into: &Element);

    fn view(self) -> View {
        let made = Element::several();
        self.put(&made);
        made.done()
    }
}

impl Child for View {
    fn put(self, into: &Element) {
        View::put(self, &into.0);
    }

    fn view(self) -> View {
        self
    }
}

fn put_text(into: &Element, text: &str) {
    let _ = into.0.append_child(&document().create_text_node(text));
}

impl Child for Given {
    fn put(self, into: &Element) {
        let text = document().create_text_node("");
        let _ = into.0.append_child(&text);
        self.each(Box::new(move |said| text.set_data(said.unwrap_or_default())));
    }
}

impl Child for &'static str {
    fn put(self, into: &Element) {
        put_text(into, self);
    }
}

impl Child for String {
    fn put(self, into: &Element) {
        put_text(into, &self);
    }
}

impl<T: Child> Child for Option<T> {
    fn put(self, into: &Element) {
        if let Some(child) = self {
            child.put(into);
        }
    }
}

impl<T: Child> Child for Vec<T> {
    fn put(self, into: &Element) {
        for child in self {
            child.put(into);
        }
    }
}

impl<T: Child, F: Fn() -> T + 'static> Child for F {
    fn put(self, into: &Element) {
        region(into, Box::new(move |made| self().put(made)));
    }
}

/// Lists of views, in a view.
pub trait Views {
    fn views(self) -> View;
}

impl<I: Iterator<Item = View>> Views for I {
    fn views(mut self) -> View {
        several(&mut self)
    }
}

/// Several views one after the other.
fn several(views: &mut dyn Iterator<Item = View>) -> View {
    let all = Element::several();
    for view in views {
        view.put(&all.0);
    }
    all.done()
}

/// A part of the page that is made anew whenever something that was looked at in making it has changed.
fn region(into: &Element, make: Box<dyn Fn(&Element)>) {
    let (start, end) = (document().create_comment(""), document().create_comment(""));
    let _ = into.0.append_child(&start);
    let _ = into.0.append_child(&end);
    let end: Node = end.into();
    follow(Box::new(move || {
        let new = Element::several();
        make(&new);
        let Some(parent) = end.parent_node() else { return };
        while let Some(old) = start.next_sibling().filter(|next| *next != end) {
            let _ = parent.remove_child(&old);
        }
        let _ = parent.insert_before(&new.0, Some(&end));
    }));
}

/// A part of the page that is there only at times.
pub fn show(when: impl Fn() -> bool + 'static, make: impl Fn() -> View + 'static) -> View {
    show_of(Derived::new(when), Box::new(make))
}

fn show_of(when: Derived<bool>, make: Box<dyn Fn() -> View>) -> View {
    let all = Element::several();
    region(
        &all,
        Box::new(move |made| {
            if when.get() {
                untrack(&make).put(&made.0);
            }
        }),
    );
    all.done()
}

/// What an event does.
pub fn on<E: 'static>(act: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(act)
}

/// Words that may change.
pub fn words<T: Plain>(say: impl Fn() -> T + 'static) -> Given {
    Given(Box::new(move || say().text()))
}

/// Something that is true or not, and may change.
pub fn truth(is: impl Fn() -> bool + 'static) -> Given {
    words(is)
}

/// Somebody who hears an event, until this is dropped.
struct Heard {
    element: Node,
    event: &'static str,
    act: Closure<dyn FnMut(Event)>,
}

impl Drop for Heard {
    fn drop(&mut self) {
        let act = self.act.as_ref().unchecked_ref();
        let _ = self.element.remove_event_listener_with_callback(self.event, act);
    }
}

/// An element that is being made, or several parts without one around them.
pub struct Element(Node);

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
        Element(made.expect("a tag").into())
    }

    pub fn several() -> Element {
        Element(document().create_document_fragment().into())
    }

    pub fn set(&self, name: &'static str, value: impl Value) {
        value.give(self, name, Using::Attribute);
    }

    pub fn class(&self, name: &'static str, value: impl Value) {
        value.give(self, name, Using::Class);
    }

    pub fn property(&self, name: &'static str, value: impl Value) {
        value.give(self, name, Using::Property);
    }

    pub fn html(&self, value: impl Value) {
        value.give(self, "", Using::Html);
    }

    pub fn hear<E: JsCast + 'static>(&self, event: &'static str, mut act: Box<dyn FnMut(E)>) {
        hear(&self.0, event, Box::new(move |event| act(event.unchecked_into())));
    }

    /// Others find the element there.
    pub fn known_as(&self, place: State<Option<web_sys::Element>>) {
        place.set(Some(self.0.clone().unchecked_into()));
    }

    pub fn add(&self, child: impl Child) {
        child.put(self);
    }

    pub fn done(self) -> View {
        View(self.0)
    }
}

/// What is done belongs to the part of the page that hears, as if it were done while it was made.
fn hear(element: &Node, event: &'static str, mut act: Box<dyn FnMut(Event)>) {
    let owner = Owner::current();
    let act: Box<dyn FnMut(Event)> = Box::new(move |event| match &owner {
        Some(owner) => owner.with(|| act(event)),
        None => act(event),
    });
    let heard = Heard { element: element.clone(), event, act: Closure::wrap(act) };
    let _ =
        heard.element.add_event_listener_with_callback(event, heard.act.as_ref().unchecked_ref());
    let _ = StoredValue::new_local(Rc::new(heard));
}
