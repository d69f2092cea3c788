//! From spot to spot by arrow keys.

use mohreh_games::show::Name;

/// Where an arrow key points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Left,
    Right,
    Up,
    Down,
}

impl Way {
    pub fn of(key: &str) -> Option<Way> {
        match key {
            "ArrowLeft" => Some(Way::Left),
            "ArrowRight" => Some(Way::Right),
            "ArrowUp" => Some(Way::Up),
            "ArrowDown" => Some(Way::Down),
            _ => None,
        }
    }

    /// How far along this way, and how far beside it.
    fn along(self, dx: f32, dy: f32) -> (f32, f32) {
        match self {
            Way::Left => (-dx, dy.abs()),
            Way::Right => (dx, dy.abs()),
            Way::Up => (-dy, dx.abs()),
            Way::Down => (dy, dx.abs()),
        }
    }
}

/// The spot that lies next on a way: the nearest, and rather straight ahead than beside.
pub fn next(places: &[(Name, f32, f32, f32)], from: Name, way: Way) -> Option<Name> {
    let (_, x, y, _) = *places.iter().find(|place| place.0 == from)?;
    let cost = |place: &(Name, f32, f32, f32)| {
        let (ahead, beside) = way.along(place.1 - x, place.2 - y);
        // On a board of hexagons a neighbour lies up to 60 degrees beside the way.
        (ahead > 1.0 && beside < ahead * 1.8).then_some(ahead + beside * 1.5)
    };
    let near = places.iter().filter_map(|place| Some((cost(place)?, place.0)));
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mohreh_draw::{Style, board};
    use mohreh_games::{AnyGame, Kind};

    use super::{Way, next};

    #[test]
    fn arrows_reach_every_spot_of_every_board() {
        for &kind in Kind::ALL {
            let scene = AnyGame::start(kind, "").unwrap().scene();
            for turned in [false, true] {
                let drawn = board(&scene, &Style { turned, ..Style::default() });
                let places: Vec<_> = drawn
                    .places
                    .iter()
                    .map(|place| (place.name, place.x, place.y, place.r))
                    .collect();
                let mut reached = BTreeSet::from([places[0].0]);
                let mut waiting = vec![places[0].0];
                while let Some(from) = waiting.pop() {
                    for way in [Way::Left, Way::Right, Way::Up, Way::Down] {
                        if let Some(to) = next(&places, from, way)
                            && reached.insert(to)
                        {
                            waiting.push(to);
                        }
                    }
                }
                assert_eq!(reached.len(), places.len(), "{kind}");
            }
        }
    }
}
