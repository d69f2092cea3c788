//! [`EngineGame`]: entry point for callers that serve every game.

use mohreh_games::show::Name;
use mohreh_games::{Listed, for_each_game};

use crate::engine::Engine;
use crate::level::Levels;
use crate::think::{Choice, Limits, Report, think};
use crate::weights::Terms;
use crate::{rotas, tzaar, yinsh, zertz};

/// A game that the engine plays.
pub trait EngineGame: Listed {
    /// Layout of the evaluation weights.
    const TERMS: Terms;
    /// Text of the built-in evaluation file.
    const WEIGHTS: &'static str;
    /// The built-in network file, if there is one. In the browser it is fetched when the game is played.
    const NETWORK: Option<&'static [u8]>;
    /// Settings of the levels.
    const LEVELS: Levels;
    /// Elo of the levels above the first.
    const LEVEL_ELO: [u16; 8];
    /// Benchmark positions, one per line: `DEPTH KIND|SETUP|STEPS`.
    const BENCH: &'static str;

    /// In a game with dice: the exact probability of each spot that the seat to move can place there in this turn, if
    /// it aims at nothing else.
    fn odds(&self) -> Vec<(Name, f64)>;

    /// Implements [`Engine::think`] for this game.
    fn think(
        &self,
        engine: &Engine,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Report<Self::Step>),
    ) -> Choice<Self::Step>;
}

/// A game with a folder of this crate.
macro_rules! with_knowledge {
    ($Game:ident in $module:ident by $think:path, $network:expr, $odds:expr) => {
        impl EngineGame for mohreh_games::$module::$Game {
            const NETWORK: Option<&'static [u8]> = $network;
            const TERMS: Terms = $module::TERMS;
            const WEIGHTS: &'static str =
                include_str!(concat!(stringify!($module), "/weights.txt"));
            const LEVELS: Levels = $module::LEVELS;
            const LEVEL_ELO: [u16; 8] = $module::LEVEL_ELO;
            const BENCH: &'static str = include_str!(concat!(stringify!($module), "/bench.txt"));

            fn odds(&self) -> Vec<(Name, f64)> {
                $odds(self)
            }

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
    };
}

fn no_odds<G>(_: &G) -> Vec<(Name, f64)> {
    Vec::new()
}

fn odds_by_name(game: &mohreh_games::rotas::Rotas) -> Vec<(Name, f64)> {
    let named = |(cell, odds): (mohreh_games::rotas::Cell, f64)| {
        Some((Name::new(&cell.to_string())?, odds))
    };
    rotas::odds(game).into_iter().filter_map(named).collect()
}

/// The network file in a game's folder.
macro_rules! network_of {
    ($module:ident) => {
        if cfg!(target_family = "wasm") {
            None
        } else {
            Some(include_bytes!(concat!(stringify!($module), "/network.bin")))
        }
    };
}

/// One line for each game with a folder; all others are played by their rules alone.
macro_rules! engine_game {
    (Zertz = $name:literal in $module:ident) => { with_knowledge!(Zertz in zertz by think, network_of!(zertz), no_odds); };
    (Tzaar = $name:literal in $module:ident) => { with_knowledge!(Tzaar in tzaar by think, network_of!(tzaar), no_odds); };
    (Yinsh = $name:literal in $module:ident) => { with_knowledge!(Yinsh in yinsh by think, network_of!(yinsh), no_odds); };
    (Rotas = $name:literal in $module:ident) => { with_knowledge!(Rotas in rotas by rotas::think, None, odds_by_name); };
    ($Game:ident = $name:literal in $module:ident) => {
        impl EngineGame for mohreh_games::$module::$Game {
            const TERMS: Terms = Terms(&[]);
            const NETWORK: Option<&'static [u8]> = None;
            const WEIGHTS: &'static str = concat!("kind ", $name, "\n");
            const LEVELS: Levels = crate::Uct::LEVELS;
            // Not measured.
            const LEVEL_ELO: [u16; 8] = [0, 150, 300, 450, 600, 750, 900, 1050];
            const BENCH: &'static str = concat!("4 ", $name, "||\n");

            fn odds(&self) -> Vec<(Name, f64)> {
                no_odds(self)
            }

            fn think(
                &self,
                _: &Engine,
                limits: &Limits,
                stop: &dyn Fn() -> bool,
                report: &mut dyn FnMut(&Report<Self::Step>),
            ) -> Choice<Self::Step> {
                let budget_used = || if stop() { 1.0 } else { 0.0 };
                crate::Uct::default().think(self, limits, &budget_used, report)
            }
        }
    };
}

macro_rules! engine_games {
    ($($Game:ident = $name:literal in $module:ident,)*) => {
        $(engine_game!($Game = $name in $module);)*
    };
}

for_each_game!(engine_games);
