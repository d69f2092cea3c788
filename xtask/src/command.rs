//! Running other programs.

use std::path::Path;
use std::process::{Command, Stdio};

/// A program with its arguments.
pub struct Call(Command);

/// Cargo, in the folder of the workspace.
pub fn cargo(root: &Path, args: &[&str]) -> Call {
    call("cargo", root, args)
}

pub fn call(program: &str, root: &Path, args: &[&str]) -> Call {
    let mut command = Command::new(program);
    command.args(args).current_dir(root);
    Call(command)
}

impl Call {
    pub fn env(mut self, key: &str, value: &str) -> Call {
        self.0.env(key, value);
        self
    }

    fn text(&self) -> String {
        let args = self.0.get_args().map(|arg| arg.to_string_lossy());
        std::iter::once(self.0.get_program().to_string_lossy())
            .chain(args)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Runs it, showing what it prints.
    pub fn run(mut self) -> Result<(), String> {
        let status = self.0.status().map_err(|error| format!("`{}`: {error}", self.text()))?;
        if status.success() { Ok(()) } else { Err(format!("`{}` failed: {status}", self.text())) }
    }

    /// Runs it, and gives its exit code.
    pub fn code(mut self) -> Result<i32, String> {
        let status = self.0.status().map_err(|error| format!("`{}`: {error}", self.text()))?;
        Ok(status.code().unwrap_or(1))
    }

    /// Runs it without a word, and tells whether it went well.
    pub fn works(mut self) -> bool {
        let quiet = self.0.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    }

    /// Runs it and takes what it prints.
    pub fn output(mut self) -> Result<String, String> {
        let output = self.0.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("`{}`: {error}", self.text()))?;
        if !output.status.success() {
            return Err(format!("`{}` failed: {}", self.text(), output.status));
        }
        String::from_utf8(output.stdout).map_err(|_| format!("`{}` printed no text", self.text()))
    }
}
