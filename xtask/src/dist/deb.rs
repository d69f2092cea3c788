//! The Debian package: an `ar` archive of two tar archives, written here, so that it can be built on any system.

use super::archive::{Tree, ar, gzip};
use super::{Product, read};
use crate::target::Target;

/// The maintainer, in the form that Debian asks for.
const MAINTAINER: &str = "The Mohreh developers <mohreh@mohreh.example>";

/// `mohreh_0.1.0_amd64.deb`.
pub(super) fn name(version: &str, target: &Target) -> String {
    format!("mohreh_{version}_{}.deb", target.debian)
}

pub(super) fn package(
    product: &Product,
    target: &Target,
    binary: &[u8],
) -> Result<Vec<u8>, String> {
    let data = data(product, binary)?;
    let mut about = Tree::default();
    about.add("control", control(product.version, target, data.kilobytes()));
    about.add("conffiles", "/etc/mohreh.toml\n");
    for script in ["postinst", "prerm", "postrm"] {
        about.add_program(script, read(product.root, &format!("packaging/deb/{script}"))?);
    }
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&about.tar(".", product.seconds)?)?),
        ("data.tar.gz", gzip(&data.tar(".", product.seconds)?)?),
    ];
    let members = members.each_ref().map(|(name, bytes)| (*name, bytes.as_slice()));
    Ok(ar(&members, product.seconds))
}

/// Installed files, in Debian's layout.
fn data(product: &Product, binary: &[u8]) -> Result<Tree, String> {
    let ours = |path: &str| read(product.root, path);
    let mut data = Tree::default();
    data.add_program("usr/bin/mohreh", binary);
    data.add("usr/lib/systemd/system/mohreh.service", ours("packaging/mohreh.service")?);
    data.add("etc/mohreh.toml", ours("packaging/mohreh.toml")?);
    // The folder gets its owner when it is installed.
    data.add_folder("var/lib/mohreh", 0o750);
    for (name, page) in &product.pages {
        data.add(format!("usr/share/man/man1/{name}.gz"), gzip(page)?);
    }
    for (shell, script) in &product.completions {
        data.add(shell.installed, script.clone());
    }
    let documents = "usr/share/doc/mohreh";
    data.add(format!("{documents}/copyright"), ours("packaging/deb/copyright")?);
    let changes = changelog(product.version, product.seconds);
    data.add(format!("{documents}/changelog.gz"), gzip(changes.as_bytes())?);
    data.add(format!("{documents}/CHANGELOG.md.gz"), gzip(&ours("CHANGELOG.md")?)?);
    data.add(format!("{documents}/README.md.gz"), gzip(&ours("README.md")?)?);
    data.add(format!("{documents}/THIRD-PARTY.txt.gz"), gzip(product.notices.as_bytes())?);
    Ok(data)
}

fn control(version: &str, target: &Target, kilobytes: usize) -> String {
    format!(
        "\
Package: mohreh
Version: {version}
Architecture: {}
Maintainer: {MAINTAINER}
Installed-Size: {kilobytes}
Depends: passwd
Section: net
Priority: optional
Description: four board games in the browser, with a server and an engine
 Mohreh plays ZÈRTZ, TZAAR, YINSH and RO-TAS with every rule and variant of
 their rulebooks: in the browser, in Persian and English, against the computer
 at eight levels, with others at one screen, or over the network by a link.
 .
 The package runs the server at http://127.0.0.1:7373, as set in
 /etc/mohreh.toml. The program also plays in the terminal, and has an engine
 for other programs.
",
        target.debian
    )
}

/// Debian changelog; it refers to the real one beside it.
fn changelog(version: &str, seconds: u64) -> String {
    format!(
        "mohreh ({version}) unstable; urgency=medium\n\n  * CHANGELOG.md tells what is new.\n\n \
         -- {MAINTAINER}  {}\n",
        date(seconds)
    )
}

/// Unix time as an RFC 5322 date: `Thu, 01 Jan 1970 00:00:00 +0000`.
fn date(seconds: u64) -> String {
    const WEEK: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [(&str, u64); 12] = [
        ("Jan", 31),
        ("Feb", 28),
        ("Mar", 31),
        ("Apr", 30),
        ("May", 31),
        ("Jun", 30),
        ("Jul", 31),
        ("Aug", 31),
        ("Sep", 30),
        ("Oct", 31),
        ("Nov", 30),
        ("Dec", 31),
    ];
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = "Dec";
    for (name, length) in MONTHS {
        let length = length + u64::from(name == "Feb" && is_leap(year));
        if day < length {
            month = name;
            break;
        }
        day -= length;
    }
    let weekday = WEEK[(days % 7) as usize];
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{weekday}, {:02} {month} {year} {hour:02}:{minute:02}:{second:02} +0000", day + 1)
}

#[cfg(test)]
mod tests {
    use super::{changelog, control, date, name};
    use crate::target::TARGETS;

    #[test]
    fn packages_are_named_as_debian_does() {
        let names = TARGETS.map(|target| name("1.2.3", &target));
        assert_eq!(names, ["mohreh_1.2.3_amd64.deb", "mohreh_1.2.3_arm64.deb"]);
    }

    #[test]
    fn the_control_file_has_all_fields_and_an_indented_description() {
        let control = control("1.2.3", &TARGETS[1], 4711);
        let field =
            |key: &str| control.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        assert_eq!(field("Package"), Some("mohreh"));
        assert_eq!(field("Version"), Some("1.2.3"));
        assert_eq!(field("Architecture"), Some("arm64"));
        assert_eq!(field("Installed-Size"), Some("4711"));
        assert!(field("Maintainer").is_some_and(|who| who.ends_with('>')));
        let mut lines = control.lines().skip_while(|line| !line.starts_with("Description: "));
        assert!(lines.next().is_some_and(|line| line.len() <= 80));
        let rest: Vec<_> = lines.collect();
        assert!(rest.len() > 2 && rest.iter().all(|line| line.starts_with(' ')), "{rest:?}");
        assert!(control.ends_with('\n'));
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "Thu, 01 Jan 1970 00:00:00 +0000");
        assert_eq!(date(951_782_399), "Mon, 28 Feb 2000 23:59:59 +0000");
        assert_eq!(date(951_782_400), "Tue, 29 Feb 2000 00:00:00 +0000");
        assert_eq!(date(1_709_251_199), "Thu, 29 Feb 2024 23:59:59 +0000");
        assert_eq!(date(4_107_542_400), "Mon, 01 Mar 2100 00:00:00 +0000");
        assert_eq!(date(1_798_761_599), "Thu, 31 Dec 2026 23:59:59 +0000");
    }

    #[test]
    fn the_changelog_has_the_version_and_ends_with_who_and_when() {
        let text = changelog("1.2.3", 0);
        assert!(text.starts_with("mohreh (1.2.3) "), "{text}");
        assert!(text.ends_with(">  Thu, 01 Jan 1970 00:00:00 +0000\n"), "{text}");
    }
}
