//! Views: DOM nodes with reactive bindings, the runtime that `view!` expands to.
//!
//! Closures are boxed at once, so that almost nothing is monomorphised per call site. Bindings and event
//! listeners are disposed of with the reactive owner that created them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use reactive_graph::effect::RenderEffect;
use reactive_graph::graph::untrack;
use reactive_graph::owner::{Owner, StoredValue};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Event, Node};

use crate::signal::{Memo, Signal};
use crate::{dom, patch};

pub(crate) use mohreh_markup::view;

/// A detached DOM node, or a document fragment of several.
pub(crate) struct View(Node);

impl View {
    pub(crate) fn none() -> View {
        Element::fragment().done()
    }

    /// Appends the nodes to a parent.
    pub(crate) fn append_to(self, into: &Node) {
        let _ = into.append_child(&self.0);
    }
}

#[expect(clippy::expect_used, reason = "there is no page without a document")]
fn document() -> Document {
    dom::document().expect("a document")
}

/// Runs a render effect: now, and again whenever a signal that it read changes.
pub(crate) fn render_effect(mut work: Box<dyn FnMut()>) {
    let _ = StoredValue::new_local(RenderEffect::new(move |_: Option<()>| work()));
}

/// Attribute value: `None` removes the attribute, `""` sets a boolean one.
type AttrValue = Option<Cow<'static, str>>;

/// Writes a value to the DOM.
type Write = Box<dyn Fn(Option<&str>)>;

/// A reactive value for an attribute or a text node.
pub(crate) struct Binding(Box<dyn Fn() -> AttrValue>);

impl Binding {
    /// Writes the value now, and again whenever it changes.
    fn subscribe(self, write: Write) {
        let mut last = None;
        render_effect(Box::new(move || {
            let new = Some((self.0)());
            if new != last
                && let Some(text) = &new
            {
                write(text.as_deref());
            }
            last = new;
        }));
    }
}

/// A static value of an attribute.
pub(crate) trait StaticAttr {
    fn attr_value(self) -> AttrValue;
}

impl StaticAttr for &'static str {
    fn attr_value(self) -> AttrValue {
        Some(self.into())
    }
}

impl StaticAttr for String {
    fn attr_value(self) -> AttrValue {
        Some(self.into())
    }
}

impl StaticAttr for bool {
    fn attr_value(self) -> AttrValue {
        self.then_some("".into())
    }
}

macro_rules! number {
    ($($number:ty),*) => {
        $(impl StaticAttr for $number {
            fn attr_value(self) -> AttrValue {
                self.to_string().attr_value()
            }
        })*
    };
}

number!(i32, u8, usize);

/// What `view!` sets with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Attribute,
    Class,
    Property,
    Html,
}

/// Sets an attribute, class, property or the inner HTML. Not generic: each use in markup compiles to one
/// call.
fn apply(element: &Element, name: &str, target: Target, text: Option<&str>) {
    let element: &web_sys::Element = element.0.unchecked_ref();
    match (target, text) {
        (Target::Attribute, Some(text)) => drop(element.set_attribute(name, text)),
        (Target::Attribute, None) => drop(element.remove_attribute(name)),
        (Target::Class, text) => drop(element.class_list().toggle_with_force(name, text.is_some())),
        (Target::Html, text) => element.set_inner_html(text.unwrap_or_default()),
        (Target::Property, text) => {
            let value = match text {
                Some(text) if name == "value" => JsValue::from_str(text),
                text => text.is_some().into(),
            };
            let _ = js_sys::Reflect::set(element, &name.into(), &value);
        }
    }
}

/// Keeps an attribute in sync with a binding.
fn bind_attr(element: &Element, name: &'static str, target: Target, value: Binding) {
    let element = Element(element.0.clone());
    if target == Target::Html {
        let old = RefCell::new(String::new());
        return value.subscribe(Box::new(move |text| {
            let old = old.replace(text.unwrap_or_default().to_string());
            patch::set_html(element.0.unchecked_ref(), &old, text.unwrap_or_default());
        }));
    }
    value.subscribe(Box::new(move |text| apply(&element, name, target, text)));
}

/// A static or reactive value of an attribute.
pub(crate) trait Attr {
    fn apply(self, to: &Element, name: &'static str, target: Target);
}

impl Attr for Binding {
    fn apply(self, to: &Element, name: &'static str, target: Target) {
        bind_attr(to, name, target, self);
    }
}

impl Attr for &'static str {
    fn apply(self, to: &Element, name: &'static str, target: Target) {
        apply(to, name, target, Some(self));
    }
}

macro_rules! static_attr {
    ($($plain:ty),*) => {
        $(impl Attr for $plain {
            fn apply(self, to: &Element, name: &'static str, target: Target) {
                apply(to, name, target, self.attr_value().as_deref());
            }
        })*
    };
}

static_attr!(String, bool, i32, u8, usize);

macro_rules! reactive_attr {
    ($($changing:ty),*) => {
        $(impl Attr for $changing {
            fn apply(self, to: &Element, name: &'static str, target: Target) {
                bind_attr(to, name, target, Binding(Box::new(move || self.get().attr_value())));
            }
        })*
    };
}

reactive_attr!(Signal<bool>, Memo<bool>, Signal<String>, Memo<String>);

impl<T: StaticAttr, F: Fn() -> T + 'static> Attr for F {
    fn apply(self, to: &Element, name: &'static str, target: Target) {
        bind_attr(to, name, target, bind(self));
    }
}

/// A child of an element in markup.
pub(crate) trait Child: Sized {
    fn append_to(self, into: &Element);

    fn view(self) -> View {
        let made = Element::fragment();
        self.append_to(&made);
        made.done()
    }
}

impl Child for View {
    fn append_to(self, into: &Element) {
        View::append_to(self, &into.0);
    }

    fn view(self) -> View {
        self
    }
}

fn append_text(into: &Element, text: &str) {
    let _ = into.0.append_child(&document().create_text_node(text));
}

impl Child for Binding {
    fn append_to(self, into: &Element) {
        let node = document().create_text_node("");
        let _ = into.0.append_child(&node);
        self.subscribe(Box::new(move |text| node.set_data(text.unwrap_or_default())));
    }
}

impl Child for &'static str {
    fn append_to(self, into: &Element) {
        append_text(into, self);
    }
}

impl Child for String {
    fn append_to(self, into: &Element) {
        append_text(into, &self);
    }
}

impl<T: Child> Child for Option<T> {
    fn append_to(self, into: &Element) {
        if let Some(child) = self {
            child.append_to(into);
        }
    }
}

impl<T: Child> Child for Vec<T> {
    fn append_to(self, into: &Element) {
        for child in self {
            child.append_to(into);
        }
    }
}

impl<T: Child, F: Fn() -> T + 'static> Child for F {
    fn append_to(self, into: &Element) {
        dynamic_range(into, Box::new(move |made| self().append_to(made)));
    }
}

/// Collects an iterator of views into one.
pub(crate) trait Views {
    fn views(self) -> View;
}

impl<I: Iterator<Item = View>> Views for I {
    fn views(mut self) -> View {
        fragment(&mut self)
    }
}

fn fragment(views: &mut dyn Iterator<Item = View>) -> View {
    let all = Element::fragment();
    for view in views {
        view.append_to(&all.0);
    }
    all.done()
}

/// A range of nodes, between two comment nodes, that is rebuilt whenever a signal that `make` read changes.
fn dynamic_range(into: &Element, make: Box<dyn Fn(&Element)>) {
    let (start, end) = (document().create_comment(""), document().create_comment(""));
    let _ = into.0.append_child(&start);
    let _ = into.0.append_child(&end);
    let end: Node = end.into();
    render_effect(Box::new(move || {
        let new = Element::fragment();
        make(&new);
        let Some(parent) = end.parent_node() else { return };
        while let Some(old) = start.next_sibling().filter(|next| *next != end) {
            let _ = parent.remove_child(&old);
        }
        let _ = parent.insert_before(&new.0, Some(&end));
    }));
}

/// Conditional rendering.
pub(crate) fn show(when: impl Fn() -> bool + 'static, make: impl Fn() -> View + 'static) -> View {
    show_boxed(Memo::new(when), Box::new(make))
}

fn show_boxed(when: Memo<bool>, make: Box<dyn Fn() -> View>) -> View {
    let all = Element::fragment();
    dynamic_range(
        &all,
        Box::new(move |made| {
            if when.get() {
                untrack(&make).append_to(&made.0);
            }
        }),
    );
    all.done()
}

/// An event handler, boxed.
pub(crate) fn on<E: 'static>(act: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(act)
}

/// A reactive text or attribute value.
pub(crate) fn bind<T: StaticAttr>(value: impl Fn() -> T + 'static) -> Binding {
    Binding(Box::new(move || value().attr_value()))
}

/// A reactive boolean attribute, class or property.
pub(crate) fn bind_bool(value: impl Fn() -> bool + 'static) -> Binding {
    bind(value)
}

/// An event listener, removed on drop.
struct Listener {
    element: Node,
    event: &'static str,
    act: Closure<dyn FnMut(Event)>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let act = self.act.as_ref().unchecked_ref();
        let _ = self.element.remove_event_listener_with_callback(self.event, act);
    }
}

/// Builder of an element, or of a fragment.
pub(crate) struct Element(Node);

impl Element {
    #[expect(clippy::expect_used, reason = "tag names are literals in `view!`")]
    pub(crate) fn new(tag: &str, is_svg: bool) -> Element {
        let made = if is_svg {
            document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        } else {
            document().create_element(tag)
        };
        Element(made.expect("a tag").into())
    }

    pub(crate) fn fragment() -> Element {
        Element(document().create_document_fragment().into())
    }

    pub(crate) fn set(&self, name: &'static str, value: impl Attr) {
        value.apply(self, name, Target::Attribute);
    }

    pub(crate) fn class(&self, name: &'static str, value: impl Attr) {
        value.apply(self, name, Target::Class);
    }

    pub(crate) fn property(&self, name: &'static str, value: impl Attr) {
        value.apply(self, name, Target::Property);
    }

    pub(crate) fn html(&self, value: impl Attr) {
        value.apply(self, "", Target::Html);
    }

    pub(crate) fn listen<E: JsCast + 'static>(
        &self,
        event: &'static str,
        mut act: Box<dyn FnMut(E)>,
    ) {
        listen(&self.0, event, Box::new(move |event| act(event.unchecked_into())));
    }

    /// Stores the element in a signal, as `node_ref` does in Leptos.
    pub(crate) fn set_ref(&self, node_ref: Signal<Option<web_sys::Element>>) {
        node_ref.set(Some(self.0.clone().unchecked_into()));
    }

    pub(crate) fn add(&self, child: impl Child) {
        child.append_to(self);
    }

    pub(crate) fn done(self) -> View {
        View(self.0)
    }
}

/// Adds an event listener that runs under the owner that is current now, so that what it creates is
/// disposed of with the view.
fn listen(element: &Node, event: &'static str, mut act: Box<dyn FnMut(Event)>) {
    let owner = Owner::current();
    let act: Box<dyn FnMut(Event)> = Box::new(move |event| match &owner {
        Some(owner) => owner.with(|| act(event)),
        None => act(event),
    });
    let listener = Listener { element: element.clone(), event, act: Closure::wrap(act) };
    let _ = listener
        .element
        .add_event_listener_with_callback(event, listener.act.as_ref().unchecked_ref());
    let _ = StoredValue::new_local(Rc::new(listener));
}
