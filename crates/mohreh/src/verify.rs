//! `mohreh verify-dice`: checks the dice of server games against commitment and revealed seed.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_games::Record;
use mohreh_protocol::check_dice;

use crate::failure::{Failure, Result};
use crate::files::{read_text, records};
use crate::terminal::{game_name, notation, tell, text, with, wrong};

/// Before a game the server commits to a seed, by showing its SHA-256; after the game it shows the seed.
///
/// Every fall of the dice must follow from the seed and from what the players have added to it, so that
/// neither they nor the server could steer it. A record of a finished game holds all that is needed; it
/// is downloaded from the page of the game, or from /api/tables/ID/record. Whoever kept the commitment
/// that was shown before the game compares it with the one that is printed here.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with records, or `-` for standard input.
    #[arg(required = true, value_name = "RECORD")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let mut all_good = true;
    for path in &args.files {
        let (name, text) = match read(path) {
            Ok(read) => read,
            Err(Failure::Message(why)) => {
                tell(out, &why)?;
                all_good = false;
                continue;
            }
            Err(broken_pipe) => return Err(broken_pipe),
        };
        let records = records(&text);
        if records.is_empty() {
            tell(out, &format!("{name}: {}", with("cli-no-record", &[])))?;
            all_good = false;
        }
        for (number, record) in (1u32..).zip(records) {
            let said = record.map_err(|error| wrong(&error)).and_then(|record| check(&record));
            all_good &= said.is_ok();
            let said = said.unwrap_or_else(|why| with("cli-dice-wrong", &[("why", why.into())]));
            let place = [("name", notation(&name)), ("number", number.into())];
            tell(out, &format!("{}: {said}", with("cli-game-number", &place)))?;
        }
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Name and text of a file, or of standard input for `-`.
fn read(path: &Path) -> Result<(String, String)> {
    if path.as_os_str() != "-" {
        return Ok((path.display().to_string(), read_text(path)?));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::new(text("cli-not-utf8")).context("-"))?;
    Ok(("-".to_string(), text))
}

/// Verifies the dice of one record; returns a summary, or the first mismatch.
fn check(record: &Record) -> std::result::Result<String, String> {
    const NEEDED: [&str; 3] = ["table", "commitment", "seed"];
    let missing: Vec<String> = NEEDED
        .into_iter()
        .filter(|key| record.header(key).is_none())
        .map(|key| format!("`{key}`"))
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(&text("say-comma"));
        return Err(with("cli-dice-headers", &[("words", missing.into())]));
    }
    let falls = check_dice(record).map_err(|error| wrong(&error))?;
    let header = |key: &str| record.header(key).unwrap_or_default();
    let (table, seed, commitment) = (header("table"), header("seed"), header("commitment"));
    let args = [
        ("game", game_name(record.kind()).into()),
        ("table", notation(table)),
        ("count", (falls as u64).into()),
        ("seed", notation(seed)),
        ("commitment", notation(commitment)),
    ];
    Ok(with("cli-dice-fair", &args))
}

#[cfg(test)]
mod tests {
    use mohreh_games::{AnyGame, Kind, Record, Status};
    use mohreh_protocol::{Dice, Seed};

    use super::check;

    const TABLE: &str = "k3x7abcd";

    /// Record of a server game: first legal steps, until three rolls.
    fn played(kind: Kind) -> Record {
        let (seed, nonces) = (Seed::new([7; 32]), ["a".to_string(), String::new()]);
        let mut game = AnyGame::start(kind, "").unwrap();
        let (mut steps, mut plies) = (Vec::new(), Vec::new());
        while steps.len() < 60 && plies.len() < 3 {
            let ply = steps.len().to_string();
            let step = match game.status() {
                Status::Over(_) => break,
                Status::ToMove(_) => game.steps()[0].clone(),
                Status::ToRoll => {
                    let mut dice = Dice::new(&seed, TABLE, &ply, &nonces);
                    plies.push(ply);
                    game.roll(&mut |n| dice.below(n)).unwrap()
                }
            };
            game.play(&step).unwrap();
            steps.push(step);
        }
        let record = Record::new(kind, "").unwrap();
        let mut record = record.with_steps(steps.iter().map(String::as_str)).unwrap();
        for (key, value) in [
            ("table", TABLE),
            ("commitment", &seed.commitment()),
            ("seed", &seed.reveal()),
            ("nonces", &nonces.join(",")),
            ("dice", &plies.join(" ")),
        ] {
            record.set_header(key, value).unwrap();
        }
        record
    }

    #[test]
    fn rolls_from_the_seed_verify_and_tampering_is_reported() {
        let mut with_dice = 0;
        for kind in Kind::ALL {
            let record = played(*kind);
            let seed = record.header("seed").unwrap().to_string();
            let said = check(&record).unwrap();
            assert!(said.contains(&seed) && said.contains(TABLE), "{said}");
            if record.header("dice").unwrap().is_empty() {
                assert!(said.contains("no dice fell"), "{said}");
                continue;
            }
            with_dice += 1;
            assert!(said.contains("3 falls follow"), "{said}");
            let mut other = record.clone();
            other.set_header("table", "k3x7abce").unwrap();
            let why = check(&other).unwrap_err();
            assert!(why.starts_with("step ") && why.contains("fell, but the seed gives"), "{why}");
            let mut other = record.clone();
            other.set_header("seed", &Seed::new([8; 32]).reveal()).unwrap();
            assert!(check(&other).unwrap_err().contains("not the one that was committed to"));
            let mut other = record.clone();
            other.set_header("dice", "1").unwrap();
            assert!(check(&other).unwrap_err().contains("too few plies"));
        }
        assert!(with_dice > 0);
    }

    #[test]
    fn a_record_without_the_server_headers_names_the_missing_ones() {
        let record = Record::new(Kind::ALL[0], "").unwrap();
        let why = check(&record).unwrap_err();
        assert!(why.starts_with("no `table`, `commitment`, `seed` among"), "{why}");
    }
}
