//! Replaces the HTML of an element in parts: what is the same stays in the DOM, so that the browser need not parse, style
//! and paint it again. The pieces of a board are most of what a page shows.

use web_sys::Element;

/// The elements of which well-formed SVG consists.
fn parts(mut svg: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while let Some(part) = first_element(svg) {
        parts.push(part);
        svg = &svg[part.len()..];
    }
    if !svg.is_empty() {
        parts.push(svg);
    }
    parts
}

/// The element with which well-formed SVG starts.
pub(crate) fn first_element(svg: &str) -> Option<&str> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let tag = at + svg.get(at..)?.find('<')?;
        at = tag + svg[tag..].find('>')? + 1;
        if svg[tag..].starts_with("</") {
            depth -= 1;
        } else if !svg[..at].ends_with("/>") {
            depth += 1;
        }
        if depth == 0 {
            return svg.get(..at);
        }
    }
}

/// What happens to the DOM, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edit<'a> {
    /// The current element stays, and is left behind.
    Keep,
    /// The current element is removed.
    Remove,
    /// A new element is inserted before the current one.
    Insert(&'a str),
}

/// Edits from the old parts to the new ones. What keeps its order stays.
fn edits<'a>(old: &[&str], new: &[&'a str]) -> Vec<Edit<'a>> {
    let mut edits = Vec::new();
    let mut old = old;
    for &part in new {
        match old.iter().position(|old| *old == part) {
            Some(at) => {
                edits.extend((0..at).map(|_| Edit::Remove));
                edits.push(Edit::Keep);
                old = &old[at + 1..];
            }
            None => edits.push(Edit::Insert(part)),
        }
    }
    edits.extend(old.iter().map(|_| Edit::Remove));
    edits
}

/// Sets the inner SVG of an element whose inner SVG is `old`.
pub(crate) fn set_html(element: &Element, old: &str, new: &str) {
    let mut current = element.first_element_child();
    if current.is_none() {
        return element.set_inner_html(new);
    }
    for edit in edits(&parts(old), &parts(new)) {
        let next = current.as_ref().and_then(Element::next_element_sibling);
        match (edit, &current) {
            (Edit::Keep, Some(kept)) => {
                // Animations of the last change are over; pieces have these attributes for nothing else.
                if kept.has_attribute("data-at") {
                    let _ = kept.remove_attribute("class");
                    let _ = kept.remove_attribute("style");
                }
                current = next;
            }
            (Edit::Remove, Some(gone)) => {
                gone.remove();
                current = next;
            }
            (Edit::Insert(part), Some(before)) => {
                drop(before.insert_adjacent_html("beforebegin", part));
            }
            (Edit::Insert(part), None) => drop(element.insert_adjacent_html("beforeend", part)),
            (Edit::Keep | Edit::Remove, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, edits, parts};

    #[test]
    fn svg_is_split_into_its_elements() {
        let svg = "<path d=\"M1 2\"/><g id=\"a\"><g><path/></g></g><text x=\"1\">b</text>";
        let split =
            ["<path d=\"M1 2\"/>", "<g id=\"a\"><g><path/></g></g>", "<text x=\"1\">b</text>"];
        assert_eq!(parts(svg), split);
        assert!(parts("").is_empty());
    }

    /// Also: no attribute contains `>`, which would end a tag too soon.
    #[test]
    fn drawings_of_all_games_are_split_into_as_many_elements_as_they_have() {
        for &kind in mohreh_games::Kind::ALL {
            let game = mohreh_games::AnyGame::start(kind, "").expect("a game");
            let drawn = mohreh_draw::board(&game.scene(), &mohreh_draw::Style::default());
            for svg in [&drawn.ground, &drawn.pieces, &drawn.defs] {
                let split = parts(svg);
                assert_eq!(split.concat(), **svg);
                for part in split {
                    let opened = part.matches('<').count() - part.matches("/>").count();
                    assert_eq!(opened, 2 * part.matches("</").count(), "{part}");
                }
            }
        }
    }

    /// For all old and new lists of up to four of four parts: the edits turn one into the other.
    #[test]
    fn edits_lead_from_the_old_parts_to_the_new_ones() {
        const PARTS: [&str; 4] = ["a", "b", "c", "d"];
        let lists: Vec<Vec<&str>> = (0..625usize)
            .map(|code| {
                let digits = [code % 5, code / 5 % 5, code / 25 % 5, code / 125];
                digits.iter().filter_map(|digit| PARTS.get(*digit).copied()).collect()
            })
            .collect();
        for old in &lists {
            for new in &lists {
                let mut left = old.iter();
                let mut made = Vec::new();
                for edit in edits(old, new) {
                    match edit {
                        Edit::Keep => made.extend(left.next().copied()),
                        Edit::Remove => drop(left.next()),
                        Edit::Insert(part) => made.push(part),
                    }
                }
                assert_eq!((&made, left.next()), (new, None), "{old:?}");
            }
        }
        assert_eq!(edits(&["a", "b", "c"], &["a", "c"]), [Edit::Keep, Edit::Remove, Edit::Keep]);
    }
}
