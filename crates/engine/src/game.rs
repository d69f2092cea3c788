//! [`EngineGame`]: entry point for callers that serve every game.

use mohreh_games::Listed;
use mohreh_games::rotas::Rotas;
use mohreh_games::tzaar::Tzaar;
use mohreh_games::yinsh::Yinsh;
use mohreh_games::zertz::Zertz;

use crate::engine::Engine;
use crate::think::{Choice, Limits, Report, think};
use crate::weights::Terms;
use crate::{rotas, tzaar, yinsh, zertz};

/// A game that the engine plays.
pub trait EngineGame: Listed {
    /// Layout of the evaluation weights.
    const TERMS: Terms;
    /// Text of the built-in evaluation file.
    const WEIGHTS: &'static str;

    /// Implements [`Engine::think`] for this game.
    fn think(
        &self,
        engine: &Engine,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<Self::Step>),
    ) -> Choice<Self::Step>;
}

macro_rules! engine_games {
    ($($Game:ident in $module:ident by $think:path),* $(,)?) => {$(
        impl EngineGame for $Game {
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

engine_games! {
    Zertz in zertz by think,
    Tzaar in tzaar by think,
    Yinsh in yinsh by think,
    Rotas in rotas by rotas::think,
}
