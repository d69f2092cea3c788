//! Games from the file of a match. Only what the headers say counts; the steps were checked by reading.

use mohreh_games::record::RecordError;
use mohreh_games::{Kind, Record};

/// How a game between two ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub kind: Kind,
    pub players: [String; 2],
    /// What each has, in half points: a draw gives one to both.
    pub halves: [u64; 2],
    /// Whether one lost by a fault and not on the board.
    pub fault: bool,
}

/// What was found.
#[derive(Default, Debug)]
pub struct Reading {
    pub files: u64,
    pub games: Vec<Game>,
    /// Records that are none of a match, or torn.
    pub broken: u64,
    /// Games of more than two.
    pub crowded: u64,
    /// Games of a player against itself.
    pub alone: u64,
    /// For people, a line each.
    pub notes: Vec<String>,
}

/// Why a record does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Skipped {
    Broken(String),
    Crowded,
    Alone,
}

/// So many broken records of a file are told one by one.
const TOLD: u64 = 5;

impl Reading {
    /// The games of one file. What holds no record at all is refused.
    pub fn of(bytes: &[u8]) -> Result<Reading, String> {
        let text = text(bytes)?;
        let mut reading = Reading { files: 1, ..Reading::default() };
        if is_begun(text) {
            reading.notes.push("no game has been finished yet".to_string());
            return Ok(reading);
        }
        let records = Record::read_each(text);
        if let (Some(Err(first)), false) = (records.first(), records.iter().any(Result::is_ok)) {
            return Err(first.to_string());
        }
        for (number, record) in (1u64..).zip(records) {
            match game(record) {
                Ok(game) => reading.games.push(game),
                Err(Skipped::Crowded) => reading.crowded += 1,
                Err(Skipped::Alone) => reading.alone += 1,
                Err(Skipped::Broken(why)) => {
                    reading.broken += 1;
                    if reading.broken <= TOLD {
                        reading.notes.push(format!("record {number} is skipped: {why}"));
                    }
                }
            }
        }
        let Reading { broken, crowded, alone, .. } = reading;
        let mut told = |count: u64, what: &str| {
            if count > 0 {
                reading.notes.push(format!("{count} {what}"));
            }
        };
        told(broken.saturating_sub(TOLD), "more broken records are skipped");
        told(crowded, "games of more than two seats are skipped: they have no Elo");
        told(alone, "games of a player against itself are skipped");
        Ok(reading)
    }

    pub fn add(&mut self, other: Reading) {
        self.files += other.files;
        self.games.extend(other.games);
        self.broken += other.broken;
        self.crowded += other.crowded;
        self.alone += other.alone;
        self.notes.extend(other.notes);
    }
}

/// Whoever interrupts a match may tear the last line, even in the middle of a letter.
fn text(bytes: &[u8]) -> Result<&str, String> {
    let error = match str::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let (good, bad) = bytes.split_at(error.valid_up_to());
    match str::from_utf8(good) {
        Ok(text) if !bad.contains(&b'\n') && !text.is_empty() => Ok(text),
        _ => {
            let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(format!("line {line}: this is not UTF-8 text"))
        }
    }
}

/// Whether this is the file of a match that has no game yet.
fn is_begun(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next().is_some_and(|line| line.starts_with("; match:"))
        && lines.all(|line| line.trim().is_empty())
}

fn game(record: Result<Record, RecordError>) -> Result<Game, Skipped> {
    let broken = |why: &str| Skipped::Broken(why.to_string());
    let record = record.map_err(|error| Skipped::Broken(error.to_string()))?;
    let header = |key: &str| {
        record.headers().iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    };
    let needed = |key: &str| header(key).ok_or_else(|| broken(&format!("it has no `{key}`")));
    let result = needed("result")?;
    // Before all else: of a game of four it matters only that it is one.
    if result.split(' ').count() > 2 {
        return Err(Skipped::Crowded);
    }
    let players = [needed("player 1")?.to_string(), needed("player 2")?.to_string()];
    if needed("steps")?.parse() != Ok(record.steps().len()) {
        return Err(broken("it is not whole"));
    }
    let halves = match result {
        "1 2" => [2, 0],
        "2 1" => [0, 2],
        "1 1" => [1, 1],
        _ => return Err(Skipped::Broken(format!("the result is `{result}`"))),
    };
    if players[0] == players[1] {
        return Err(Skipped::Alone);
    }
    let fault = ["fault of a", "fault of b"].into_iter().any(|key| header(key).is_some());
    Ok(Game { kind: record.kind(), players, halves, fault })
}

#[cfg(test)]
mod tests {
    use super::{Reading, Skipped, TOLD, game};
    use mohreh_games::{Kind, Record};

    fn record(headers: &[(&str, &str)]) -> Record {
        let mut record = Record::new(Kind::Zertz, "").expect("the usual setup");
        for (key, value) in headers {
            record.set_header(key, value).expect("a good header");
        }
        record
    }

    const WHOLE: [(&str, &str); 4] =
        [("player 1", "level:1"), ("player 2", "random"), ("result", "2 1"), ("steps", "0")];

    /// The headers of a whole record, one of them changed.
    fn with(key: &str, value: &str) -> Record {
        let mut record = record(&WHOLE);
        record.set_header(key, value).expect("a good header");
        record
    }

    #[test]
    fn what_a_record_says() {
        let check = |record: Record, halves: [u64; 2]| {
            assert_eq!(game(Ok(record)).map(|game| game.halves), Ok(halves));
        };
        check(record(&WHOLE), [0, 2]);
        check(with("result", "1 2"), [2, 0]);
        check(with("result", "1 1"), [1, 1]);
        check(with("fault of a", "crash: gone"), [0, 2]);
        assert_eq!(game(Ok(with("fault of a", "crash: gone"))).map(|game| game.fault), Ok(true));
    }

    #[test]
    fn what_does_not_count() {
        let check = |record: Record, why: &str| {
            assert_eq!(game(Ok(record)), Err(Skipped::Broken(why.to_string())));
        };
        for (key, _) in WHOLE {
            let rest: Vec<_> = WHOLE.into_iter().filter(|(other, _)| *other != key).collect();
            check(record(&rest), &format!("it has no `{key}`"));
        }
        check(with("steps", "12"), "it is not whole");
        check(with("result", "unfinished"), "the result is `unfinished`");
        assert_eq!(game(Ok(with("player 2", "level:1"))), Err(Skipped::Alone));
        let mut crowded = Record::new(Kind::Rotas, "seats=3").expect("a setup for three");
        crowded.set_header("result", "1 3 2").expect("three places");
        assert_eq!(game(Ok(crowded)), Err(Skipped::Crowded));
    }

    #[test]
    fn a_broken_record_does_not_spoil_the_others() {
        let whole = record(&WHOLE);
        let text = format!("; match: x\n{whole}\ngame: zertz\n\n1. nonsense\n\n{whole}\n");
        let reading = Reading::of(text.as_bytes()).expect("two are good");
        assert_eq!((reading.games.len(), reading.broken), (2, 1));
        assert!(reading.notes[0].starts_with("record 2 is skipped: line "), "{:?}", reading.notes);
        let many = format!("{whole}\n{}", "game: zertz\n\n1. nonsense\n".repeat(TOLD as usize + 3));
        let reading = Reading::of(many.as_bytes()).expect("one is good");
        assert_eq!((reading.games.len(), reading.broken), (1, TOLD + 3));
        assert_eq!(reading.notes.len(), TOLD as usize + 1);
    }

    #[test]
    fn bad_files() {
        let check = |bytes: &[u8], why: &str| {
            let answer = Reading::of(bytes).map(|reading| reading.games.len());
            assert!(answer.as_ref().is_err_and(|said| said.contains(why)), "{answer:?}, not {why}");
        };
        check(b"", "no record found");
        check(b"# Matches\n\nText.\n", "line 1: ");
        check(b"game: zertz\n\xff\n\n", "line 2: this is not UTF-8 text");
        check(b"\xff", "line 1: this is not UTF-8 text");
        check(b"game: chess\n", "line 1: ");
        let begun = Reading::of(b"; match: level:1 level:2 zertz\n").expect("a match has begun");
        assert_eq!((begun.games.len(), begun.broken), (0, 0));
        // Torn in the middle of a letter.
        let torn = [record(&WHOLE).to_string().as_bytes(), b"game: zertz\nplayer 1: \xc3"].concat();
        let reading = Reading::of(&torn).expect("one is good");
        assert_eq!((reading.games.len(), reading.broken), (1, 1));
    }
}
