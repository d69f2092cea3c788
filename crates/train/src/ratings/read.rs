//! Parses the record file of a match. Results come from the headers; the record parser has checked the
//! steps.

use mohreh_games::record::RecordError;
use mohreh_games::{Kind, Record};

/// Result of a two-player game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Game {
    pub kind: Kind,
    pub players: [String; 2],
    /// Half points of each player.
    pub half_points: [u64; 2],
    /// Whether a player lost by a fault (crash, time, illegal step) instead of on the board.
    pub fault: bool,
}

/// Games of one or more files.
#[derive(Default, Debug)]
pub(super) struct ParsedGames {
    pub files: u64,
    pub games: Vec<Game>,
    /// Records that are incomplete or not from a match.
    pub broken: u64,
    /// Games with more than two seats.
    pub multiplayer: u64,
    /// Games of a player against itself.
    pub self_play: u64,
    /// Warnings, one line each.
    pub notes: Vec<String>,
}

/// Why a record is skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Skipped {
    Broken(String),
    Multiplayer,
    SelfPlay,
}

/// Broken records per file that are listed one by one.
const MAX_LISTED: u64 = 5;

impl ParsedGames {
    /// Parses one file; fails if it holds no record at all.
    pub(super) fn parse(bytes: &[u8]) -> Result<ParsedGames, String> {
        let text = text(bytes)?;
        let mut parsed = ParsedGames { files: 1, ..ParsedGames::default() };
        if has_only_header(text) {
            parsed.notes.push("no game has been finished yet".to_string());
            return Ok(parsed);
        }
        let records = Record::read_each(text);
        if let (Some(Err(first)), false) = (records.first(), records.iter().any(Result::is_ok)) {
            return Err(first.to_string());
        }
        for (number, record) in (1u64..).zip(records) {
            match game(record) {
                Ok(game) => parsed.games.push(game),
                Err(Skipped::Multiplayer) => parsed.multiplayer += 1,
                Err(Skipped::SelfPlay) => parsed.self_play += 1,
                Err(Skipped::Broken(why)) => {
                    parsed.broken += 1;
                    if parsed.broken <= MAX_LISTED {
                        parsed.notes.push(format!("record {number} is skipped: {why}"));
                    }
                }
            }
        }
        let ParsedGames { broken, multiplayer, self_play, .. } = parsed;
        let mut note_count = |count: u64, what: &str| {
            if count > 0 {
                parsed.notes.push(format!("{count} {what}"));
            }
        };
        note_count(broken.saturating_sub(MAX_LISTED), "more broken records are skipped");
        note_count(multiplayer, "games of more than two seats are skipped: they have no Elo");
        note_count(self_play, "games of a player against itself are skipped");
        Ok(parsed)
    }

    pub(super) fn merge(&mut self, other: ParsedGames) {
        self.files += other.files;
        self.games.extend(other.games);
        self.broken += other.broken;
        self.multiplayer += other.multiplayer;
        self.self_play += other.self_play;
        self.notes.extend(other.notes);
    }
}

/// Decodes UTF-8. An interrupted match may leave the last line torn, even within a character.
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

/// Whether the file is from a match without a finished game.
fn has_only_header(text: &str) -> bool {
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
    // First, because records with more seats need no other header.
    if result.split(' ').count() > 2 {
        return Err(Skipped::Multiplayer);
    }
    let players = [needed("player 1")?.to_string(), needed("player 2")?.to_string()];
    if needed("steps")?.parse() != Ok(record.steps().len()) {
        return Err(broken("it is not whole"));
    }
    let half_points = match result {
        "1 2" => [2, 0],
        "2 1" => [0, 2],
        "1 1" => [1, 1],
        _ => return Err(Skipped::Broken(format!("the result is `{result}`"))),
    };
    if players[0] == players[1] {
        return Err(Skipped::SelfPlay);
    }
    let fault = ["fault of a", "fault of b"].into_iter().any(|key| header(key).is_some());
    Ok(Game { kind: record.kind(), players, half_points, fault })
}

#[cfg(test)]
mod tests {
    use super::{MAX_LISTED, ParsedGames, Skipped, game};
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

    /// A complete record with one header changed.
    fn with(key: &str, value: &str) -> Record {
        let mut record = record(&WHOLE);
        record.set_header(key, value).expect("a good header");
        record
    }

    #[test]
    fn results_are_read_from_headers() {
        let check = |record: Record, half_points: [u64; 2]| {
            assert_eq!(game(Ok(record)).map(|game| game.half_points), Ok(half_points));
        };
        check(record(&WHOLE), [0, 2]);
        check(with("result", "1 2"), [2, 0]);
        check(with("result", "1 1"), [1, 1]);
        check(with("fault of a", "crash: gone"), [0, 2]);
        assert_eq!(game(Ok(with("fault of a", "crash: gone"))).map(|game| game.fault), Ok(true));
    }

    #[test]
    fn invalid_records_are_skipped() {
        let check = |record: Record, why: &str| {
            assert_eq!(game(Ok(record)), Err(Skipped::Broken(why.to_string())));
        };
        for (key, _) in WHOLE {
            let rest: Vec<_> = WHOLE.into_iter().filter(|(other, _)| *other != key).collect();
            check(record(&rest), &format!("it has no `{key}`"));
        }
        check(with("steps", "12"), "it is not whole");
        check(with("result", "unfinished"), "the result is `unfinished`");
        assert_eq!(game(Ok(with("player 2", "level:1"))), Err(Skipped::SelfPlay));
        let mut multiplayer = Record::new(Kind::Rotas, "seats=3").expect("a setup for three");
        multiplayer.set_header("result", "1 3 2").expect("three places");
        assert_eq!(game(Ok(multiplayer)), Err(Skipped::Multiplayer));
    }

    #[test]
    fn broken_records_are_skipped() {
        let whole = record(&WHOLE);
        let text = format!("; match: x\n{whole}\ngame: zertz\n\n1. nonsense\n\n{whole}\n");
        let parsed = ParsedGames::parse(text.as_bytes()).expect("two are good");
        assert_eq!((parsed.games.len(), parsed.broken), (2, 1));
        assert!(parsed.notes[0].starts_with("record 2 is skipped: line "), "{:?}", parsed.notes);
        let many =
            format!("{whole}\n{}", "game: zertz\n\n1. nonsense\n".repeat(MAX_LISTED as usize + 3));
        let parsed = ParsedGames::parse(many.as_bytes()).expect("one is good");
        assert_eq!((parsed.games.len(), parsed.broken), (1, MAX_LISTED + 3));
        assert_eq!(parsed.notes.len(), MAX_LISTED as usize + 1);
    }

    #[test]
    fn invalid_files_are_rejected() {
        let check = |bytes: &[u8], why: &str| {
            let answer = ParsedGames::parse(bytes).map(|parsed| parsed.games.len());
            assert!(answer.as_ref().is_err_and(|said| said.contains(why)), "{answer:?}, not {why}");
        };
        check(b"", "no record found");
        check(b"# Matches\n\nText.\n", "line 1: ");
        check(b"game: zertz\n\xff\n\n", "line 2: this is not UTF-8 text");
        check(b"\xff", "line 1: this is not UTF-8 text");
        check(b"game: chess\n", "line 1: ");
        let begun =
            ParsedGames::parse(b"; match: level:1 level:2 zertz\n").expect("a match has begun");
        assert_eq!((begun.games.len(), begun.broken), (0, 0));
        // Torn within a character.
        let torn = [record(&WHOLE).to_string().as_bytes(), b"game: zertz\nplayer 1: \xc3"].concat();
        let parsed = ParsedGames::parse(&torn).expect("one is good");
        assert_eq!((parsed.games.len(), parsed.broken), (1, 1));
    }
}
