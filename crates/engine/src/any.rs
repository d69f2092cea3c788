//! The one door for programs that serve every game.

use mohreh_games::Listed;
use mohreh_games::rotas::Rotas;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;

use crate::engine::Engine;
use crate::think::{Choice, Limits, Report, think};
use crate::weights::Terms;
use crate::{rotas, tzaar, yinsh, zertz};

/// A game of the list that the engine can play.
pub trait Thinks: Listed {
    /// The groups of weights of its evaluation.
    const TERMS: Terms;
    /// The evaluation file that the program comes with.
    const WEIGHTS: &'static str;

    /// What [`Engine::think`] does for this game.
    fn think(
        &self,
        engine: &Engine,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<Self::Step>),
    ) -> Choice<Self::Step>;
}

macro_rules! thinks {
    ($($Game:ident in $module:ident by $think:path),* $(,)?) => {$(
        impl Thinks for $Game {
            const TERMS: Terms = $module::TERMS;
            const WEIGHTS: &'static str =
                include_str!(concat!("../weights/", stringify!($module), ".txt"));

            fn think(
                &self,
                engine: &Engine,
                limits: &Limits,
                stop: &dyn Fn() -> bool,
                report: &mut dyn FnMut(&Report<Self::Step>),
            ) -> Choice<Self::Step> {
                $think(self, engine, limits, stop, report)
            }
        }
    )*};
}

thinks! {
    Zertz in zertz by think,
    Tzaar in tzaar by think,
    Yinsh in yinsh by think,
    Rotas in rotas by rotas::choose,
}
