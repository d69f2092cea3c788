//! Target platforms of `dist`, and their C compilers.

use std::path::Path;

use crate::command::call;

/// A target: static Linux binaries for one architecture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Architecture as in Rust, GCC and `uname`.
    pub processor: &'static str,
    /// Architecture as in Debian.
    pub debian: &'static str,
}

pub(crate) const TARGETS: [Target; 2] = [
    Target { processor: "x86_64", debian: "amd64" },
    Target { processor: "aarch64", debian: "arm64" },
];

impl Target {
    /// Target triple of Rust.
    pub(crate) fn triple(&self) -> String {
        format!("{}-unknown-linux-musl", self.processor)
    }

    /// Whether its binaries run on this machine.
    pub(crate) fn runs_here(&self) -> bool {
        std::env::consts::OS == "linux" && std::env::consts::ARCH == self.processor
    }

    /// Suitable C compilers, best first. Rust brings linker and libraries; the headers must be those of musl.
    pub(crate) fn compilers(&self) -> Vec<Compiler> {
        let processor = self.processor;
        let plain = |program: String| Compiler { program, specs: None };
        let mut all = vec![plain(format!("{processor}-linux-musl-gcc"))];
        if self.runs_here() {
            all.push(plain("musl-gcc".to_string()));
        }
        // Debian has musl for every processor, and GCC for every processor, but not the two as one program.
        all.push(Compiler {
            program: format!("{processor}-linux-gnu-gcc"),
            specs: Some(format!("/usr/lib/{processor}-linux-musl/musl-gcc.specs")),
        });
        all
    }

    /// The first of them that is installed.
    pub(crate) fn compiler(&self, root: &Path) -> Option<Compiler> {
        self.compilers().into_iter().find(|compiler| compiler.is_there(root))
    }

    /// How to install such a compiler.
    pub(crate) fn package(&self) -> Package {
        if self.runs_here() {
            return Package {
                what: format!("a C compiler for musl on {}", self.processor),
                debian: "apt-get install musl-tools".to_string(),
                fedora: "dnf install musl-gcc".to_string(),
                arch: "pacman -S musl gcc".to_string(),
                macos: MUSL_CROSS.to_string(),
            };
        }
        let (processor, debian) = (self.processor, self.debian);
        // GCC's packages have a dash where the processor has an underscore.
        let gcc = format!("gcc-{}-linux-gnu", processor.replace('_', "-"));
        let by_hand = format!("put {processor}-linux-musl-gcc of https://musl.cc into your PATH");
        Package {
            what: format!("a C compiler for musl on {processor}"),
            debian: format!(
                "dpkg --add-architecture {debian} && apt-get update && \
                 apt-get install {gcc} musl-dev:{debian}"
            ),
            fedora: by_hand.clone(),
            arch: by_hand,
            macos: MUSL_CROSS.to_string(),
        }
    }
}

const MUSL_CROSS: &str = "brew install filosottile/musl-cross/musl-cross";

/// A missing prerequisite, and the command that installs it on each system.
pub(crate) struct Package {
    pub what: String,
    pub debian: String,
    pub fedora: String,
    pub arch: String,
    pub macos: String,
}

impl Package {
    /// Message for the developer.
    pub(crate) fn sentence(&self) -> String {
        let Package { what, debian, fedora, arch, macos } = self;
        format!(
            "{what} is missing (Debian: {debian}; Fedora: {fedora}; Arch: {arch}; macOS: {macos})"
        )
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Compiler {
    pub program: String,
    /// GCC specs file that switches a glibc compiler to musl.
    pub specs: Option<String>,
}

impl Compiler {
    fn is_there(&self, root: &Path) -> bool {
        self.specs.as_ref().is_none_or(|specs| Path::new(specs).exists())
            && call(&self.program, root, &["--version"]).works()
    }

    /// Compiler flags.
    pub(crate) fn flags(&self) -> Vec<String> {
        self.specs.iter().map(|specs| format!("-specs={specs}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, Target};

    const ODD: Target = Target { processor: "sparc_9", debian: "sparc9" };

    #[test]
    fn triples_are_those_of_rust() {
        let triples = TARGETS.map(|target| target.triple());
        assert_eq!(triples, ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"]);
    }

    #[test]
    fn a_foreign_machine_is_not_built_for_with_the_compiler_of_this_one() {
        let programs: Vec<_> = ODD.compilers().into_iter().map(|one| one.program).collect();
        assert_eq!(programs, ["sparc_9-linux-musl-gcc", "sparc_9-linux-gnu-gcc"]);
        for target in TARGETS {
            let has_own = target.compilers().iter().any(|one| one.program == "musl-gcc");
            assert_eq!(has_own, target.runs_here(), "{target:?}");
        }
    }

    #[test]
    fn a_compiler_for_glibc_is_used_with_the_headers_of_musl() {
        let gnu = ODD.compilers().pop().expect("there are some");
        assert_eq!(gnu.flags(), ["-specs=/usr/lib/sparc_9-linux-musl/musl-gcc.specs"]);
    }

    #[test]
    fn what_is_missing_is_said_with_a_command_for_every_system() {
        let said = ODD.package().sentence();
        for part in
            ["gcc-sparc-9-linux-gnu musl-dev:sparc9", "Fedora: ", "Arch: ", "macOS: brew install"]
        {
            assert!(said.contains(part), "{part}: {said}");
        }
        for target in TARGETS {
            assert!(target.package().sentence().contains("apt-get install"));
        }
    }
}
