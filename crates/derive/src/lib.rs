//! `derive(Wire)`: reads and writes a message as JSON without serde, and describes it as JSON Schema.
//!
//! A message is declared once, with the attributes of serde; this macro honours the ones that the protocol uses and
//! rejects the others, so that the two cannot drift apart unnoticed. `#[schema(…)]` adds JSON Schema keywords to a
//! field, `#[schema(items(…))]` to the elements of a list. The expansion calls `crate::wire` and `crate::schema` of the
//! crate that uses the macro.

mod attributes;
mod expand;

/// Implements `Wire`; for an enum of plain words also `ALL`, `word` and `about`.
#[proc_macro_derive(Wire, attributes(serde, schema))]
pub fn wire(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let expanded = syn::parse(tokens).and_then(|input| expand::derive(&input));
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
