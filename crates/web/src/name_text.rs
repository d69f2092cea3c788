//! Names that people write, checked while they type. The patterns use the browser's tables of characters, because
//! those of `mohreh_protocol::clean_name` would add kilobytes to the page. The server decides.

use js_sys::{JsString, RegExp};
use mohreh_protocol::limits;

/// What nobody can see: ignorable characters apart from variation selectors, controls, blank letters, and joiners that
/// join nothing.
const INVISIBLE: &str = r"[^\P{DI}\u200c\u200d\ufe00-\ufe0f]|[\p{Cc}\p{Co}\p{Zl}\p{Zp}\u2800]|[\u200c\u200d](?![\p{L}\p{M}\p{So}])|^[\u200c\u200d]";

/// Patterns of what is wrong, with the message about it.
const COMPLAINTS: [(&str, &str); 5] = [
    (INVISIBLE, "say-name-invisible"),
    (r"^[^\p{L}\p{N}]*$", "say-name-empty"),
    (r"\p{M}{5}", "say-name-marks"),
    (
        r"\p{sc=Latn}\S*[\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}]|[\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}]\S*\p{sc=Latn}",
        "say-name-mixed",
    ),
    (r"([^\p{M}\u200c\u200d][\p{M}\u200c\u200d]*){33}", "say-name-long"),
];

/// What is wrong with a name: message key, or `""`.
pub fn complaint(name: &str) -> &'static str {
    let name = name.trim();
    let is_wrong = |(pattern, _): &&(&str, &str)| RegExp::new(pattern, "u").test(name);
    COMPLAINTS.iter().find(is_wrong).map_or("", |(_, key)| key)
}

/// A name from elsewhere as it may be shown: visible, and not too long.
pub fn presentable(name: &str) -> String {
    let visible = JsString::from(name).replace_by_pattern(&RegExp::new(INVISIBLE, "gu"), "");
    String::from(visible).chars().take(limits::NAME_CHARS).collect()
}
