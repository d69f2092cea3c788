//! Signals for child processes.

use std::process::{Child, Command};

/// Sends a signal such as `INT`. `kill` is built into every shell; as a program it is missing on small systems.
pub(crate) fn send(signal: &str, child: &Child) {
    let kill = format!("kill -{signal} {}", child.id());
    let status = Command::new("sh").args(["-c", &kill]).status().expect("a shell");
    assert!(status.success(), "{kill}: {status}");
}
