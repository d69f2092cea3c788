//! Sparring partner for every game: the engine's [UCT](mohreh_engine::Uct), which knows nothing beyond the
//! rules.

use mohreh_engine::Handicap;
use mohreh_engine_protocol::{Limits, Line, Report, Thinker};
use mohreh_games::{AnyGame, Game, Kind, with_game};

/// `go nodes N` makes N play-outs, shared by the steps of the turn. `go depth D` goes on until the most
/// visited line has D steps or ends the game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Uct {
    /// The same seed gives the same answer to the same position.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much UCB1 explores: the factor of √(ln parent / child), for values from 0 to 1.
    #[arg(long, value_name = "C", default_value_t = 0.4)]
    explore: f32,
}

impl Thinker for Uct {
    const KINDS: &'static [Kind] = Kind::ALL;

    fn answer(
        &self,
        game: &AnyGame,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        // Both actions of a turn of TZAAR matter equally. In the other games the first step decides
        // most, and its subtree suffices for the rest.
        let turn_share = if game.kind() == Kind::Tzaar { 0.5 } else { 1.0 };
        let uct = mohreh_engine::Uct {
            explore: self.explore,
            turn_share,
            searches_forced: limits.is_unlimited(),
        };
        with_game!(game, game => self.think(&uct, game, limits, budget_used, on_report))
    }
}

impl Uct {
    fn think<G: Game>(
        &self,
        uct: &mohreh_engine::Uct,
        game: &G,
        limits: &Limits,
        budget_used: &dyn Fn() -> f64,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<String> {
        let limits = mohreh_engine::Limits {
            nodes: limits.nodes,
            depth: limits.depth,
            lines: limits.lines,
            handicap: Handicap { seed: self.seed, ..Handicap::default() },
        };
        let choice = uct.think(game, &limits, budget_used, &mut |report| {
            let line = |line: &mohreh_engine::Line<G::Step>| Line {
                win: line.win,
                steps: texts(&line.steps),
            };
            let lines = report.lines.iter().map(line).collect();
            on_report(&Report { depth: report.depth as usize, nodes: report.nodes, lines });
        });
        texts(&choice.turn)
    }
}

fn texts(steps: &[impl ToString]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}
