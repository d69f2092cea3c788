//! Why a touch or a step is against the rules.

use super::{Oxo, Step};
use crate::game::{Game, Status};
use crate::refusal::refusals;
use crate::show::{Arg, Name};

refusals! {
    /// Why a touch or a step is against the rules.
    pub enum Why {
        /// The game is over.
        Over = "oxo-no-over", "O3 O4";
        /// The point is taken.
        Taken { at: Step } = "oxo-no-vacant", "O2";
    }
}

impl From<Step> for Arg {
    fn from(point: Step) -> Arg {
        Name::of(point).into()
    }
}

impl Oxo {
    pub(super) fn forbids(&self, at: Step) -> Option<Why> {
        match self.status() {
            Status::Over(_) => Some(Why::Over),
            _ => (self.vacant() & at.bit() == 0).then_some(Why::Taken { at }),
        }
    }
}
