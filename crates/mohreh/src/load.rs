//! `mohreh load`: load test over real sockets. Measures the latency of acknowledgements and verifies durability: the
//! server must have every acknowledged entry, once and in order. Each game has two players with a socket each, who
//! play random legal turns.

mod attack;
mod game;
mod load_error;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use mohreh_client::{Auth, Server};
use mohreh_games::Kind;
use tokio::task::JoinSet;

use crate::clock::Timer;
use crate::failure::{Failure, Result, english};
use crate::terminal::{tell_now, text, with};
use attack::{Attack, Outcomes};
use game::Table;
use load_error::{LoadError, LoadResult};
use report::Report;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server; its limits must be off (`mohreh serve --no-limits`)
    #[arg(long, default_value = "http://127.0.0.1:7373")]
    server: String,
    /// Trust the certificate authorities in this PEM file too, besides those of this machine
    #[arg(long, env = "MOHREH_CA", value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Further nodes: the second player of each game is at one of them
    #[arg(long, value_name = "URL")]
    node: Vec<String>,
    /// How many games at once, with two sockets each
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Milliseconds between two turns of a game; 0 for as fast as possible
    #[arg(long, default_value_t = 5000, value_name = "MS")]
    every: u64,
    /// How long they play
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// So many more sockets watch the first game
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// Which game
    #[arg(long, default_value_t = Kind::ALL[1])]
    kind: Kind,
    /// Servers may come and go: whoever loses the connection connects again and goes on
    #[arg(long)]
    patient: bool,
    /// Attack the server meanwhile, from other addresses of this machine
    #[arg(long, value_enum)]
    attack: Option<Attack>,
    /// How many addresses attack
    #[arg(long, default_value_t = 1, value_name = "N", requires = "attack")]
    attackers: u8,
}

/// State shared by all games.
pub(crate) struct Shared {
    servers: Vec<Server>,
    kind: Kind,
    every: Duration,
    patient: bool,
    /// Set at the end: no game begins another turn.
    stopping: AtomicBool,
    /// Open sockets.
    connected: AtomicUsize,
    report: Report,
    attacked: Outcomes,
}

pub(crate) fn run(args: Args, out: &mut impl Write) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::english(format!("threads: {error}")))?;
    runtime.block_on(load(args, out))
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Failure {
        Failure::new(error.into_sentence())
    }
}

async fn load(args: Args, out: &mut impl Write) -> Result<ExitCode> {
    let urls = std::iter::once(&args.server).chain(&args.node);
    let servers: std::result::Result<Vec<_>, String> =
        urls.map(|url| Server::with_ca(url, args.ca.as_deref())).collect();
    let shared = Arc::new(Shared {
        servers: servers.map_err(Failure::english)?,
        kind: args.kind,
        every: Duration::from_millis(args.every),
        patient: args.patient,
        stopping: AtomicBool::new(false),
        connected: AtomicUsize::new(0),
        report: Report::default(),
        attacked: Outcomes::default(),
    });
    let before = shared.servers[0].resident_bytes().await;
    tell_now(out, &counted("cli-load-opening", args.games))?;
    let mut tables = open(&shared, args.games).await?;
    let opened = shared.servers[0].resident_bytes().await;
    let sockets = shared.connected.load(Ordering::Relaxed);
    print_memory("cli-load-memory-players", before, opened, sockets, out)?;
    let watching = watch(&shared, &tables, args.watchers).await?;
    let watched = shared.servers[0].resident_bytes().await;
    print_memory("cli-load-memory-watchers", opened, watched, args.watchers, out)?;
    let attack = match args.attack {
        None => None,
        Some(attack) => {
            let attack = attack::start(&shared, &args.server, attack, args.attackers).await;
            Some(attack.map_err(Failure::new)?)
        }
    };
    tell_now(out, &with("cli-load-playing", &[("seconds", args.seconds.into())]))?;
    let timer = Timer::start();
    let mut playing = JoinSet::new();
    for (n, table) in tables.drain(..).enumerate() {
        // Stagger the starts.
        let wait = shared.every.mul_f64(n as f64 / args.games as f64);
        playing.spawn(table.play(shared.clone(), wait));
    }
    let interrupted = tokio::signal::ctrl_c();
    tokio::select! {
        () = tokio::time::sleep(Duration::from_secs(args.seconds)) => {}
        _ = interrupted => tell_now(out, &text("cli-load-interrupted"))?,
    }
    shared.stopping.store(true, Ordering::Relaxed);
    let mut tables = Vec::new();
    let mut faults = Vec::new();
    while let Some(done) = playing.join_next().await {
        match done {
            Ok(Ok(table)) => tables.push(table),
            Ok(Err(why)) => faults.push(why.into_sentence()),
            Err(error) => faults.push(english(error)),
        }
    }
    let took = timer.elapsed();
    drop((watching, attack));
    tell_now(out, &counted("cli-load-checking", tables.len()))?;
    let checked = check(&shared, tables, &mut faults).await;
    shared.report.print(took, args.watchers, out)?;
    if args.attack.is_some() {
        shared.attacked.print(out)?;
    }
    tell_now(out, &counted("cli-load-checked", checked))?;
    for why in faults.iter().take(10) {
        tell_now(out, &with("cli-load-fault", &[("why", why.as_str().into())]))?;
    }
    match faults.len() {
        0 => {
            tell_now(out, &text("cli-load-good"))?;
            Ok(ExitCode::SUCCESS)
        }
        many => Err(Failure::new(counted("cli-load-bad", many))),
    }
}

/// A sentence with a count.
fn counted(key: &str, count: usize) -> String {
    with(key, &[("count", (count as u64).into())])
}

/// Prints the growth of the server's memory divided by `many`.
fn print_memory(
    key: &str,
    before: Option<u64>,
    after: Option<u64>,
    many: usize,
    out: &mut impl Write,
) -> Result<()> {
    let (Some(before), Some(after), 1..) = (before, after, many) else { return Ok(()) };
    let many = many as u64;
    let bytes = after.saturating_sub(before) / many;
    tell_now(out, &with(key, &[("count", many.into()), ("bytes", bytes.into())]))
}

/// Opens tables with at most 64 in flight, and connects their players.
async fn open(shared: &Arc<Shared>, games: usize) -> LoadResult<Vec<Table>> {
    let mut opening = JoinSet::new();
    let (mut tables, mut begun) = (Vec::with_capacity(games), 0);
    while tables.len() < games {
        while begun < games && opening.len() < 64 {
            opening.spawn(Table::open(shared.clone(), begun));
            begun += 1;
        }
        match opening.join_next().await {
            Some(Ok(Ok(table))) => tables.push(table),
            Some(Ok(Err(why))) => return Err(why),
            Some(Err(error)) => return Err(error.to_string().into()),
            None => break,
        }
    }
    Ok(tables)
}

/// Opens spectator sockets at the first table; they close when the set is dropped.
async fn watch(shared: &Arc<Shared>, tables: &[Table], many: usize) -> LoadResult<JoinSet<()>> {
    let mut watching = JoinSet::new();
    let Some(table) = tables.first().map(|table| table.id.clone()) else { return Ok(watching) };
    for _ in 0..many {
        let mut socket = shared.servers[0].socket(Auth::Anonymous).await?;
        socket.watch(&table, 0).await?;
        let shared = shared.clone();
        watching.spawn(async move {
            while let Ok(text) = socket.next().await {
                if text.contains("\"type\":\"played\"") {
                    shared.report.watched.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    Ok(watching)
}

/// Verifies that the server has exactly what it acknowledged; returns the number of entries checked.
async fn check(shared: &Arc<Shared>, tables: Vec<Table>, faults: &mut Vec<String>) -> usize {
    let mut checking = JoinSet::new();
    let mut checked = 0;
    let mut tables = tables.into_iter();
    loop {
        while checking.len() < 64
            && let Some(table) = tables.next()
        {
            checking.spawn(table.check(shared.clone()));
        }
        match checking.join_next().await {
            Some(Ok(Ok(entries))) => checked += entries,
            Some(Ok(Err(why))) => faults.push(why.into_sentence()),
            Some(Err(error)) => faults.push(english(error)),
            None => return checked,
        }
    }
}
