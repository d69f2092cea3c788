//! `cargo xtask test`: everything that must hold before a change lands, one stage after the other, with a
//! summary at the end.

mod axe;
mod openapi;
mod runner;

use std::cell::OnceCell;
use std::path::Path;
use std::time::Duration;

use crate::command::{Call, call, cargo, target_dir};
use crate::product::{self, DIST, Native};
use crate::progress::now;
use crate::services::Services;
use crate::setup::{self, Need};
use crate::tidy;
use runner::Program;

/// How many tests the summary names as the slowest.
const SLOWEST: usize = 10;

/// A part of the tests.
struct Stage {
    /// Id on the command line.
    id: &'static str,
    title: &'static str,
    needs: &'static [Need],
    /// Whether its tests can be filtered by name.
    has_names: bool,
    work: fn(&Run<'_>) -> Result<Vec<Timed>, String>,
}

/// A test and how long it took.
pub(crate) struct Timed {
    pub name: String,
    pub took: Duration,
}

/// Arguments of the stages.
struct Run<'a> {
    root: &'a Path,
    /// Name filters; empty for all tests.
    names: Vec<String>,
    /// Test executables, once they and the page are built.
    built: OnceCell<Vec<Program>>,
}

impl Run<'_> {
    /// Builds everything that is tested, once: the page, and all targets of the workspace.
    fn built(&self) -> Result<&[Program], String> {
        if self.built.get().is_none() {
            let mut programs = Vec::new();
            product::check_page_beside(self.root, || {
                programs = runner::build(self.root)?;
                Ok(())
            })?;
            // Nobody else has set it: stages run one after the other.
            let _ = self.built.set(programs);
        }
        Ok(self.built.get().map(Vec::as_slice).unwrap_or_default())
    }
}

const TOOLS_OF_TESTS: &[Need] = &[Need::Postgres, Need::Nats, Need::Mount];

/// Chromium too, with which they are compared.
const FIREFOX: &[Need] = &[Need::Browser, Need::Firefox];
const WEBKIT: &[Need] = &[Need::Browser, Need::WebKit];
const FURTHER: [Need; 2] = [Need::Firefox, Need::WebKit];

const STAGES: [Stage; 12] = [
    stage("format", "code is formatted", &[Need::Rustfmt], |run| none(format(run.root))),
    stage("tidy", "what no compiler sees", &[], |run| none(tidy::run(run.root))),
    stage("build", "everything builds, the page is weighed", &[], |run| {
        none(run.built().map(drop))
    }),
    Stage { has_names: true, ..stage("tests", "tests", TOOLS_OF_TESTS, tests) },
    stage("doctests", "examples in the documentation", &[], |run| none(doc_tests(run.root))),
    stage("api", "the interface is as it is described", &[Need::Python], |run| {
        run.built()?;
        none(openapi::run(run.root))
    }),
    Stage {
        has_names: true,
        ..stage("browser", "tests in a browser", &[Need::Browser, Need::Python], browser)
    },
    Stage { has_names: true, ..stage("firefox", "tests in Firefox", FIREFOX, firefox) },
    Stage { has_names: true, ..stage("webkit", "tests in WebKit", WEBKIT, webkit) },
    stage("clippy", "clippy", &[Need::Clippy], |run| none(clippy(run.root))),
    stage("docs", "documentation", &[], |run| none(documentation(run.root))),
    stage("fuzz", "fuzz targets compile", &[], |run| none(fuzz(run.root))),
];

const fn stage(
    id: &'static str,
    title: &'static str,
    needs: &'static [Need],
    work: fn(&Run<'_>) -> Result<Vec<Timed>, String>,
) -> Stage {
    Stage { id, title, needs, has_names: false, work }
}

fn none(done: Result<(), String>) -> Result<Vec<Timed>, String> {
    done.map(|()| Vec::new())
}

/// Result of a stage.
enum Outcome {
    Passed,
    Failed,
    /// A prerequisite is not available on this machine.
    NotRun,
}

/// Words that are stage ids select those; all others filter tests by name, and select the stages whose tests have
/// names.
fn choose(filters: &[String]) -> (Vec<&'static Stage>, Vec<String>) {
    let is_id = |word: &String| STAGES.iter().any(|stage| stage.id == word);
    let (ids, names): (Vec<String>, Vec<String>) = filters.iter().cloned().partition(is_id);
    let is_chosen = |stage: &&Stage| {
        let named = ids.iter().any(|id| id == stage.id);
        named || filters.is_empty() || !names.is_empty() && ids.is_empty() && stage.has_names
    };
    (STAGES.iter().filter(is_chosen).collect(), names)
}

pub(crate) fn list() -> String {
    STAGES.iter().map(|stage| format!("  {:12} {}\n", stage.id, stage.title)).collect()
}

pub(crate) fn run(root: &Path, filters: &[String]) -> Result<(), String> {
    let (stages, names) = choose(filters);
    let mut needs = setup::BUILD.to_vec();
    needs.extend(stages.iter().flat_map(|stage| stage.needs));
    needs.dedup();
    let missing = setup::provide(root, &needs)?;
    if let Some((_, why)) = missing.iter().find(|(need, _)| setup::BUILD.contains(need)) {
        return Err(why.clone());
    }
    let run = Run { root, names, built: OnceCell::new() };
    let mut results = Vec::new();
    let mut tests = Vec::new();
    for (number, stage) in (1..).zip(&stages) {
        println!("\n── {number} of {}: {}", stages.len(), stage.title);
        let (begun, cpu) = (now(), cpu_time());
        let lacks = missing.iter().find(|(need, _)| stage.needs.contains(need));
        let outcome = match lacks {
            Some((need, why)) if is_ci() && !FURTHER.contains(need) => {
                println!("failed: {why}");
                Outcome::Failed
            }
            Some((_, why)) => {
                println!("NOT RUN: {why}");
                Outcome::NotRun
            }
            None => match (stage.work)(&run) {
                Ok(timed) => {
                    tests.extend(timed);
                    Outcome::Passed
                }
                Err(why) => {
                    println!("failed: {why}");
                    Outcome::Failed
                }
            },
        };
        let cpu = cpu_time().zip(cpu).map(|(after, before)| after.saturating_sub(before));
        results.push((*stage, outcome, begun.elapsed(), cpu));
    }
    let passed = results.iter().all(|(_, outcome, ..)| matches!(outcome, Outcome::Passed));
    if passed && tests.is_empty() && !run.names.is_empty() {
        return Err(format!("no test has {} in its name", run.names.join(" or ")));
    }
    summary(&results, tests)
}

fn summary(
    results: &[(&Stage, Outcome, Duration, Option<Duration>)],
    mut tests: Vec<Timed>,
) -> Result<(), String> {
    tests.sort_by_key(|test| std::cmp::Reverse(test.took));
    if !tests.is_empty() {
        println!("\n── slowest tests");
        for test in tests.iter().take(SLOWEST) {
            println!("{:7.1} s  {}", test.took.as_secs_f64(), test.name);
        }
    }
    println!("\n── summary");
    let in_cpu = |cpu: Option<Duration>| {
        cpu.map_or(String::new(), |cpu| format!("{:8.1} s of CPU", cpu.as_secs_f64()))
    };
    let (mut failed, mut not_run) = (0, 0);
    for (stage, outcome, took, cpu) in results {
        let mark = match outcome {
            Outcome::Passed => "passed ",
            Outcome::Failed => "FAILED ",
            Outcome::NotRun => "NOT RUN",
        };
        failed += usize::from(matches!(outcome, Outcome::Failed));
        not_run += usize::from(matches!(outcome, Outcome::NotRun));
        println!("{mark}  {:36} {:6.1} s {}", stage.title, took.as_secs_f64(), in_cpu(*cpu));
    }
    let total: Duration = results.iter().map(|(_, _, took, _)| *took).sum();
    let cpu = results.iter().map(|(.., cpu)| *cpu).sum::<Option<Duration>>();
    println!("         {:36} {:6.1} s {}", "in all", total.as_secs_f64(), in_cpu(cpu));
    if not_run > 0 {
        println!(
            "{not_run} of {} stages did NOT RUN: what they need is missing, see above",
            results.len()
        );
    }
    println!(
        "stages: {} passed, {failed} failed, {not_run} skipped",
        results.len() - failed - not_run
    );
    match failed {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} stages failed; look above for each", results.len())),
    }
}

/// Under CI a skipped stage is a failure, but for those of further browsers, which not every system has.
fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false")
}

/// CPU time of all children that have ended; Linux only.
fn cpu_time() -> Option<Duration> {
    /// The unit of `/proc`, the same on every Linux.
    const TICKS_PER_SECOND: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may have spaces; cutime and cstime are fields 16 and 17, state is field 3.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

fn format(root: &Path) -> Result<(), String> {
    cargo(root, &["fmt", "--all", "--check"]).run()?;
    cargo(root, &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]).run()
}

fn clippy(root: &Path) -> Result<(), String> {
    cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).run()
}

/// With a PostgreSQL and a NATS of their own.
fn tests(run: &Run<'_>) -> Result<Vec<Timed>, String> {
    let built = run.built()?;
    let services = Services::start(run.root)?;
    let env = [("MOHREH_TEST_POSTGRES", &services.postgres), ("MOHREH_TEST_NATS", &services.nats)];
    runner::run(run.root, built, &run.names, &env.map(|(key, value)| (key, value.as_str())))
}

/// The page, played in a real browser.
fn browser(run: &Run<'_>) -> Result<Vec<Timed>, String> {
    let axe = axe::script(run.root)?;
    trial(run, &[], Some(("MOHREH_AXE", &axe.to_string_lossy())))
}

fn firefox(run: &Run<'_>) -> Result<Vec<Timed>, String> {
    trial(run, &["--engine", "firefox"], None)
}

fn webkit(run: &Run<'_>) -> Result<Vec<Timed>, String> {
    trial(run, &["--engine", "webkit"], None)
}

/// Runs the program of the browser tests.
fn trial(
    run: &Run<'_>,
    args: &[&str],
    variable: Option<(&str, &str)>,
) -> Result<Vec<Timed>, String> {
    run.built()?;
    let call = || {
        let call = trial_call(run.root)?.args(args);
        Ok::<_, String>(match variable {
            Some((name, value)) => call.env(name, value),
            None => call,
        })
    };
    let list = call()?.args(&["--list"]).output()?;
    let names = run.names.iter().filter(|name| list.contains(name.as_str()));
    let only: Vec<&str> = names.flat_map(|name| ["--only", name.as_str()]).collect();
    if only.is_empty() && !run.names.is_empty() {
        return Ok(Vec::new());
    }
    let mut tests = Vec::new();
    call()?.args(&only).lines(|line| {
        println!("{line}");
        tests.extend(timed(line));
    })?;
    Ok(tests)
}

fn trial_call(root: &Path) -> Result<Call, String> {
    let program = Native::Dev.program(root, "mohreh-trial").to_string_lossy().into_owned();
    let mut trial = call(&program, root, &["--pages", DIST]);
    let browser = setup::browser().ok_or("there is no browser")?;
    let others = [("FIREFOX", setup::firefox()), ("WEBKIT", setup::webkit())];
    for (name, path) in others.into_iter().chain([("BROWSER", Some(browser))]) {
        if let Some(path) = path {
            trial = trial.env(&format!("MOHREH_TEST_{name}"), &path.to_string_lossy());
        }
    }
    Ok(trial)
}

/// `cargo xtask pictures`: takes the reference pictures of the browser tests anew.
pub(crate) fn pictures(root: &Path) -> Result<(), String> {
    let mut needs = setup::BUILD.to_vec();
    needs.push(Need::Browser);
    setup::require(root, &needs)?;
    Run { root, names: Vec::new(), built: OnceCell::new() }.built()?;
    trial_call(root)?.args(&["--renew"]).run()
}

/// Reads a line such as `online_chat   passed   2.4 s`.
fn timed(line: &str) -> Option<Timed> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [name, "passed", seconds, "s"] => {
            let took = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
            Some(Timed { name: format!("browser: {name}"), took })
        }
        _ => None,
    }
}

fn doc_tests(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--workspace", "--doc"]).run()
}

fn documentation(root: &Path) -> Result<(), String> {
    let args = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    cargo(root, &args).env("RUSTDOCFLAGS", "-D warnings").run()
}

/// Only whether they compile: fuzzing itself has no end, and needs a nightly compiler.
fn fuzz(root: &Path) -> Result<(), String> {
    let args = ["check", "--manifest-path", "fuzz/Cargo.toml", "--no-default-features"];
    let target = target_dir(root).join("fuzz");
    let check = cargo(root, &args).env("CARGO_TARGET_DIR", &target.to_string_lossy());
    check.env("RUSTFLAGS", "-D warnings").run()
}

#[cfg(test)]
mod tests {
    use super::{STAGES, choose, timed};

    fn chosen(filters: &[&str]) -> (Vec<&'static str>, Vec<String>) {
        let filters: Vec<String> = filters.iter().map(ToString::to_string).collect();
        let (stages, names) = choose(&filters);
        (stages.iter().map(|stage| stage.id).collect(), names)
    }

    #[test]
    fn filters_choose_stages_by_id_and_tests_by_name() {
        assert_eq!(chosen(&[]).0.len(), STAGES.len());
        assert_eq!(chosen(&["clippy"]), (vec!["clippy"], vec![]));
        let named = vec!["tests", "browser", "firefox", "webkit"];
        assert_eq!(chosen(&["z20"]), (named, vec!["z20".to_string()]));
        assert_eq!(chosen(&["browser", "online"]), (vec!["browser"], vec!["online".to_string()]));
    }

    #[test]
    fn lines_of_the_browser_tests_are_read() {
        let test = timed("touch_phone_fa_zertz       passed    2.4 s").expect("a line");
        assert_eq!(
            (test.name.as_str(), test.took.as_millis()),
            ("browser: touch_phone_fa_zertz", 2400)
        );
        assert!(timed("71 passed, 0 failed, 300 s").is_none());
        assert!(timed("    first visit to /fa/: 12 requests").is_none());
    }
}
