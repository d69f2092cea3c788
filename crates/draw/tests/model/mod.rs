//! `SceneModel`: the visible state of a scene, on which changes can be replayed.

use std::collections::BTreeMap;

use mohreh_draw::{Change, Endpoint};
use mohreh_games::show::{Colour, Ground, Look, Name, Role, Scene, Shape};

/// Visible state of a scene, as far as changes cover it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SceneModel {
    /// Layers of each spot, bottom first; `None` for the hidden layers of a tall piece.
    pub(crate) spots: BTreeMap<Name, Vec<Option<Look>>>,
    slots: BTreeMap<Name, i32>,
    gaps: Vec<Name>,
    dice: BTreeMap<Name, Option<u8>>,
}

impl SceneModel {
    pub(crate) fn of(scene: &Scene) -> SceneModel {
        let mut spots: BTreeMap<Name, Vec<Option<Look>>> =
            scene.spots.iter().map(|spot| (spot.name, Vec::new())).collect();
        let mut pieces = scene.pieces.clone();
        pieces.sort_by_key(|piece| piece.level);
        for piece in pieces {
            let layers = spots.get_mut(&piece.spot).expect("on the board");
            layers.extend(vec![None; usize::from(piece.height) - 1]);
            layers.push(Some(piece.look));
        }
        let holds = |role: Role| !matches!(role, Role::OnBoard | Role::Points);
        let slots = scene.trays.iter().filter(|tray| holds(tray.role)).flat_map(|tray| &tray.slots);
        let gaps = scene.spots.iter().filter(|spot| spot.ground == Ground::Gap);
        SceneModel {
            spots,
            slots: slots.map(|slot| (slot.name, i32::from(slot.count))).collect(),
            gaps: gaps.map(|spot| spot.name).collect(),
            dice: scene.dice.iter().map(|die| (die.name, die.face)).collect(),
        }
    }

    /// Replays the changes: all departures, then all arrivals.
    pub(crate) fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            if let Change::Move { look, height, from, .. } = *change {
                match from {
                    Endpoint::Spot(spot) => {
                        let layers = self.spots.get_mut(&spot).expect("on the board");
                        let left = layers.len().checked_sub(height.into()).expect("tall enough");
                        assert_eq!(layers.last(), Some(&Some(look)), "{change:?}");
                        layers.truncate(left);
                    }
                    Endpoint::Slot(slot) => {
                        *self.slots.entry(slot).or_default() -= i32::from(height);
                    }
                    Endpoint::Away => {}
                }
            }
        }
        for change in changes {
            match *change {
                Change::Move { look, height, to, .. } => match to {
                    Endpoint::Spot(spot) => {
                        let layers = self.spots.get_mut(&spot).expect("on the board");
                        layers.extend(vec![None; usize::from(height) - 1]);
                        layers.push(Some(look));
                    }
                    Endpoint::Slot(slot) => {
                        *self.slots.entry(slot).or_default() += i32::from(height);
                    }
                    Endpoint::Away => {}
                },
                Change::Flip { spot, before, after, .. } => {
                    let layers = self.spots.get_mut(&spot).expect("on the board");
                    assert_eq!(layers[..], [Some(before)]);
                    assert_ne!(before.colour, after.colour);
                    layers[0] = Some(after);
                }
                Change::Ground { spot, gone } => {
                    assert_eq!(self.gaps.contains(&spot), !gone, "{change:?}");
                    if gone { self.gaps.push(spot) } else { self.gaps.retain(|gap| *gap != spot) }
                }
                Change::Roll { die, face } => {
                    assert_ne!(self.dice.insert(die, face), Some(face), "{change:?}");
                }
            }
        }
        self.gaps.sort_unstable();
    }

    /// Whether both models agree; hidden layers match anything.
    pub(crate) fn shows(&self, other: &SceneModel) -> bool {
        let seen = |a: &Vec<Option<Look>>, b: &Vec<Option<Look>>| {
            let fit = |(a, b): (&Option<Look>, &Option<Look>)| a == b || a.is_none() || b.is_none();
            a.len() == b.len() && a.iter().zip(b).all(fit)
        };
        // A tray may exist only while it holds something.
        let names = self.slots.keys().chain(other.slots.keys());
        let count =
            |seen: &SceneModel, name: &Name| seen.slots.get(name).copied().unwrap_or_default();
        let mut gaps = other.gaps.clone();
        gaps.sort_unstable();
        self.spots.iter().all(|(name, layers)| seen(layers, &other.spots[name]))
            && names.into_iter().all(|name| count(self, name) == count(other, name))
            && self.gaps == gaps
            && self.dice == other.dice
    }

    /// Total number of pieces of a look; both sides of a marker count as one.
    pub(crate) fn total(&self, scene: &Scene, look: Look) -> i32 {
        let same = |other: Look| kind(other) == kind(look);
        let board = self.spots.values().flatten().flatten().filter(|other| same(**other)).count();
        let slots = scene.trays.iter().flat_map(|tray| &tray.slots).filter(|slot| same(slot.look));
        board as i32 + slots.filter_map(|slot| self.slots.get(&slot.name)).sum::<i32>()
    }
}

/// The look, independent of which side of a marker is up.
pub(crate) fn kind(look: Look) -> Look {
    let colour = if look.shape == Shape::Marker { Colour::White } else { look.colour };
    Look { colour, ..look }
}
