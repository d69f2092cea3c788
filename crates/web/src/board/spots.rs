//! Hit areas over the spots of a board, with their lights and labels.
//!
//! A step changes few of them. So elements stay as long as their spots, and only what differs is written.

use mohreh_draw::{Board, HitArea};
use mohreh_games::Kind;
use mohreh_games::show::{Ground, Look, Name, Scene};
use web_sys::Element;

use super::{Marks, rounded, spot_label};
use crate::patch;
use crate::say::Say;

/// What a hit area shows and says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub area: HitArea,
    pub ground: Ground,
    /// The piece on top.
    pub top: Option<Look>,
    pub height: u32,
    /// It decided the game.
    pub decided: bool,
    pub lit: bool,
    picked: bool,
    /// Would be captured, not joined: it holds a piece of another colour than the selected one.
    pub captured: bool,
    /// What a refusal tells about it.
    pub told: Option<Told>,
    /// Roving tabindex: one spot is in the tab order, arrow keys reach the others.
    tab_stop: bool,
}

/// What the refusal of a touch tells about a spot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Told {
    /// It comes first.
    Due,
    /// It is in the way.
    Cause,
    /// It can be touched later in this turn.
    Later,
}

impl Told {
    fn of(name: Name, marks: &Marks) -> Option<Told> {
        match name {
            _ if marks.due.contains(&name) => Some(Told::Due),
            _ if marks.cause == Some(name) => Some(Told::Cause),
            _ => (marks.later == Some(name)).then_some(Told::Later),
        }
    }

    /// Its class in the style sheet, and the message for listeners.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            Told::Due => ["due", "say-comes-first"],
            Told::Cause => ["cause", "say-in-the-way"],
            Told::Later => ["later", "say-later"],
        }
    }
}

/// The hit areas of a scene. Removed spots have none, unless they can be put back.
pub(super) fn spots(
    scene: &Scene,
    board: &Board,
    marks: &Marks,
    focused: Option<Name>,
) -> Vec<Spot> {
    let standing = |name: Name| scene.pieces.iter().filter(move |piece| piece.spot == name);
    let top = |name: Name| standing(name).max_by_key(|piece| piece.level).map(|piece| piece.look);
    let mover = marks.picked.first().and_then(|name| top(*name));
    let spot = |area: &HitArea| {
        let name = area.name;
        let ground = scene.spots.iter().find(|spot| spot.name == name)?.ground;
        let (top, lit) = (top(name), marks.lit.contains(&name));
        let differs = |mover: Look| top.is_some_and(|top| top.colour != mover.colour);
        (ground != Ground::Gap || lit).then(|| Spot {
            area: *area,
            ground,
            top,
            height: standing(name).map(|piece| u32::from(piece.height.max(1))).sum(),
            decided: scene.marked.contains(&name),
            lit,
            picked: marks.picked.contains(&name),
            captured: lit && mover.is_some_and(differs),
            told: Told::of(name, marks),
            tab_stop: false,
        })
    };
    let mut spots: Vec<Spot> = board.hit_areas.iter().filter_map(spot).collect();
    let stop = spots.iter().position(|spot| Some(spot.area.name) == focused);
    let stop = stop.or(spots.iter().position(|spot| spot.lit)).unwrap_or(0);
    if let Some(spot) = spots.get_mut(stop) {
        spot.tab_stop = true;
    }
    spots
}

impl Spot {
    /// Centre, and radius of the hit area, which is also that of marks around a piece.
    fn circle(&self) -> [i32; 3] {
        let HitArea { x, y, r, .. } = self.area;
        [x, y, r * 0.93].map(rounded)
    }

    /// SVG of what stays the same during a game.
    fn svg(&self) -> String {
        let (name, [x, y, r]) = (self.area.name, self.circle());
        format!(r#"<circle data-spot="{name}" role="button" cx="{x}" cy="{y}" r="{r}"/>"#)
    }

    /// Writes the rest.
    fn write(&self, element: &Element, say: Say, kind: Kind) {
        let mut class = "spot".to_string();
        for (name, is_set) in [(" lit", self.lit), (" picked", self.picked)] {
            class += if is_set { name } else { "" };
        }
        for (name, value) in [
            ("class", &*class),
            ("tabindex", if self.tab_stop { "0" } else { "-1" }),
            ("aria-disabled", if self.lit || self.picked { "false" } else { "true" }),
            ("aria-label", &*spot_label(say, kind, self)),
        ] {
            let _ = element.set_attribute(name, value);
        }
    }
}

fn circle_path([x, y, r]: [i32; 3]) -> String {
    let d = 2 * r;
    format!("M{} {y}a{r} {r} 0 1 1-{d} 0a{r} {r} 0 1 1 {d} 0", x + r)
}

/// SVG of the lights: one path for all of a kind, because an element for each would have to be styled and painted.
pub(super) fn lights(spots: &[Spot]) -> String {
    let [mut dots, mut holes, mut rims, mut aims] = [const { String::new() }; 4];
    for spot in spots.iter().filter(|spot| spot.lit && !spot.picked) {
        let [x, y, r] = spot.circle();
        let blank = spot.top.is_none();
        let path = match spot.ground {
            // The name of a loose ring is written in its hole: the dot covers it.
            Ground::Ring if blank => &mut holes,
            Ground::Point if blank => &mut dots,
            _ if spot.captured => &mut aims,
            _ => &mut rims,
        };
        *path += &match blank && !matches!(spot.ground, Ground::Cell(_)) {
            // A line without length, whose round caps are a dot.
            true => format!("M{x} {y}h.1"),
            false => circle_path([x, y, r]),
        };
    }
    let mut svg = String::new();
    for (class, path) in
        [("dots", &dots), ("halos", &holes), ("cores", &holes), ("rims", &rims), ("aims", &aims)]
    {
        if !path.is_empty() {
            svg += &format!(r#"<path class="{class}" d="{path}"/>"#);
        }
    }
    // On top of the lights.
    for (told, spot) in spots.iter().filter_map(|spot| Some((spot.told?, spot))) {
        let [class, _] = told.words();
        svg += &format!(r#"<path class="{class}" d="{}"/>"#, circle_path(spot.circle()));
    }
    svg
}

/// Brings the elements of a layer, which show `old`, to `new`; `all` writes also what does not differ.
pub(super) fn show(
    layer: &Element,
    old: &[Spot],
    new: &[Spot],
    all: bool,
    (say, kind): (Say, Kind),
) {
    if !old.iter().map(|spot| spot.area).eq(new.iter().map(|spot| spot.area)) {
        let svg = |spots: &[Spot]| spots.iter().map(Spot::svg).collect::<String>();
        patch::set_html(layer, &svg(old), &svg(new));
    }
    let mut element = layer.first_element_child();
    for spot in new {
        let Some(shown) = element else { return };
        if all || !old.contains(spot) {
            spot.write(&shown, say, kind);
        }
        element = shown.next_element_sibling();
    }
}
