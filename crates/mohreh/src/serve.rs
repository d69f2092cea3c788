//! `mohreh serve`: runs the server. Settings come from flags, then the environment, then the configuration file.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_server::{Ingress, Network, Pages, REVIEW_NODES, RateLimits, Reviewers, Settings};
use serde::Deserialize;

use crate::failure::{Failure, Result, english};
use crate::files::read_text;
use crate::terminal::{laid_out, notation, text, warn, with};

const DEFAULT_ADDRESS: &str = "127.0.0.1:7373";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any that is free [default: 127.0.0.1:7373]
    #[arg(long, env = "MOHREH_ADDRESS", value_parser = read_address)]
    address: Option<SocketAddr>,
    #[command(flatten)]
    database: Database,
    /// Other nodes with the same database are found here, as nats://HOST:4222
    #[arg(long, env = "MOHREH_NATS", value_name = "URL")]
    nats: Option<String>,
    /// The address that people type, such as `https://mohreh.example`; needed behind a proxy with TLS
    #[arg(long, env = "MOHREH_PUBLIC", value_name = "URL")]
    public: Option<String>,
    /// A proxy in front tells in x-forwarded-for who asks
    #[arg(long, env = "MOHREH_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Only these proxies are believed, and as many of them as there are in a row: addresses or networks
    /// such as 127.0.0.1,10.0.0.0/8
    #[arg(long, env = "MOHREH_TRUSTED_PROXIES", value_name = "LIST", value_delimiter = ',')]
    trusted_proxies: Vec<Network>,
    /// How many computers think at once [default: 1]
    #[arg(long, env = "MOHREH_THINKERS", value_name = "N")]
    thinkers: Option<usize>,
    /// Who may have finished games reviewed by the server: nobody, everybody, or ids of people, separated by
    /// commas [default: nobody]
    #[arg(long, env = "MOHREH_REVIEWS", value_name = "WHO")]
    reviews: Option<Reviewers>,
    /// Nodes for each position of a review [default: 100000]
    #[arg(long, env = "MOHREH_REVIEW_NODES", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    review_nodes: Option<u64>,
    /// Changes a second from one address; 0 for no limit [default: 20]
    #[arg(long, env = "MOHREH_REQUESTS", value_name = "N")]
    requests: Option<u32>,
    /// Questions a second from one address, which change nothing; 0 for no limit [default: 50]
    #[arg(long, env = "MOHREH_READS", value_name = "N")]
    reads: Option<u32>,
    /// Open connections of any kind from one address; 0 for no limit [default: 200]
    #[arg(long, env = "MOHREH_CONNECTIONS", value_name = "N")]
    connections: Option<u32>,
    /// WebSockets from one address; 0 for no limit [default: 100]
    #[arg(long, env = "MOHREH_SOCKETS", value_name = "N")]
    sockets: Option<u32>,
    /// Messages a second on one connection; 0 for no limit [default: 20]
    #[arg(long, env = "MOHREH_MESSAGES", value_name = "N")]
    messages: Option<u32>,
    /// No limits at all, for load tests and private networks
    #[arg(long, env = "MOHREH_NO_LIMITS")]
    no_limits: bool,
    /// Serve /metrics, /ready and /health at this address only, such as 127.0.0.1:9373
    #[arg(long, env = "MOHREH_METRICS", value_name = "ADDRESS", value_parser = read_address)]
    metrics: Option<SocketAddr>,
    /// What is logged: error, warn, info, debug, or parts as in `warn,mohreh_server=debug` [default: info]
    #[arg(long, env = "MOHREH_LOG", value_name = "WHAT")]
    log: Option<String>,
    /// The log as JSON, a line each
    #[arg(long, env = "MOHREH_LOG_JSON")]
    log_json: bool,
    /// Hand out the page from this folder instead of the one in the program
    #[arg(long, value_name = "FOLDER")]
    pages: Option<PathBuf>,
    /// A file with settings: lines such as `address = "0.0.0.0:80"`, named like the flags
    #[arg(long, env = "MOHREH_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Where everything is kept.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// A file, or postgres://USER:PASSWORD@HOST/NAME [default: mohreh.sqlite in the user's data folder]
    #[arg(long, env = "MOHREH_DATABASE", value_name = "WHERE", hide_env_values = true)]
    database: Option<String>,
    /// A file whose first line says where the database is: a password on the command line can be seen by all
    #[arg(long, env = "MOHREH_DATABASE_FILE", value_name = "FILE", conflicts_with = "database")]
    database_file: Option<PathBuf>,
}

impl Database {
    pub(crate) fn location(&self) -> Result<String> {
        self.given()?.map_or_else(default_database, Ok)
    }

    /// The location from flags and environment.
    fn given(&self) -> Result<Option<String>> {
        if let Some(location) = &self.database
            && has_password(location)
            && std::env::args().any(|arg| arg.contains(location.as_str()))
        {
            warn(&text("cli-serve-password"));
        }
        match &self.database_file {
            None => Ok(self.database.clone()),
            Some(file) => read_location(file).map(Some),
        }
    }
}

/// Whether a URL has a password in it.
fn has_password(url: &str) -> bool {
    let user = url.split_once("://").and_then(|(_, rest)| Some(rest.rsplit_once('@')?.0));
    user.is_some_and(|user| user.contains(':'))
}

/// The location of the database that a file contains.
fn read_location(file: &Path) -> Result<String> {
    let content = read_text(file)?;
    let location = content.lines().next().unwrap_or_default().trim();
    if location.is_empty() {
        let why = Failure::new(text("cli-location-empty"));
        return Err(why.context(&file.display().to_string()));
    }
    Ok(location.to_string())
}

/// Path of `mohreh.sqlite` in the user's XDG data folder.
fn default_database() -> Result<String> {
    let folder =
        |key: &str| std::env::var_os(key).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")));
    let nowhere = || Failure::new(text("cli-no-home"));
    let file = data.ok_or_else(nowhere)?.join("mohreh/mohreh.sqlite");
    Ok(file.to_string_lossy().into_owned())
}

fn read_address(address: &str) -> std::result::Result<SocketAddr, String> {
    address.parse().map_err(|_| text("cli-address"))
}

/// Configuration file in TOML; its keys are named like the flags.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ConfigFile {
    address: Option<String>,
    database: Option<String>,
    database_file: Option<PathBuf>,
    nats: Option<String>,
    public: Option<String>,
    behind_proxy: bool,
    trusted_proxies: Vec<String>,
    thinkers: Option<usize>,
    reviews: Option<String>,
    review_nodes: Option<u64>,
    requests: Option<u32>,
    reads: Option<u32>,
    connections: Option<u32>,
    sockets: Option<u32>,
    messages: Option<u32>,
    metrics: Option<String>,
    log: Option<String>,
    log_json: bool,
    pages: Option<PathBuf>,
}

impl ConfigFile {
    fn read(path: &Path) -> Result<ConfigFile> {
        if !path.exists() {
            let why = Failure::new(text("cli-no-config"));
            return Err(why.context(&path.display().to_string()));
        }
        let content = read_text(path)?;
        toml::from_str(&content).map_err(|error| {
            let before = error.span().and_then(|span| content.get(..span.start));
            let line = before.unwrap_or_default().matches('\n').count() as u64 + 1;
            let why = error.message().trim().replace('\n', ", ");
            let path = notation(&path.display().to_string());
            let place = with("cli-config-line", &[("path", path), ("line", line.into())]);
            Failure::english(why).at(&place)
        })
    }

    fn address(&self) -> Result<Option<SocketAddr>> {
        read_setting("address", self.address.as_deref(), read_address)
    }

    fn metrics(&self) -> Result<Option<SocketAddr>> {
        read_setting("metrics", self.metrics.as_deref(), read_address)
    }

    fn reviews(&self) -> Result<Option<Reviewers>> {
        read_setting("reviews", self.reviews.as_deref(), str::parse)
    }

    fn trusted_proxies(&self) -> Result<Vec<Network>> {
        let read = |text: &String| {
            text.parse().map_err(|why| Failure::english(why).context("trusted-proxies"))
        };
        self.trusted_proxies.iter().map(read).collect()
    }
}

/// A setting of the file, with an error that names it.
fn read_setting<T>(
    name: &str,
    text: Option<&str>,
    read: impl Fn(&str) -> std::result::Result<T, String>,
) -> Result<Option<T>> {
    text.map(|text| read(text).map_err(|why| wrong_setting(name, text, &why))).transpose()
}

fn wrong_setting(name: &str, value: &str, why: &str) -> Failure {
    let value = format!("{value:?}");
    let args = [("name", name.into()), ("value", value.into()), ("why", why.into())];
    Failure::new(with("cli-setting", &args))
}

pub(crate) fn run(args: Args, embedded: Pages, out: &mut impl Write) -> Result<ExitCode> {
    let file =
        args.config.as_deref().map_or_else(|| Ok(ConfigFile::default()), ConfigFile::read)?;
    let address = file.address()?;
    let reviewers = args.reviews.or(file.reviews()?).unwrap_or_default();
    let metrics_address = args.metrics.or(file.metrics()?);
    let trusted_proxies = match args.trusted_proxies.is_empty() {
        true => file.trusted_proxies()?,
        false => args.trusted_proxies,
    };
    let pages = args.pages.or(file.pages).map_or(embedded, Pages::folder);
    pages.check().map_err(Failure::english)?;
    let usual = if args.no_limits { RateLimits::NONE } else { RateLimits::default() };
    let public = args.public.or(file.public).unwrap_or_default();
    if !public.is_empty() && !public.starts_with("http://") && !public.starts_with("https://") {
        return Err(wrong_setting("public", &public, &text("cli-public")));
    }
    let address = match args.address.or(address) {
        Some(address) => address,
        None => read_address(DEFAULT_ADDRESS).map_err(Failure::new)?,
    };
    let database = match (args.database.given()?, &file.database_file) {
        (Some(location), _) => location,
        (None, Some(path)) => read_location(path)?,
        (None, None) => file.database.map_or_else(default_database, Ok)?,
    };
    let settings = Settings {
        address,
        metrics_address,
        database,
        nats: args.nats.or(file.nats),
        ingress: Ingress {
            public_url: public,
            behind_proxy: args.behind_proxy || file.behind_proxy,
            trusted_proxies,
        },
        rate_limits: RateLimits {
            requests_per_second: args
                .requests
                .or(file.requests)
                .unwrap_or(usual.requests_per_second),
            reads_per_second: args.reads.or(file.reads).unwrap_or(usual.reads_per_second),
            connections_per_peer: args
                .connections
                .or(file.connections)
                .unwrap_or(usual.connections_per_peer),
            sockets_per_address: args.sockets.or(file.sockets).unwrap_or(usual.sockets_per_address),
            messages_per_second: args
                .messages
                .or(file.messages)
                .unwrap_or(usual.messages_per_second),
        },
        bot_threads: args.thinkers.or(file.thinkers).unwrap_or(1),
        reviewers,
        review_nodes: args.review_nodes.or(file.review_nodes).unwrap_or(REVIEW_NODES).max(1),
    };
    let log = args.log.or(file.log).unwrap_or_else(|| "info".to_string());
    start_log(&log, args.log_json || file.log_json)?;
    let mut ready = |address: SocketAddr| {
        let place = notation(&format!("http://{address}/"));
        writeln!(out, "{}", laid_out(&with("cli-serving", &[("address", place)])))?;
        out.flush()
    };
    let failed = |why: String| Failure::new(with("cli-serve-failed", &[("why", notation(&why))]));
    mohreh_server::run(&settings, pages, &mut ready).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}

fn start_log(what: &str, json: bool) -> Result<()> {
    let filter = tracing_subscriber::EnvFilter::builder()
        .parse(what)
        .map_err(|error| wrong_setting("log", what, &english(error)))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Fails if a subscriber is already installed; that one stays.
    let _ = if json { log.json().try_init() } else { log.with_target(false).try_init() };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ConfigFile, has_password, read_location};

    /// Configuration file shipped with the packages.
    const SHIPPED: &str = include_str!("../../../packaging/mohreh.toml");

    #[test]
    fn the_shipped_configuration_file_parses() {
        let file: ConfigFile = toml::from_str(SHIPPED).expect("as it is");
        assert_eq!(file.address.as_deref(), Some(super::DEFAULT_ADDRESS));
        assert!(file.public.is_none() && !file.behind_proxy);
        // With every commented-out setting enabled.
        let all: String = SHIPPED.lines().map(|line| format!("{}\n", uncommented(line))).collect();
        let file: ConfigFile = toml::from_str(&all).expect("with all settings");
        assert!(file.behind_proxy && file.log_json && file.public.is_some() && file.nats.is_some());
        assert!(file.requests.is_some() && file.sockets.is_some() && file.messages.is_some());
        assert!(file.reads.is_some() && file.connections.is_some());
        assert!(file.database_file.is_some());
        assert!(file.reviews().expect("people").is_some() && file.review_nodes.is_some());
        assert_eq!(file.trusted_proxies().expect("networks").len(), 2);
        assert!(file.metrics().expect("an address").is_some());
    }

    #[test]
    fn passwords_are_recognised() {
        for (url, has) in [
            ("postgres://sara:hush@db/games", true),
            ("postgres://sara@db:5432/games", false),
            ("postgres://db:5432/games", false),
            ("/data/a:b@c.sqlite", false),
        ] {
            assert_eq!(has_password(url), has, "{url}");
        }
    }

    #[test]
    fn the_location_of_the_database_is_read_from_a_file() {
        let file = std::env::temp_dir().join(format!("mohreh-location-{}", std::process::id()));
        std::fs::write(&file, "postgres://sara:hush@db/games \n").unwrap();
        assert_eq!(read_location(&file).unwrap(), "postgres://sara:hush@db/games");
        std::fs::write(&file, "\n").unwrap();
        assert!(read_location(&file).is_err());
        std::fs::remove_file(&file).unwrap();
    }

    /// Removes the `#` of a commented-out setting; prose has a space after its `#`.
    fn uncommented(line: &str) -> &str {
        line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line)
    }
}
