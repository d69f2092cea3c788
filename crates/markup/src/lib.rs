//! `view!`: a JSX-like proc macro that expands markup to calls of a DOM builder.
//!
//! The syntax is that of Leptos's macro of the same name (tags, `class:name=`, `on:event=`, `prop:name=`,
//! `inner_html=`, `node_ref=`, blocks and texts). The expansion has no type per element or closure: a tag
//! compiles to a few calls (docs/benchmarks.md has the wasm size that this saves). It calls `crate::view`
//! of the crate that uses the macro.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use rstml::node::{Node, NodeAttribute, NodeElement};

/// Tags that are created in the SVG namespace.
const SVG_TAGS: [&str; 5] = ["svg", "g", "defs", "circle", "path"];

/// Expands markup to an expression of type `View`.
#[proc_macro]
pub fn view(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let expanded = match rstml::parse2(tokens.into()) {
        Ok(nodes) => match nodes.as_slice() {
            [one] => {
                let one = child_of(one);
                quote! { crate::view::Child::view(#one) }
            }
            nodes => build(&quote! { fragment() }, &[], nodes),
        },
        Err(why) => why.to_compile_error(),
    };
    expanded.into()
}

/// An expression of a type that implements `Child`.
fn child_of(node: &Node) -> TokenStream {
    match node {
        Node::Element(element) => element_of(element),
        Node::Block(block) => quote! { #[allow(unused_braces)] #block },
        Node::Text(text) => {
            let text = &text.value;
            quote! { #text }
        }
        _ => error("only tags, texts and blocks are understood here"),
    }
}

/// An expression of type `View`.
fn element_of(element: &NodeElement<rstml::Infallible>) -> TokenStream {
    let tag = element.name().to_string();
    if tag.starts_with(char::is_uppercase) {
        return error(&format!("<{tag}> is no tag; call a function in a block instead"));
    }
    let is_svg = SVG_TAGS.contains(&tag.as_str());
    build(&quote! { new(#tag, #is_svg) }, element.attributes(), element.children())
}

/// A block that calls a constructor of `Element`, sets the attributes and adds the children.
fn build(
    constructor: &TokenStream,
    attributes: &[NodeAttribute],
    children: &[Node],
) -> TokenStream {
    let attributes = attributes.iter().map(attribute_of);
    let children = children.iter().map(child_of);
    // Hygienic: blocks in the markup cannot see this name.
    let made = Ident::new("made", Span::mixed_site());
    quote! {{
        let #made = crate::view::Element::#constructor;
        #(#made #attributes;)*
        #(#made.add(#children);)*
        #made.done()
    }}
}

/// A method call on `Element` that sets an attribute, class, property or listener.
fn attribute_of(attribute: &NodeAttribute) -> TokenStream {
    let NodeAttribute::Attribute(attribute) = attribute else {
        return error("an attribute has a name and a value");
    };
    let name = attribute.key.to_string();
    let Some(value) = attribute.value() else {
        return quote! { .set(#name, true) };
    };
    match name.split_once(':') {
        Some(("on", event)) => {
            let event_type = event_type(event);
            quote! { .listen::<::web_sys::#event_type>(#event, #value) }
        }
        Some(("class", class)) => quote! { .class(#class, #value) },
        Some(("prop", property)) => quote! { .property(#property, #value) },
        _ if name == "inner_html" => quote! { .html(#value) },
        _ if name == "node_ref" => quote! { .set_ref(#value) },
        _ => quote! { .set(#name, #value) },
    }
}

/// The `web_sys` type of an event.
fn event_type(event: &str) -> TokenStream {
    match event {
        "click" => quote!(MouseEvent),
        "keydown" => quote!(KeyboardEvent),
        "submit" => quote!(SubmitEvent),
        pointer if pointer.starts_with("pointer") => quote!(PointerEvent),
        _ => quote!(Event),
    }
}

fn error(why: &str) -> TokenStream {
    quote! { compile_error!(#why) }
}
