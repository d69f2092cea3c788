//! Matching what has gone with what has come.

use alloc::vec::Vec;
use core::cmp::Ordering;

use mohreh_games::show::{Look, Name, Spot};

use crate::edges::{NEARLY, length};

/// A piece that is no longer or not yet where it was seen.
#[derive(Clone, Copy)]
pub(super) struct Loose {
    pub(super) spot: Name,
    pub(super) at: (f32, f32),
    pub(super) look: Look,
    pub(super) height: u8,
}

/// Where a stack became higher by what left another spot, or lower by what came to one, only that
/// part moved.
pub(super) fn settle_stacks(gone: &mut Vec<Loose>, come: &mut Vec<Loose>) {
    part_of_stack(come, gone);
    part_of_stack(gone, come);
}

/// Cuts the higher of two stacks on one spot to what `others` tell of elsewhere.
fn part_of_stack(higher: &mut [Loose], others: &mut Vec<Loose>) {
    for high in higher {
        let same_spot = |other: &Loose| other.spot == high.spot;
        let elsewhere = |others: &[Loose], height: u8| {
            others
                .iter()
                .any(|other| !same_spot(other) && other.look == high.look && other.height == height)
        };
        let Some(low) = others.iter().position(same_spot) else { continue };
        let Some(part) = high.height.checked_sub(others[low].height) else { continue };
        // If all of it was seen elsewhere, it stands in place of the other stack.
        if !elsewhere(others, high.height) && elsewhere(others, part) {
            high.height = part;
            others.remove(low);
        }
    }
}

/// Takes what has moved across the board out of both lists: each piece with where it is now.
pub(super) fn pairs(
    spots: &[Spot],
    gone: &mut Vec<Loose>,
    come: &mut Vec<Loose>,
) -> Vec<(Loose, Name)> {
    let mut pairs = Vec::new();
    while let Some((from, to)) = best(spots, gone, come) {
        pairs.push((gone.remove(from), come.remove(to).spot));
    }
    pairs
}

/// The likeliest movement, by index into both lists.
fn best(spots: &[Spot], gone: &[Loose], come: &[Loose]) -> Option<(usize, usize)> {
    let ways = gone.iter().enumerate().flat_map(|(i, from)| {
        let fits =
            |to: &Loose| to.spot != from.spot && to.look == from.look && to.height == from.height;
        let to = come.iter().enumerate().filter(move |(_, to)| fits(to));
        to.map(move |(j, to)| (i, j, Way::of(spots, gone, come, from, to)))
    });
    ways.min_by(|(.., a), (.., b)| a.order(b)).map(|(i, j, _)| (i, j))
}

/// What speaks for a movement.
struct Way {
    /// It leads over another piece that has gone or come: what is taken by a jump was jumped over,
    /// and did not itself move to where the jump ended.
    jump: bool,
    /// It goes on as it began, from neighbour to neighbour.
    straight: bool,
    length: f32,
}

impl Way {
    fn of(spots: &[Spot], gone: &[Loose], come: &[Loose], from: &Loose, to: &Loose) -> Way {
        let (x, y) = (to.at.0 - from.at.0, to.at.1 - from.at.1);
        let whole = length(x, y);
        // How far along the way a place is; nothing if it is not on it.
        let along = |(px, py): (f32, f32)| {
            let (px, py) = (px - from.at.0, py - from.at.1);
            let aside = (px * y - py * x) / whole.max(NEARLY);
            (aside.abs() < 0.1).then_some((px * x + py * y) / whole.max(NEARLY))
        };
        let over =
            |other: &Loose| along(other.at).is_some_and(|far| far > 0.1 && far < whole - 0.1);
        let next = |spot: &Spot| along((spot.x, spot.y)).is_some_and(|far| (far - 1.0).abs() < 0.1);
        Way {
            jump: gone.iter().chain(come).any(over),
            straight: spots.iter().any(next),
            length: whole,
        }
    }

    /// The likelier way is less.
    fn order(&self, other: &Way) -> Ordering {
        let by_kind = (other.jump, other.straight).cmp(&(self.jump, self.straight));
        by_kind.then(self.length.total_cmp(&other.length))
    }
}
