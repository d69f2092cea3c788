//! [`Inputs`]: what a network sees of a position.

use mohreh_games::Duel;

/// The sparse inputs of a game's network.
///
/// An input may be active several times; its weights then count several times. All inputs are invariant
/// under the symmetries of the board.
pub trait Inputs: Duel {
    /// Number of inputs.
    const INPUTS: usize;

    /// Whether the network corrects the hand evaluation, which is then added to its output.
    const CORRECTS_HAND: bool = false;

    /// What the inputs of a position follow from, as its mover sees it. The default has no active input.
    type View: Clone + Default;

    /// Makes `view` the view of this position, and calls `change` for each input that is added (`true`) or
    /// removed.
    fn update(&self, view: &mut Self::View, change: impl FnMut(usize, bool));
}

/// No input.
pub(crate) const NO_INPUT: u16 = u16::MAX;

/// Replaces the active one of a group of inputs.
pub(crate) fn replace_input(active: &mut u16, input: u16, change: &mut impl FnMut(usize, bool)) {
    if *active != input {
        if *active != NO_INPUT {
            change((*active).into(), false);
        }
        if input != NO_INPUT {
            change(input.into(), true);
        }
        *active = input;
    }
}

/// Number of places up to symmetry, on a hexagon with five places from the centre to a corner.
pub(crate) const ORBITS: usize = 12;

/// Which places the twelve symmetries map to each other, by axial coordinates from the centre.
pub(crate) const fn orbit(q: i32, v: i32) -> usize {
    let [q, v, w] = [q.unsigned_abs(), v.unsigned_abs(), (q - v).unsigned_abs()];
    let distance = max(q, max(v, w)) as usize;
    // The largest is the sum of the others.
    let least = if q <= v && q <= w {
        q
    } else if v <= w {
        v
    } else {
        w
    };
    [0, 1, 2, 4, 6, 9][distance] + least as usize
}

const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
