//! `mohreh serve` as a child process: `Up` if it starts, `refusal` if it must not.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use mohreh_client::Server;

use crate::signal;

const PROGRAM: &str = env!("CARGO_BIN_EXE_mohreh");

/// Attempts and interval of every wait: one minute in total.
const MAX_POLLS: u32 = 3000;
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Temporary folder with a minimal page, removed on drop.
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mohreh-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("pages")).unwrap();
        std::fs::write(path.join("pages/sw.js"), "").unwrap();
        Folder(path.canonicalize().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Command prefix that drops root's capabilities; empty for other users.
#[cfg(target_os = "linux")]
pub(crate) fn unprivileged() -> Vec<&'static str> {
    let id = Command::new("id").arg("-u").output().unwrap().stdout;
    match id.trim_ascii() {
        b"0" => vec!["setpriv", "--bounding-set=-all", "--inh-caps=-all"],
        _ => vec![],
    }
}

/// `mohreh serve` on a free port with a database in the folder, unless `args` say otherwise. `by` is a command prefix.
pub(crate) fn command(by: &[&str], folder: &Folder, args: &[&str]) -> Command {
    let all = [by, &[PROGRAM, "serve"], args].concat();
    let mut command = Command::new(all[0]);
    command.args(&all[1..]).current_dir(&folder.0);
    for (key, _) in std::env::vars_os() {
        if key.to_string_lossy().starts_with("MOHREH_") {
            command.env_remove(key);
        }
    }
    command.env("MOHREH_DATABASE", folder.0.join("mohreh.sqlite"));
    command.env("MOHREH_ADDRESS", "127.0.0.1:0").env("LC_ALL", "C");
    if !args.contains(&"--pages") {
        command.args(["--pages", folder.0.join("pages").to_str().unwrap()]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The error message of a server that must not start.
pub(crate) fn refused(folder: &Folder, args: &[&str]) -> String {
    refused_by(&[], folder, args)
}

pub(crate) fn refused_by(by: &[&str], folder: &Folder, args: &[&str]) -> String {
    refusal(command(by, folder, args))
}

/// Asserts that it exits with code 2 and one clean sentence on standard error; returns that.
pub(crate) fn refusal(mut command: Command) -> String {
    let mut child = command.spawn().unwrap();
    let ended = (0..MAX_POLLS).find_map(|_| {
        sleep(POLL_INTERVAL);
        child.try_wait().unwrap()
    });
    let _ = child.kill();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let code = ended.and_then(|status| status.code());
    assert_eq!((code, output.stdout.as_slice()), (Some(2), &b""[..]), "{command:?}: {said}");
    // A password in the arguments is warned about first.
    let said = match said.split_once('\n') {
        Some((warning, rest)) if warning.starts_with("warning: ") => rest,
        _ => &said,
    };
    let sentence = said.strip_prefix("error: ").and_then(|said| said.strip_suffix('\n'));
    let sentence = sentence.unwrap_or_else(|| panic!("{said}")).to_string();
    for junk in ["\n", "os error", "code: ", "panicked", "Error", "Err(", "Some(", "  "] {
        assert!(!sentence.contains(junk), "{junk:?} in: {sentence}");
    }
    sentence
}

/// A running server, killed on drop.
pub(crate) struct Up {
    pub child: Child,
    pub server: Server,
    log: Arc<Mutex<String>>,
}

impl Up {
    pub(crate) fn start(folder: &Folder, by: &[&str], args: &[&str]) -> Up {
        Up::try_start(folder, by, args).unwrap_or_else(|said| panic!("{said}"))
    }

    /// Starts it, or returns its log.
    pub(crate) fn try_start(folder: &Folder, by: &[&str], args: &[&str]) -> Result<Up, String> {
        let mut child = command(by, folder, args).spawn().unwrap();
        let log = Arc::<Mutex<String>>::default();
        let (mut errors, told) = (BufReader::new(child.stderr.take().unwrap()), log.clone());
        let listening = std::thread::spawn(move || {
            let mut line = String::new();
            while errors.read_line(&mut line).is_ok_and(|read| read > 0) {
                *told.lock().unwrap() += &std::mem::take(&mut line);
            }
        });
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        match said.split_whitespace().find(|word| word.starts_with("http://")) {
            Some(url) => Ok(Up { child, server: Server::new(url).unwrap(), log }),
            None => {
                child.wait().unwrap();
                listening.join().unwrap();
                Err(std::mem::take(&mut log.lock().unwrap()))
            }
        }
    }

    /// Waits until the log contains `what`.
    pub(crate) fn says(&self, what: &str) {
        let said = (0..MAX_POLLS).any(|_| {
            sleep(POLL_INTERVAL);
            self.log.lock().unwrap().contains(what)
        });
        assert!(said, "{what}: {}", self.log.lock().unwrap());
    }

    /// Terminates it with SIGTERM and waits for a clean exit.
    pub(crate) fn end(mut self) {
        signal::send("TERM", &self.child);
        assert!(self.child.wait().unwrap().success(), "{}", self.log.lock().unwrap());
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
