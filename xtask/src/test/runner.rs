//! Runs the tests of the workspace, each in a process of its own, several at once.
//!
//! `cargo test` runs the tests of an executable in one process, one executable after the other, and reports no times on
//! a stable compiler; cargo-nextest does better, but takes longer to install than our tests to run.

use std::collections::{BTreeSet, VecDeque};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::Timed;
use crate::command::{call, cargo, target_dir};
use crate::progress::now;

/// Timeout of a test; far above what a busy machine needs.
const HANGS: Duration = Duration::from_secs(15 * 60);

/// A test executable.
pub(super) struct Program {
    /// Package and target, such as `mohreh-games zertz`.
    name: String,
    file: PathBuf,
    /// Working directory: the folder of its package.
    folder: PathBuf,
    /// Whether it is a benchmark, which runs as a whole, each measurement once.
    is_bench: bool,
}

/// Builds all targets of the workspace at once, so that every later stage finds them with the same features.
pub(super) fn build(root: &Path) -> Result<Vec<Program>, String> {
    let args = ["build", "--workspace", "--all-targets", "--message-format"];
    let mut programs = Vec::new();
    cargo(root, &args)
        .args(&["json-render-diagnostics"])
        .lines(|line| programs.extend(program(line)))?;
    programs.sort_by(|a: &Program, b: &Program| a.name.cmp(&b.name));
    match programs.is_empty() {
        true => Err("cargo has built no tests".to_string()),
        false => Ok(programs),
    }
}

/// Parses cargo's message about a test executable.
fn program(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    let file = PathBuf::from(message["executable"].as_str()?);
    let target = &message["target"];
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let name = match target["name"].as_str()? {
        target if target.replace('_', "-").ends_with(&package) => package,
        target => format!("{package} {target}"),
    };
    let is_bench = target["kind"].as_array()?.iter().any(|kind| kind == "bench");
    Some(Program { name, file, folder, is_bench })
}

impl Program {
    /// The command, with the environment that cargo would set.
    fn command(&self, libraries: &str) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.env("LD_LIBRARY_PATH", libraries).env("DYLD_FALLBACK_LIBRARY_PATH", libraries);
        command
    }

    /// The names of its tests, and how many are ignored.
    fn list(&self, libraries: &str) -> Result<(Vec<String>, usize), String> {
        let list = |more: &[&str]| -> Result<BTreeSet<String>, String> {
            let mut command = self.command(libraries);
            let output = command.args(["--list", "--format", "terse"]).args(more).output();
            let output = output.map_err(|error| format!("{}: {error}", self.file.display()))?;
            if !output.status.success() {
                return Err(format!("{} lists no tests: {}", self.file.display(), output.status));
            }
            let text = String::from_utf8_lossy(&output.stdout);
            Ok(text
                .lines()
                .filter_map(|line| line.strip_suffix(": test"))
                .map(String::from)
                .collect())
        };
        let (all, ignored) = (list(&[])?, list(&["--ignored"])?);
        Ok((all.difference(&ignored).cloned().collect(), ignored.len()))
    }
}

/// One test to run.
struct Job<'a> {
    program: &'a Program,
    /// `None` runs the whole executable.
    test: Option<String>,
}

impl Job<'_> {
    fn name(&self) -> String {
        match &self.test {
            Some(test) => format!("{} {test}", self.program.name),
            None => self.program.name.clone(),
        }
    }

    /// Runs it; returns what it skipped on this machine, or the output if it fails.
    fn run(&self, libraries: &str, env: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let mut command = self.program.command(libraries);
        if let Some(test) = &self.test {
            command.args(["--exact", test]);
        }
        command.envs(env.iter().copied()).stdin(Stdio::null());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.program.file.display()))?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        std::thread::scope(|scope| {
            let stdout = scope.spawn(|| read_all(stdout));
            let stderr = scope.spawn(|| read_all(stderr));
            let status = wait(&mut child);
            let said = [stdout, stderr].map(|part| part.join().unwrap_or_default()).concat();
            match status {
                // A program that ran no test has tested nothing.
                Ok(()) if self.test.is_some() && !said.contains("1 passed") => {
                    Err(format!("{said}\nthe test did not run"))
                }
                Ok(()) => Ok(not_tested(&said)),
                Err(why) => Err(format!("{said}\n{why}")),
            }
        })
    }
}

/// What a passed test reports as skipped: lines that begin with `NOT TESTED`.
fn not_tested(said: &str) -> Vec<String> {
    said.lines().filter(|line| line.starts_with("NOT TESTED")).map(String::from).collect()
}

fn read_all(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        // What cannot be read is missing from a report, and nothing more.
        let _ = from.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits for a test with a timeout.
fn wait(child: &mut Child) -> Result<(), String> {
    let begun = now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(status.to_string()),
            None if begun.elapsed() > HANGS => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it did not end within {} minutes", HANGS.as_secs() / 60));
            }
            None => std::thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// Runs all tests whose names contain one of `names`, or all.
pub(super) fn run(
    root: &Path,
    programs: &[Program],
    names: &[String],
    env: &[(&str, &str)],
) -> Result<Vec<Timed>, String> {
    let libraries = libraries(root)?;
    let (mut jobs, mut ignored) = (VecDeque::new(), 0);
    for program in programs {
        if program.is_bench {
            jobs.push_back(Job { program, test: None });
            continue;
        }
        let (tests, left_out) = program.list(&libraries)?;
        ignored += left_out;
        jobs.extend(tests.into_iter().map(|test| Job { program, test: Some(test) }));
    }
    jobs.retain(|job| names.is_empty() || names.iter().any(|name| job.name().contains(name)));
    let count = jobs.len();
    let jobs = Mutex::new(jobs);
    let done = Mutex::new((Vec::new(), Vec::new(), Vec::new()));
    let work = || {
        loop {
            let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(job) = next else { break };
            let begun = now();
            let result = job.run(&libraries, env);
            let (took, name) = (begun.elapsed(), job.name());
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            let (timed, failed, left_out) = &mut *done;
            timed.push(Timed { name: name.clone(), took });
            let number = timed.len();
            match result {
                Ok(not_tested) => {
                    println!("{number:4}/{count} passed {:7.2} s  {name}", took.as_secs_f64());
                    left_out.extend(not_tested);
                }
                Err(said) => {
                    println!(
                        "{number:4}/{count} FAILED {:7.2} s  {name}\n{said}",
                        took.as_secs_f64()
                    );
                    failed.push(name);
                }
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let (timed, failed, left_out) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    for what in &left_out {
        println!("{what}");
    }
    for name in &failed {
        println!("     FAILED  {name}");
    }
    println!(
        "tests: {} passed, {} failed, {ignored} skipped",
        timed.len() - failed.len(),
        failed.len()
    );
    match failed.len() {
        0 => Ok(timed),
        count => Err(format!("{count} tests failed")),
    }
}

/// Library path of proc-macro tests, which link the compiler dynamically.
fn libraries(root: &Path) -> Result<String, String> {
    let [sysroot, host] =
        ["sysroot", "target-libdir"].map(|what| call("rustc", root, &["--print", what]).output());
    let folders = [
        Path::new(sysroot?.trim()).join("lib"),
        host?.trim().into(),
        target_dir(root).join("debug/deps"),
    ];
    let joined = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    Ok(joined.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::{not_tested, program};

    #[test]
    fn what_a_test_leaves_out_is_found_in_its_output() {
        let said =
            "running 1 test\nNOT TESTED: a full disk; nothing can be mounted\n\ntest a ... ok\n";
        assert_eq!(not_tested(said), ["NOT TESTED: a full disk; nothing can be mounted"]);
        assert_eq!(not_tested("test nothing_NOT TESTED ... ok"), [""; 0]);
    }

    #[test]
    fn messages_of_cargo_are_read() {
        let message = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/x/crates/games/Cargo.toml","target":{{"name":"zertz","kind":["test"]}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let found = program(&message(true, "\"/x/target/zertz-1\"")).expect("a program");
        assert_eq!((found.name.as_str(), found.is_bench), ("games zertz", false));
        assert!(found.folder.ends_with("crates/games"));
        assert!(program(&message(false, "\"/x/target/zertz\"")).is_none());
        assert!(program(&message(true, "null")).is_none());
        assert!(program("   Compiling games").is_none());
    }
}
