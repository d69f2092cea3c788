//! The program as a child process.

// Each test binary has its own copy, and uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs `mohreh` with arguments and standard input.
pub(crate) fn mohreh(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mohreh"))
        .env("LC_ALL", "C")
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A command that reads no input may have exited already (broken pipe).
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// Standard output; asserts success.
pub(crate) fn prints(args: &[&str], input: &str) -> String {
    let output = mohreh(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Standard error; asserts failure without a panic.
pub(crate) fn refuses(args: &[&str]) -> String {
    let output = mohreh(args, "");
    assert!(!output.status.success(), "{args:?} should be refused");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// A scratch path, one per test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Commands listed in `--help`.
pub(crate) fn commands() -> Vec<String> {
    let help = prints(&["--help"], "");
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| {
        // A line with deeper indentation continues a description.
        let name = line.strip_prefix("  ")?.split_whitespace().next()?;
        line[2..].starts_with(name).then(|| name.to_string())
    });
    names.filter(|name| name != "help").collect()
}
