//! Bots: engine moves for the seats that the server plays, chosen on the threads of a [`BotPool`]; and verdicts on
//! finished games.

mod pool;

use std::cell::RefCell;

use mohreh_engine::{Engine, Level, Report};
use mohreh_games::{Record, with_game};
use mohreh_review::Judged;

pub(crate) use pool::BotPool;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    /// That of reviews: positions of one turn share its table, so no bot may think in between.
    static REVIEWER: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Move chooser: game so far, engine level, seed. Replaced in tests.
pub(crate) type Choose = fn(&Record, u8, u64) -> Result<Vec<String>, String>;

/// Steps of the engine at a level, up to the end of the turn or the next roll.
pub(crate) fn choose(record: &Record, level: u8, seed: u64) -> Result<Vec<String>, String> {
    let level = Level::new(level).ok_or("there are levels 1 to 8")?;
    // Taken out of the slot: after a panic the engine is dropped, as its state may be inconsistent.
    let engine = ENGINE.take().unwrap_or_else(|| Engine::new(Level::TABLE_BYTES));
    let steps = with_game!(record.game(), game => {
        let mut silent = |_: &Report<_>| {};
        let choice = level.choose(&engine, game, seed, &|| false, &mut silent);
        choice.turn.iter().map(ToString::to_string).collect()
    });
    ENGINE.set(Some(engine));
    Ok(steps)
}

/// What the engine says of positions of a game.
fn judge(
    record: &Record,
    plies: &[usize],
    nodes: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Judged>, String> {
    let engine = REVIEWER.take().unwrap_or_else(|| Engine::new(Level::TABLE_BYTES));
    let judge = |ply: &usize| mohreh_review::judge(&engine, record, *ply, nodes, stop);
    let judged = plies.iter().filter_map(judge).collect();
    REVIEWER.set(Some(engine));
    Ok(judged)
}

#[cfg(test)]
mod tests {
    use mohreh_games::{Kind, Record};
    use mohreh_protocol::{Dice, Log, LogEvent, Seed, limits};

    use super::{Level, choose};

    #[test]
    fn levels_of_the_protocol_are_those_of_the_engine() {
        for level in 0..=u8::MAX {
            assert_eq!(limits::LEVELS.contains(&level), Level::new(level).is_some(), "{level}");
        }
    }

    #[test]
    fn bots_play_whole_games_in_turns_that_a_room_accepts() {
        for &kind in Kind::ALL {
            for game in 0..3u8 {
                let mut log = Log::new(kind, "").unwrap();
                while log.end().is_none() {
                    let mover = log.mover().unwrap();
                    let record: Record = log.record();
                    let steps = choose(&record, 1, u64::from(game)).unwrap();
                    assert!(!steps.is_empty(), "{record}");
                    for step in steps {
                        assert_eq!(log.mover(), Some(mover), "`{step}` of\n{record}");
                        log.apply(&LogEvent::Step(step))
                            .unwrap_or_else(|why| panic!("{why}\n{record}"));
                        while log.rolls() {
                            let seed = Seed::new([game; 32]);
                            let mut dice = Dice::new(&seed, "x", &log.ply().to_string(), &[]);
                            let fall = log.game().roll(&mut |n| dice.below(n)).unwrap();
                            log.apply(&LogEvent::Step(fall)).unwrap();
                        }
                    }
                }
            }
        }
    }
}
