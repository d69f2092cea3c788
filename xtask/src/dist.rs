//! `cargo xtask dist`: release artefacts. A static binary for each target, as an archive and as a Debian package, with
//! manual pages, completions and checksums. Builds are reproducible.

mod archive;
mod build;
mod deb;
mod notices;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::command::{call, cargo, target_dir};
use crate::product::{self, DIST, Native, Page};
use crate::setup::{self, Need};
use crate::target::{Compiler, TARGETS, Target};
use archive::{Tree, gzip, sum_line};

const HELP: &str = "\
cargo xtask dist            builds what people install, into target/dist: archives, packages for Debian, sums
cargo xtask dist --check    the same, then once more from a clone in another folder, with another Cargo home;
                            the sums must be the same
cargo xtask dist --quick    without optimisation and with the page that was built last, to try the packaging";

const VERSION: &str = env!("CARGO_PKG_VERSION");
const SUMS: &str = "SHA256SUMS";

/// Files copied into every archive, relative to the root.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "README.fa.md",
    "CHANGELOG.md",
    "LICENSE",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "packaging/mohreh.service",
    "packaging/mohreh.toml",
];
const CONTAINERFILE: &str = "packaging/Containerfile";
const FONT_LICENCE: &str = "crates/site/assets/fonts/LICENSE-Vazirmatn.txt";

/// A shell, the name of its completions in an archive, and where Debian keeps them.
#[derive(Clone, Copy)]
struct Shell {
    name: &'static str,
    file: &'static str,
    installed: &'static str,
}

const SHELLS: [Shell; 3] = [
    Shell {
        name: "bash",
        file: "completions/mohreh.bash",
        installed: "usr/share/bash-completion/completions/mohreh",
    },
    Shell {
        name: "zsh",
        file: "completions/_mohreh",
        installed: "usr/share/zsh/vendor-completions/_mohreh",
    },
    Shell {
        name: "fish",
        file: "completions/mohreh.fish",
        installed: "usr/share/fish/vendor_completions.d/mohreh.fish",
    },
];

/// Sources and output folder of a build.
struct Plan<'a> {
    root: &'a Path,
    /// Cargo's target directory.
    build: PathBuf,
    /// Time of the last commit, in Unix seconds.
    seconds: u64,
    quick: bool,
    metadata: Value,
}

/// Contents shared by all targets.
struct Product<'a> {
    root: &'a Path,
    version: &'static str,
    seconds: u64,
    notices: String,
    /// Manual pages by name.
    pages: Vec<(String, Vec<u8>)>,
    completions: Vec<(Shell, String)>,
}

pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let (mut check, mut quick) = (false, false);
    for arg in args {
        match arg.as_str() {
            "--check" => check = true,
            "--quick" => quick = true,
            "--help" | "-h" => {
                println!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("unknown argument `{other}`\n\n{HELP}")),
        }
    }
    if check {
        check_committed(root)?;
    }
    let out = build_all(root, quick)?;
    if check { check_again(root, &out, quick) } else { Ok(()) }
}

/// Builds everything; returns the output folder.
fn build_all(root: &Path, quick: bool) -> Result<PathBuf, String> {
    let targets = set_up(root)?;
    let target = target_dir(root);
    if !quick || !root.join(DIST).join("sw.js").exists() {
        println!("building the page …");
        product::build_page(root, Native::Release, Page::Whole, DIST)?;
    }
    let plan = Plan {
        root,
        build: target.join("dist-build"),
        seconds: seconds(root)?,
        quick,
        metadata: build::metadata(root)?,
    };
    let mut binaries = Vec::new();
    for (target, compiler) in &targets {
        println!("building for {} …", target.triple());
        binaries.push((*target, build::binary(&plan, target, compiler)?));
    }
    let product = product(&plan, &binaries)?;
    let mut files = Vec::new();
    for (target, path) in &binaries {
        let binary = read_at(path)?;
        let name = folder_name(VERSION, target);
        let archive = gzip(&contents(&product, &binary)?.tar(&name, product.seconds)?)?;
        files.push((format!("{name}.tar.gz"), archive));
        files.push((deb::name(VERSION, target), deb::package(&product, target, &binary)?));
    }
    write(&target.join("dist"), files)
}

/// Targets that can be built here, each with its C compiler; at least one.
fn set_up(root: &Path) -> Result<Vec<(Target, Compiler)>, String> {
    setup::require(root, &setup::BUILD)?;
    // What is still missing is named below.
    setup::provide(root, &[Need::MuslCompiler])?;
    let mut targets = Vec::new();
    for target in TARGETS {
        match target.compiler(root) {
            Some(compiler) => targets.push((target, compiler)),
            None => println!("NOT built for {}: {}", target.processor, target.package().sentence()),
        }
    }
    if targets.is_empty() {
        return Err("there is no C compiler for any machine; look above for what brings one".into());
    }
    for (target, _) in &targets {
        build::add_library(root, target)?;
    }
    Ok(targets)
}

/// Timestamp of all files: `SOURCE_DATE_EPOCH`, or the time of the last commit.
fn seconds(root: &Path) -> Result<u64, String> {
    let key = "SOURCE_DATE_EPOCH";
    let text = match std::env::var(key) {
        Ok(text) => text,
        Err(_) => call("git", root, &["log", "-1", "--format=%ct"]).output().map_err(|why| {
            format!("the time of the last commit is not known; set {key} to a number of seconds since 1970: {why}")
        })?,
    };
    // An archive has room for eleven octal digits.
    let fits = |seconds: &u64| *seconds < 1 << 33;
    let number = text.trim().parse().ok().filter(fits);
    number
        .ok_or_else(|| format!("{key}={:?}: expected a number of seconds since 1970", text.trim()))
}

/// Manual pages, completions and notices. The first two come from a binary that runs here, if need be built for that.
fn product<'a>(plan: &Plan<'a>, binaries: &[(Target, PathBuf)]) -> Result<Product<'a>, String> {
    let root = plan.root;
    let own = binaries.iter().find(|(target, _)| target.runs_here());
    let own = own.map(|(_, path)| path.to_string_lossy().into_owned());
    let mohreh = |args: &[&str]| match &own {
        Some(own) => call(own, root, args).output(),
        None => {
            cargo(root, &[&["run", "--quiet", "--package", "mohreh", "--"], args].concat()).output()
        }
    };
    let folder = plan.build.join("man");
    // Pages of commands that are gone must not stay.
    let _ = std::fs::remove_dir_all(&folder);
    mohreh(&["man", &folder.to_string_lossy()])?;
    let mut completions = Vec::new();
    for shell in SHELLS {
        completions.push((shell, mohreh(&["completions", shell.name])?));
    }
    let font = String::from_utf8_lossy(&read(root, FONT_LICENCE)?).into_owned();
    Ok(Product {
        root,
        version: VERSION,
        seconds: plan.seconds,
        notices: notices::text(&plan.metadata, &[("Vazirmatn", font)])?,
        pages: all_files(&folder)?,
        completions,
    })
}

/// `mohreh-0.1.0-x86_64-linux`: the archive without its ending, and the folder in it.
fn folder_name(version: &str, target: &Target) -> String {
    format!("mohreh-{version}-{}-linux", target.processor)
}

/// Contents of an archive.
fn contents(product: &Product, binary: &[u8]) -> Result<Tree, String> {
    let mut tree = Tree::default();
    tree.add_program("mohreh", binary);
    for path in DOCUMENTS.into_iter().chain([CONTAINERFILE]) {
        let name = path.rsplit('/').next().unwrap_or(path);
        tree.add(name, read(product.root, path)?);
    }
    tree.add("THIRD-PARTY.txt", product.notices.as_bytes());
    for (name, page) in &product.pages {
        tree.add(format!("man/man1/{name}"), page.clone());
    }
    for (shell, script) in &product.completions {
        tree.add(shell.file, script.as_bytes());
    }
    // What the container file copies, to have a folder that belongs to its user.
    tree.add_folder("data", 0o755);
    Ok(tree)
}

/// Writes the files and their checksums into a folder, emptied first.
fn write(out: &Path, mut files: Vec<(String, Vec<u8>)>) -> Result<PathBuf, String> {
    let wrong = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    files.sort();
    let sums: String = files.iter().map(|(name, bytes)| sum_line(name, bytes)).collect();
    if out.exists() {
        std::fs::remove_dir_all(out).map_err(|error| wrong(out, error))?;
    }
    std::fs::create_dir_all(out).map_err(|error| wrong(out, error))?;
    files.push((SUMS.to_string(), sums.clone().into_bytes()));
    println!("in {}:", out.display());
    for (name, bytes) in &files {
        let path = out.join(name);
        std::fs::write(&path, bytes).map_err(|error| wrong(&path, error))?;
        println!("{:>12} bytes  {name}", bytes.len());
    }
    print!("{sums}");
    Ok(out.to_path_buf())
}

/// Fails on uncommitted changes, which a clone would not have.
fn check_committed(root: &Path) -> Result<(), String> {
    match call("git", root, &["status", "--porcelain"]).output()?.trim() {
        "" => Ok(()),
        changes => {
            Err(format!("--check builds from a clone; commit these changes first:\n{changes}"))
        }
    }
}

/// Builds from a clone and compares the checksums.
fn check_again(root: &Path, out: &Path, quick: bool) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("mohreh-dist-check-{}", std::process::id()));
    let (clone, home) = (folder.join("somewhere else"), folder.join("cargo-home"));
    std::fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    println!("building again, in {} …", folder.display());
    let there = clone.to_string_lossy();
    call("git", root, &["clone", "--quiet", &root.to_string_lossy(), &there]).run()?;
    let mut args = vec!["xtask", "dist"];
    args.extend(quick.then_some("--quick"));
    let again = cargo(&clone, &args).env("CARGO_HOME", &home.to_string_lossy());
    again.without_env("CARGO_TARGET_DIR").run()?;
    let other = clone.join("target/dist");
    let (sums, sums_there) = (read_sums(out)?, read_sums(&other)?);
    let differing = differing(&sums, &sums_there);
    if differing.is_empty() {
        let _ = std::fs::remove_dir_all(&folder);
        println!("both builds have the same sums");
        return Ok(());
    }
    Err(format!(
        "these differ between {} and {}:\n{}",
        out.display(),
        other.display(),
        differing.join("\n")
    ))
}

fn read_sums(folder: &Path) -> Result<String, String> {
    Ok(String::from_utf8_lossy(&read_at(&folder.join(SUMS))?).into_owned())
}

/// Symmetric difference of two checksum lists.
fn differing<'a>(one: &'a str, other: &'a str) -> Vec<&'a str> {
    let missing = |from: &'a str, list: &'a str| {
        from.lines().filter(move |line| !list.lines().any(|there| there == *line))
    };
    missing(one, other).chain(missing(other, one)).collect()
}

/// A file of the project.
fn read(root: &Path, path: &str) -> Result<Vec<u8>, String> {
    read_at(&root.join(path))
}

fn read_at(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// All files of a folder by name.
fn all_files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let wrong = |error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.push((name, read_at(&entry.path())?));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, differing, folder_name};

    #[test]
    fn archives_are_named_after_version_and_machine() {
        let names = TARGETS.map(|target| folder_name("1.2.3", &target));
        assert_eq!(names, ["mohreh-1.2.3-x86_64-linux", "mohreh-1.2.3-aarch64-linux"]);
    }

    #[test]
    fn sums_are_compared_both_ways() {
        assert!(differing("1  a\n2  b\n", "2  b\n1  a\n").is_empty());
        assert_eq!(differing("1  a\n2  b\n", "1  a\n3  b\n"), ["2  b", "3  b"]);
        assert_eq!(differing("1  a\n", "1  a\n4  c\n"), ["4  c"]);
    }
}
