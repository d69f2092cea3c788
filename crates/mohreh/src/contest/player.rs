//! Who plays, written as text: `level:4`, `nodes:20k,without=reductions`, `program:./other --fast`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use mohreh_engine::{Engine, Feature, Level};
use mohreh_games::Kind;

use crate::args::learn;
use crate::failure::{Failure, Result};
use crate::files::read_text;

/// A player, as the text says.
#[derive(Clone, Debug)]
pub struct Player {
    text: String,
    pub who: Who,
}

/// What sort of player.
#[derive(Clone, Debug)]
pub enum Who {
    /// Any legal step, all equally likely.
    Random { seed: Option<u64> },
    /// The engine of this program.
    Own(Own),
    /// Another program.
    Program(Command),
}

/// The engine of this program, and how it is set.
#[derive(Clone, Debug)]
pub struct Own {
    pub strength: Strength,
    weights: Option<Weights>,
    without: Vec<Feature>,
    pub threads: u16,
    /// Megabytes.
    table: u32,
    pub seed: Option<u64>,
}

/// An evaluation file, read once: what becomes of it during the match does not matter.
#[derive(Clone, Debug)]
struct Weights {
    kind: Kind,
    text: String,
}

/// How long the engine thinks about a turn.
#[derive(Clone, Copy, Debug)]
pub enum Strength {
    Level(Level),
    Nodes(u64),
    Time(Duration),
    Depth(u32),
}

/// Another program that speaks the engine's protocol.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// What it is told to think for, if not what the match says.
    pub go: Option<Go>,
}

/// What a program is told to think for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    Nodes(u64),
    /// Milliseconds.
    Time(u64),
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Go::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Go::Time(time) => write!(f, "time {time}"),
        }
    }
}

const MEGABYTE: usize = 1 << 20;

impl Own {
    fn new(strength: Strength) -> Own {
        let table = (Level::TABLE / MEGABYTE) as u32;
        Own { strength, weights: None, without: Vec::new(), threads: 1, table, seed: None }
    }

    /// An engine that knows nothing of other games.
    pub fn engine(&self, kind: Kind) -> Result<Engine> {
        let mut engine =
            Engine::new(self.table as usize * MEGABYTE).with_threads(self.threads.into());
        if let Some(Weights { kind: of, text }) = &self.weights {
            if *of != kind {
                return Err(Failure::new(format!("these are weights for {of}, not for {kind}")));
            }
            engine.learn(text)?;
        }
        for feature in &self.without {
            engine.leave_out(*feature);
        }
        Ok(engine)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Player, String> {
        let text = text.trim();
        if text.contains(char::is_control) {
            return Err("a player is one line of text".to_string());
        }
        let who = match text.strip_prefix("program:") {
            Some(command) => Who::Program(read_command(command)?),
            None => read_who(text)?,
        };
        Ok(Player { text: text.to_string(), who })
    }
}

fn read_who(text: &str) -> std::result::Result<Who, String> {
    let mut parts = text.split(',').map(str::trim);
    let head = parts.next().unwrap_or_default();
    let strength = match head.split_once(':') {
        None if head == "random" => {
            let mut seed = None;
            for option in parts {
                match option.split_once('=') {
                    Some(("seed", value)) => seed = Some(whole(value)?),
                    _ => return Err(format!("`{option}`: a random player knows only seed=N")),
                }
            }
            return Ok(Who::Random { seed });
        }
        None => Strength::Nodes(count(head).ok_or_else(|| unknown(head))?),
        Some(("level", level)) => Strength::Level(level.parse().map_err(|e| format!("{e}"))?),
        Some(("nodes", nodes)) => Strength::Nodes(number(nodes)?),
        Some(("time", time)) => Strength::Time(Duration::from_millis(number(time)?)),
        Some(("depth", depth)) => Strength::Depth(number(depth)?.min(1_000) as u32),
        Some(_) => return Err(unknown(head)),
    };
    let mut own = Own::new(strength);
    for option in parts {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        match key {
            "weights" if !value.is_empty() => own.weights = Some(read_weights(value.as_ref())?),
            "without" => own.without.push(value.parse().map_err(|error| format!("{error}"))?),
            "threads" => own.threads = number(value)?.min(256) as u16,
            "table" => own.table = number(value)?.min(65_536) as u32,
            "seed" => own.seed = Some(whole(value)?),
            _ => {
                return Err(format!(
                    "`{option}`: expected weights=FILE, without=FEATURE, threads=N, table=MB or seed=N"
                ));
            }
        }
    }
    Ok(Who::Own(own))
}

fn read_weights(path: &Path) -> std::result::Result<Weights, String> {
    let kind = learn(&mut Engine::new(0), path);
    let read = kind.and_then(|kind| Ok(Weights { kind, text: read_text(path)? }));
    read.map_err(|failure| match failure {
        Failure::Told(why) => why,
        Failure::Unread => format!("{}: the file cannot be read", path.display()),
    })
}

/// Options stand at the end; any other comma belongs to the command.
pub fn read_command(text: &str) -> std::result::Result<Command, String> {
    let (mut command, mut go) = (text, None);
    if let Some((before, option)) = text.rsplit_once(',') {
        match option.trim().split_once('=') {
            Some(("nodes", nodes)) => (command, go) = (before, Some(Go::Nodes(number(nodes)?))),
            Some(("time", time)) => (command, go) = (before, Some(Go::Time(number(time)?))),
            _ => {}
        }
    }
    let words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
    if words.is_empty() {
        return Err("a command is missing, as in `program:./other --fast,nodes=20k`".to_string());
    }
    Ok(Command { words, go })
}

fn unknown(head: &str) -> String {
    format!(
        "`{head}`: expected level:1 to level:8, nodes:20k, time:MS, depth:3, random or program:COMMAND"
    )
}

fn whole(text: &str) -> std::result::Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}`: expected a whole number"))
}

fn number(text: &str) -> std::result::Result<u64, String> {
    count(text).ok_or_else(|| format!("`{text}`: expected a number from 1 up, such as 500 or 20k"))
}

/// `20000`, `20k`, `2m`.
pub fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.strip_suffix(['k', 'm']) {
        Some(digits) if text.ends_with('k') => (digits, 1_000),
        Some(digits) => (digits, 1_000_000),
        None => (text, 1),
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let number: u64 = digits.parse().ok().filter(|n| plain && *n > 0)?;
    number.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::{Go, Own, Player, Strength, Who};

    fn own(text: &str) -> Own {
        match text.parse::<Player>().map(|player| player.who) {
            Ok(Who::Own(own)) => own,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn numbers_of_nodes_are_written_in_several_ways() {
        for text in ["nodes:20000", "nodes:20k", "20000", "20k", " 20k "] {
            assert!(matches!(own(text).strength, Strength::Nodes(20_000)), "{text}");
        }
        assert!(matches!(own("2m").strength, Strength::Nodes(2_000_000)));
    }

    #[test]
    fn options_follow_commas() {
        let player = own("level:4,threads=2,table=64,seed=0,without=table,without=history");
        assert!(matches!(player.strength, Strength::Level(level) if level.number() == 4));
        assert_eq!((player.threads, player.table, player.seed), (2, 64, Some(0)));
        assert_eq!(player.without.len(), 2);
    }

    #[test]
    fn a_command_may_have_commas_of_its_own() {
        let check = |text: &str, words: &[&str], go| match text.parse::<Player>() {
            Ok(Player { who: Who::Program(command), .. }) => {
                assert_eq!(
                    (command.words, command.go),
                    (words.iter().map(ToString::to_string).collect(), go)
                );
            }
            other => panic!("{text}: {other:?}"),
        };
        check("program:cat", &["cat"], None);
        check("program:./x  -a b,c", &["./x", "-a", "b,c"], None);
        check("program:./x -a b,c,nodes=5k", &["./x", "-a", "b,c"], Some(Go::Nodes(5_000)));
        check("program:./x, time=50", &["./x"], Some(Go::Time(50)));
    }

    #[test]
    fn a_text_comes_back_as_it_was() {
        for text in ["random", "20k,seed=7", "program:a b,time=3", "time:50", "depth:3"] {
            assert_eq!(
                text.parse::<Player>().map(|player| player.to_string()).as_deref(),
                Ok(text)
            );
        }
    }
}
