//! Compiles the Fluent files of each language into a sorted table of keys and patterns, so that neither the page nor
//! the binary needs a Fluent parser. Syntax errors fail the build.
//!
//! Encoding of patterns: `\u{1}name\u{2}` is an argument, and `\u{3}name\u{4}key\u{5}pattern\u{4}…\u{6}` a select
//! expression whose last variant is the default. Message references are resolved here.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "an error fails the build"
)]

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

type Messages = BTreeMap<String, Pattern<String>>;

fn main() {
    let texts = Path::new("../../texts");
    println!("cargo::rerun-if-changed={}", texts.display());
    let mut out = String::new();
    for code in ["en", "fa"] {
        for (folder, name) in [("", ""), ("later", "_LATER"), ("terminal", "_TERMINAL")] {
            let mut messages = Messages::new();
            read(&texts.join(code).join(folder), &mut messages);
            let name = code.to_uppercase() + name;
            writeln!(out, "pub(crate) static {name}: &[(&str, &str)] = &[").unwrap();
            for (key, pattern) in &messages {
                let mut text = String::new();
                write_pattern(pattern, &messages, &mut text, 0);
                writeln!(out, "    ({key:?}, {text:?}),").unwrap();
            }
            out += "];\n";
        }
    }
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("messages.rs");
    fs::write(&to, out).expect("the folder for output can be written");
}

/// Beginning of a file for a game that exists only in tests.
const TOY: &str = "# toy\n";

/// Adds all messages of a folder; attributes get the key `message.attribute`.
fn read(folder: &Path, messages: &mut Messages) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|end| end != "ftl") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        if text.starts_with(TOY) && env::var_os("CARGO_FEATURE_TOY").is_none() {
            continue;
        }
        let resource = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{path:?}: {errors:?}"));
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let key = message.id.name;
            for attribute in message.attributes {
                messages.insert(format!("{key}.{}", attribute.id.name), attribute.value);
            }
            if let Some(value) = message.value {
                let twice = messages.insert(key.clone(), value).is_some();
                assert!(!twice, "{path:?}: {key} stands twice");
            }
        }
    }
}

fn write_pattern(pattern: &Pattern<String>, messages: &Messages, out: &mut String, depth: usize) {
    assert!(depth < 10, "messages that refer to each other");
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => out.push_str(value),
            PatternElement::Placeable { expression } => {
                write_expression(expression, messages, out, depth);
            }
        }
    }
}

fn write_expression(
    expression: &Expression<String>,
    messages: &Messages,
    out: &mut String,
    depth: usize,
) {
    match expression {
        Expression::Inline(inline) => match inline {
            InlineExpression::StringLiteral { value } => out.push_str(value),
            InlineExpression::VariableReference { id } => {
                out.push_str(&format!("\u{1}{}\u{2}", id.name));
            }
            InlineExpression::MessageReference { id, attribute: None } => {
                let known = messages.get(&id.name);
                let known = known.unwrap_or_else(|| panic!("no message {}", id.name));
                write_pattern(known, messages, out, depth + 1);
            }
            other => panic!("not used in our texts: {other:?}"),
        },
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id } = selector else {
                panic!("choices are made by values only: {selector:?}");
            };
            out.push_str(&format!("\u{3}{}", id.name));
            let (usual, others): (Vec<_>, Vec<_>) = variants.iter().partition(|v| v.default);
            for variant in others.into_iter().chain(usual) {
                let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) =
                    &variant.key;
                out.push_str(&format!("\u{4}{name}\u{5}"));
                write_pattern(&variant.value, messages, out, depth);
            }
            out.push('\u{6}');
        }
    }
}
