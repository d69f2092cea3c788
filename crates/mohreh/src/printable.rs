//! Untrusted text.

/// Text made safe for the terminal and for headers of records: no control characters, at most 200 characters.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}
