//! Reads SVG drawings back: bounding boxes, and checks that every reference is defined.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

/// Bounding box: left, top, right, bottom.
pub(crate) type Bounds = [f32; 4];

/// All numbers in a text.
pub(crate) fn numbers(text: &str) -> Vec<f32> {
    let split = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    split.filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect()
}

fn number(node: Node<'_, '_>, attribute: &str) -> f32 {
    match node.attribute(attribute).unwrap_or("0") {
        // A variable: an upper bound of the outline width of all themes.
        variable if variable.starts_with("var(") => 5.0,
        text => text.parse().unwrap_or_else(|_| panic!("`{attribute}={text}` is no number")),
    }
}

/// Accumulated transform: translation and scale.
#[derive(Clone, Copy)]
struct Transform {
    x: f32,
    y: f32,
    scale: f32,
}

impl Transform {
    fn inside(mut self, node: Node<'_, '_>) -> Transform {
        for step in node.attribute("transform").unwrap_or_default().split_inclusive(')') {
            let by = numbers(step);
            match step.trim().split('(').next() {
                Some("translate") => {
                    self.x += by[0] * self.scale;
                    self.y += by[1] * self.scale;
                }
                Some("scale") => self.scale *= by[0],
                // Ignored: rotated elements are small and nearly round.
                Some("rotate") => {}
                other => panic!("unexpected transform {other:?}"),
            }
        }
        self
    }
}

/// Calls `see` with the bounding box of every element; `<use>` is expanded.
pub(crate) fn walk(root: Node<'_, '_>, see: &mut dyn FnMut(Node<'_, '_>, Bounds)) {
    let ids = root.document().descendants();
    let ids = ids.filter_map(|node| Some((node.attribute("id")?, node))).collect();
    walk_from(root, Transform { x: 0.0, y: 0.0, scale: 1.0 }, &ids, see);
}

fn walk_from<'a>(
    node: Node<'a, 'a>,
    transform: Transform,
    ids: &BTreeMap<&str, Node<'a, 'a>>,
    see: &mut dyn FnMut(Node<'_, '_>, Bounds),
) {
    let transform = transform.inside(node);
    let around = |x: f32, y: f32, rx: f32, ry: f32| {
        let (x, y) = (transform.x + x * transform.scale, transform.y + y * transform.scale);
        let (rx, ry) = (rx * transform.scale, ry * transform.scale);
        [x - rx, y - ry, x + rx, y + ry]
    };
    let n = |attribute| number(node, attribute);
    let stroke = n("stroke-width") / 2.0;
    match node.tag_name().name() {
        "defs" | "title" => {}
        "circle" => see(node, around(n("cx"), n("cy"), n("r") + stroke, n("r") + stroke)),
        "ellipse" => {
            let turned = node.attribute("transform").is_some_and(|by| by.contains("rotate"));
            let (rx, ry) = (n("rx"), n("ry"));
            let (rx, ry) = if turned { (rx.max(ry), rx.max(ry)) } else { (rx, ry) };
            see(node, around(n("cx"), n("cy"), rx, ry));
        }
        "rect" => {
            let (w, h) = (n("width") / 2.0, n("height") / 2.0);
            see(node, around(n("x") + w, n("y") + h, w + stroke, h + stroke));
        }
        "path" => {
            // Arc parameters are treated as points: arcs are small and near the origin.
            for point in numbers(node.attribute("d").expect("a path")).chunks(2) {
                see(node, around(point[0], *point.get(1).unwrap_or(&0.0), stroke, stroke));
            }
        }
        "text" => {
            let size = n("font-size");
            let half = node.text().unwrap_or_default().chars().count() as f32 * size * 0.32;
            see(node, around(n("x"), n("y") - size * 0.35, half, size * 0.5));
        }
        "use" => {
            let id = node.attribute("href").and_then(|href| href.strip_prefix('#')).expect("an id");
            let target = ids.get(id).unwrap_or_else(|| panic!("`{id}` is not defined"));
            let (x, y) =
                (transform.x + n("x") * transform.scale, transform.y + n("y") * transform.scale);
            walk_from(*target, Transform { x, y, ..transform }, ids, see);
        }
        "svg" | "g" => {
            for child in node.children().filter(Node::is_element) {
                walk_from(child, transform, ids, see);
            }
        }
        other => panic!("unexpected element `{other}`"),
    }
}

/// All values of an attribute, sorted.
pub(crate) fn values(root: Node<'_, '_>, attribute: &str) -> Vec<String> {
    let nodes = root.descendants();
    let mut values: Vec<_> =
        nodes.filter_map(|node| node.attribute(attribute)).map(str::to_owned).collect();
    values.sort_unstable();
    values
}

/// Checks a drawing: well-formed, ids unique and defined, nothing outside the view box. Returns the number of elements.
pub(crate) fn check_drawing(text: &str) -> usize {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let root = document.root_element();
    let ids = values(root, "id");
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id is given twice: {ids:?}");
    for used in text.split("url(#").skip(1) {
        let id = used.split(')').next().expect("an id").to_owned();
        assert!(ids.contains(&id), "`{id}` is not defined");
    }
    let view = numbers(root.attribute("viewBox").expect("a view box"));
    let (left, top, right, bottom) = (view[0], view[1], view[0] + view[2], view[1] + view[3]);
    assert!(right > left && bottom > top);
    let mut drawn = 0;
    walk(root, &mut |node, bounds| {
        drawn += 1;
        let inside = bounds[0] >= left - 0.1
            && bounds[1] >= top - 0.1
            && bounds[2] <= right + 0.1
            && bounds[3] <= bottom + 0.1;
        assert!(inside, "{node:?} at {bounds:?} is not within {view:?}");
    });
    drawn
}
