//! `Player`: a player of a match, parsed from `level:4`, `nodes:20k,without=reductions`, `program:./other --fast`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use mohreh_engine::{Engine, Feature, Level};
use mohreh_games::Kind;

use super::words::split;
use crate::args::load_weights;
use crate::failure::{Failure, Result, english, system_message};
use crate::files::read_text;
use crate::terminal::{game_name, language, notation, text as said, with};

/// A parsed player; displays as its source text.
#[derive(Clone, Debug)]
pub(super) struct Player {
    text: String,
    pub spec: PlayerSpec,
}

/// What a player is.
#[derive(Clone, Debug)]
pub(super) enum PlayerSpec {
    /// Uniformly random legal steps.
    Random { seed: Option<u64> },
    /// The engine of this program.
    BuiltIn(BuiltIn),
    /// An external program.
    Program(Command),
}

/// Our engine with its options.
#[derive(Clone, Debug)]
pub(super) struct BuiltIn {
    pub strength: Strength,
    weights: Option<Weights>,
    network: Option<Vec<u8>>,
    without: Vec<Feature>,
    pub threads: u16,
    /// Size of the transposition table.
    table_mb: u32,
    pub seed: Option<u64>,
}

/// An evaluation file, read once at the start so that later changes to it do not matter.
#[derive(Clone, Debug)]
struct Weights {
    kind: Kind,
    text: String,
}

/// Search limit of our engine per turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Strength {
    Level(Level),
    Nodes(u64),
    Time(Duration),
    Depth(u32),
}

/// An external program that speaks the engine protocol.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Search limit; `None` for the match's default.
    pub go: Option<Go>,
}

/// Argument of the protocol's `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    Nodes(u64),
    TimeMs(u64),
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Go::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Go::TimeMs(time) => write!(f, "time {time}"),
        }
    }
}

const MEGABYTE: usize = 1 << 20;

impl BuiltIn {
    fn new(strength: Strength) -> BuiltIn {
        let table_mb = (Level::TABLE_BYTES / MEGABYTE) as u32;
        BuiltIn {
            strength,
            weights: None,
            network: None,
            without: Vec::new(),
            threads: 1,
            table_mb,
            seed: None,
        }
    }

    /// Creates the engine; fails if the weights are for another game.
    pub(super) fn engine(&self, kind: Kind) -> Result<Engine> {
        let mut engine =
            Engine::new(self.table_mb as usize * MEGABYTE).with_threads(self.threads.into());
        if let Some(Weights { kind: of, text }) = &self.weights {
            if *of != kind {
                return Err(other_game("cli-player-weights", *of, kind));
            }
            engine.load_weights(text)?;
        }
        if let Some(network) = &self.network {
            let of = engine.load_network(network)?;
            if of != kind {
                return Err(other_game("cli-player-network", of, kind));
            }
        }
        for feature in &self.without {
            engine.disable(*feature);
        }
        Ok(engine)
    }
}

fn other_game(key: &str, found: Kind, kind: Kind) -> Failure {
    let args = [("found", game_name(found).into()), ("kind", game_name(kind).into())];
    Failure::new(with(key, &args))
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
            return Err(said("cli-player-line"));
        }
        let spec = match text.strip_prefix("program:") {
            Some(command) => PlayerSpec::Program(read_command(command)?),
            None => read_built_in(text)?,
        };
        Ok(Player { text: text.to_string(), spec })
    }
}

fn read_built_in(text: &str) -> std::result::Result<PlayerSpec, String> {
    let mut parts = text.split(',').map(str::trim);
    let head = parts.next().unwrap_or_default();
    let strength = match head.split_once(':') {
        None if head == "random" => {
            let mut seed = None;
            for option in parts {
                match option.split_once('=') {
                    Some(("seed", value)) => seed = Some(whole(value)?),
                    _ => return Err(with("cli-player-random", &[("option", option.into())])),
                }
            }
            return Ok(PlayerSpec::Random { seed });
        }
        None => Strength::Nodes(count(head).ok_or_else(|| unknown(head))?),
        Some(("level", level)) => Strength::Level(level.parse().map_err(|_| no_level(level))?),
        Some(("nodes", nodes)) => Strength::Nodes(number(nodes)?),
        Some(("time", time)) => Strength::Time(Duration::from_millis(number(time)?)),
        Some(("depth", depth)) => Strength::Depth(number(depth)?.min(1_000) as u32),
        Some(_) => return Err(unknown(head)),
    };
    let mut own = BuiltIn::new(strength);
    for option in parts {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        match key {
            "weights" if !value.is_empty() => own.weights = Some(read_weights(value.as_ref())?),
            "network" if !value.is_empty() => own.network = Some(read_network(value.as_ref())?),
            "without" => own.without.push(value.parse().map_err(|_| no_feature(value))?),
            "threads" => own.threads = number(value)?.min(256) as u16,
            "table" => own.table_mb = number(value)?.min(65_536) as u32,
            "seed" => own.seed = Some(whole(value)?),
            _ => return Err(with("cli-player-options", &[("option", option.into())])),
        }
    }
    Ok(PlayerSpec::BuiltIn(own))
}

fn read_weights(path: &Path) -> std::result::Result<Weights, String> {
    let kind = load_weights(&mut Engine::new(0), path);
    let read = kind.and_then(|kind| Ok(Weights { kind, text: read_text(path)? }));
    read.map_err(|failure| match failure {
        Failure::Message(why) => why,
        Failure::BrokenPipe => named(path, &said("cli-unreadable")),
    })
}

fn read_network(path: &Path) -> std::result::Result<Vec<u8>, String> {
    let read = std::fs::read(path).map_err(|error| system_message(&error));
    let checked = read.and_then(|bytes| match Engine::new(0).load_network(&bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(english(error)),
    });
    checked.map_err(|why| named(path, &why))
}

fn named(path: &Path, why: &str) -> String {
    format!("{}: {why}", language().isolate(&path.display().to_string()))
}

/// Parses `COMMAND ARG…[,nodes=N|,time=MS]`. Any other comma belongs to the command.
/// Words are quoted as in a shell.
pub(crate) fn read_command(text: &str) -> std::result::Result<Command, String> {
    let (words, go) = split(text, |option| {
        Ok(match option.split_once('=') {
            Some(("nodes", nodes)) => Some(Go::Nodes(number(nodes)?)),
            Some(("time", time)) => Some(Go::TimeMs(number(time)?)),
            _ => None,
        })
    })?;
    if words.first().is_none_or(String::is_empty) {
        return Err(said("cli-player-command"));
    }
    Ok(Command { words, go })
}

fn unknown(head: &str) -> String {
    with("cli-player-unknown", &[("player", head.into())])
}

fn no_level(text: &str) -> String {
    with("cli-level", &[("text", text.into())])
}

fn no_feature(text: &str) -> String {
    let known: Vec<&str> = Feature::ALL.iter().map(|(_, name)| *name).collect();
    with("cli-feature", &[("text", text.into()), ("known", notation(&known.join(", ")))])
}

fn whole(text: &str) -> std::result::Result<u64, String> {
    text.parse().map_err(|_| with("cli-whole-number", &[("text", text.into())]))
}

pub(super) fn number(text: &str) -> std::result::Result<u64, String> {
    count(text).ok_or_else(|| with("cli-count", &[("text", text.into())]))
}

/// Parses a positive count such as `20000`, `20k` or `2m`.
fn count(text: &str) -> Option<u64> {
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
    use super::{BuiltIn, Go, Player, PlayerSpec, Strength};

    fn own(text: &str) -> BuiltIn {
        match text.parse::<Player>().map(|player| player.spec) {
            Ok(PlayerSpec::BuiltIn(own)) => own,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn node_counts_accept_suffixes() {
        for text in ["nodes:20000", "nodes:20k", "20000", "20k", " 20k "] {
            assert!(matches!(own(text).strength, Strength::Nodes(20_000)), "{text}");
        }
        assert!(matches!(own("2m").strength, Strength::Nodes(2_000_000)));
    }

    #[test]
    fn options_follow_commas() {
        let player = own("level:4,threads=2,table=64,seed=0,without=table,without=history");
        assert!(matches!(player.strength, Strength::Level(level) if level.number() == 4));
        assert_eq!((player.threads, player.table_mb, player.seed), (2, 64, Some(0)));
        assert_eq!(player.without.len(), 2);
    }

    #[test]
    fn a_command_may_have_commas_of_its_own() {
        let check = |text: &str, words: &[&str], go| match text.parse::<Player>() {
            Ok(Player { spec: PlayerSpec::Program(command), .. }) => {
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
        check("program:./x, time=50", &["./x"], Some(Go::TimeMs(50)));
        check("program:'./my x' \"-a b,nodes=5\"", &["./my x", "-a b,nodes=5"], None);
    }

    #[test]
    fn a_command_without_a_program_is_refused() {
        for (text, said) in [
            ("program:", "a command is missing"),
            ("program: ,time=5", "a command is missing"),
            ("program:'' x", "a command is missing"),
            ("program:./x 'y", "is not closed"),
        ] {
            let error = text.parse::<Player>().expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
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
