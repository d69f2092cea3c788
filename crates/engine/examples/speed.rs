//! Speed of the engine: `speed` searches the positions of `mohreh bench` and prints nodes and seconds
//! per game; `speed THREADS MS` searches each for a fixed time. `cargo xtask bench` runs it native and
//! as wasm.

use std::time::{Duration, Instant};

use mohreh_engine::{Engine, EngineGame, Limits};
use mohreh_games::record::{RecordError, line_parts, replay};
use mohreh_games::{Kind, with_kind};

fn main() -> Result<(), RecordError> {
    let mut args = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let threads = args.next().unwrap_or(1) as usize;
    let time = args.next().map(Duration::from_millis);
    for &kind in Kind::ALL {
        let mut nodes = 0;
        let start = now();
        let positions = with_kind!(kind, G => G::BENCH);
        for line in positions.lines().filter(|line| !line.starts_with('#')) {
            let Some((depth, record)) = line.split_once(' ') else { continue };
            let (_, setup, steps) = line_parts(record)?;
            let depth = depth.parse().ok();
            nodes += with_kind!(kind, G => count::<G>(depth, setup, steps, threads, time))?;
        }
        println!("{kind} {nodes} {:.4}", start.elapsed().as_secs_f64());
    }
    Ok(())
}

fn count<G: EngineGame>(
    depth: Option<u32>,
    setup: &str,
    steps: &str,
    threads: usize,
    time: Option<Duration>,
) -> Result<u64, RecordError> {
    let game: G = replay(setup, steps.split_ascii_whitespace(), |_| {})?;
    let engine = Engine::new(16 << 20).with_threads(threads);
    let depth = if time.is_some() { None } else { depth };
    let limits = Limits { depth, ..Limits::default() };
    let start = now();
    let timed_out = || time.is_some_and(|time| start.elapsed() >= time);
    Ok(engine.think(&game, &limits, &timed_out, &mut |_| {}).report.nodes)
}

#[expect(clippy::disallowed_methods, reason = "a program that times")]
fn now() -> Instant {
    Instant::now()
}
