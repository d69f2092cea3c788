//! What a scene shows, as plain tables on which changes can be carried out.

use std::collections::BTreeMap;

use mohreh_draw::{Change, End};
use mohreh_games::show::{Colour, Ground, Look, Name, Role, Scene, Shape};

/// What a scene shows, as far as changes tell of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Seen {
    /// What stands on each spot from the bottom up; a piece that is several tall hides all but
    /// its top.
    pub(crate) spots: BTreeMap<Name, Vec<Option<Look>>>,
    slots: BTreeMap<Name, i32>,
    gaps: Vec<Name>,
    dice: BTreeMap<Name, Option<u8>>,
}

impl Seen {
    pub(crate) fn of(scene: &Scene) -> Seen {
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
        Seen {
            spots,
            slots: slots.map(|slot| (slot.name, i32::from(slot.count))).collect(),
            gaps: gaps.map(|spot| spot.name).collect(),
            dice: scene.dice.iter().map(|die| (die.name, die.face)).collect(),
        }
    }

    /// Carries the changes out: first all that leaves, then all that arrives.
    pub(crate) fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            if let Change::Move { look, height, from, .. } = *change {
                match from {
                    End::Spot(spot) => {
                        let layers = self.spots.get_mut(&spot).expect("on the board");
                        let left = layers.len().checked_sub(height.into()).expect("tall enough");
                        assert_eq!(layers.last(), Some(&Some(look)), "{change:?}");
                        layers.truncate(left);
                    }
                    End::Slot(slot) => *self.slots.entry(slot).or_default() -= i32::from(height),
                    End::Away => {}
                }
            }
        }
        for change in changes {
            match *change {
                Change::Move { look, height, to, .. } => match to {
                    End::Spot(spot) => {
                        let layers = self.spots.get_mut(&spot).expect("on the board");
                        layers.extend(vec![None; usize::from(height) - 1]);
                        layers.push(Some(look));
                    }
                    End::Slot(slot) => *self.slots.entry(slot).or_default() += i32::from(height),
                    End::Away => {}
                },
                Change::Turn { spot, before, after, .. } => {
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

    /// Whether this is what the other shows; the looks of hidden layers are forgotten.
    pub(crate) fn shows(&self, other: &Seen) -> bool {
        let seen = |a: &Vec<Option<Look>>, b: &Vec<Option<Look>>| {
            let fit = |(a, b): (&Option<Look>, &Option<Look>)| a == b || a.is_none() || b.is_none();
            a.len() == b.len() && a.iter().zip(b).all(fit)
        };
        // A tray may be there only as long as it holds something.
        let names = self.slots.keys().chain(other.slots.keys());
        let count = |seen: &Seen, name: &Name| seen.slots.get(name).copied().unwrap_or_default();
        let mut gaps = other.gaps.clone();
        gaps.sort_unstable();
        self.spots.iter().all(|(name, layers)| seen(layers, &other.spots[name]))
            && names.into_iter().all(|name| count(self, name) == count(other, name))
            && self.gaps == gaps
            && self.dice == other.dice
    }

    /// How many pieces of a kind there are in all; the two sides of a marker are one kind.
    pub(crate) fn total(&self, scene: &Scene, look: Look) -> i32 {
        let same = |other: Look| kind(other) == kind(look);
        let board = self.spots.values().flatten().flatten().filter(|other| same(**other)).count();
        let slots = scene.trays.iter().flat_map(|tray| &tray.slots).filter(|slot| same(slot.look));
        board as i32 + slots.filter_map(|slot| self.slots.get(&slot.name)).sum::<i32>()
    }
}

/// The look, whichever side of a marker is up.
pub(crate) fn kind(look: Look) -> Look {
    let colour = if look.shape == Shape::Marker { Colour::White } else { look.colour };
    Look { colour, ..look }
}
