//! Building the product: the page (two wasm modules and the files around them), and the binary that carries
//! it. Wasm and native code are built side by side.

use std::path::{Path, PathBuf};

use crate::command::{call, cargo, target_dir};
use crate::progress::{Part, Progress};
use crate::setup::WASM;

/// Folder whose contents are embedded into the binary.
pub(crate) const DIST: &str = "crates/server/dist";
/// Hash of all inputs of the page, written by `site`.
const STAMP: &str = "crates/server/dist.stamp";

/// Profile of the native code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Native {
    /// Release.
    Release,
    /// Development and tests.
    Dev,
}

impl Native {
    fn folder(self) -> &'static str {
        match self {
            Native::Release => "release",
            Native::Dev => "debug",
        }
    }

    /// The packages are always selected together: another selection unifies other features, and recompiles.
    fn build(self, root: &Path, what: &[&str]) -> Result<(), String> {
        let profile: &[&str] = match self {
            Native::Release => &["--release"],
            Native::Dev => &[],
        };
        let packages = ["--package", "mohreh", "--package", "mohreh-site"];
        let page = std::fs::read_to_string(root.join(STAMP)).unwrap_or_default();
        let build = cargo(root, &["build"]).args(profile).args(&packages).args(what);
        build.env("MOHREH_PAGE", &page).run()
    }

    /// A program that was built.
    pub(crate) fn program(self, root: &Path, name: &str) -> PathBuf {
        target_dir(root).join(self.folder()).join(name)
    }
}

/// Profile of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    /// Optimised for size and compressed, as it is released.
    Whole,
    /// The same, with the game that exists only in tests.
    Tested,
    /// Fast to build, for development.
    Quick,
}

/// A wasm module of the page.
struct Module {
    package: &'static str,
    /// Compiled for size, with `cfg(small)`; the engine is compiled for speed.
    small: bool,
}

const PAGE: Module = Module { package: "mohreh-web", small: true };
const ENGINE: Module = Module { package: "mohreh-worker", small: false };

impl Module {
    fn profile(&self, page: Page) -> &'static str {
        match (self.small, page) {
            (true, Page::Whole | Page::Tested) => "page",
            (true, Page::Quick) => "page-dev",
            (false, _) => "worker",
        }
    }

    /// Builds it; returns the warnings.
    fn build(&self, root: &Path, page: Page) -> Result<String, String> {
        let mut flags = Vec::new();
        if self.small && page != Page::Quick {
            flags.push("--cfg=small".to_string());
        }
        if self.small {
            // For the site, which splits the page.
            flags.push("--codegen=link-arg=--emit-relocs".to_string());
        }
        // Paths of this machine do not belong into what people load.
        if let Some(home) = cargo_home() {
            flags.push(format!("--remap-path-prefix={}=", home.join("registry/src").display()));
        }
        let mut args =
            vec!["rustc", "--quiet", "--lib", "--package", self.package, "--target", WASM];
        // Only the cdylib: beside an rlib, which tests and benchmarks need, Cargo does no link-time optimisation.
        args.extend(["--crate-type", "cdylib", "--profile", self.profile(page)]);
        if page == Page::Tested {
            args.extend(["--features", "toy"]);
        }
        cargo(root, &args).env("CARGO_ENCODED_RUSTFLAGS", &flags.join("\u{1f}")).quietly()
    }

    fn file(&self, root: &Path, page: Page) -> PathBuf {
        let name = format!("{}.wasm", self.package.replace('-', "_"));
        target_dir(root).join(WASM).join(self.profile(page)).join(name)
    }
}

/// Cargo's home, with the registry.
fn cargo_home() -> Option<PathBuf> {
    let folder = |key: &str| std::env::var_os(key).map(PathBuf::from);
    folder("CARGO_HOME").or_else(|| Some(folder("HOME")?.join(".cargo")))
}

/// Builds both wasm modules while `beside` runs; returns their warnings.
fn modules_beside(
    root: &Path,
    page: Page,
    beside: impl FnOnce() -> Result<(), String>,
) -> Result<String, String> {
    std::thread::scope(|scope| {
        let modules = scope.spawn(|| {
            let warnings = [PAGE, ENGINE].iter().map(|module| module.build(root, page));
            warnings.collect::<Result<String, String>>()
        });
        let beside = beside();
        if !modules.is_finished() {
            println!("   the wasm is still being built …");
        }
        let modules = modules.join().unwrap_or_else(|_| Err("a thread panicked".to_string()));
        beside.and(modules)
    })
}

/// Makes the files of the page from its modules.
fn assemble(root: &Path, native: Native, page: Page, out: &str) -> Result<(), String> {
    let site = native.program(root, "mohreh-site");
    let [module, engine] = [PAGE, ENGINE].map(|module| module.file(root, page));
    let mut args =
        vec![out.to_string(), module.display().to_string(), engine.display().to_string()];
    if page == Page::Quick {
        args.push("--quick".to_string());
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    call(&site.display().to_string(), root, &args).run()
}

/// Builds the page into a folder.
pub(crate) fn build_page(root: &Path, native: Native, page: Page, out: &str) -> Result<(), String> {
    let warnings = modules_beside(root, page, || native.build(root, &["--bin", "mohreh-site"]))?;
    eprint!("{warnings}");
    assemble(root, native, page, out)
}

/// The parts of `build`.
const PARTS: [Part; 3] = [
    Part("the page as wasm, and the libraries of the program", 265),
    Part("the files of the page", 8),
    Part("the program, with the page in it", 12),
];

/// Builds the page as it is tested, with warnings denied, while `beside` builds the rest in debug mode. The released
/// page lacks the toy game, so it is smaller than what is measured here.
pub(crate) fn check_page_beside(
    root: &Path,
    beside: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let warnings = modules_beside(root, Page::Tested, beside)?;
    if !warnings.is_empty() {
        return Err(format!("the page compiles with warnings:\n{warnings}"));
    }
    assemble(root, Native::Dev, Page::Tested, DIST)
}

/// Builds the page and the binary that embeds it; returns the binary.
pub(crate) fn build(root: &Path) -> Result<PathBuf, String> {
    let native = Native::Release;
    let mut progress = Progress::new(&PARTS);
    progress.next();
    let libraries = || native.build(root, &["--lib", "--bin", "mohreh-site"]);
    eprint!("{}", modules_beside(root, Page::Whole, libraries)?);
    progress.next();
    assemble(root, native, Page::Whole, DIST)?;
    progress.next();
    build_binary(root, native)?;
    Ok(native.program(root, "mohreh"))
}

pub(crate) fn build_binary(root: &Path, native: Native) -> Result<(), String> {
    native.build(root, &["--bin", "mohreh"])
}
