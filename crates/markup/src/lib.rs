//! `view!`: markup in the page's code, turned into plain calls that make the nodes of the document.
//!
//! It reads what Leptos's macro of the same name reads (tags, `class:name=`, `on:event=`, `prop:name=`,
//! `inner_html=`, blocks and texts), but what it writes has no type for each element and each closure:
//! every tag costs the page a few calls and nothing else (docs/benchmarks.md tells what that is worth).
//! The functions that it calls are those of `crate::view` in the crate that uses it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use rstml::node::{Node, NodeAttribute, NodeElement};

/// Tags of drawings, which browsers want to be told apart.
const DRAWN: [&str; 5] = ["svg", "g", "defs", "circle", "path"];

#[proc_macro]
pub fn view(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let written = match rstml::parse2(tokens.into()) {
        Ok(nodes) => match nodes.as_slice() {
            [one] => {
                let one = child_of(one);
                quote! { crate::view::Child::view(#one) }
            }
            several => made(&quote! { several() }, &[], several),
        },
        Err(why) => why.to_compile_error(),
    };
    written.into()
}

/// An expression of something that can stand inside a tag.
fn child_of(node: &Node) -> TokenStream {
    match node {
        Node::Element(element) => element_of(element),
        Node::Block(block) => quote! { #[allow(unused_braces)] #block },
        Node::Text(text) => {
            let text = &text.value;
            quote! { #text }
        }
        _ => refused("only tags, texts and blocks are understood here"),
    }
}

/// An expression of type `View`.
fn element_of(element: &NodeElement<rstml::Infallible>) -> TokenStream {
    let tag = element.name().to_string();
    if tag.starts_with(char::is_uppercase) {
        return refused(&format!("<{tag}> is no tag; call a function in a block instead"));
    }
    let drawn = DRAWN.contains(&tag.as_str());
    made(&quote! { new(#tag, #drawn) }, element.attributes(), element.children())
}

/// Something that is made, with its attributes and what stands inside it.
fn made(start: &TokenStream, attributes: &[NodeAttribute], children: &[Node]) -> TokenStream {
    let attributes = attributes.iter().map(attribute_of);
    let children = children.iter().map(child_of);
    // A name that no code in the markup can see.
    let made = Ident::new("made", Span::mixed_site());
    quote! {{
        let #made = crate::view::Element::#start;
        #(#made #attributes;)*
        #(#made.add(#children);)*
        #made.done()
    }}
}

fn attribute_of(attribute: &NodeAttribute) -> TokenStream {
    let NodeAttribute::Attribute(attribute) = attribute else {
        return refused("an attribute has a name and a value");
    };
    let name = attribute.key.to_string();
    let Some(value) = attribute.value() else {
        return quote! { .set(#name, true) };
    };
    match name.split_once(':') {
        Some(("on", event)) => {
            let kind = kind_of(event);
            quote! { .hear::<::web_sys::#kind>(#event, #value) }
        }
        Some(("class", class)) => quote! { .class(#class, #value) },
        Some(("prop", property)) => quote! { .property(#property, #value) },
        _ if name == "inner_html" => quote! { .html(#value) },
        _ if name == "node_ref" => quote! { .known_as(#value) },
        _ => quote! { .set(#name, #value) },
    }
}

/// What an event is to those who hear it.
fn kind_of(event: &str) -> TokenStream {
    match event {
        "click" => quote!(MouseEvent),
        "keydown" => quote!(KeyboardEvent),
        "submit" => quote!(SubmitEvent),
        pointer if pointer.starts_with("pointer") => quote!(PointerEvent),
        _ => quote!(Event),
    }
}

fn refused(why: &str) -> TokenStream {
    quote! { compile_error!(#why) }
}
