//! The computer at a table. It thinks on threads of its own, few of them, so that whatever people do is
//! kept first.

use std::cell::RefCell;

use mohreh_engine::{Engine, Level, Report};
use mohreh_games::{Record, with_game};

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// The steps of a level for whoever is to move, up to the end of the turn or the next fall of dice.
pub fn choose(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
    let level = Level::new(level).ok_or("there are levels 1 to 8")?;
    let game = record.at(usize::MAX).map_err(|why| why.to_string())?;
    ENGINE.with_borrow_mut(|engine| {
        let engine = engine.get_or_insert_with(|| Engine::new(Level::TABLE));
        Ok(with_game!(&game, game => {
            let mut silent = |_: &Report<_>| {};
            let choice = level.choose(engine, game, seed, &|| false, &mut silent);
            choice.turn.iter().map(ToString::to_string).collect()
        }))
    })
}
