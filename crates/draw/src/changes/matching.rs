//! Matches departures with arrivals.

use alloc::vec::Vec;
use core::cmp::Ordering;

use mohreh_games::show::{Look, Name, Spot};

use crate::coordinates::{EPSILON, hypot};

/// A departure or arrival that is not matched yet.
#[derive(Clone, Copy)]
pub(super) struct Unmatched {
    pub(super) spot: Name,
    pub(super) at: (f32, f32),
    pub(super) look: Look,
    pub(super) height: u8,
}

/// If a stack grew by what left another spot, or shrank by what arrived at one, reduces the change to that part.
pub(super) fn split_stacks(gone: &mut Vec<Unmatched>, come: &mut Vec<Unmatched>) {
    part_of_stack(come, gone);
    part_of_stack(gone, come);
}

/// Reduces the higher of two stacks on a spot to the difference, if `others` has that difference on another spot.
fn part_of_stack(higher: &mut [Unmatched], others: &mut Vec<Unmatched>) {
    for high in higher {
        let same_spot = |other: &Unmatched| other.spot == high.spot;
        let elsewhere = |others: &[Unmatched], height: u8| {
            others
                .iter()
                .any(|other| !same_spot(other) && other.look == high.look && other.height == height)
        };
        let Some(low) = others.iter().position(same_spot) else { continue };
        let Some(part) = high.height.checked_sub(others[low].height) else { continue };
        // If the whole stack is on another spot, it replaced the lower one instead.
        if !elsewhere(others, high.height) && elsewhere(others, part) {
            high.height = part;
            others.remove(low);
        }
    }
}

/// Removes moves across the board from both lists; returns each piece with its target.
pub(super) fn match_moves(
    spots: &[Spot],
    gone: &mut Vec<Unmatched>,
    come: &mut Vec<Unmatched>,
) -> Vec<(Unmatched, Name)> {
    let mut pairs = Vec::new();
    while let Some((from, to)) = best(spots, gone, come) {
        pairs.push((gone.remove(from), come.remove(to).spot));
    }
    pairs
}

/// The most plausible move, as indices into both lists.
fn best(spots: &[Spot], gone: &[Unmatched], come: &[Unmatched]) -> Option<(usize, usize)> {
    let candidates = gone.iter().enumerate().flat_map(|(i, from)| {
        let fits = |to: &Unmatched| {
            to.spot != from.spot && to.look == from.look && to.height == from.height
        };
        let to = come.iter().enumerate().filter(move |(_, to)| fits(to));
        to.map(move |(j, to)| (i, j, Plausibility::of(spots, gone, come, from, to)))
    });
    candidates.min_by(|(.., a), (.., b)| a.order(b)).map(|(i, j, _)| (i, j))
}

/// Plausibility of a move.
struct Plausibility {
    /// It passes over another departure or arrival. In a jump the captured piece is the one jumped over, not the one
    /// that moved to the target.
    jump: bool,
    /// It follows a line of the board: a neighbouring spot lies on it.
    straight: bool,
    length: f32,
}

impl Plausibility {
    fn of(
        spots: &[Spot],
        gone: &[Unmatched],
        come: &[Unmatched],
        from: &Unmatched,
        to: &Unmatched,
    ) -> Plausibility {
        let (x, y) = (to.at.0 - from.at.0, to.at.1 - from.at.1);
        let whole = hypot(x, y);
        // Distance of a point along the move; `None` if it is not on the line.
        let along = |(px, py): (f32, f32)| {
            let (px, py) = (px - from.at.0, py - from.at.1);
            let aside = (px * y - py * x) / whole.max(EPSILON);
            (aside.abs() < 0.1).then_some((px * x + py * y) / whole.max(EPSILON))
        };
        let over =
            |other: &Unmatched| along(other.at).is_some_and(|far| far > 0.1 && far < whole - 0.1);
        let next = |spot: &Spot| along((spot.x, spot.y)).is_some_and(|far| (far - 1.0).abs() < 0.1);
        Plausibility {
            jump: gone.iter().chain(come).any(over),
            straight: spots.iter().any(next),
            length: whole,
        }
    }

    /// The more plausible move is less.
    fn order(&self, other: &Plausibility) -> Ordering {
        let by_kind = (other.jump, other.straight).cmp(&(self.jump, self.straight));
        by_kind.then(self.length.total_cmp(&other.length))
    }
}
