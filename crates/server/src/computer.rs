//! The computer at a table. It thinks on threads of its own, few of them, so that whatever people do is
//! kept first.

use std::cell::RefCell;

use mohreh_engine::{Engine, Level, Report};
use mohreh_games::{Record, with_game};

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// How the steps of a computer are found: from the game so far, its level, and a seed.
pub type Choose = fn(&Record, u8, u64) -> Result<Vec<String>, String>;

/// The steps of a level for whoever is to move, up to the end of the turn or the next fall of dice.
pub fn choose(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
    let level = Level::new(level).ok_or("there are levels 1 to 8")?;
    let game = record.at(usize::MAX).map_err(|why| why.to_string())?;
    // One that panics is not put back.
    let engine = ENGINE.take().unwrap_or_else(|| Engine::new(Level::TABLE));
    let steps = with_game!(&game, game => {
        let mut silent = |_: &Report<_>| {};
        let choice = level.choose(&engine, game, seed, &|| false, &mut silent);
        choice.turn.iter().map(ToString::to_string).collect()
    });
    ENGINE.set(Some(engine));
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Record};
    use mohreh_protocol::{Dice, Log, Seed, What};

    use super::choose;

    #[test]
    fn the_computer_plays_whole_games_as_a_room_wants_them() {
        for &kind in Kind::ALL {
            for game in 0..3u8 {
                let mut log = Log::new(kind, "").unwrap();
                while log.end().is_none() {
                    let mover = log.mover().unwrap();
                    let record: Record = log.record().unwrap();
                    let steps = choose(&record, 1, u64::from(game)).unwrap();
                    assert!(!steps.is_empty(), "{record}");
                    for step in steps {
                        assert_eq!(log.mover(), Some(mover), "`{step}` of\n{record}");
                        log.apply(&What::Step(step))
                            .unwrap_or_else(|why| panic!("{why}\n{record}"));
                        while log.rolls() {
                            let seed = Seed::new([game; 32]);
                            let mut dice = Dice::new(&seed, "x", &log.ply().to_string(), &[]);
                            let fall = log.game().roll(&mut |n| dice.below(n)).unwrap();
                            log.apply(&What::Step(fall)).unwrap();
                        }
                    }
                }
            }
        }
    }
}
