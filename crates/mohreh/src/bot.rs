//! `mohreh bot`: plays on a server as the owner of a token, with our engine or an external one.

mod api;
mod session;
mod table;
mod thinker;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use mohreh_engine::Level;
use mohreh_games::Kind;

use crate::args::kinds;
use crate::contest::{Command, read_command};
use crate::failure::{Failure, Result};
use crate::terminal;
use thinker::EngineSpec;

const EXAMPLES: &str = "\
Examples:
  mohreh bot --server https://mohreh.example --token mohreh_… --accept-open
  mohreh bot --server http://127.0.0.1:7373 --table k3x7abcd#m4n5p6q7r8s9t2u3 --level 5 --games 1
  mohreh bot --server http://127.0.0.1:7373 --engine \"./other --fast,time=500\" --kind yinsh

The token can be given as MOHREH_TOKEN instead, where other people of this machine do not see it.
POST /api/tokens of the server makes one (see its /api/openapi.json); `mohreh help engine` tells what a
program has to speak.
";

/// It plays wherever the owner of the token sits, until Ctrl+C. Draws are declined, take-backs are granted.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The server, such as `https://mohreh.example` or `http://127.0.0.1:7373`
    #[arg(long, env = "MOHREH_SERVER", value_name = "URL")]
    server: String,
    /// Trust the certificate authorities in this PEM file too, besides those of this machine.
    #[arg(long, env = "MOHREH_CA", value_name = "FILE")]
    ca: Option<PathBuf>,
    /// For whom to play: a personal token of the server.
    #[arg(long, env = "MOHREH_TOKEN", hide_env_values = true)]
    token: String,
    /// Play with another program and its arguments; `,time=MS` or `,nodes=N` tells how long it thinks
    /// [default: time=1000].
    #[arg(long, value_name = "PROGRAM", value_parser = read_command, conflicts_with = "level")]
    engine: Option<Command>,
    /// Play with our own engine at a level from 1 to 8 [default: 3].
    #[arg(long, value_name = "N")]
    level: Option<Level>,
    /// Play only this game; may be repeated.
    #[arg(long = "kind", value_name = "KIND", value_parser = kinds(), ignore_case = true)]
    kinds: Vec<Kind>,
    /// Sit down at open challenges, and agree to rematches.
    #[arg(long)]
    accept_open: bool,
    /// Sit down at no open challenge while so many games go on.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=30))]
    at_once: u8,
    /// Sit down at this table first; with its key, or as the link that was sent.
    #[arg(long, value_name = "ID#KEY", value_parser = read_link)]
    table: Option<Link>,
    /// End after so many games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
}

/// A table id with its join key, which is empty for open challenges.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Link {
    table: String,
    key: String,
}

/// Parses `ID`, `ID#KEY`, or a URL that ends in either.
fn read_link(text: &str) -> std::result::Result<Link, String> {
    let (path, key) = text.split_once('#').unwrap_or((text, ""));
    let table = path.rsplit_once("/online/").map_or(path, |(_, id)| id.trim_end_matches('/'));
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if table.is_empty() || !is_plain(table) || !is_plain(key) {
        return Err(terminal::text("cli-link"));
    }
    Ok(Link { table: table.to_string(), key: key.to_string() })
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let spec = match (&args.engine, args.level) {
        (Some(command), _) => EngineSpec::Program(command.clone()),
        (None, level) => EngineSpec::Level(level.or(Level::new(3)).unwrap_or(Level::ALL[0])),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::english(format!("the bot: {error}")))?;
    runtime.block_on(session::play(args, &spec, out))
}

#[cfg(test)]
mod tests {
    use super::{Link, read_link};

    #[test]
    fn links_parse_as_id_id_with_key_and_url() {
        let link =
            |table: &str, key: &str| Ok(Link { table: table.to_string(), key: key.to_string() });
        assert_eq!(read_link("k3x"), link("k3x", ""));
        assert_eq!(read_link("k3x#abc"), link("k3x", "abc"));
        assert_eq!(read_link("https://mohreh.example/fa/online/k3x#abc"), link("k3x", "abc"));
        assert_eq!(read_link("/en/online/k3x/"), link("k3x", ""));
        for wrong in ["", "#abc", "k3x#a b", "k3x?x=1", "http://x/#"] {
            assert!(read_link(wrong).is_err(), "{wrong}");
        }
    }
}
