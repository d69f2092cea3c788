//! The one door for programs that serve every game.

use mohreh_games::Listed;
use mohreh_games::rotas::Rotas;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;

use crate::rotas;
use crate::table::Table;
use crate::think::{Choice, Limits, Report, think};

/// A game of the list that the engine can play.
pub trait Thinks: Listed {
    /// Thinks about the position. In a game with dice the answer is the next step, in the others the
    /// whole turn; it is empty if nobody is to move.
    fn think(
        &self,
        limits: &Limits,
        table: &Table,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<Self::Step>),
    ) -> Choice<Self::Step>;
}

macro_rules! duels {
    ($($Game:ty),*) => {$(
        impl Thinks for $Game {
            fn think(
                &self,
                limits: &Limits,
                table: &Table,
                stop: &dyn Fn() -> bool,
                report: &mut dyn FnMut(&Report<Self::Step>),
            ) -> Choice<Self::Step> {
                think(self, limits, table, stop, report)
            }
        }
    )*};
}

duels!(Zertz, Tzaar, Yinsh);

/// What is known of dice needs no table.
impl Thinks for Rotas {
    fn think(
        &self,
        limits: &Limits,
        _table: &Table,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<Self::Step>),
    ) -> Choice<Self::Step> {
        rotas::choose(self, limits, stop, report)
    }
}
