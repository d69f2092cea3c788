//! What commands need from the machine. Each command names its needs before it builds anything; what is
//! missing is installed where that is possible, and otherwise named with the command that installs it.

use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::command::{call, cargo, find_program};
use crate::target::TARGETS;

pub(crate) const WASM: &str = "wasm32-unknown-unknown";
pub(crate) const WASI: &str = "wasm32-wasip1";
/// Where Debian keeps the programs of PostgreSQL, by version.
const POSTGRES: &str = "/usr/lib/postgresql";
/// The headless shell comes first: it needs a third of the time.
const BROWSERS: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];
const MAC_BROWSER: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// A prerequisite of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    Rust,
    CCompiler,
    /// For static binaries.
    MuslCompiler,
    /// The page's target.
    Wasm,
    /// The target of `bench`.
    Wasi,
    Rustfmt,
    Clippy,
    Browser,
    Firefox,
    /// The driver with its browser, and an X server without a screen.
    WebKit,
    Postgres,
    Nats,
    Python,
    Node,
    /// `mount` and `unshare`, with which tests fill a small disk.
    Mount,
}

/// What `run` and `dev` need.
pub(crate) const BUILD: [Need; 3] = [Need::Rust, Need::CCompiler, Need::Wasm];

/// How a prerequisite is installed.
struct Tool {
    name: &'static str,
    /// The arguments of rustup that add it, if it is a part of Rust.
    rustup: &'static [&'static str],
    /// The packages of Debian, Fedora, Arch and Homebrew; empty where there is none.
    packages: [&'static str; 4],
}

impl Need {
    fn tool(self) -> Tool {
        let (name, rustup, packages): (_, &[&str], _) = match self {
            Need::Rust => ("Rust", &["toolchain", "install"], ["rustup"; 4]),
            Need::CCompiler => {
                ("a C compiler", &[], ["build-essential", "gcc", "base-devel", "gcc"])
            }
            Need::MuslCompiler => (
                "a C compiler for musl",
                &[],
                ["musl-tools", "musl-gcc", "musl", "filosottile/musl-cross/musl-cross"],
            ),
            Need::Wasm => (
                "the Rust target wasm32-unknown-unknown",
                &["target", "add", WASM],
                [
                    "libstd-rust-dev-wasm32",
                    "rust-std-static-wasm32-unknown-unknown",
                    "rust-wasm",
                    "rustup",
                ],
            ),
            Need::Wasi => (
                "the Rust target wasm32-wasip1",
                &["target", "add", WASI],
                ["rustup", "rust-std-static-wasm32-wasip1", "rust-wasm", "rustup"],
            ),
            Need::Rustfmt => (
                "rustfmt",
                &["component", "add", "rustfmt"],
                ["rustfmt", "rustfmt", "rust", "rust"],
            ),
            Need::Clippy => (
                "clippy",
                &["component", "add", "clippy"],
                ["rust-clippy", "clippy", "rust", "rust"],
            ),
            Need::Browser => (
                "Chromium",
                &[],
                [
                    "chromium-headless-shell",
                    "chromium-headless",
                    "chromium",
                    "--cask google-chrome",
                ],
            ),
            Need::Firefox => {
                ("Firefox", &[], ["firefox-esr", "firefox", "firefox", "--cask firefox"])
            }
            Need::WebKit => (
                "WebKit's driver, or Xvfb",
                &[],
                [
                    "webkit2gtk-driver xvfb",
                    "webkit2gtk4.1-devel xorg-x11-server-Xvfb",
                    "webkit2gtk-4.1 xorg-server-xvfb",
                    "webkitgtk",
                ],
            ),
            Need::Postgres => {
                ("PostgreSQL", &[], ["postgresql", "postgresql-server", "postgresql", "postgresql"])
            }
            Need::Nats => {
                ("NATS", &[], ["nats-server", "nats-server", "nats-server", "nats-server"])
            }
            Need::Python => {
                ("Python with venv", &[], ["python3-venv", "python3", "python", "python"])
            }
            Need::Node => ("Node.js", &[], ["nodejs", "nodejs", "nodejs", "node"]),
            Need::Mount => ("mount", &[], ["mount", "util-linux-core", "util-linux", "util-linux"]),
        };
        Tool { name, rustup, packages }
    }

    /// Whether it is installed.
    fn is_met(self, root: &Path) -> bool {
        match self {
            Need::Rust => rust_is_new_enough(root),
            Need::CCompiler => call("cc", root, &["--version"]).works(),
            Need::MuslCompiler => {
                let mut targets = TARGETS.iter();
                let own = targets.find(|target| target.processor == std::env::consts::ARCH);
                own.is_some_and(|target| target.compiler(root).is_some())
            }
            Need::Wasm => has_target(root, WASM),
            Need::Wasi => has_target(root, WASI),
            Need::Rustfmt => cargo(root, &["fmt", "--version"]).works(),
            Need::Clippy => cargo(root, &["clippy", "--version"]).works(),
            Need::Browser => browser().is_some(),
            Need::Firefox => firefox().is_some(),
            Need::WebKit => webkit().is_some() && find_program(&["Xvfb"]).is_some(),
            Need::Postgres => postgres().is_some(),
            Need::Nats => nats().is_some(),
            Need::Python => call("python3", root, &["-c", "import ensurepip, venv"]).works(),
            Need::Node => find_program(&["node"]).is_some(),
            // Elsewhere nobody uses it.
            Need::Mount => !cfg!(target_os = "linux") || find_program(&["mount"]).is_some(),
        }
    }
}

fn has_target(root: &Path, target: &str) -> bool {
    let folder = call("rustc", root, &["--print", "target-libdir", "--target", target]).output();
    folder.is_ok_and(|folder| Path::new(folder.trim()).exists())
}

fn rust_is_new_enough(root: &Path) -> bool {
    let version = call("rustc", root, &["--version"]).output().unwrap_or_default();
    match (version_of(&version), version_of(env!("CARGO_PKG_RUST_VERSION"))) {
        (Some(there), Some(wanted)) => there >= wanted,
        _ => false,
    }
}

/// Major and minor version: (1, 95) of `rustc 1.95.0 (59807616e 2026-04-14)`, and of `1.95`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let number =
        text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let mut parts = number.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// The browser of the tests.
pub(crate) fn browser() -> Option<PathBuf> {
    find_program(&BROWSERS)
        .or_else(|| Some(PathBuf::from(MAC_BROWSER)).filter(|path| path.exists()))
}

pub(crate) fn firefox() -> Option<PathBuf> {
    find_program(&["firefox-esr", "firefox"])
}

/// The program that drives WebKitGTK.
pub(crate) fn webkit() -> Option<PathBuf> {
    find_program(&["WebKitWebDriver"])
}

/// The folder with `initdb` and `postgres`, of the newest version.
pub(crate) fn postgres() -> Option<PathBuf> {
    let versions = std::fs::read_dir(POSTGRES).into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let number =
        |folder: &PathBuf| -> Option<u32> { folder.parent()?.file_name()?.to_str()?.parse().ok() };
    let newest = folders.filter(|folder| folder.join("initdb").exists()).max_by_key(number);
    newest.or_else(|| find_program(&["initdb"])?.parent().map(Path::to_path_buf))
}

pub(crate) fn nats() -> Option<PathBuf> {
    find_program(&["nats-server"])
}

/// Package manager family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum System {
    Debian,
    Fedora,
    Arch,
    Mac,
    Other,
}

/// Each system with the command that installs its packages, in the order of `Tool::packages`.
const SYSTEMS: [(System, &str, &str); 4] = [
    (System::Debian, "Debian", "apt-get install"),
    (System::Fedora, "Fedora", "dnf install"),
    (System::Arch, "Arch", "pacman -S"),
    (System::Mac, "macOS", "brew install"),
];

impl System {
    fn here() -> System {
        if cfg!(target_os = "macos") {
            return System::Mac;
        }
        System::of(&std::fs::read_to_string("/etc/os-release").unwrap_or_default())
    }

    /// The family that `/etc/os-release` names.
    fn of(os_release: &str) -> System {
        let values = |key: &str| {
            let line =
                os_release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches('"').to_string()
        };
        let names = format!("{} {}", values("ID"), values("ID_LIKE"));
        let family = |name: &str| match name {
            "debian" | "ubuntu" => Some(System::Debian),
            "fedora" | "rhel" | "centos" => Some(System::Fedora),
            "arch" => Some(System::Arch),
            _ => None,
        };
        names.split_whitespace().find_map(family).unwrap_or(System::Other)
    }
}

/// Permissions and tools of this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    pub system: System,
    /// Rust is managed by rustup.
    pub rustup: bool,
    /// Packages can be installed: as root, or with sudo.
    pub may_install: bool,
}

impl Machine {
    fn here(root: &Path) -> Machine {
        let sudo = || {
            let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
            find_program(&["sudo"]).is_some()
                && (asks || call("sudo", root, &["-n", "true"]).works())
        };
        Machine {
            system: System::here(),
            // A `rustup` on the path does not manage the `rustc` of a distribution.
            rustup: call("rustup", root, &["which", "rustc"]).works(),
            may_install: is_root(root) || sudo(),
        }
    }
}

pub(crate) fn is_root(root: &Path) -> bool {
    call("id", root, &["-u"]).output().is_ok_and(|id| id.trim() == "0")
}

/// Remedy for a missing prerequisite.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Remedy {
    /// Call rustup with these arguments.
    Rustup(&'static [&'static str]),
    /// Install these packages of Debian, separated by spaces.
    Apt(&'static str),
    /// Print advice.
    Tell(String),
}

fn remedy(need: Need, machine: Machine) -> Remedy {
    let tool = need.tool();
    if machine.rustup && !tool.rustup.is_empty() {
        return Remedy::Rustup(tool.rustup);
    }
    // The compiler at work cannot be replaced by a package while it works.
    let is_package = tool.rustup.is_empty();
    if is_package && machine.system == System::Debian && machine.may_install {
        return Remedy::Apt(tool.packages[0]);
    }
    Remedy::Tell(advice(need, machine.system))
}

/// One sentence: what is missing, and the command that installs it, here or on every known system.
fn advice(need: Need, system: System) -> String {
    let tool = need.tool();
    let mut text = match need {
        Need::Rust => format!("Rust {} or newer is needed", env!("CARGO_PKG_RUST_VERSION")),
        _ => format!("{} is missing", tool.name),
    };
    let known = SYSTEMS.iter().any(|(family, ..)| *family == system);
    let ways =
        SYSTEMS.iter().zip(tool.packages).filter(|((family, ..), _)| !known || *family == system);
    let ways: Vec<String> = ways
        .map(|((_, name, command), package)| format!("`{command} {package}` ({name})"))
        .collect();
    let _ = write!(text, ": install it with {}", ways.join(", "));
    if !tool.rustup.is_empty() {
        let _ = write!(
            text,
            ", or get Rust from https://rustup.rs and run `rustup {}`",
            tool.rustup.join(" ")
        );
    }
    text
}

/// Installs all prerequisites, or fails with a sentence for each that is missing.
pub(crate) fn require(root: &Path, needs: &[Need]) -> Result<(), String> {
    let missing = provide(root, needs)?;
    match missing.is_empty() {
        true => Ok(()),
        false => Err(missing.into_iter().map(|(_, why)| why).collect::<Vec<_>>().join("\n       ")),
    }
}

/// Installs what is missing, where possible; returns the rest with advice.
pub(crate) fn provide(root: &Path, needs: &[Need]) -> Result<Vec<(Need, String)>, String> {
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.is_met(root)).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let machine = Machine::here(root);
    let mut packages = Vec::new();
    for need in &missing {
        match remedy(*need, machine) {
            Remedy::Rustup(args) => {
                println!("installing {} …", need.tool().name);
                // What rustup says tells more than we could; the need is looked at again below.
                let _ = call("rustup", root, args).run();
            }
            Remedy::Apt(names) => packages.extend(names.split(' ')),
            Remedy::Tell(_) => {}
        }
    }
    if !packages.is_empty() {
        println!("installing {} …", packages.join(", "));
        if apt(root, &packages).is_err() {
            // One that this system does not have must not keep the others away.
            for package in packages {
                let _ = apt(root, &[package]);
            }
        }
    }
    let still = missing.into_iter().filter(|need| !need.is_met(root));
    Ok(still.map(|need| (need, advice(need, machine.system))).collect())
}

/// Installs packages of Debian.
fn apt(root: &Path, packages: &[&str]) -> Result<(), String> {
    let apt_get = |args: &[&str]| {
        let all = [&["apt-get"], args].concat();
        let (program, args) = if is_root(root) { (all[0], &all[1..]) } else { ("sudo", &all[..]) };
        call(program, root, args).env("DEBIAN_FRONTEND", "noninteractive")
    };
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    // The list of packages may be old, or not there at all.
    apt_get(&install).run().or_else(|_| {
        apt_get(&["update"]).run()?;
        apt_get(&install).run()
    })
}

#[cfg(test)]
mod tests {
    use super::{Machine, Need, Remedy, System, advice, remedy, version_of};

    const ALL: [Need; 15] = [
        Need::Rust,
        Need::CCompiler,
        Need::MuslCompiler,
        Need::Wasm,
        Need::Wasi,
        Need::Rustfmt,
        Need::Clippy,
        Need::Browser,
        Need::Firefox,
        Need::WebKit,
        Need::Postgres,
        Need::Nats,
        Need::Python,
        Need::Node,
        Need::Mount,
    ];

    #[test]
    fn systems_are_told_apart_by_os_release() {
        let check = |text: &str, system: System| assert_eq!(System::of(text), system, "{text}");
        check("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n", System::Debian);
        check("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::Debian);
        check("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora);
        check("ID=fedora\n", System::Fedora);
        check("ID=manjaro\nID_LIKE=arch\n", System::Arch);
        check("ID=alpine\n", System::Other);
        check("", System::Other);
    }

    #[test]
    fn parts_of_rust_come_from_rustup_where_rustup_is() {
        for system in [System::Debian, System::Fedora, System::Other] {
            for may_install in [false, true] {
                let machine = Machine { system, rustup: true, may_install };
                let add = remedy(Need::Wasm, machine);
                assert_eq!(add, Remedy::Rustup(&["target", "add", "wasm32-unknown-unknown"]));
                let without = remedy(Need::Wasm, Machine { rustup: false, ..machine });
                assert!(matches!(without, Remedy::Tell(_)), "{without:?}");
            }
        }
    }

    #[test]
    fn packages_are_installed_on_debian_by_those_who_may() {
        let machine = Machine { system: System::Debian, rustup: true, may_install: true };
        assert_eq!(remedy(Need::Browser, machine), Remedy::Apt("chromium-headless-shell"));
        let user = Machine { may_install: false, ..machine };
        assert!(matches!(remedy(Need::Browser, user), Remedy::Tell(_)));
        let fedora = Machine { system: System::Fedora, ..machine };
        assert!(matches!(remedy(Need::Browser, fedora), Remedy::Tell(_)));
    }

    #[test]
    fn advice_is_one_sentence_with_a_command_for_the_system_at_hand_or_for_all() {
        for need in ALL {
            let here = advice(need, System::Arch);
            assert!(here.contains("`pacman -S ") && !here.contains("apt-get"), "{here}");
            let all = advice(need, System::Other);
            for command in ["`apt-get install ", "`dnf install ", "`pacman -S ", "`brew install "] {
                assert!(all.contains(command), "{all}");
            }
            assert!(!all.contains('\n'), "{all}");
        }
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(version_of("rustc 1.95.0 (59807616e 2026-04-14)"), Some((1, 95)));
        assert_eq!(version_of("rustc 1.103.0-nightly (x)"), Some((1, 103)));
        assert!(version_of("1.103") > version_of("1.95"));
        assert_eq!(version_of("rustc unknown"), None);
    }
}
