//! Attributes of types and fields: those of serde that are supported, `#[schema(…)]`, and doc comments.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprPath, Lit, LitStr, Meta, Result};

/// Attributes of a struct or enum.
#[derive(Default)]
pub(crate) struct Container {
    /// Field that names the variant.
    pub tag: Option<String>,
    pub deny_unknown_fields: bool,
}

/// JSON Schema keywords with their values.
pub(crate) type Keywords = Vec<(String, Expr)>;

/// Attributes of a field.
#[derive(Default)]
pub(crate) struct Field {
    /// Expression of the value that a missing field has.
    pub default: Option<TokenStream>,
    pub flatten: bool,
    pub skip_if: Option<ExprPath>,
    pub keywords: Keywords,
    /// Keywords of the elements of a list.
    pub items: Keywords,
}

impl Container {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Container> {
        let mut container = Container::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("tag") {
                    container.tag = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("deny_unknown_fields") {
                    container.deny_unknown_fields = true;
                } else if meta.path.is_ident("rename_all") {
                    let case: LitStr = meta.value()?.parse()?;
                    if case.value() != "kebab-case" {
                        return Err(meta.error("only kebab-case is supported"));
                    }
                } else {
                    return Err(meta.error("not supported by derive(Wire)"));
                }
                Ok(())
            })?;
        }
        Ok(container)
    }
}

impl Field {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Field> {
        let mut field = Field::default();
        for attribute in attributes {
            if attribute.path().is_ident("serde") {
                field.read_serde(attribute)?;
            } else if attribute.path().is_ident("schema") {
                field.read_schema(attribute)?;
            }
        }
        Ok(field)
    }

    fn read_serde(&mut self, attribute: &Attribute) -> Result<()> {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("default") {
                self.default = Some(if meta.input.peek(syn::Token![=]) {
                    let path: ExprPath = meta.value()?.parse::<LitStr>()?.parse()?;
                    quote! { #path() }
                } else {
                    quote! { ::core::default::Default::default() }
                });
            } else if meta.path.is_ident("flatten") {
                self.flatten = true;
            } else if meta.path.is_ident("skip_serializing_if") {
                self.skip_if = Some(meta.value()?.parse::<LitStr>()?.parse()?);
            } else {
                return Err(meta.error("not supported by derive(Wire)"));
            }
            Ok(())
        })
    }

    fn read_schema(&mut self, attribute: &Attribute) -> Result<()> {
        attribute.parse_nested_meta(|meta| {
            let keyword = meta.path.require_ident()?.to_string();
            if keyword == "items" {
                return meta.parse_nested_meta(|meta| {
                    let keyword = meta.path.require_ident()?.to_string();
                    self.items.push((keyword, meta.value()?.parse()?));
                    Ok(())
                });
            }
            self.keywords.push((keyword, meta.value()?.parse()?));
            Ok(())
        })
    }
}

/// The doc comment as one text; paragraphs are kept.
pub(crate) fn docs(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(doc) = &attribute.meta
            && doc.path.is_ident("doc")
            && let Expr::Lit(literal) = &doc.value
            && let Lit::Str(line) = &literal.lit
        {
            let line = line.value();
            let separator = match (text.is_empty() || text.ends_with('\n'), line.trim()) {
                (true, _) => "",
                (false, "") => "\n\n",
                (false, _) => " ",
            };
            text += separator;
            text += line.trim();
        }
    }
    text.trim_end().to_string()
}
