//! `cargo xtask run`, `dev` and `page`: builds and serves the product; `dev` rebuilds the page on change.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, SystemTime};

use crate::command::call;
use crate::product::{self, DIST, Native, Page};
use crate::setup;

/// Sources of the page, watched by `dev`.
const SOURCES: [&str; 10] = [
    "crates/web",
    "crates/worker",
    "crates/site",
    "crates/draw",
    "crates/games",
    "crates/engine",
    "crates/markup",
    "crates/protocol",
    "crates/texts",
    "texts",
];

/// Builds everything and serves it.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    setup::require(root, &setup::BUILD)?;
    let program = product::build(root)?;
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match call(&program.to_string_lossy(), root, &["serve"]).args(&args).code()? {
        0 => Ok(()),
        code => std::process::exit(code),
    }
}

/// Builds the page, and nothing else.
pub(crate) fn page(root: &Path) -> Result<(), String> {
    setup::require(root, &setup::BUILD)?;
    product::build_page(root, Native::Release, Page::Whole, DIST)
}

/// Serves the page from a folder, and rebuilds it when a source changes.
pub(crate) fn dev(root: &Path, args: &[String]) -> Result<(), String> {
    setup::require(root, &setup::BUILD)?;
    let folder = crate::command::target_dir(root).join("dev-page").to_string_lossy().into_owned();
    let build = || product::build_page(root, Native::Dev, Page::Quick, &folder);
    build()?;
    product::build_binary(root, Native::Dev)?;
    let _server = Server::start(root, &folder, args)?;
    let mut seen = newest(root);
    loop {
        std::thread::sleep(Duration::from_millis(400));
        let now = newest(root);
        if now > seen {
            seen = now;
            match build() {
                Ok(()) => println!("built; load the page anew"),
                Err(why) => println!("{why}"),
            }
        }
    }
}

/// Child process, killed on drop.
struct Server(Child);

impl Server {
    fn start(root: &Path, folder: &str, args: &[String]) -> Result<Server, String> {
        let binary = Native::Dev.program(root, "mohreh");
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

/// Latest modification time of the page's sources.
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
