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
use mohreh_texts::{Language, Texts};

pub(crate) use player::{Command, Go, read_command};
pub(crate) use program::Program;

use crate::args::{GameArgs, check_lots};
use crate::failure::{Failure, Result, system_message};
use crate::terminal::{isolated, notation, tell, tell_now, text as said, texts, with};
use game_record::Side;
use match_file::{FinishedPairs, MatchFile};
use opening::Openings;
use player::{Player, PlayerSpec, number as read_count};
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

fn read_sprt(text: &str) -> std::result::Result<Sprt, String> {
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0);
    let both = text.split_once(',').and_then(|(low, high)| Some((read(low)?, read(high)?)));
    match both {
        Some((low, high)) if low < high => Ok(Sprt { low, high }),
        _ => Err(said("cli-sprt")),
    }
}

/// Default number of random opening turns in games without dice.
const OPENING_TURNS: u32 = 4;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    with_kind!(args.game.kind, G => contest::<G>(args, out))
}

fn contest<G: EngineGame>(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let plan = plan::<G>(args)?;
    // The file is the same in every language.
    let english = terms(&plan, &Texts::new(Language::English));
    let title = format!("{} against {}, {english}", args.a, args.b);
    let (mut file, done) = match &args.out {
        None => (MatchFile::none(), FinishedPairs::new()),
        Some(path) => MatchFile::open(path, &title, plan.seats, args.resume)?,
    };
    let stop = stop_when_interrupted();
    for (side, player) in [(Side::A, &args.a), (Side::B, &args.b)] {
        let args = [("side", side.said().into()), ("player", notation(&player.to_string()))];
        tell(out, &with("cli-match-player", &args))?;
    }
    tell_now(out, &isolated(&terms(&plan, &texts())))?;

    let mut scorer = Scorer::new(args.pairs, plan.seats, args.sprt);
    let done: FinishedPairs = done.into_iter().filter(|(pair, _)| *pair < args.pairs).collect();
    let known: Vec<u64> = done.keys().copied().collect();
    let mut open = true;
    for (pair, games) in done {
        open = open && scorer.add(pair, games);
    }
    if !known.is_empty() {
        tell_now(out, &with("cli-match-before", &[("count", (known.len() as u64).into())]))?;
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
                let path = notation(&path.display().to_string());
                tell(out, &with("cli-match-interrupted", &[("path", path)]))?;
            }
            None => tell(out, &said("cli-match-not-kept"))?,
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
        return Err(Failure::new(said("cli-match-dice")));
    }
    if start.seats() > 2 && args.sprt.is_some() {
        return Err(Failure::new(said("cli-match-seats")));
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
            Program::start(command).map_err(|error| {
                let (command, why) = (command.words[0].as_str(), system_message(&error));
                Failure::new(with(
                    "cli-no-start",
                    &[("command", command.into()), ("why", why.into())],
                ))
            })?;
        }
    }
    Ok(())
}

/// Conditions of the match besides the players. The English is part of the title that `--resume` compares.
fn terms<G: EngineGame>(plan: &Plan<G>, texts: &Texts) -> String {
    let setup = match &plan.openings.setup {
        None => texts.text("cli-match-drawn"),
        Some(setup) if *setup == G::Setup::default() => texts.text("cli-match-usual"),
        Some(setup) => texts.with("cli-match-setup", &[("setup", setup.to_string().into())]),
    };
    let kind = match texts.language() {
        Language::English => G::KIND.name().to_string(),
        Language::Persian => texts.text(&format!("{}-title", G::KIND)),
    };
    let args = [
        ("kind", kind.into()),
        ("setup", setup.into()),
        ("turns", plan.openings.turns.into()),
        ("seed", plan.seed.to_string().into()),
    ];
    let mut terms = vec![texts.with("cli-match-terms", &args)];
    for (side, go) in ["A", "B"].into_iter().zip(plan.go()) {
        if let Some(go) = go {
            let side = texts.with("cli-match-side", &[("side", side.into())]);
            let args = [("side", side.into()), ("go", go.to_string().into())];
            terms.push(texts.with("cli-match-go", &args));
        }
    }
    terms.join(&texts.text("say-comma"))
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
