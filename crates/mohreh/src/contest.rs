//! `mohreh match`: plays many games between two players and reports Elo and SPRT.

mod fault;
mod game_record;
mod match_file;
mod opening;
mod player;
mod program;
mod round;
mod scorer;
mod seat;
mod seeds;
mod stats;
mod tally;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use mohreh_engine::EngineGame;
use mohreh_games::{Kind, with_kind};

pub(crate) use player::{Command, Go, read_command};
pub(crate) use program::Program;

use crate::args::{GameArgs, check_lots};
use crate::failure::{Failure, Result};
use match_file::{FinishedPairs, MatchFile};
use opening::Openings;
use player::{Player, PlayerSpec};
use round::{IdlePrograms, Plan, has_dice};
use scorer::{PairResult, Scorer};
use seat::ProgramDefaults;
use stats::Sprt;

const PLAYERS: &str = "\
Players:
  level:4                   the engine at a level from 1 to 8
  nodes:20k  20k  20000     the engine, so many positions a turn
  time:1000                 the engine, so many milliseconds a turn
  depth:3                   the engine, so many steps ahead
  random                    any legal step
  program:COMMAND ARG…      another program that speaks the engine's protocol; quotes as in a shell

Options follow after commas. For the engine: weights=FILE, network=FILE, without=FEATURE (may be repeated),
threads=N, table=MB (16), seed=N. For random: seed=N. For a program: nodes=N or time=MS.

Examples:
  mohreh match nodes:20k nodes:20k,without=reductions zertz --pairs 200 --sprt 0,20
  mohreh match level:4 \"program:./other --fast,time=500\" yinsh --pairs 50 --out match.txt
  mohreh match time:200 \"program:'my engines/old' --name 'a b'\" tzaar --time 200
";

/// Games are played in pairs: the same balanced opening, or the same dice, with the seats swapped.
#[derive(clap::Args)]
#[command(after_help = PLAYERS)]
pub(crate) struct Args {
    /// The first player; all results are told from its side.
    #[arg(value_name = "A")]
    a: Player,
    /// The second player. With three or four seats it has all but one of them.
    #[arg(value_name = "B")]
    b: Player,
    #[command(flatten)]
    game: GameArgs,
    /// How many pairs to play.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Openings, dice and chance of the players follow from this number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with so many random turns [default: 4, and none where dice fall].
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(0..=100))]
    opening_turns: Option<u32>,
    /// Stop as soon as one of two advantages of A in Elo is the likelier one.
    #[arg(long, value_name = "LOW,HIGH", value_parser = read_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play so many pairs at the same time [default: one a core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1_024))]
    jobs: Option<u16>,
    /// Programs look at so many positions a turn.
    #[arg(long, default_value = "10000", value_parser = read_count, conflicts_with = "time")]
    nodes: u64,
    /// Programs think so many milliseconds a turn.
    #[arg(long, value_name = "MS", value_parser = read_count)]
    time: Option<u64>,
    /// Wait so long for a program's answer [default: 60 s; with a time, a fifth and 1 s more than it].
    #[arg(long, value_name = "MS", value_parser = read_count)]
    patience: Option<u64>,
    /// Write the games into this new file, as records.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the match in the file of --out, if there is one.
    #[arg(long, requires = "out")]
    resume: bool,
}

fn read_count(text: &str) -> std::result::Result<u64, String> {
    player::count(text).ok_or_else(|| "expected a number from 1 up, such as 500 or 20k".to_string())
}

fn read_sprt(text: &str) -> std::result::Result<Sprt, String> {
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0);
    let both = text.split_once(',').and_then(|(low, high)| Some((read(low)?, read(high)?)));
    match both {
        Some((low, high)) if low < high => Ok(Sprt { low, high }),
        _ => Err("expected two numbers, the lower one first, such as 0,20".to_string()),
    }
}

/// Default number of random opening turns in games without dice.
const OPENING_TURNS: u32 = 4;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.game.kind, G => contest::<G>(args, out))
}

fn contest<G: EngineGame>(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let plan = plan::<G>(args)?;
    let terms = terms(&plan);
    let title = format!("{} against {}, {terms}", args.a, args.b);
    let (mut file, done) = match &args.out {
        None => (MatchFile::none(), FinishedPairs::new()),
        Some(path) => MatchFile::open(path, &title, plan.seats, args.resume)?,
    };
    let stop = stop_when_interrupted();
    writeln!(out, "A: {}\nB: {}\n{terms}", args.a, args.b)?;
    out.flush()?;

    let mut scorer = Scorer::new(args.pairs, plan.seats, args.sprt);
    let done: FinishedPairs = done.into_iter().filter(|(pair, _)| *pair < args.pairs).collect();
    let known: Vec<u64> = done.keys().copied().collect();
    let mut open = true;
    for (pair, games) in done {
        open = open && scorer.add(pair, games);
    }
    if !known.is_empty() {
        writeln!(out, "{} pairs were played before", known.len())?;
        out.flush()?;
        scorer.begin();
    }
    let queue = Queue { next: AtomicU64::new(0), end: if open { args.pairs } else { 0 }, known };
    let (played, interrupted) = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..jobs(args) {
            let sender = sender.clone();
            scope.spawn(|| work(&plan, &queue, &stop, sender));
        }
        drop(sender);
        let played = scorer.receive(&receiver, &mut file);
        (played, stop.swap(true, Relaxed))
    });
    scorer.finish();
    played?;
    scorer.write(out)?;
    if interrupted && scorer.pairs() < args.pairs {
        match &args.out {
            Some(path) => {
                let path = path.display();
                writeln!(out, "interrupted; the same command with --resume goes on ({path})")?;
            }
            None => writeln!(out, "interrupted; with --out FILE a match can be resumed")?,
        }
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// A flag set by Ctrl-C. A second Ctrl-C exits at once.
fn stop_when_interrupted() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// Work queue: the numbers of the pairs that remain to be played.
struct Queue {
    next: AtomicU64,
    end: u64,
    /// Pairs already played, sorted.
    known: Vec<u64>,
}

impl Queue {
    fn take(&self) -> Option<u64> {
        loop {
            let pair = self.next.fetch_add(1, Relaxed);
            if pair >= self.end {
                return None;
            }
            if self.known.binary_search(&pair).is_err() {
                return Some(pair);
            }
        }
    }
}

/// Worker thread: plays pairs until the queue is empty, the match is stopped or the receiver is gone.
#[expect(clippy::needless_pass_by_value, reason = "the last worker to go closes the channel")]
fn work<G: EngineGame>(plan: &Plan<G>, queue: &Queue, stop: &AtomicBool, to: Sender<PairResult>) {
    let mut idle = IdlePrograms::default();
    while let Some(pair) = queue.take() {
        match plan.pair(pair, &mut idle, &|| stop.load(Relaxed)).transpose() {
            None => return,
            Some(played) => {
                if to.send(played).is_err() {
                    return;
                }
            }
        }
    }
}

fn plan<G: EngineGame>(args: &Args) -> Result<Plan<G>> {
    let players = [args.a.clone(), args.b.clone()];
    let setup = args.game.setup.parse::<G>()?;
    let start = G::start(&setup);
    let dice = has_dice::<G>(&setup);
    if dice && args.opening_turns.is_some() {
        return Err(Failure::new("--opening-turns: here dice make the games differ"));
    }
    if start.seats() > 2 && args.sprt.is_some() {
        return Err(Failure::new("--sprt: Elo is for two seats"));
    }
    let plain = args.game.setup.setup.trim().is_empty() && args.game.setup.board.is_none();
    let drawn = plain && check_lots::<G>().is_ok();
    let turns = if dice { 0 } else { args.opening_turns.unwrap_or(OPENING_TURNS) };
    let go = args.time.map_or(Go::Nodes(args.nodes), Go::TimeMs);
    let defaults = ProgramDefaults { go, timeout: args.patience.map(Duration::from_millis) };
    for player in &players {
        check(player, G::KIND).map_err(|failure| failure.context(&player.to_string()))?;
    }
    Ok(Plan {
        players,
        openings: Openings { setup: (!drawn).then_some(setup), turns },
        seats: start.seats(),
        dice,
        defaults,
        seed: args.seed,
    })
}

/// Checks that a player can be set up, to fail before the match instead of in each game.
fn check(player: &Player, kind: Kind) -> Result<()> {
    match &player.spec {
        PlayerSpec::Random { .. } => {}
        PlayerSpec::BuiltIn(own) => drop(own.engine(kind)?),
        PlayerSpec::Program(command) => {
            let started = Program::start(command);
            started
                .map_err(|error| Failure::new(format!("the program does not start: {error}")))?;
        }
    }
    Ok(())
}

/// Conditions of the match besides the players. Part of the title that `--resume` compares.
fn terms<G: EngineGame>(plan: &Plan<G>) -> String {
    let setup = match &plan.openings.setup {
        None => "setup drawn".to_string(),
        Some(setup) if *setup == G::Setup::default() => "usual setup".to_string(),
        Some(setup) => format!("setup {setup}"),
    };
    let (kind, seed, turns) = (G::KIND, plan.seed, plan.openings.turns);
    let mut terms = format!("{kind}, {setup}, {turns} random turns, seed {seed}");
    for (name, go) in ["A", "B"].into_iter().zip(plan.go()) {
        if let Some(go) = go {
            terms.push_str(&format!(", {name}: go {go}"));
        }
    }
    terms
}

/// Pairs played in parallel: by default one per core, fewer for multi-threaded players.
fn jobs(args: &Args) -> usize {
    let threads = |player: &Player| match &player.spec {
        PlayerSpec::BuiltIn(own) => usize::from(own.threads),
        _ => 1,
    };
    let wide = threads(&args.a).max(threads(&args.b));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    args.jobs.map_or((cores / wide).max(1), usize::from)
}
