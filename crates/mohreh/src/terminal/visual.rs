//! Right-to-left text for terminals that do not implement the Unicode bidirectional algorithm: joined letters become
//! presentation forms, and each line is put into visual order.

use unicode_bidi::{BidiInfo, Level};

/// Letters with their first presentation form and the number of forms, which are contiguous: isolated, final, initial,
/// medial. Letters with four join on both sides, those with two only to the letter before.
const FORMS: [(char, u32, u32); 42] = [
    ('ء', 0xfe80, 1),
    ('آ', 0xfe81, 2),
    ('أ', 0xfe83, 2),
    ('ؤ', 0xfe85, 2),
    ('إ', 0xfe87, 2),
    ('ئ', 0xfe89, 4),
    ('ا', 0xfe8d, 2),
    ('ب', 0xfe8f, 4),
    ('ة', 0xfe93, 2),
    ('ت', 0xfe95, 4),
    ('ث', 0xfe99, 4),
    ('ج', 0xfe9d, 4),
    ('ح', 0xfea1, 4),
    ('خ', 0xfea5, 4),
    ('د', 0xfea9, 2),
    ('ذ', 0xfeab, 2),
    ('ر', 0xfead, 2),
    ('ز', 0xfeaf, 2),
    ('س', 0xfeb1, 4),
    ('ش', 0xfeb5, 4),
    ('ص', 0xfeb9, 4),
    ('ض', 0xfebd, 4),
    ('ط', 0xfec1, 4),
    ('ظ', 0xfec5, 4),
    ('ع', 0xfec9, 4),
    ('غ', 0xfecd, 4),
    ('ف', 0xfed1, 4),
    ('ق', 0xfed5, 4),
    ('ك', 0xfed9, 4),
    ('ل', 0xfedd, 4),
    ('م', 0xfee1, 4),
    ('ن', 0xfee5, 4),
    ('ه', 0xfee9, 4),
    ('و', 0xfeed, 2),
    ('ى', 0xfeef, 2),
    ('ي', 0xfef1, 4),
    ('پ', 0xfb56, 4),
    ('چ', 0xfb7a, 4),
    ('ژ', 0xfb8a, 2),
    ('ک', 0xfb8e, 4),
    ('گ', 0xfb92, 4),
    ('ی', 0xfbfc, 4),
];

/// Lam with alef is written as one letter: alef, and the isolated form; the final form follows it.
const LAM_ALEF: [(char, u32); 4] = [('آ', 0xfef5), ('أ', 0xfef7), ('إ', 0xfef9), ('ا', 0xfefb)];

const ZWNJ: char = '\u{200c}';

/// Brackets, which are mirrored from right to left.
const MIRRORED: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('«', '»'), ('<', '>')];

fn forms(letter: char) -> Option<(u32, u32)> {
    FORMS.iter().find(|(known, ..)| *known == letter).map(|(_, first, count)| (*first, *count))
}

/// Marks over and under letters, which do not interrupt joining.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Whether a letter joins the one after it.
fn joins_next(letter: char) -> bool {
    letter == '\u{640}' || forms(letter).is_some_and(|(_, count)| count == 4)
}

/// Replaces letters by the forms that they have where they stand. Non-joiners are dropped.
fn shape(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let before = |at: usize| letters[..at].iter().rev().copied().find(|c| !is_mark(*c));
    let after = |at: usize| letters[at + 1..].iter().copied().find(|c| !is_mark(*c));
    let mut out = String::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let joined = before(at).is_some_and(joins_next);
        let ligature = letters
            .get(at + 1)
            .and_then(|next| LAM_ALEF.iter().find(|(alef, _)| letter == 'ل' && alef == next));
        let form = match (ligature, forms(letter)) {
            (Some((_, isolated)), _) => Some(isolated + u32::from(joined)),
            (None, Some((first, count))) => {
                let joined = joined && count > 1;
                let joins = count == 4
                    && after(at).is_some_and(|next| {
                        next == '\u{640}' || forms(next).is_some_and(|(_, count)| count > 1)
                    });
                Some(first + 2 * u32::from(joins) + u32::from(joined))
            }
            (None, None) => None,
        };
        match form.and_then(char::from_u32) {
            Some(form) => out.push(form),
            None if letter == ZWNJ => {}
            None => out.push(letter),
        }
        at += if ligature.is_some() { 2 } else { 1 };
    }
    out
}

/// A line in visual order, with letters in their forms.
pub(super) fn visual(line: &str) -> String {
    let shaped = shape(line);
    let info = BidiInfo::new(&shaped, Some(Level::rtl()));
    let mut out = String::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let text = &shaped[run.clone()];
            if levels[run.start].is_rtl() {
                out.extend(reversed(text));
            } else {
                out.push_str(text);
            }
        }
    }
    out.retain(|c| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2066}'..='\u{2069}'));
    out
}

/// The letters of a run from right to left. A mark stays behind its letter.
fn reversed(run: &str) -> Vec<char> {
    let mut letters: Vec<Vec<char>> = Vec::new();
    for c in run.chars() {
        match letters.last_mut() {
            Some(letter) if is_mark(c) => letter.push(c),
            _ => letters.push(vec![mirrored(c)]),
        }
    }
    letters.into_iter().rev().flatten().collect()
}

fn mirrored(c: char) -> char {
    let pair = MIRRORED.iter().find(|(open, close)| c == *open || c == *close);
    pair.map_or(c, |(open, close)| if c == *open { *close } else { *open })
}

#[cfg(test)]
mod tests {
    use super::{shape, visual};

    #[test]
    fn letters_join_as_they_are_written() {
        // Isolated, initial, medial, final.
        assert_eq!(shape("ب"), "\u{fe8f}");
        assert_eq!(shape("ببب"), "\u{fe91}\u{fe92}\u{fe90}");
        // Alef and dal do not join the letter after them.
        assert_eq!(shape("باد"), "\u{fe91}\u{fe8e}\u{fea9}");
        // A non-joiner separates, and is not shown.
        assert_eq!(shape("می\u{200c}شود"), "\u{fee3}\u{fbfd}\u{feb7}\u{feee}\u{fea9}");
        assert_eq!(shape("سلام"), "\u{feb3}\u{fefc}\u{fee1}");
        // A mark does not interrupt.
        assert_eq!(shape("نُه"), "\u{fee7}\u{64f}\u{feea}");
        assert_eq!(shape("d4 12"), "d4 12");
    }

    #[test]
    fn lines_are_put_into_visual_order() {
        // Latin notation and numbers stay as they are; the sentence begins at the right.
        assert_eq!(visual("اب d4 آ"), "\u{fe81} d4 \u{fe8f}\u{fe8d}");
        assert_eq!(visual("آ ۱۲"), "۱۲ \u{fe81}");
        // Isolates keep notation together, and are not shown.
        assert_eq!(visual("آ \u{2066}-a1\u{2069}."), ".-a1 \u{fe81}");
        assert_eq!(visual("(آ)"), "(\u{fe81})");
        assert_eq!(visual("«آ» d"), "d «\u{fe81}»");
        assert_eq!(visual(""), "");
    }
}
