//! What happened between two scenes, so that it can be shown as movement.
//!
//! Only what can be seen is compared: which pieces are gone from a spot, which have come, which
//! stores have more or fewer. What has gone is then matched with what has come.

mod pairs;

use alloc::vec::Vec;

use mohreh_games::show::{Ground, Look, Name, Piece, Role, Scene, Shape, Slot};

use crate::edges::length;
use crate::order::arrange;
use pairs::{Loose, pairs, settle_stacks};

/// Where a movement begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// On the board.
    Spot(Name),
    /// In a tray.
    Slot(Name),
    /// Out of sight.
    Away,
}

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Pieces went from one place to another: onto the board, across it, off it.
    Move {
        /// What they look like from above.
        look: Look,
        /// How many pieces tall they are.
        height: u8,
        /// Where they were.
        from: End,
        /// Where they are now. What lay there lies below them, unless it leaves as well.
        to: End,
    },
    /// A piece was turned over where it lies.
    Turn {
        /// Where it lies.
        spot: Name,
        /// The side that was seen.
        before: Look,
        /// The side that is seen now.
        after: Look,
        /// They turn one by one, from 0, along the line from where the mover started.
        order: usize,
    },
    /// A part of the board went away or came back.
    Ground {
        /// Which part.
        spot: Name,
        /// Whether it went away.
        gone: bool,
    },
    /// A die shows something else.
    Roll {
        /// Which die.
        die: Name,
        /// What it shows now; nothing while it rolls.
        face: Option<u8>,
    },
}

/// What happened between two scenes of a game, in the order in which it should be shown: onto the
/// board, across it, turned over, off the board; parts of the board go once nothing stands on them.
#[must_use]
pub fn changes(before: &Scene, after: &Scene) -> Vec<Change> {
    let (mut gone, mut come, mut turned) = differences(before, after);
    settle_stacks(&mut gone, &mut come);
    let across = pairs(&before.spots, &mut gone, &mut come);
    let mut stores = stores(before, after);

    let onto = come.iter().map(|piece| {
        let from = take(&mut stores, piece, -1);
        Change::Move { look: piece.look, height: piece.height, from, to: End::Spot(piece.spot) }
    });
    let onto: Vec<Change> = onto.collect();
    let off = gone.iter().map(|piece| {
        let to = take(&mut stores, piece, 1);
        Change::Move { look: piece.look, height: piece.height, from: End::Spot(piece.spot), to }
    });
    let off: Vec<Change> = off.collect();

    let started = across.first().map(|(from, _)| from.at);
    if let Some((x, y)) = started {
        let far = |piece: &Loose| length(piece.at.0 - x, piece.at.1 - y);
        arrange(&mut turned, |(a, _), (b, _)| far(a).total_cmp(&far(b)));
    }
    let turns = turned.into_iter().enumerate().map(|(order, (piece, after))| Change::Turn {
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
    // False before true: what was empty goes first.
    arrange(&mut parts, |a, b| stood_on(a).cmp(&stood_on(b)));
    let empty = parts.iter().take_while(|part| !stood_on(part)).count();
    let under = parts.split_off(empty);

    let mut all = back;
    all.extend(onto);
    all.extend(across.into_iter().map(|(from, to)| Change::Move {
        look: from.look,
        height: from.height,
        from: End::Spot(from.spot),
        to: End::Spot(to),
    }));
    all.extend(turns);
    all.extend(parts);
    all.extend(off);
    all.extend(under);
    all.extend(between(&mut stores));
    all.extend(rolls(before, after));
    all
}

/// Pieces that left a spot, that came to one, and that were turned over, with their new side.
type Differences = (Vec<Loose>, Vec<Loose>, Vec<(Loose, Look)>);

fn differences(before: &Scene, after: &Scene) -> Differences {
    let (mut gone, mut come, mut turned) = (Vec::new(), Vec::new(), Vec::new());
    let new = after.spots.iter().filter(|spot| {
        // Boards do not grow, but whatever two scenes show must be told.
        !before.spots.iter().any(|known| known.name == spot.name)
    });
    for spot in before.spots.iter().chain(new) {
        let (was, is) = (standing(before, spot.name), standing(after, spot.name));
        let same = was.iter().zip(&is).take_while(|(was, is)| alike(was, is)).count();
        let loose = |piece: &Piece| Loose {
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
                // The top leaves first.
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
    arrange(&mut standing, |a, b| a.level.cmp(&b.level));
    standing
}

fn alike(a: &Piece, b: &Piece) -> bool {
    a.look == b.look && a.height == b.height
}

/// Whether one thing can look like this and like that.
fn two_sides(a: Look, b: Look) -> bool {
    a == b || a.shape == Shape::Marker && b.shape == Shape::Marker
}

/// A slot, and how many more pieces it holds than before.
struct Store {
    name: Name,
    look: Look,
    more: i16,
}

/// The slots that hold pieces, as far as they hold more or fewer than before.
fn stores(before: &Scene, after: &Scene) -> Vec<Store> {
    fn slots(scene: &Scene) -> impl Iterator<Item = &Slot> {
        // These two only count what stands on the board.
        let holds = |role: Role| !matches!(role, Role::OnBoard | Role::Points);
        scene.trays.iter().filter(move |tray| holds(tray.role)).flat_map(|tray| &tray.slots)
    }
    let mut stores: Vec<Store> = Vec::new();
    let fewer = slots(before).map(|slot| (slot, -i16::from(slot.count)));
    let more = slots(after).map(|slot| (slot, i16::from(slot.count)));
    for (slot, more) in fewer.chain(more) {
        match stores.iter_mut().find(|store| store.name == slot.name) {
            Some(store) => store.more += more,
            None => stores.push(Store { name: slot.name, look: slot.look, more }),
        }
    }
    stores
}

/// A store that has so many more (`sign` 1) or fewer (-1) pieces like this; they are taken from its
/// account.
fn take(stores: &mut [Store], piece: &Loose, sign: i16) -> End {
    let height = i16::from(piece.height);
    let store = stores
        .iter_mut()
        .find(|store| two_sides(store.look, piece.look) && store.more * sign >= height);
    store.map_or(End::Away, |store| {
        store.more -= height * sign;
        End::Slot(store.name)
    })
}

/// What went from store to store, piece by piece.
fn between(stores: &mut [Store]) -> Vec<Change> {
    let mut moves = Vec::new();
    for i in 0..stores.len() {
        while stores[i].more != 0 {
            let Store { name, look, more } = stores[i];
            let sign = more.signum();
            stores[i].more -= sign;
            let other = stores
                .iter_mut()
                .find(|other| two_sides(other.look, look) && other.more.signum() == -sign);
            let other = other.map_or(End::Away, |other| {
                other.more += sign;
                End::Slot(other.name)
            });
            let here = End::Slot(name);
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
