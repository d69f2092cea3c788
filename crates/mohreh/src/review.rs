//! `mohreh review`: verdicts on every turn of a game, an annotated record and a graph.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::ProgressBar;
use mohreh_engine::{Engine, Level};
use mohreh_games::{Record, Seat};
use mohreh_review::{Fault, Judged, Labels, Review, Verdict, annotate, graph, judge, positions};

use crate::failure::{Failure, Result};
use crate::files::{check_new, read_text, records, write_atomic};
use crate::terminal::{is_right_to_left, notation, tell, text, texts, with, wrong};

/// The loss of win chance decides: from 6 % on a turn is an inaccuracy, from 12 % a mistake, from 22 % a blunder. With
/// dice, luck is told from skill. The same nodes give the same verdicts on every machine.
///
/// Ctrl-C ends it with the verdicts so far.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File with one or more records.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Look at so many positions for each turn.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Write the record with best turns as variations and verdicts as comments into this new file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the win chance as an SVG picture in this new file; of further games in NAME-2.svg and so on.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    for path in args.out.iter().chain(&args.svg) {
        check_new(path)?;
    }
    let name = args.file.display().to_string();
    let source = read_text(&args.file)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // If the handler cannot be set, Ctrl-C kills the process as usual.
    let _ = ctrlc::set_handler(move || flag.store(true, Relaxed));
    let stop = || interrupted.load(Relaxed);
    // The size of the page's table: another one may give other verdicts.
    let engine = Engine::new(Level::TABLE_BYTES);
    let (mut annotated, mut all_good) = (Vec::new(), true);
    for (number, record) in (1u32..).zip(records(&source)) {
        let place = [("name", notation(&name)), ("number", number.into())];
        let place = with("cli-game-number", &place);
        let mut record = match record {
            Ok(record) => record,
            Err(error) => {
                tell(out, &format!("{place}: {}", wrong(&error)))?;
                all_good = false;
                continue;
            }
        };
        record.keep_history();
        let judged = judge_all(&engine, &record, args.nodes, &stop);
        let review = Review::new(&record, args.nodes, &judged);
        tell(out, &place)?;
        print(&review, &record, out)?;
        if let Some(path) = &args.svg {
            write_atomic(&numbered(path, number), &picture(&review, &record))?;
        }
        annotate(&mut record, &review, &comment).map_err(|error| Failure::new(wrong(&error)))?;
        record.set_header(Review::HEADER, &Review::header(args.nodes, &judged))?;
        annotated.push(record.to_string());
        if stop() {
            break;
        }
    }
    if let Some(path) = args.out.as_ref().filter(|_| !annotated.is_empty()) {
        write_atomic(path, &annotated.join("\n"))?;
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn judge_all(engine: &Engine, record: &Record, nodes: u64, stop: &dyn Fn() -> bool) -> Vec<Judged> {
    let plies = positions(record);
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(plies.len() as u64),
        false => ProgressBar::hidden(),
    };
    let mut judged = Vec::new();
    for ply in plies {
        if stop() {
            break;
        }
        judged.extend(judge(engine, record, ply, nodes, stop));
        bar.inc(1);
    }
    bar.finish_and_clear();
    judged
}

/// `NAME.svg`, then `NAME-2.svg`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{end}"))
}

/// A chance in per cent, in the digits of the language.
fn percent(chance: u32) -> String {
    with("cli-percent", &[("n", ((chance + 50) / 100).into())])
}

fn comment(verdict: &Verdict) -> String {
    let fault = verdict.fault().map_or(String::new(), fault_name);
    let args = [
        ("fault", fault.into()),
        ("before", percent(verdict.best).into()),
        ("after", percent(verdict.played.unwrap_or_default()).into()),
        ("best", notation(&verdict.best_turn.join(" "))),
    ];
    // In files there are no isolates around notation.
    let plain = |c: &char| !matches!(c, '\u{2066}'..='\u{2069}');
    with("cli-review-comment", &args).chars().filter(plain).collect()
}

fn fault_name(fault: Fault) -> String {
    text(match fault {
        Fault::Inaccuracy => "cli-inaccuracy",
        Fault::Mistake => "cli-mistake",
        Fault::Blunder => "cli-blunder",
    })
}

fn player(record: &Record, seat: Seat) -> String {
    let name = record.header(&format!("player {}", seat.number()));
    name.map_or_else(|| texts().seat_name(record.kind().name(), seat), ToString::to_string)
}

/// A line for each turn, then the totals of each player.
fn print(review: &Review, record: &Record, out: &mut impl Write) -> Result<()> {
    for verdict in review.verdicts.iter().filter(|verdict| verdict.node.is_some()) {
        let end = verdict.node.map_or(verdict.ply, |node| record.tree().ply(node));
        let steps = record.steps().get(verdict.ply..end).unwrap_or_default().join(" ");
        let sign = verdict.fault().map_or("", Fault::sign);
        let after = verdict.played.map_or("-".to_string(), percent);
        let before = percent(verdict.best);
        let turn = with("cli-number", &[("n", (verdict.turn as u64).into())]);
        let steps = notation(&format!("{steps}{sign}"));
        let args = [
            ("turn", turn.into()),
            ("steps", steps),
            ("before", before.into()),
            ("after", after.into()),
            ("best", notation(&verdict.best_turn.join(" "))),
        ];
        let key = if sign.is_empty() { "cli-review-turn" } else { "cli-review-fault" };
        tell(out, &with(key, &args))?;
    }
    for seat in (0..review.seats()).map(Seat::new) {
        let summary = review.summary(seat);
        let [inaccuracies, mistakes, blunders] = summary.faults;
        let mut line = with(
            "cli-review-player",
            &[
                ("name", player(record, seat).into()),
                ("accuracy", with("cli-percent", &[("n", summary.accuracy.into())]).into()),
                ("inaccuracies", inaccuracies.into()),
                ("mistakes", mistakes.into()),
                ("blunders", blunders.into()),
            ],
        );
        if let Some(luck) = summary.luck {
            let key = if luck < 0 { "cli-review-bad-luck" } else { "cli-review-luck" };
            let args = [
                ("luck", percent(luck.unsigned_abs()).into()),
                ("lost", percent(summary.lost).into()),
            ];
            line = format!("{line} {}", with(key, &args));
        }
        tell(out, &line)?;
    }
    Ok(())
}

fn picture(review: &Review, record: &Record) -> String {
    let seats: Vec<String> =
        (0..review.seats()).map(|seat| player(record, Seat::new(seat))).collect();
    let title = match review.seats() {
        2 => with("cli-graph-title", &[("name", seats[0].clone().into())]),
        _ => text("cli-graph-title-all"),
    };
    let faults = review.faults().count() as u64;
    let last = review.verdicts.last().map_or(0, |verdict| verdict.turn as u64);
    let description = with("cli-graph-about", &[("turns", last.into()), ("faults", faults.into())]);
    let number = |n: u32| with("cli-number", &[("n", n.into())]);
    let labels = Labels {
        title,
        turns: text("cli-graph-turns"),
        seats,
        faults: Fault::ALL.map(fault_name),
        description,
        number: &number,
        is_right_to_left: is_right_to_left(),
    };
    graph(review, &labels)
}
