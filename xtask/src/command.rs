//! Child processes.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program with its arguments.
pub(crate) struct Call(Command);

/// Cargo, in the folder of the workspace.
pub(crate) fn cargo(root: &Path, args: &[&str]) -> Call {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    call(&cargo.to_string_lossy(), root, args)
}

pub(crate) fn call(program: &str, root: &Path, args: &[&str]) -> Call {
    let mut command = Command::new(program);
    command.args(args).current_dir(root);
    Call(command)
}

/// Cargo's target directory.
pub(crate) fn target_dir(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The first program of these names that is on the search path, or where systems keep servers and browsers
/// that are not on it.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.extend(["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"].map(PathBuf::from));
    let files = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

impl Call {
    pub(crate) fn env(mut self, key: &str, value: &str) -> Call {
        self.0.env(key, value);
        self
    }

    pub(crate) fn args(mut self, args: &[&str]) -> Call {
        self.0.args(args);
        self
    }

    /// Removes an environment variable.
    pub(crate) fn without_env(mut self, key: &str) -> Call {
        self.0.env_remove(key);
        self
    }

    fn text(&self) -> String {
        let args = self.0.get_args().map(|arg| arg.to_string_lossy());
        std::iter::once(self.0.get_program().to_string_lossy())
            .chain(args)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Runs it with inherited output.
    pub(crate) fn run(mut self) -> Result<(), String> {
        let status = self.0.status().map_err(|error| format!("`{}`: {error}", self.text()))?;
        if status.success() { Ok(()) } else { Err(format!("`{}` failed: {status}", self.text())) }
    }

    /// Runs it; returns the exit code.
    pub(crate) fn code(mut self) -> Result<i32, String> {
        let status = self.0.status().map_err(|error| format!("`{}`: {error}", self.text()))?;
        Ok(status.code().unwrap_or(1))
    }

    /// Runs it silently; returns whether it succeeded.
    pub(crate) fn works(mut self) -> bool {
        let quiet = self.0.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    }

    /// Runs it and captures standard output.
    pub(crate) fn output(mut self) -> Result<String, String> {
        let output = self.0.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("`{}`: {error}", self.text()))?;
        if !output.status.success() {
            return Err(format!("`{}` failed: {}", self.text(), output.status));
        }
        String::from_utf8(output.stdout).map_err(|_| format!("`{}` printed no text", self.text()))
    }

    /// Runs it with captured output; returns standard error.
    pub(crate) fn quietly(mut self) -> Result<String, String> {
        let output = self.0.stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("`{}`: {error}", self.text()))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => Ok(said),
            false => Err(format!("{said}\n`{}` failed: {}", self.text(), output.status)),
        }
    }

    /// Runs it and passes each line of its output to a callback.
    pub(crate) fn lines(mut self, mut each: impl FnMut(&str)) -> Result<(), String> {
        let failed = |error: std::io::Error, text: &str| format!("`{text}`: {error}");
        let text = self.text();
        let mut child =
            self.0.stdout(Stdio::piped()).spawn().map_err(|error| failed(error, &text))?;
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).split(b'\n') {
                each(&String::from_utf8_lossy(&line.map_err(|error| failed(error, &text))?));
            }
        }
        let status = child.wait().map_err(|error| failed(error, &text))?;
        if status.success() { Ok(()) } else { Err(format!("`{text}` failed: {status}")) }
    }
}
