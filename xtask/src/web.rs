//! The page: built, served, and built anew while somebody works on it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, SystemTime};

use crate::command::cargo;

/// Where the server takes the page from when it is built.
pub const DIST: &str = "crates/server/dist";
/// What the page is made of.
const SOURCES: [&str; 8] = [
    "crates/web",
    "crates/worker",
    "crates/site",
    "crates/draw",
    "crates/games",
    "crates/engine",
    "crates/texts",
    "texts",
];

/// Builds the page into the folder from which the server's binary takes it.
pub fn build(root: &Path) -> Result<(), String> {
    cargo(root, &["run", "--quiet", "--package", "mohreh-site", "--", DIST]).run()
}

/// Builds everything and serves it.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    println!("building (the first time takes some minutes) …");
    build(root)?;
    cargo(root, &["build", "--release", "--package", "mohreh"]).run()?;
    let mut serve = vec!["run", "--quiet", "--release", "--package", "mohreh", "--", "serve"];
    serve.extend(args.iter().map(String::as_str));
    match cargo(root, &serve).code()? {
        0 => Ok(()),
        code => std::process::exit(code),
    }
}

/// Serves the page from a folder, and builds it anew whenever something of it changes.
pub fn dev(root: &Path, args: &[String]) -> Result<(), String> {
    let out = root.join("target/dev-page");
    let folder = out.to_string_lossy().into_owned();
    let site = ["run", "--quiet", "--package", "mohreh-site", "--", &folder, "--quick"];
    cargo(root, &site).run()?;
    cargo(root, &["build", "--package", "mohreh"]).run()?;
    let _server = Server::start(root, &folder, args)?;
    let mut seen = newest(root);
    loop {
        std::thread::sleep(Duration::from_millis(400));
        let now = newest(root);
        if now > seen {
            seen = now;
            match cargo(root, &site).run() {
                Ok(()) => println!("built; load the page anew"),
                Err(why) => println!("{why}"),
            }
        }
    }
}

/// Ends with whoever started it.
struct Server(Child);

impl Server {
    fn start(root: &Path, folder: &str, args: &[String]) -> Result<Server, String> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
        let binary = target.join("debug").join("mohreh");
        let child = Command::new(&binary).args(["serve", "--pages", folder]).args(args).spawn();
        child.map(Server).map_err(|error| format!("{}: {error}", binary.display()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// When something of the page was changed last.
fn newest(root: &Path) -> SystemTime {
    fn walk(path: &Path, newest: &mut SystemTime) {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        for entry in entries.flatten() {
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() {
                walk(&entry.path(), newest);
            } else if let Ok(changed) = about.modified() {
                *newest = changed.max(*newest);
            }
        }
    }
    let mut newest = SystemTime::UNIX_EPOCH;
    for source in SOURCES {
        walk(&root.join(source), &mut newest);
    }
    newest
}
