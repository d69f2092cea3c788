//! Rejects CSS and JavaScript that the oldest supported browsers (Chrome 97, Firefox 114, Safari 16) do not know.
//!
//! A list of what is known to be newer, not a parser: it stops what an author writes by habit.

use crate::Result;

/// CSS newer than the oldest browsers, with what to write instead.
const NEW_CSS: &[(&str, &str)] = &[
    ("color-mix(", "a tint of the theme (TINTS of crates/draw)"),
    ("light-dark(", "a variable of the theme"),
    ("oklch(", "a hexadecimal colour"),
    ("oklab(", "a hexadecimal colour"),
    (":has(", "a class that the page sets, or a sibling selector"),
    (":dir(", "[dir=\"rtl\"]"),
    (":user-valid", "a class"),
    (":user-invalid", "a class"),
    (":popover-open", "a class"),
    ("@layer", "the order of the files"),
    ("@container", "a media query"),
    ("@scope", "a longer selector"),
    ("@property", "a plain variable"),
    ("@starting-style", "a keyframe animation"),
    ("animation-timeline:", "a keyframe animation"),
    ("view-transition-name:", "a keyframe animation"),
    ("grid-template-rows:subgrid", "explicit rows"),
    ("grid-template-columns:subgrid", "explicit columns"),
    ("(width>", "min-width"),
    ("(width<", "max-width"),
    ("(height>", "min-height"),
    ("(height<", "max-height"),
    ("translate:", "transform"),
    ("rotate:", "transform"),
    ("scale:", "transform"),
    (" linear(", "cubic-bezier"),
];

/// Units of the small, large and dynamic viewport.
const NEW_UNITS: [&str; 6] = ["dvh", "svh", "lvh", "dvw", "svw", "lvw"];

/// JavaScript newer than the oldest browsers.
const NEW_SCRIPT: &[&str] = &[
    "static {",
    "static{",
    "(?<=",
    "(?<!",
    "structuredClone(",
    ".toSorted(",
    ".toReversed(",
    ".toSpliced(",
    "Object.groupBy(",
    "Map.groupBy(",
    "Promise.withResolvers(",
    "Promise.try(",
    "Array.fromAsync(",
    ".setHTMLUnsafe(",
    ".showPopover(",
    "startViewTransition(",
    "scheduler.yield(",
    "navigation.navigate(",
];

/// JavaScript newer than 2009, for the script that tells every browser whether it is new enough.
const NOT_CLASSIC: &[&str] = &[
    "=>", "`", "?.", "??", "const ", "let ", "class ", "async ", "await ", "import ", "import(",
    "catch {", "...", "**",
];

/// Fails if a style sheet uses what the oldest browsers do not know, unless a fallback precedes it.
pub(crate) fn check_css(css: &str) -> Result<()> {
    let plain = without_comments(css, false);
    // Spaces matter only before a function and inside a selector.
    let dense = plain.replace(": ", ":").replace(" <", "<").replace(" >", ">").replace("> ", ">");
    for (text, instead) in NEW_CSS {
        // A property name must not be the end of another one, such as `-webkit-scale:`.
        let is_property = text.ends_with(':') && !text.starts_with(':');
        let hits = dense.match_indices(text);
        let mut hits = hits.filter(|(at, _)| {
            let before = dense[..*at].chars().next_back();
            !is_property || before.is_none_or(|sign| " ;{\n".contains(sign))
        });
        if let Some((at, _)) = hits.next() {
            return Err(format!(
                "the style sheet uses `{}`, which is too new; use {instead}: {}",
                text.trim(),
                line_at(&dense, at)
            ));
        }
    }
    nesting(&plain)?;
    declarations(&plain)
}

/// Fails on a style rule inside another one.
fn nesting(css: &str) -> Result<()> {
    // Whether each open block is a style rule rather than an at-rule.
    let mut open: Vec<bool> = Vec::new();
    let mut prelude = 0;
    for (at, sign) in css.char_indices() {
        match sign {
            '{' => {
                let head = css[prelude..at].trim();
                if open.last() == Some(&true) {
                    return Err(format!("the style sheet nests rules, which is too new: {head}"));
                }
                open.push(!head.starts_with('@') || head.starts_with("@font-face"));
                prelude = at + 1;
            }
            '}' => {
                open.pop();
                prelude = at + 1;
            }
            ';' => prelude = at + 1,
            _ => {}
        }
    }
    Ok(())
}

/// Fails on a new unit without the same property before it. With `var()` that would not help: the browser drops such a
/// declaration only after the fallback is gone.
fn declarations(css: &str) -> Result<()> {
    for block in css.split(['{', '}']) {
        let mut before = ("", "");
        for declaration in block.split(';') {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let (name, value) = (name.trim(), value.trim());
            if NEW_UNITS.iter().any(|unit| has_unit(value, unit)) {
                let has_fallback =
                    before.0 == name && !NEW_UNITS.iter().any(|unit| has_unit(before.1, unit));
                if !has_fallback || value.contains("var(") {
                    return Err(format!("`{name}: {value}` needs the same in vh before it"));
                }
            }
            before = (name, value);
        }
    }
    Ok(())
}

fn has_unit(value: &str, unit: &str) -> bool {
    value.match_indices(unit).any(|(at, _)| {
        value[..at].ends_with(|sign: char| sign.is_ascii_digit())
            && !value[at + unit.len()..].starts_with(|sign: char| sign.is_ascii_alphanumeric())
    })
}

/// Fails if a script uses what the oldest browsers do not know.
pub(crate) fn check_script(name: &str, script: &str) -> Result<()> {
    let plain = without_comments(script, true);
    let found = NEW_SCRIPT.iter().find_map(|text| Some((plain.find(text)?, *text)));
    if let Some((at, text)) = found {
        return Err(format!("{name} uses `{text}`, which is too new: {}", line_at(&plain, at)));
    }
    top_level_await(name, &plain)
}

/// Chrome 88 and Safari 14 cannot even parse it, so no `catch` would show the notice.
fn top_level_await(name: &str, script: &str) -> Result<()> {
    let mut functions = Vec::new();
    let mut is_function = false;
    for line in script.lines() {
        if functions.iter().all(|function| !function)
            && let Some((before, _)) = line.split_once("await ")
            && !before.contains("async")
        {
            return Err(format!("{name} awaits outside of a function: {}", line.trim()));
        }
        is_function |= line.contains("async");
        for sign in line.chars() {
            match sign {
                '{' => functions.push(std::mem::take(&mut is_function)),
                '}' => drop(functions.pop()),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Fails if the classic script, which any browser must be able to run, is newer than ECMAScript 5.
pub(crate) fn check_classic_script(name: &str, script: &str) -> Result<()> {
    let plain = without_comments(script, true);
    match NOT_CLASSIC.iter().find_map(|text| Some((plain.find(text)?, *text))) {
        Some((at, text)) => Err(format!(
            "{name} uses `{text}`, but every browser reads it: {}",
            line_at(&plain, at)
        )),
        None => Ok(()),
    }
}

/// Removes `/* … */`, and lines that are `//` comments.
fn without_comments(text: &str, lines: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        plain += before;
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    plain += rest;
    if !lines {
        return plain;
    }
    let kept = plain.lines().filter(|line| !line.trim_start().starts_with("//"));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// The line around a byte, shortened.
fn line_at(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |start| start + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim();
    line.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::{check_classic_script, check_css, check_script};

    #[test]
    fn css_newer_than_the_oldest_browsers_is_refused() {
        for (css, is_fine) in [
            ("a { color: red; transform: scale(2); }", true),
            ("a { color: color-mix(in srgb, red, blue); }", false),
            ("/* color-mix( */ a { color: red; }", true),
            (".form:has(:checked) { color: red; }", false),
            ("a { height: 100dvh; }", false),
            ("a { height: 100vh; height: 100dvh; }", true),
            ("a { width: 100vh; height: 100dvh; }", false),
            ("a { height: 100dvh; height: 100dvh; }", false),
            ("a { height: calc(100vh - var(--b)); height: calc(100dvh - var(--b)); }", false),
            ("@media (min-width: 40rem) { a { color: red; } }", true),
            ("@media (width >= 40rem) { a { color: red; } }", false),
            ("@keyframes x { from { opacity: 0; } to { opacity: 1; } }", true),
            ("a { color: red; b { color: blue; } }", false),
            ("a { color: red; &:hover { color: blue; } }", false),
            ("@layer base { a { color: red; } }", false),
            ("a { scale: 2; }", false),
            ("a { translate: 2px; }", false),
            ("a > b { color: red; }", true),
        ] {
            assert_eq!(check_css(css).is_ok(), is_fine, "{css}: {:?}", check_css(css));
        }
    }

    #[test]
    fn scripts_newer_than_the_oldest_browsers_are_refused() {
        for (script, is_fine) in [
            ("const a = b?.c ?? 1;", true),
            ("// static {\nconst a = 1;", true),
            ("class A { static { a(); } }", false),
            ("const a = structuredClone(b);", false),
            ("const a = await b();", false),
            ("if (a) {\n  await b();\n}", false),
            ("async function a() {\n  if (c) {\n    await b();\n  }\n}", true),
            ("a.then(async (b) => {\n  await b;\n});", true),
            ("const a = async () => await b();", true),
        ] {
            let checked = check_script("test", script);
            assert_eq!(checked.is_ok(), is_fine, "{script}: {checked:?}");
        }
    }

    #[test]
    fn the_first_script_is_for_every_browser() {
        for (script, is_fine) in [
            ("(function () { var a = 1; try { b(); } catch (error) { a = 2; } })();", true),
            ("const a = 1;", false),
            ("a(() => 1);", false),
            ("try { a(); } catch { b(); }", false),
        ] {
            assert_eq!(check_classic_script("test", script).is_ok(), is_fine, "{script}");
        }
    }

    #[test]
    fn our_own_files_are_for_the_oldest_browsers() {
        let assets = crate::root().join("crates/site/assets");
        let read = |path: &str| std::fs::read_to_string(assets.join(path)).expect(path);
        let styles = std::fs::read_dir(assets.join("style")).expect("style");
        for style in styles {
            let path = style.expect("an entry").path();
            let css = std::fs::read_to_string(&path).expect("CSS");
            assert_eq!(check_css(&css), Ok(()), "{}", path.display());
        }
        assert_eq!(check_css(&mohreh_draw::theme_css()), Ok(()));
        for name in ["boot.js", "engine.js", "sw.js"] {
            assert_eq!(check_script(name, &read(&format!("script/{name}"))), Ok(()));
        }
        assert_eq!(check_classic_script("early.js", &read("script/early.js")), Ok(()));
    }
}
