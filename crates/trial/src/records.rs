//! Games for the tests: random playouts, engine games, and searches for positions.

use mohreh_engine::{Engine, Level};
use mohreh_games::{AnyGame, Kind, Record, Status, with_game};

use crate::failure::{Context, Result, ensure};

/// SplitMix64 RNG with a fixed seed, the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number in `0..n`. The modulo bias does not matter for choosing steps.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % u64::from(n.max(1))) as u32
    }

    pub(crate) fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len() as u32) as usize)
    }
}

/// A line of play: a position with its setup and steps.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub game: AnyGame,
    pub setup: String,
    pub steps: Vec<String>,
}

impl Line {
    pub(crate) fn start(kind: Kind, setup: &str) -> Result<Line> {
        let game = AnyGame::start(kind, setup).during("starting a game")?;
        Ok(Line { game, setup: setup.to_string(), steps: Vec::new() })
    }

    pub(crate) fn play(&mut self, step: &str) -> Result {
        self.game.play(step).during(format!("playing {step}"))?;
        self.steps.push(step.to_string());
        Ok(())
    }

    /// The line with one more step.
    pub(crate) fn and(&self, step: &str) -> Result<Line> {
        let mut longer = self.clone();
        longer.play(step)?;
        Ok(longer)
    }

    /// Plays a random step or roll; false if the game is over.
    pub(crate) fn play_any(&mut self, chance: &mut Chance) -> Result<bool> {
        let step = match self.game.status() {
            Status::Over(_) => return Ok(false),
            Status::ToRoll => self.game.roll(&mut |n| chance.below(n)),
            Status::ToMove(_) => chance.choose(&self.game.steps()).cloned(),
        };
        self.play(&step.during("choosing a step")?)?;
        Ok(true)
    }

    /// The record as the page would store it.
    pub(crate) fn record(&self, players: &[&str], seed: u64) -> Result<Record> {
        let record = Record::new(self.game.kind(), &self.setup).during("making a record")?;
        let steps = self.steps.iter().map(String::as_str);
        let mut record = record.with_steps(steps).during("making a record")?;
        let mut headers: Vec<(String, String)> = (1..=self.game.seats())
            .map(|seat| {
                let player = players.get(seat - 1).copied().unwrap_or("person");
                (format!("player {seat}"), player.to_string())
            })
            .collect();
        headers.push(("seed".into(), seed.to_string()));
        headers.push(("started".into(), "2026-11-16T08:00:00Z".into()));
        headers.push(("played".into(), "2026-11-16T09:00:00Z".into()));
        if let Status::Over(outcome) = self.game.status() {
            headers.push(("result".into(), outcome.to_string()));
        }
        for (key, value) in &headers {
            record.set_header(key, value).during("making a record")?;
        }
        Ok(record)
    }

    /// localStorage entry of the game: key and text.
    pub(crate) fn storage_entry(
        &self,
        id: &str,
        players: &[&str],
        seed: u64,
    ) -> Result<(String, String)> {
        Ok((storage_key(id), self.record(players, seed)?.to_string()))
    }
}

/// localStorage key of a game.
pub(crate) fn storage_key(id: &str) -> String {
    format!("mohreh/game/{id}")
}

/// Steps after which a game is in its middle.
pub(crate) const MIDDLE: usize = 10;

/// Whether games of this kind last long enough to have a middle; the one that exists only in tests does not.
pub(crate) fn has_middle(kind: Kind) -> bool {
    find_position(kind, "", 1, |line| Ok((line.steps.len() == MIDDLE).then_some(()))).is_ok()
}

/// Plays random games until `found` returns something.
pub(crate) fn find_position<T>(
    kind: Kind,
    setup: &str,
    games: u32,
    mut found: impl FnMut(&Line) -> Result<Option<T>>,
) -> Result<T> {
    let mut chance = Chance::new(0x6d6f_6872_6568);
    for _ in 0..games {
        let mut line = Line::start(kind, setup)?;
        loop {
            if let Some(found) = found(&line)? {
                return Ok(found);
            }
            if !line.play_any(&mut chance)? {
                break;
            }
        }
    }
    None.during(format!("looking through {games} games of {kind}"))
}

/// The turn that an engine level plays, or its next step in a game with dice.
pub(crate) fn level_turn(
    engine: &Engine,
    game: &AnyGame,
    level: u8,
    seed: u64,
) -> Result<Vec<String>> {
    let level = Level::new(level).during("looking for a level")?;
    Ok(with_game!(game, game => {
        let choice = level.choose(engine, game, seed, &|| false, &mut |_| {});
        choice.turn.iter().map(ToString::to_string).collect()
    }))
}

/// A whole game of engine level 2 against itself.
pub(crate) fn whole_game(kind: Kind, seed: u64) -> Result<Line> {
    let engine = Engine::new(Level::TABLE_BYTES);
    let mut chance = Chance::new(seed);
    let mut line = Line::start(kind, "")?;
    // Guards against a game that never ends.
    while line.steps.len() < 2000 {
        match line.game.status() {
            Status::Over(_) => return Ok(line),
            Status::ToRoll => {
                line.play_any(&mut chance)?;
            }
            Status::ToMove(_) => {
                for step in level_turn(&engine, &line.game, 2, seed)? {
                    line.play(&step)?;
                }
            }
        }
    }
    ensure!(false, "a game of {kind} does not end");
    Ok(line)
}

/// The first two fifths of a game, cut at the start of a turn.
pub(crate) fn middle_of(whole: &Line) -> Result<Line> {
    let record = whole.record(&[], 0)?;
    let turns = record.turns();
    let ply = turns.get(turns.len() * 2 / 5).map_or(0, |turn| turn.start);
    let mut line = Line::start(record.kind(), record.setup())?;
    for step in &record.steps()[..ply] {
        line.play(step)?;
    }
    Ok(line)
}
