//! Keyboard navigation: which spot an arrow key moves the focus to.

use mohreh_draw::HitArea;
use mohreh_games::show::Name;

/// An arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

impl Arrow {
    pub(super) fn of(key: &str) -> Option<Arrow> {
        match key {
            "ArrowLeft" => Some(Arrow::Left),
            "ArrowRight" => Some(Arrow::Right),
            "ArrowUp" => Some(Arrow::Up),
            "ArrowDown" => Some(Arrow::Down),
            _ => None,
        }
    }

    /// Distance ahead, and distance to the side.
    fn components(self, dx: f32, dy: f32) -> (f32, f32) {
        match self {
            Arrow::Left => (-dx, dy.abs()),
            Arrow::Right => (dx, dy.abs()),
            Arrow::Up => (-dy, dx.abs()),
            Arrow::Down => (dy, dx.abs()),
        }
    }
}

/// Where an arrow key moves the focus: nowhere at the edge, and to the first spot if none has it.
pub(super) fn next_focus(places: &[HitArea], from: Option<Name>, arrow: Arrow) -> Option<Name> {
    match from.filter(|from| places.iter().any(|place| place.name == *from)) {
        Some(from) => next_spot(places, from, arrow),
        None => places.first().map(|place| place.name),
    }
}

/// The spot with the lowest cost in a direction: near, and rather straight ahead than to the side.
fn next_spot(places: &[HitArea], from: Name, arrow: Arrow) -> Option<Name> {
    let HitArea { x, y, .. } = *places.iter().find(|place| place.name == from)?;
    let cost = |place: &HitArea| {
        let (ahead, aside) = arrow.components(place.x - x, place.y - y);
        // On a hexagonal grid, a neighbour can be up to 60 degrees off the direction.
        (ahead > 1.0 && aside < ahead * 1.8).then_some(ahead + aside * 1.5)
    };
    let costs = places.iter().filter_map(|place| Some((cost(place)?, place.name)));
    costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mohreh_draw::{Style, board};
    use mohreh_games::{AnyGame, Kind};

    use super::{Arrow, next_focus, next_spot};

    #[test]
    fn arrows_reach_every_spot_of_every_board() {
        for &kind in Kind::ALL {
            let scene = AnyGame::start(kind, "").unwrap().scene();
            for turned in [false, true] {
                let drawn = board(&scene, &Style { turned, ..Style::default() });
                let places = drawn.hit_areas;
                let mut reached = BTreeSet::from([places[0].name]);
                let mut queue = vec![places[0].name];
                while let Some(from) = queue.pop() {
                    for arrow in [Arrow::Left, Arrow::Right, Arrow::Up, Arrow::Down] {
                        if let Some(to) = next_spot(&places, from, arrow)
                            && reached.insert(to)
                        {
                            queue.push(to);
                        }
                    }
                }
                assert_eq!(reached.len(), places.len(), "{kind}");
            }
        }
    }

    #[test]
    fn at_the_edge_the_focus_stays() {
        for &kind in Kind::ALL {
            let drawn = board(&AnyGame::start(kind, "").unwrap().scene(), &Style::default());
            let places = drawn.hit_areas;
            let rightmost = places.iter().max_by(|a, b| a.x.total_cmp(&b.x)).unwrap().name;
            assert_eq!(next_focus(&places, Some(rightmost), Arrow::Right), None, "{kind}");
            assert!(next_focus(&places, Some(rightmost), Arrow::Left).is_some(), "{kind}");
            // No spot has the focus, or one that is gone.
            let gone = mohreh_games::show::Name::new("gone");
            for from in [None, gone] {
                assert_eq!(next_focus(&places, from, Arrow::Up), Some(places[0].name), "{kind}");
            }
        }
    }
}
