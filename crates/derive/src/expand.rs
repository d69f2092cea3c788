//! Expansion: an implementation of `Wire` for each shape of type that the protocol has.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Result, Type};

use crate::attributes::{Container, Field, Keywords, docs};

/// A named field.
struct Member {
    ident: Ident,
    name: String,
    ty: Type,
    docs: String,
    attributes: Field,
}

/// Contents of an enum variant.
enum Contents {
    Unit,
    /// A single struct, whose fields are those of the object.
    Newtype(Box<Type>),
    Members(Vec<Member>),
}

/// A variant of an enum.
struct Variant {
    ident: Ident,
    /// Kebab-case name.
    word: String,
    docs: String,
    contents: Contents,
}

/// Methods of the implementation.
struct Methods {
    read: TokenStream,
    write: TokenStream,
    schema: TokenStream,
    sample: TokenStream,
    /// Items outside the implementation of `Wire`.
    more: TokenStream,
}

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let container = Container::read(&input.attrs)?;
    let (ident, about) = (&input.ident, docs(&input.attrs));
    let unsupported =
        || Error::new_spanned(&input.ident, "derive(Wire) does not support this shape");
    let methods = match &input.data {
        Data::Struct(data) => struct_methods(
            ident,
            &about,
            &container,
            &members(&data.fields).ok_or_else(unsupported)??,
        ),
        Data::Enum(data) => {
            let variants: Result<Vec<Variant>> = data
                .variants
                .iter()
                .map(|variant| {
                    let contents = match &variant.fields {
                        Fields::Unit => Contents::Unit,
                        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                            Contents::Newtype(Box::new(fields.unnamed[0].ty.clone()))
                        }
                        fields => Contents::Members(members(fields).ok_or_else(unsupported)??),
                    };
                    Ok(Variant {
                        ident: variant.ident.clone(),
                        word: kebab_case(&variant.ident.to_string()),
                        docs: docs(&variant.attrs),
                        contents,
                    })
                })
                .collect();
            let variants = variants?;
            match &container.tag {
                Some(tag) => tagged_methods(ident, &about, tag, &container, &variants),
                None if variants
                    .iter()
                    .all(|variant| matches!(variant.contents, Contents::Unit)) =>
                {
                    word_methods(ident, &about, &variants)
                }
                None => return Err(unsupported()),
            }
        }
        Data::Union(_) => return Err(unsupported()),
    };
    let Methods { read, write, schema, sample, more } = methods;
    Ok(quote! {
        impl crate::wire::Wire for #ident {
            fn from_json(wire_json: &crate::json::Json) -> Option<Self> {
                #read
            }
            fn to_json(&self) -> crate::json::Json {
                #write
            }
            #[cfg(feature = "json")]
            fn schema(wire_schemas: &mut crate::schema::Schemas) -> crate::json::Json {
                #schema
            }
            #[cfg(test)]
            fn sample(wire_source: &mut crate::wire::Source) -> Self {
                #sample
            }
        }
        #more
    })
}

/// The named fields; `None` if they have no names.
fn members(fields: &Fields) -> Option<Result<Vec<Member>>> {
    let Fields::Named(fields) = fields else { return None };
    let member = |field: &syn::Field| {
        let ident =
            field.ident.clone().ok_or_else(|| Error::new_spanned(field, "a name is missing"))?;
        Ok(Member {
            name: ident.to_string(),
            ident,
            ty: field.ty.clone(),
            docs: docs(&field.attrs),
            attributes: Field::read(&field.attrs)?,
        })
    };
    Some(fields.named.iter().map(member).collect())
}

/// `OfferDraw` as `offer-draw`.
fn kebab_case(name: &str) -> String {
    let mut word = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// `name: value,` for each field, read from the object.
fn read_members(members: &[Member]) -> TokenStream {
    let read = |member: &Member| {
        let Member { ident, name, attributes, .. } = member;
        if attributes.flatten {
            return quote! { #ident: crate::wire::Wire::from_json(wire_json)?, };
        }
        match &attributes.default {
            Some(default) => quote! {
                #ident: match wire_json.get(#name) {
                    Some(value) => crate::wire::Wire::from_json(value)?,
                    None => #default,
                },
            },
            None => quote! { #ident: crate::wire::field(wire_json, #name)?, },
        }
    };
    members.iter().map(read).collect()
}

/// Statements that add each field, bound by reference, to `wire_object`.
fn write_members(members: &[Member]) -> TokenStream {
    let write = |member: &Member| {
        let Member { ident, name, attributes, .. } = member;
        if attributes.flatten {
            return quote! { wire_object.extend(crate::wire::Wire::to_json(#ident)); };
        }
        let set = quote! { wire_object.set(#name, crate::wire::Wire::to_json(#ident)); };
        match &attributes.skip_if {
            Some(skip) => quote! { if !#skip(#ident) { #set } },
            None => set,
        }
    };
    members.iter().map(write).collect()
}

/// Statements that describe each field in `wire_object`.
fn describe_members(members: &[Member]) -> TokenStream {
    let describe = |member: &Member| {
        let Member { name, ty, docs, attributes, .. } = member;
        let schema = quote! { <#ty as crate::wire::Wire>::schema(wire_schemas) };
        if attributes.flatten {
            return quote! {
                let inner = #schema;
                wire_object.flatten(wire_schemas, &inner);
            };
        }
        let default = attributes.default.as_ref().map_or_else(
            || quote! { None },
            |default| quote! { Some(crate::wire::Wire::to_json(&{ let value: #ty = #default; value })) },
        );
        let required = attributes.default.is_none() && attributes.skip_if.is_none();
        let (keywords, items) = (list(&attributes.keywords), list(&attributes.items));
        quote! {
            let inner = #schema;
            wire_object.property(#name, crate::schema::Property {
                schema: inner,
                about: #docs,
                required: #required,
                default: #default,
                keywords: #keywords,
                items: #items,
            });
        }
    };
    members.iter().map(describe).collect()
}

fn list(keywords: &Keywords) -> TokenStream {
    let pairs = keywords.iter().map(|(keyword, value)| {
        quote! { (#keyword, crate::json::Json::from(#value)) }
    });
    quote! { ::std::vec![#(#pairs),*] }
}

fn sample_members(members: &[Member]) -> TokenStream {
    let sample = |member: &Member| {
        let ident = &member.ident;
        quote! { #ident: crate::wire::Wire::sample(wire_source), }
    };
    members.iter().map(sample).collect()
}

fn struct_methods(
    ident: &Ident,
    about: &str,
    container: &Container,
    members: &[Member],
) -> Methods {
    let idents: Vec<&Ident> = members.iter().map(|member| &member.ident).collect();
    let (read, write) = (read_members(members), write_members(members));
    let (describe, sample) = (describe_members(members), sample_members(members));
    let (name, closed) = (ident.to_string(), container.deny_unknown_fields);
    Methods {
        read: quote! {
            wire_json.is_object().then_some(())?;
            Some(#ident { #read })
        },
        write: quote! {
            let #ident { #(#idents),* } = self;
            let mut wire_object = crate::json::Json::object();
            #write
            wire_object
        },
        schema: quote! {
            wire_schemas.define(#name, |wire_schemas| {
                let mut wire_object = crate::schema::ObjectSchema::new(#about, #closed);
                #describe
                wire_object.into()
            })
        },
        sample: quote! { #ident { #sample } },
        more: TokenStream::new(),
    }
}

/// An internally tagged enum: an object whose field `tag` names the variant.
fn tagged_methods(
    ident: &Ident,
    about: &str,
    tag: &str,
    container: &Container,
    variants: &[Variant],
) -> Methods {
    let read =
        variants.iter().map(|Variant { ident: variant, word, contents, .. }| match contents {
            Contents::Unit => quote! { #word => Some(#ident::#variant), },
            Contents::Newtype(_) => quote! {
                #word => Some(#ident::#variant(crate::wire::Wire::from_json(wire_json)?)),
            },
            Contents::Members(members) => {
                let members = read_members(members);
                quote! { #word => Some(#ident::#variant { #members }), }
            }
        });
    let write = variants.iter().map(|Variant { ident: variant, word, contents, .. }| {
        let (pattern, write) = match contents {
            Contents::Unit => (quote! {}, quote! {}),
            Contents::Newtype(_) => (
                quote! { (inner) },
                quote! { wire_object.extend(crate::wire::Wire::to_json(inner)); },
            ),
            Contents::Members(members) => {
                let idents = members.iter().map(|member| &member.ident);
                (quote! { { #(#idents),* } }, write_members(members))
            }
        };
        quote! {
            #ident::#variant #pattern => {
                wire_object.set(#tag, #word.into());
                #write
            }
        }
    });
    let schemas = variants.iter().map(|Variant { ident: variant, word, docs, contents }| {
        // serde ignores unknown fields beside the tag of a unit variant.
        let closed = container.deny_unknown_fields && !matches!(contents, Contents::Unit);
        let describe = match contents {
            Contents::Unit => quote! {},
            Contents::Newtype(inner) => quote! {
                let inner = <#inner as crate::wire::Wire>::schema(wire_schemas);
                wire_object.flatten(wire_schemas, &inner);
            },
            Contents::Members(members) => describe_members(members),
        };
        let name = format!("{ident}{variant}");
        let schemas =
            if matches!(contents, Contents::Unit) { quote!(_) } else { quote!(wire_schemas) };
        quote! {
            (#word, wire_schemas.define(#name, |#schemas| {
                let mut wire_object = crate::schema::ObjectSchema::new(#docs, #closed);
                wire_object.constant(#tag, #word);
                #describe
                wire_object.into()
            }))
        }
    });
    let name = ident.to_string();
    Methods {
        read: quote! {
            match wire_json.get(#tag)?.as_text()? {
                #(#read)*
                _ => None,
            }
        },
        write: quote! {
            let mut wire_object = crate::json::Json::object();
            match self { #(#write)* }
            wire_object
        },
        schema: quote! {
            wire_schemas.define(#name, |wire_schemas| {
                let variants = [#(#schemas),*];
                crate::schema::one_of(#about, #tag, &variants)
            })
        },
        sample: sample_variants(ident, variants),
        more: TokenStream::new(),
    }
}

fn sample_variants(ident: &Ident, variants: &[Variant]) -> TokenStream {
    let count = variants.len();
    let arms = variants.iter().enumerate().map(|(at, Variant { ident: variant, contents, .. })| {
        let pattern = if at + 1 == count {
            quote! { _ }
        } else {
            quote! { #at }
        };
        match contents {
            Contents::Unit => quote! { #pattern => #ident::#variant, },
            Contents::Newtype(_) => quote! {
                #pattern => #ident::#variant(crate::wire::Wire::sample(wire_source)),
            },
            Contents::Members(members) => {
                let members = sample_members(members);
                quote! { #pattern => #ident::#variant { #members }, }
            }
        }
    });
    quote! { match wire_source.below(#count) { #(#arms)* } }
}

/// An enum of plain words: a string.
fn word_methods(ident: &Ident, about: &str, variants: &[Variant]) -> Methods {
    let idents: Vec<&Ident> = variants.iter().map(|variant| &variant.ident).collect();
    let words: Vec<&String> = variants.iter().map(|variant| &variant.word).collect();
    let docs: Vec<&String> = variants.iter().map(|variant| &variant.docs).collect();
    let count = variants.len();
    let name = ident.to_string();
    let all_docs = format!("All values of [`{ident}`].");
    Methods {
        read: quote! {
            match wire_json.as_text()? {
                #(#words => Some(#ident::#idents),)*
                _ => None,
            }
        },
        write: quote! { self.word().into() },
        schema: quote! {
            wire_schemas.define(#name, |_| {
                crate::schema::words(#about, &#ident::ALL.map(|value| (value.word(), value.about())))
            })
        },
        sample: sample_variants(ident, variants),
        more: quote! {
            impl #ident {
                #[doc = #all_docs]
                pub const ALL: [#ident; #count] = [#(#ident::#idents),*];

                /// The word that stands for it in JSON.
                pub const fn word(self) -> &'static str {
                    match self { #(#ident::#idents => #words,)* }
                }

                /// Its description in the JSON Schema.
                #[cfg(feature = "json")]
                pub const fn about(self) -> &'static str {
                    match self { #(#ident::#idents => #docs,)* }
                }
            }
        },
    }
}
