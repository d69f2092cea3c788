//! The difference of two scenes as a list of changes to animate.
//!
//! Only visible state is compared: pieces that left a spot, pieces that arrived, and counts of tray slots. Departures
//! are then matched with arrivals.

mod matching;

use alloc::vec::Vec;

use mohreh_games::show::{Ground, Look, Name, Piece, Role, Scene, Shape, Slot};

use crate::coordinates::hypot;
use crate::sort::insertion_sort;
use matching::{Unmatched, match_moves, split_stacks};

/// Start or end of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endpoint {
    /// On the board.
    Spot(Name),
    /// In a tray.
    Slot(Name),
    /// Not shown anywhere.
    Away,
}

/// One visible change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Pieces moved: onto the board, across it or off it.
    Move {
        /// Look of the topmost piece.
        look: Look,
        /// Number of pieces in the stack.
        height: u8,
        /// Where they were.
        from: Endpoint,
        /// Where they are now. Pieces already there are below them, unless those leave as well.
        to: Endpoint,
    },
    /// A piece was flipped over on its spot.
    Flip {
        /// Its spot.
        spot: Name,
        /// The look before.
        before: Look,
        /// The look after.
        after: Look,
        /// Order of the animation from 0, by distance from the start of the moved piece.
        order: usize,
    },
    /// A part of the board was removed, or restored when stepping back.
    Ground {
        /// Its spot.
        spot: Name,
        /// Whether it was removed.
        gone: bool,
    },
    /// A die shows another face.
    Roll {
        /// Which die.
        die: Name,
        /// The new face; `None` while it is to be rolled.
        face: Option<u8>,
    },
}

/// The changes between two scenes of a game in animation order: onto the board, across it, flips, off the board. Parts
/// of the board are removed after the pieces on them.
#[must_use]
pub fn changes(before: &Scene, after: &Scene) -> Vec<Change> {
    let (mut gone, mut come, mut turned) = differences(before, after);
    split_stacks(&mut gone, &mut come);
    let across = match_moves(&before.spots, &mut gone, &mut come);
    let mut deltas = deltas(before, after);

    let onto = come.iter().map(|piece| {
        let from = take(&mut deltas, piece, -1);
        Change::Move {
            look: piece.look,
            height: piece.height,
            from,
            to: Endpoint::Spot(piece.spot),
        }
    });
    let onto: Vec<Change> = onto.collect();
    let off = gone.iter().map(|piece| {
        let to = take(&mut deltas, piece, 1);
        Change::Move {
            look: piece.look,
            height: piece.height,
            from: Endpoint::Spot(piece.spot),
            to,
        }
    });
    let off: Vec<Change> = off.collect();

    let started = across.first().map(|(from, _)| from.at);
    if let Some((x, y)) = started {
        let far = |piece: &Unmatched| hypot(piece.at.0 - x, piece.at.1 - y);
        insertion_sort(&mut turned, |(a, _), (b, _)| far(a).total_cmp(&far(b)));
    }
    let turns = turned.into_iter().enumerate().map(|(order, (piece, after))| Change::Flip {
        spot: piece.spot,
        before: piece.look,
        after,
        order,
    });

    let (back, mut parts): (Vec<Change>, Vec<Change>) = grounds(before, after)
        .partition(|change| matches!(change, Change::Ground { gone: false, .. }));
    let stood_on = |part: &Change| match part {
        Change::Ground { spot, .. } => before.pieces.iter().any(|piece| piece.spot == *spot),
        _ => false,
    };
    // `false` sorts first: parts that were empty are removed first.
    insertion_sort(&mut parts, |a, b| stood_on(a).cmp(&stood_on(b)));
    let empty = parts.iter().take_while(|part| !stood_on(part)).count();
    let under = parts.split_off(empty);

    let mut all = back;
    all.extend(onto);
    all.extend(across.into_iter().map(|(from, to)| Change::Move {
        look: from.look,
        height: from.height,
        from: Endpoint::Spot(from.spot),
        to: Endpoint::Spot(to),
    }));
    all.extend(turns);
    all.extend(parts);
    all.extend(off);
    all.extend(under);
    all.extend(slot_moves(&mut deltas));
    all.extend(rolls(before, after));
    all
}

/// Departures, arrivals, and flipped pieces with their new look.
type Differences = (Vec<Unmatched>, Vec<Unmatched>, Vec<(Unmatched, Look)>);

fn differences(before: &Scene, after: &Scene) -> Differences {
    let (mut gone, mut come, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    let new = after.spots.iter().filter(|spot| {
        // Boards do not grow in any game, but the function is total.
        !before.spots.iter().any(|known| known.name == spot.name)
    });
    for spot in before.spots.iter().chain(new) {
        let (was, is) = (standing(before, spot.name), standing(after, spot.name));
        let same = was.iter().zip(&is).take_while(|(was, is)| alike(was, is)).count();
        let loose = |piece: &Piece| Unmatched {
            spot: spot.name,
            at: (spot.x, spot.y),
            look: piece.look,
            height: piece.height,
        };
        match (&was[same..], &is[same..]) {
            ([old], [new]) if old.look != new.look && two_sides(old.look, new.look) => {
                turned.push((loose(old), new.look));
            }
            (old, new) => {
                // From the top down.
                gone.extend(old.iter().rev().map(loose));
                come.extend(new.iter().map(loose));
            }
        }
    }
    (gone, come, turned)
}

fn standing(scene: &Scene, spot: Name) -> Vec<Piece> {
    let mut standing: Vec<Piece> =
        scene.pieces.iter().copied().filter(|piece| piece.spot == spot).collect();
    insertion_sort(&mut standing, |a, b| a.level.cmp(&b.level));
    standing
}

fn alike(a: &Piece, b: &Piece) -> bool {
    a.look == b.look && a.height == b.height
}

/// Whether two looks can be the same piece: equal, or the two sides of a marker.
fn two_sides(a: Look, b: Look) -> bool {
    a == b || a.shape == Shape::Marker && b.shape == Shape::Marker
}

/// A tray slot and the change of its count that is not yet explained by a move.
struct SlotDelta {
    name: Name,
    look: Look,
    more: i16,
}

/// Changes of the counts of all slots that hold pieces.
fn deltas(before: &Scene, after: &Scene) -> Vec<SlotDelta> {
    fn slots(scene: &Scene) -> impl Iterator<Item = &Slot> {
        // These two roles are statistics and hold no pieces.
        let holds = |role: Role| !matches!(role, Role::OnBoard | Role::Points);
        scene.trays.iter().filter(move |tray| holds(tray.role)).flat_map(|tray| &tray.slots)
    }
    let mut deltas: Vec<SlotDelta> = Vec::new();
    let fewer = slots(before).map(|slot| (slot, -i16::from(slot.count)));
    let more = slots(after).map(|slot| (slot, i16::from(slot.count)));
    for (slot, more) in fewer.chain(more) {
        match deltas.iter_mut().find(|delta| delta.name == slot.name) {
            Some(delta) => delta.more += more,
            None => deltas.push(SlotDelta { name: slot.name, look: slot.look, more }),
        }
    }
    deltas
}

/// A slot that gained (`sign` 1) or lost (-1) enough pieces of this look; its delta is reduced accordingly.
fn take(deltas: &mut [SlotDelta], piece: &Unmatched, sign: i16) -> Endpoint {
    let height = i16::from(piece.height);
    let delta = deltas
        .iter_mut()
        .find(|delta| two_sides(delta.look, piece.look) && delta.more * sign >= height);
    delta.map_or(Endpoint::Away, |delta| {
        delta.more -= height * sign;
        Endpoint::Slot(delta.name)
    })
}

/// Remaining deltas as moves between slots, piece by piece.
fn slot_moves(deltas: &mut [SlotDelta]) -> Vec<Change> {
    let mut moves = Vec::new();
    for i in 0..deltas.len() {
        while deltas[i].more != 0 {
            let SlotDelta { name, look, more } = deltas[i];
            let sign = more.signum();
            deltas[i].more -= sign;
            let other = deltas
                .iter_mut()
                .find(|other| two_sides(other.look, look) && other.more.signum() == -sign);
            let other = other.map_or(Endpoint::Away, |other| {
                other.more += sign;
                Endpoint::Slot(other.name)
            });
            let here = Endpoint::Slot(name);
            let (from, to) = if sign < 0 { (here, other) } else { (other, here) };
            moves.push(Change::Move { look, height: 1, from, to });
        }
    }
    moves
}

fn grounds(before: &Scene, after: &Scene) -> impl Iterator<Item = Change> {
    before.spots.iter().filter_map(|old| {
        let new = after.spots.iter().find(|new| new.name == old.name)?;
        let gone = new.ground == Ground::Gap;
        let changed = gone != (old.ground == Ground::Gap);
        changed.then_some(Change::Ground { spot: old.name, gone })
    })
}

fn rolls(before: &Scene, after: &Scene) -> impl Iterator<Item = Change> {
    after.dice.iter().filter_map(|new| {
        let old = before.dice.iter().find(|old| old.name == new.name);
        let changed = old.is_none_or(|old| old.face != new.face);
        changed.then_some(Change::Roll { die: new.name, face: new.face })
    })
}
